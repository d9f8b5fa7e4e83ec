//! Blocks in 256-bit registers: one for 16-bit words, two for 32-bit words, four for 64-bit words.
//!
//! **Why every `unsafe` here is sound.** [`Avx2`] is private to the kernels. Only [`super::run_wide`] runs a kernel on it, and that
//! function is only called after AVX2 was detected. So its instructions exist. Instructions that read or write memory have an additional
//! reason beside them.
#![expect(unsafe_code, reason = "vendor intrinsics")]

use core::arch::x86_64::*;

use super::Lane;
use super::block::{BLOCK, Block, Isa};

#[derive(Clone, Copy)]
pub(crate) struct Avx2;

impl Isa for Avx2 {
    type B16 = Rows16;
    type B32 = Rows32;
    type B64 = Rows64;
}

/// The number of set bits in each byte: two table look-ups of four bits each (W. Muła). The caller adds them up in groups of eight bytes.
#[inline(always)]
fn count(register: __m256i) -> __m256i {
    // SAFETY: AVX2 is there.
    unsafe {
        let ones = _mm256_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
        );
        let nibble = _mm256_set1_epi8(15);
        let low = _mm256_shuffle_epi8(ones, _mm256_and_si256(register, nibble));
        let high = _mm256_shuffle_epi8(ones, _mm256_and_si256(_mm256_srli_epi16::<4>(register), nibble));
        _mm256_add_epi8(low, high)
    }
}

/// Uses loops, not closures: a closure is a function of its own, compiled without AVX2, and no intrinsic would be inlined into it.
macro_rules! block {
    ($name:ident, $word:ty, $registers:literal, $shr:ident, $shl:ident, $clear:ident, $($lane:literal => $load:expr),*) => {
        #[derive(Clone, Copy)]
        pub(crate) struct $name([__m256i; $registers]);

        impl $name {
            const ROWS: usize = BLOCK / $registers;
        }

        impl Block for $name {
            type Word = $word;

            #[inline(always)]
            fn zero() -> Self {
                // SAFETY: AVX2 is there.
                $name([unsafe { _mm256_setzero_si256() }; $registers])
            }

            #[inline(always)]
            fn load<L: Lane>(rows: &[L; BLOCK]) -> Self {
                let mut block = Self::zero();
                for i in 0..block.0.len() {
                    let rows = rows[i * Self::ROWS..][..Self::ROWS].as_ptr();
                    block.0[i] = match 8 * size_of::<L>() {
                        // SAFETY: AVX2 is there, and the slice is as long as the load.
                        $($lane => unsafe { $load(rows.cast()) },)*
                        _ => unreachable!("a word is at least as wide as the lane that it is loaded from"),
                    };
                }
                block
            }

            #[inline(always)]
            fn and(mut self, other: Self) -> Self {
                for i in 0..self.0.len() {
                    // SAFETY: AVX2 is there.
                    self.0[i] = unsafe { _mm256_and_si256(self.0[i], other.0[i]) };
                }
                self
            }

            #[inline(always)]
            fn or(mut self, other: Self) -> Self {
                for i in 0..self.0.len() {
                    // SAFETY: AVX2 is there.
                    self.0[i] = unsafe { _mm256_or_si256(self.0[i], other.0[i]) };
                }
                self
            }

            #[inline(always)]
            fn shr(mut self, n: u32) -> Self {
                for i in 0..self.0.len() {
                    // SAFETY: AVX2 is there.
                    self.0[i] = unsafe { $shr(self.0[i], n) };
                }
                self
            }

            #[inline(always)]
            fn shl(mut self, n: u32) -> Self {
                for i in 0..self.0.len() {
                    // SAFETY: AVX2 is there.
                    self.0[i] = unsafe { $shl(self.0[i], n) };
                }
                self
            }

            /// Two shifts that don't wait for each other. The one in the wrong direction, by a negative number, is by more than the bits of
            /// a word as an unsigned number, and leaves none.
            #[inline(always)]
            fn slide(self, by: i32) -> Self {
                self.shl(by as u32).or(self.shr(by.wrapping_neg() as u32))
            }

            #[inline(always)]
            fn is_zero(self) -> bool {
                let mut all = self.0[0];
                for i in 1..self.0.len() {
                    // SAFETY: AVX2 is there.
                    all = unsafe { _mm256_or_si256(all, self.0[i]) };
                }
                // SAFETY: AVX2 is there.
                unsafe { _mm256_testz_si256(all, all) == 1 }
            }

            type Sum = __m256i;

            #[inline(always)]
            fn no_sum() -> __m256i {
                // SAFETY: AVX2 is there.
                unsafe { _mm256_setzero_si256() }
            }

            #[inline(always)]
            fn count(self, sum: __m256i) -> __m256i {
                // A byte has at most 8 ones, and there are four registers: no byte overflows.
                let mut bytes = count(self.0[0]);
                for i in 1..self.0.len() {
                    // SAFETY: AVX2 is there.
                    bytes = unsafe { _mm256_add_epi8(bytes, count(self.0[i])) };
                }
                // SAFETY: AVX2 is there.
                unsafe { _mm256_add_epi64(sum, _mm256_sad_epu8(bytes, _mm256_setzero_si256())) }
            }

            #[inline(always)]
            fn total(sum: __m256i) -> u64 {
                // SAFETY: AVX2 is there.
                unsafe {
                    let half = _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
                    (_mm_cvtsi128_si64(half) + _mm_extract_epi64::<1>(half)) as u64
                }
            }

            #[inline(always)]
            fn xor(mut self, other: Self) -> Self {
                for i in 0..self.0.len() {
                    // SAFETY: AVX2 is there.
                    self.0[i] = unsafe { _mm256_xor_si256(self.0[i], other.0[i]) };
                }
                self
            }

            #[inline(always)]
            fn without(mut self, other: Self) -> Self {
                for i in 0..self.0.len() {
                    // SAFETY: AVX2 is there.
                    self.0[i] = unsafe { _mm256_andnot_si256(other.0[i], self.0[i]) };
                }
                self
            }

            #[inline(always)]
            fn solid_rows(self) -> u32 {
                let mut clear = 0;
                for i in 0..self.0.len() {
                    // SAFETY: AVX2 is there.
                    clear |= unsafe { $clear(self.0[i]) } << (i * Self::ROWS);
                }
                !clear & 0xFFFF
            }

            #[inline(always)]
            fn to_rows(self) -> [$word; BLOCK] {
                let mut rows = [0; BLOCK];
                for i in 0..self.0.len() {
                    let rows = rows[i * Self::ROWS..][..Self::ROWS].as_mut_ptr();
                    // SAFETY: AVX2 is there, and the slice is as long as a register.
                    unsafe { _mm256_storeu_si256(rows.cast(), self.0[i]) };
                }
                rows
            }
        }
    };
}

block!(Rows16, u16, 1, shr_16, shl_16, clear_16, 16 => load);
block!(Rows32, u32, 2, shr_32, shl_32, clear_32, 16 => load_16_to_32, 32 => load);
block!(Rows64, u64, 4, shr_64, shl_64, clear_64, 16 => load_16_to_64, 32 => load_32_to_64, 64 => load);

/// Shifts with one count per lane take one step on every processor; shifts with one count for all lanes take two on Intel's.
macro_rules! shifts {
    ($($name:ident = $intrinsic:ident, $set:ident, $count:ty;)*) => {$(
        /// # Safety
        /// The same as for the whole file.
        #[inline(always)]
        unsafe fn $name(register: __m256i, n: u32) -> __m256i {
            // SAFETY: AVX2 is there.
            unsafe { $intrinsic(register, $set(n as $count)) }
        }
    )*};
}
shifts! {
    // AVX2 has no shift with one count per 16-bit lane.
    shr_16 = _mm256_srl_epi16, _mm_cvtsi32_si128, i32;
    shl_16 = _mm256_sll_epi16, _mm_cvtsi32_si128, i32;
    shr_32 = _mm256_srlv_epi32, _mm256_set1_epi32, i32;
    shl_32 = _mm256_sllv_epi32, _mm256_set1_epi32, i32;
    shr_64 = _mm256_srlv_epi64, _mm256_set1_epi64x, i64;
    shl_64 = _mm256_sllv_epi64, _mm256_set1_epi64x, i64;
}

/// One bit for each word of a register that is 0.
///
/// # Safety
/// The same as for the whole file.
#[inline(always)]
unsafe fn clear_16(register: __m256i) -> u32 {
    // SAFETY: AVX2 is there.
    unsafe {
        let clear = _mm256_cmpeq_epi16(register, _mm256_setzero_si256());
        let (low, high) = (_mm256_castsi256_si128(clear), _mm256_extracti128_si256::<1>(clear));
        _mm_movemask_epi8(_mm_packs_epi16(low, high)) as u32
    }
}

/// The same for words of 32 bits.
///
/// # Safety
/// The same as for the whole file.
#[inline(always)]
unsafe fn clear_32(register: __m256i) -> u32 {
    // SAFETY: AVX2 is there.
    unsafe {
        let clear = _mm256_cmpeq_epi32(register, _mm256_setzero_si256());
        _mm256_movemask_ps(_mm256_castsi256_ps(clear)) as u32
    }
}

/// The same for words of 64 bits.
///
/// # Safety
/// The same as for the whole file.
#[inline(always)]
unsafe fn clear_64(register: __m256i) -> u32 {
    // SAFETY: AVX2 is there.
    unsafe {
        let clear = _mm256_cmpeq_epi64(register, _mm256_setzero_si256());
        _mm256_movemask_pd(_mm256_castsi256_pd(clear)) as u32
    }
}

/// # Safety
/// All bytes of a register must be readable.
#[inline(always)]
unsafe fn load(rows: *const __m256i) -> __m256i {
    // SAFETY: AVX2 is there, and the caller's rows can be read.
    unsafe { _mm256_loadu_si256(rows) }
}

/// # Safety
/// Eight rows must be readable.
#[inline(always)]
unsafe fn load_16_to_32(rows: *const __m128i) -> __m256i {
    // SAFETY: AVX2 is there, and the caller's rows can be read.
    unsafe { _mm256_cvtepu16_epi32(_mm_loadu_si128(rows)) }
}

/// # Safety
/// Four rows must be readable.
#[inline(always)]
unsafe fn load_16_to_64(rows: *const __m128i) -> __m256i {
    // SAFETY: AVX2 is there, and the caller's rows can be read.
    unsafe { _mm256_cvtepu16_epi64(_mm_loadl_epi64(rows)) }
}

/// # Safety
/// Four rows must be readable.
#[inline(always)]
unsafe fn load_32_to_64(rows: *const __m128i) -> __m256i {
    // SAFETY: AVX2 is there, and the caller's rows can be read.
    unsafe { _mm256_cvtepu32_epi64(_mm_loadu_si128(rows)) }
}
