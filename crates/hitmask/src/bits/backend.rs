//! Which set of kernels runs. On x86-64 this is detected once, at the first query. Elsewhere only tests choose.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only x86-64 detects anything"))]

use core::sync::atomic::{AtomicU8, Ordering};

const UNKNOWN: u8 = 0;
pub(super) const PORTABLE: u8 = 1;
/// The kernels of `avx2` may be called.
pub(super) const AVX2: u8 = 2;
/// The kernels of `avx512` may be called, and those of `avx2`.
pub(super) const AVX512: u8 = 3;
/// The kernels of `neon` may be called.
pub(super) const NEON: u8 = 4;
static CHOICE: AtomicU8 = AtomicU8::new(UNKNOWN);

/// Selects a set of kernels from now on, which the machine must have. None detects again at the next query.
#[cfg(feature = "__backend")]
pub(super) fn choose(set: Option<u8>) {
    assert!(set <= Some(detect()));
    CHOICE.store(set.unwrap_or(UNKNOWN), Ordering::Relaxed);
}

/// The set of kernels that may be called. None of the names before the first detection.
#[inline(always)]
pub(super) fn chosen() -> u8 {
    CHOICE.load(Ordering::Relaxed)
}

/// The set of kernels that may be called. Detects it at the first call.
pub(super) fn choose_widest() -> u8 {
    if chosen() == UNKNOWN {
        CHOICE.store(detect(), Ordering::Relaxed);
    }
    chosen()
}

macro_rules! has {
    ($($feature:tt),*) => {{
        #[cfg(all(target_arch = "x86_64", feature = "std", not(miri)))]
        let has = $(std::is_x86_feature_detected!($feature))&&*;
        #[cfg(not(all(target_arch = "x86_64", feature = "std", not(miri))))]
        let has = cfg!(all($(target_feature = $feature,)* not(miri)));
        has
    }};
}

/// The widest set of kernels for which the machine has every feature.
pub(super) fn detect() -> u8 {
    let avx2 = has!("avx2", "bmi1", "bmi2", "lzcnt", "popcnt");
    let avx512 = has!("avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512vbmi2", "avx512vpopcntdq");
    match (avx2, avx512) {
        _ if cfg!(all(
            target_arch = "aarch64",
            target_feature = "neon",
            target_endian = "little",
            not(miri)
        )) =>
        {
            NEON
        }
        (true, true) => AVX512,
        (true, false) => AVX2,
        (false, _) => PORTABLE,
    }
}
