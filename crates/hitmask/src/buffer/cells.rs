//! A grid over a region, which finds the boxes near a box: each cell lists the boxes that reach into it.

use alloc::vec::Vec;

use crate::geom::Extent;

/// Marks the end of a list. No box has this number.
const NONE: u32 = u32::MAX;

/// A cell's side is at least two to this power, in pixels. Most sprites then reach into four cells at most.
const LEAST_SHIFT: u32 = 6;

/// The largest number of cells along a side of the grid.
const MOST: i64 = 128;

/// Boxes that reach into more cells than this go into a list of their own.
const MANY: i64 = 16;

/// The boxes are numbered in the order in which they are added.
#[derive(Clone, Debug, Default)]
pub(super) struct CellIndex {
    region: Extent,
    /// A cell's side is two to this power, in pixels.
    shift: u32,
    /// The number of cells in a row of the grid.
    across: i64,
    /// The first link of each cell's list.
    heads: Vec<u32>,
    links: Vec<Link>,
    /// The boxes that reach into many cells.
    wide: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    name: u32,
    next: u32,
}

impl CellIndex {
    /// Removes all boxes and changes the region.
    pub(super) fn reset(&mut self, region: Extent) {
        let (w, h) = (region.x1 - region.x0, region.y1 - region.y0);
        self.region = region;
        self.shift = LEAST_SHIFT;
        while w.max(h) >> self.shift >= MOST {
            self.shift += 1;
        }
        self.across = (w.max(0) >> self.shift) + 1;
        let cells = self.across * ((h.max(0) >> self.shift) + 1);
        self.heads.clear();
        self.heads.resize(cells as usize, NONE);
        self.links.clear();
        self.wide.clear();
    }

    /// Removes all boxes.
    pub(super) fn clear(&mut self) {
        if !self.links.is_empty() {
            self.heads.fill(NONE);
        }
        self.links.clear();
        self.wide.clear();
    }

    pub(super) fn memory_bytes(&self) -> usize {
        (self.heads.capacity() + self.wide.capacity()) * size_of::<u32>()
            + self.links.capacity() * size_of::<Link>()
    }

    /// The cells that a box inside the region reaches into: first and last column, first and last row.
    #[inline]
    fn reach(&self, e: Extent) -> [i64; 4] {
        let (x, y) = (self.region.x0, self.region.y0);
        [e.x0 - x, e.y0 - y, e.x1 - 1 - x, e.y1 - 1 - y].map(|d| d >> self.shift)
    }

    /// Adds a box, which is not empty and lies inside the region.
    pub(super) fn add(&mut self, name: u32, e: Extent) {
        let [left, top, right, bottom] = self.reach(e);
        if (right - left + 1) * (bottom - top + 1) > MANY {
            self.wide.push(name);
            return;
        }
        for row in top..=bottom {
            for column in left..=right {
                let head = &mut self.heads[(row * self.across + column) as usize];
                self.links.push(Link { name, next: *head });
                *head = self.links.len() as u32 - 1;
            }
        }
    }

    /// Calls `f` with the number of each box that may meet a box inside the region, each once, until `f` returns false. `box_of` gives the
    /// boxes that were added.
    pub(super) fn each_near(
        &self,
        e: Extent,
        box_of: impl Fn(u32) -> Extent,
        mut f: impl FnMut(u32) -> bool,
    ) {
        for &name in &self.wide {
            if !e.intersection(box_of(name)).is_empty() && !f(name) {
                return;
            }
        }
        let [left, top, right, bottom] = self.reach(e);
        for row in top..=bottom {
            for column in left..=right {
                let mut at = self.heads[(row * self.across + column) as usize];
                while at != NONE {
                    let Link { name, next } = self.links[at as usize];
                    let shared = e.intersection(box_of(name));
                    // Both boxes may reach into several cells. Only the cell that holds the corner of their shared box reports the pair.
                    if !shared.is_empty() {
                        let [first_column, first_row, ..] = self.reach(shared);
                        if (first_column, first_row) == (column, row) && !f(name) {
                            return;
                        }
                    }
                    at = next;
                }
            }
        }
    }
}
