//! Reads sprites: PNG, GIF and WebP pictures, sheets that are cut by a grid, TexturePacker and Aseprite JSON atlases, and Aseprite
//! files. Each is a list of frames, from which [`hitmask`] makes masks.
//!
//! ```
//! use hitmask_assets::{Options, load};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets"))?;
//! let player = load("player.aseprite", &Options::default())?;
//! let standing = player.frames[0].mask(128);
//! let walking = player.select("3")?.mask(128);
//! assert_eq!((player.frames.len(), standing.size()), (14, (24, 24)));
//! assert!(standing.overlaps(&walking, (10, 0)));
//! assert!(!standing.overlaps(&walking, (24, 0)));
//! # Ok(())
//! # }
//! ```
//!
//! # Guarantees
//! - The first bytes tell the format. The name of the file plays no part.
//! - Untrusted bytes are safe to read: damaged, truncated and lying files give a typed [`Error`] that names the file and the cause.
//!   Sizes, memory and work are checked against the [`Limits`] before memory is allocated and before the work is done.
//! - Names are given as the file has them. Print them with [`printable`].
//! - Frames have their full size. Frames that an atlas has trimmed or rotated are restored.
//! - 16-bit channels keep their high byte; without an alpha channel every pixel has alpha 255.

mod aseprite;
mod atlas;
mod blend;
mod canvas;
mod error;
mod gif;
mod image;
mod limits;
mod load;
mod png;
mod sprite;
mod webp;

pub use error::{Error, ErrorKind, Limit, Result, printable};
pub use image::Image;
pub use limits::Limits;
pub use load::{Format, Options, decode, decode_atlas, load};
pub use png::encode_png;
pub use sprite::{AlphaKind, Direction, Frame, Slice, SliceKey, Sprite, Tag};
