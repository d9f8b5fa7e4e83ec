//! Characters and solids that move.

pub(crate) mod fit;
pub(crate) mod slide;
pub(crate) mod slope;
pub(crate) mod solid;
