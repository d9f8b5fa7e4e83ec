//! The questions about a [`TileMap`](crate::TileMap) that need other shapes. How one is stored, and its pixels, are in [`crate::tile_map`].

mod cast;
mod codec;
mod overlap;

pub use overlap::TileOverlap;
