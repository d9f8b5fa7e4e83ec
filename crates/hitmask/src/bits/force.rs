//! Selects the instruction set of the kernels, for this project's own tests and benchmarks. All choices give the same answers, so users
//! don't need this.

/// An instruction set that the kernels are compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Backend {
    /// The instructions that every machine of the target has.
    Portable,
    /// x86-64 with AVX2, BMI and POPCNT (x86-64-v3).
    Avx2,
    /// The same with AVX-512 as in Ice Lake and Zen 4: F, BW, DQ, VL, VBMI2 and VPOPCNTDQ.
    Avx512,
    /// 64-bit ARM with NEON, as nearly all its machines.
    Neon,
}

/// The backends that this machine can run, the widest last.
#[must_use]
pub fn available() -> &'static [Backend] {
    match super::backend::detect() {
        super::backend::AVX512 => &[Backend::Portable, Backend::Avx2, Backend::Avx512],
        super::backend::AVX2 => &[Backend::Portable, Backend::Avx2],
        super::backend::NEON => &[Backend::Portable, Backend::Neon],
        _ => &[Backend::Portable],
    }
}

/// Selects this backend for the whole process from now on. None selects the widest again.
///
/// # Panics
/// If the machine cannot run it.
pub fn force(backend: Option<Backend>) {
    if let Some(backend) = backend {
        assert!(available().contains(&backend), "this machine cannot run {backend:?}");
    }
    super::backend::choose(backend.map(|backend| match backend {
        Backend::Portable => super::backend::PORTABLE,
        Backend::Avx2 => super::backend::AVX2,
        Backend::Avx512 => super::backend::AVX512,
        Backend::Neon => super::backend::NEON,
    }));
}
