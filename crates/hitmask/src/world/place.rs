//! Where a collider's pixels lie: found out when it moves, without looking at them.

use super::collider::{AlphaRule, ColliderShape};
use crate::broad_phase::Aabb;
use crate::geom::{Extent, Pose, Rect, Turn};
use crate::mask::{AlphaMask, Mask, RunMask};
use crate::placed::bake::{first_middle, whole_image};
use crate::shape::{Circle, ConvexPolygon};
use crate::tiles::Terrain;

/// What a shape is made of, in its own texels.
#[derive(Clone, Copy)]
pub(super) enum Texels<'a> {
    Bits(&'a Mask),
    Runs(&'a RunMask),
    Terrain(&'a Terrain),
    Alpha(&'a AlphaMask, AlphaRule),
    Rect(Rect),
    Circle(&'a Circle),
    Polygon(&'a ConvexPolygon),
}

impl<'a> Texels<'a> {
    /// A collider's texels, and the pose of their own: trimmed frames have another than the whole picture.
    pub(super) fn of(shape: &'a ColliderShape, pose: Pose) -> (Texels<'a>, Pose) {
        let texels = match shape {
            ColliderShape::Mask(mask) => Texels::Bits(mask),
            ColliderShape::Runs(runs) => Texels::Runs(runs),
            ColliderShape::Terrain(terrain) => Texels::Terrain(terrain),
            ColliderShape::Alpha(alpha, rule) => Texels::Alpha(alpha, *rule),
            ColliderShape::Rect(rect) => Texels::Rect(*rect),
            ColliderShape::Circle(circle) => Texels::Circle(circle),
            ColliderShape::Polygon(polygon) => Texels::Polygon(polygon),
            ColliderShape::Frames(frames) => {
                let frame = frames.shown();
                let [x, y] = [frame.offset.x, frame.offset.y].map(i64::from);
                return (Texels::Bits(&frame.mask), Pose { translation: pose.corner(x, y), ..pose });
            }
        };
        (texels, pose)
    }

    /// A box around everything that may count. Circles and polygons have their own ways.
    fn extent(self) -> Extent {
        match self {
            Texels::Bits(mask) => mask.extent(),
            Texels::Runs(runs) => runs.extent(),
            Texels::Terrain(terrain) => terrain.extent(),
            Texels::Alpha(alpha, AlphaRule::AtLeast(0)) => alpha.at_level(0).extent(),
            // Below its level an alpha still counts against one that adds up.
            Texels::Alpha(alpha, _) => alpha.visible().extent(),
            Texels::Rect(rect) => rect.extent(),
            Texels::Circle(_) | Texels::Polygon(_) => Extent::EMPTY,
        }
    }

    /// The pixels that it may cover, whether they exist or not.
    pub(super) fn image(self, pose: &Pose) -> Extent {
        match self {
            Texels::Circle(circle) => circle.placed(Some(pose)).extent(),
            Texels::Polygon(polygon) => polygon.placed(Some(pose)).extent(),
            _ => whole_image(pose, self.extent()),
        }
    }

    /// The whole picture's size.
    fn size(self) -> (u32, u32) {
        match self {
            Texels::Bits(mask) => mask.size(),
            Texels::Runs(runs) => runs.size(),
            Texels::Terrain(terrain) => terrain.size(),
            Texels::Alpha(alpha, _) => alpha.size(),
            Texels::Rect(_) | Texels::Circle(_) | Texels::Polygon(_) => (0, 0),
        }
    }

    /// Whether turned copies of the picture are kept with it.
    fn keeps_turns(self) -> bool {
        cfg!(feature = "std") && matches!(self, Texels::Bits(_) | Texels::Alpha(..))
    }
}

/// How the pixels are to be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Look {
    /// It covers nothing.
    Nothing,
    /// The shape as it is.
    Plain,
    /// A turned copy that is kept with the shape.
    Turned(Turn),
    /// All of the box.
    Box,
    /// A copy of the collider's own, drawn when it is needed.
    Drawn,
    /// Too large to be drawn whole (or of a rare kind): drawn where it meets something.
    Vast,
}

/// Images of more pixels than this are drawn in parts.
pub(super) const VAST: u64 = 1 << 24;

/// Where a collider's pixels lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) look: Look,
    /// The world pixel of the upper left pixel of a plain or turned picture.
    pub(super) corner: [i64; 2],
    /// The pixels that it may cover, whether they exist or not.
    pub(super) extent: Extent,
}

impl Place {
    pub(super) const NOWHERE: Place = Place { look: Look::Nothing, corner: [0, 0], extent: Extent::EMPTY };

    pub(super) fn of(shape: &ColliderShape, pose: Option<&Pose>) -> Place {
        let Some(pose) = pose else { return Place::NOWHERE };
        let (texels, pose) = Texels::of(shape, *pose);
        Place::of_texels(texels, &pose)
    }

    #[inline]
    fn of_texels(texels: Texels<'_>, pose: &Pose) -> Place {
        let turn = pose.turn();
        // The nearest to a world of unturned masks: no products.
        if turn.is_some_and(|turn| turn.index() == 0)
            && matches!(texels, Texels::Bits(_) | Texels::Runs(_) | Texels::Terrain(_) | Texels::Alpha(..))
        {
            let corner = pose.translation.map(first_middle);
            let e = texels.extent();
            if e.is_empty() {
                return Place::NOWHERE;
            }
            let [x, y] = corner;
            let extent = Extent { x0: e.x0 + x, y0: e.y0 + y, x1: e.x1 + x, y1: e.y1 + y };
            return Place { look: Look::Plain, corner, extent };
        }
        let extent = texels.image(pose);
        if extent.intersection(Extent::WORLD).is_empty() {
            return Place::NOWHERE;
        }
        let upright = matches!(pose.matrix, [_, 0, 0, _] | [0, _, _, 0]);
        let (look, corner) = match (texels, turn) {
            (Texels::Rect(_), _) if upright => {
                // All that exists is a pixel wider than any rectangle can be.
                let Extent { x0, y0, x1, y1 } = extent.intersection(Extent::WORLD);
                let most = i64::from(u32::MAX);
                let extent = Extent { x0, y0, x1: x1.min(x0 + most), y1: y1.min(y0 + most) };
                return Place { look: Look::Box, corner: [x0, y0], extent };
            }
            (_, Some(turn)) if texels.keeps_turns() => {
                let (w, h) = texels.size();
                let (one, other) = (pose.corner(0, 0), pose.corner(w.into(), h.into()));
                (Look::Turned(turn), [0, 1].map(|i| first_middle(one[i].min(other[i]))))
            }
            _ => {
                let longest = (extent.x1 - extent.x0).max(extent.y1 - extent.y0);
                // Where every texel counts, a drawn picture would not tell the image from what is around it; and terrain is large, and
                // changes.
                let all = matches!(texels, Texels::Alpha(_, AlphaRule::AtLeast(0)) | Texels::Terrain(_));
                let vast = all || longest > i64::from(Mask::MAX_SIDE) || extent.area() > VAST;
                (if vast { Look::Vast } else { Look::Drawn }, [extent.x0, extent.y0])
            }
        };
        Place { look, corner, extent }
    }

    /// The box of its pixels that exist, for the broad phase.
    #[inline]
    pub(super) fn aabb(&self) -> Aabb {
        aabb(self.extent)
    }
}

/// The pixels of an extent that exist, both corners inside.
#[inline]
pub(super) fn aabb(extent: Extent) -> Aabb {
    let e = extent.intersection(Extent::WORLD);
    if e.is_empty() {
        return NO_BOX;
    }
    // Inside the world every first pixel and every last one has i32 coordinates.
    Aabb { x0: e.x0 as i32, y0: e.y0 as i32, x1: (e.x1 - 1) as i32, y1: (e.y1 - 1) as i32 }
}

/// Meets nothing.
pub(super) const NO_BOX: Aabb = Aabb { x0: 1, y0: 1, x1: 0, y1: 0 };
