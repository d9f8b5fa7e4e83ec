//! The questions about a [`TileMap`](crate::TileMap) that need other shapes. How one is stored, and its pixels, are in [`crate::tile_map`].

mod cast;
mod codec;
mod error;
mod met;

pub use codec::TileMapLimits;
pub use error::TileMapError;
pub use met::TileMet;
