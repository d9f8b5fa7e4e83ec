//! One id a pixel: the last one drawn.

use alloc::vec::Vec;

use super::inside::Inside;
use super::overlap::{BufferOverlap, note};
use crate::bits::ids::{IDS, holding, paint};
use crate::bits::{self, Isa, Kernel, prefetch};
use crate::geom::{Extent, Point};
use crate::heap::heap_bytes;
use crate::placed::ShapeRef;

/// The region's pixels, row by row, and a few more behind the last one, so that whole words can be read. 0 is empty.
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
        self.ids.resize(region.area() as usize + IDS - 1, 0);
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
        heap_bytes!(self.ids)
    }

    pub(super) fn get(&self, region: Extent, x: i64, y: i64) -> u32 {
        if region.contains(x, y) { self.ids[index_of(region, x, y)] } else { 0 }
    }

    fn row(&mut self, region: Extent, y: i64, x0: i64, x1: i64) -> &mut [u32] {
        let from = index_of(region, x0, y);
        &mut self.ids[from..from + (x1 - x0) as usize]
    }

    /// Prefetches the rows that a shape is tested against. They are far apart in memory.
    fn prefetch(&self, region: Extent, inside: &Inside<'_>) {
        const MOST: i64 = 64;
        if !prefetch::WORKS {
            return;
        }
        let Extent { x0, y0, x1, y1 } = inside.extent;
        for y in y0..y1.min(y0 + MOST) {
            let from = index_of(region, x0, y);
            prefetch::slice(&self.ids[from..from + (x1 - x0) as usize], 4);
        }
    }

    pub(super) fn draw(&mut self, region: Extent, inside: &Inside<'_>, id: u32) {
        self.prefetch(region, inside);
        if id != 0 {
            self.used = self.used.around(inside.extent);
        }
        let Extent { x0, y0, x1, y1 } = inside.extent;
        if let ShapeRef::Rect(_) = inside.plain.shape {
            (y0..y1).for_each(|y| self.row(region, y, x0, x1).fill(id));
            return;
        }
        self.each_batch(region, inside, |ids, words| {
            bits::run::<PaintWords, _, _, _>(ids, words, id);
            true
        });
    }

    /// Whether any id lies under the shape.
    pub(super) fn touches(&mut self, region: Extent, inside: &Inside<'_>) -> bool {
        let none = |ids: &mut [u32], words: &[PlaneWord]| {
            words.iter().all(|word| word.pixels & !holding(word.ids(ids), 0) == 0)
        };
        !self.each_batch(region, inside, none)
    }

    /// Adds the ids under the shape to `found`, sorted by id, and writes `stamp` where there was none.
    pub(super) fn test(
        &mut self,
        region: Extent,
        inside: &Inside<'_>,
        stamp: u32,
        found: &mut Vec<BufferOverlap>,
    ) {
        self.prefetch(region, inside);
        if stamp != 0 {
            self.used = self.used.around(inside.extent);
        }
        self.each_batch(region, inside, |ids, words| {
            bits::run::<Test, _, _, _>(ids, words, (stamp, &mut *found));
            true
        });
    }

    /// Calls `f` with all ids, and with some words of the shape at a time. Stops and returns false when `f` does.
    #[inline]
    fn each_batch(
        &mut self,
        region: Extent,
        inside: &Inside<'_>,
        mut f: impl FnMut(&mut [u32], &[PlaneWord]) -> bool,
    ) -> bool {
        const MOST: usize = 32;
        let (mut words, mut count) = ([PlaneWord::default(); MOST], 0);
        let finished = inside.each_word(|y, x, pixels| {
            words[count] =
                PlaneWord { pixels, corner: Point::new(x as i32, y as i32), at: index_of(region, x, y) };
            count = (count + 1) % MOST;
            count != 0 || f(&mut self.ids, &words)
        });
        finished && f(&mut self.ids, &words[..count])
    }
}

/// A word of a shape's pixels, and where the ids under it begin.
#[derive(Clone, Copy, Default)]
struct PlaneWord {
    pixels: u64,
    /// The world pixel of the lowest bit.
    corner: Point,
    /// The index of its id.
    at: usize,
}

impl PlaneWord {
    /// The ids under it, and at most seven more.
    #[inline(always)]
    fn ids<'a>(&self, ids: &'a mut [u32]) -> &'a mut [[u32; IDS]] {
        let count = (self.pixels.ilog2() as usize + 1).next_multiple_of(IDS);
        ids[self.at..self.at + count].as_chunks_mut().0
    }
}

/// Writes an id under words.
struct PaintWords;

impl Kernel<&mut [u32], &[PlaneWord], u32> for PaintWords {
    type Output = ();
    #[inline(always)]
    fn run<I: Isa>(_: I, ids: &mut [u32], words: &[PlaneWord], id: u32) {
        for word in words {
            paint(word.ids(ids), word.pixels, id);
        }
    }
}

/// Notes which ids lie under words, and writes an id where there was none.
struct Test;

impl Kernel<&mut [u32], &[PlaneWord], (u32, &mut Vec<BufferOverlap>)> for Test {
    type Output = ();
    #[inline(always)]
    fn run<I: Isa>(
        _: I,
        ids: &mut [u32],
        words: &[PlaneWord],
        (stamp, found): (u32, &mut Vec<BufferOverlap>),
    ) {
        for word in words {
            let row = word.ids(ids);
            let free = word.pixels & holding(row, 0);
            let mut rest = word.pixels & !free;
            while rest != 0 {
                let first = rest.trailing_zeros();
                let id = row.as_flattened()[first as usize];
                let same = rest & holding(row, id);
                let point = Point::new(word.corner.x + first as i32, word.corner.y);
                note(found, id, same.count_ones().into(), point);
                rest &= !same;
            }
            if stamp != 0 {
                paint(row, free, stamp);
            }
        }
    }
}

/// The index of a pixel of the region.
fn index_of(region: Extent, x: i64, y: i64) -> usize {
    ((y - region.y0) * (region.x1 - region.x0) + (x - region.x0)) as usize
}
