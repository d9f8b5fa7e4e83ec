//! What is derived from the pixels of a picture and is expensive to compute: built when first needed, shared by clones, dropped by every edit.
//! These files know no masks; what a mask keeps is in `mask/storage.rs`.

mod cracks;
mod field;
mod hull;
mod lazy;
mod reach;
mod silhouette;
mod stamp;
mod turned;

pub(crate) use cracks::{Crack, Cracks};
pub(crate) use field::{Field, UNITS};
pub(crate) use hull::Hull;
pub(crate) use lazy::Lazy;
pub(crate) use reach::{RUNGS, Reach};
pub(crate) use silhouette::{Disc, Silhouette};
pub(crate) use stamp::Stamp;
pub(crate) use turned::Turned;
