//! Shapes made from shapes.

pub(crate) mod components;
pub(crate) mod convex;
pub(crate) mod distance;
pub(crate) mod fill;
pub(crate) mod moments;
pub(crate) mod morphology;
pub(crate) mod outline;
pub(crate) mod pieces;
pub(crate) mod simplify;
mod triangulate;
