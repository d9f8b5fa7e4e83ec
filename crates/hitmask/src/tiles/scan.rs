//! Reading the pixels of a terrain: a single pixel, a word, a rectangle.

use super::Terrain;
use super::tile::{self, PLAIN, SIDE};
use crate::bits::{TileRows, low_bits};
use crate::geom::{Extent, Point, Rect};
use crate::invalid_argument::OrPanic;
use crate::mask::Mask;

impl Terrain {
    /// Whether the pixel is solid. False outside the terrain. Takes constant time.
    #[must_use]
    pub fn get(&self, point: impl Into<Point>) -> bool {
        let p = point.into();
        if !self.whole().contains(p.x.into(), p.y.into()) {
            return false;
        }
        let (x, y) = (p.x as u32, p.y as u32);
        self.word(x / SIDE, y) >> (x % SIDE) & 1 != 0
    }

    /// Whether the pixel is solid. False outside the terrain. The same as [`Terrain::get`]; every shape has a method of this name.
    #[must_use]
    pub fn contains(&self, point: impl Into<Point>) -> bool {
        self.get(point)
    }

    /// The pixels inside a rectangle, as a mask of the rectangle's size. Pixels outside the terrain are clear.
    ///
    /// ```
    /// use hitmask::{Mask, Rect, Terrain};
    /// let terrain = Terrain::filled(100, 100);
    /// assert_eq!(terrain.crop(Rect::new(90, -1, 20, 3)), Mask::from_fn(20, 3, |x, y| x < 10 && y > 0));
    /// ```
    ///
    /// # Panics
    /// If the rectangle exceeds the size limits of a mask. [`Rect::checked`] finds out.
    ///
    /// # Complexity
    /// O(words of the result).
    #[must_use]
    pub fn crop(&self, rect: Rect) -> Mask {
        let rect = rect.checked("rect").or_panic();
        let mut mask = Mask::new(rect.w, rect.h);
        let (left, top) = (i64::from(rect.x), i64::from(rect.y));
        let whole = rect.extent();
        let shared = self.bounds.intersection(whole);
        if shared.is_empty() {
            return mask;
        }
        for column in (shared.x0 - left) as u32 / 64..((shared.x1 - left) as u32).div_ceil(64) {
            let inside = low_bits(rect.w - column * 64);
            for from in (shared.y0..shared.y1).step_by(SIDE as usize) {
                let mut rows = [0; SIDE as usize];
                let rows = &mut rows[..(shared.y1 - from).min(SIDE.into()) as usize];
                self.copy_rows(left + i64::from(column) * 64, from, rows);
                let first = mask.index(column, (from - top) as u32);
                for (index, row) in (first..).zip(rows) {
                    mask.columns_mut().set_word(index, *row & inside);
                }
            }
        }
        mask.rebuild();
        mask
    }

    /// The 64 pixels of a row from 64 × column on. They must lie inside.
    #[inline(always)]
    pub(crate) fn word(&self, column: u32, y: u32) -> u64 {
        self.tile(column, y / SIDE).rows().map_or(0, |rows| rows[(y % SIDE) as usize])
    }

    /// The 64 pixels of a row from x on. Pixels outside are clear.
    pub(crate) fn window(&self, x: i64, y: i64) -> u64 {
        if y < 0 || y >= i64::from(self.h) {
            return 0;
        }
        let (column, shift) = (x.div_euclid(64), x.rem_euclid(64) as u32);
        let word = |column: i64| {
            let inside = (0..i64::from(self.tiles().0)).contains(&column);
            if inside { self.word(column as u32, y as u32) } else { 0 }
        };
        let low = word(column) >> shift;
        if shift == 0 { low } else { low | word(column + 1) << (64 - shift) }
    }

    /// The 64 columns of pixels from (x, y) on, as rows. Pixels outside are clear. Tiles are looked for once in 64 rows.
    pub(crate) fn copy_rows(&self, x: i64, mut y: i64, mut rows: &mut [u64]) {
        let (columns, shift) = (i64::from(self.tiles().0), x.rem_euclid(64) as u32);
        let (left, bottom) = (x.div_euclid(64), i64::from(self.tiles().1));
        while !rows.is_empty() {
            let (row, from) = (y.div_euclid(64), y.rem_euclid(64) as usize);
            let tile = |column: i64| {
                let inside = (0..columns).contains(&column) && (0..bottom).contains(&row);
                if inside { self.tile(column as u32, row as u32).rows_or_clear() } else { &PLAIN[0] }
            };
            let (low, high) = (tile(left), tile(left + 1));
            let (these, rest) = rows.split_at_mut(rows.len().min(64 - from));
            for ((row, low), high) in these.iter_mut().zip(&low[from..]).zip(&high[from..]) {
                // Two shifts, since none can be by 64.
                *row = low >> shift | high << 1 << (63 - shift);
            }
            y += these.len() as i64;
            rows = rest;
        }
    }

    /// Whether every tile that intersects a box is empty. The box must not be empty and must lie in the terrain.
    #[inline]
    pub(crate) fn is_clear(&self, e: Extent) -> bool {
        let (left, right) = (e.x0 as u32 / SIDE, (e.x1 as u32 - 1) / SIDE);
        let (top, bottom) = (e.y0 as u32 / SIDE, (e.y1 as u32 - 1) / SIDE);
        let index = left / 64;
        if index == right / 64 {
            let inside = !0 << (left % 64) & !0 >> (63 - right % 64);
            (top..=bottom).all(|ty| self.occupied.word(ty, index as usize) & inside == 0)
        } else {
            self.occupied.within(left..right + 1, top..bottom + 1).next().is_none()
        }
    }

    /// The tiles that have solid pixels and intersect a box, row by row, each with its square. The box must not be empty and must lie in the
    /// terrain.
    #[inline(always)]
    pub(crate) fn tiles_within(&self, e: Extent) -> impl Iterator<Item = (Extent, &TileRows)> {
        let range = |from: i64, to: i64| from as u32 / SIDE..(to as u32).div_ceil(SIDE);
        let occupied = self.occupied.within(range(e.x0, e.x1), range(e.y0, e.y1));
        occupied.map_while(|(tx, ty)| Some((tile::extent(tx, ty), self.tile(tx, ty).rows()?)))
    }
}
