//! Packs: finds the sprites in files and folders, and writes their masks into one file, which [`hitmask::Pack`] reads.

mod packer;
mod settings;
mod sources;
mod unpack;

pub use packer::{Packed, Packer, PackingStep};
pub use settings::{PackContent, PackOutline, PackSettings};
pub use sources::{PackSource, named_files};
pub use unpack::{load_pack, select_packed};
