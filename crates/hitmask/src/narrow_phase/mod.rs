//! Do two shapes touch, pixel for pixel, and where?

pub(crate) mod overlap;
