//! Motion: when two masks first overlap, exactly.
//!
//! Two masks at a fractional position overlap if and only if they overlap at one of the (up to four) whole offsets around it. So a motion
//! is a [`path`] over the lattice of whole offsets, and only the moments at which it reaches a new lattice line matter.
//!
//! Which algorithm finds the time of a hit: [`cast`] for a mask that moves through another, by the open squares of pixels; [`twin_walk`]
//! for two colliders that move at the same time, or for a cast in a world, by whole pixels; `world/sweep/turned_sweep.rs` for a turned
//! collider, by its texels; [`posed`] for a mask that turns as it moves, as a bracket of two times.

pub(crate) mod cast;
pub(crate) mod dilation_pyramid;
pub(crate) mod gaps;
pub(crate) mod motion;
pub(crate) mod path;
pub(crate) mod posed;
pub(crate) mod ray;
mod single_mover_walk;
pub(crate) mod steps;
pub(crate) mod time;
pub(crate) mod twin_walk;
