//! The checked forms of the world's verbs: they return [`InvalidArgument`] where the others panic.

use alloc::vec::Vec;

use crate::geom::PointQ16;
use crate::invalid_argument::{InvalidArgument, InvalidReason};
use crate::mover::MoveOptions;
use crate::world::World;
use crate::world::ask::cast::{CastHit, Caster};
use crate::world::ask::query::QueryFilter;
use crate::world::ask::ray::RayHit;
use crate::world::ask::turning::{TurningHit, TurningMotion};
use crate::world::r#move::fit::Fit;
use crate::world::r#move::moving_solid::SolidMoved;
use crate::world::r#move::slide::{Blocker, Slid};
use crate::world::r#move::slope::Slope;
use crate::world::types::collider::Collider;
use crate::world::types::handle::Handle;
use crate::world::types::shape::ColliderShape;

/// The checked forms: each returns [`InvalidArgument`] where the verb of the same name panics, and has changed nothing then. A stale handle is no
/// refusal.
impl World {
    /// The checked form of [`World::set_position`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::set_position`] panics.
    #[inline]
    pub fn try_set_position(
        &mut self,
        handle: Handle,
        position: impl Into<PointQ16>,
    ) -> Result<Option<()>, InvalidArgument> {
        Ok(self.store.set_position(handle, position.into().checked("position")?))
    }

    /// The checked form of [`World::teleport`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::teleport`] panics.
    pub fn try_teleport(
        &mut self,
        handle: Handle,
        position: impl Into<PointQ16>,
    ) -> Result<Option<()>, InvalidArgument> {
        Ok(self.store.teleport(handle, position.into().checked("position")?))
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

    /// The checked form of [`World::ray_cast`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::ray_cast`] panics.
    pub fn try_ray_cast(
        &self,
        position: impl Into<PointQ16>,
        motion: impl Into<PointQ16>,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<RayHit>, InvalidArgument> {
        self.store.ray_cast(position, motion, filter)
    }

    /// The checked form of [`World::cast`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::cast`] panics.
    pub fn try_cast<'a>(
        &self,
        what: impl Into<Caster<'a>>,
        motion: impl Into<PointQ16>,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<CastHit>, InvalidArgument> {
        self.store.cast(what, motion, filter)
    }

    /// The checked form of [`World::cast_all`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::cast_all`] panics.
    pub fn try_cast_all<'a>(
        &self,
        what: impl Into<Caster<'a>>,
        motion: impl Into<PointQ16>,
        filter: &QueryFilter<'_>,
    ) -> Result<Vec<CastHit>, InvalidArgument> {
        self.store.cast_all(what, motion, filter)
    }

    /// The checked form of [`World::cast_turning`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::cast_turning`] panics.
    pub fn try_cast_turning<'a>(
        &self,
        what: impl Into<Caster<'a>>,
        motion: &TurningMotion,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<TurningHit>, InvalidArgument> {
        self.store.cast_turning(what, motion, filter)
    }

    /// The checked form of [`World::cast_turning_all`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::cast_turning_all`] panics.
    pub fn try_cast_turning_all<'a>(
        &self,
        what: impl Into<Caster<'a>>,
        motion: &TurningMotion,
        filter: &QueryFilter<'_>,
    ) -> Result<Vec<TurningHit>, InvalidArgument> {
        self.store.cast_turning_all(what, motion, filter)
    }

    /// The checked form of [`World::move_and_slide`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::move_and_slide`] panics.
    pub fn try_move_and_slide(
        &mut self,
        handle: Handle,
        motion: impl Into<PointQ16>,
        options: &MoveOptions,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<Slid>, InvalidArgument> {
        self.store.move_and_slide(handle, motion.into(), options, filter, &mut self.pieces, None)
    }

    /// The checked form of [`World::move_and_slide_into`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::move_and_slide_into`] panics.
    pub fn try_move_and_slide_into(
        &mut self,
        handle: Handle,
        motion: impl Into<PointQ16>,
        options: &MoveOptions,
        filter: &QueryFilter<'_>,
        blockers: &mut Vec<Blocker>,
    ) -> Result<Option<Slid>, InvalidArgument> {
        self.store.move_and_slide(handle, motion.into(), options, filter, &mut self.pieces, Some(blockers))
    }

    /// The checked form of [`World::ground_slope`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::ground_slope`] panics.
    pub fn try_ground_slope(
        &self,
        handle: Handle,
        reach: u32,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<Slope>, InvalidArgument> {
        self.store.ground_slope(handle, reach, filter)
    }

    /// The checked form of [`World::move_solid`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::move_solid`] panics.
    pub fn try_move_solid(
        &mut self,
        handle: Handle,
        motion: impl Into<PointQ16>,
        riders: &[Handle],
        options: &MoveOptions,
    ) -> Result<Option<SolidMoved>, InvalidArgument> {
        self.store.move_solid(handle, motion.into(), riders, options)
    }

    /// The checked form of [`World::reshape_solid`]: the change may be refused, too.
    ///
    /// # Errors
    /// The [`InvalidArgument`] that `change` returns, and where [`World::reshape_solid`] panics. Nothing has changed then.
    pub fn try_reshape_solid(
        &mut self,
        handle: Handle,
        limit: u32,
        filter: &QueryFilter<'_>,
        change: impl FnOnce(&mut Collider) -> Result<(), InvalidArgument>,
    ) -> Result<Option<SolidMoved>, InvalidArgument> {
        self.store.reshape_solid(handle, limit, filter, change)
    }

    /// The checked form of [`World::unstick`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::unstick`] panics.
    pub fn try_unstick(
        &mut self,
        handle: Handle,
        limit: u32,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<Fit>, InvalidArgument> {
        self.store.unstick(handle, limit, filter)
    }

    /// The checked form of [`World::fit_at`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::fit_at`] panics.
    pub fn try_fit_at(
        &self,
        handle: Handle,
        position: impl Into<PointQ16>,
        limit: u32,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<Fit>, InvalidArgument> {
        self.store.fit_at(handle, position, limit, filter)
    }
}
