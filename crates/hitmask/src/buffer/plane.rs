//! One id a pixel: the last one drawn.

use alloc::vec::Vec;

use super::inside::Inside;
use super::met::{Met, note};
use crate::bits::prefetch;
use crate::geom::{Extent, Point};

/// The region's pixels, row by row. 0 is empty.
#[derive(Clone, Debug, Default)]
pub(super) struct IdPlane {
    ids: Vec<u32>,
    /// A box around everything that was drawn, in world pixels.
    used: Extent,
}

impl IdPlane {
    /// Erases everything and changes the region.
    pub(super) fn reset(&mut self, region: Extent) {
        self.ids.clear();
        self.ids.resize(region.area() as usize, 0);
        self.used = Extent::EMPTY;
    }

    /// Erases everything.
    pub(super) fn clear(&mut self, region: Extent) {
        let used = self.used;
        for y in used.y0..used.y1 {
            self.row(region, y, used.x0, used.x1).fill(0);
        }
        self.used = Extent::EMPTY;
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.ids.capacity() * size_of::<u32>()
    }

    pub(super) fn get(&self, region: Extent, x: i64, y: i64) -> u32 {
        if region.contains(x, y) { self.ids[place(region, x, y)] } else { 0 }
    }

    fn row(&mut self, region: Extent, y: i64, x0: i64, x1: i64) -> &mut [u32] {
        let from = place(region, x0, y);
        &mut self.ids[from..from + (x1 - x0) as usize]
    }

    /// Prefetches the rows that a shape is tested against. They are far apart in memory.
    fn prefetch(&self, region: Extent, inside: &Inside<'_>) {
        const MOST: i64 = 64;
        let Extent { x0, y0, x1, y1 } = inside.extent;
        for y in y0..y1.min(y0 + MOST) {
            let from = place(region, x0, y);
            prefetch::slice(&self.ids[from..from + (x1 - x0) as usize], 4);
        }
    }

    pub(super) fn draw(&mut self, region: Extent, inside: &Inside<'_>, id: u32) {
        self.prefetch(region, inside);
        if id != 0 {
            self.used = self.used.around(inside.extent);
        }
        inside.each_stretch(|y, x0, x1| {
            self.row(region, y, x0, x1).fill(id);
            true
        });
    }

    /// Whether any id lies under the shape.
    pub(super) fn touches(&mut self, region: Extent, inside: &Inside<'_>) -> bool {
        let mut found = false;
        inside.each_stretch(|y, x0, x1| {
            found = self.row(region, y, x0, x1).iter().any(|&id| id != 0);
            !found
        });
        found
    }

    /// Adds the ids under the shape to `found`, sorted by id, and writes `stamp` where there was none.
    pub(super) fn test(&mut self, region: Extent, inside: &Inside<'_>, stamp: u32, found: &mut Vec<Met>) {
        self.prefetch(region, inside);
        if stamp != 0 {
            self.used = self.used.around(inside.extent);
        }
        inside.each_stretch(|y, x0, x1| {
            let mut rest = self.row(region, y, x0, x1);
            let mut x = x0;
            while let [id, ..] = *rest {
                let (same, after) = rest.split_at_mut(same_ids(rest, id));
                match id {
                    0 => same.fill(stamp),
                    _ => note(found, id, same.len() as u64, Point::new(x as i32, y as i32)),
                }
                x += same.len() as i64;
                rest = after;
            }
            true
        });
    }
}

/// How many ids at the start of the slice are equal to this one. Mostly all of them are, so that is checked first.
#[inline]
fn same_ids(ids: &[u32], id: u32) -> usize {
    if ids.iter().fold(0, |all, &other| all | (other ^ id)) == 0 {
        return ids.len();
    }
    ids.iter().position(|&other| other != id).unwrap_or(ids.len())
}

/// The index of a pixel of the region.
fn place(region: Extent, x: i64, y: i64) -> usize {
    ((y - region.y0) * (region.x1 - region.x0) + (x - region.x0)) as usize
}
