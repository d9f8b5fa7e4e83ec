//! Named, seeded shapes and pairs of them for tests, benchmarks and demos. They are the same on every machine.
//!
//! A shape is a pure function of a size and a seed. A [`Scene`] is a named shape at a size, and draws [`Pairs`] from
//! it: masks, and offsets at which their pictures overlap, split into hits and misses.

pub mod boxes;
pub mod pairs;
mod random;
pub mod scene;
pub mod shapes;
pub mod track;

pub use boxes::{BoxScene, MovingBoxes};
pub use pairs::{Pair, Pairs};
pub use random::Random;
pub use scene::{SCENES, Scene};
