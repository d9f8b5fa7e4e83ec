//! Masks of at most 64 x 64 pixels as one word a row, on the stack.
//!
//! What the library allocates for components or offsets takes longer than the answer for so small a mask, and pygame's own functions need
//! less than a microsecond.

use hitmask::{Mask, Rect};

/// The longest side.
const SIDE: usize = 64;

/// The rows of a small mask: the leftmost pixel is the lowest bit.
#[derive(Clone)]
pub(super) struct Small {
    w: u32,
    h: u32,
    rows: [u64; SIDE],
}

impl Small {
    /// None for larger masks, and for those without pixels.
    pub(super) fn of(mask: &Mask) -> Option<Small> {
        let (w, h) = mask.size();
        if !(1..=SIDE as u32).contains(&w) || !(1..=SIDE as u32).contains(&h) {
            return None;
        }
        let mut small = Small { w, h, rows: [0; SIDE] };
        mask.__copy_column64(0, &mut small.rows[..h as usize]);
        Some(small)
    }

    fn rows(&self) -> &[u64] {
        &self.rows[..self.h as usize]
    }

    pub(super) fn to_mask(&self) -> Mask {
        Mask::__from_band64(self.w, self.h, 0, self.rows().iter().copied())
    }

    /// The mask in a new size: pixel x takes pixel floor(x * width / w), and the same for y. None if the result is no small mask.
    pub(super) fn scaled(&self, w: u32, h: u32) -> Option<Mask> {
        if !(1..=SIDE as u32).contains(&w) || !(1..=SIDE as u32).contains(&h) {
            return None;
        }
        // A division by at most SIDE of numbers below SIDE * SIDE, as a product: so small are they that the quotient is exact.
        let divided = |n: u32, reciprocal: u32| (n * reciprocal) >> 20;
        let (by_w, by_h) = ((1 << 20) / w + 1, (1 << 20) / h + 1);
        let mut taken = [0u8; SIDE];
        let taken = &mut taken[..w as usize];
        for (x, from) in (0..w).zip(taken.iter_mut()) {
            *from = divided(x * self.w, by_w) as u8;
        }
        let (mut before, mut row) = (0, 0);
        let rows = (0..h as usize).map(|y| {
            let from = self.rows[divided(y as u32 * self.h, by_h) as usize];
            // Several rows may take the same row, or equal ones.
            if from != before {
                row = taken.iter().rev().fold(0, |row, x| row << 1 | from >> x & 1);
                before = from;
            }
            row
        });
        Some(Mask::__from_band64(w, h, 0, rows))
    }

    /// Calls `f` with each component of eight neighbours, in the order of their first pixels.
    pub(super) fn each_component(mut self, mut f: impl FnMut(&Part)) {
        let mut part = Part::new(self.w, self.h);
        for y in 0..self.h as usize {
            while self.rows[y] != 0 {
                let first = self.rows[y] & self.rows[y].wrapping_neg();
                part.take(&mut self.rows, y, first);
                f(&part);
            }
        }
    }

    /// The first of the largest components. None if the mask is clear.
    pub(super) fn largest(self) -> Option<Part> {
        let (mut largest, mut most) = (None, 0);
        self.each_component(|part| {
            let area = part.area();
            if area > most {
                (largest, most) = (Some(part.clone()), area);
            }
        });
        largest
    }

    /// The component with this pixel, which must be one of the mask. None if it is clear.
    pub(super) fn component_at(mut self, x: u32, y: u32) -> Option<Part> {
        let seed = self.rows[y as usize] & 1 << x;
        let mut part = Part::new(self.w, self.h);
        (seed != 0).then(|| {
            part.take(&mut self.rows, y as usize, seed);
            part
        })
    }

    /// All offsets at which two masks overlap, as `Mask::overlap_offsets`. None if that is no small mask.
    pub(super) fn overlap_offsets(&self, other: &Small) -> Option<Small> {
        let (w, h) = (self.w + other.w - 1, self.h + other.h - 1);
        if w.max(h) > SIDE as u32 {
            return None;
        }
        let mut offsets = Small { w, h, rows: [0; SIDE] };
        for (y, &row) in other.rows().iter().rev().enumerate() {
            // The other mask turned by half a turn: its pixel x moves pixels to the right by other.w - 1 - x.
            let mut runs = row;
            while runs != 0 {
                let start = runs.trailing_zeros();
                let length = (runs >> start).trailing_ones();
                runs &= runs.wrapping_add(1 << start);
                let mut drawn = self.rows;
                let drawn = &mut drawn[..self.h as usize];
                // Drawn along 1, 2, 4, ... pixels, and at last along `length`.
                let mut done = 1;
                while done < length {
                    let step = done.min(length - done);
                    drawn.iter_mut().for_each(|row| *row |= *row << step);
                    done += step;
                }
                for (into, row) in offsets.rows[y..].iter_mut().zip(drawn) {
                    *into |= *row << (other.w - start - length);
                }
            }
        }
        Some(offsets)
    }
}

/// A component of a small mask.
#[derive(Clone)]
pub(super) struct Part {
    mask: Small,
    /// The rows that it has pixels in, from the first to the last.
    top: usize,
    bottom: usize,
}

impl Part {
    fn new(w: u32, h: u32) -> Part {
        Part { mask: Small { w, h, rows: [0; SIDE] }, top: 0, bottom: 0 }
    }

    /// Becomes the component of a pixel, and takes it out of the rows.
    fn take(&mut self, rest: &mut [u64; SIDE], y: usize, seed: u64) {
        let h = self.mask.h as usize;
        self.mask.rows[self.top..=self.bottom].fill(0);
        (self.top, self.bottom) = (y, y);
        let rows = &mut self.mask.rows;
        rows[y] = filled(seed, rest[y]);
        // Down, up, and again, until nothing is added.
        let mut added = true;
        while added {
            added = false;
            for y in self.top..h - 1 {
                let more = touched(rows[y], rest[y + 1]) & !rows[y + 1];
                if more != 0 {
                    rows[y + 1] = filled(rows[y + 1] | more, rest[y + 1]);
                    self.bottom = self.bottom.max(y + 1);
                    added = true;
                } else if y >= self.bottom {
                    break;
                }
            }
            for y in (0..self.bottom).rev() {
                let more = touched(rows[y + 1], rest[y]) & !rows[y];
                if more != 0 {
                    rows[y] = filled(rows[y] | more, rest[y]);
                    self.top = self.top.min(y);
                    added = true;
                } else if y < self.top {
                    break;
                }
            }
        }
        for (rest, row) in rest[self.top..=self.bottom].iter_mut().zip(&rows[self.top..]) {
            *rest &= !*row;
        }
    }

    pub(super) fn to_mask(&self) -> Mask {
        Mask::__from_band64(self.mask.w, self.mask.h, self.top as u32, self.rows().iter().copied())
    }

    fn rows(&self) -> &[u64] {
        &self.mask.rows[self.top..=self.bottom]
    }

    /// How many pixels it has.
    pub(super) fn area(&self) -> u64 {
        self.rows().iter().map(|row| u64::from(row.count_ones())).sum()
    }

    pub(super) fn bounds(&self) -> Rect {
        let bits = self.rows().iter().fold(0, |all, row| all | row);
        let (left, right) = (bits.trailing_zeros(), SIDE as u32 - bits.leading_zeros());
        let height = (self.bottom - self.top + 1) as u32;
        Rect::new(left.cast_signed(), self.top as i32, right - left, height)
    }
}

/// The solid pixels of a row with a solid pixel among their three neighbours in the row above or below.
#[inline]
fn touched(neighbours: u64, row: u64) -> u64 {
    (neighbours | neighbours << 1 | neighbours >> 1) & row
}

/// All runs of the row that contain a seed. The seeds are pixels of the row.
#[inline]
fn filled(seeds: u64, row: u64) -> u64 {
    // A sum carries from a seed to the end of its run, where it clears the bits.
    let mut reached = row & !row.wrapping_add(seeds) | seeds;
    // Towards the lower bits, in steps of 1, 2, 4, ... pixels: `open` are those whose next ones in that direction are solid, so many of them.
    let (mut open, mut step) = (row, 1);
    while reached >> 1 & row & !reached != 0 {
        reached |= reached >> step & open;
        open &= open >> step;
        step *= 2;
    }
    reached
}
