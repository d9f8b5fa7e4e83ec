//! The generic kernels, compiled for x86-64-v3. Nothing here but the attribute.
#![expect(unsafe_code, reason = "a function with a target feature is unsafe to call without it")]

use super::generic::{self, Edit, Span, Under};
use crate::mask::Lane;

macro_rules! wide {
    ($($name:ident <$($generic:ident: $bound:ident),*> ($($argument:ident: $type:ty),*) -> $result:ty;)*) => {$(
        /// # Safety
        /// The processor must have AVX2, BMI1, BMI2, LZCNT and POPCNT.
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        pub(super) unsafe fn $name<$($generic: $bound),*>($($argument: $type),*) -> $result {
            generic::$name($($argument),*)
        }
    )*};
}

wide! {
    count<L: Lane>(lanes: &[L]) -> u64;
    any<A: Lane, U: Under>(a: &[A], under: U, rows: usize) -> bool;
    area<A: Lane, U: Under>(a: &[A], under: U, rows: usize) -> u64;
    first<A: Lane, U: Under>(a: &[A], under: U, rows: usize) -> Option<(usize, u32)>;
    span<A: Lane, U: Under>(a: &[A], under: U, rows: usize) -> Option<Span>;
    edit<A: Lane, U: Under>(a: &mut [A], under: U, how: Edit, keep: u64) -> ();
}
