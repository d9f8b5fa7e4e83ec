//! A grid over a region, which finds the boxes near a box: each cell lists the boxes that reach into it.

use alloc::vec::Vec;

use crate::bits::{bits_of, low_bits};
use crate::geom::{Extent, Mapped};
use crate::heap::heap_bytes;

/// Marks the end of a list. No box has this number.
const NONE: u32 = u32::MAX;

/// A cell's side is at least two to this power, in pixels. Most sprites then reach into four cells at most.
const LEAST_SHIFT: u32 = 6;

/// The largest number of cells along a side of the grid.
const MOST: u32 = 128;

/// Boxes that reach into more cells than this go into a list of their own.
const MANY: u32 = 16;

/// The boxes are numbered in the order in which they are added.
#[derive(Clone, Debug, Default)]
pub(super) struct CellIndex {
    region: Extent,
    /// A cell's side is two to this power, in pixels.
    shift: u32,
    /// The number of cells in a row of the grid.
    across: u32,
    /// The first link of each cell's list.
    heads: Vec<u32>,
    links: Vec<Link>,
    /// The boxes that reach into many cells.
    wide: Vec<(u32, Near)>,
}

/// Some boxes in the list of a cell. It has all that is needed to pass by boxes that are not near: the memory of the links alone.
#[derive(Clone, Copy, Default, Debug)]
struct Link {
    next: u32,
    count: u32,
    names: [u32; SIDE_BY_SIDE],
    near: [Near; SIDE_BY_SIDE],
}

/// How many boxes a link has room for. All of them are compared before any of them is looked at further: which ones are near is hard to
/// predict.
const SIDE_BY_SIDE: usize = 6;

/// A box inside the region, seen from its corner: first and last column, first and last row. A region's sides fit 16 bits.
#[derive(Clone, Copy, Default, Debug)]
struct Near {
    left: u16,
    top: u16,
    right: u16,
    bottom: u16,
}

impl Near {
    /// Whether they share a pixel. Without a branch.
    #[inline]
    fn meets(&self, other: &Near) -> bool {
        (self.left <= other.right)
            & (other.left <= self.right)
            & (self.top <= other.bottom)
            & (other.top <= self.bottom)
    }

    /// The corner of the box that they share.
    #[inline]
    fn shared_corner(&self, other: &Near) -> [u32; 2] {
        [self.left.max(other.left).into(), self.top.max(other.top).into()]
    }
}

impl CellIndex {
    /// Removes all boxes and changes the region.
    pub(super) fn reset(&mut self, region: Extent) {
        let [w, h] = [region.x1 - region.x0, region.y1 - region.y0].mapped(|side| side.max(0) as u32);
        self.region = region;
        self.shift = LEAST_SHIFT;
        while w.max(h) >> self.shift >= MOST {
            self.shift += 1;
        }
        self.across = (w >> self.shift) + 1;
        let cells = self.across * ((h >> self.shift) + 1);
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
        heap_bytes!(self.heads, self.links, self.wide)
    }

    /// A box inside the region, which is not empty.
    #[inline]
    fn near(&self, e: Extent) -> Near {
        let (x, y) = (self.region.x0, self.region.y0);
        let [left, top, right, bottom] =
            [e.x0 - x, e.y0 - y, e.x1 - 1 - x, e.y1 - 1 - y].mapped(|d| d as u16);
        Near { left, top, right, bottom }
    }

    /// The cells that a box reaches into: first and last column, first and last row.
    #[inline]
    fn reach(&self, Near { left, top, right, bottom }: Near) -> [u32; 4] {
        [left, top, right, bottom].mapped(|d| u32::from(d) >> self.shift)
    }

    /// Adds a box, which is not empty and lies inside the region.
    pub(super) fn add(&mut self, name: u32, e: Extent) {
        let near = self.near(e);
        let [left, top, right, bottom] = self.reach(near);
        if (right - left + 1) * (bottom - top + 1) > MANY {
            self.wide.push((name, near));
            return;
        }
        for row in top..=bottom {
            for column in left..=right {
                let head = &mut self.heads[(row * self.across + column) as usize];
                if self.links.get(*head as usize).is_none_or(|link| link.count as usize == SIDE_BY_SIDE) {
                    self.links.push(Link { next: *head, ..Link::default() });
                    *head = self.links.len() as u32 - 1;
                }
                let link = &mut self.links[*head as usize];
                let at = link.count as usize;
                (link.names[at], link.near[at]) = (name, near);
                link.count += 1;
            }
        }
    }

    /// Calls `f` with the number of each box that shares a pixel with a box inside the region, each once, until `f` returns false.
    pub(super) fn each_near(&self, e: Extent, mut f: impl FnMut(u32) -> bool) {
        let around = self.near(e);
        for (name, near) in &self.wide {
            if around.meets(near) && !f(*name) {
                return;
            }
        }
        let [left, top, right, bottom] = self.reach(around);
        for row in top..=bottom {
            for column in left..=right {
                let mut at = self.heads[(row * self.across + column) as usize];
                while at != NONE {
                    let link = &self.links[at as usize];
                    let meet = link
                        .near
                        .iter()
                        .rev()
                        .fold(0, |bits, near| bits << 1 | u64::from(around.meets(near)));
                    for i in bits_of(meet & low_bits(link.count)).map(|i| i as usize) {
                        // Both boxes may reach into several cells. Only the cell that holds the corner of their shared box reports the pair.
                        let corner = around.shared_corner(&link.near[i]);
                        if corner.mapped(|d| d >> self.shift) == [column, row] && !f(link.names[i]) {
                            return;
                        }
                    }
                    at = link.next;
                }
            }
        }
    }
}
