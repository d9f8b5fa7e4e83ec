//! The colliders of one space, as the broad phase sees them.

use crate::geom::Mapped;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::broad_phase::{Aabb, AnyBroadPhase, BroadPhase, TooManyPairs, pair_key};
use crate::heap::heap_bytes;
use crate::world::broad_phase::box_motion::{BoxMotion, MovingBox};
use crate::world::broad_phase::far_ways::{BoxMotions, FarWays, SpaceRows, slots_of};
use crate::world::broad_phase::filter::Filter;
use crate::world::broad_phase::moved_rows::{MovedPlaces, MovedRows};
use crate::world::collider::options::WorldOptions;
use crate::world::collider::previous_position::PreviousPosition;
use crate::world::grow::{LEAST, lists, push_slot};
use crate::world::plane::Plane;

/// Where a collider is listed, and where its way begins.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Place {
    /// The place of its space in the list of spaces, and its row there.
    pub(crate) space: u32,
    pub(crate) row: u32,
    pub(crate) start: PreviousPosition,
}

lists! {
    /// The pairs that the broad phase finds in a step, by their slots.
    CandidatePairs {
        /// Those without a swept collider, whose boxes share a pixel.
        plain: [u32; 2] = |most| most.pairs,
        /// Those with a swept collider, whose ways may meet, sorted.
        swept: [u32; 2] = |most| most.pairs,
        /// The same as they are found: numbers with the order of the pairs.
        found: u64 = |most| most.pairs,
        /// Memory for sorting them. There are at least 64 groups.
        starts: u32 = |most| most.swept_paths.max(2 * most.pairs).max(66),
        /// The pairs of rows of one space.
        rows: [u32; 2] = |most| most.pairs,
    }
}

/// A ghost is a row for a part of a member's box beyond a seam.
type Ghosts = [Option<u32>; 3];

/// Parallel arrays with a row for each member. On a torus each part of a member's box has a row: the first part has the member's own row, the
/// others have *ghosts*. The row of a removed member has an empty box, which meets nothing, until it is used again. So
/// rows keep their numbers, and what the broad phase knows stays valid.
#[derive(Clone, Debug)]
pub(crate) struct Space {
    pub(crate) id: u32,
    /// The slots of the members.
    pub(crate) members: Vec<u32>,
    pub(crate) boxes: Vec<Aabb>,
    /// The filter of each row. Empty until a row has another one than the common one.
    filters: Vec<Filter>,
    free: Vec<u32>,
    /// The ghosts of each member's own row. Shorter than the other arrays, and empty until there is a ghost.
    ghosts: Vec<Ghosts>,
    /// How many rows are ghosts.
    ghost_count: usize,
    /// How many members are swept.
    pub(crate) swept: usize,
    /// How many members are first-only.
    pub(crate) first_only: usize,
    /// The filter of the first member, uncounted, and how many rows have another one. While there are none, no filter needs to be read.
    common: Filter,
    odd_filters: usize,
    /// How many rows belong to another slot than the one with the row's number. While there are none, rows are slots.
    odd_members: usize,
    /// A box around the way of each row. Empty unless members were swept in the last step: then the broad phase knows these boxes.
    pub(crate) ways: Vec<Aabb>,
    broad_phase: AnyBroadPhase,
    /// How many rows the broad phase had at its last update.
    searched_rows: usize,
    /// The rows whose boxes changed since. The broad phase may be wrong about them.
    moved: MovedRows,
    /// The most rows in use since memory was last given back, and whether there were swept members.
    most_rows: usize,
    was_swept: bool,
}

impl Space {
    /// What a row takes at most, in bytes. Lists have room for an eighth more.
    pub(crate) const BYTES_OF_ROW: usize =
        (3 * size_of::<u32>() + size_of::<Aabb>() + size_of::<Filter>() + size_of::<Ghosts>() + 1) * 9 / 8;

    pub(crate) fn new(id: u32, broad_phase: AnyBroadPhase) -> Space {
        Space {
            id,
            members: Vec::new(),
            boxes: Vec::new(),
            filters: Vec::new(),
            free: Vec::new(),
            ghosts: Vec::new(),
            ghost_count: 0,
            swept: 0,
            first_only: 0,
            common: Filter::default(),
            odd_filters: 0,
            odd_members: 0,
            ways: Vec::new(),
            broad_phase,
            searched_rows: 0,
            moved: MovedRows::default(),
            most_rows: 0,
            was_swept: false,
        }
    }

    /// How many rows are in use.
    pub(crate) fn rows(&self) -> usize {
        self.members.len() - self.free.len()
    }

    /// How many members there are.
    pub(crate) fn len(&self) -> usize {
        self.rows() - self.ghost_count
    }

    /// Adds a member and returns its row.
    pub(crate) fn insert(&mut self, member: u32, aabb: Aabb, filter: Filter) -> u32 {
        let row = self.free.pop().unwrap_or_else(|| {
            push_slot(&mut self.members, member);
            push_slot(&mut self.boxes, Aabb::EMPTY);
            self.moved.push();
            let row = self.members.len() as u32 - 1;
            self.odd_members += usize::from(member != row);
            if row == 0 {
                self.common = filter.uncounted();
            }
            if !self.filters.is_empty() {
                push_slot(&mut self.filters, self.common);
            }
            row
        });
        let old = core::mem::replace(&mut self.members[row as usize], member);
        self.odd_members = self.odd_members + usize::from(member != row) - usize::from(old != row);
        self.set_row_filter(row, filter);
        self.set_box(row, aabb);
        self.most_rows = self.most_rows.max(self.rows());
        row
    }

    /// Before a step: gives back memory that was not needed since the last call. If the space has a place, `places` are those of the slots; no
    /// space had more pairs of rows in a step than that.
    pub(crate) fn trim(&mut self, place: u32, places: &mut [Place], pairs: usize, options: &WorldOptions) {
        let rows = self.rows();
        let most = core::mem::replace(&mut self.most_rows, rows);
        if self.members.len() >= LEAST && self.members.len() / 4 >= most {
            return self.renew(place, places, options);
        }
        if !core::mem::take(&mut self.was_swept) {
            self.ways = Vec::new();
        }
        self.moved.trim();
        // More than what any kind takes for so many boxes and pairs.
        let fair = 80 * self.members.len() + 16 * pairs + 4096;
        if self.broad_phase.memory_bytes() / 4 > fair {
            self.broad_phase = AnyBroadPhase::new(options.broad_phase, options.parallel_from);
            self.searched_rows = 0;
        }
    }

    /// Gives the members new rows, side by side. The broad phase knows none of them until its next update.
    fn renew(&mut self, place: u32, places: &mut [Place], options: &WorldOptions) {
        let broad_phase = AnyBroadPhase::new(options.broad_phase, options.parallel_from);
        let old = core::mem::replace(self, Space::new(self.id, broad_phase));
        // Ghosts come with the rows of their members.
        let ghosts = old.ghosts.iter().flatten().flatten();
        let mut is_skipped = vec![false; old.members.len()];
        old.free.iter().chain(ghosts).for_each(|&row| is_skipped[row as usize] = true);
        for (row, &member) in (0..).zip(&old.members).filter(|&(row, _)| !is_skipped[row as usize]) {
            let Some(listed) = places.get_mut(member as usize) else { continue };
            if (listed.space, listed.row) != (place, row) {
                continue;
            }
            listed.row = self.insert(member, old.boxes[row as usize], old.filter(row));
            let ghosts = old.ghosts_of(row);
            if ghosts != Ghosts::default() {
                let new = ghosts.mapped(|ghost| {
                    let ghost = ghost?;
                    self.ghost_count += 1;
                    Some(self.insert(member, old.boxes[ghost as usize], old.filter(ghost)))
                });
                self.set_ghosts(listed.row, new);
            }
        }
    }

    fn set_ghosts(&mut self, row: u32, ghosts: Ghosts) {
        if self.ghosts.len() <= row as usize {
            self.ghosts.resize(row as usize + 1, Ghosts::default());
        }
        self.ghosts[row as usize] = ghosts;
    }

    /// Removes a member.
    pub(crate) fn remove(&mut self, row: u32) {
        for ghost in self.ghosts_of(row).into_iter().flatten() {
            self.free_row(ghost);
            self.ghost_count -= 1;
        }
        if let Some(ghosts) = self.ghosts.get_mut(row as usize) {
            *ghosts = Ghosts::default();
        }
        self.free_row(row);
    }

    fn free_row(&mut self, row: u32) {
        self.set_box(row, Aabb::EMPTY);
        self.set_row_filter(row, self.filter(row).uncounted());
        self.free.push(row);
    }

    #[inline]
    fn ghosts_of(&self, row: u32) -> Ghosts {
        self.ghosts.get(row as usize).copied().unwrap_or_default()
    }

    /// Whether a box was cut.
    pub(crate) fn has_ghosts(&self) -> bool {
        self.ghost_count > 0
    }

    /// The rows of a member's box, its own row first.
    #[inline]
    pub(crate) fn rows_of(&self, row: u32) -> impl Iterator<Item = u32> + Clone + use<> {
        core::iter::once(row).chain(self.ghosts_of(row).into_iter().flatten())
    }

    /// The box in which a member may meet others. On a torus it begins in tile 0.
    pub(crate) fn area(&self, row: u32, plane: Plane) -> Aabb {
        plane.joined(self.rows_of(row).map(|row| self.boxes[row as usize]))
    }

    /// Gives a member its box, cut at the seams.
    #[inline]
    pub(crate) fn set_area(&mut self, row: u32, area: Aabb, plane: Plane) {
        if plane.is_open() {
            return self.set_box(row, area);
        }
        let cut = plane.cut(area);
        let (&first, rest) = cut.as_slice().split_first().expect("a box has a part");
        self.set_box(row, first);
        let mut ghosts = self.ghosts_of(row);
        if rest.is_empty() && ghosts == Ghosts::default() {
            return;
        }
        let (member, filter) = (self.members[row as usize], self.filter(row));
        for (ghost, part) in ghosts.iter_mut().zip(0..) {
            match (*ghost, rest.get(part)) {
                (Some(row), Some(&part)) => self.set_box(row, part),
                (None, Some(&part)) => {
                    self.ghost_count += 1;
                    *ghost = Some(self.insert(member, part, filter));
                }
                (Some(row), None) => {
                    self.free_row(row);
                    self.ghost_count -= 1;
                    *ghost = None;
                }
                (None, None) => {}
            }
        }
        self.set_ghosts(row, ghosts);
    }

    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub(crate) fn set_box(&mut self, row: u32, aabb: Aabb) {
        self.moved.set_box(&mut self.boxes, row, aabb);
    }

    /// Sets a member's filter.
    pub(crate) fn set_filter(&mut self, row: u32, filter: Filter) {
        for row in self.rows_of(row) {
            self.set_row_filter(row, filter);
        }
    }

    fn set_row_filter(&mut self, row: u32, filter: Filter) {
        if self.filters.is_empty() {
            if filter == self.common {
                return;
            }
            self.filters.resize(self.members.len(), self.common);
        }
        let old = core::mem::replace(&mut self.filters[row as usize], filter);
        self.swept = self.swept + usize::from(filter.is_swept) - usize::from(old.is_swept);
        self.first_only =
            self.first_only + usize::from(filter.is_first_only) - usize::from(old.is_first_only);
        let is_odd = |filter: Filter| usize::from(!filter.is_like(self.common));
        self.odd_filters = self.odd_filters + is_odd(filter) - is_odd(old);
    }

    /// Begins to set the boxes around all ways. Until the next update, which a panic may prevent, questions don't trust the broad phase.
    pub(crate) fn begin_ways(&mut self, boxes: &mut BoxMotions) {
        self.searched_rows = 0;
        self.was_swept = true;
        self.ways.clone_from(&self.boxes);
        boxes.motions.clear();
        boxes.motions.resize(self.boxes.len(), BoxMotion::ANY);
        if let Some(far) = &mut boxes.far {
            far.clear();
        }
    }

    /// Sets the box around the way of a row, and how the row moves, unless the box is all that counts.
    #[inline]
    pub(crate) fn set_way(
        &mut self,
        row: u32,
        way: Aabb,
        box_motion: BoxMotion,
        boxes: Option<&mut BoxMotions>,
    ) {
        let Some(boxes) = boxes else {
            self.ways[row as usize] = way;
            return;
        };
        boxes.motions[row as usize] = box_motion;
        if box_motion.is_far() {
            let empty = || FarWays::new(self.broad_phase.clone());
            boxes.far.get_or_insert_with(empty).push(row, way);
        } else {
            self.ways[row as usize] = way;
        }
    }

    /// As [`Space::pairs`], for a space with swept members. Pairs with a swept member, whose ways may meet, come into a list of their own, in
    /// no promised order, as numbers: see [`pair_key`]. Pairs whose ways are known to pass far from each other are left out.
    pub(crate) fn swept_pairs(
        &mut self,
        limit: usize,
        boxes_on_ways: &mut BoxMotions,
        CandidatePairs { plain: out, rows: pairs, found: swept, .. }: &mut CandidatePairs,
    ) -> Result<(), TooManyPairs> {
        let Space { filters, boxes, ways, members, broad_phase, .. } = self;
        let BoxMotions { motions, far } = boxes_on_ways;
        let motions = &*motions;
        let is_swept = |i: u32, j: u32| filters[i as usize].is_swept || filters[j as usize].is_swept;
        let keep = |i: u32, j: u32| {
            let is_far = |i: u32| motions[i as usize].is_far();
            let moving_box = |i: u32| MovingBox::new(&ways[i as usize], &motions[i as usize]);
            filters[i as usize].agree(filters[j as usize])
                && if is_swept(i, j) {
                    // Two parts of one way in a wrapped world may share pixels.
                    members[i as usize] != members[j as usize]
                        && !is_far(i)
                        && !is_far(j)
                        && moving_box(i).may_meet(&moving_box(j))
                } else {
                    boxes[i as usize].meets(&boxes[j as usize])
                }
        };
        let before = out.len() + swept.len();
        let rows = SpaceRows { members, filters, ways, box_motions: motions };
        let mut far = far.as_mut().filter(|far| !far.is_empty());
        let has_others = far.as_mut().is_none_or(|far| far.sort(&rows));
        if has_others {
            broad_phase.pairs(ways, &keep, limit, pairs)?;
            for &[i, j] in &*pairs {
                let slots = slots_of(members, [i, j]);
                if is_swept(i, j) { swept.push(pair_key(slots)) } else { out.push(slots) }
            }
        }
        let Some(far) = far else { return Ok(()) };
        let left = limit - (out.len() + swept.len() - before);
        far.pairs(&rows, left, pairs, swept)
    }

    /// Updates the broad phase with all boxes, or with the boxes around all ways.
    pub(crate) fn update(&mut self, by_ways: bool) {
        self.broad_phase.update(if by_ways { &self.ways } else { &self.boxes });
        self.searched_rows = self.boxes.len();
        self.moved.forget();
    }

    /// Appends the slots of all pairs of members that may meet and whose boxes share a pixel, the lower slot first. Call
    /// [`Space::update`] before.
    pub(crate) fn pairs(
        &mut self,
        limit: usize,
        CandidatePairs { plain: out, rows: pairs, .. }: &mut CandidatePairs,
    ) -> Result<(), TooManyPairs> {
        let Space { boxes, members, broad_phase, filters, common, odd_filters, odd_members, .. } = self;
        let common = *common;
        // Most worlds have one space. Its pairs need no list of their own.
        let is_first = out.is_empty();
        let found = if is_first { &mut *out } else { &mut *pairs };
        if *odd_filters == 0 && common.agree(common) {
            broad_phase.pairs(boxes, &|_, _| true, limit, found)?;
        } else {
            let filter = |row: u32| filters.get(row as usize).copied().unwrap_or(common);
            broad_phase.pairs(boxes, &|i, j| filter(i).agree(filter(j)), limit, found)?;
        }
        if *odd_members > 0 {
            found.iter_mut().for_each(|pair| *pair = slots_of(members, *pair));
        }
        if !is_first {
            out.extend_from_slice(pairs);
        }
        Ok(())
    }

    /// The boxes that the broad phase knows. They contain the current boxes of rows that have not changed since.
    fn searched_boxes(&self) -> &[Aabb] {
        if self.ways.len() == self.searched_rows { &self.ways } else { &self.boxes[..self.searched_rows] }
    }

    /// Calls `f` once with the slot of each member that may meet the filter and of whose box a part shares a pixel with one of these parts of
    /// an area. The order is unspecified. `row_of` tells a member's own row.
    #[inline]
    pub(crate) fn each_in(
        &self,
        parts: &[Aabb],
        filter: Filter,
        row_of: &dyn Fn(u32) -> u32,
        f: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if let &[area] = parts
            && !self.has_ghosts()
        {
            return self.each_row_in(area, filter, &mut |row| f(self.members[row as usize]));
        }
        let meets = |row: u32, part: &Aabb| self.boxes[row as usize].meets(part);
        parts.iter().enumerate().try_for_each(|(number, part)| {
            self.each_row_in(*part, filter, &mut |row| {
                let member = self.members[row as usize];
                let mut rows = self.rows_of(row_of(member));
                let met_before = parts[..number].iter().any(|part| rows.clone().any(|row| meets(row, part)));
                let is_first = rows.find(|&row| meets(row, part)) == Some(row);
                if !met_before && is_first { f(member) } else { ControlFlow::Continue(()) }
            })
        })
    }

    /// Calls `f` with each row that may meet the filter and whose box shares a pixel with an area.
    fn each_row_in(
        &self,
        area: Aabb,
        filter: Filter,
        f: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut ask = |row: u32| {
            #[cfg(test)]
            crate::broad_phase::looks::count();
            let at = row as usize;
            if self.filter(row).agree(filter) && self.boxes[at].meets(&area) {
                f(row)
            } else {
                ControlFlow::Continue(())
            }
        };
        let have_all_moved = self.moved.count() == self.boxes.len();
        let places = match self.searched_rows {
            // A step was left by a panic.
            0 if !have_all_moved => MovedPlaces::All,
            _ => self.moved.places(&self.boxes),
        };
        match places {
            MovedPlaces::All => return (0..self.boxes.len() as u32).try_for_each(ask),
            MovedPlaces::List(list) => list.iter().try_for_each(|&row| ask(row))?,
            MovedPlaces::Grid(grid) => grid.query(&self.boxes, &area, &mut ask)?,
        }
        if have_all_moved {
            return ControlFlow::Continue(());
        }
        let unmoved = &mut |row: u32| if self.moved.has(row) { ControlFlow::Continue(()) } else { ask(row) };
        self.broad_phase.query(self.searched_boxes(), area, unmoved)
    }

    #[inline]
    pub(crate) fn filter(&self, row: u32) -> Filter {
        self.filters.get(row as usize).copied().unwrap_or(self.common)
    }

    pub(crate) fn validate(&self) -> Result<(), String> {
        let rows = self.members.len();
        let filters = if self.filters.is_empty() { rows } else { self.filters.len() };
        check([self.boxes.len(), filters] == [rows; 2], || {
            format!("space {} has arrays of different lengths", self.id)
        })?;
        self.moved.validate(&self.boxes).map_err(|what| format!("space {} has {what}", self.id))?;
        let odd = |is_odd: &dyn Fn(usize) -> bool| (0..rows).filter(|&row| is_odd(row)).count();
        let odd_members = odd(&|row| self.members[row] as usize != row);
        let odd_filters = odd(&|row| !self.filter(row as u32).is_like(self.common));
        check((odd_members, odd_filters) == (self.odd_members, self.odd_filters), || {
            format!("space {} has miscounted what is odd", self.id)
        })?;
        check(self.free.iter().all(|&row| self.boxes[row as usize] == Aabb::EMPTY), || {
            format!("space {} has a box in a free row", self.id)
        })?;
        // The broad phase can be checked against the boxes only while it knows all of them.
        if self.moved.count() == 0 && self.searched_rows == rows && rows > 0 {
            self.broad_phase.validate(self.searched_boxes())?;
        }
        Ok(())
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.broad_phase.memory_bytes()
            + heap_bytes!(self.members, self.boxes, self.filters, self.ghosts, self.free, self.ways)
            + self.moved.memory_bytes()
    }
}

/// An error with a message if `holds` is false.
pub(crate) fn check(holds: bool, or: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(or()) }
}
