//! A scene: sprites that move and turn in a world, read from a TOML file. docs/scenes.md describes the format.
//!
//! [`file`] reads the text, [`kinds`] makes sprites from it, [`motion`] moves one sprite, [`play`] moves all of them.

pub(crate) mod file;
pub(crate) mod kinds;
pub(crate) mod motion;
pub(crate) mod play;
pub(crate) mod shipped;
mod spread;

use hitmask::{Pose, Transform};

use kinds::SpriteKind;
use motion::Motion;

/// What happens to a sprite at the edges of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum WorldEdges {
    /// It bounces back.
    Bounce,
    /// It comes back on the other side.
    Wrap,
    /// It goes on.
    #[default]
    Open,
}

/// The size of the world in pixels, and its edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WorldBounds {
    pub(crate) size: [u32; 2],
    pub(crate) edges: WorldEdges,
}

/// The content of a scene file.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) bounds: WorldBounds,
    /// One for each `[[sprite]]`.
    pub(crate) kinds: Vec<SpriteKind>,
    /// In the file's order.
    pub(crate) sprites: Vec<SceneSprite>,
    /// What is odd about the scene but no error.
    pub(crate) remarks: Vec<String>,
}

/// A sprite before the first step.
#[derive(Clone, Debug)]
pub(crate) struct SceneSprite {
    pub(crate) name: String,
    /// The number of its kind.
    pub(crate) kind: usize,
    pub(crate) start: Motion,
}

impl SpriteKind {
    /// The pose of a sprite after `turns` steps. `None` if the sprite covers nothing: it is beyond the world's pixels, or its rounded
    /// matrix has no inverse.
    pub(crate) fn pose(&self, motion: &Motion, turns: u32) -> Option<Pose> {
        self.pose_parts(self.middle(motion), f64::from(turns) * self.spin).ok()
    }

    /// The transform of that pose. Its position is the middle of the picture, which moves straight while the sprite turns. None if that is
    /// too far away.
    pub(crate) fn transform(&self, motion: &Motion, turns: u32) -> Option<Transform> {
        Transform::new(&self.parts(self.middle(motion), f64::from(turns) * self.spin)).ok()
    }

    fn middle(&self, motion: &Motion) -> [f64; 2] {
        let [w, h] = self.appearance.size().map(f64::from);
        // All of this is exact: halves of whole numbers are added to multiples of 1/65536 below 2^31.
        [motion.at.to_f64()[0] + w / 2.0, motion.at.to_f64()[1] + h / 2.0]
    }
}
