//! Chooses the instruction set of the kernels, for this project's own tests and benchmarks: every choice gives the same answers, so a
//! user has nothing to choose.

/// An instruction set that the kernels are compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Backend {
    /// What every machine of the target has.
    Portable,
    /// x86-64 with AVX2, BMI and POPCNT (x86-64-v3).
    Avx2,
}

/// The backends that this machine can run, the widest last.
#[must_use]
pub fn available() -> &'static [Backend] {
    #[cfg(target_arch = "x86_64")]
    if super::backend::detect() {
        return &[Backend::Portable, Backend::Avx2];
    }
    &[Backend::Portable]
}

/// Uses this backend in the whole process from now on; None goes back to the widest.
///
/// # Panics
/// When the machine can't run it.
pub fn force(backend: Option<Backend>) {
    #[cfg(target_arch = "x86_64")]
    super::backend::choose(backend.map(|backend| backend == Backend::Avx2));
    #[cfg(not(target_arch = "x86_64"))]
    assert!(backend != Some(Backend::Avx2), "this machine has no AVX2");
}
