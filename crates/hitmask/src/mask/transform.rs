//! New masks by moving whole pixels: crop, flips, quarter turns, nearest-neighbour scaling.

use super::Mask;
use crate::geom::Rect;
use crate::invalid_argument::OrPanic;

impl Mask {
    /// The pixels inside a rectangle, as a mask of the rectangle's size. Pixels outside `self` are clear.
    ///
    /// # Panics
    /// If the rectangle exceeds the size limits of a mask. [`Rect::checked`] finds out.
    ///
    /// ```
    /// use hitmask::{Mask, Rect};
    /// let part = Mask::filled(4, 4).crop(Rect::new(-1, 2, 3, 9));
    /// assert_eq!((part.size(), part.bounds()), ((3, 9), Some(Rect::new(1, 0, 2, 2))));
    /// ```
    #[must_use]
    pub fn crop(&self, rect: Rect) -> Mask {
        let rect = rect.checked("rect").or_panic();
        let (x0, y0) = (i64::from(rect.x), i64::from(rect.y));
        Mask::from_words(rect.w, rect.h, &mut |column, y| {
            self.window(x0 + i64::from(column) * 64, y0 + i64::from(y))
        })
        .or_panic()
    }

    /// The mask mirrored horizontally: left and right are exchanged.
    #[doc(alias = "mirror")]
    #[must_use]
    pub fn flip_h(&self) -> Mask {
        let right = i64::from(self.w) - 64;
        Mask::from_words(self.w, self.h, &mut |column, y| {
            self.window(right - i64::from(column) * 64, i64::from(y)).reverse_bits()
        })
        .or_panic()
    }

    /// The mask mirrored vertically: top and bottom are exchanged.
    #[doc(alias = "mirror")]
    #[must_use]
    pub fn flip_v(&self) -> Mask {
        Mask::from_words(self.w, self.h, &mut |column, y| {
            self.columns.word(self.index(column, self.h - 1 - y))
        })
        .or_panic()
    }

    /// The mask rotated clockwise by a quarter turn: the left column, read from the bottom up, becomes the top row.
    ///
    /// ```
    /// use hitmask::Mask;
    /// let corner = Mask::from_fn(3, 2, |x, y| x == 0 && y == 1);      // lower left
    /// assert!(corner.rotate90().get((0, 0)));                         // upper left
    /// assert_eq!(corner.rotate90().size(), (2, 3));
    /// ```
    #[doc(alias = "rotate")]
    #[must_use]
    pub fn rotate90(&self) -> Mask {
        let mut turned = Mask::new(self.h, self.w);
        // Works on blocks of 64 x 64 pixels: reads 64 rows, transposes them in registers, writes 64 rows.
        for column in 0..self.w.div_ceil(64) {
            for from in (0..self.h).step_by(64) {
                let rows = 64.min(self.h - from);
                // The rows of the block, from the bottom up, become the columns of the turned block, from the left.
                let mut block = [0; 64];
                for (i, word) in block.iter_mut().enumerate().take(rows as usize) {
                    *word = self.columns.word(self.index(column, from + rows - 1 - i as u32));
                }
                transpose(&mut block);
                let x = i64::from(self.h - from - rows);
                for (i, &word) in block.iter().enumerate().take(64.min(self.w - column * 64) as usize) {
                    turned.or_window(x as u32, column * 64 + i as u32, word);
                }
            }
        }
        turned.rebuild();
        turned
    }

    /// The mask scaled to a new size by nearest-neighbour sampling. Each pixel takes the pixel of `self` under its centre: pixel x of w
    /// takes ⌊(2x + 1) · width / 2w⌋. So a centre on the edge between two pixels takes the right (or lower) one.
    ///
    /// # Panics
    /// If the new size exceeds the size limits of a mask: [`Mask::check_size`] finds out.
    #[doc(alias = "resize")]
    #[must_use]
    pub fn scale_nearest(&self, w: u32, h: u32) -> Mask {
        let source =
            |x: u32, from: u32, to: u32| (2 * u64::from(x) + 1) * u64::from(from) / (2 * u64::from(to));
        // A mask without pixels scales to a mask without solid pixels.
        let empty = self.w == 0 || self.h == 0;
        Mask::from_fn(w, h, |x, y| {
            !empty && {
                let (sx, sy) = (source(x, self.w, w) as u32, source(y, self.h, h) as u32);
                self.columns.word(self.index(sx / 64, sy)) >> (sx % 64) & 1 != 0
            }
        })
    }

    /// Makes the pixels of a word solid; its lowest bit is pixel (x, y). Bits to the right of the mask must be clear. The caller must call
    /// [`Mask::rebuild`].
    pub(crate) fn or_window(&mut self, x: u32, y: u32, word: u64) {
        let (column, shift) = (x / 64, x % 64);
        for (column, part) in [(column, word << shift), (column + 1, word >> 1 >> (63 - shift))] {
            if part != 0 {
                let index = self.index(column, y);
                self.columns.set_word(index, self.columns.word(index) | part);
            }
        }
    }
}

/// Transposes: bit j of word i becomes bit i of word j. Exchanges smaller and smaller squares (Hacker's Delight, 2nd ed., section 7-3).
fn transpose(block: &mut [u64; 64]) {
    let mut size = 32;
    let mut low = u64::MAX >> 32;
    while size > 0 {
        for i in (0..64).filter(|i| i & size == 0) {
            let swap = (block[i] >> size ^ block[i + size]) & low;
            block[i] ^= swap << size;
            block[i + size] ^= swap;
        }
        size /= 2;
        low ^= low << size;
    }
}
