//! Shapes made from shapes.

pub(crate) mod distance;
pub(crate) mod morphology;
