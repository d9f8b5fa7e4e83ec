//! Which instruction set the kernels use. For this project's own tests and benchmarks: every choice gives the same
//! answers, so a user has nothing to choose.

use core::sync::atomic::{AtomicU8, Ordering};

/// An instruction set that the kernels are compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Backend {
    /// What every machine of the target has.
    Portable,
    /// x86-64 with AVX2, BMI and POPCNT (x86-64-v3).
    Avx2,
}

const UNKNOWN: u8 = 0;
const PORTABLE: u8 = 1;
const WIDE: u8 = 2;
static CHOICE: AtomicU8 = AtomicU8::new(UNKNOWN);

/// The backends that this machine can run, the widest last.
#[must_use]
pub fn available() -> &'static [Backend] {
    if detect() { &[Backend::Portable, Backend::Avx2] } else { &[Backend::Portable] }
}

/// Uses this backend in the whole process from now on; None goes back to the widest.
///
/// # Panics
/// When the machine can't run it.
pub fn force(backend: Option<Backend>) {
    let choice = match backend {
        None => UNKNOWN,
        Some(Backend::Portable) => PORTABLE,
        Some(Backend::Avx2) => {
            assert!(detect(), "this machine has no AVX2");
            WIDE
        }
    };
    CHOICE.store(choice, Ordering::Relaxed);
}

/// Whether the wide kernels may be called; false as long as nobody has looked.
#[inline(always)]
#[cfg(target_arch = "x86_64")]
pub(super) fn wide() -> bool {
    CHOICE.load(Ordering::Relaxed) == WIDE
}

/// Whether the wide kernels may be called; looks if nobody has.
#[cfg(target_arch = "x86_64")]
pub(super) fn choose_wide() -> bool {
    if CHOICE.load(Ordering::Relaxed) == UNKNOWN {
        CHOICE.store(if detect() { WIDE } else { PORTABLE }, Ordering::Relaxed);
    }
    wide()
}

fn detect() -> bool {
    #[cfg(all(target_arch = "x86_64", feature = "std", not(miri)))]
    {
        std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt")
    }
    #[cfg(not(all(target_arch = "x86_64", feature = "std", not(miri))))]
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
