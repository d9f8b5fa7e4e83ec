//! Blocks in 128-bit registers of WebAssembly: eight for 64-bit words. Masks have no narrower lanes there.
#![expect(unsafe_code, reason = "vendor intrinsics that read and write memory")]

use core::arch::wasm32::*;

use super::Lane;
use super::block::{BLOCK, Block, Isa};

#[derive(Clone, Copy)]
pub(crate) struct Simd128;

impl Isa for Simd128 {
    type B16 = [u16; BLOCK];
    type B32 = [u32; BLOCK];
    type B64 = Rows64;
}

const REGISTERS: usize = BLOCK / 2;

#[derive(Clone, Copy)]
pub(crate) struct Rows64([v128; REGISTERS]);

impl Rows64 {
    #[inline(always)]
    fn map(mut self, f: impl Fn(v128) -> v128) -> Self {
        for register in &mut self.0 {
            *register = f(*register);
        }
        self
    }

    #[inline(always)]
    fn zip(mut self, other: Self, f: impl Fn(v128, v128) -> v128) -> Self {
        for (register, other) in self.0.iter_mut().zip(other.0) {
            *register = f(*register, other);
        }
        self
    }
}

impl Block for Rows64 {
    type Word = u64;

    #[inline(always)]
    fn zero() -> Self {
        Rows64([u64x2_splat(0); REGISTERS])
    }

    #[inline(always)]
    fn load<L: Lane>(rows: &[L; BLOCK]) -> Self {
        let mut block = Self::zero();
        for (i, register) in block.0.iter_mut().enumerate() {
            let pair = &rows[2 * i..2 * i + 2];
            *register = if size_of::<L>() == 8 {
                // SAFETY: the slice has two lanes of eight bytes, and loads need no alignment.
                unsafe { v128_load(pair.as_ptr().cast()) }
            } else {
                u64x2(pair[0].into(), pair[1].into())
            };
        }
        block
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| v128_and(a, b))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| v128_or(a, b))
    }

    /// The instruction takes the number modulo 64.
    #[inline(always)]
    fn shr(self, n: u32) -> Self {
        if n >= u64::BITS { Self::zero() } else { self.map(|rows| u64x2_shr(rows, n)) }
    }

    #[inline(always)]
    fn shl(self, n: u32) -> Self {
        if n >= u64::BITS { Self::zero() } else { self.map(|rows| u64x2_shl(rows, n)) }
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        !v128_any_true(self.0.into_iter().fold(u64x2_splat(0), |all, rows| v128_or(all, rows)))
    }

    /// Four counters.
    type Sum = v128;

    #[inline(always)]
    fn no_sum() -> v128 {
        u32x4_splat(0)
    }

    #[inline(always)]
    fn count(self, sum: v128) -> v128 {
        // A byte has at most 8 ones, and there are eight registers: no byte overflows.
        let bytes =
            self.0.into_iter().fold(u8x16_splat(0), |bytes, rows| u8x16_add(bytes, u8x16_popcnt(rows)));
        // A mask has less than 2³² pixels, and a counter gets a quarter of them at most.
        u32x4_add(sum, u32x4_extadd_pairwise_u16x8(u16x8_extadd_pairwise_u8x16(bytes)))
    }

    #[inline(always)]
    fn total(sum: v128) -> u64 {
        let pairs = u64x2_add(u64x2_extend_low_u32x4(sum), u64x2_extend_high_u32x4(sum));
        u64x2_extract_lane::<0>(pairs) + u64x2_extract_lane::<1>(pairs)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| v128_xor(a, b))
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| v128_andnot(a, b))
    }

    #[inline(always)]
    fn to_rows(self) -> [u64; BLOCK] {
        let mut rows = [0; BLOCK];
        for (i, register) in self.0.into_iter().enumerate() {
            let pair = &mut rows[2 * i..2 * i + 2];
            // SAFETY: the slice has two words of eight bytes, and stores need no alignment.
            unsafe { v128_store(pair.as_mut_ptr().cast(), register) };
        }
        rows
    }
}
