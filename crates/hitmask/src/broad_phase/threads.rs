/// How many threads to use for so many boxes: those of rayon's current pool, or one.
pub(super) fn threads(count: usize, parallel_from: usize) -> usize {
    #[cfg(feature = "parallel")]
    if count >= parallel_from {
        return rayon::current_num_threads();
    }
    let _ = (count, parallel_from);
    1
}

/// Does both, side by side where there is more than one thread.
pub(super) fn join<A: Send, B: Send>(
    threads: usize,
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "parallel")]
    if threads > 1 {
        return rayon::join(a, b);
    }
    let _ = threads;
    (a(), b())
}
