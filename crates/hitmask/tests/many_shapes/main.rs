//! Broad phases, collision buffers, movers and terrains.

#[path = "../common/mod.rs"]
mod common;

mod broad_phase;
mod buffer;
mod mover;
mod terrain;
mod terrain_bytes;
mod terrain_delta;
mod terrain_islands;
mod terrain_motion;
mod tiles;
mod tiles_bytes;
mod tiles_motion;
