//! Blocks in vector registers, for any instruction set that has such registers: `avx2`, `avx512` and `neon` are made by these macros.

/// Functions that need an instruction set. Each of them takes a block, which only an [`Isa`] can make, or the [`Isa`] itself.
macro_rules! proven {
    ($(fn $name:ident$(<$lane:ident: Lane>)?($($argument:tt)*) -> $output:ty { $($body:tt)* })*) => {$(
        #[inline(always)]
        fn $name$(<$lane: Lane>)?($($argument)*) -> $output {
            // SAFETY: the machine has the instructions: whoever calls this has a proof of it. What reads or writes memory does so within an
            // array of `BLOCK` rows: register i of `BLOCK / ROWS` has the `ROWS` rows from row i * `ROWS` on.
            unsafe { $($body)* }
        }
    )*};
}
pub(super) use proven;

/// A loop over so many registers or rows.
macro_rules! each {
    ($i:ident in $count:tt: $body:expr) => {
        let mut $i = 0;
        while $i < $count {
            $body;
            $i += 1;
        }
    };
}
pub(super) use each;

/// The block that is made of some registers. `$set` is a module with what does not ask how wide a word is; the functions after it do.
///
/// Uses loops, not closures: a closure is a function of its own, compiled without AVX2, for example, and no intrinsic would be inlined into it.
macro_rules! block {
    (
        $isa:ident: $name:ident = $registers:literal x $set:ident of $word:ty,
        $shr:ident, $shl:ident, $slide:ident, $pair:ident, $solid:ident,
        $($lane:literal => $load:expr),*
    ) => {
        #[derive(Clone, Copy)]
        pub(crate) struct $name([$set::Register; $registers]);

        impl $name {
            const ROWS: usize = BLOCK / $registers;
        }

        impl Block<$isa> for $name {
            type Word = $word;
            type Sum = $set::Register;

            proven! {
                fn zero(_: $isa) -> Self {
                    $name([$set::zero(); $registers])
                }

                fn load<L: Lane>(isa: $isa, rows: &[L; BLOCK]) -> Self {
                    let mut block = Self::zero(isa);
                    let mut i = 0;
                    while i < $registers {
                        let rows = rows.as_ptr().add(i * Self::ROWS);
                        block.0[i] = match 8 * size_of::<L>() {
                            $($lane => $load(rows.cast()),)*
                            _ => unreachable!("a word is at least as wide as the lane that it is loaded from"),
                        };
                        i += 1;
                    }
                    block
                }

                fn and(mut self, other: Self) -> Self {
                    each!(i in $registers: self.0[i] = $set::and(self.0[i], other.0[i]));
                    self
                }

                fn or(mut self, other: Self) -> Self {
                    each!(i in $registers: self.0[i] = $set::or(self.0[i], other.0[i]));
                    self
                }

                fn shr(mut self, n: u32) -> Self {
                    each!(i in $registers: self.0[i] = $shr(self.0[i], n));
                    self
                }

                fn shl(mut self, n: u32) -> Self {
                    each!(i in $registers: self.0[i] = $shl(self.0[i], n));
                    self
                }

                fn slide(mut self, by: i32) -> Self {
                    each!(i in $registers: self.0[i] = $slide(self.0[i], by));
                    self
                }

                fn shr_pair(mut self, high: Self, n: u32) -> Self {
                    each!(i in $registers: self.0[i] = $pair(self.0[i], high.0[i], n));
                    self
                }

                fn is_zero(self) -> bool {
                    let mut all = self.0[0];
                    each!(i in $registers: all = $set::or(all, self.0[i]));
                    $set::is_zero(all)
                }

                fn no_sum(_: $isa) -> $set::Register {
                    $set::zero()
                }

                fn count(self, sum: $set::Register) -> $set::Register {
                    $set::count(self.0, sum)
                }

                fn total(_: $isa, sum: $set::Register) -> u64 {
                    $set::total(sum)
                }

                fn xor(mut self, other: Self) -> Self {
                    each!(i in $registers: self.0[i] = $set::xor(self.0[i], other.0[i]));
                    self
                }

                fn without(mut self, other: Self) -> Self {
                    each!(i in $registers: self.0[i] = $set::not_and(other.0[i], self.0[i]));
                    self
                }

                fn solid_rows(self) -> u32 {
                    $solid(self.0)
                }

                fn or_rows(self) -> $word {
                    let mut all = self.0[0];
                    each!(i in $registers: all = $set::or(all, self.0[i]));
                    let (mut rows, mut union) = ([0; BLOCK / $registers], 0);
                    $set::store(rows.as_mut_ptr().cast(), all);
                    each!(i in { BLOCK / $registers }: union |= rows[i]);
                    union
                }

                fn to_rows(self) -> [$word; BLOCK] {
                    let mut rows = [0; BLOCK];
                    each!(i in $registers: $set::store(rows.as_mut_ptr().add(i * Self::ROWS).cast(), self.0[i]));
                    rows
                }
            }
        }
    };
}
pub(super) use block;

/// Loads of rows that are narrower than the words.
macro_rules! loads {
    ($feature:literal: $($name:ident = $extend:ident($load:ident), $rows:ty => $register:ty;)*) => {$(
        /// # Safety
        /// As many rows as a register has words must be readable.
        #[inline]
        #[target_feature(enable = $feature)]
        unsafe fn $name(rows: *const $rows) -> $register {
            // SAFETY: the caller's rows can be read.
            $extend(unsafe { $load(rows) })
        }
    )*};
}
pub(super) use loads;
