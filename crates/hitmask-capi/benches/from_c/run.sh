#!/usr/bin/env bash
# What calls from C cost, beside calls from Rust, pygame's bitmask.c and a loop over pixels: a table for each way to compile bitmask.c.
# pip fetches the source package of pygame-ce; nothing of it is run.
set -euo pipefail
cd "$(dirname "$0")"
root=$(realpath ../../../..)
out=$root/target/pygame-source
release=$root/target/release
PYTHONPATH=$PWD/source_only python3 -m pip download --quiet --no-deps --no-binary :all: --require-hashes --no-build-isolation \
    --dest "$out" --requirement source_only/requirements.txt
tar -xzf "$out"/*.gz --strip-components=1 -C "$out"
# Incremental builds are optimised less.
CARGO_INCREMENTAL=0 cargo build --release --package hitmask-capi --lib --example rust_calls
# As pygame's wheels are built, and for the instruction sets that hitmask chooses while it runs.
for options in "-O3" "-O3 -march=x86-64-v3"; do
    # shellcheck disable=SC2086 # the options are words
    gcc $options -c "$out/src_c/bitmask.c" -o "$out/bitmask.o" || continue
    gcc -std=c99 -O2 -g -DWITH_BITMASK -I ../../include -I "$out/src_c/include" from_c.c "$out/bitmask.o" \
        -L "$release" -L "$release/examples" -lhitmask_capi -lrust_calls -lm \
        "-Wl,-rpath,$release" "-Wl,-rpath,$release/examples" -o "$out/from_c"
    echo "bitmask.c with $options: nanoseconds; the load of the machine is $(cut -d' ' -f1 /proc/loadavg)"
    "$out/from_c"
done
