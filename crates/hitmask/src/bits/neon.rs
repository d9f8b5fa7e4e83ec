//! Blocks in 128-bit registers of 64-bit ARM: two for 16-bit words, four for 32-bit words, eight for 64-bit words.
#![expect(unsafe_code, reason = "vendor intrinsics")]

use core::arch::aarch64::*;

use super::Lane;
use super::block::{BLOCK, Block, Isa};
use super::registers::{block, each, loads, proven};

/// Needs no proof: this is compiled only for targets that have NEON.
#[derive(Clone, Copy)]
pub(crate) struct Neon;

impl Isa for Neon {
    type B16 = Rows16;
    type B32 = Rows32;
    type B64 = Rows64;
    const SLIDES_AT_ONCE: bool = true;
}

block!(Neon: Rows16 = 2 x q of u16, shr_16, shl_16, slide_16, shr_pair_16, solid_16, 16 => vld1q_u64);
block!(Neon: Rows32 = 4 x q of u32, shr_32, shl_32, slide_32, shr_pair_32, solid_32, 16 => load_16_to_32, 32 => vld1q_u64);
block!(
    Neon: Rows64 = 8 x q of u64, shr_64, shl_64, slide_64, shr_pair_64, solid_64,
    16 => load_16_to_64, 32 => load_32_to_64, 64 => vld1q_u64
);

/// What does not ask how wide a word is.
mod q {
    use super::*;

    pub(crate) use core::arch::aarch64::{
        uint64x2_t as Register, vandq_u64 as and, veorq_u64 as xor, vorrq_u64 as or, vst1q_u64 as store,
    };

    #[inline]
    #[target_feature(enable = "neon")]
    pub(crate) fn zero() -> uint64x2_t {
        vdupq_n_u64(0)
    }

    /// The bits that are set in the second only.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(crate) fn not_and(a: uint64x2_t, b: uint64x2_t) -> uint64x2_t {
        vbicq_u64(b, a)
    }

    #[inline]
    #[target_feature(enable = "neon")]
    pub(crate) fn is_zero(register: uint64x2_t) -> bool {
        let words = vreinterpretq_u32_u64(register);
        vgetq_lane_u64::<0>(vreinterpretq_u64_u32(vpmaxq_u32(words, words))) == 0
    }

    /// Adds to four counters of 32 bits.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(crate) fn count<const N: usize>(registers: [uint64x2_t; N], sum: uint64x2_t) -> uint64x2_t {
        // A byte has at most 8 ones, and there are at most eight registers: no byte overflows.
        let mut bytes = vcntq_u8(vreinterpretq_u8_u64(registers[0]));
        for register in &registers[1..] {
            bytes = vaddq_u8(bytes, vcntq_u8(vreinterpretq_u8_u64(*register)));
        }
        // A mask has less than 2³² pixels, and a counter gets a quarter of them at most.
        vreinterpretq_u64_u32(vpadalq_u16(vreinterpretq_u32_u64(sum), vpaddlq_u8(bytes)))
    }

    #[inline]
    #[target_feature(enable = "neon")]
    pub(crate) fn total(sum: uint64x2_t) -> u64 {
        vaddlvq_u32(vreinterpretq_u32_u64(sum))
    }
}

/// A shift by a negative number goes to lower bits, and a shift by all bits of a word leaves none.
macro_rules! shifts {
    ($($slide:ident, $shr:ident, $shl:ident, $pair:ident = $shift:ident, $set:ident, $count:ty, $to:ident, $from:ident;)*) => {$(
        #[inline]
        #[target_feature(enable = "neon")]
        fn $slide(register: uint64x2_t, by: i32) -> uint64x2_t {
            $from($shift($to(register), $set(by as $count)))
        }

        #[inline]
        #[target_feature(enable = "neon")]
        fn $shr(register: uint64x2_t, n: u32) -> uint64x2_t {
            $slide(register, -(n as i32))
        }

        #[inline]
        #[target_feature(enable = "neon")]
        fn $shl(register: uint64x2_t, n: u32) -> uint64x2_t {
            $slide(register, n as i32)
        }

        #[inline]
        #[target_feature(enable = "neon")]
        fn $pair(low: uint64x2_t, high: uint64x2_t, n: u32) -> uint64x2_t {
            vorrq_u64($shr(low, n), $shl(high, 64 - n))
        }
    )*};
}
shifts! {
    slide_16, shr_16, shl_16, shr_pair_16 = vshlq_u16, vdupq_n_s16, i16, vreinterpretq_u16_u64, vreinterpretq_u64_u16;
    slide_32, shr_32, shl_32, shr_pair_32 = vshlq_u32, vdupq_n_s32, i32, vreinterpretq_u32_u64, vreinterpretq_u64_u32;
    slide_64, shr_64, shl_64, shr_pair_64 = vshlq_u64, vdupq_n_s64, i64, identity, identity;
}

#[inline(always)]
fn identity(register: uint64x2_t) -> uint64x2_t {
    register
}

/// One bit for each byte that is not 0.
#[inline]
#[target_feature(enable = "neon")]
fn solid_bytes(bytes: uint8x16_t) -> u32 {
    let weights = vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201));
    let mut bits = vandq_u8(vtstq_u8(bytes, bytes), weights);
    for _ in 0..3 {
        bits = vpaddq_u8(bits, bits);
    }
    vgetq_lane_u16::<0>(vreinterpretq_u16_u8(bits)).into()
}

/// One bit for each word that is not 0. The maximum of two halves of a word is 0 only if the word is.
#[inline]
#[target_feature(enable = "neon")]
fn solid_16([a, b]: [uint64x2_t; 2]) -> u32 {
    solid_bytes(vpmaxq_u8(vreinterpretq_u8_u64(a), vreinterpretq_u8_u64(b)))
}

/// The same for words of 32 bits.
#[inline]
#[target_feature(enable = "neon")]
fn solid_32([a, b, c, d]: [uint64x2_t; 4]) -> u32 {
    let halves = |a, b| vreinterpretq_u64_u16(vpmaxq_u16(vreinterpretq_u16_u64(a), vreinterpretq_u16_u64(b)));
    solid_16([halves(a, b), halves(c, d)])
}

/// The same for words of 64 bits.
#[inline]
#[target_feature(enable = "neon")]
fn solid_64([a, b, c, d, e, f, g, h]: [uint64x2_t; 8]) -> u32 {
    let halves = |a, b| vreinterpretq_u64_u32(vpmaxq_u32(vreinterpretq_u32_u64(a), vreinterpretq_u32_u64(b)));
    solid_32([halves(a, b), halves(c, d), halves(e, f), halves(g, h)])
}

/// Two rows of 16 bits.
///
/// # Safety
/// They must be readable.
#[inline]
#[target_feature(enable = "neon")]
unsafe fn two_of_16(rows: *const u32) -> uint16x8_t {
    // SAFETY: the caller's rows can be read.
    vreinterpretq_u16_u32(vdupq_n_u32(unsafe { rows.read_unaligned() }))
}

#[inline]
#[target_feature(enable = "neon")]
fn widen_to_64(rows: uint16x8_t) -> uint64x2_t {
    vmovl_u32(vget_low_u32(vmovl_u16(vget_low_u16(rows))))
}

#[inline]
#[target_feature(enable = "neon")]
fn widen_to_32(rows: uint16x4_t) -> uint64x2_t {
    vreinterpretq_u64_u32(vmovl_u16(rows))
}

loads! {
    "neon":
    load_16_to_32 = widen_to_32(vld1_u16), u16 => uint64x2_t;
    load_16_to_64 = widen_to_64(two_of_16), u32 => uint64x2_t;
    load_32_to_64 = vmovl_u32(vld1_u32), u32 => uint64x2_t;
}
