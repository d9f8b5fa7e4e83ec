use alloc::vec::Vec;

/// The number of threads to use for this many boxes: that of rayon's current pool, or one.
pub(super) fn threads(count: usize, parallel_from: usize) -> usize {
    #[cfg(feature = "parallel")]
    if count >= parallel_from {
        return rayon::current_num_threads();
    }
    let _ = (count, parallel_from);
    1
}

/// Runs both functions, in parallel if there is more than one thread.
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

/// Fills one list from another, item by item.
pub(super) fn fill<T: Send, S: Sync>(
    threads: usize,
    to: &mut [T],
    from: &[S],
    f: &(impl Fn(&S) -> T + Sync),
) {
    if threads <= 1 {
        for (to, from) in to.iter_mut().zip(from) {
            *to = f(from);
        }
        return;
    }
    let half = threads / 2;
    let at = from.len() / threads * half;
    let ((to_a, to_b), (from_a, from_b)) = (to.split_at_mut(at), from.split_at(at));
    join(threads, || fill(half, to_a, from_a, f), || fill(threads - half, to_b, from_b, f));
}

/// Sets the length of a list. Reserves a little extra room for the next frames, but not twice the room. The old contents may be lost.
pub(super) fn set_len<T: Copy>(list: &mut Vec<T>, len: usize, value: T) {
    if len > list.capacity() {
        list.clear();
        list.reserve_exact(len + len / 16);
    }
    list.resize(len, value);
}
