#!/usr/bin/env bash
# The C library as two Debian packages, in target/debian: libhitmask0.1 for programs that run, libhitmask-dev for those who compile. They are
# unpacked into a folder, and programs are compiled with what lies there. Needs cargo-deb, dpkg, pkg-config, binutils and a C compiler.
set -euo pipefail
cd "$(dirname "$0")/../../.."
out=$PWD/target/debian
rm -rf "$out"
mkdir -p "$out/stage"
fail() { echo "$*" >&2; exit 1; }

part() { sed -n "s/^#define HITMASK_VERSION_$1 //p" crates/hitmask-capi/include/hitmask.h; }
minor=$(part MAJOR).$(part MINOR)
version=$minor.$(part PATCH)
tuple=$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || cc -print-multiarch)

# The same library that cargo-c makes: its name, with both numbers, is written into it.
export CARGO_PROFILE_RELEASE_DEBUG=0 CARGO_PROFILE_RELEASE_STRIP=debuginfo
cargo rustc --release --locked --package hitmask-capi --crate-type cdylib -- -C "link-arg=-Wl,-soname,libhitmask.so.$minor"
cargo rustc --release --locked --package hitmask-capi --crate-type staticlib
built=${CARGO_TARGET_DIR:-target}/release
cp "$built/libhitmask_capi.so" "$out/stage/libhitmask.so.$version"
cp "$built/libhitmask_capi.a" "$out/stage/libhitmask.a"
# As Debian's own tools do.
strip --strip-unneeded "$out/stage/libhitmask.so.$version"
strip --strip-debug "$out/stage/libhitmask.a"
sed -e "s/@version@/$version/" -e "s/@tuple@/$tuple/" crates/hitmask-capi/debian/hitmask.pc.in >"$out/stage/hitmask.pc"

for variant in run dev; do
    cargo deb --no-build --no-strip --quiet --package hitmask-capi --variant "$variant" --multiarch=same --output "$out/"
done
ls -l "$out"/*.deb

root=$out/root
for package in "$out"/*.deb; do
    dpkg-deb --info "$package" | grep -E '^ (Package|Version|Architecture|Multi-Arch|Section|Depends|Installed-Size):'
    dpkg -x "$package" "$root"
done
libraries=$root/usr/lib/$tuple
readelf -d "$libraries/libhitmask.so.$minor" | grep -q "soname: \[libhitmask.so.$minor\]" || fail "the soname is not libhitmask.so.$minor"
libc=$(objdump -T "$libraries/libhitmask.so.$minor" | grep -o 'GLIBC_[0-9.]*' | sort -V | tail -1)
[ "$(printf '%s\n' "$libc" GLIBC_2.34 | sort -V | tail -1)" = GLIBC_2.34 ] || fail "it needs $libc: say so in Cargo.toml"
export PKG_CONFIG_PATH=$libraries/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root
[ "$(pkg-config --modversion hitmask)" = "$version" ] || fail "hitmask.pc does not say version $version"
compile() { cc -std=c99 -Wall -Wextra -pedantic -Werror crates/hitmask-capi/examples/first_contact.c "$@" -o "$out/first_contact"; }
says() { [ "$("$@" "$out/first_contact")" = $'the rectangles overlap, the pixels don\'t\nboom at (10, 10)' ] || fail "$* prints something else"; }
# shellcheck disable=SC2046 # the flags are words
compile $(pkg-config --cflags --libs hitmask)
says env LD_LIBRARY_PATH="$libraries"
readelf -d "$out/first_contact" | grep -q "libhitmask.so.$minor" || fail "it is not linked with the shared library"
flags=$(pkg-config --cflags --libs --static hitmask)
# shellcheck disable=SC2086
compile ${flags/-lhitmask/-l:libhitmask.a}
says
if command -v cmake >/dev/null; then
    cmake -S crates/hitmask-capi/cmake -B "$out/cmake" "-DCMAKE_PREFIX_PATH=$root/usr" "-DWANTED=$version" >/dev/null
    cmake --build "$out/cmake" >/dev/null
    cp "$out/cmake/first_contact" "$out/first_contact"
    says env LD_LIBRARY_PATH="$libraries"
else
    echo "SKIPPED find_package of CMake: cmake is missing"
fi
echo "both packages work, version $version"
