//! The loops over words, and the choice of an instruction set for them.
//!
//! A [`Kernel`] is a whole query as a value, written once for any [`Isa`]. [`run`] runs it on the widest instruction set that the machine
//! has. [`mod@column`] contains the loops. [`block`] says what they need from an instruction set, and has a portable one; `avx2` and
//! `simd128` are wider ones. WebAssembly cannot ask at run time: a module with vectors is compiled for nothing else.

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
mod once;
pub(crate) mod prefetch;
mod row;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

pub(crate) use block::Isa;
pub(crate) use columns::{Columns, Lane, PAD, TileRows, with_lanes};
pub(crate) use once::{KEEPS, MadeOnce};
pub(crate) use row::{
    between_turns, bits_of, each_bit, each_stretch, ends_of, last_bit, low_bits, span_bits, turns,
};

/// A query that is worth compiling for each instruction set.
///
/// `run`, and everything that it calls on its hot path, must be `#[inline(always)]` functions, not closures. A function that the compiler
/// does not inline is compiled for the plain target, where vector instructions become calls.
///
/// It takes three arguments instead of a struct, so that they are passed in registers.
pub(crate) trait Kernel<X, Y, Z> {
    type Output;
    fn run<I: Isa>(x: X, y: Y, z: Z) -> Self::Output;
}

/// Runs a kernel on the widest instruction set that the machine has.
#[inline(always)]
pub(crate) fn run<K: Kernel<X, Y, Z>, X, Y, Z>(x: X, y: Y, z: Z) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if backend::wide() {
        // SAFETY: `wide` returns true only if the processor has every feature that `run_wide` is compiled for.
        return unsafe { run_wide::<K, X, Y, Z>(x, y, z) };
    }
    run_portable::<K, X, Y, Z>(x, y, z)
}

/// Runs a kernel compiled for every machine of the target. If the processor was not examined yet, it examines it first and may use the
/// widest instruction set. This is a function of its own, so that callers of [`run`] need no registers for it.
#[inline(never)]
fn run_portable<K: Kernel<X, Y, Z>, X, Y, Z>(x: X, y: Y, z: Z) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if backend::choose_wide() {
        // SAFETY: as in `run`.
        return unsafe { run_wide::<K, X, Y, Z>(x, y, z) };
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return K::run::<simd128::Simd128>(x, y, z);
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    K::run::<block::Portable>(x, y, z)
}

/// Runs a kernel compiled for x86-64-v3.
///
/// # Safety
/// The processor must have AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn run_wide<K: Kernel<X, Y, Z>, X, Y, Z>(x: X, y: Y, z: Z) -> K::Output {
    K::run::<avx2::Avx2>(x, y, z)
}
