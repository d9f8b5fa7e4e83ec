//! Arithmetic on one word of a row: 64 pixels, the leftmost in the lowest bit. Every loop over stretches or single pixels of a word goes
//! through here.

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

/// Shifts a word to higher bits, or to lower bits if `by` is negative. Without its sign `by` is less than 64.
#[inline(always)]
pub(crate) fn slide(word: u64, by: i32) -> u64 {
    if by < 0 { word >> -by } else { word << by }
}

/// Calls `f` with the position of each set bit, lowest first.
#[inline(always)]
pub(crate) fn each_bit(mut word: u64, mut f: impl FnMut(u32)) {
    while word != 0 {
        f(word.trailing_zeros());
        word &= word - 1;
    }
}

/// The positions of the set bits, lowest first. In hot loops use [`each_bit`].
#[inline]
pub(crate) fn bits_of(mut word: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let bit = word.trailing_zeros();
        word &= word - 1;
        Some(bit)
    })
}

/// The lowest set bit, and one past the highest set bit. (64, 0) if no bit is set.
#[inline(always)]
pub(crate) fn ends_of(word: u64) -> (i64, i64) {
    (word.trailing_zeros().into(), 64 - i64::from(word.leading_zeros()))
}

/// One bit for each pixel that differs from the pixel to its left. `before` is the pixel to the left of the lowest.
#[inline(always)]
pub(crate) fn turns(word: u64, before: bool) -> u64 {
    word ^ (word << 1 | u64::from(before))
}

/// The inverse of [`turns`]. A pixel is set if the number of turns up to and including it is odd; or even, if `before`, the pixel to the
/// left of the lowest, is set.
#[inline]
pub(crate) fn between_turns(turns: u64, before: bool) -> u64 {
    let mut word = turns;
    for shift in [1, 2, 4, 8, 16, 32] {
        word ^= word << shift;
    }
    if before { !word } else { word }
}

/// Whether the highest bit is set. This is `before` for the next word.
#[inline(always)]
pub(crate) fn last_bit(word: u64) -> bool {
    word >> 63 != 0
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

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// Ends, middles, all and none, and a few without order.
    fn words() -> impl Iterator<Item = u64> {
        let some =
            [0, 1, 1 << 63, u64::MAX, u64::MAX >> 1, !1, 0xF0, 0x8000_0000_0000_0001, 0x0FF0_0000_0000_0FF0];
        let mixed = (1..200u64).map(|i| {
            let x = i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            x ^ x >> 29
        });
        some.into_iter().chain(mixed)
    }

    fn bit(word: u64, at: i64) -> bool {
        (0..64).contains(&at) && word >> at & 1 != 0
    }

    #[test]
    fn low_and_span_bits() {
        for n in 0..=70 {
            assert_eq!(low_bits(n).count_ones(), n.min(64));
            assert_eq!(low_bits(n).trailing_ones(), n.min(64));
        }
        for (start, end, x) in
            [(0, 64, 0), (3, 5, 0), (-9, 200, 7), (70, 72, 64), (70, 70, 64), (9, 4, 0), (-9, -2, 0)]
        {
            for at in 0..64 {
                let wanted = start <= x + at && x + at < end;
                assert_eq!(bit(span_bits(start, end, x), at), wanted, "{start}..{end} from {x}: {at}");
            }
        }
    }

    #[test]
    fn bits_and_ends() {
        for word in words() {
            let set: Vec<i64> = (0..64).filter(|&at| bit(word, at)).collect();
            assert!(bits_of(word).map(i64::from).eq(set.iter().copied()), "{word:#x}");
            let ends = set.first().zip(set.last()).map_or((64, 0), |(&first, &last)| (first, last + 1));
            assert_eq!(ends_of(word), ends, "{word:#x}");
            assert_eq!(last_bit(word), bit(word, 63), "{word:#x}");
        }
    }

    #[test]
    fn turns_and_back() {
        for word in words() {
            for before in [false, true] {
                let turns = turns(word, before);
                for at in 0..64 {
                    let left = if at == 0 { before } else { bit(word, at - 1) };
                    assert_eq!(bit(turns, at), bit(word, at) != left, "{word:#x} {before} {at}");
                }
                assert_eq!(between_turns(turns, before), word, "{word:#x} {before}");
            }
        }
    }

    #[test]
    fn stretches_are_longest_and_in_order() {
        for word in words() {
            let mut all = Vec::new();
            let finished = each_stretch(word, |start, end| {
                all.push((start, end));
                true
            });
            assert!(finished, "{word:#x}");
            assert_eq!(all.iter().fold(0, |sum, &(start, end)| sum | span_bits(start, end, 0)), word);
            assert!(all.iter().all(|&(start, end)| start < end), "{word:#x}");
            assert!(all.windows(2).all(|pair| pair[0].1 < pair[1].0), "{word:#x}");
            let mut calls = 0;
            let finished = each_stretch(word, |_, _| {
                calls += 1;
                calls < 2
            });
            assert_eq!((finished, calls), (all.len() < 2, all.len().min(2)), "{word:#x}");
        }
    }
}
