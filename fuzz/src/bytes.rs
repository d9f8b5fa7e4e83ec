//! Values that a fuzz target needs, made from its bytes.

use hitmask::{Mask, Rect};
use hitmask_oracle::Grid;

/// The bytes of an input, read one after the other. Returns 0 when all are used.
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl Bytes<'_> {
    pub(crate) fn next(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// A length: mostly 0 to 70, around the word size, and at most 510.
    pub(crate) fn side(&mut self) -> u32 {
        match self.next() {
            n @ 0..200 => u32::from(n % 71),
            n => (u32::from(n) - 199) * 9,
        }
    }

    /// A signed step of any size, mostly small.
    pub(crate) fn step(&mut self) -> i32 {
        let n = i32::from(self.next() as i8);
        if n == -128 { i32::MIN } else { n * if self.next() < 220 { 1 } else { 5 } }
    }

    /// A mask of this size in one of a few patterns.
    pub(crate) fn mask_of(&mut self, w: u32, h: u32) -> (Mask, Grid) {
        let (kind, n) = (self.next() % 4, u32::from(self.next()) + 1);
        let solid = |x: u32, y: u32| match kind {
            0 => x.wrapping_mul(31).wrapping_add(y.wrapping_mul(17)).is_multiple_of(n),
            1 => x + y < n,
            2 => x >= w.min(n) / 2 && !y.is_multiple_of(n),
            _ => x == 0 || y == 0 || x + 1 == w || y + 1 == h,
        };
        let grid = Grid::from_fn(w as usize, h as usize, |x, y| solid(x as u32, y as u32));
        (Mask::from_fn(w, h, solid), grid)
    }
}

/// A rectangle in the oracle's form.
pub(crate) fn corners(r: Rect) -> (i64, i64, i64, i64) {
    (r.x.into(), r.y.into(), r.w.into(), r.h.into())
}
