//! A collider's shape under its pose, and in which form its pixels can be read. All of it follows from the collider.

use alloc::boxed::Box;
use alloc::sync::Arc;

use crate::broad_phase::Aabb;
use crate::geom::{Extent, Offset, Pose, Rect};
use crate::mask::Mask;
use crate::placed::{Footprint, Form};
use crate::world::pixels::bond::{Bond, BondedPart};
use crate::world::pixels::cover::Cover;
use crate::world::pixels::drawn::Drawing;
use crate::world::pixels::texels::Texels;
use crate::world::plane::Plane;
use crate::world::types::collider::Collider;
use crate::world::types::shape::ColliderShape;

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
    #[inline]
    pub(crate) fn needs_drawing(&self, drawn: Option<&Drawing>) -> bool {
        self.footprint.form == Form::Drawn && !drawn.is_some_and(|drawn| drawn.is_current(self.texels.pose()))
    }

    /// What it covers. None if it covers nothing. Pictures are drawn in steps only. Between steps, what has no current picture is drawn
    /// where it is asked about.
    #[inline]
    pub(crate) fn cover(&self, drawn: Option<&'a Drawing>) -> Option<Cover<'a>> {
        Cover::new(self.texels, &self.footprint, drawn)
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

/// A collider in a world, and its picture, if one was drawn.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    /// As it counts. What the caller has set is [`Figure::own`].
    pub(crate) collider: Collider,
    /// If it has parts, or is one.
    pub(crate) bond: Option<Box<Bond>>,
    /// Shared with colliders that look the same, and with clones of the world.
    pub(crate) drawn: Option<Arc<Drawing>>,
}

impl Figure {
    pub(crate) fn new(collider: Collider) -> Figure {
        Figure { collider, bond: None, drawn: None }
    }

    /// None if it covers nothing.
    #[inline]
    pub(crate) fn formed(&self, plane: Plane) -> Option<Formed<'_>> {
        Some(Formed::of(&self.collider.shape, self.collider.pose()?, plane))
    }

    /// What it covers. None if it covers nothing.
    #[inline]
    pub(crate) fn cover(&self, plane: Plane) -> Option<Cover<'_>> {
        self.formed(plane)?.cover(self.drawn.as_deref())
    }

    /// The box in which it may meet others, if its pixels have this extent. A custom test is asked for its reach.
    #[inline]
    pub(crate) fn area(&self, extent: Extent) -> Aabb {
        match &self.collider.custom {
            _ if !self.collider.enabled => Aabb::EMPTY,
            None => extent.into(),
            Some(custom) => {
                let own = extent.intersection(Extent::WORLD).to_rect();
                custom.reach(&self.collider, own).map_or(Aabb::EMPTY, Aabb::from)
            }
        }
    }

    /// A box around its pixels, pixels that don't exist included.
    pub(crate) fn extent(&self, plane: Plane) -> Extent {
        self.formed(plane).map_or(Extent::EMPTY, |formed| formed.footprint.extent)
    }

    /// Its pose. On a torus, that of the image whose box begins in tile 0.
    pub(crate) fn pose(&self, plane: Plane) -> Option<Pose> {
        Some(pose_in_tile_0(&self.collider.shape, self.collider.pose()?, plane))
    }

    pub(crate) fn needs_drawing(&self, plane: Plane) -> bool {
        self.formed(plane).is_some_and(|formed| formed.needs_drawing(self.drawn.as_deref()))
    }

    /// Drops the picture and keeps its memory, if nobody else shows it. For a shape that has changed.
    pub(crate) fn forget_picture(&mut self) {
        match self.drawn.as_mut().map(Arc::get_mut) {
            Some(Some(drawn)) => drawn.forget(),
            Some(None) => self.drawn = None,
            None => {}
        }
    }

    /// Its mask and the pose of that, if nothing else decides what it touches. None if more does.
    #[inline]
    pub(crate) fn lone_mask(&self) -> Option<&Arc<Mask>> {
        match &self.collider.shape {
            _ if self.collider.custom.is_some() => None,
            ColliderShape::Mask(mask) => Some(mask),
            ColliderShape::Labels(labels) => Some(labels.solid()),
            ColliderShape::Frames(frames) => Some(&frames.shown().mask),
            _ => None,
        }
    }
}

impl Collider {
    /// A box around the world pixels that it would cover in a world that is not wrapped: see [`World::bounds`](crate::World::bounds).
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        let formed = Formed::of(&self.shape, self.pose()?, Plane::Open);
        formed.footprint.extent.intersection(Extent::WORLD).to_rect()
    }
}

impl Figure {
    /// If it is a part.
    #[inline]
    pub(crate) fn part(&self) -> Option<&BondedPart> {
        match self.bond.as_deref()? {
            Bond::Part(part) => Some(part),
            Bond::Root { .. } => None,
        }
    }

    /// If it is a part.
    #[inline]
    pub(crate) fn part_mut(&mut self) -> Option<&mut BondedPart> {
        match self.bond.as_deref_mut()? {
            Bond::Part(part) => Some(part),
            Bond::Root { .. } => None,
        }
    }

    /// The slots of its parts, sorted.
    pub(crate) fn parts(&self) -> &[u32] {
        match self.bond.as_deref() {
            Some(Bond::Root { parts, .. }) => parts,
            _ => &[],
        }
    }

    /// The slot of the root: of a part that of its root, of a root its own. None if it is neither.
    #[inline]
    pub(crate) fn family(&self, index: u32) -> Option<u32> {
        Some(match self.bond.as_deref()? {
            Bond::Root { .. } => index,
            Bond::Part(part) => part.root,
        })
    }

    /// The collider as it was set.
    #[inline]
    pub(crate) fn own(&self) -> &Collider {
        self.part().map_or(&self.collider, |part| &part.own)
    }
}
