//! Which pixels colliders have, in which form they can be read, and whether those of two meet.

pub(crate) mod bond;
pub(crate) mod cover;
pub(crate) mod cover_meeting;
pub(crate) mod drawing;
pub(crate) mod finding;
pub(crate) mod flat;
pub(crate) mod form;
pub(crate) mod labels;
pub(crate) mod pair;
pub(crate) mod picture_sharing;
pub(crate) mod quick;
pub(crate) mod slot_pixels;
pub(crate) mod stored_collider;
pub(crate) mod texels;
pub(crate) mod travel;
pub(crate) mod turned_masks;
pub(crate) mod turned_sweep;
