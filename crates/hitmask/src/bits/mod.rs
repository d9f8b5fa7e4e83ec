//! The word loops, and the one place that chooses an instruction set for them.
//!
//! A [`Kernel`] is a whole query as a value, written once over an [`Isa`]. [`run`] runs it on the widest one that the machine
//! has. [`mod@column`] has the loops; [`block`] what they need of an instruction set, with a portable one; [`avx2`] a wider one.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calls functions for features that were found present")
)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod backend;
pub(crate) mod block;
pub(crate) mod column;
mod columns;
#[cfg(feature = "__backend")]
pub mod force;
pub(crate) mod prefetch;
mod row;

pub(crate) use block::Isa;
pub(crate) use columns::{Columns, Lane, PAD, TileRows, with_lanes};
pub(crate) use row::{bits_of, each_stretch, low_bits, span_bits};

/// A query that is worth compiling for each instruction set.
///
/// `run` and all that it calls on its hot path must be `#[inline(always)]` functions, not closures: what is a function of its own
/// when the compiler inlines is compiled for the plain target, and vector instructions become calls.
///
/// It takes three arguments rather than one that holds them, so that they travel in registers.
pub(crate) trait Kernel<X, Y, Z> {
    type Output;
    fn run<I: Isa>(x: X, y: Y, z: Z) -> Self::Output;
}

/// Runs a kernel on the widest instruction set that the machine has.
#[inline(always)]
pub(crate) fn run<K: Kernel<X, Y, Z>, X, Y, Z>(x: X, y: Y, z: Z) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if backend::wide() {
        // SAFETY: `wide` is true only where the processor has every feature that `run_wide` is compiled for.
        return unsafe { run_wide::<K, X, Y, Z>(x, y, z) };
    }
    run_portable::<K, X, Y, Z>(x, y, z)
}

/// A kernel, compiled for every machine of the target; or on the widest instruction set after all, when nobody has looked for
/// it yet. A function of its own, so that a caller of [`run`] needs no registers for it.
#[inline(never)]
fn run_portable<K: Kernel<X, Y, Z>, X, Y, Z>(x: X, y: Y, z: Z) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if backend::choose_wide() {
        // SAFETY: as in `run`.
        return unsafe { run_wide::<K, X, Y, Z>(x, y, z) };
    }
    K::run::<block::Portable>(x, y, z)
}

/// A kernel, compiled for x86-64-v3.
///
/// # Safety
/// The processor must have AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn run_wide<K: Kernel<X, Y, Z>, X, Y, Z>(x: X, y: Y, z: Z) -> K::Output {
    K::run::<avx2::Avx2>(x, y, z)
}
