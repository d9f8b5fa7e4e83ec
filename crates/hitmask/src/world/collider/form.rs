//! A collider's shape under its pose, and in which form its pixels can be read. All of it follows from the collider.

use crate::geom::{Extent, Mapped, Offset, Pose, Rect};
use crate::mask::AlphaMask;
use crate::placed::{Footprint, Form, Placed, ShapeRef};
use crate::world::collider::shape::{AlphaRule, ColliderShape};
use crate::world::collider::{Collider, ColliderRef};
use crate::world::plane::Plane;

/// The part of a collider's shape that has texels, under its own pose: a trimmed frame lies at its offset in the whole picture. With its
/// alphas, if it has any.
#[derive(Clone, Copy)]
pub(crate) struct Texels<'a> {
    /// The pixels that count against a shape without alphas.
    pub(crate) placed: Placed<'a>,
    pub(crate) alpha: Option<(&'a AlphaMask, AlphaRule)>,
}

impl<'a> Texels<'a> {
    #[inline]
    pub(crate) fn of(shape: &'a ColliderShape, pose: Pose) -> Texels<'a> {
        let (shape, pose, alpha) = match shape {
            ColliderShape::Mask(mask) => (ShapeRef::Mask(mask), pose, None),
            ColliderShape::Runs(runs) => (ShapeRef::Runs(runs), pose, None),
            ColliderShape::Labels(labels) => (ShapeRef::Mask(labels.mask()), pose, None),
            ColliderShape::Terrain(terrain) => (ShapeRef::Terrain(terrain), pose, None),
            ColliderShape::Tiles(map, kinds) => (ShapeRef::Tiles(map.only(*kinds)), pose, None),
            ColliderShape::Rect(rect) => (ShapeRef::Rect(*rect), pose, None),
            ColliderShape::Circle(circle) => (ShapeRef::Circle(*circle), pose, None),
            ColliderShape::Polygon(polygon) => (ShapeRef::Polygon(polygon), pose, None),
            ColliderShape::Alpha(alpha, rule) => (rule.solid(alpha), pose, Some((&**alpha, *rule))),
            ColliderShape::Frames(frames) => {
                // A trimmed frame starts at its offset in the whole picture.
                let (mask, offset) = frames.shown();
                let [x, y] = [offset.x, offset.y].mapped(i64::from);
                (ShapeRef::Mask(mask), Pose { translation: pose.corner(x, y), ..pose }, None)
            }
        };
        Texels { placed: Placed::new(shape, pose), alpha }
    }

    pub(crate) fn pose(&self) -> &Pose {
        self.placed.pose()
    }

    /// Where the pixels are, and in which form they can be read.
    #[inline]
    pub(crate) fn footprint(&self) -> Footprint {
        let footprint = self.placed.footprint();
        // At level 0 every texel is solid, transparent ones too. A drawn picture can't tell those from the pixels around the image.
        let all_solid = matches!(self.alpha, Some((_, AlphaRule::AtLeast(0))));
        if footprint.form == Form::Drawn && (all_solid || !self.is_whole_near_the_origin(footprint.extent)) {
            return Footprint { form: Form::Large, ..footprint };
        }
        footprint
    }

    /// Whether the shape's image, moved by the whole pixels of its pose to where a picture is drawn, certainly lies among the pixels that
    /// exist. An image of numbers, not texels, is cut off where these end, here and there: so one that reaches their ends is not certain.
    fn is_whole_near_the_origin(&self, image: Extent) -> bool {
        if !matches!(self.placed.shape(), ShapeRef::Rect(_) | ShapeRef::Circle(_) | ShapeRef::Polygon(_)) {
            return true;
        }
        let [x, y] = self.pose().translation.mapped(|t| t >> 16);
        ![image, image.shifted(Offset::new(-x, -y))].iter().any(|e| e.reaches_the_end())
    }
}

/// A shape where it lies, and in which form its pixels can be read. On a torus, the image whose box begins in tile 0.
#[derive(Clone, Copy)]
pub(crate) struct Formed<'a> {
    /// The pose of the shape. The texels of a trimmed frame have one of their own.
    pub(crate) pose: Pose,
    pub(crate) texels: Texels<'a>,
    pub(crate) footprint: Footprint,
}

impl<'a> Formed<'a> {
    #[inline]
    pub(crate) fn of(shape: &'a ColliderShape, pose: Pose, plane: Plane) -> Formed<'a> {
        let pose = pose_in_tile_0(shape, pose, plane);
        let texels = Texels::of(shape, pose);
        let mut footprint = texels.footprint();
        if footprint.form == Form::Box {
            footprint.extent = plane.trimmed(footprint.extent);
        }
        Formed { pose, texels, footprint }
    }
}

/// The pose of the image whose box begins in tile 0.
#[inline]
pub(crate) fn pose_in_tile_0(shape: &ColliderShape, pose: Pose, plane: Plane) -> Pose {
    if plane.is_open() {
        return pose;
    }
    let Offset { x, y } = plane.tile_of(Texels::of(shape, pose).placed.extent().corner());
    let [tx, ty] = pose.translation;
    Pose { translation: [tx - (x << 16), ty - (y << 16)], ..pose }
}

impl ColliderRef<'_> {
    /// A box around the world pixels that it would cover in a world that is not wrapped: see [`World::bounds`](crate::World::bounds).
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        let formed = Formed::of(self.shape, self.pose()?, Plane::Open);
        formed.footprint.extent.intersection(Extent::WORLD).to_rect()
    }
}

impl Collider {
    /// A box around the world pixels that it would cover in a world that is not wrapped: see [`World::bounds`](crate::World::bounds).
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        ColliderRef::from(self).bounds()
    }
}
