//! Which pixels colliders have, in which form they can be read, and whether those of two meet.

pub(crate) mod bond;
pub(crate) mod cover;
pub(crate) mod drawn;
pub(crate) mod figure;
pub(crate) mod finding;
pub(crate) mod flat;
pub(crate) mod form;
pub(crate) mod images;
pub(crate) mod labels;
pub(crate) mod pair;
pub(crate) mod pictures;
pub(crate) mod quick;
pub(crate) mod slot_pixels;
pub(crate) mod texels;
pub(crate) mod travel;
pub(crate) mod turned;
pub(crate) mod turned_sweep;
