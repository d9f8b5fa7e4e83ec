//! States of a world outside it: snapshots, hashes, bytes.

pub(crate) mod codec;
#[cfg(feature = "serde")]
pub(crate) mod saved;
pub(crate) mod snapshot;
pub(crate) mod state_numbers;
mod work;
