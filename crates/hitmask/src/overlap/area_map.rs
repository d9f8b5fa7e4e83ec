//! The overlap area of two masks, at all offsets at once.

use alloc::vec;
use alloc::vec::Vec;

use crate::geom::Point;
use crate::invalid_argument::InvalidArgument;
use crate::mask::{Mask, RunMask, fits_mask};

/// The overlap area of two masks at every offset, from [`Mask::overlap_area_map`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AreaMap {
    w: u32,
    h: u32,
    /// The offset of the first entry.
    origin: Point,
    areas: Vec<u32>,
}

impl AreaMap {
    /// The overlap area at an [offset](crate::mask#the-offset): the same as [`Mask::overlap_area`], read from the map.
    #[must_use]
    pub fn get(&self, offset: impl Into<Point>) -> u64 {
        let offset = offset.into();
        let from = |at: i32, start: i32, size: u32| {
            u32::try_from(i64::from(at) - i64::from(start)).ok().filter(|&i| i < size).map(|i| i as usize)
        };
        let place = from(offset.x, self.origin.x, self.w).zip(from(offset.y, self.origin.y, self.h));
        place.map_or(0, |(x, y)| self.areas[y * self.w as usize + x].into())
    }

    /// The columns and rows of the map: the sum of the sizes of both masks, less one.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.w, self.h)
    }

    /// The offset of the first entry: 1 less the size of the other mask.
    #[must_use]
    pub fn origin(&self) -> Point {
        self.origin
    }

    /// The areas, row by row, starting with the upper left offset.
    #[must_use]
    pub fn areas(&self) -> &[u32] {
        &self.areas
    }
}

impl Mask {
    /// The overlap area at every offset at which the two masks overlap: like [`Mask::overlap_offsets`], with areas instead of bits.
    /// Elsewhere it is known as cross-correlation. The largest area shows at which offset the two shapes match best.
    ///
    /// ```
    /// use hitmask::{Mask, Point};
    /// let map = Mask::filled(3, 1).overlap_area_map(&Mask::filled(2, 1))?;
    /// assert_eq!((map.size(), map.origin()), ((4, 1), Point::new(-1, 0)));
    /// assert_eq!(map.areas(), [1, 2, 2, 1]);
    /// assert_eq!((map.get((-1, 0)), map.get((3, 0))), (1, 0));
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidArgument`], if the map would have more entries than a mask may have pixels.
    ///
    /// # Complexity
    /// Four bytes for each offset. In time the cheaper of two ways: four additions for each pair of runs, one of each mask; or
    /// [`Mask::overlap_area`] at each offset.
    #[doc(alias = "convolve")]
    #[doc(alias = "cross-correlation")]
    pub fn overlap_area_map(&self, other: &Mask) -> Result<AreaMap, InvalidArgument> {
        let side = |a: u32, b: u32| if a == 0 || b == 0 { 0 } else { a + b - 1 };
        let (w, h) = (side(self.width(), other.width()), side(self.height(), other.height()));
        fits_mask("result", (w, h))?;
        let origin = Point::new(1 - other.width() as i32, 1 - other.height() as i32);
        let mut map = AreaMap { w, h, origin, areas: vec![0; w as usize * h as usize] };
        let (a, b) = (RunMask::from_mask(self), RunMask::from_mask(other));
        // Testing 16 rows of a column costs about as much as a pair of runs.
        let looks = u64::from(self.width().min(other.width()).div_ceil(64))
            * u64::from(self.height().min(other.height()).div_ceil(16) + 2);
        if a.run_count() as u64 * b.run_count() as u64 <= u64::from(w) * u64::from(h) * looks {
            map.add_runs(&a, &b);
        } else {
            map.ask(self, other);
        }
        Ok(map)
    }
}

impl AreaMap {
    /// Over the offsets of a row, the overlap of two runs is 0 at first, then grows by 1 with each offset, then stays at the length of the
    /// shorter run, then shrinks by 1, then is 0 again. The slope of this line changes at four places. The changes of all pairs are added
    /// up first and summed twice at the end.
    fn add_runs(&mut self, a: &RunMask, b: &RunMask) {
        let (w, b_width) = (self.w as usize, b.width() as usize);
        for ay in 0..a.height() {
            for by in 0..b.height() {
                let y = (ay + b.height() - 1 - by) as usize;
                let line = &mut self.areas[y * w..(y + 1) * w];
                let mut bend = |a: u16, b: u16, by: u32| {
                    // The last change of slope may lie beyond the end of the map, where it has no effect.
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

    /// Asks for one offset after the other.
    fn ask(&mut self, a: &Mask, b: &Mask) {
        let Point { x, y } = self.origin;
        let offsets = (y..).flat_map(|y| (x..).take(self.w as usize).map(move |x| Point::new(x, y)));
        for (area, offset) in self.areas.iter_mut().zip(offsets) {
            *area = a.overlap_area(b, offset) as u32;
        }
    }
}
