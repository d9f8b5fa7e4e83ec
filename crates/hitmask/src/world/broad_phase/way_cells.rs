//! Small boxes in cells, to be found along a path. The box around a long, slanting path meets many boxes that the path itself does not
//! meet.

use crate::geom::Mapped;
use alloc::vec::Vec;

use crate::bits::prefetch;
use crate::broad_phase::Aabb;
use crate::heap::heap_bytes;
use crate::world::broad_phase::box_motion::{BoxMotion, MovingBox, Slant};

/// The side of a cell in pixels, as a power of two.
const CELL: u32 = 7;

/// The motion of a small box, with only the numbers that the test needs: see [`MovingBox`].
#[derive(Clone, Copy, Default, Debug)]
struct SmallWay {
    middle: [i32; 2],
    motion: [i32; 2],
    size: [u8; 2],
    own: [u8; 2],
    row: u32,
}

impl SmallWay {
    #[inline]
    fn new(way: &Aabb, box_motion: &BoxMotion, row: u32) -> SmallWay {
        let MovingBox { middle, motion, size, own } = MovingBox::new(way, box_motion);
        SmallWay {
            middle,
            motion,
            size: size.mapped(|size| size as u8),
            own: own.mapped(|own| own as u8),
            row,
        }
    }

    #[inline(always)]
    fn widened(&self) -> MovingBox {
        let SmallWay { middle, motion, size, own, .. } = *self;
        MovingBox { middle, motion, size: size.mapped(u32::from), own: own.mapped(i64::from) }
    }

    /// Its cell is that of its first pixel. The highest bit of that is lost, which no cell depends on.
    #[inline]
    fn cell(&self, last: [i64; 2]) -> usize {
        let [x, y] = [0, 1].mapped(|i| {
            let first = self.middle[i].wrapping_sub(self.size[i].into()) >> 1;
            i64::from(first >> CELL) & last[i]
        });
        (y * (last[0] + 1) + x) as usize
    }
}

/// Boxes, sorted by the cell of their first pixel. The cells go around: those a multiple of the table's width or height apart are one.
#[derive(Clone, Default, Debug)]
pub(crate) struct WayCells {
    /// The numbers of columns and rows of cells, less 1. Both are powers of two.
    last: [i64; 2],
    /// The longest sides of the boxes around ways, less 1.
    longest: [i64; 2],
    /// For each cell the place of its first box, and at the end the number of boxes.
    starts: Vec<u32>,
    ways: Vec<SmallWay>,
    /// The same as they came, with their cells.
    unsorted: Vec<(u32, SmallWay)>,
    /// From where to where `ways` lie near the last way that was followed.
    stretches: Vec<[u32; 2]>,
    /// Room for the rows of all that were found, and one more.
    found: Vec<u32>,
}

impl WayCells {
    /// No box around a way is longer, so that it lies in few cells.
    pub(crate) const LONGEST: u32 = 128;

    /// Forgets all boxes, and makes cells for so many at most.
    pub(crate) fn clear(&mut self, most: usize) {
        // About two cells a box.
        let bits = (2 * most).max(16).next_power_of_two().trailing_zeros();
        self.last = [bits - bits / 2, bits / 2].mapped(|bits| (1 << bits) - 1);
        self.longest = [0; 2];
        self.starts.clear();
        self.starts.resize((1 << bits) + 1, 0);
        self.unsorted.clear();
    }

    /// Adds the box around a way, and the way, with its row. The box is not empty, and the way is not far.
    #[inline]
    pub(crate) fn push(&mut self, way: &Aabb, box_motion: &BoxMotion, row: u32) {
        let way = SmallWay::new(way, box_motion, row);
        let cell = way.cell(self.last);
        self.starts[cell] += 1;
        self.longest = [0, 1].mapped(|i| self.longest[i].max(i64::from(way.size[i]) - 1));
        self.unsorted.push((cell as u32, way));
    }

    /// Sorts the boxes into the cells.
    pub(crate) fn sort(&mut self) {
        let WayCells { starts, ways, unsorted, found, .. } = self;
        let mut total = 0;
        for start in &mut *starts {
            total += *start;
            *start = total;
        }
        ways.resize(unsorted.len(), SmallWay::default());
        found.resize(unsorted.len() + 1, 0);
        for (cell, way) in &*unsorted {
            let start = &mut starts[*cell as usize];
            *start -= 1;
            ways[*start as usize] = *way;
        }
    }

    /// The rows of the boxes that may meet another one on their ways. That one's way is long.
    /// Not inlined: it needs all registers.
    #[inline(never)]
    pub(crate) fn along(&mut self, box_motion: &BoxMotion, way: &Aabb) -> &[u32] {
        let WayCells { last, longest, starts, ways, stretches, found, .. } = self;
        let [width, height] = last.mapped(|last| last + 1);
        let long = MovingBox::new(way, box_motion);
        let first = (i64::from(way.y0) - longest[1]) >> CELL;
        let rows = (i64::from(way.y1) >> CELL) - first + 1;
        let mut slant =
            Slant::new(&long, way, [first << CELL, ((first + 1) << CELL) + longest[1]], 1 << CELL);
        stretches.clear();
        for y in first..first + rows.min(height) {
            // Where the boxes of this row lie, or all, if it is several rows.
            let columns = match rows > height {
                true => [way.x0, way.x1].mapped(i64::from),
                false => slant.next(),
            };
            let first = (columns[0] - longest[0]) >> CELL;
            let columns = ((columns[1] >> CELL) - first + 1).min(width);
            let (first, row) = (first & last[0], (y & last[1]) * width);
            let until_end = columns.min(width - first);
            for (from, cells) in [(first, until_end), (0, columns - until_end)] {
                if cells == 0 {
                    break;
                }
                let stretch = [row + from, row + from + cells].mapped(|cell| starts[cell as usize]);
                if let Some(first) = prefetch::ahead(ways, stretch[0] as usize) {
                    prefetch::value(first);
                }
                stretches.push(stretch);
            }
        }
        let mut count = 0;
        for [from, to] in &*stretches {
            for other in &ways[*from as usize..*to as usize] {
                // Without a branch: about a third of them may meet it, and nothing tells which.
                found[count] = other.row;
                let other = other.widened();
                count += usize::from(long.shares(&other) & long.may_meet(&other));
            }
        }
        &found[..count]
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        heap_bytes!(self.starts, self.found, self.stretches, self.ways, self.unsorted)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use hitmask_oracle::{Rng, StraightWay, instants};

    use super::*;
    use crate::geom::{Extent, Offset, PixelCrossings};

    const ONE: i64 = 1 << 16;

    fn box_motion(Extent { x0, y0, x1, y1 }: Extent, motion: [i64; 2]) -> BoxMotion {
        BoxMotion::new([x1 - x0, y1 - y0], motion)
    }

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
            let mut crossings = [0, 1].map(|i| PixelCrossings::new(rest[i], motion[i]));
            let mut places = vec![Offset::ZERO];
            while let Some(by) = PixelCrossings::step(&mut crossings) {
                places.push(*places.last().unwrap() + by);
            }
            let here = Extent { x0: 0, y0: 0, x1: between(1, 60), y1: between(1, 60) };
            let longest = [between(1, WayCells::LONGEST.into()), between(1, WayCells::LONGEST.into())];
            let place = here.shifted(places[between(0, places.len() as i64 - 1) as usize]);
            // Its cell is the first or the last one that may not be left out.
            let (x, x_in_cell) =
                [(place.x0 - longest[0] + 1, (1 << CELL) - 1), (place.x1 - 1, 0)][between(0, 1) as usize];
            let (y, y_in_cell) =
                [(place.y0 - longest[1] + 1, (1 << CELL) - 1), (place.y1 - 1, 0)][between(0, 1) as usize];
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
            cells.clear(boxes.len());
            boxes.iter().for_each(|(b, row)| cells.push(b, &box_motion(Extent::from(*b), [0; 2]), *row));
            cells.sort();
            let (way, mut times) = (Aabb::from(way), vec![0; boxes.len()]);
            for &row in cells.along(&box_motion(here, motion), &way) {
                assert!(boxes[row as usize].0.meets(&way), "seed {seed}: {row}");
                times[row as usize] += 1;
            }
            for ((b, row), times) in boxes.iter().zip(times) {
                let meets = places.iter().any(|&by| Aabb::from(here.shifted(by)).meets(b));
                assert!(times <= 1, "seed {seed}: {row}, {b:?}, is found {times} times");
                assert!(
                    !meets || times == 1,
                    "seed {seed}: {here:?} moves by {motion:?} and meets {row}, {b:?}"
                );
                met += u32::from(meets);
                found += times;
                around += u32::from(b.meets(&way));
            }
        }
        assert!(met > 50_000 && found + 1000 < around, "{met} are met, {found} of {around} found");
    }

    /// A box whose way is long and one that moves a little, which share a pixel with one corner each at some moment: all positions in Q16, by
    /// the oracle's definition of a way. One that is a 256th of a pixel farther away is mostly not found, so little room is given away.
    #[test]
    fn boxes_that_move_are_found_where_they_meet() {
        let (mut met, mut found) = (0, 0);
        for seed in 0..20_000 {
            let rng = &mut Rng::new(seed);
            let mut between = |low, high| rng.between(low, high);
            let edge = [0, 1 << 30, (1 << 31) - 3000, 3000 - (1 << 31)][(seed % 4) as usize];
            let far = [between(0, 1) * between(0, 200), between(65, 200)];
            let near = [between(0, 64), between(0, 1) * between(0, 64)];
            let turn = (seed / 4 % 2) as usize;
            let mut motion = |pixels: [i64; 2]| {
                [pixels[turn], pixels[1 - turn]]
                    .map(|pixels| (pixels * ONE + between(0, ONE - 1)) * (1 - 2 * between(0, 1)))
            };
            let motions = [motion(far), motion(near)];
            let from = [0, 1].map(|_| [0, 1].map(|_| between(-ONE / 2 + 1, ONE / 2)));
            let way = |k: usize| StraightWay {
                from: from[k].into(),
                to: [0, 1].map(|i| from[k][i] + motions[k][i]).into(),
            };
            let instants = instants(&[way(0), way(1)]);
            let instant = &instants[between(0, instants.len() as i64 - 1) as usize];
            let mut size = |most| [between(1, most), between(1, most)];
            let (size, other_size) = (size(60), size(50));
            // Their corners share a pixel then, or nearly.
            let beside =
                [0, 1].map(|i| [size[i] - 1, 1 - other_size[i]][between(0, 1) as usize] + between(-1, 1));
            let [(x, y), (other_x, other_y)] = [instant.pixels[0], instant.pixels[1]];
            let start = [x + beside[0] - other_x, y + beside[1] - other_y];
            let extent = |[x, y]: [i64; 2], [w, h]: [i64; 2]| Extent {
                x0: edge + x,
                y0: edge + y,
                x1: edge + x + w,
                y1: edge + y + h,
            };
            let (one, other) = (extent([0; 2], size), extent(start, other_size));
            let at = |k: usize, extent: Extent, pixels: &[(i64, i64)]| {
                Aabb::from(extent.shifted(Offset::new(pixels[k].0, pixels[k].1)))
            };
            let meets = instants
                .iter()
                .any(|instant| at(0, one, &instant.pixels).meets(&at(1, other, &instant.pixels)));
            let around = |k: usize, extent: Extent| {
                let last = &instants.last().unwrap().pixels;
                Aabb::from(extent.around(extent.shifted(Offset::new(last[k].0, last[k].1))))
            };
            let mut cells = WayCells::default();
            cells.clear(1);
            let other_way = around(1, other);
            cells.push(&other_way, &box_motion(other, motions[1]), 7);
            cells.sort();
            let rows = cells.along(&box_motion(one, motions[0]), &around(0, one));
            assert!(!meets || *rows == [7], "seed {seed}: {one:?} by {motions:?} meets {other:?}");
            let [one_box, other_box] = [(0, one), (1, other)]
                .map(|(k, extent)| MovingBox::new(&around(k, extent), &box_motion(extent, motions[k])));
            assert!(!meets || one_box.may_meet(&other_box) && other_box.may_meet(&one_box), "seed {seed}");
            met += u32::from(meets);
            found += u32::from(!rows.is_empty());
        }
        assert!(met > 12_000 && found < met + 3000, "{met} meet, {found} are found");
    }
}
