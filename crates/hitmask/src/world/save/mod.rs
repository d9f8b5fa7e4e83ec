//! Snapshots, bytes and hashes of a world, and its self-check.

pub(crate) mod codec;
#[cfg(feature = "serde")]
pub(crate) mod saved;
pub(crate) mod snapshot;
pub(crate) mod state;
pub(crate) mod validate;
