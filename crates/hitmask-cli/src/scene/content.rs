//! What a scene holds: its sprites before the first step, and what they look like.

use std::sync::Arc;

use hitmask::{Angle, InvalidArgument, Pose, PoseParts, Transform};
use hitmask_assets::Frame;

use super::bounds::{EdgeRange, WorldBounds};
use super::motion::Motion;
use crate::answer::SpriteShape;
use crate::question::SpriteSpec;
use crate::values::{Rule, Threshold};

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

/// What all sprites of one `[[sprite]]` have in common.
#[derive(Debug)]
pub(crate) struct SpriteKind {
    pub(crate) appearance: Arc<Appearance>,
    pub(crate) rule: Rule,
    pub(crate) threshold: Threshold,
    /// Along its own x and y. Negative factors mirror.
    pub(crate) scale: [f64; 2],
    /// Where its positions may be.
    pub(crate) range: EdgeRange,
    /// Degrees a step, clockwise.
    pub(crate) spin: f64,
    /// The bit of its layer.
    pub(crate) belongs_to: u32,
    /// The bits of the layers that it hits.
    pub(crate) collides_with: u32,
    /// The first step in which it exists.
    pub(crate) insert_at: u32,
    /// The first step in which it no longer exists.
    pub(crate) remove_at: Option<u32>,
    /// Whether steps look at its way, too.
    pub(crate) swept: bool,
    /// Whether only the first of its new touches in a step counts.
    pub(crate) first_only: bool,
    /// Whether its middle is rounded to a whole pixel before it is drawn and tested.
    pub(crate) whole_pixels: bool,
}

/// A picture and its solid pixels.
#[derive(Debug)]
pub(crate) struct Appearance {
    pub(crate) shape: SpriteShape,
    /// The picture, with the alpha of its mask picture if it has one.
    pub(crate) frame: Frame,
    pub(crate) spec: SpriteSpec,
}

impl Appearance {
    /// Width and height of the picture.
    pub(crate) fn size(&self) -> [u32; 2] {
        self.shape.size().into()
    }

    /// The alpha of a texel, if the texel can touch: any texel for alpha sums, else only solid ones.
    pub(crate) fn alpha(&self, u: u32, v: u32, by_sum: bool) -> Option<u8> {
        let [w, h] = self.size();
        if u >= w || v >= h {
            return None;
        }
        // The sides of pictures fit `i32`.
        let at = (u as i32, v as i32);
        match &self.shape {
            SpriteShape::Rect(_) => Some(255),
            SpriteShape::Alpha(alpha) => Some(alpha.alpha(at)),
            SpriteShape::Mask(_) if by_sum && self.spec.key.is_none() => {
                self.frame.image.pixel(u, v).map(|pixel| pixel[3])
            }
            SpriteShape::Mask(mask) => mask.get(at).then_some(255),
        }
    }
}

impl SpriteKind {
    /// The pose of a sprite that is turned by these degrees, with the middle of its picture at `middle`.
    pub(super) fn pose_parts(&self, middle: [f64; 2], degrees: f64) -> Result<Pose, InvalidArgument> {
        Pose::new(&self.parts(middle, degrees))
    }

    /// The parts of that pose.
    pub(super) fn parts(&self, middle: [f64; 2], degrees: f64) -> PoseParts {
        PoseParts {
            position: middle,
            rotation: Angle::Degrees(degrees),
            scale: self.scale,
            pivot: self.appearance.size().map(|side| f64::from(side) / 2.0),
            ..PoseParts::default()
        }
    }

    /// Whether it is neither turned nor scaled.
    pub(crate) fn is_upright(&self) -> bool {
        self.spin == 0.0 && self.scale == [1.0; 2]
    }

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
