//! Where colliders lie: reading and changing the parts of their transforms.

use crate::geom::{PointQ16, Pose, Transform};
use crate::invalid_argument::OrPanic;
use crate::world::World;
use crate::world::types::handle::Handle;

impl World {
    /// Where a collider's pivot lies; without a pivot, its shape's origin. As it was set, or as a move left it: a character's remainder is
    /// part of it. In a wrapped world, modulo the size. None if the handle is stale.
    #[must_use]
    pub fn position(&self, handle: Handle) -> Option<PointQ16> {
        Some(self.get(handle)?.position())
    }

    /// Moves a collider: its pivot then lies at the position; without a pivot, its shape's origin (for most shapes the upper left corner).
    /// Takes a [`Point`](crate::Point) or a pair of whole pixels, or parts of a pixel ([`PointQ16`]). The other parts of its transform stay
    /// as they are. None if the handle is stale.
    ///
    /// # Panics
    /// If a coordinate is beyond [`PointQ16::LIMIT`].
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    #[inline]
    #[track_caller]
    pub fn set_position(&mut self, handle: Handle, position: impl Into<PointQ16>) -> Option<()> {
        self.try_set_position(handle, position).or_panic()
    }

    /// A collider's transform: all parts at once. None if the handle is stale.
    #[must_use]
    pub fn transform(&self, handle: Handle) -> Option<Transform> {
        Some(self.get(handle)?.transform())
    }

    /// Sets a collider's transform: all parts at once. None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_transform(&mut self, handle: Handle, transform: impl Into<Transform>) -> Option<()> {
        let new = transform.into();
        self.store.change(handle, |stored| stored.set_transform(&new))
    }

    /// The pose under which steps and queries see a collider. None if the handle is stale or the collider covers nothing.
    ///
    /// A character lies on whole pixels, so its remainder is not part of its pose. Draw it with this pose. In a wrapped world it is the pose
    /// of the image whose bounds begin in the world: see [`WorldOptions::wrap`](crate::WorldOptions::wrap).
    #[must_use]
    pub fn pose(&self, handle: Handle) -> Option<Pose> {
        self.store.stored(handle)?.pose(self.store.plane())
    }

    /// Sets a collider's pose: its whole transform, as a matrix without parts and with the pivot (0, 0). None if the handle is stale.
    ///
    /// A collider whose pose is None covers nothing. So `Pose::new(&parts).ok()` is right for a sprite whose scale shrinks to 0.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_pose(&mut self, handle: Handle, pose: impl Into<Option<Pose>>) -> Option<()> {
        let new: Option<Pose> = pose.into();
        self.set_transform(handle, new)
    }
}
