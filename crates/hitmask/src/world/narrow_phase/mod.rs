//! Whether two colliders share a pixel of the world, and where.

pub(crate) mod cover_meeting;
pub(crate) mod judge;
pub(crate) mod labels;
pub(crate) mod pair;
pub(crate) mod raster_cover;
