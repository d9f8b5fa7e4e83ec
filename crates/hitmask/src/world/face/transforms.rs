//! Where colliders lie: reading and changing the parts of their transforms.

use crate::geom::{Angle, PointQ16, Pose, Transform};
use crate::world::World;
use crate::world::types::handle::Handle;

impl World {
    /// Where a collider's pivot lies; without a pivot, its shape's origin. As it was set, or as a move left it: a character's remainder is
    /// part of it. In a wrapped world, modulo the size. None if the handle is stale.
    #[must_use]
    pub fn position(&self, handle: Handle) -> Option<PointQ16> {
        Some(self.transform(handle)?.position())
    }

    /// Moves a collider: its pivot then lies at the position; without a pivot, its shape's origin (for most shapes the upper left corner).
    /// Takes a [`Point`](crate::Point) or a pair of whole pixels, or parts of a pixel ([`PointQ16`]). The other parts of its transform stay
    /// as they are. None if the handle is stale.
    ///
    /// # Panics
    /// If a coordinate is beyond [`PointQ16::LIMIT`].
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    #[inline]
    pub fn set_position(&mut self, handle: Handle, position: impl Into<PointQ16>) -> Option<()> {
        self.store.set_position(handle, position.into())
    }

    /// A collider's rotation, as it was set. None if the handle is stale, or if the collider got its matrix as a [`Pose`].
    #[must_use]
    pub fn rotation(&self, handle: Handle) -> Option<Angle> {
        self.transform(handle)?.rotation()
    }

    /// Turns a collider about its pivot to an angle. None if the handle is stale.
    ///
    /// # Panics
    /// If the angle is not finite.
    ///
    /// ```
    /// use hitmask::{Angle, Collider, Mask, World};
    /// let mut world = World::new();
    /// let sword = world.insert(Collider::new(Mask::filled(20, 4)).with_pivot((2.0, 2.0)).at((100, 100)));
    /// world.set_rotation(sword, Angle::Degrees(90.0)).unwrap();          // None would mean that the handle is stale
    /// let bounds = world.bounds(sword).unwrap();
    /// assert_eq!((bounds.x, bounds.y, bounds.w, bounds.h), (98, 98, 4, 20));
    /// assert_eq!(world.rotation(sword), Some(Angle::Degrees(90.0)));
    /// ```
    #[doc(alias = "set_angle")]
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_rotation(&mut self, handle: Handle, rotation: Angle) -> Option<()> {
        self.change_transform(handle, |transform| transform.set_rotation(rotation))
    }

    /// Turns a collider about its pivot by an angle, which is added to its rotation: see [`Angle::plus`]. None if the handle is stale.
    ///
    /// # Panics
    /// If the angle is not finite.
    #[doc(alias = "rotate")]
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn rotate_by(&mut self, handle: Handle, angle: Angle) -> Option<()> {
        self.change_transform(handle, |transform| transform.rotate_by(angle))
    }

    /// A collider's scale, without flips, as it was set. None if the handle is stale, or if the collider got its matrix as a [`Pose`].
    #[must_use]
    pub fn scale(&self, handle: Handle) -> Option<[f64; 2]> {
        self.transform(handle)?.scale()
    }

    /// Scales a collider about its pivot. A scale of 0 is legal: the collider then covers nothing. None if the handle is stale.
    ///
    /// # Panics
    /// As [`Transform::set_scale`].
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_scale(&mut self, handle: Handle, scale: impl Into<[f64; 2]>) -> Option<()> {
        self.change_transform(handle, |transform| transform.set_scale(scale))
    }

    /// Whether a collider is mirrored along x, and along y. None if the handle is stale, or if the collider got its matrix as a [`Pose`].
    #[must_use]
    pub fn flip(&self, handle: Handle) -> Option<[bool; 2]> {
        self.transform(handle)?.flip()
    }

    /// Mirrors a collider about its pivot, along x and along y. It replaces earlier flips. None if the handle is stale.
    #[doc(alias = "mirror")]
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_flip(&mut self, handle: Handle, flip: [bool; 2]) -> Option<()> {
        self.change_transform(handle, |transform| transform.set_flip(flip))
    }

    /// A collider's pivot, in texels. None if the handle is stale.
    #[must_use]
    pub fn pivot(&self, handle: Handle) -> Option<[f64; 2]> {
        Some(self.transform(handle)?.pivot())
    }

    /// Sets a collider's pivot, in texels. The position stays: the shape moves so that its new pivot lies there. None if the handle is
    /// stale.
    ///
    /// # Panics
    /// As [`Transform::set_pivot`].
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_pivot(&mut self, handle: Handle, pivot: impl Into<[f64; 2]>) -> Option<()> {
        self.change_transform(handle, |transform| transform.set_pivot(pivot))
    }

    /// A collider's transform: all parts at once. None if the handle is stale.
    #[must_use]
    pub fn transform(&self, handle: Handle) -> Option<&Transform> {
        Some(&self.store.get(handle)?.transform)
    }

    /// Sets a collider's transform: all parts at once. None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_transform(&mut self, handle: Handle, transform: impl Into<Transform>) -> Option<()> {
        let new = transform.into();
        self.change_transform(handle, |transform| *transform = new)
    }

    /// The pose under which steps and queries see a collider. None if the handle is stale or the collider covers nothing.
    ///
    /// A character lies on whole pixels, so its remainder is not part of its pose. Draw it with this pose. In a wrapped world it is the pose
    /// of the image whose bounds begin in the world: see [`WorldOptions::wrap`](crate::WorldOptions::wrap).
    #[must_use]
    pub fn pose(&self, handle: Handle) -> Option<Pose> {
        self.store.figure(handle)?.pose(self.store.plane())
    }

    /// Sets a collider's pose: its whole transform, as a matrix without parts and with the pivot (0, 0). None if the handle is stale.
    ///
    /// A collider whose pose is None covers nothing. So `Pose::new(&parts).ok()` is right for a sprite whose scale shrinks to 0.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_pose(&mut self, handle: Handle, pose: impl Into<Option<Pose>>) -> Option<()> {
        let new = pose.into().into();
        self.change_transform(handle, |transform| *transform = new)
    }

    #[inline]
    fn change_transform(&mut self, handle: Handle, f: impl FnOnce(&mut Transform)) -> Option<()> {
        self.store.change(handle, |figure, _| f(&mut figure.collider.transform))
    }
}
