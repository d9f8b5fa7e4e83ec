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

#[derive(Clone, Copy)]
pub(crate) struct Rows64([v128; 8]);

/// All registers by name, not in loops: a compiler that optimises for size keeps loops, and then the registers go through memory.
impl Rows64 {
    #[inline(always)]
    fn map(self, f: impl Fn(v128) -> v128) -> Self {
        let [a, b, c, d, e, g, h, i] = self.0;
        Rows64([f(a), f(b), f(c), f(d), f(e), f(g), f(h), f(i)])
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(v128, v128) -> v128) -> Self {
        let ([a, b, c, d, e, g, h, i], [j, k, l, m, n, o, p, q]) = (self.0, other.0);
        Rows64([f(a, j), f(b, k), f(c, l), f(d, m), f(e, n), f(g, o), f(h, p), f(i, q)])
    }

    #[inline(always)]
    fn fold(self, f: impl Fn(v128, v128) -> v128) -> v128 {
        let [a, b, c, d, e, g, h, i] = self.0;
        f(f(f(a, b), f(c, d)), f(f(e, g), f(h, i)))
    }
}

/// Two rows, from the one with this number on.
#[inline(always)]
fn load<L: Lane>(rows: &[L; BLOCK], row: usize) -> v128 {
    let pair = &rows[row..row + 2];
    if size_of::<L>() == 8 {
        // SAFETY: the slice has two lanes of eight bytes, and loads need no alignment.
        unsafe { v128_load(pair.as_ptr().cast()) }
    } else {
        u64x2(pair[0].into(), pair[1].into())
    }
}

/// See [`super::none_greater`].
#[inline(always)]
pub(super) fn none_greater(a: &[i32; 4], b: &[i32; 4]) -> bool {
    // SAFETY: both have sixteen bytes, and loads need no alignment.
    let (a, b) = unsafe { (v128_load(a.as_ptr().cast()), v128_load(b.as_ptr().cast())) };
    !v128_any_true(i32x4_gt(a, b))
}

/// Writes two rows, from the one with this number on.
#[inline(always)]
fn store(rows: &mut [u64; BLOCK], row: usize, register: v128) {
    let pair = &mut rows[row..row + 2];
    // SAFETY: the slice has two words of eight bytes, and stores need no alignment.
    unsafe { v128_store(pair.as_mut_ptr().cast(), register) };
}

impl Block<Simd128> for Rows64 {
    type Word = u64;

    #[inline(always)]
    fn zero(_: Simd128) -> Self {
        Rows64([u64x2_splat(0); 8])
    }

    #[inline(always)]
    fn load<L: Lane>(_: Simd128, rows: &[L; BLOCK]) -> Self {
        let two = |row| load(rows, row);
        Rows64([two(0), two(2), two(4), two(6), two(8), two(10), two(12), two(14)])
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
        if n >= u64::BITS { Self::zero(Simd128) } else { self.map(|rows| u64x2_shr(rows, n)) }
    }

    #[inline(always)]
    fn shl(self, n: u32) -> Self {
        if n >= u64::BITS { Self::zero(Simd128) } else { self.map(|rows| u64x2_shl(rows, n)) }
    }

    /// Without its sign `by` is less than 64, so neither number needs a test.
    #[inline(always)]
    fn slide(self, by: i32) -> Self {
        let (right, left) = ((-by).max(0).unsigned_abs(), by.max(0).unsigned_abs());
        self.map(|rows| u64x2_shl(u64x2_shr(rows, right), left))
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        !v128_any_true(self.fold(|a, b| v128_or(a, b)))
    }

    /// Four counters.
    type Sum = v128;

    #[inline(always)]
    fn no_sum(_: Simd128) -> v128 {
        u32x4_splat(0)
    }

    #[inline(always)]
    fn count(self, sum: v128) -> v128 {
        // A byte has at most 8 ones, and there are eight registers: no byte overflows.
        let bytes = self.map(|rows| u8x16_popcnt(rows)).fold(|a, b| u8x16_add(a, b));
        // A mask has less than 2³² pixels, and a counter gets a quarter of them at most.
        u32x4_add(sum, u32x4_extadd_pairwise_u16x8(u16x8_extadd_pairwise_u8x16(bytes)))
    }

    #[inline(always)]
    fn total(_: Simd128, sum: v128) -> u64 {
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
        let [a, b, c, d, e, g, h, i] = self.0;
        store(&mut rows, 0, a);
        store(&mut rows, 2, b);
        store(&mut rows, 4, c);
        store(&mut rows, 6, d);
        store(&mut rows, 8, e);
        store(&mut rows, 10, g);
        store(&mut rows, 12, h);
        store(&mut rows, 14, i);
        rows
    }
}
