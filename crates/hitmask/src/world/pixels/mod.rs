//! Which pixels colliders have, in which form they can be read, and whether those of two meet.

pub(crate) mod aligned_mask;
pub(crate) mod cover_meeting;
pub(crate) mod drawing;
pub(crate) mod form;
pub(crate) mod labels;
pub(crate) mod moving_cover;
pub(crate) mod pair;
pub(crate) mod pair_state;
pub(crate) mod part_link;
pub(crate) mod picture_sharing;
pub(crate) mod raster_cover;
pub(crate) mod slot_pixels;
pub(crate) mod stored_collider;
pub(crate) mod texels;
pub(crate) mod turned_masks;
pub(crate) mod turned_sweep;
pub(crate) mod upright_mask;
