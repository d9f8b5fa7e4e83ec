//! Iterating over the pixels of a mask: words, windows, runs, points.

use super::Mask;
use super::bounds::Filled;
use crate::bits::{Lane, bits_of, each_bit, low_bits, span_bits, turns, with_lanes};
use crate::geom::Point;

/// Turns pixels of a mask: see [`Mask::turns`].
pub(crate) struct Turns<'a> {
    words: &'a mut [u64],
    stride: usize,
    w: u32,
}

impl Turns<'_> {
    /// See [`Mask::turn_from`].
    #[inline(always)]
    pub(crate) fn turn_from(&mut self, row: u32, x: u32) {
        if x < self.w {
            self.words[(x / 64) as usize * self.stride + row as usize] ^= turned_from(x);
        }
    }
}

/// The pixels from x on in the word of x. Those to the right follow in [`Mask::finish_turns`].
#[inline(always)]
pub(crate) fn turned_from(x: u32) -> u64 {
    u64::MAX << (x % 64)
}

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

    /// Turns the pixels of a row from x on: solid ones become clear, and clear ones solid. So a run is a turn at its start and one at its
    /// end. Nothing turns at the right edge. [`Mask::finish_turns`] must follow before anything else.
    pub(crate) fn turn_from(&mut self, row: u32, x: u32) {
        if x < self.w {
            let index = self.index(x / 64, row);
            self.columns.set_word(index, self.columns.word(index) ^ turned_from(x));
        }
    }

    /// Does what [`Mask::turn_from`] does, many times. No branch depends on the ends of runs, which nobody can predict: so it is several times
    /// as fast as [`Mask::fill_run`] for pictures. None for masks of narrow lanes, which are small.
    pub(crate) fn turns(&mut self) -> Option<Turns<'_>> {
        let (stride, w) = (self.stride(), self.w);
        let words = u64::lanes_mut(&mut self.columns)?;
        Some(Turns { words, stride, w })
    }

    /// Ends what [`Mask::turn_from`] began, in all words of the mask, and finds the bounds on the way.
    pub(crate) fn finish_turns(&mut self) {
        fn finish<L: Lane>(
            lanes: &mut [L],
            column: usize,
            stride: usize,
            rows: usize,
            inside: u64,
        ) -> Option<Filled> {
            let (left, here) = lanes.split_at_mut(column * stride);
            let here = &mut here[..rows];
            let mut bits = L::from_word(0);
            let mut put = |lane: &mut L, is_open: u64| {
                *lane = L::from_word(((*lane).into() ^ 0u64.wrapping_sub(is_open)) & inside);
                bits = L::from_word(bits.into() | (*lane).into());
            };
            match column.checked_sub(1) {
                None => here.iter_mut().for_each(|lane| put(lane, 0)),
                // A run that reaches the end of the column before goes on here.
                Some(before) => {
                    let before = &left[before * stride..][..rows];
                    here.iter_mut().zip(before).for_each(|(lane, &before)| put(lane, before.into() >> 63));
                }
            }
            Filled::with_bits(here, bits.into())
        }
        self.measure(|mask, column| {
            let (stride, rows, inside) = (mask.stride(), mask.h as usize, low_bits(mask.w - 64 * column));
            with_lanes!(&mut mask.columns, lanes => finish(lanes.as_mut_slice(), column as usize, stride, rows, inside))
        });
        self.every_pixel_changed();
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

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// Runs by turns at both ends, beside the same runs filled one by one. Word edges, narrow lanes, and runs up to the right edge.
    #[test]
    fn turns_fill_runs() {
        let mut state = 1_u32;
        let mut below = |n: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % n
        };
        for w in (0..=34).chain([63, 64, 65, 127, 128, 129, 191, 192, 300]) {
            for h in [0, 1, 3, 16, 17, 33, 70] {
                let [mut filled, mut one, mut many] = [(); 3].map(|()| Mask::new(w, h));
                let mut ends = Vec::new();
                for y in 0..h {
                    let mut x = 0;
                    while x < w {
                        let start = x + below((w - x).min(70) + 1);
                        let longest = if below(3) == 0 { 200 } else { 9 };
                        let end = (start + 1 + below(longest)).min(w);
                        if start < end {
                            filled.fill_run(y, start, end);
                            ends.extend([(y, start), (y, end)]);
                        }
                        x = end.max(start) + 1;
                    }
                }
                filled.rebuild();
                ends.iter().for_each(|&(y, x)| one.turn_from(y, x));
                one.finish_turns();
                assert!(one == filled && one.bounds() == filled.bounds(), "{w} x {h}");
                let is_narrow = w.max(h) <= 32 && w.min(h) > 0 && !cfg!(target_family = "wasm");
                let Some(mut turns) = many.turns() else {
                    assert!(is_narrow, "{w} x {h}");
                    continue;
                };
                ends.iter().for_each(|&(y, x)| turns.turn_from(y, x));
                many.finish_turns();
                assert!(
                    many == filled && many.bounds() == filled.bounds() && many.count() == filled.count(),
                    "{w} x {h}"
                );
            }
        }
    }
}
