//! Broad phases, collision buffers, movers and terrains.

#[path = "../common/mod.rs"]
mod common;

mod broad_phase;
mod buffer;
mod motion;
mod mover;
mod terrain;
mod terrain_bytes;
mod terrain_delta;
mod terrain_islands;
mod tile_gaps;
mod tiles;
mod tiles_bytes;
