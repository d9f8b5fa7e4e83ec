//! Arithmetic on one word of a row: 64 pixels, the leftmost in the lowest bit.

/// The lowest n bits; all 64 if n is 64 or more.
#[inline]
pub(crate) fn low_bits(n: u32) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

/// The pixels from `start` up to but not including `end`, in the word whose lowest bit is pixel `x`.
#[inline]
pub(crate) fn span_bits(start: i64, end: i64, x: i64) -> u64 {
    let up_to = |edge: i64| low_bits((edge - x).clamp(0, 64) as u32);
    up_to(end) & !up_to(start)
}

/// The positions of the set bits, lowest first.
pub(crate) fn bits_of(mut word: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

/// Calls `f` with the start and the end (exclusive) of each run of set bits, from the lowest. Stops and returns false as soon as `f`
/// returns false.
#[inline(always)]
pub(crate) fn each_stretch(mut word: u64, mut f: impl FnMut(i64, i64) -> bool) -> bool {
    while word != 0 {
        let start = word.trailing_zeros();
        let end = start + (word >> start).trailing_ones();
        if !f(start.into(), end.into()) {
            return false;
        }
        word &= !low_bits(end);
    }
    true
}
