//! The word loops. Each is written once, in safe code that the compiler turns into vector instructions
//! ([`generic`]); [`x86`] compiles the same code again for wider ones, and [`backend`] chooses between them.
//!
//! A kernel walks down one column of mask A and what lies [`Under`] it: [`One`] column of B, or [`Two`]
//! neighbouring ones, shifted so that their pixels stand below A's. What is done where they meet (any, area, first, span,
//! edit) doesn't know of shifts.

pub mod backend;
mod generic;
#[cfg(target_arch = "x86_64")]
mod x86;

use crate::mask::Lane;
pub(crate) use generic::{Edit, One, Span, Two, Under, Word};

/// Runs a generic kernel on the widest instruction set that the machine has.
macro_rules! dispatch {
    ($kernel:ident($($argument:expr),*)) => {{
        #[cfg(target_arch = "x86_64")]
        if backend::wide() {
            // SAFETY: `wide` is true only where the processor has every feature that `x86` is compiled for.
            #[expect(unsafe_code, reason = "calls a function compiled for features that were just found present")]
            return unsafe { x86::$kernel($($argument),*) };
        }
        generic::$kernel($($argument),*)
    }};
}

/// How many bits are set.
pub(crate) fn count<L: Lane>(lanes: &[L]) -> u64 {
    dispatch!(count(lanes))
}

/// Whether any pixel is solid in both, in the first `rows` rows. May look at the rest of the last block of
/// [`generic::BLOCK`] rows too: the caller knows it to be clear in one of the two, or welcome.
#[inline]
pub(crate) fn any<A: Lane, U: Under>(a: &[A], under: U, rows: usize) -> bool {
    dispatch!(any(a, under, rows))
}

/// How many pixels are solid in both. The rows as in [`any`].
#[inline]
pub(crate) fn area<A: Lane, U: Under>(a: &[A], under: U, rows: usize) -> u64 {
    dispatch!(area(a, under, rows))
}

/// The first row with a pixel that is solid in both, and its lowest bit. The rows as in [`any`].
#[inline]
pub(crate) fn first<A: Lane, U: Under>(a: &[A], under: U, rows: usize) -> Option<(usize, u32)> {
    dispatch!(first(a, under, rows))
}

/// The first row and the last with a pixel that is solid in both, and the bits that any row has. The rows as in [`any`].
#[inline]
pub(crate) fn span<A: Lane, U: Under>(a: &[A], under: U, rows: usize) -> Option<Span> {
    dispatch!(span(a, under, rows))
}

/// Edits every row of A by what lies under it. Bits that `keep` doesn't have are never written as set.
#[inline]
pub(crate) fn edit<A: Lane, U: Under>(a: &mut [A], under: U, edit: Edit, keep: u64) {
    dispatch!(edit(a, under, edit, keep))
}
