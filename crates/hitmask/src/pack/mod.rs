//! Packs: many masks with their names in one file, which is read without decoding a picture.
//!
//! [`Pack::open`] checks the header and the index. The data of an entry is checked and read when it is asked for. [`PackBuilder`] writes
//! packs. `docs/pack.md` in the repository describes the format.

mod alphas;
mod builder;
mod check;
mod edges;
mod entry;
mod error;
mod input;
mod layout;
mod read;
mod rings;
mod sprite;
mod view;

pub use builder::PackBuilder;
pub use entry::PackEntry;
pub use error::PackError;
pub use input::{NewFrame, NewSprite};
pub use read::Pack;
pub use sprite::{PackSlice, PackSprite, PackTag, SliceArea, TagDirection};
