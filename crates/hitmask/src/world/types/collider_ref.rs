//! A collider that a world lends.

use alloc::sync::Arc;

use crate::geom::{PointQ16, Pose, Transform, TransformRef};
use crate::world::types::collider::{Collider, ColliderKind, CustomTest, Layers};
use crate::world::types::shape::ColliderShape;

/// A collider that a [`World`](crate::World) lends, to be read: its fields are those of a [`Collider`]. [`World::get`](crate::World::get) gives it, and every
/// [`Member`](crate::Member) has one. [`World::edit`](crate::World::edit) changes a collider.
///
/// A world keeps colliders in a smaller form than [`Collider`]. So the transform, which is large, is a method here and not a field.
///
/// ```
/// use hitmask::{Collider, Mask, World};
/// let mut world = World::new();
/// let ship = world.insert(Collider::new(Mask::filled(16, 16)).with_pivot((8.0, 8.0)).at((100, 40)).with_data(7));
/// let lent = world.get(ship).unwrap();
/// assert_eq!((lent.data, lent.position(), lent.transform().pivot()), (7, (100, 40).into(), [8.0, 8.0]));
/// let twin = world.insert(lent.to_collider().at((200, 40)));          // a copy that shares the mask
/// assert_eq!(world.get(twin).unwrap().data, 7);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ColliderRef<'a> {
    /// See [`Collider::shape`].
    pub shape: &'a ColliderShape,
    /// See [`Collider::transform`].
    pub(crate) place: TransformRef<'a>,
    /// See [`Collider::whole_pixels`].
    pub whole_pixels: bool,
    /// See [`Collider::layers`].
    pub layers: Layers,
    /// See [`Collider::space`].
    pub space: u32,
    /// See [`Collider::kind`].
    pub kind: ColliderKind,
    /// See [`Collider::group`].
    pub group: u32,
    /// See [`Collider::order`].
    pub order: i32,
    /// See [`Collider::swept`](field@Collider::swept).
    pub swept: bool,
    /// See [`Collider::first_only`](field@Collider::first_only).
    pub first_only: bool,
    /// See [`Collider::enabled`].
    pub enabled: bool,
    /// See [`Collider::data`].
    pub data: u64,
    /// See [`Collider::custom`].
    pub custom: Option<&'a Arc<dyn CustomTest>>,
}

impl ColliderRef<'_> {
    /// Where its pivot lies; without a pivot, its shape's origin.
    #[must_use]
    #[inline]
    pub fn position(&self) -> PointQ16 {
        self.place.position
    }

    /// Where and how its shape lies: see [`Collider::transform`].
    #[must_use]
    #[inline]
    pub fn transform(&self) -> Transform {
        self.place.to_transform()
    }

    /// The pose under which steps and queries see it: see [`Collider::pose`].
    #[must_use]
    #[inline]
    pub fn pose(&self) -> Option<Pose> {
        pose_of(self.place, self.whole_pixels, self.kind)
    }

    /// A copy that is no part of the world. It shares the pixels.
    #[must_use]
    pub fn to_collider(&self) -> Collider {
        let ColliderRef {
            shape,
            place,
            whole_pixels,
            layers,
            space,
            kind,
            group,
            order,
            swept,
            first_only,
            enabled,
            data,
            custom,
        } = *self;
        Collider {
            shape: shape.clone(),
            transform: place.to_transform(),
            whole_pixels,
            layers,
            space,
            kind,
            group,
            order,
            swept,
            first_only,
            enabled,
            data,
            custom: custom.cloned(),
        }
    }
}

/// What lies so, seen as steps and queries do.
#[inline]
pub(crate) fn pose_of(place: TransformRef<'_>, whole_pixels: bool, kind: ColliderKind) -> Option<Pose> {
    place.pose(on_whole_pixels(whole_pixels, kind))
}

/// Whether a collider lies on whole pixels: a character, or with [`Collider::whole_pixels`].
#[inline]
pub(crate) fn on_whole_pixels(whole_pixels: bool, kind: ColliderKind) -> bool {
    whole_pixels || kind == ColliderKind::Character
}

/// Lends a collider that no world has.
impl<'a> From<&'a Collider> for ColliderRef<'a> {
    #[inline]
    fn from(collider: &'a Collider) -> ColliderRef<'a> {
        let Collider {
            shape,
            transform,
            whole_pixels,
            layers,
            space,
            kind,
            group,
            order,
            swept,
            first_only,
            enabled,
            data,
            custom,
        } = collider;
        ColliderRef {
            shape,
            place: transform.lend(),
            whole_pixels: *whole_pixels,
            layers: *layers,
            space: *space,
            kind: *kind,
            group: *group,
            order: *order,
            swept: *swept,
            first_only: *first_only,
            enabled: *enabled,
            data: *data,
            custom: custom.as_ref(),
        }
    }
}
