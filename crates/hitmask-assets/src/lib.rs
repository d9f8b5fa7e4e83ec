//! Reads sprites: PNG, GIF, WebP, JPEG, BMP, TGA and QOI pictures, sheets that are cut by a grid, atlases of TexturePacker, Pixi, Aseprite,
//! libGDX, Starling (Sparrow), cocos2d and Kivy, and Aseprite files. Each is a list of frames, from which [`hitmask`] makes masks. [`Sprite::collision_frames`] makes the shape
//! of an animated collider, [`Tag::frame_at`] says which frame is shown when. A [`Packer`] puts the masks of many sprites into one file.
//!
//! [`load_mask`] is the shortest way from a picture to its mask.
//!
//! [`load_levels`] reads levels of Tiled and LDtk. [`Level::tile_map`] makes a [`hitmask::TileMap`] of a layer, [`Level::objects`] gives its
//! objects with their shapes, [`Level::pixels`] a flat mask of anything. The repository's `docs/level_files.md` tells all about it.
//!
//! ```
//! use hitmask_assets::{Image, Options, encode_png, load};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A sheet of two frames, 8 x 8 pixels each: solid to the left of x = 4, and above y = 2.
//! let solid = |i: usize| if i % 16 < 8 { i % 16 < 4 } else { i / 16 < 2 };
//! let rgba = (0..16 * 8).flat_map(|i| [255, 255, 255, if solid(i) { 255 } else { 0 }]).collect();
//! let file = std::env::temp_dir().join("hitmask-assets-example.png");
//! std::fs::write(&file, encode_png(&Image::from_rgba8(16, 8, rgba)?))?;
//!
//! let sheet = load(&file, &Options { grid: Some((8, 8)), ..Options::default() })?;
//! let standing = sheet.frames[0].mask(128);
//! let walking = sheet.select("1")?.mask(128);
//! assert_eq!((sheet.frames.len(), standing.size()), (2, (8, 8)));
//! assert!(standing.overlaps(&walking, (3, 0)));
//! assert!(!standing.overlaps(&walking, (4, 0)));
//! # Ok(())
//! # }
//! ```
//!
//! # Guarantees
//! - The format is found from the first bytes. The name of the file does not matter.
//! - Untrusted bytes are safe to read: damaged, truncated and malicious files give a typed [`Error`] that names the file and the cause.
//!   Sizes, memory and work are checked against the [`Limits`] before the memory is allocated and before the work is done.
//! - Names are as the files have them. Print them with [`printable`], and paths with [`printable_path`].
//! - Frames have their full size. Frames that an atlas has trimmed or rotated are restored.
//! - 16-bit channels keep their high byte; without an alpha channel every pixel has alpha 255.

mod aseprite;
mod atlas;
mod blend;
mod bmp;
mod canvas;
mod collision;
mod corner;
mod error;
mod file;
mod format;
mod gif;
mod image;
mod jpeg;
mod json;
mod labels;
mod level;
mod limits;
mod load;
mod other;
mod pack;
mod picture;
mod playback;
mod png;
mod qoi;
mod sniff;
mod sprite;
mod svg;
mod tag;
mod text;
mod tga;
mod vp8l;
mod webp;
mod within;
mod world_picture;
mod xml;

pub use atlas::decode_polygons;
pub use collision::{CollisionFrames, CollisionOptions, FrameChoice};
pub use error::{Error, ErrorKind, Limit, Result, printable, printable_path};
pub use format::Format;
pub use image::Image;
pub use labels::{LabelOptions, LabelSource, decode_labels, load_labels, polygon_mask};
pub use level::{
    Level, LevelAlignment, LevelCell, LevelCells, LevelContent, LevelFile, LevelLayer, LevelMap, LevelObject,
    LevelObjectAt, LevelObjectShape, LevelOptions, LevelOrientation, LevelPicture, LevelPixels,
    LevelProperties, LevelRule, LevelShape, LevelTile, LevelTileAt, LevelTileSet, LevelValue, TileShapes,
    decode_levels, level_files, load_levels,
};
pub use limits::Limits;
pub use load::{Options, decode, decode_atlas, load, load_mask};
pub use pack::{
    PackContent, PackOutline, PackSettings, PackSource, Packed, Packer, PackingStep, load_pack, named_files,
    select_packed,
};
pub use png::encode_png;
pub use sprite::{AlphaKind, Frame, Layer, Slice, SliceKey, Sprite};
pub use tag::{Direction, Tag, TagFrames};
pub use within::lies_within;
pub use world_picture::{WorldPicture, WorldPictureError};

/// The example of the package's README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
