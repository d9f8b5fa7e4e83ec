//! A scene: sprites that move and turn in a world, read from a TOML file. docs/scenes.md describes the format.
//!
//! [`content`] is what it holds: [`file`] reads the text, [`kinds`] makes sprites from it, [`motion`] moves one sprite, [`play`] moves all of them.

mod bounds;
mod content;
pub(crate) mod file;
pub(crate) mod kinds;
pub(crate) mod motion;
pub(crate) mod play;
pub(crate) mod shipped;
mod spread;

pub(crate) use bounds::WorldEdges;
pub(crate) use content::{Scene, SpriteKind};
