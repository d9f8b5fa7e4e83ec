//! A collider's shape under its pose.

use super::collider::{AlphaRule, ColliderShape};
use crate::geom::Pose;
use crate::mask::AlphaMask;
use crate::placed::{Footprint, Form, Placed, ShapeRef};

/// A collider's pixels and where they lie, and its alphas if it has any.
#[derive(Clone, Copy)]
pub(super) struct Texels<'a> {
    /// The pixels that count against a shape without alphas.
    pub(super) placed: Placed<'a>,
    pub(super) alpha: Option<(&'a AlphaMask, AlphaRule)>,
}

impl<'a> Texels<'a> {
    #[inline]
    pub(super) fn of(shape: &'a ColliderShape, pose: Pose) -> Texels<'a> {
        let (shape, pose, alpha) = match shape {
            ColliderShape::Mask(mask) => (ShapeRef::Bits(mask), pose, None),
            ColliderShape::Runs(runs) => (ShapeRef::Runs(runs), pose, None),
            ColliderShape::Terrain(terrain) => (ShapeRef::Terrain(terrain), pose, None),
            ColliderShape::Rect(rect) => (ShapeRef::Rect(*rect), pose, None),
            ColliderShape::Circle(circle) => (ShapeRef::Circle(*circle), pose, None),
            ColliderShape::Polygon(polygon) => (ShapeRef::Polygon(polygon), pose, None),
            ColliderShape::Alpha(alpha, rule) => {
                let shape = match *rule {
                    AlphaRule::AtLeast(level) => ShapeRef::Level(alpha.at_level(level)),
                    AlphaRule::Sum => ShapeRef::Bits(alpha.visible()),
                };
                (shape, pose, Some((&**alpha, *rule)))
            }
            ColliderShape::Frames(frames) => {
                // A trimmed frame starts at its offset in the whole picture.
                let frame = frames.shown();
                let [x, y] = [frame.offset.x, frame.offset.y].map(i64::from);
                (ShapeRef::Bits(&frame.mask), Pose { translation: pose.corner(x, y), ..pose }, None)
            }
        };
        Texels { placed: Placed::new(shape, pose), alpha }
    }

    pub(super) fn pose(&self) -> &Pose {
        self.placed.pose()
    }

    /// Where the pixels are, and in which form they can be read.
    #[inline]
    pub(super) fn footprint(&self) -> Footprint {
        let footprint = self.placed.footprint();
        // At level 0 every texel is solid, transparent ones too. A drawn picture can't tell those from the pixels around the image.
        if footprint.form == Form::Drawn && matches!(self.alpha, Some((_, AlphaRule::AtLeast(0)))) {
            return Footprint { form: Form::Large, ..footprint };
        }
        footprint
    }
}
