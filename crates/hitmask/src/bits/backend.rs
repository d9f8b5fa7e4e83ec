//! Which of the two sets of kernels runs on x86-64. This is detected once, at the first query.

use core::sync::atomic::{AtomicU8, Ordering};

const UNKNOWN: u8 = 0;
const PORTABLE: u8 = 1;
const WIDE: u8 = 2;
static CHOICE: AtomicU8 = AtomicU8::new(UNKNOWN);

/// Selects the wide kernels or the portable ones from now on. None detects again at the next query.
///
/// # Panics
/// If the machine cannot run the wide kernels.
#[cfg(feature = "__backend")]
pub(super) fn choose(wide: Option<bool>) {
    assert!(wide != Some(true) || detect(), "this machine has no AVX2");
    let choice = wide.map_or(UNKNOWN, |wide| if wide { WIDE } else { PORTABLE });
    CHOICE.store(choice, Ordering::Relaxed);
}

/// Whether the wide kernels may be called. False before the first detection.
#[inline(always)]
pub(super) fn wide() -> bool {
    CHOICE.load(Ordering::Relaxed) == WIDE
}

/// Whether the wide kernels may be called. Detects it at the first call.
pub(super) fn choose_wide() -> bool {
    if CHOICE.load(Ordering::Relaxed) == UNKNOWN {
        CHOICE.store(if detect() { WIDE } else { PORTABLE }, Ordering::Relaxed);
    }
    wide()
}

/// Whether the machine has every feature that the wide kernels need.
pub(super) fn detect() -> bool {
    #[cfg(all(feature = "std", not(miri)))]
    {
        std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt")
    }
    #[cfg(not(all(feature = "std", not(miri))))]
    {
        cfg!(all(
            target_feature = "avx2",
            target_feature = "bmi1",
            target_feature = "bmi2",
            target_feature = "lzcnt",
            target_feature = "popcnt",
            not(miri)
        ))
    }
}
