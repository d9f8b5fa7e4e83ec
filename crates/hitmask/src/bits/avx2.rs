//! Blocks in 256-bit registers: one for 16-bit words, two for 32-bit words, four for 64-bit words.
#![expect(unsafe_code, reason = "vendor intrinsics")]

use core::arch::x86_64::*;

use super::Lane;
use super::block::{BLOCK, Block, Isa};
use super::registers::{block, each, loads, proven};

/// The proof that the machine has AVX2.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// Safe to call only from a function that is compiled for AVX2. Whoever calls that function answers for the machine.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(crate) fn new() -> Avx2 {
        Avx2(())
    }
}

impl Isa for Avx2 {
    type B16 = Rows16;
    type B32 = Rows32;
    type B64 = Rows64;
}

block!(Avx2: Rows16 = 1 x ymm of u16, shr_16, shl_16, slide_16, shr_pair_16, solid_16, 16 => _mm256_loadu_si256);
block!(Avx2: Rows32 = 2 x ymm of u32, shr_32, shl_32, slide_32, shr_pair_32, solid_32, 16 => load_16_to_32, 32 => _mm256_loadu_si256);
block!(
    Avx2: Rows64 = 4 x ymm of u64, shr_64, shl_64, slide_64, shr_pair_64, solid_64,
    16 => load_16_to_64, 32 => load_32_to_64, 64 => _mm256_loadu_si256
);

/// What does not ask how wide a word is.
pub(crate) mod ymm {
    use super::*;

    pub(crate) use core::arch::x86_64::{
        __m256i as Register, _mm256_and_si256 as and, _mm256_andnot_si256 as not_and, _mm256_or_si256 as or,
        _mm256_setzero_si256 as zero, _mm256_storeu_si256 as store, _mm256_xor_si256 as xor,
    };

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(crate) fn is_zero(register: __m256i) -> bool {
        _mm256_testz_si256(register, register) == 1
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    #[expect(clippy::needless_range_loop, reason = "as in `block`: nothing that may become a call")]
    pub(crate) fn count<const N: usize>(registers: [__m256i; N], sum: __m256i) -> __m256i {
        // A byte has at most 8 ones, and there are at most four registers: no byte overflows.
        let mut bytes = count_bytes(registers[0]);
        for i in 1..N {
            bytes = _mm256_add_epi8(bytes, count_bytes(registers[i]));
        }
        _mm256_add_epi64(sum, _mm256_sad_epu8(bytes, _mm256_setzero_si256()))
    }

    /// The number of set bits in each byte: two table look-ups of four bits each (W. Muła). The caller adds them up in groups of eight
    /// bytes.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn count_bytes(register: __m256i) -> __m256i {
        let ones = _mm256_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
        );
        let nibble = _mm256_set1_epi8(15);
        let low = _mm256_shuffle_epi8(ones, _mm256_and_si256(register, nibble));
        let high = _mm256_shuffle_epi8(ones, _mm256_and_si256(_mm256_srli_epi16::<4>(register), nibble));
        _mm256_add_epi8(low, high)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(crate) fn total(sum: __m256i) -> u64 {
        let half = _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
        (_mm_cvtsi128_si64(half) + _mm_extract_epi64::<1>(half)) as u64
    }
}

/// Shifts with one count per lane take one step on every processor; shifts with one count for all lanes take two on Intel's.
macro_rules! shifts {
    ($feature:literal: $($register:ident: $name:ident = $intrinsic:ident, $set:ident, $count:ty;)*) => {$(
        #[inline]
        #[target_feature(enable = $feature)]
        pub(crate) fn $name(register: $register, n: u32) -> $register {
            $intrinsic(register, $set(n as $count))
        }
    )*};
}
pub(super) use shifts;
shifts! {
    "avx2":
    // AVX2 has no shift with one count per 16-bit lane.
    __m256i: shr_16 = _mm256_srl_epi16, _mm_cvtsi32_si128, i32;
    __m256i: shl_16 = _mm256_sll_epi16, _mm_cvtsi32_si128, i32;
    __m256i: shr_32 = _mm256_srlv_epi32, _mm256_set1_epi32, i32;
    __m256i: shl_32 = _mm256_sllv_epi32, _mm256_set1_epi32, i32;
    __m256i: shr_64 = _mm256_srlv_epi64, _mm256_set1_epi64x, i64;
    __m256i: shl_64 = _mm256_sllv_epi64, _mm256_set1_epi64x, i64;
}

/// The shifts of [`Block`] that are made of two.
macro_rules! two_shifts {
    ($feature:literal: $($register:ident: $slide:ident, $pair:ident = $shr:ident, $shl:ident, $or:ident;)*) => {$(
        /// Two shifts that don't wait for each other. The one in the wrong direction, by a negative number, is by more than the bits of a
        /// word as an unsigned number, and leaves none.
        #[inline]
        #[target_feature(enable = $feature)]
        pub(crate) fn $slide(register: $register, by: i32) -> $register {
            $or($shl(register, by as u32), $shr(register, by.wrapping_neg() as u32))
        }

        #[inline]
        #[target_feature(enable = $feature)]
        pub(crate) fn $pair(low: $register, high: $register, n: u32) -> $register {
            $or($shr(low, n), $shl(high, 64 - n))
        }
    )*};
}
pub(super) use two_shifts;
two_shifts! {
    "avx2":
    __m256i: slide_16, shr_pair_16 = shr_16, shl_16, _mm256_or_si256;
    __m256i: slide_32, shr_pair_32 = shr_32, shl_32, _mm256_or_si256;
    __m256i: slide_64, shr_pair_64 = shr_64, shl_64, _mm256_or_si256;
}

/// One bit for each word of a register that is 0.
#[inline]
#[target_feature(enable = "avx2")]
fn clear_16(register: __m256i) -> u32 {
    let clear = _mm256_cmpeq_epi16(register, _mm256_setzero_si256());
    let (low, high) = (_mm256_castsi256_si128(clear), _mm256_extracti128_si256::<1>(clear));
    _mm_movemask_epi8(_mm_packs_epi16(low, high)) as u32
}

/// The same for words of 32 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn clear_32(register: __m256i) -> u32 {
    let clear = _mm256_cmpeq_epi32(register, _mm256_setzero_si256());
    _mm256_movemask_ps(_mm256_castsi256_ps(clear)) as u32
}

/// The same for words of 64 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn clear_64(register: __m256i) -> u32 {
    let clear = _mm256_cmpeq_epi64(register, _mm256_setzero_si256());
    _mm256_movemask_pd(_mm256_castsi256_pd(clear)) as u32
}

/// One bit for each word of some registers that is not 0.
macro_rules! solid_rows {
    ($feature:literal: $($register:ident: $name:ident = $clear:ident;)*) => {$(
        #[inline]
        #[target_feature(enable = $feature)]
        fn $name<const N: usize>(registers: [$register; N]) -> u32 {
            let mut clear = 0;
            for i in 0..N {
                clear |= $clear(registers[i]) << (i * (BLOCK / N));
            }
            !clear & 0xFFFF
        }
    )*};
}
pub(super) use solid_rows;
solid_rows! {
    "avx2":
    __m256i: solid_16 = clear_16;
    __m256i: solid_32 = clear_32;
    __m256i: solid_64 = clear_64;
}

loads! {
    "avx2":
    load_16_to_32 = _mm256_cvtepu16_epi32(_mm_loadu_si128), __m128i => __m256i;
    load_16_to_64 = _mm256_cvtepu16_epi64(_mm_loadl_epi64), __m128i => __m256i;
    load_32_to_64 = _mm256_cvtepu32_epi64(_mm_loadu_si128), __m128i => __m256i;
}
