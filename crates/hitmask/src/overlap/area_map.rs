//! How many pixels two masks share, at all offsets at once.

use alloc::vec;
use alloc::vec::Vec;

use crate::geom::Point;
use crate::mask::{Mask, RunMask, check_size};

/// How many pixels two masks share at every offset: made by [`Mask::overlap_area_map`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AreaMap {
    w: u32,
    h: u32,
    /// The offset that the first entry stands for.
    origin: Point,
    areas: Vec<u32>,
}

impl AreaMap {
    /// How many pixels the two masks share at an [offset](crate::mask#the-offset): [`Mask::overlap_area`], from the map.
    #[must_use]
    pub fn get(&self, offset: impl Into<Point>) -> u64 {
        let offset = offset.into();
        let from = |at: i32, start: i32, size: u32| {
            u32::try_from(i64::from(at) - i64::from(start)).ok().filter(|&i| i < size).map(|i| i as usize)
        };
        let place = from(offset.x, self.origin.x, self.w).zip(from(offset.y, self.origin.y, self.h));
        place.map_or(0, |(x, y)| self.areas[y * self.w as usize + x].into())
    }

    /// Columns and rows of the map: the sum of both masks' sizes less one.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.w, self.h)
    }

    /// The offset that the first entry stands for: 1 less the other mask's size.
    #[must_use]
    pub fn origin(&self) -> Point {
        self.origin
    }

    /// The areas, row by row from the upper left offset.
    #[must_use]
    pub fn areas(&self) -> &[u32] {
        &self.areas
    }
}

impl Mask {
    /// How many pixels the two share at every offset at which they share any: [`Mask::overlap_offsets`] with areas for bits, known
    /// as cross-correlation elsewhere. Look for the largest to lay one shape on another.
    ///
    /// ```
    /// use hitmask::{Mask, Point};
    /// let map = Mask::filled(3, 1).overlap_area_map(&Mask::filled(2, 1));
    /// assert_eq!((map.size(), map.origin()), ((4, 1), Point::new(-1, 0)));
    /// assert_eq!(map.areas(), [1, 2, 2, 1]);
    /// assert_eq!((map.get((-1, 0)), map.get((3, 0))), (1, 0));
    /// ```
    ///
    /// # Panics
    /// When it has more offsets than a mask may have pixels.
    ///
    /// # Complexity
    /// Four bytes an offset; and the less of four additions for each pair of runs, one of each mask, and
    /// [`Mask::overlap_area`] for each offset.
    #[must_use]
    pub fn overlap_area_map(&self, other: &Mask) -> AreaMap {
        let side = |a: u32, b: u32| if a == 0 || b == 0 { 0 } else { a + b - 1 };
        let (w, h) = (side(self.width(), other.width()), side(self.height(), other.height()));
        check_size(w, h).unwrap_or_else(|error| panic!("{error}"));
        let origin = Point::new(1 - other.width() as i32, 1 - other.height() as i32);
        let mut map = AreaMap { w, h, origin, areas: vec![0; w as usize * h as usize] };
        let (a, b) = (RunMask::from_mask(self), RunMask::from_mask(other));
        // A look at 16 rows of a column costs about as much as a pair of runs.
        let looks = u64::from(self.width().min(other.width()).div_ceil(64))
            * u64::from(self.height().min(other.height()).div_ceil(16) + 2);
        if a.run_count() as u64 * b.run_count() as u64 <= u64::from(w) * u64::from(h) * looks {
            map.add_runs(&a, &b);
        } else {
            map.ask(self, other);
        }
        map
    }
}

impl AreaMap {
    /// A run against a run shares, over the offsets of a row, 0 pixels, ever more, as many as the shorter has, ever fewer, 0. That
    /// line bends in four places: the bends of all pairs are added up, and summed twice at the end.
    fn add_runs(&mut self, a: &RunMask, b: &RunMask) {
        let (w, b_width) = (self.w as usize, b.width() as usize);
        for ay in 0..a.height() {
            for by in 0..b.height() {
                let y = (ay + b.height() - 1 - by) as usize;
                let line = &mut self.areas[y * w..(y + 1) * w];
                let mut bend = |a: u16, b: u16, by: u32| {
                    // The last bend may lie beyond the map, where it bends nothing.
                    if let Some(area) = line.get_mut(usize::from(a) + (b_width - usize::from(b))) {
                        *area = area.wrapping_add(by);
                    }
                };
                for run_a in a.runs(ay) {
                    for run_b in b.runs(by) {
                        bend(run_a.start, run_b.end, 1);
                        bend(run_a.start, run_b.start, u32::MAX);
                        bend(run_a.end, run_b.end, u32::MAX);
                        bend(run_a.end, run_b.start, 1);
                    }
                }
            }
        }
        for line in self.areas.chunks_exact_mut(w.max(1)) {
            let (mut slope, mut sum) = (0u32, 0u32);
            for area in line {
                slope = slope.wrapping_add(*area);
                sum = sum.wrapping_add(slope);
                *area = sum;
            }
        }
    }

    /// One offset after the other.
    fn ask(&mut self, a: &Mask, b: &Mask) {
        let Point { x, y } = self.origin;
        let offsets = (y..).flat_map(|y| (x..).take(self.w as usize).map(move |x| Point::new(x, y)));
        for (area, offset) in self.areas.iter_mut().zip(offsets) {
            *area = a.overlap_area(b, offset) as u32;
        }
    }
}
