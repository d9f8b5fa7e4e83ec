//! What colliders meet along their paths.

pub(crate) mod moving_cover;
pub(crate) mod swept;
mod swept_paths;
pub(crate) mod turned_sweep;
pub(crate) mod way;
