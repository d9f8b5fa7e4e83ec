//! The rows whose boxes have changed since the last update of their space's broad phase, which may be wrong about these rows.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicU32, Ordering};

use crate::bits::{KEEPS, MadeOnce};
use crate::broad_phase::{Aabb, FollowingGrid};
use crate::geom::CompactSort;
use crate::heap::heap_bytes;
use crate::world::grow::push_slot;

#[cfg(feature = "std")]
use std::sync::{Mutex, PoisonError};

/// While few rows have moved, a question looks at each of them. Of more, some questions do the same; then one makes a grid of the moved rows,
/// which follows each further move until the next update. So a step pays nothing for questions that nobody asks.
///
/// Where nothing can be kept, without `std` on most machines, there is no grid. WebAssembly without `std` allocates it anew after each step.
#[derive(Default)]
pub(crate) struct MovedRows {
    /// Whether each row has moved.
    has_moved: Vec<bool>,
    /// The rows that have, each once. The list ends when it has an eighth of all rows: checking every row is then as fast.
    list: Vec<u32>,
    /// How many rows have moved, listed or not.
    count: usize,
    /// How many questions have looked at many rows.
    asked: AtomicU32,
    /// In a box, because a world may have very many spaces.
    grid: MadeOnce<Box<FollowingGrid>>,
    /// The memory of an older grid.
    #[cfg(feature = "std")]
    room: Mutex<Option<Box<FollowingGrid>>>,
    /// Whether there was a grid since memory was last given back.
    is_used: bool,
}

/// Where a question looks for the rows that have moved.
pub(crate) enum MovedPlaces<'a> {
    /// At each of these.
    List(&'a [u32]),
    Grid(&'a FollowingGrid),
    /// At all rows.
    All,
}

/// So many rows are looked at one by one.
const FEW: usize = 32;
/// So many questions look at more rows than that before a grid is made. Making it costs as much as they do.
const OFTEN: u32 = 8;

impl MovedRows {
    /// Adds a row that has not moved.
    pub(crate) fn push(&mut self) {
        push_slot(&mut self.has_moved, false);
    }

    /// How many rows have moved.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    #[inline]
    pub(crate) fn has(&self, row: u32) -> bool {
        self.has_moved[row as usize]
    }

    /// Gives a row another box.
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub(crate) fn set_box(&mut self, boxes: &mut [Aabb], row: u32, aabb: Aabb) {
        let at = row as usize;
        if self.grid.get_mut().is_some() {
            return self.follow(boxes, row, aabb);
        }
        boxes[at] = aabb;
        self.note(row);
    }

    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    fn note(&mut self, row: u32) {
        let at = row as usize;
        if !self.has_moved[at] {
            self.has_moved[at] = true;
            if self.lists_all() && self.count <= self.has_moved.len() / 8 {
                self.list.push(row);
            }
            self.count += 1;
        }
    }

    #[inline(never)]
    fn follow(&mut self, boxes: &mut [Aabb], row: u32, aabb: Aabb) {
        let old = core::mem::replace(&mut boxes[row as usize], aabb);
        let was_in = self.has(row);
        self.note(row);
        if let Some(grid) = self.grid.get_mut() {
            if was_in {
                grid.remove(&old, row);
            }
            grid.insert(boxes, row);
        }
    }

    /// Whether all rows that have moved are listed.
    #[inline]
    fn lists_all(&self) -> bool {
        self.list.len() == self.count
    }

    /// Forgets that rows have moved: the broad phase knows their boxes now.
    pub(crate) fn forget(&mut self) {
        if self.lists_all() {
            self.list.iter().for_each(|&row| self.has_moved[row as usize] = false);
        } else {
            self.has_moved.fill(false);
        }
        self.list.clear();
        self.count = 0;
        *self.asked.get_mut() = 0;
        let Some(grid) = self.grid.take() else { return };
        self.is_used = true;
        #[cfg(feature = "std")]
        {
            *self.room.get_mut().unwrap_or_else(PoisonError::into_inner) = Some(grid);
        }
        #[cfg(not(feature = "std"))]
        drop(grid);
    }

    /// Gives back the memory of a grid that was not needed lately.
    pub(crate) fn trim(&mut self) {
        let is_used = core::mem::take(&mut self.is_used);
        #[cfg(feature = "std")]
        if !is_used {
            *self.room.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
        }
        #[cfg(not(feature = "std"))]
        let _ = is_used;
    }

    /// Where to look for the rows that have moved.
    pub(crate) fn places(&self, boxes: &[Aabb]) -> MovedPlaces<'_> {
        if let Some(grid) = self.grid.get() {
            return MovedPlaces::Grid(grid);
        }
        let is_short = self.lists_all() && self.list.len() <= FEW || boxes.len() <= FEW;
        // Which thread makes it is not told in advance, but no answer depends on it.
        if KEEPS
            && !is_short
            && self.asked.fetch_add(1, Ordering::Relaxed) >= OFTEN
            && let Ok(grid) = self.grid.keep(|| self.make(boxes))
        {
            return MovedPlaces::Grid(grid);
        }
        if self.lists_all() { MovedPlaces::List(&self.list) } else { MovedPlaces::All }
    }

    #[cold]
    fn make(&self, boxes: &[Aabb]) -> Box<FollowingGrid> {
        #[cfg(feature = "std")]
        let room = self.room.lock().ok().and_then(|mut room| room.take());
        #[cfg(feature = "std")]
        let mut grid = room.unwrap_or_default();
        #[cfg(not(feature = "std"))]
        let mut grid = Box::<FollowingGrid>::default();
        grid.clear(self.count);
        if self.lists_all() {
            self.list.iter().for_each(|&row| grid.insert(boxes, row));
        } else {
            let moved = (0..).zip(&self.has_moved).filter(|(_, has_moved)| **has_moved);
            moved.for_each(|(row, _)| grid.insert(boxes, row));
        }
        grid
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        #[cfg(feature = "std")]
        let room = self.room.lock().ok().and_then(|room| room.as_deref().map(FollowingGrid::memory_bytes));
        #[cfg(not(feature = "std"))]
        let room = None;
        heap_bytes!(self.has_moved, self.list)
            + self.grid.get().map(|grid| grid.memory_bytes()).or(room).unwrap_or(0)
    }

    pub(crate) fn validate(&self, boxes: &[Aabb]) -> Result<(), String> {
        let mut listed = self.list.clone();
        listed.sort_fast();
        let moved = || (0..).zip(&self.has_moved).filter(|(_, has_moved)| **has_moved).map(|(row, _)| row);
        let is_right = self.has_moved.len() == boxes.len()
            && moved().count() == self.count
            && listed.iter().all(|&row| self.has(row))
            && (!self.lists_all() || listed.into_iter().eq(moved()));
        if !is_right {
            return Err("a wrong list of moved rows".into());
        }
        self.grid.get().map_or(Ok(()), |grid| grid.validate(boxes, |row| self.has(row)))
    }
}

/// A clone makes a grid of its own when it is asked.
impl Clone for MovedRows {
    fn clone(&self) -> MovedRows {
        let MovedRows { has_moved, list, count, .. } = self;
        let (has_moved, list) = (has_moved.clone(), list.clone());
        MovedRows { has_moved, list, count: *count, ..MovedRows::default() }
    }
}

impl fmt::Debug for MovedRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MovedRows").field("count", &self.count).finish_non_exhaustive()
    }
}
