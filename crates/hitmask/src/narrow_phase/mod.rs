//! Do two shapes touch, pixel for pixel, and where?

pub(crate) mod area_map;
pub(crate) mod batch;
pub(crate) mod contact;
mod offsets;
pub(crate) mod overlap;
pub(crate) mod sweep;
pub(crate) mod transformed;
