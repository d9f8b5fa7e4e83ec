//! Do two shapes touch, pixel for pixel, and where?

pub(crate) mod batch;
mod offsets;
pub(crate) mod overlap;
