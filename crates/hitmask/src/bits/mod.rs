//! The loops over words, and the choice of an instruction set for them.
//!
//! A [`Kernel`] is a whole query as a value, written once for any [`Isa`]. [`run`] runs it on the widest instruction set that the machine
//! has. [`mod@column`] contains the loops. [`block`] says what they need from an instruction set, and has a portable one; `avx2`, `avx512`,
//! `neon` and `simd128` are wider ones. WebAssembly has no detection at run time: a module that is compiled with vectors runs only where
//! there are vectors. On targets for 64-bit ARM with NEON, nothing has to be detected.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calls functions for features that were found present")
)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(any(target_arch = "x86_64", feature = "__backend"))]
mod backend;
pub(crate) mod block;
pub(crate) mod column;
mod columns;
#[cfg(feature = "__backend")]
pub mod force;
pub(crate) mod ids;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little", not(miri)))]
mod neon;
mod once;
pub(crate) mod prefetch;
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little", not(miri))
))]
mod registers;
mod row;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

#[cfg(not(any(
    all(target_arch = "wasm32", target_feature = "simd128"),
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little", not(miri)),
)))]
pub(crate) use block::Portable as Everywhere;
pub(crate) use block::{Isa, Lane};
pub(crate) use columns::{Columns, PAD, TileRows, with_lanes};
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little", not(miri)))]
pub(crate) use neon::Neon as Everywhere;
pub(crate) use once::{KEEPS, MadeOnce};
pub(crate) use row::{
    between_turns, bits_of, each_bit, each_stretch, ends_of, last_bit, low_bits, span_bits, turns,
};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use simd128::Simd128 as Everywhere;

/// Whether no number is greater than the one in the same place of the other list. Compilers make one comparison of vectors of the loop, but
/// not where they optimise for size, as for WebAssembly.
#[inline(always)]
pub(crate) fn none_greater(a: &[i32; 4], b: &[i32; 4]) -> bool {
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return simd128::none_greater(a, b);
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    {
        let mut greater = false;
        for k in 0..4 {
            greater |= a[k] > b[k];
        }
        !greater
    }
}

/// A query that is worth compiling for each instruction set.
///
/// `run`, and everything that it calls on its hot path, must be `#[inline(always)]` functions, not closures. A function that the compiler
/// does not inline is compiled for the plain target, where vector instructions become calls.
///
/// It takes three arguments instead of a struct, so that they are passed in registers.
pub(crate) trait Kernel<X, Y, Z> {
    type Output;
    /// Whether AVX-512 was measured to be faster than AVX2. If not, it runs on AVX2 there, and the program has a copy less.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "only x86-64 has these instructions"))]
    const GAINS: bool = false;
    fn run<I: Isa>(isa: I, x: X, y: Y, z: Z) -> Self::Output;
}

/// Runs a kernel on the widest instruction set that the machine has.
#[inline(always)]
pub(crate) fn run<K: Kernel<X, Y, Z>, X, Y, Z>(x: X, y: Y, z: Z) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    match backend::chosen() {
        // SAFETY: this is chosen only if the processor has every feature that `run_avx512` is compiled for.
        backend::AVX512 if K::GAINS => return unsafe { run_avx512::<K, X, Y, Z>(x, y, z) },
        // SAFETY: the same for `run_avx2`.
        backend::AVX2.. => return unsafe { run_avx2::<K, X, Y, Z>(x, y, z) },
        _ => {}
    }
    run_portable::<K, X, Y, Z>(x, y, z)
}

/// Runs a kernel compiled for every machine of the target. If the processor was not examined yet, it examines it first and may use the
/// widest instruction set. This is a function of its own, so that callers of [`run`] need no registers for it.
#[inline(never)]
fn run_portable<K: Kernel<X, Y, Z>, X, Y, Z>(x: X, y: Y, z: Z) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    match backend::choose_widest() {
        // SAFETY: as in `run`.
        backend::AVX512 if K::GAINS => return unsafe { run_avx512::<K, X, Y, Z>(x, y, z) },
        // SAFETY: as in `run`.
        backend::AVX2.. => return unsafe { run_avx2::<K, X, Y, Z>(x, y, z) },
        _ => {}
    }
    #[cfg(all(feature = "__backend", not(target_arch = "x86_64")))]
    if backend::chosen() == backend::PORTABLE {
        return K::run(block::Portable, x, y, z);
    }
    K::run(Everywhere, x, y, z)
}

/// Runs a kernel compiled for x86-64-v3. Calling it elsewhere is unsafe.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_avx2<K: Kernel<X, Y, Z>, X, Y, Z>(x: X, y: Y, z: Z) -> K::Output {
    K::run(avx2::Avx2::new(), x, y, z)
}

/// Runs a kernel compiled for AVX-512. Calling it elsewhere is unsafe.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq")]
fn run_avx512<K: Kernel<X, Y, Z>, X, Y, Z>(x: X, y: Y, z: Z) -> K::Output {
    K::run(avx512::Avx512::new(), x, y, z)
}
