//! Which set of kernels runs on x86-64. This is detected once, at the first query.

use core::sync::atomic::{AtomicU8, Ordering};

const UNKNOWN: u8 = 0;
pub(super) const PORTABLE: u8 = 1;
/// The kernels of `avx2` may be called.
pub(super) const AVX2: u8 = 2;
/// The kernels of `avx512` may be called, and those of `avx2`.
pub(super) const AVX512: u8 = 3;
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
        #[cfg(all(feature = "std", not(miri)))]
        let has = $(std::is_x86_feature_detected!($feature))&&*;
        #[cfg(not(all(feature = "std", not(miri))))]
        let has = cfg!(all($(target_feature = $feature,)* not(miri)));
        has
    }};
}

/// The widest set of kernels for which the machine has every feature.
pub(super) fn detect() -> u8 {
    if !has!("avx2", "bmi1", "bmi2", "lzcnt", "popcnt") {
        PORTABLE
    } else if !has!("avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512vbmi2", "avx512vpopcntdq") {
        AVX2
    } else {
        AVX512
    }
}
