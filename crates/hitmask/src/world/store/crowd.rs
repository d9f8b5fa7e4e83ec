//! Moving many colliders at once, on several threads.

use crate::broad_phase::Aabb;
use crate::geom::Transform;
use crate::world::broad_phase::space::Place;
use crate::world::collider::Member;
use crate::world::collider::handle::Handle;
use crate::world::collider::stored_collider::StoredCollider;
use crate::world::store::scratch::{MovedBox, MovedBoxes};
use crate::world::store::slots::{Rigidity, SlotPixels, Slots};
use crate::world::store::turned_masks::{PreparedPose, TurnedState};
use crate::world::store::upright_mask::UprightMask;
use crate::world::store::world::World;
use crate::world::store::{Store, bring_home};

/// A move in progress. What belongs to one collider is done on any thread. What belongs to all of them is done at the end, even if the
/// caller's function panics: so the world stays valid.
struct CrowdMove<'a> {
    store: &'a mut Store,
    moved: &'a mut MovedBoxes,
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
        let World { store, scratch, .. } = self;
        let moved = &mut scratch.moved;
        moved.clear();
        moved.resize(store.slots.len(), None);
        let CrowdMove { store, moved } = &mut CrowdMove { store, moved };
        let Store { options, slots, spaces, now, parts: _, no_map: _ } = &mut **store;
        let Slots { plane, generations, places, colliders, upright, turned, rigidity_of, .. } = slots;
        let (plane, now, generations, spaces, rigidity_of) =
            (*plane, *now, &*generations, &*spaces, &*rigidity_of);
        let move_one =
            |CrowdSlot { index, stored, place, upright, state, prepared, moved }: CrowdSlot<'_>| {
                let Some(stored) = stored else { return };
                let handle = Handle { index: index as u32, generation: generations[index] };
                let Some(transform) = &f(Member { handle, collider: stored.own() }) else { return };
                if let Some(part) = stored.part_mut() {
                    // It follows at the end.
                    part.transform = *transform;
                    let (space, row, rigidity) = (place.space, place.row, Rigidity::None);
                    *moved = Some(MovedBox { area: Aabb::EMPTY, space, row, rigidity });
                    return;
                }
                place.start.keep(now, stored);
                // Only here is the transform copied: each copy of so many bytes is a call.
                stored.set_transform(transform);
                if !plane.is_open() {
                    bring_home(plane, stored, place);
                }
                let Place { space, row, .. } = *place;
                if rigidity_of[index] == Rigidity::Rigid
                    && let Some(origin) = stored.transform_ref().upright_origin()
                    && let Some(area) = upright.move_to(origin, &spaces.at(space).boxes[row as usize])
                {
                    *moved = Some(MovedBox { area, space, row, rigidity: Rigidity::Rigid });
                    return;
                }
                let (extent, rigidity) = SlotPixels { stored, upright, state, prepared }.update(plane);
                *moved = Some(MovedBox { area: stored.area(extent), space, row, rigidity });
            };
        let is_long = colliders.len() >= options.parallel_from.max(2);
        let all = CrowdSlots {
            first: 0,
            colliders,
            places,
            upright,
            states: &mut turned.states,
            prepared: &mut turned.prepared,
            moved,
        };
        all.each(if is_long { 256 } else { usize::MAX }, &move_one);
    }
}

/// What a move reads and writes of a slot.
struct CrowdSlot<'a> {
    index: usize,
    stored: &'a mut Option<StoredCollider>,
    place: &'a mut Place,
    upright: &'a mut UprightMask,
    state: Option<&'a mut TurnedState>,
    prepared: Option<&'a mut PreparedPose>,
    moved: &'a mut Option<MovedBox>,
}

/// The same of slots side by side. There may be no states and no prepared poses.
struct CrowdSlots<'a> {
    first: usize,
    colliders: &'a mut [Option<StoredCollider>],
    places: &'a mut [Place],
    upright: &'a mut [UprightMask],
    states: &'a mut [TurnedState],
    prepared: &'a mut [PreparedPose],
    moved: &'a mut [Option<MovedBox>],
}

impl CrowdSlots<'_> {
    /// Calls `f` with each slot, on several threads if there are more than `part`.
    fn each(self, part: usize, f: &(impl Fn(CrowdSlot<'_>) + Sync)) {
        #[cfg(feature = "parallel")]
        if self.colliders.len() > part {
            let [these, those] = self.halves();
            rayon::join(|| these.each(part, f), || those.each(part, f));
            return;
        }
        let _ = part;
        let CrowdSlots { first, colliders, places, upright, states, prepared, moved } = self;
        let (mut states, mut prepared) = (states.iter_mut(), prepared.iter_mut());
        let both = colliders.iter_mut().zip(places).zip(upright.iter_mut().zip(moved));
        for (index, ((stored, place), (upright, moved))) in (first..).zip(both) {
            let (state, prepared) = (states.next(), prepared.next());
            f(CrowdSlot { index, stored, place, upright, state, prepared, moved });
        }
    }

    #[cfg(feature = "parallel")]
    fn halves(self) -> [Self; 2] {
        fn cut<T>(list: &mut [T], at: usize) -> (&mut [T], &mut [T]) {
            list.split_at_mut(at.min(list.len()))
        }
        let at = self.colliders.len() / 2;
        let (colliders, other_colliders) = cut(self.colliders, at);
        let (places, other_places) = cut(self.places, at);
        let (upright, other_upright) = cut(self.upright, at);
        let (states, other_states) = cut(self.states, at);
        let (prepared, other_prepared) = cut(self.prepared, at);
        let (moved, other_moved) = cut(self.moved, at);
        [
            CrowdSlots { first: self.first, colliders, places, upright, states, prepared, moved },
            CrowdSlots {
                first: self.first + at,
                colliders: other_colliders,
                places: other_places,
                upright: other_upright,
                states: other_states,
                prepared: other_prepared,
                moved: other_moved,
            },
        ]
    }
}

impl Drop for CrowdMove<'_> {
    fn drop(&mut self) {
        let Store { slots, spaces, .. } = &mut *self.store;
        for (index, moved) in (0..).zip(&*self.moved) {
            let Some(MovedBox { area, space, row, rigidity }) = *moved else { continue };
            slots.changed(index);
            if rigidity == Rigidity::None {
                continue;
            }
            spaces.at_mut(space).set_area(row, area, slots.plane);
            // Nothing else changes for a rigid body that stays rigid.
            if rigidity != Rigidity::Rigid || slots.rigidity_of[index as usize] != rigidity {
                slots.publish(index, rigidity);
            }
        }
        if self.store.parts > 0 {
            for (index, _) in (0..).zip(&*self.moved).filter(|(_, moved)| moved.is_some()) {
                self.store.follow(index, false);
            }
        }
    }
}
