//! The spaces of a world, and the candidate pairs of all of them: pairs whose boxes share a pixel, or the boxes around whose ways do.
//!
//! A world may have as many spaces as colliders, in any order of ids. So new spaces go into a short list beside the sorted one. From time
//! to time the short list is merged into it, and empty spaces are removed. So each space costs little, whatever its id.

use alloc::vec;
use alloc::vec::Vec;

use crate::broad_phase::{Aabb, AnyBroadPhase, TooManyPairs, sort_pairs};
use crate::geom::sort_as_numbers;
use crate::heap::heap_bytes;
use crate::world::broad_phase::far_ways::BoxMotions;
use crate::world::broad_phase::filter::Filter;
use crate::world::broad_phase::space::{CandidatePairs, Place, Space};
use crate::world::collider::options::WorldOptions;
use crate::world::grow::{LEAST, make_room, push_slot, trim, trim_all};

#[derive(Clone, Debug, Default)]
pub(crate) struct Spaces {
    list: Vec<Space>,
    /// The spaces of the list, sorted by id, but for those that came since these were sorted last.
    sorted: Vec<Listed>,
    /// Those that came since, sorted by id. There are few.
    recent: Vec<Listed>,
    /// How many of both have no members.
    emptied: usize,
    /// The places in the list of spaces that are not listed. They have no members.
    free: Vec<u32>,
    /// The most spaces with members since memory was last given back.
    most: usize,
    /// How many entries of the sorted lists were moved.
    #[cfg(test)]
    moved: usize,
}

/// A space as it is found by its id. One without members keeps its place until the lists are sorted: most come back.
#[derive(Clone, Copy, Debug)]
struct Listed {
    id: u32,
    /// Its place in the list of spaces.
    place: u32,
    has_members: bool,
}

impl Spaces {
    /// Finds all pairs. `slots` is greater than every slot. Returns whether a space has swept members: `set_ways` sets the boxes around their
    /// ways.
    pub(crate) fn find_pairs(
        &mut self,
        pairs: &mut CandidatePairs,
        boxes: &mut BoxMotions,
        (slots, limit): (usize, usize),
        mut set_ways: impl FnMut(u32, &mut Space, &mut BoxMotions),
    ) -> Result<bool, TooManyPairs> {
        pairs.plain.clear();
        pairs.found.clear();
        pairs.swept.clear();
        let (mut has_ghosts, mut are_swept) = (false, false);
        self.merge_lists();
        for rank in 0..self.len() {
            let place = self.place(rank);
            let space = self.at_mut(place);
            let is_swept = space.swept > 0;
            if is_swept {
                set_ways(place, space, boxes);
            } else {
                space.ways.clear();
            }
            space.update(is_swept);
            has_ghosts |= space.has_ghosts();
            are_swept |= is_swept;
            let left = limit - pairs.plain.len() - pairs.found.len();
            if is_swept { space.swept_pairs(left, boxes, pairs) } else { space.pairs(left, pairs) }
                .map_err(|_| TooManyPairs { limit })?;
        }
        let CandidatePairs { plain, swept, found, starts, .. } = pairs;
        swept.resize(found.len(), [0; 2]);
        sort_pairs(found, slots, starts, swept);
        if has_ghosts {
            // A pair is found once for each part in which its boxes meet.
            sort_as_numbers(plain);
            plain.dedup();
            swept.dedup();
        }
        Ok(are_swept)
    }

    /// The space with an id. None if it has no members.
    pub(crate) fn with_id(&self, id: u32) -> Option<&Space> {
        let listed = self.find(id).filter(|listed| listed.has_members)?;
        Some(&self.list[listed.place as usize])
    }

    fn find(&self, id: u32) -> Option<&Listed> {
        let of = |list: &[Listed]| list.binary_search_by_key(&id, |listed| listed.id).ok();
        match of(&self.sorted) {
            Some(at) => Some(&self.sorted[at]),
            None => Some(&self.recent[of(&self.recent)?]),
        }
    }

    fn find_mut(&mut self, id: u32) -> Option<&mut Listed> {
        let of = |list: &[Listed]| list.binary_search_by_key(&id, |listed| listed.id).ok();
        match of(&self.sorted) {
            Some(at) => Some(&mut self.sorted[at]),
            None => of(&self.recent).map(|at| &mut self.recent[at]),
        }
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

    /// The spaces with members, in no promised order.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Space> {
        self.list.iter().filter(|space| space.len() > 0)
    }

    /// How many spaces have members.
    pub(crate) fn len(&self) -> usize {
        self.sorted.len() + self.recent.len() - self.emptied
    }

    /// The place of a space with members, by its rank in the order of ids. Call [`Spaces::merge_lists`] before.
    pub(crate) fn place(&self, rank: usize) -> u32 {
        self.sorted[rank].place
    }

    /// Whether some member is first-only.
    pub(crate) fn have_first_only(&self) -> bool {
        self.list.iter().any(|space| space.first_only > 0)
    }

    /// How many members there are in all.
    pub(crate) fn members(&self) -> usize {
        self.list.iter().map(Space::len).sum()
    }

    /// Adds a member to a space, with an empty box. Returns the place of the space, and the row.
    pub(crate) fn enter(
        &mut self,
        id: u32,
        member: u32,
        filter: Filter,
        options: &WorldOptions,
    ) -> (u32, u32) {
        let place = match self.find_mut(id) {
            Some(listed) => {
                let was_empty = !core::mem::replace(&mut listed.has_members, true);
                let place = listed.place;
                self.emptied -= usize::from(was_empty);
                place
            }
            None => self.add(id, options),
        };
        self.most = self.most.max(self.len());
        (place, self.list[place as usize].insert(member, Aabb::EMPTY, filter))
    }

    /// How many spaces may wait to be sorted into so many others. To sort costs a look at all, and to list one a look at the recent ones:
    /// together they are least at the square root.
    fn most_recent(sorted: usize) -> usize {
        32 + 4 * sorted.isqrt()
    }

    /// Lists a space that is about to have a member. Returns its place.
    fn add(&mut self, id: u32, options: &WorldOptions) -> u32 {
        if self.recent.len() + self.emptied > Spaces::most_recent(self.sorted.len()) {
            self.merge_lists();
        }
        let place = self.free.pop().unwrap_or_else(|| {
            let broad_phase = AnyBroadPhase::new(options.broad_phase, options.parallel_from);
            push_slot(&mut self.list, Space::new(id, broad_phase));
            self.list.len() as u32 - 1
        });
        self.list[place as usize].id = id;
        let at = self.recent.partition_point(|listed| listed.id < id);
        self.recent.insert(at, Listed { id, place, has_members: true });
        #[cfg(test)]
        {
            self.moved += self.recent.len() - at;
        }
        place
    }

    /// Sorts all spaces with members into one list, and lets go of the others.
    pub(crate) fn merge_lists(&mut self) {
        if self.emptied > 0 {
            for list in [&mut self.sorted, &mut self.recent] {
                let gone = list.iter().filter(|listed| !listed.has_members);
                self.free.extend(gone.map(|listed| listed.place));
                list.retain(|listed| listed.has_members);
            }
            self.emptied = 0;
        }
        let Spaces { sorted, recent, .. } = self;
        #[cfg(test)]
        {
            self.moved += sorted.len() + recent.len();
        }
        if recent.is_empty() {
            return;
        }
        // From the end, where there is room.
        let (mut old, mut new) = (sorted.len(), recent.len());
        make_room(sorted, old + new);
        sorted.extend_from_slice(recent);
        while old > 0 && new > 0 {
            let is_old = sorted[old - 1].id > recent[new - 1].id;
            sorted[old + new - 1] = if is_old { sorted[old - 1] } else { recent[new - 1] };
            if is_old { old -= 1 } else { new -= 1 }
        }
        sorted[..new].copy_from_slice(&recent[..new]);
        recent.clear();
    }

    /// Removes a member from a space.
    pub(crate) fn leave(&mut self, place: u32, row: u32) {
        let space = &mut self.list[place as usize];
        space.remove(row);
        if space.len() == 0 {
            let id = space.id;
            self.find_mut(id).expect("a space with members is listed").has_members = false;
            self.emptied += 1;
        }
    }

    /// Before a step: gives back memory that was not needed since the last call. `places` are those of the slots; no step had more pairs.
    pub(crate) fn trim(&mut self, places: &mut [Place], pairs: usize, options: &WorldOptions) {
        let now = self.len();
        let most = core::mem::replace(&mut self.most, now);
        if self.list.len() >= LEAST && self.list.len() / 4 >= most {
            self.merge_lists();
            self.renew(places, options);
        }
        let recent = Spaces::most_recent(most) + 1;
        trim_all!(most + recent, self.sorted, self.free);
        trim(&mut self.recent, recent);
        (0..).zip(&mut self.list).for_each(|(place, space)| space.trim(place, places, pairs, options));
    }

    /// Gives the spaces with members new places, side by side. Call [`Spaces::merge_lists`] before.
    fn renew(&mut self, places: &mut [Place], options: &WorldOptions) {
        let empty = || Space::new(0, AnyBroadPhase::new(options.broad_phase, options.parallel_from));
        let mut old = core::mem::take(&mut self.list);
        let mut new_places = vec![0; old.len()];
        for listed in &mut self.sorted {
            let at = core::mem::replace(&mut listed.place, self.list.len() as u32) as usize;
            new_places[at] = listed.place;
            self.list.push(core::mem::replace(&mut old[at], empty()));
        }
        self.free = Vec::new();
        // Slots without a collider may name a space that is gone: nobody reads it.
        places.iter_mut().for_each(|listed| {
            listed.space = new_places.get(listed.space as usize).copied().unwrap_or(0);
        });
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.list_bytes() + self.list.iter().map(Space::memory_bytes).sum::<usize>()
    }

    /// What the lists of spaces take, and what one space allocated.
    pub(crate) fn bytes_around(&self, id: u32) -> usize {
        self.list_bytes() + self.with_id(id).map_or(0, Space::memory_bytes)
    }

    /// What the lists of spaces take, without what the spaces themselves allocated.
    fn list_bytes(&self) -> usize {
        heap_bytes!(self.list, self.sorted, self.recent, self.free)
    }

    /// Whether the lists agree.
    pub(crate) fn is_valid(&self) -> bool {
        let is_right = |listed: &Listed| {
            let space = self.at(listed.place);
            space.id == listed.id && (space.len() > 0) == listed.has_members
        };
        let lists = [&self.sorted, &self.recent];
        let emptied = |list: &&Vec<Listed>| list.iter().filter(|listed| !listed.has_members).count();
        lists.iter().all(|list| list.is_sorted_by(|a, b| a.id < b.id) && list.iter().all(is_right))
            && self.recent.iter().all(|new| self.sorted.iter().all(|old| old.id != new.id))
            && self.sorted.len() + self.recent.len() + self.free.len() == self.list.len()
            && lists.iter().map(emptied).sum::<usize>() == self.emptied
            && self.free.iter().all(|&place| self.at(place).len() == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The work of entering and leaving, counted: it must stay near linear in any order of ids.
    #[test]
    fn many_spaces_in_any_order() {
        const COUNT: u32 = 40_000;
        let (filter, options) = (Filter::default(), WorldOptions::default());
        let orders: [fn(u32) -> u32; 4] = [
            |n| n,
            |n| COUNT - n,
            |n| n.wrapping_mul(0x9E37_79B1),
            |n| if n % 2 == 0 { n } else { u32::MAX - n },
        ];
        for id_of in orders {
            let mut spaces = Spaces::default();
            let places: Vec<(u32, u32)> =
                (0..COUNT).map(|n| spaces.enter(id_of(n), n, filter, &options)).collect();
            assert_eq!((spaces.len(), spaces.members()), (COUNT as usize, COUNT as usize));
            for n in (0..COUNT).step_by(997) {
                assert_eq!(spaces.with_id(id_of(n)).unwrap().members, [n]);
            }
            spaces.merge_lists();
            assert!(spaces.sorted.is_sorted_by(|a, b| a.id < b.id));
            for (place, row) in places {
                spaces.leave(place, row);
            }
            assert!(spaces.with_id(id_of(7)).is_none() && spaces.len() == 0);
            // As many other ones, in the places of the old ones.
            (0..COUNT).for_each(|n| _ = spaces.enter(!id_of(n), n, filter, &options));
            spaces.merge_lists();
            assert_eq!((spaces.len(), spaces.list.len()), (COUNT as usize, COUNT as usize));
            assert!(spaces.moved < 2000 * COUNT as usize, "{} entries were moved", spaces.moved);
        }
    }

    /// A space that empties and comes back takes no memory.
    #[test]
    fn spaces_that_come_and_go() {
        let (filter, options) = (Filter::default(), WorldOptions::default());
        let mut spaces = Spaces::default();
        let mut live = Vec::new();
        let mut memory = Vec::new();
        for round in 0..400u32 {
            for n in 0..50 {
                // The same ids in each round, or others.
                let id = if round % 2 == 0 { n } else { round * 1000 - n };
                live.push((id, spaces.enter(id, n, filter, &options)));
            }
            assert!(spaces.is_valid() && spaces.len() == 50);
            if round % 3 == 0 {
                spaces.merge_lists();
                let ids: Vec<u32> = (0..50).map(|rank| spaces.at(spaces.place(rank)).id).collect();
                assert!(ids.is_sorted() && live.iter().all(|(id, _)| ids.contains(id)));
            }
            for (_, (place, row)) in live.drain(..) {
                spaces.leave(place, row);
            }
            assert!(spaces.is_valid() && spaces.len() == 0);
            memory.push(spaces.memory_bytes());
        }
        assert_eq!(memory[50], memory[399]);
    }
}
