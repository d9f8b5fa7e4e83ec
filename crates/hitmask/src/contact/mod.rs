//! What physics asks about two masks at a whole-pixel offset: which way apart, how far, how near.

pub(crate) mod closest;
mod normal;
mod separation;
