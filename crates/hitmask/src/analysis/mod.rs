//! Analysis of a mask: its components, outline, distances and moments, and masks and polygons derived from it.

pub(crate) mod components;
pub(crate) mod distance;
mod field;
pub(crate) mod fill;
pub(crate) mod moments;
pub(crate) mod morphology;
pub(crate) mod outline;
pub(crate) mod pieces;
mod silhouette;
pub(crate) mod simplify;
mod triangulate;
