"""Millions of checks on many machines: every sprite of a data set against many others, spread over a cluster of dask.distributed.

usage: dask_pairs.py [--pairs N] [--workers N] [--scheduler ADDRESS] [--kill]

Without a scheduler it starts a cluster of processes on this machine. --kill ends a worker in the middle: its part is computed again
elsewhere. At the end the answer is compared with that of one process.
"""

import argparse
import random
import time

import numpy as np
from dask.distributed import Client, LocalCluster, as_completed, progress
from numpy.typing import NDArray

import hitmask

Pairs = tuple[NDArray[np.uint32], NDArray[np.int32]]


def sprites(count: int) -> list[hitmask.Mask]:
    """A data set: discs with bites of many sizes."""
    rng = random.Random(1)
    made = []
    for _ in range(count):
        size = rng.randint(16, 64)
        mask, _ = hitmask.Circle((size / 2, size / 2), size / 2).to_mask()
        mask.difference_with(hitmask.Circle((rng.uniform(0, size), rng.uniform(0, size)), size / 3))
        made.append(mask)
    return made


def chunk(seed: int, count: int, n: int) -> Pairs:
    """The pairs of a chunk and their offsets. A worker makes them itself, so that they need not be sent."""
    rng = np.random.default_rng(seed)
    return rng.integers(0, count, (n, 2), dtype=np.uint32), rng.integers(-64, 64, (n, 2), dtype=np.int32)


def check(masks: list[hitmask.Mask], seed: int, n: int) -> tuple[int, int]:
    """How many pairs of a chunk overlap."""
    pairs, offsets = chunk(seed, len(masks), n)
    return seed, int(hitmask.overlaps_batch(masks, pairs, offsets).sum())


def main() -> None:
    """Runs the checks and prints the numbers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=10_000_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--scheduler")
    parser.add_argument("--kill", action="store_true")
    options = parser.parse_args()
    n = 100_000
    seeds = range(max(1, options.pairs // n))
    masks = sprites(2000)

    local = None if options.scheduler else LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None)
    start = time.perf_counter()
    with Client(options.scheduler or local) as client:
        everywhere = client.scatter(masks, broadcast=True)
        futures = [client.submit(check, everywhere, seed, n, key=f"chunk-{seed}", retries=3) for seed in seeds]
        progress(futures, notebook=False)
        answers = {}
        for done, future in enumerate(as_completed(futures), 1):
            seed, hits = future.result()
            answers[seed] = hits
            if options.kill and local is not None and done == len(futures) // 3:
                # The nanny starts another worker; the lost chunks run again.
                client.restart_workers([next(iter(client.scheduler_info()["workers"]))])
    seconds = time.perf_counter() - start
    if local is not None:
        local.close()

    alone = {seed: check(masks, seed, n)[1] for seed in seeds}
    assert answers == alone, "the cluster and one process differ"
    print(f"\n{len(seeds) * n} pairs, {sum(answers.values())} overlap, {seconds:.1f} s on the cluster; one process gives the same")


if __name__ == "__main__":
    main()
