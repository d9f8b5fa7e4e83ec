//! A collider's shape under its pose, and in which form its pixels can be read. All of it follows from the collider.

use crate::geom::{Extent, Offset, Pose, Rect};
use crate::placed::{Footprint, Form};
use crate::world::collider::drawing::Drawing;
use crate::world::collider::shape::ColliderShape;
use crate::world::collider::texels::Texels;
use crate::world::collider::{Collider, ColliderRef};
use crate::world::plane::Plane;

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

    /// Whether it is read from a picture, and this is not a picture of it.
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub(crate) fn needs_drawing(&self, drawn: Option<&Drawing>) -> bool {
        self.footprint.form == Form::Drawn && !drawn.is_some_and(|drawn| drawn.is_current(self.texels.pose()))
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
