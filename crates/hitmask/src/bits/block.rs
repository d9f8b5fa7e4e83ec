//! Blocks: sixteen rows of a column at a time. What an instruction set must provide, and an implementation for every machine.

use core::fmt::Debug;

use super::{Lane, PAD};

/// Rows in a block: enough to keep the vector units busy, few enough to stop early. A column has this many clear rows below it, so a block
/// may begin at any row.
pub(crate) const BLOCK: usize = PAD;

/// An instruction set: one block type for each word width.
///
/// A value of this type proves that the machine has the instructions. Where they must be detected, only a function that is compiled for them
/// can make one.
pub(crate) trait Isa: Copy {
    type B16: Block<Self, Word = u16>;
    type B32: Block<Self, Word = u32>;
    type B64: Block<Self, Word = u64>;
}

/// [`BLOCK`] rows in registers. Only who has an [`Isa`] can make a block, so a block also proves that the machine has the instructions. This
/// is why no method is `unsafe`.
pub(crate) trait Block<I: Isa>: Copy {
    /// One row.
    type Word: Word;
    /// A block of clear rows.
    fn zero(isa: I) -> Self;
    /// Loads rows. A lane may be narrower than the word; it is then extended with clear pixels on the right.
    fn load<L: Lane>(isa: I, rows: &[L; BLOCK]) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// Shifts every row to lower bits. `n` must not exceed the bits of a word.
    fn shr(self, n: u32) -> Self;
    /// Shifts every row to higher bits. `n` must not exceed the bits of a word.
    fn shl(self, n: u32) -> Self;
    /// Shifts every row to higher bits, or to lower bits if `by` is negative. Without its sign `by` must be less than the bits of a word.
    #[inline(always)]
    fn slide(self, by: i32) -> Self {
        // Two shifts, one of them by 0: whether `by` is negative is random, so branch predictors don't learn it.
        self.shr((-by).max(0).unsigned_abs()).shl(by.max(0).unsigned_abs())
    }
    /// The low half of rows of 128 bits after a shift to lower bits by less than 64. `self` is their low half, `high` the other. For words
    /// of 64 bits.
    #[inline(always)]
    fn shr_pair(self, high: Self, n: u32) -> Self {
        self.shr(n).or(high.shl(64 - n))
    }
    fn is_zero(self) -> bool;
    /// Counts of set bits, in several counters that are not added up yet.
    type Sum: Copy;
    /// All counters 0.
    fn no_sum(isa: I) -> Self::Sum;
    /// Adds the number of set bits to the counters.
    fn count(self, sum: Self::Sum) -> Self::Sum;
    /// The sum of all counters.
    fn total(isa: I, sum: Self::Sum) -> u64;
    fn xor(self, other: Self) -> Self;
    /// The bits that are set in `self` but not in `other`.
    fn without(self, other: Self) -> Self;
    fn to_rows(self) -> [Self::Word; BLOCK];
    /// The low bits of the rows, for lanes that are not wider than a word.
    #[inline(always)]
    fn to_lanes<L: Lane>(self) -> [L; BLOCK] {
        // A loop and not `map`: see [`super::Kernel`].
        let rows = self.to_rows();
        let mut lanes = [L::from_word(0); BLOCK];
        for i in 0..BLOCK {
            lanes[i] = L::from_word(rows[i].into());
        }
        lanes
    }
    /// One bit for each row that has a set bit, the first row in the lowest one.
    #[inline(always)]
    fn solid_rows(self) -> u32 {
        let mut solid = 0;
        for (i, row) in self.to_rows().into_iter().enumerate() {
            solid |= u32::from(row.into() != 0) << i;
        }
        solid
    }
    /// The union of all rows.
    fn or_rows(self) -> Self::Word {
        self.to_rows()
            .into_iter()
            .fold(Self::Word::from_word(0), |all, row| Self::Word::from_word(all.into() | row.into()))
    }
}

/// A lane type for which blocks exist.
pub(crate) trait Word: Lane + Eq + Debug {
    /// The block of an instruction set that holds such words.
    type In<I: Isa>: Block<I, Word = Self>;
}
impl Word for u16 {
    type In<I: Isa> = I::B16;
}
impl Word for u32 {
    type In<I: Isa> = I::B32;
}
impl Word for u64 {
    type In<I: Isa> = I::B64;
}

/// The instruction set of every machine: arrays, which the compiler may vectorise.
#[derive(Clone, Copy)]
#[cfg_attr(
    all(target_arch = "wasm32", target_feature = "simd128"),
    expect(dead_code, reason = "all kernels run on vectors there")
)]
pub(crate) struct Portable;

impl Isa for Portable {
    type B16 = [u16; BLOCK];
    type B32 = [u32; BLOCK];
    type B64 = [u64; BLOCK];
}

macro_rules! portable {
    ($($word:ty),*) => {$(
        impl<I: Isa> Block<I> for [$word; BLOCK] {
            type Word = $word;
            #[inline(always)]
            fn zero(_: I) -> Self {
                [0; BLOCK]
            }
            #[inline(always)]
            fn load<L: Lane>(_: I, rows: &[L; BLOCK]) -> Self {
                rows.map(|lane| <$word>::from_word(lane.into()))
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                core::array::from_fn(|i| self[i] & other[i])
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                core::array::from_fn(|i| self[i] | other[i])
            }
            #[inline(always)]
            fn shr(self, n: u32) -> Self {
                if n >= <$word>::BITS { [0; BLOCK] } else { self.map(|row| row >> n) }
            }
            #[inline(always)]
            fn shl(self, n: u32) -> Self {
                if n >= <$word>::BITS { [0; BLOCK] } else { self.map(|row| row << n) }
            }
            #[inline(always)]
            fn is_zero(self) -> bool {
                Block::<I>::or_rows(self) == 0
            }
            type Sum = u64;
            #[inline(always)]
            fn no_sum(_: I) -> u64 {
                0
            }
            #[inline(always)]
            fn count(self, sum: u64) -> u64 {
                sum + self.into_iter().map(|row| u64::from(row.count_ones())).sum::<u64>()
            }
            #[inline(always)]
            fn total(_: I, sum: u64) -> u64 {
                sum
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                core::array::from_fn(|i| self[i] ^ other[i])
            }
            #[inline(always)]
            fn without(self, other: Self) -> Self {
                core::array::from_fn(|i| self[i] & !other[i])
            }
            #[inline(always)]
            fn to_rows(self) -> [$word; BLOCK] {
                self
            }
        }
    )*};
}
portable!(u16, u32, u64);
