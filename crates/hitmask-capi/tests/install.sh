#!/usr/bin/env bash
# The C library as its users get it: installed by cargo-c into a folder of its own, found by pkg-config and by CMake.
# Needs cargo-c 0.10.22 or later, pkg-config, binutils and CMake.
set -euo pipefail
cd "$(dirname "$0")/.."
root=../..
out=$(realpath -m "$root/target/capi")
prefix=$out/installed
# What an older run has installed must not be found.
rm -rf "$out"
fail() { echo "$*" >&2; exit 1; }

CARGO_PROFILE_RELEASE_DEBUG=0 cargo cinstall --release --locked --package hitmask-capi --prefix "$prefix"
part() { sed -n "s/^#define HITMASK_VERSION_$1 //p" include/hitmask.h; }
minor=$(part MAJOR).$(part MINOR)
version=$minor.$(part PATCH)
libraries=$(dirname "$(find "$prefix/lib" -name libhitmask.a)")
for file in libhitmask.so "libhitmask.so.$minor" "libhitmask.so.$version" pkgconfig/hitmask.pc; do
    [ -e "$libraries/$file" ] || fail "$libraries/$file was not installed"
done
for header in hitmask.h hitmask.hpp hitmask_box.h hitmask_raylib.h hitmask_sdl3.h; do
    cmp "$prefix/include/hitmask/$header" "include/$header"
done
readelf -d "$libraries/libhitmask.so.$version" | grep -q "soname: \[libhitmask.so.$minor\]" || fail "the soname is not libhitmask.so.$minor"
export PKG_CONFIG_PATH=$libraries/pkgconfig LD_LIBRARY_PATH=$libraries
[ "$(pkg-config --modversion hitmask)" = "$version" ] || fail "hitmask.pc does not say version $version"

printed=$'the rectangles overlap, the pixels don\'t\nboom at (10, 10)'
# shellcheck disable=SC2086 # the flags are words
cc -std=c99 -Wall -Wextra -pedantic -Werror examples/first_contact.c $(pkg-config --cflags --libs hitmask) -o "$out/shared"
readelf -d "$out/shared" | grep -q libhitmask.so. || fail "it is not linked with the shared library"
# Without -l: the linker prefers the shared library. The rest of the line says what else the static one needs.
flags=$(pkg-config --cflags --libs --static hitmask)
# shellcheck disable=SC2086
cc -std=c99 examples/first_contact.c ${flags/-lhitmask/-l:libhitmask.a} -o "$out/static"
! readelf -d "$out/static" | grep -q libhitmask.so. || fail "it is not linked with the static library"

configure() { cmake -S cmake -B "$out/cmake-$1" "-DCMAKE_PREFIX_PATH=$prefix" "-DWANTED=$1" 2>&1; }
for wanted in 0.0.9 0.99 7; do
    if text=$(configure $wanted); then fail "find_package(hitmask $wanted) has found $version"; fi
    grep -q 'version: ' <<<"$text" || fail "find_package(hitmask $wanted) should name the version: $text"
done
configure "$version" && cmake --build "$out/cmake-$version"
grep -q "HITMASK_LIBRARY:FILEPATH=$libraries" "$out/cmake-$version/CMakeCache.txt" || fail "CMake has found another library"
for program in "$out/shared" "$out/static" "$out/cmake-$version/first_contact"; do
    [ "$("$program")" = "$printed" ] || fail "$program prints something else"
done
