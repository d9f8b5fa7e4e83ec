use crate::geom::Mapped;
use crate::heap::heap_bytes;
use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};
use core::ops::ControlFlow;

use super::super::Aabb;
use super::census::{CLASSES, class};

/// A grid of some of the boxes of a list that follows each of their moves, in constant time and without a new plan. A box belongs to the cell of
/// its first pixel; there is a grid for each range of box sizes. The cells are hashed into buckets. A bucket is a list that is linked in both
/// directions, so that a box leaves it without a search. It is slower than [`Grid`](super::Grid), which sorts all boxes at once.
#[derive(Clone, Debug)]
pub(crate) struct FollowingGrid {
    /// For each bucket the id of its first box. The number of buckets is a power of two.
    heads: Vec<u32>,
    /// For each id the next and the previous one in its bucket.
    links: Vec<[u32; 2]>,
    /// How many boxes there are of each size class.
    classes: [u32; CLASSES],
    /// A bit for each size class that has boxes.
    used: u64,
    count: usize,
}

/// Ends a bucket.
const NONE: u32 = u32::MAX;
/// The least number of buckets.
const LEAST: usize = 64;
/// The least size class: smaller boxes share its cells, so that a question about a large area visits few cells.
const LEAST_CLASS: usize = 4;

/// A cell: the size class, the column, the row.
type Cell = (usize, i32, i32);

#[inline]
fn level(b: &Aabb) -> usize {
    class(b).max(LEAST_CLASS)
}

/// The cells of a level are twice as long as its longest box, so that a small question visits about four of them.
#[inline]
fn shift(level: usize) -> u32 {
    (level as u32 + 1).min(31)
}

#[inline]
fn cell(b: &Aabb) -> Cell {
    let level = level(b);
    (level, b.x0 >> shift(level), b.y0 >> shift(level))
}

/// The levels of which a number has the bits.
fn levels(mut used: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let level = (used != 0).then(|| used.trailing_zeros() as usize)?;
        used &= used - 1;
        Some(level)
    })
}

impl Default for FollowingGrid {
    fn default() -> FollowingGrid {
        FollowingGrid { heads: Vec::new(), links: Vec::new(), classes: [0; CLASSES], used: 0, count: 0 }
    }
}

impl FollowingGrid {
    /// Forgets all boxes and keeps the memory. `count` tells how many will come.
    pub(crate) fn clear(&mut self, count: usize) {
        self.heads.clear();
        self.heads.resize(count.next_power_of_two().max(LEAST), NONE);
        self.classes = [0; CLASSES];
        (self.used, self.count) = (0, 0);
    }

    #[inline]
    fn bucket(&self, (level, x, y): Cell) -> usize {
        let key =
            u64::from(x as u32) << 32 ^ u64::from(y as u32).wrapping_mul(0x9E37_79B9) ^ (level as u64) << 26;
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (hash ^ hash >> 32) as usize & (self.heads.len() - 1)
    }

    /// Adds a box that is not in the grid. One without pixels is left out.
    pub(crate) fn insert(&mut self, boxes: &[Aabb], id: u32) {
        let b = &boxes[id as usize];
        if b.is_empty() {
            return;
        }
        if self.links.len() <= id as usize {
            self.links.resize(boxes.len(), [NONE; 2]);
        }
        if self.count == self.heads.len() {
            self.grow(boxes);
        }
        self.link(b, id);
        self.count += 1;
        self.classes[level(b)] += 1;
        self.used |= 1 << level(b);
    }

    /// Removes a box that was inserted as that one.
    pub(crate) fn remove(&mut self, b: &Aabb, id: u32) {
        if b.is_empty() {
            return;
        }
        let [next, previous] = self.links[id as usize];
        if next != NONE {
            self.links[next as usize][1] = previous;
        }
        if previous == NONE {
            let bucket = self.bucket(cell(b));
            self.heads[bucket] = next;
        } else {
            self.links[previous as usize][0] = next;
        }
        self.count -= 1;
        self.classes[level(b)] -= 1;
        if self.classes[level(b)] == 0 {
            self.used &= !(1 << level(b));
        }
    }

    #[inline]
    fn link(&mut self, b: &Aabb, id: u32) {
        let bucket = self.bucket(cell(b));
        let next = core::mem::replace(&mut self.heads[bucket], id);
        self.links[id as usize] = [next, NONE];
        if next != NONE {
            self.links[next as usize][1] = id;
        }
    }

    /// Doubles the number of buckets.
    #[cold]
    fn grow(&mut self, boxes: &[Aabb]) {
        // First all boxes become one list.
        let mut all = NONE;
        for head in &mut self.heads {
            let mut id = core::mem::replace(head, NONE);
            while id != NONE {
                let next = core::mem::replace(&mut self.links[id as usize][0], all);
                (all, id) = (id, next);
            }
        }
        self.heads.resize(self.heads.len() * 2, NONE);
        while all != NONE {
            let [next, _] = self.links[all as usize];
            self.link(&boxes[all as usize], all);
            all = next;
        }
    }

    /// Calls `f` once with the id of each box that shares a pixel with an area. The order is unspecified.
    pub(crate) fn query(
        &self,
        boxes: &[Aabb],
        area: &Aabb,
        f: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if area.is_empty() || self.count == 0 {
            return ControlFlow::Continue(());
        }
        // The columns and rows of cells of a level in which such a box may begin. Boxes begin where there are pixels.
        let cells = |level: usize| {
            let along = |first: i32, last: i32| {
                let least = (i64::from(first) - (1 << level) + 1).max(i32::MIN.into());
                least >> shift(level)..(i64::from(last) >> shift(level)) + 1
            };
            [along(area.x0, area.x1), along(area.y0, area.y1)]
        };
        let number = |level: usize| {
            let [w, h] = cells(level).mapped(|along| (along.end - along.start) as u64);
            w.saturating_mul(h)
        };
        if levels(self.used).map(number).fold(0, u64::saturating_add) > self.heads.len() as u64 {
            return self.each().filter(|&id| boxes[id as usize].meets(area)).try_for_each(f);
        }
        for level in levels(self.used) {
            let [columns, rows] = cells(level);
            for y in rows {
                for x in columns.clone() {
                    // Other cells of the question may have the same bucket.
                    let at = (level, x as i32, y as i32);
                    for id in self.each_of(self.bucket(at)) {
                        let b = &boxes[id as usize];
                        if b.crosses(area) && cell(b) == at {
                            f(id)?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The ids of a bucket.
    #[inline]
    fn each_of(&self, bucket: usize) -> impl Iterator<Item = u32> + '_ {
        let mut id = self.heads[bucket];
        core::iter::from_fn(move || {
            #[cfg(test)]
            super::super::looks::count();
            let found = (id != NONE).then_some(id)?;
            id = self.links[id as usize][0];
            Some(found)
        })
    }

    fn each(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.heads.len()).flat_map(|bucket| self.each_of(bucket))
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        size_of::<FollowingGrid>() + heap_bytes!(self.heads, self.links)
    }

    /// Checks that these boxes are in the grid, and no others. Slow; for tests.
    pub(crate) fn validate(&self, boxes: &[Aabb], has: impl Fn(u32) -> bool) -> Result<(), String> {
        let mut is_in = vec![false; boxes.len()];
        for bucket in 0..self.heads.len() {
            let mut before = NONE;
            for id in self.each_of(bucket) {
                let b = boxes.get(id as usize).filter(|b| !b.is_empty()).ok_or("a box is not there")?;
                let is_right = self.bucket(cell(b)) == bucket && self.links[id as usize][1] == before;
                if !is_right || core::mem::replace(&mut is_in[id as usize], true) {
                    return Err(format!("box {id} is in the wrong bucket"));
                }
                before = id;
            }
        }
        let expected = (0..).zip(boxes).map(|(id, b)| has(id) && !b.is_empty());
        if expected.eq(is_in) { Ok(()) } else { Err("the moved boxes are not those in the grid".into()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boxes of all sizes anywhere, also at the ends of the plane, that come, move and go, against a test of all of them.
    #[test]
    fn finds_what_a_test_of_all_finds() {
        let mut seed = 0x5EED_0501_u64;
        let mut below = |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % n
        };
        for round in 0..60 {
            let span = [200, 5_000, 1 << 32][round % 3];
            let mut random = || {
                let mut side = |most: u64| {
                    let at = below(span) as i64 - (span / 2) as i64;
                    let last = at + below(most) as i64;
                    (at as i32, last.min(i32::MAX.into()) as i32)
                };
                let most = [3, 40, span][round / 3 % 3];
                let ((x0, x1), (y0, y1)) = (side(most), side(most));
                Aabb { x0, y0, x1, y1 }
            };
            let mut boxes = vec![Aabb::EMPTY; 300];
            let mut is_in = vec![false; boxes.len()];
            let mut grid = FollowingGrid::default();
            grid.clear(0);
            for step in 0..1500 {
                let id = step * 7 % boxes.len();
                let old = boxes[id];
                if core::mem::replace(&mut is_in[id], step % 5 > 0) {
                    grid.remove(&old, id as u32);
                }
                boxes[id] = if step % 11 == 0 { Aabb::EMPTY } else { random() };
                if is_in[id] {
                    grid.insert(&boxes, id as u32);
                }
                if step % 50 == 0 {
                    assert_eq!(grid.validate(&boxes, |id| is_in[id as usize]), Ok(()));
                    let area = random();
                    let mut found = Vec::new();
                    let _ = grid.query(&boxes, &area, &mut |id| {
                        found.push(id as usize);
                        ControlFlow::Continue(())
                    });
                    found.sort_unstable();
                    let expected: Vec<usize> =
                        (0..boxes.len()).filter(|&id| is_in[id] && boxes[id].meets(&area)).collect();
                    assert_eq!(found, expected, "{area:?}");
                }
            }
        }
    }
}
