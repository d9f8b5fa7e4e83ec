//! A scene: sprites that move and turn in a world, as a TOML file tells it. docs/scenes.md is the format in words.
//!
//! [`file`] reads the text, [`kinds`] makes sprites of it, [`motion`] moves one, [`play`] all of them.

pub(crate) mod file;
pub(crate) mod kinds;
pub(crate) mod motion;
pub(crate) mod play;
pub(crate) mod shipped;
mod spread;

use hitmask::Pose;

use kinds::Kind;
use motion::Motion;

/// What happens to a sprite's position at the ends of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Edges {
    /// It is thrown back.
    Bounce,
    /// It comes in again on the other side.
    Wrap,
    /// Nothing.
    #[default]
    Open,
}

/// The world's size in pixels, and its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) size: [u32; 2],
    pub(crate) edges: Edges,
}

/// Everything that a scene file says.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) bounds: Bounds,
    /// One for each `[[sprite]]`.
    pub(crate) kinds: Vec<Kind>,
    /// In the file's order.
    pub(crate) sprites: Vec<Sprite>,
    /// What is odd about it, though no error.
    pub(crate) remarks: Vec<String>,
}

/// A sprite before the first step.
#[derive(Clone, Debug)]
pub(crate) struct Sprite {
    pub(crate) name: String,
    /// Its number among the scene's kinds.
    pub(crate) kind: usize,
    pub(crate) start: Motion,
}

impl Kind {
    /// Where a sprite lies after it has turned so many times; none where it covers nothing: beyond the pixels that there are, or
    /// turned so that its matrix, rounded, has no inverse.
    pub(crate) fn pose(&self, motion: &Motion, turns: u32) -> Option<Pose> {
        let [w, h] = self.look.size().map(f64::from);
        // Halves of whole numbers, added to 65536ths within 2^31: all of it is exact.
        let position = [motion.at.to_f64()[0] + w / 2.0, motion.at.to_f64()[1] + h / 2.0];
        self.pose_parts(position, f64::from(turns) * self.spin).ok()
    }
}
