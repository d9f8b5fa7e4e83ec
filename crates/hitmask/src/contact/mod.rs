//! What physics asks about two masks at a whole-pixel offset: separation, normal, distance.

pub(crate) mod closest;
mod normal;
mod separation;
