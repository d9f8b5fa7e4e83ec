"""A batch of `overlaps_batch` beside the same pairs in a Rust loop, on one thread and on two.

usage: batches.py LOOP [--pairs N] [--rounds N]

LOOP is the program `batch_loop` of crates/hitmask-python, built for release. Both take turns, and the shortest time of each counts: other
programs on the machine can only make a round longer. Both must find the same number of overlaps.
"""

import argparse
import os
import subprocess
import sys
import time

import hitmask
import numpy as np

MASKS = 200


def disc(i: int) -> hitmask.Mask:
    """The same disc as the Rust program's."""
    size = 16 + i * 7 % 49
    middle = (2 * np.arange(size) + 1 - size) ** 2
    return hitmask.Mask.from_array(middle[:, None] + middle[None, :] <= size**2)


def mixed(i: np.ndarray) -> np.ndarray:
    """SplitMix64."""
    z = (i + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return z ^ z >> np.uint64(31)


def main() -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("loop")
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    masks = [disc(i) for i in range(MASKS)]
    bits = mixed(np.arange(options.pairs, dtype=np.uint64))
    pairs = np.stack([bits % np.uint64(MASKS), (bits >> np.uint64(16)) % np.uint64(MASKS)], axis=1).astype(np.uint32)
    offsets = np.stack([bits >> np.uint64(32) & np.uint64(127), bits >> np.uint64(48) & np.uint64(127)], axis=1).astype(np.int32) - 64
    best = {"Rust loop": float("inf"), "one thread": float("inf"), "two threads": float("inf")}
    for _ in range(options.rounds):
        printed = subprocess.run([options.loop, str(options.pairs), "10"], check=True, capture_output=True, text=True).stdout
        nanoseconds, expected = map(int, printed.split())
        best["Rust loop"] = min(best["Rust loop"], nanoseconds * 1e-6)
        for threads, name in ((1, "one thread"), (2, "two threads")):
            for _ in range(10):
                start = time.perf_counter()
                hits = hitmask.overlaps_batch(masks, pairs, offsets, threads=threads)
                best[name] = min(best[name], (time.perf_counter() - start) * 1e3)
            if int(hits.sum()) != expected:
                print(f"the answers differ: {int(hits.sum())} overlaps instead of {expected}")
                return 1
    for name, milliseconds in best.items():
        print(f"{name:12} {milliseconds:8.3f} ms, {milliseconds / best['Rust loop']:.2f} times the Rust loop")
    print(f"two threads are {best['one thread'] / best['two threads']:.2f} times as fast as one; load {os.getloadavg()[0]:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
