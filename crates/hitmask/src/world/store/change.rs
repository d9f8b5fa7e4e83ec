//! Changing colliders: where they lie, which frame they show, anything of them.

use alloc::sync::Arc;

use crate::geom::{PointQ16, Pose, Transform};
use crate::invalid_argument::{InvalidArgument, InvalidReason, OrPanic};
use crate::tiles::Terrain;
use crate::world::collider::handle::Handle;
use crate::world::collider::previous_position::PreviousPosition;
use crate::world::collider::shape::ColliderShape;
use crate::world::collider::{Collider, ColliderRef};
use crate::world::store::Store;
use crate::world::store::world::World;

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
    /// If a coordinate is beyond [`PointQ16::LIMIT`]: [`PointQ16::checked`] finds out.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    #[inline]
    #[track_caller]
    pub fn set_position(&mut self, handle: Handle, position: impl Into<PointQ16>) -> Option<()> {
        self.store.set_position(handle, position.into().checked("position").or_panic())
    }

    /// Puts a collider at a position without a way to it: a swept collider touches nothing between its old place and this one. Otherwise as
    /// [`World::set_position`]. None if the handle is stale.
    ///
    /// # Panics
    /// If a coordinate is beyond [`PointQ16::LIMIT`]: [`PointQ16::checked`] finds out.
    ///
    /// ```
    /// use hitmask::{Collider, EventKind, Mask, Rect, World};
    /// let mut world = World::new();
    /// let wall = world.insert(Collider::new(Rect::new(100, 0, 4, 100)));
    /// let shot = world.insert(Collider::new(Mask::filled(4, 2)).at((0, 50)).swept());
    /// world.step()?;
    /// world.set_position(shot, (300, 50)).unwrap();
    /// assert_eq!(world.step()?[0].kind, EventKind::Pass);                 // it went through the wall
    /// world.teleport(shot, (0, 50)).unwrap();
    /// assert!(world.step()?.is_empty());                                  // it did not come back through the wall
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn teleport(&mut self, handle: Handle, position: impl Into<PointQ16>) -> Option<()> {
        let position = position.into().checked("position").or_panic();
        self.store.change(handle, |stored| stored.position = position)?;
        self.store.each_from(handle.index, &mut |store, index| {
            store.slots.appear(index);
            // A part that was there already has changed, too.
            store.slots.changed(index);
        });
        Some(())
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

    /// Shows another frame of a collider's animation, counted from 0. None if the handle is stale.
    ///
    /// # Panics
    /// If the shape is not [`ColliderShape::Frames`], or the frame's number is not below the number of frames.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_frame(&mut self, handle: Handle, frame: usize) -> Option<()> {
        self.try_set_frame(handle, frame).or_panic()
    }

    /// The checked form of [`World::set_frame`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::set_frame`] panics.
    pub fn try_set_frame(&mut self, handle: Handle, frame: usize) -> Result<Option<()>, InvalidArgument> {
        // A refusal leaves the collider as it was, so it must be known before the change.
        let Some(stored) = self.store.stored(handle) else { return Ok(None) };
        let ColliderShape::Frames(frames) = &stored.shape else {
            return Err(InvalidArgument::new("frame", InvalidReason::WrongShape));
        };
        frames.check(frame)?;
        Ok(self.store.change(handle, |stored| {
            if let ColliderShape::Frames(frames) = &mut stored.shape
                && frames.current() != frame
            {
                frames.show(frame);
                stored.forget_picture();
            }
        }))
    }

    /// Changes a collider: its shape, its layers, its kind, or any other field. Returns what `edit` returns. None if the handle is stale; then
    /// `edit` is not called. Everything that follows from the change is brought up to date afterwards, even if `edit` panics. (If the `reach` of a
    /// custom test panics as well, the program aborts.)
    ///
    /// - A new `transform` is a motion: steps look at a [swept](field@crate::ColliderProps::swept) collider's way from its old place to the new one. For moving alone,
    ///   [`World::set_position`] and [`World::set_transforms`] are faster.
    /// - What is enabled, or comes into another `space`, has no way to where it is.
    /// - `shape`: for the frames of an animation, [`World::set_frame`] is faster. For a terrain, see [`World::edit_terrain`].
    /// - `layers`, `kind`, `group`, `swept`, `first_only`, `custom` count from the next question or step on. Contacts that end by it have an
    ///   [`End`](crate::EventKind::End) in the next step.
    ///
    /// # Complexity
    /// Constant; a little more than setting a position. A [custom test](crate::CustomTest)'s `reach` is called once.
    ///
    /// ```
    /// use hitmask::{Angle, Collider, Mask, World};
    /// let mut world = World::new();
    /// let sword = world.insert(Collider::new(Mask::filled(20, 4)).with_pivot((2.0, 2.0)).at((100, 100)));
    /// world.edit(sword, |sword| {
    ///     sword.transform.set_rotation(Angle::Degrees(90.0));
    ///     sword.data = 7;
    /// }).unwrap();                                                        // None would mean that the handle is stale
    /// let bounds = world.bounds(sword).unwrap();
    /// assert_eq!((bounds.x, bounds.y, bounds.w, bounds.h), (98, 98, 4, 20));
    /// assert_eq!(world.get(sword).unwrap().data, 7);
    /// ```
    #[doc(alias = "set_shape")]
    #[doc(alias = "set_layers")]
    #[doc(alias = "set_enabled")]
    #[doc(alias = "set_rotation")]
    #[doc(alias = "rotate_by")]
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn edit<R>(&mut self, handle: Handle, edit: impl FnOnce(&mut Collider) -> R) -> Option<R> {
        let collider = self.store.stored(handle)?.own().to_collider();
        let mut edited = ColliderEdit { store: &mut self.store, index: handle.index, collider };
        Some(edit(&mut edited.collider))
    }

    /// Edits a collider's terrain in place: carve, draw, restore a snapshot. Returns what `edit` returns. None if the handle is stale or
    /// the shape is not a terrain; `edit` is not called then.
    ///
    /// If the `Arc` of the terrain is shared, the world first makes a copy of its own and edits that. The copy shares its tiles with the
    /// original, so it costs the index of the tiles, not the pixels.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, Probe, QueryFilter, Rect, Terrain, World};
    /// let mut world = World::new();
    /// let ground = world.insert(Collider::new(Terrain::filled(1000, 200)).at((0, 100)));
    /// let here = Probe::point((500, 110));
    /// assert!(world.query(&here, &QueryFilter::default()).any());
    /// let change = world.edit_terrain(ground, |terrain| terrain.carve(&Rect::new(490, 0, 20, 20), (0, 0)));
    /// assert_eq!(change.unwrap().pixels, 400);
    /// assert!(!world.query(&here, &QueryFilter::default()).any());
    /// ```
    #[doc(alias = "carve")]
    #[must_use = "None says that the handle is stale or its shape is not a terrain, and that nothing was changed"]
    pub fn edit_terrain<R>(&mut self, handle: Handle, edit: impl FnOnce(&mut Terrain) -> R) -> Option<R> {
        let mut result = None;
        self.store.change(handle, |stored| {
            if let ColliderShape::Terrain(terrain) = &mut stored.shape {
                result = Some(edit(Arc::make_mut(terrain)));
            }
        })?;
        result
    }
}

/// A change of a collider in progress.
struct ColliderEdit<'a> {
    store: &'a mut Store,
    index: u32,
    collider: Collider,
}

impl Drop for ColliderEdit<'_> {
    fn drop(&mut self) {
        let ColliderEdit { store, index, collider } = self;
        let (at, index, new) = (*index as usize, *index, ColliderRef::from(&*collider));
        let Some(stored) = &mut store.slots.colliders[at] else { return };
        if stored.part().is_some() {
            return store.change_part(index, |stored| stored.take_on(new));
        }
        let start = &mut store.slots.places[at].start;
        let leaves = stored.space != new.space;
        if leaves || new.enabled && !stored.enabled {
            // A collider that appears in a space has no way to where it is.
            *start = PreviousPosition::default();
        } else if stored.transform() != collider.transform {
            start.keep(store.now, stored);
        }
        stored.take_on(new);
        if leaves {
            store.change_space(index);
        }
        store.set_filter(index);
        store.commit(index);
    }
}
