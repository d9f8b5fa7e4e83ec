//! Which of many boxes lie near a box: a grid over a region, whose cells list the boxes that reach into them.

use alloc::vec::Vec;

use crate::geom::Extent;

/// A name that no box has.
const NONE: u32 = u32::MAX;

/// The least side of a cell is two to the power of this, in pixels: most sprites reach into four at most.
const LEAST_SHIFT: u32 = 6;

/// The most cells along a side of the grid.
const MOST: i64 = 128;

/// Boxes that reach into more cells than this are listed apart.
const MANY: i64 = 16;

/// Boxes are named by the order they are added in.
#[derive(Clone, Debug, Default)]
pub(super) struct CellIndex {
    region: Extent,
    /// A cell's side is two to the power of this.
    shift: u32,
    /// Cells from left to right.
    across: i64,
    /// For each cell the link to look at first.
    heads: Vec<u32>,
    links: Vec<Link>,
    /// Boxes that reach into many cells.
    wide: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    name: u32,
    next: u32,
}

impl CellIndex {
    /// No boxes, in another region.
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

    /// No boxes.
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

    /// The cells that a box inside the region reaches into: columns and rows, both ends included.
    #[inline]
    fn reach(&self, e: Extent) -> [i64; 4] {
        let (x, y) = (self.region.x0, self.region.y0);
        [e.x0 - x, e.y0 - y, e.x1 - 1 - x, e.y1 - 1 - y].map(|d| d >> self.shift)
    }

    /// Adds a box, not empty and inside the region.
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

    /// Calls with the names of boxes that may meet a box inside the region, each once, until `f` returns false. `box_of` gives the
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
                    // Of all cells that both reach into, the one with the shared box's corner tells.
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
