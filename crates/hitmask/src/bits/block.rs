//! Lanes: one row of a column. Blocks: sixteen rows at a time. What an instruction set must provide, and an implementation for every
//! machine.

use alloc::vec::Vec;
use core::fmt::Debug;

use super::columns::{Columns, PAD};

/// Rows in a block: enough to keep the vector units busy, few enough to stop early. A column has this many clear rows below it, so a block
/// may begin at any row.
pub(crate) const BLOCK: usize = PAD;

/// Evaluates an expression for each row. A plain loop: iterators and `map` of arrays are many small functions, and each kernel would compile
/// all of them again.
macro_rules! each_row {
    ($i:ident => $body:expr) => {
        let mut $i = 0;
        while $i < BLOCK {
            $body;
            $i += 1;
        }
    };
}

/// An instruction set: one block type for each word width.
///
/// A value of this type proves that the machine has the instructions. Where they must be detected, only a function that is compiled for them
/// can make one.
pub(crate) trait Isa: Copy {
    type B16: Block<Self, Word = u16>;
    type B32: Block<Self, Word = u32>;
    type B64: Block<Self, Word = u64>;
    /// Whether one instruction shifts a register to lower or to higher bits, as a number says.
    const SLIDES_AT_ONCE: bool = false;
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
        each_row!(i => lanes[i] = L::from_word(rows[i].into()));
        lanes
    }
    /// One bit for each row that has a set bit, the first row in the lowest one.
    #[inline(always)]
    fn solid_rows(self) -> u32 {
        let (rows, mut solid) = (self.to_rows(), 0);
        each_row!(i => solid |= u32::from(rows[i].into() != 0) << i);
        solid
    }
    /// The union of all rows.
    fn or_rows(self) -> Self::Word {
        let (rows, mut all) = (self.to_rows(), 0);
        each_row!(i => all |= rows[i].into());
        Self::Word::from_word(all)
    }
}

/// One row of one column: a word whose lowest bit is the leftmost pixel.
pub(crate) trait Lane: Copy + Into<u64> + 'static {
    /// The wider of this lane and a 32-bit lane.
    type AtLeast32: Word;
    /// The wider of this lane and a 16-bit lane, which is always this lane.
    type AtLeast16: Word;
    /// The wider of this lane and another.
    type Wider<B: Lane>: Word;
    /// The low bits of a 64-bit word.
    fn from_word(word: u64) -> Self;
    /// The lanes, if they are of this type. None otherwise.
    fn lanes(columns: &Columns) -> Option<&[Self]>;
    /// The same as [`Lane::lanes`], for writing.
    fn lanes_mut(columns: &mut Columns) -> Option<&mut [Self]>;
    /// The largest number of blocks that the rows of a small mask with such lanes take.
    const BLOCKS: usize;
    /// What holds the rows of a mask with such lanes.
    type Rows: 'static;
    /// All blocks of a small mask from one of its rows on.
    fn small(rows: &Self::Rows, row: usize) -> &[[Self; BLOCK]];
}

macro_rules! lane {
    ($lane:ty, $($name:ident)|+, $rows:ty, $at_least_32:ty, wider<$other:ident>: $wider:ty) => {
        impl Lane for $lane {
            type AtLeast32 = $at_least_32;
            type AtLeast16 = $lane;
            type Wider<$other: Lane> = $wider;
            #[inline(always)]
            #[allow(clippy::cast_possible_truncation, reason = "a narrow mask's words have no higher bits")]
            fn from_word(word: u64) -> $lane {
                word as $lane
            }
            #[inline(always)]
            fn lanes(columns: &Columns) -> Option<&[$lane]> {
                match columns {
                    $(Columns::$name(lanes))|+ => Some(lanes.as_slice()),
                    _ => None,
                }
            }
            #[inline(always)]
            fn lanes_mut(columns: &mut Columns) -> Option<&mut [$lane]> {
                match columns {
                    $(Columns::$name(lanes))|+ => Some(lanes.as_mut_slice()),
                    _ => None,
                }
            }
            const BLOCKS: usize = <$lane>::BITS as usize / BLOCK;
            type Rows = $rows;
            #[inline(always)]
            fn small(rows: &$rows, row: usize) -> &[[$lane; BLOCK]] {
                // The row is below BITS anyway. The `%` tells the compiler so, which removes a bounds check.
                rows[row % <$lane>::BITS as usize..].as_chunks().0
            }
        }
    };
}
lane!(u16, L16, [u16; 2 * 16], u32, wider<B>: B::AtLeast16);
lane!(u32, L32, [u32; 2 * 32], u32, wider<B>: B::AtLeast32);
lane!(u64, Small | L64, Vec<u64>, u64, wider<B>: u64);

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
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "where all machines have vectors, only tests ask for it")
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
                let mut block = [0; BLOCK];
                each_row!(i => block[i] = <$word>::from_word(rows[i].into()));
                block
            }
            #[inline(always)]
            fn and(mut self, other: Self) -> Self {
                each_row!(i => self[i] &= other[i]);
                self
            }
            #[inline(always)]
            fn or(mut self, other: Self) -> Self {
                each_row!(i => self[i] |= other[i]);
                self
            }
            #[inline(always)]
            fn shr(mut self, n: u32) -> Self {
                each_row!(i => self[i] = if n < <$word>::BITS { self[i] >> n } else { 0 });
                self
            }
            #[inline(always)]
            fn shl(mut self, n: u32) -> Self {
                each_row!(i => self[i] = if n < <$word>::BITS { self[i] << n } else { 0 });
                self
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
            fn count(self, mut sum: u64) -> u64 {
                each_row!(i => sum += u64::from(self[i].count_ones()));
                sum
            }
            #[inline(always)]
            fn total(_: I, sum: u64) -> u64 {
                sum
            }
            #[inline(always)]
            fn xor(mut self, other: Self) -> Self {
                each_row!(i => self[i] ^= other[i]);
                self
            }
            #[inline(always)]
            fn without(mut self, other: Self) -> Self {
                each_row!(i => self[i] &= !other[i]);
                self
            }
            #[inline(always)]
            fn to_rows(self) -> [$word; BLOCK] {
                self
            }
        }
    )*};
}
portable!(u16, u32, u64);

#[cfg(test)]
mod tests {
    use core::array::from_fn;

    use super::*;
    use crate::bits::{Kernel, force, run};

    /// Compares every function of a block with the same on one row at a time.
    struct EveryFunction;

    impl Kernel<(), (), ()> for EveryFunction {
        type Output = ();
        const GAINS: bool = true;
        fn run<I: Isa>(isa: I, (): (), (): (), (): ()) {
            every_function::<I, I::B16>(isa);
            every_function::<I, I::B32>(isa);
            every_function::<I, I::B64>(isa);
            loads::<I, I::B16, u16>(isa);
            loads::<I, I::B32, u16>(isa);
            loads::<I, I::B32, u32>(isa);
            loads::<I, I::B64, u16>(isa);
            loads::<I, I::B64, u32>(isa);
            loads::<I, I::B64, u64>(isa);
            for n in 0..64 {
                let (low, high) = (mixed::<u64>(3), mixed::<u64>(4));
                let both = I::B64::load(isa, &low).shr_pair(I::B64::load(isa, &high), n);
                let wanted = from_fn(|i| ((u128::from(high[i]) << 64 | u128::from(low[i])) >> n) as u64);
                assert_eq!(both.to_rows(), wanted, "{n}");
            }
        }
    }

    /// Rows without order, the first and the last bit and all bits among them.
    fn mixed<L: Lane>(seed: u64) -> [L; BLOCK] {
        from_fn(|i| {
            let x = (seed * 16 + i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            L::from_word([x ^ x >> 29, 0, 1, u64::MAX, 1 << (8 * size_of::<L>() - 1)][i % 7 % 5])
        })
    }

    fn loads<I: Isa, B: Block<I>, L: Lane + Eq + Debug>(isa: I) {
        let rows = mixed::<L>(1);
        assert!(B::load(isa, &rows).to_rows().map(Into::into) == rows.map(Into::into));
        assert_eq!(B::load(isa, &rows).to_lanes::<L>(), rows);
    }

    fn every_function<I: Isa, B: Block<I>>(isa: I) {
        let bits = 8 * size_of::<B::Word>() as u32;
        let word = |row: B::Word| -> u64 { row.into() };
        let (rows, others) = (mixed::<B::Word>(1), mixed::<B::Word>(2).map(|row| !word(row)));
        let others = others.map(B::Word::from_word);
        let (a, b) = (B::load(isa, &rows), B::load(isa, &others));
        let same = |block: B, wanted: &dyn Fn(u64, u64) -> u64, what: &dyn Debug| {
            let wanted = from_fn(|i| B::Word::from_word(wanted(word(rows[i]), word(others[i]))));
            assert_eq!(block.to_rows(), wanted, "{what:?} of {bits} bits");
        };
        same(a.and(b), &|a, b| a & b, &"and");
        same(a.or(b), &|a, b| a | b, &"or");
        same(a.xor(b), &|a, b| a ^ b, &"xor");
        same(a.without(b), &|a, b| a & !b, &"without");
        same(B::zero(isa), &|_, _| 0, &"zero");
        for n in 0..=bits {
            same(a.shr(n), &|a, _| a.checked_shr(n).unwrap_or(0), &("shr", n));
            same(a.shl(n), &|a, _| a.checked_shl(n).unwrap_or(0), &("shl", n));
        }
        for by in 1 - bits.cast_signed()..bits.cast_signed() {
            same(a.slide(by), &|a, _| super::super::row::slide(a, by), &("slide", by));
        }
        // One pixel at each place.
        assert!(B::zero(isa).is_zero() && B::zero(isa).solid_rows() == 0);
        for (row, bit) in (0..BLOCK).flat_map(|row| (0..bits).map(move |bit| (row, bit))) {
            let one = B::load(isa, &from_fn(|i| B::Word::from_word(u64::from(i == row) << bit)));
            assert!(!one.is_zero(), "{row} {bit} of {bits}");
            assert_eq!(
                (one.solid_rows(), word(one.or_rows())),
                (1 << row, 1 << bit),
                "{row} {bit} of {bits}"
            );
            assert_eq!(B::total(isa, one.count(B::no_sum(isa))), 1, "{row} {bit} of {bits}");
        }
        let solid = (0..BLOCK).filter(|&i| word(rows[i]) != 0).fold(0, |all, i| all | 1 << i);
        assert_eq!(a.solid_rows(), solid);
        assert_eq!(word(a.or_rows()), rows.into_iter().fold(0, |all, row| all | word(row)));
        // As many full blocks as a counter of 16 bits would not hold.
        let full = B::load(isa, &[B::Word::from_word(u64::MAX); BLOCK]);
        let sum = (0..9000).fold(B::no_sum(isa), |sum, _| full.count(sum));
        assert_eq!(B::total(isa, sum), 9000 * BLOCK as u64 * u64::from(bits));
    }

    #[test]
    fn every_function_on_every_backend() {
        for &backend in force::available() {
            force::force(Some(backend));
            run::<EveryFunction, _, _, _>((), (), ());
        }
        force::force(None);
    }
}
