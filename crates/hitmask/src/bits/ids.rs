//! Rows of ids, one a pixel, under words of pixels: eight ids at a time.

/// How many ids are handled at once.
pub(crate) const IDS: usize = 8;

/// For four pixels, all bits of the ids of those that are set.
static UNDER: [[u32; 4]; 16] = {
    let mut under = [[0; 4]; 16];
    let mut at = 0;
    while at < 4 * 16 {
        if (at / 4) >> (at % 4) & 1 != 0 {
            under[at / 4][at % 4] = u32::MAX;
        }
        at += 1;
    }
    under
};

/// Writes an id to the pixels that are set in a word, the lowest bit first. No branch depends on the pixels.
#[inline(always)]
pub(crate) fn paint(row: &mut [[u32; IDS]], mut word: u64, id: u32) {
    for ids in row.as_flattened_mut().as_chunks_mut::<4>().0 {
        let under = &UNDER[(word & 0xF) as usize];
        for i in 0..4 {
            ids[i] = ids[i] & !under[i] | id & under[i];
        }
        word >>= 4;
    }
}

/// The pixels of up to 64 that hold an id.
#[inline(always)]
pub(crate) fn holding(row: &[[u32; IDS]], id: u32) -> u64 {
    let mut held = 0;
    for ids in row.iter().rev() {
        held = held << IDS | u64::from(equal(ids, id));
    }
    held
}

/// One bit for each number that is equal to another.
#[inline(always)]
fn equal(ids: &[u32; IDS], id: u32) -> u32 {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use core::arch::x86_64::{
            __m128i, _mm_castsi128_ps, _mm_cmpeq_epi32, _mm_loadu_si128, _mm_movemask_ps, _mm_set1_epi32,
        };
        let halves = ids.as_chunks::<4>().0;
        let mut bits = 0;
        for (i, half) in halves.iter().enumerate() {
            // SAFETY: a half has as many bytes as are loaded. SSE2 is part of x86-64.
            #[expect(unsafe_code, reason = "vendor intrinsics")]
            let same = unsafe {
                let half = _mm_loadu_si128(half.as_ptr().cast::<__m128i>());
                _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(half, _mm_set1_epi32(id.cast_signed()))))
            };
            bits |= same.cast_unsigned() << (4 * i);
        }
        bits
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    ids.iter().rev().fold(0, |bits, &other| bits << 1 | u32::from(other == id))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn every_pixel_for_itself() {
        for seed in 0..200u64 {
            let word = (seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) & u64::MAX >> (seed % 3 * 20);
            for groups in 0..=8 {
                let before: Vec<u32> =
                    (0..groups as u32 * 8).map(|i| [0, 7, u32::MAX, i][(i ^ i >> 3) as usize % 4]).collect();
                let mut row = before.clone();
                paint(row.as_chunks_mut().0, word, 7);
                for (i, (&new, &old)) in row.iter().zip(&before).enumerate() {
                    assert_eq!(new, if word >> i & 1 != 0 { 7 } else { old }, "{word:#x} {i}");
                }
                for id in [0, 7, u32::MAX, 5] {
                    let held = holding(row.as_chunks().0, id);
                    let wanted =
                        row.iter().enumerate().fold(0, |all, (i, &other)| all | u64::from(other == id) << i);
                    assert_eq!(held, wanted, "{word:#x} {id}");
                }
            }
        }
    }
}
