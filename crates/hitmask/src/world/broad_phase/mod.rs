//! The boxes of colliders, by space, and which of them meet, at rest or along their paths.

pub(crate) mod box_motion;
pub(crate) mod far_ways;
pub(crate) mod filter;
pub(crate) mod moved_rows;
pub(crate) mod space;
pub(crate) mod spaces;
pub(crate) mod way_cells;
