//! Shapes made from shapes.

pub(crate) mod morphology;
