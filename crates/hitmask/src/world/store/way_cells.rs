//! Small boxes in cells, to be found along a way. A box around a long way that slants meets many boxes that the way does not.

use alloc::vec::Vec;

use crate::broad_phase::Aabb;
use crate::world::store::drift::Drift;

/// The side of a cell in pixels, as a power of two.
const CELL: u32 = 6;

/// Boxes, sorted by the cell of their first pixel. The cells go around: those a multiple of the table's width or height apart are one.
#[derive(Clone, Default, Debug)]
pub(crate) struct WayCells {
    /// The numbers of columns and rows of cells, less 1. Both are powers of two.
    last: [i64; 2],
    /// The longest sides of the boxes, less 1.
    longest: [i64; 2],
    /// For each cell the place of its first box, and at the end the number of boxes.
    starts: Vec<u32>,
    boxes: Vec<(Aabb, u32)>,
    /// The boxes as they came.
    unsorted: Vec<(Aabb, u32)>,
}

impl WayCells {
    /// No box is longer, so that it lies in few cells.
    pub(crate) const LONGEST: u32 = 128;

    /// Forgets all boxes.
    pub(crate) fn clear(&mut self) {
        self.unsorted.clear();
    }

    /// Adds a box with its row. It is not empty.
    #[inline]
    pub(crate) fn push(&mut self, aabb: Aabb, row: u32) {
        self.unsorted.push((aabb, row));
    }

    /// Sorts the boxes into the cells.
    pub(crate) fn sort(&mut self) {
        let unsorted = core::mem::take(&mut self.unsorted);
        // About two cells a box.
        let bits = (2 * unsorted.len()).max(16).next_power_of_two().trailing_zeros();
        self.last = [bits - bits / 2, bits / 2].map(|bits| (1 << bits) - 1);
        self.longest = [0; 2];
        self.starts.clear();
        self.starts.resize((1 << bits) + 1, 0);
        for (b, _) in &unsorted {
            let cell = self.cell(b);
            self.starts[cell] += 1;
            let sides = [b.x1 - b.x0, b.y1 - b.y0].map(i64::from);
            self.longest = [0, 1].map(|i| self.longest[i].max(sides[i]));
        }
        let mut total = 0;
        for start in &mut self.starts {
            total += *start;
            *start = total;
        }
        self.boxes.resize(unsorted.len(), (Aabb::EMPTY, 0));
        for &(b, row) in &unsorted {
            let cell = self.cell(&b);
            self.starts[cell] -= 1;
            self.boxes[self.starts[cell] as usize] = (b, row);
        }
        self.unsorted = unsorted;
    }

    fn cell(&self, b: &Aabb) -> usize {
        let [x, y] = [0, 1].map(|i| i64::from([b.x0, b.y0][i]) >> CELL & self.last[i]);
        (y * (self.last[0] + 1) + x) as usize
    }

    /// Calls `f` with each box that shares a pixel with the box around a way and lies along the way, and perhaps with some that lie near it.
    #[inline]
    pub(crate) fn along(&self, drift: &Drift, way: &Aabb, mut f: impl FnMut(&Aabb, u32)) {
        let [width, height] = self.last.map(|last| last + 1);
        let slope = drift.slope();
        let first = (i64::from(way.y0) - self.longest[1]) >> CELL;
        let rows = (i64::from(way.y1) >> CELL) - first + 1;
        for y in first..first + rows.min(height) {
            // Where the boxes of this row lie, or all, if it is several rows.
            let columns = match rows > height {
                true => [way.x0, way.x1].map(i64::from),
                false => drift.columns([y << CELL, ((y + 1) << CELL) + self.longest[1]], slope),
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
        self.starts.capacity() * size_of::<u32>()
            + (self.boxes.capacity() + self.unsorted.capacity()) * size_of::<(Aabb, u32)>()
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use hitmask_oracle::Rng;

    use super::*;
    use crate::geom::{Extent, Marks, Offset};

    const ONE: i64 = 1 << 16;

    /// Boxes that a walk from pixel to pixel meets are all found, each once. Many share one pixel with a corner of the moving box. The first of
    /// these lies where a pixel less, in the rows or columns that are looked at, would lose it.
    #[test]
    fn every_box_along_a_way_is_found() {
        let (mut met, mut found, mut around) = (0, 0, 0);
        for seed in 0..600 {
            let rng = &mut Rng::new(seed);
            let mut between = |low, high| rng.between(low, high);
            let far = [between(0, 1) * between(0, if seed % 4 == 0 { 700 } else { 40 }), between(65, 700)];
            let turn = (seed / 4 % 2) as usize;
            let motion = [far[turn], far[1 - turn]]
                .map(|pixels| (pixels * ONE + between(0, ONE - 1)) * (1 - 2 * between(0, 1)));
            let rest = [0, 1].map(|_| between(-ONE / 2 + 1, ONE / 2));
            let mut marks = [0, 1].map(|i| Marks::new(rest[i], motion[i]));
            let mut places = vec![Offset::ZERO];
            while let Some(by) = Marks::step(&mut marks) {
                places.push(*places.last().unwrap() + by);
            }
            let here = Extent { x0: 0, y0: 0, x1: between(1, 60), y1: between(1, 60) };
            let longest = [between(1, WayCells::LONGEST.into()), between(1, WayCells::LONGEST.into())];
            let place = here.shifted(places[between(0, places.len() as i64 - 1) as usize]);
            // Its cell is the first or the last one that may not be left out.
            let (x, x_in_cell) = [(place.x0 - longest[0] + 1, 63), (place.x1 - 1, 0)][between(0, 1) as usize];
            let (y, y_in_cell) = [(place.y0 - longest[1] + 1, 63), (place.y1 - 1, 0)][between(0, 1) as usize];
            let corner = Offset::new(
                (between(-40, 40) << CELL) + x_in_cell - x,
                (between(-40, 40) << CELL) + y_in_cell - y,
            );
            let first = Extent { x0: x, y0: y, x1: x + longest[0], y1: y + longest[1] }.shifted(corner);
            let here = here.shifted(corner);
            let way = here.around(here.shifted(*places.last().unwrap()));
            let mut boxes = vec![(Aabb::from(first), 0)];
            for row in 1..between(2, 400) as u32 {
                let (w, h) = (between(1, longest[0]), between(1, longest[1]));
                let place = here.shifted(places[between(0, places.len() as i64 - 1) as usize]);
                let x = [place.x0 - w + 1, place.x1 - 1][between(0, 1) as usize] + between(-1, 1);
                let y = [place.y0 - h + 1, place.y1 - 1][between(0, 1) as usize] + between(-1, 1);
                let (x, y) = match between(0, 2) {
                    0 => (between(way.x0, way.x1), between(way.y0, way.y1)),
                    _ => (x, y),
                };
                boxes.push((Aabb::from(Extent { x0: x, y0: y, x1: x + w, y1: y + h }), row));
            }
            let mut cells = WayCells::default();
            boxes.iter().for_each(|&(b, row)| cells.push(b, row));
            cells.sort();
            // As `Course::drift` makes it.
            let axis = |low: i64, high: i64| ((low + high) << 15, (((high - low) << 15) + ONE) as i32);
            let ((x, w), (y, h)) = (axis(here.x0, here.x1), axis(here.y0, here.y1));
            let drift = Drift { middle: [x, y], half: [w, h], motion: motion.map(|way| way as i32) };
            let (way, mut times) = (Aabb::from(way), vec![0; boxes.len()]);
            cells.along(&drift, &way, |b, row| {
                assert!(*b == boxes[row as usize].0 && b.meets(&way), "seed {seed}: {b:?}");
                times[row as usize] += 1;
            });
            for ((b, row), times) in boxes.iter().zip(times) {
                let meets = places.iter().any(|&by| Aabb::from(here.shifted(by)).meets(b));
                assert!(times <= 1, "seed {seed}: {row}, {b:?}, is found {times} times");
                assert!(
                    !meets || times == 1 && drift.may_meet(&Drift::resting(b)),
                    "seed {seed}: {here:?} moves by {motion:?} and meets {row}, {b:?}"
                );
                met += u32::from(meets);
                found += times;
                around += u32::from(b.meets(&way));
            }
        }
        assert!(met > 50_000 && found + 1000 < around, "{met} are met, {found} of {around} found");
    }
}
