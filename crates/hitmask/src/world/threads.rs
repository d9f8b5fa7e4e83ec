//! Work on many things side by side: on this thread, or on several if there are many things.

/// Calls `f` with parts of a slice, on several threads if it is long enough.
pub(crate) fn for_each_chunk<T: Send>(
    all: &mut [T],
    parallel_from: usize,
    f: impl Fn(&mut [T]) + Sync + Send,
) {
    #[cfg(feature = "parallel")]
    if all.len() >= parallel_from.max(2) {
        use rayon::prelude::*;
        return all.par_chunks_mut(64).for_each(f);
    }
    let _ = parallel_from;
    f(all);
}

/// Calls `f` with each item, on several threads if there are enough items.
pub(crate) fn for_each<T: Send>(all: &mut [T], parallel_from: usize, f: impl Fn(&mut T) + Sync + Send) {
    for_each_chunk(all, parallel_from, |chunk| chunk.iter_mut().for_each(&f));
}

/// Calls `f` with the items of two slices side by side, on several threads if there are enough items.
pub(crate) fn for_each_both<A: Send, B: Send>(
    these: &mut [A],
    those: &mut [B],
    parallel_from: usize,
    f: impl Fn(&mut A, &mut B) + Sync + Send,
) {
    #[cfg(feature = "parallel")]
    if these.len() >= parallel_from.max(2) {
        use rayon::prelude::*;
        let both = these.par_iter_mut().with_min_len(1024).zip(those.par_iter_mut());
        return both.for_each(|(this, that)| f(this, that));
    }
    let _ = parallel_from;
    these.iter_mut().zip(those).for_each(|(this, that)| f(this, that));
}

/// Calls `f` with two slices side by side, cut into parts for several threads if they are long enough.
pub(crate) fn for_each_part<A: Sync, B: Send>(
    these: &[A],
    those: &mut [B],
    parallel_from: usize,
    f: impl Fn(&[A], &mut [B]) + Sync + Send,
) {
    #[cfg(feature = "parallel")]
    if these.len() >= parallel_from.max(2) {
        use rayon::prelude::*;
        const PART: usize = 1024;
        let parts = these.par_chunks(PART).zip(those.par_chunks_mut(PART));
        return parts.for_each(|(these, those)| f(these, those));
    }
    let _ = parallel_from;
    f(these, those);
}
