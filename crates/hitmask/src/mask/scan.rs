//! Iterating over the pixels of a mask: words, windows, runs, points.

use super::Mask;
use crate::bits::{bits_of, each_bit, low_bits, span_bits, turns};
use crate::geom::Point;

impl Mask {
    /// The solid pixels, row by row from the top, left to right.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        (0..self.h).flat_map(move |y| {
            (0..self.w.div_ceil(64)).flat_map(move |column| {
                let word = self.columns.word(self.index(column, y));
                bits_of(word).map(move |bit| Point::new((column * 64 + bit) as i32, y as i32))
            })
        })
    }

    /// The runs of solid pixels in a row, from left to right, as half-open pairs (start, end). Empty if there is no such row.
    ///
    /// ```
    /// let mask = hitmask::Mask::from_fn(9, 1, |x, _| x != 0 && x != 5);
    /// assert!(mask.runs(0).eq([(1, 5), (6, 9)]));
    /// ```
    pub fn runs(&self, row: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.runs_within(row, 0, self.w)
    }

    /// Calls `f` with the start and end of every run of solid pixels in a row; if all bits of `toggle` are set, of every run of clear
    /// pixels. For whole rows this is many times faster than [`Mask::runs`].
    #[inline]
    pub(crate) fn each_stretch(&self, row: u32, toggle: u64, mut f: impl FnMut(u32, u32)) {
        let mut open: Option<u32> = None;
        for column in 0..self.w.div_ceil(64) {
            let x = column * 64;
            let word = (self.columns.word(self.index(column, row)) ^ toggle) & low_bits(self.w - x);
            each_bit(turns(word, open.is_some()), |bit| match open.take() {
                Some(start) => f(start, x + bit),
                None => open = Some(x + bit),
            });
        }
        if let Some(start) = open {
            f(start, self.w);
        }
    }

    /// Makes the pixels of a row from start up to but not including end solid. They must lie inside. [`Mask::rebuild`] must follow.
    #[inline]
    pub(crate) fn fill_run(&mut self, row: u32, start: u32, end: u32) {
        if start < end && start / 64 == (end - 1) / 64 {
            // Most runs.
            let (index, x) = (self.index(start / 64, row), start / 64 * 64);
            let solid = low_bits(end - x) & !low_bits(start - x);
            return self.columns.set_word(index, self.columns.word(index) | solid);
        }
        for column in start / 64..end.div_ceil(64) {
            let solid = span_bits(start.into(), end.into(), i64::from(column) * 64);
            let index = self.index(column, row);
            self.columns.set_word(index, self.columns.word(index) | solid);
        }
    }

    /// The runs of a row that have a pixel from `start` up to but not including `end`. The runs are not clipped.
    pub(crate) fn runs_within(
        &self,
        row: u32,
        start: u32,
        end: u32,
    ) -> impl Iterator<Item = (u32, u32)> + '_ {
        let mut x = start;
        core::iter::from_fn(move || {
            if row >= self.h {
                return None;
            }
            let found = self.next_pixel(x, row, true).filter(|&found| found < end)?;
            let left = if found == start { self.run_start(found, row) } else { found };
            x = self.next_pixel(found, row, false).unwrap_or(self.w);
            Some((left, x))
        })
    }

    /// The run of solid pixels that contains x, half-open. None if the pixel is clear. The pixel must lie inside.
    pub(crate) fn run_around(&self, x: u32, row: u32) -> Option<(u32, u32)> {
        let end = self.next_pixel(x, row, false).unwrap_or(self.w);
        (end > x).then(|| (self.run_start(x, row), end))
    }

    /// The start of the run of solid pixels that contains x.
    fn run_start(&self, mut x: u32, row: u32) -> u32 {
        while x > 0 {
            let (column, bits) = ((x - 1) / 64, (x - 1) % 64 + 1);
            let clear = !self.columns.word(self.index(column, row)) << (64 - bits);
            let solid = clear.leading_zeros().min(bits);
            x -= solid;
            if solid < bits {
                break;
            }
        }
        x
    }

    /// The first pixel of a row, from x on, that is solid (or clear, if `solid` is false).
    fn next_pixel(&self, mut x: u32, row: u32, solid: bool) -> Option<u32> {
        while x < self.w {
            let word = self.columns.word(self.index(x / 64, row));
            let wanted = if solid { word } else { !word } >> (x % 64);
            if wanted != 0 {
                let found = x + wanted.trailing_zeros();
                return (found < self.w).then_some(found);
            }
            x = (x / 64 + 1) * 64;
        }
        None
    }

    /// The 64 pixels of a row from x on. Pixels outside are clear.
    #[inline]
    pub(crate) fn window(&self, x: i64, y: i64) -> u64 {
        if y < 0 || y >= i64::from(self.h) {
            return 0;
        }
        let column = x.div_euclid(64);
        let shift = x.rem_euclid(64) as u32;
        let word = |column: i64| {
            if column >= 0 && column < i64::from(self.w.div_ceil(64)) {
                self.columns.word(self.index(column as u32, y as u32))
            } else {
                0
            }
        };
        word(column) >> shift | word(column + 1) << 1 << (63 - shift)
    }

    /// Calls `f` with (x of the lowest bit, y, word) for each stored word that is not zero, row by row.
    pub(crate) fn for_each_word(&self, mut f: impl FnMut(u32, u32, u64)) {
        let b = self.bounds;
        for y in u32::from(b.y0)..u32::from(b.y1) {
            for column in u32::from(b.x0) / 64..u32::from(b.x1).div_ceil(64) {
                let word = self.columns.word(self.index(column, y));
                if word != 0 {
                    f(column * 64, y, word);
                }
            }
        }
    }
}
