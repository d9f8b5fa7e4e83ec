//! Blocks for AVX-512: one 256-bit register for 16-bit words, one 512-bit register for 32-bit words, two for 64-bit words. What does not
//! differ from AVX2 comes from `avx2`.
#![expect(unsafe_code, reason = "vendor intrinsics")]

use core::arch::x86_64::*;

use super::Lane;
use super::avx2::{shifts, shl_16, shr_16, shr_pair_16, slide_16, solid_rows, two_shifts};
use super::block::{BLOCK, Block, Isa};
use super::registers::{block, each, loads, proven};
use super::row::slide;

/// The proof that the machine has the parts of AVX-512 that are used here.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// As [`super::avx2::Avx2::new`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq")]
    pub(crate) fn new() -> Avx512 {
        Avx512(())
    }
}

impl Isa for Avx512 {
    type B16 = Rows16;
    type B32 = Rows32;
    type B64 = Rows64;
}

block!(Avx512: Rows16 = 1 x ymm of u16, shr_16, shl_16, slide_16, shr_pair_16, solid_16, 16 => _mm256_loadu_si256);
block!(Avx512: Rows32 = 1 x zmm of u32, shr_32, shl_32, slide_32, shr_pair_32, solid_32, 16 => load_16_to_32, 32 => _mm512_loadu_si512);
block!(
    Avx512: Rows64 = 2 x zmm of u64, shr_64, shl_64, slide_64, shr_pair_64, solid_64,
    16 => load_16_to_64, 32 => load_32_to_64, 64 => _mm512_loadu_si512
);

/// What does not ask how wide a word is, for registers of 256 bits.
mod ymm {
    use super::*;

    pub(crate) use super::super::avx2::ymm::{Register, and, is_zero, not_and, or, store, total, xor, zero};

    #[inline]
    #[target_feature(enable = "avx512vl,avx512vpopcntdq")]
    #[expect(clippy::needless_range_loop, reason = "as in `block`: nothing that may become a call")]
    pub(crate) fn count<const N: usize>(registers: [__m256i; N], mut sum: __m256i) -> __m256i {
        for i in 0..N {
            sum = _mm256_add_epi64(sum, _mm256_popcnt_epi64(registers[i]));
        }
        sum
    }
}

/// The same for registers of 512 bits.
mod zmm {
    use super::*;

    pub(crate) use core::arch::x86_64::{
        __m512i as Register, _mm512_and_si512 as and, _mm512_andnot_si512 as not_and, _mm512_or_si512 as or,
        _mm512_setzero_si512 as zero, _mm512_storeu_si512 as store, _mm512_xor_si512 as xor,
    };

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(crate) fn is_zero(register: __m512i) -> bool {
        _mm512_test_epi64_mask(register, register) == 0
    }

    #[inline]
    #[target_feature(enable = "avx512vpopcntdq")]
    #[expect(clippy::needless_range_loop, reason = "as in `block`: nothing that may become a call")]
    pub(crate) fn count<const N: usize>(registers: [__m512i; N], mut sum: __m512i) -> __m512i {
        for i in 0..N {
            sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(registers[i]));
        }
        sum
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(crate) fn total(sum: __m512i) -> u64 {
        _mm512_reduce_add_epi64(sum) as u64
    }
}

shifts! {
    "avx512f":
    __m512i: shr_32 = _mm512_srlv_epi32, _mm512_set1_epi32, i32;
    __m512i: shl_32 = _mm512_sllv_epi32, _mm512_set1_epi32, i32;
    __m512i: shr_64 = _mm512_srlv_epi64, _mm512_set1_epi64, i64;
    __m512i: shl_64 = _mm512_sllv_epi64, _mm512_set1_epi64, i64;
}
two_shifts! {
    "avx512f":
    __m512i: slide_32, shr_pair_32 = shr_32, shl_32, _mm512_or_si512;
}

/// A rotation, without what came around.
#[inline]
#[target_feature(enable = "avx512f")]
fn slide_64(register: __m512i, by: i32) -> __m512i {
    let keep = slide(u64::MAX, by);
    let rotated = _mm512_rolv_epi64(register, _mm512_set1_epi64(by.into()));
    _mm512_and_si512(rotated, _mm512_set1_epi64(keep as i64))
}

/// One shift of 128 bits.
#[inline]
#[target_feature(enable = "avx512vbmi2")]
fn shr_pair_64(low: __m512i, high: __m512i, n: u32) -> __m512i {
    _mm512_shrdv_epi64(low, high, _mm512_set1_epi64(n.into()))
}

macro_rules! clear {
    ($feature:literal: $($register:ident: $name:ident = $intrinsic:ident;)*) => {$(
        /// One bit for each word of a register that is 0.
        #[inline]
        #[target_feature(enable = $feature)]
        fn $name(register: $register) -> u32 {
            $intrinsic(register, register).into()
        }
    )*};
}
clear! {
    "avx512bw,avx512vl":
    __m256i: clear_16 = _mm256_testn_epi16_mask;
    __m512i: clear_32 = _mm512_testn_epi32_mask;
    __m512i: clear_64 = _mm512_testn_epi64_mask;
}

solid_rows! {
    "avx512bw,avx512vl":
    __m256i: solid_16 = clear_16;
    __m512i: solid_32 = clear_32;
    __m512i: solid_64 = clear_64;
}

loads! {
    "avx512f":
    load_16_to_32 = _mm512_cvtepu16_epi32(_mm256_loadu_si256), __m256i => __m512i;
    load_16_to_64 = _mm512_cvtepu16_epi64(_mm_loadu_si128), __m128i => __m512i;
    load_32_to_64 = _mm512_cvtepu32_epi64(_mm256_loadu_si256), __m256i => __m512i;
}
