//! Moving many colliders at once, on several threads.

use alloc::vec::Vec;

use crate::broad_phase::Aabb;
use crate::geom::Transform;
use crate::world::pixels::quick::Quick;
use crate::world::pixels::turned::{PreparedPose, TurnedState};
use crate::world::plane;
use crate::world::types::custom::Member;
use crate::world::types::handle::Handle;
use crate::world::{Slot, World};

/// Where a collider lies that was moved, and its row in its space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovedBox {
    aabb: Aabb,
    space: u32,
    row: u32,
}

/// A move in progress. What belongs to one collider is done on any thread. What belongs to all of them is done at the end, even if the
/// caller's function panics: so the world stays valid.
struct CrowdMove<'w> {
    world: &'w mut World,
    /// One for each slot.
    moved: Vec<Option<MovedBox>>,
}

impl World {
    /// Moves many colliders at once, on several threads. `f` is called for each collider. It returns where the collider lies from now on, or
    /// None if it stays as it is. The world is then what [`World::set_transform`] for each of them would make it.
    ///
    /// With the feature `parallel` it uses threads if there are at least [`WorldOptions::parallel_from`](crate::WorldOptions::parallel_from)
    /// slots. So let `f` do the work that it takes to find a transform: sines and cosines cost more than the rest. [`Collider::data`](field@crate::Collider::data)
    /// tells it which of your sprites a collider is. `f` is called in no particular order, on several threads, once for each collider; the
    /// result does not depend on it. Custom tests' `reach` is called on these threads, too.
    ///
    /// ```
    /// use hitmask::{Angle, Collider, Mask, PoseParts, Transform, World};
    /// struct Ship { at: [f64; 2], degrees: f64 }
    /// let ships: Vec<Ship> = (0..100).map(|i| Ship { at: [f64::from(i) * 20.0, 50.0], degrees: f64::from(i) }).collect();
    /// let mut world = World::new();
    /// for i in 0..100 {
    ///     world.insert(Collider::new(Mask::filled(16, 16)).with_data(i));
    /// }
    /// world.set_transforms(|member| {
    ///     let ship = &ships[member.collider.data as usize];
    ///     let parts = PoseParts { position: ship.at, rotation: Angle::Degrees(ship.degrees), ..PoseParts::default() };
    ///     Transform::new(&parts).ok()
    /// });
    /// world.step()?;
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    ///
    /// # Panics
    /// If `f` panics. Some colliders are moved then, others are not.
    ///
    /// # Complexity
    /// Linear in the number of slots.
    #[doc(alias = "par_iter")]
    #[doc(alias = "bulk")]
    pub fn set_transforms(&mut self, f: impl Fn(Member<'_>) -> Option<Transform> + Sync + Send) {
        let mut moved = core::mem::take(&mut self.scratch.moved);
        moved.clear();
        moved.resize(self.slots.len(), None);
        let mut all = CrowdMove { world: self, moved };
        let CrowdMove { world, moved } = &mut all;
        let (wrap, now) = (world.wrap(), world.scratch.history.steps);
        let World { slots, quick, turned, options, .. } = &mut **world;
        let (states, prepared) = turned.parts();
        let move_one = |index: usize,
                        slot: &mut Slot,
                        quick: &mut Quick,
                        state: &mut TurnedState,
                        prepared: &mut PreparedPose,
                        moved: &mut Option<MovedBox>| {
            let handle = Handle { index: index as u32, generation: slot.generation };
            let Some(live) = &mut slot.live else { return };
            let Some(transform) = &f(Member { handle, collider: &live.collider }) else { return };
            live.keep_start(now);
            // By reference until now: each copy of a transform is a call.
            live.collider.transform = *transform;
            let aabb = live.settle(wrap);
            plane::settle_quick(wrap, quick, live);
            prepared.settle(state, plane::crosses_no_seam(wrap, live).then_some(&**live));
            *moved = Some(MovedBox { aabb, space: live.space, row: live.row });
        };
        #[cfg(feature = "parallel")]
        if slots.len() >= options.parallel_from.max(2) {
            use rayon::prelude::*;
            const PART: usize = 256;
            let slots = slots.par_iter_mut().with_min_len(PART);
            let (quick, states) = (quick.par_iter_mut(), states.par_iter_mut());
            let (prepared, moved) = (prepared.par_iter_mut(), moved.par_iter_mut());
            let each = (slots, quick, states, prepared, moved).into_par_iter().enumerate();
            return each.for_each(|(index, (slot, quick, state, prepared, moved))| {
                move_one(index, slot, quick, state, prepared, moved);
            });
        }
        let _ = options;
        let each = slots.iter_mut().zip(quick).zip(states).zip(prepared).zip(moved).enumerate();
        each.for_each(|(index, ((((slot, quick), state), prepared), moved))| {
            move_one(index, slot, quick, state, prepared, moved);
        });
    }
}

impl Drop for CrowdMove<'_> {
    fn drop(&mut self) {
        let wrap = self.world.wrap();
        let World { slots, spaces, turned, versions, scratch, .. } = &mut *self.world;
        for (index, (slot, moved)) in (0..).zip(slots.iter_mut().zip(&self.moved)) {
            let Some(MovedBox { aabb, space, row }) = *moved else { continue };
            slot.version = versions.next();
            let space = &mut spaces[space as usize];
            match (wrap, &mut slot.live) {
                // The collider itself need not be read again.
                (None, _) => space.set_box(row, aabb),
                (Some(_), Some(live)) => plane::set_rows(wrap, space, index, live, aabb),
                (Some(_), None) => {}
            }
            turned.list(index);
        }
        scratch.moved = core::mem::take(&mut self.moved);
    }
}
