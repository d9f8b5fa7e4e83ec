//! Small boxes in cells, to be found along a way. A box around a long way that slants meets many boxes that the way does not.

use alloc::vec::Vec;

use crate::broad_phase::Aabb;
use crate::world::store::drift::Drift;

/// The side of a cell in pixels, as a power of two.
const CELL: u32 = 6;

/// Boxes, sorted by the cell of their first pixel. The cells go around: those a multiple of the table's width or height apart are one.
#[derive(Clone, Default, Debug)]
pub(crate) struct Lanes {
    /// The numbers of columns and rows of cells, less 1. Both are powers of two.
    last: [i64; 2],
    /// The longest sides of the boxes, less 1.
    longest: [i64; 2],
    /// For each cell the place of its first box, and at the end the number of boxes.
    starts: Vec<u32>,
    boxes: Vec<(Aabb, u32)>,
}

impl Lanes {
    /// No box is longer, so that it lies in few cells.
    pub(crate) const LONGEST: u32 = 128;

    /// Sorts boxes with their rows into the cells. None is empty.
    pub(crate) fn fill(&mut self, boxes: impl Iterator<Item = (Aabb, u32)> + Clone) {
        let count = boxes.clone().count();
        // About two cells a box.
        let bits = (2 * count).max(16).next_power_of_two().trailing_zeros();
        self.last = [bits - bits / 2, bits / 2].map(|bits| (1 << bits) - 1);
        self.longest = [0; 2];
        self.starts.clear();
        self.starts.resize((1 << bits) + 1, 0);
        for (b, _) in boxes.clone() {
            let cell = self.cell(&b);
            self.starts[cell] += 1;
            let sides = [b.x1 - b.x0, b.y1 - b.y0].map(i64::from);
            self.longest = [0, 1].map(|i| self.longest[i].max(sides[i]));
        }
        let mut total = 0;
        for start in &mut self.starts {
            total += *start;
            *start = total;
        }
        self.boxes.resize(count, (Aabb::EMPTY, 0));
        for (b, row) in boxes {
            let cell = self.cell(&b);
            self.starts[cell] -= 1;
            self.boxes[self.starts[cell] as usize] = (b, row);
        }
    }

    fn cell(&self, b: &Aabb) -> usize {
        let [x, y] = [0, 1].map(|i| i64::from([b.x0, b.y0][i]) >> CELL & self.last[i]);
        (y * (self.last[0] + 1) + x) as usize
    }

    /// Calls `f` with each box that shares a pixel with the box around a way and lies along the way, and perhaps with some that lie near it.
    #[inline]
    pub(crate) fn along(&self, drift: &Drift, way: &Aabb, mut f: impl FnMut(&Aabb, u32)) {
        let [width, height] = self.last.map(|last| last + 1);
        let first = (i64::from(way.y0) - self.longest[1]) >> CELL;
        let rows = (i64::from(way.y1) >> CELL) - first + 1;
        for y in first..first + rows.min(height) {
            // Where the boxes of this row lie, or all, if it is several rows.
            let columns = match rows > height {
                true => [way.x0, way.x1].map(i64::from),
                false => drift.columns([y << CELL, ((y + 1) << CELL) + self.longest[1]]),
            };
            let first = (columns[0] - self.longest[0]) >> CELL;
            let columns = ((columns[1] >> CELL) - first + 1).clamp(0, width);
            let (first, row) = (first & self.last[0], (y & self.last[1]) * width);
            let until_end = columns.min(width - first);
            for [from, cells] in [[first, until_end], [0, columns - until_end]] {
                let places = [row + from, row + from + cells].map(|cell| self.starts[cell as usize] as usize);
                for (b, row) in &self.boxes[places[0]..places[1]] {
                    if b.meets(way) {
                        f(b, *row);
                    }
                }
            }
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u32>() + self.boxes.capacity() * size_of::<(Aabb, u32)>()
    }
}
