//! The spaces of a world.

use alloc::vec;
use alloc::vec::Vec;

use crate::broad_phase::{Aabb, AnyBroadPhase};
use crate::world::room::{LEAST, trim};
use crate::world::store::filter::Filter;
use crate::world::store::slots::Place;
use crate::world::store::space::Space;
use crate::world::types::options::WorldOptions;

#[derive(Clone, Debug, Default)]
pub(crate) struct Spaces {
    list: Vec<Space>,
    /// The place in the list of each space that has members, sorted by the space's id.
    by_id: Vec<(u32, u32)>,
    /// The places in the list of spaces without members.
    free: Vec<u32>,
    /// The most spaces with members since memory was last given back.
    most: usize,
}

impl Spaces {
    /// The space with an id. None if it has no members.
    pub(crate) fn with_id(&self, id: u32) -> Option<&Space> {
        let found = self.by_id.binary_search_by_key(&id, |&(id, _)| id).ok()?;
        Some(&self.list[self.by_id[found].1 as usize])
    }

    /// A space by its place.
    #[inline]
    pub(crate) fn at(&self, place: u32) -> &Space {
        &self.list[place as usize]
    }

    #[inline]
    pub(crate) fn at_mut(&mut self, place: u32) -> &mut Space {
        &mut self.list[place as usize]
    }

    /// The places of spaces with members, in the order of their ids.
    pub(crate) fn places(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.by_id.iter().map(|&(_, place)| place)
    }

    /// The place of a space with members, by its rank in the order of ids.
    pub(crate) fn place(&self, rank: usize) -> u32 {
        self.by_id[rank].1
    }

    /// Whether some member is first-only.
    pub(crate) fn have_first_only(&self) -> bool {
        self.places().any(|place| self.at(place).first_only > 0)
    }

    /// How many members there are in all.
    pub(crate) fn members(&self) -> usize {
        self.places().map(|place| self.at(place).len()).sum()
    }

    /// Adds a member to a space, with an empty box. Returns the place of the space, and the row.
    pub(crate) fn enter(
        &mut self,
        id: u32,
        member: u32,
        filter: Filter,
        options: &WorldOptions,
    ) -> (u32, u32) {
        let place = match self.by_id.binary_search_by_key(&id, |&(id, _)| id) {
            Ok(found) => self.by_id[found].1,
            Err(at) => {
                let place = self.free.pop().unwrap_or_else(|| {
                    let broad_phase = AnyBroadPhase::new(options.broad_phase, options.parallel_from);
                    self.list.push(Space::new(id, broad_phase));
                    self.list.len() as u32 - 1
                });
                self.list[place as usize].id = id;
                self.by_id.insert(at, (id, place));
                self.most = self.most.max(self.by_id.len());
                place
            }
        };
        (place, self.list[place as usize].insert(member, Aabb::EMPTY, filter))
    }

    /// Removes a member from a space.
    pub(crate) fn leave(&mut self, place: u32, row: u32) {
        let space = &mut self.list[place as usize];
        space.remove(row);
        if space.len() == 0 {
            let id = space.id;
            let at = self.by_id.binary_search_by_key(&id, |&(id, _)| id);
            self.by_id.remove(at.expect("a space with members has an entry"));
            self.free.push(place);
        }
    }

    /// Before a step: gives back memory that was not needed since the last call. `places` are those of the slots; no step had more pairs.
    pub(crate) fn trim(&mut self, places: &mut [Place], pairs: usize, options: &WorldOptions) {
        let most = core::mem::replace(&mut self.most, self.by_id.len());
        if self.list.len() >= LEAST && self.list.len() / 4 >= most {
            self.renew(places, options);
        }
        trim(&mut self.by_id, most);
        trim(&mut self.free, most);
        (0..).zip(&mut self.list).for_each(|(place, space)| space.trim(place, places, pairs, options));
    }

    /// Gives the spaces with members new places, side by side.
    fn renew(&mut self, places: &mut [Place], options: &WorldOptions) {
        let empty = || Space::new(0, AnyBroadPhase::new(options.broad_phase, options.parallel_from));
        let mut old = core::mem::take(&mut self.list);
        let mut new_places = vec![0; old.len()];
        for (_, place) in &mut self.by_id {
            let at = core::mem::replace(place, self.list.len() as u32) as usize;
            new_places[at] = *place;
            self.list.push(core::mem::replace(&mut old[at], empty()));
        }
        self.free = Vec::new();
        // Slots without a collider may name a space that is gone: nobody reads it.
        places.iter_mut().for_each(|listed| {
            listed.space = new_places.get(listed.space as usize).copied().unwrap_or(0);
        });
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.list.capacity() * size_of::<Space>()
            + self.by_id.capacity() * size_of::<(u32, u32)>()
            + self.free.capacity() * size_of::<u32>()
            + self.list.iter().map(Space::memory_bytes).sum::<usize>()
    }

    /// Whether the lists agree.
    pub(crate) fn is_valid(&self) -> bool {
        let is_in_use = |&(id, place): &(u32, u32)| self.at(place).id == id && self.at(place).len() > 0;
        self.by_id.is_sorted_by(|a, b| a.0 < b.0)
            && self.by_id.len() + self.free.len() == self.list.len()
            && self.by_id.iter().all(is_in_use)
    }
}
