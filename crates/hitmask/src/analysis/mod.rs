//! What is found out about a mask: its parts, its outline, its distances, and masks made from it.

pub(crate) mod components;
pub(crate) mod distance;
mod field;
pub(crate) mod fill;
pub(crate) mod moments;
pub(crate) mod morphology;
pub(crate) mod outline;
pub(crate) mod pieces;
pub(crate) mod simplify;
mod triangulate;
