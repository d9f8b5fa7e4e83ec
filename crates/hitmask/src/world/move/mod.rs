//! Characters and solids that move.

pub(crate) mod convoy;
pub(crate) mod fit;
pub(crate) mod moving_solid;
pub(crate) mod slide;
pub(crate) mod slope;
mod support;
