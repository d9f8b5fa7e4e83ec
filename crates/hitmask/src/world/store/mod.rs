//! What a world stores for each collider, and in which space it is. All code that changes a collider calls [`Store::commit`], which
//! computes again what depends on the collider. Only moves have shortcuts: those of one rigid body, of a crowd, and of parts.

mod change;
pub(crate) mod crowd;
pub(crate) mod movable;
pub(crate) mod parts;
pub(crate) mod picture_sharing;
pub(crate) mod scratch;
pub(crate) mod slots;
pub(crate) mod step_state;
pub(crate) mod tiles;
pub(crate) mod turned_masks;
pub(crate) mod upright_mask;
pub(crate) mod validate;
pub(crate) mod version;
pub(crate) mod world;

use alloc::sync::Arc;
use core::ops::ControlFlow;

use crate::broad_phase::Aabb;
use crate::geom::{PointQ16, Pose};
use crate::tile_map::TileMap;
use crate::world::broad_phase::filter::Filter;
use crate::world::broad_phase::space::{Place, Space};
use crate::world::broad_phase::spaces::Spaces;
use crate::world::collider::handle::Handle;
use crate::world::collider::options::WorldOptions;
use crate::world::collider::previous_position::PreviousPosition;
use crate::world::collider::stored_collider::StoredCollider;
use crate::world::collider::{ColliderRef, Member, Verdict};
use crate::world::grow::{LEAST, room_for};
use crate::world::plane::Plane;
use crate::world::store::slots::{Rigidity, Slots};
use crate::world::store::upright_mask::UprightMask;

/// The colliders of a world as they are now.
#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    pub(crate) options: WorldOptions,
    pub(crate) slots: Slots,
    pub(crate) spaces: Spaces,
    /// How many colliders are parts of another one.
    pub(crate) parts: usize,
    /// How many steps succeeded.
    pub(crate) now: u64,
    /// Stands for a map while it is changed.
    pub(super) no_map: Option<Arc<TileMap>>,
}

impl Store {
    pub(crate) fn new(options: WorldOptions) -> Store {
        Store { options, slots: Slots::new(&options), ..Store::default() }
    }

    #[inline]
    pub(crate) fn plane(&self) -> Plane {
        self.slots.plane
    }

    /// The collider in a slot. The caller knows that there is one.
    #[inline]
    pub(crate) fn at(&self, index: u32) -> &StoredCollider {
        self.slots.stored(index)
    }

    /// None if the handle is stale.
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub(crate) fn stored(&self, handle: Handle) -> Option<&StoredCollider> {
        let at = handle.index as usize;
        self.slots.generations.get(at).filter(|&&generation| generation == handle.generation)?;
        self.slots.colliders[at].as_ref()
    }

    /// A collider as it counts. None if the handle is stale.
    #[inline]
    pub(crate) fn get(&self, handle: Handle) -> Option<ColliderRef<'_>> {
        Some(self.stored(handle)?.lend())
    }

    /// The handle of the collider in a slot.
    #[inline]
    pub(crate) fn handle_at(&self, index: u32) -> Handle {
        self.slots.handle(index)
    }

    #[inline]
    pub(crate) fn member(&self, index: u32) -> Member<'_> {
        Member { handle: self.handle_at(index), collider: self.at(index).lend() }
    }

    /// The space of a collider.
    #[inline]
    pub(crate) fn space_of(&self, index: u32) -> &Space {
        self.spaces.at(self.slots.places[index as usize].space)
    }

    /// The box in which a collider may meet others. On a torus it begins in tile 0.
    pub(crate) fn area_of(&self, index: u32) -> Aabb {
        self.space_of(index).area(self.slots.places[index as usize].row, self.plane())
    }

    /// The memory of room for so many slots, in bytes.
    pub(crate) fn bytes_of_slots(slots: usize) -> usize {
        let each = size_of::<Option<StoredCollider>>()
            + size_of::<UprightMask>()
            + size_of::<Rigidity>()
            + size_of::<Place>()
            + size_of::<u64>()
            + size_of::<u32>();
        room_for(slots).saturating_mul(each)
    }

    /// In how many steps the slots are shortened once. Only at the end of a step, and from the state alone: so worlds that agree still do.
    const SHORTENED_EVERY: u64 = 32;

    /// Forgets the slots after the last collider if they are at least three quarters of all.
    pub(crate) fn shorten(&mut self) {
        let slots = self.slots.len();
        if !self.now.is_multiple_of(Store::SHORTENED_EVERY) || slots < LEAST {
            return;
        }
        // A slot whose generations are used up must stay so.
        let is_kept = |&at: &usize| {
            self.slots.rigidity_of[at] != Rigidity::None || self.slots.generations[at] == u32::MAX
        };
        let used = (0..slots).rev().find(is_kept).map_or(0, |last| last + 1);
        if used <= slots / 4 {
            self.slots.shorten(used);
        }
    }

    /// Gives back memory that was not needed lately: for more slots than these, more pairs in a step, more drawings in a step.
    pub(crate) fn trim(&mut self, slots: usize, pairs: usize, drawn: usize) {
        self.slots.trim(slots, drawn);
        self.spaces.trim(&mut self.slots.places, pairs, &self.options);
    }

    /// Puts a collider into an empty slot. It must be committed.
    pub(crate) fn occupy(&mut self, index: u32, stored: StoredCollider, start: PreviousPosition) {
        let filter = Filter::of(&stored, index);
        let (space, row) = self.spaces.enter(stored.space, index, filter, &self.options);
        self.slots.places[index as usize] = Place { space, row, start };
        self.slots.colliders[index as usize] = Some(stored);
    }

    /// Empties a slot.
    pub(crate) fn vacate(&mut self, index: u32) -> Option<StoredCollider> {
        let stored = self.slots.forget(index)?;
        let Place { space, row, .. } = self.slots.places[index as usize];
        self.spaces.leave(space, row);
        Some(stored)
    }

    /// Changes a collider. None if the handle is stale.
    #[inline]
    pub(crate) fn change(&mut self, handle: Handle, f: impl FnOnce(&mut StoredCollider)) -> Option<()> {
        let at = handle.index as usize;
        self.slots.generations.get(at).filter(|&&generation| generation == handle.generation)?;
        let stored = self.slots.colliders[at].as_mut()?;
        if stored.part().is_some() {
            self.change_part(handle.index, f);
            return Some(());
        }
        self.slots.places[at].start.keep(self.now, stored);
        f(stored);
        self.commit(handle.index);
        Some(())
    }

    /// Moves a collider. None if the handle is stale.
    ///
    /// A rigid body, the most frequent kind, has a way of its own: its box and its corner move as it does. So a frame reads and writes little
    /// memory for each collider.
    #[inline]
    pub(crate) fn set_position(&mut self, handle: Handle, position: PointQ16) -> Option<()> {
        let at = handle.index as usize;
        self.slots.generations.get(at).filter(|&&generation| generation == handle.generation)?;
        let Slots { places, colliders, upright, rigidity_of, .. } = &mut self.slots;
        let (place, upright) = (&mut places[at], &mut upright[at]);
        if let Some(drawn_at) = rigidity_of[at].drawn_at(position)
            && let Some(stored) = &mut colliders[at]
        {
            let space = self.spaces.at_mut(place.space);
            if let Some(origin) = stored.origin_at(drawn_at)
                && let Some(aabb) = upright.move_to(origin, &space.boxes[place.row as usize])
            {
                place.start.keep_posed(self.now, stored, &Pose::IDENTITY);
                stored.position = position;
                space.set_box(place.row, aabb);
                self.slots.changed(handle.index);
                return Some(());
            }
        }
        self.change(handle, |stored| stored.position = position)
    }

    /// Tells a collider's space about its layers, group and kind.
    pub(crate) fn set_filter(&mut self, index: u32) {
        let filter = Filter::of(self.at(index), index);
        let Place { space, row, .. } = self.slots.places[index as usize];
        self.spaces.at_mut(space).set_filter(row, filter);
    }

    /// Lists a collider in the space that it has now.
    fn change_space(&mut self, index: u32) {
        let stored = self.slots.stored(index);
        let (id, filter) = (stored.space, Filter::of(stored, index));
        let place = &mut self.slots.places[index as usize];
        self.spaces.leave(place.space, place.row);
        (place.space, place.row) = self.spaces.enter(id, index, filter, &self.options);
    }

    /// Brings everything up to date that follows from a collider, its parts included.
    #[inline(never)]
    pub(crate) fn commit(&mut self, index: u32) {
        self.come_home(index);
        if self.parts > 0 {
            self.root_parts(index);
        }
        self.commit_slot(index);
        if self.parts > 0 {
            self.catch_up(index);
        }
    }

    /// Brings everything up to date that follows from a collider, but for its parts.
    #[inline]
    pub(crate) fn commit_one(&mut self, index: u32) {
        self.come_home(index);
        self.commit_slot(index);
    }

    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    fn come_home(&mut self, index: u32) {
        let (at, plane) = (index as usize, self.plane());
        if !plane.is_open() {
            let stored = self.slots.colliders[at].as_mut().expect("the slot has a collider");
            bring_home(plane, stored, &mut self.slots.places[at]);
        }
    }

    /// Brings up to date what follows from a collider in its place. Its custom test is asked.
    #[inline]
    fn commit_slot(&mut self, index: u32) {
        let extent = self.slots.commit(index);
        let area = self.at(index).area(extent);
        self.set_area(index, area);
    }

    /// As [`Store::commit`], if the box in which the collider may meet others is known already: its custom test is not asked.
    pub(crate) fn commit_in(&mut self, index: u32, area: Aabb) {
        self.slots.commit(index);
        self.set_area(index, area);
    }

    #[inline]
    fn set_area(&mut self, index: u32, area: Aabb) {
        let Place { space, row, .. } = self.slots.places[index as usize];
        self.spaces.at_mut(space).set_area(row, area, self.slots.plane);
    }

    /// The verdict of the custom tests of a pair, the lower handle's first. None if neither test decides.
    pub(crate) fn ask_tests(&self, a: u32, b: u32) -> Option<Verdict> {
        let ask = |me: u32, other: u32| {
            let custom = self.at(me).custom()?;
            custom.test(self.member(me), self.member(other))
        };
        let (low, high) = if self.handle_at(a) < self.handle_at(b) { (a, b) } else { (b, a) };
        ask(low, high).or_else(|| ask(high, low))
    }

    /// Calls `f` with the slot of each collider of a space that may meet the filter and whose box shares a pixel with an area. The order is
    /// unspecified.
    #[inline]
    pub(crate) fn each_in_space(
        &self,
        id: u32,
        area: Aabb,
        filter: Filter,
        f: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.spaces.with_id(id) {
            None => ControlFlow::Continue(()),
            Some(space) => {
                space.each_in(self.plane().cut(area).as_slice(), filter, &|index| self.row(index), f)
            }
        }
    }

    /// Calls `f` with the slot of each collider that may meet a collider and whose box meets the box of that one. It calls `f` with the
    /// collider itself, too.
    pub(crate) fn each_beside(
        &self,
        index: u32,
        f: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (space, row) = (self.space_of(index), self.row(index));
        let parts = self.plane().cut(space.area(row, self.plane()));
        space.each_in(parts.as_slice(), space.filter(row), &|index| self.row(index), f)
    }

    #[inline]
    fn row(&self, index: u32) -> u32 {
        self.slots.places[index as usize].row
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.slots.memory_bytes() + self.spaces.memory_bytes()
    }
}

/// Moves a collider into tile 0, and its way with it.
pub(crate) fn bring_home(plane: Plane, stored: &mut StoredCollider, place: &mut Place) {
    let given = stored.position;
    let position = plane.position(given);
    stored.position = position;
    place.start.shift(position - given);
    if let Some(link) = stored.part_link_mut()
        && !link.parts.is_empty()
    {
        link.came += given - position;
    }
}
