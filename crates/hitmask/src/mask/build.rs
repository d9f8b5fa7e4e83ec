//! Masks from pictures: by alpha, colour key, palette index, or any predicate.

use alloc::vec;
use alloc::vec::Vec;

use super::storage::{Mask, fits_mask};
use crate::bits::{Lane, low_bits, with_lanes};
use crate::geom::{Extent, Rect};
use crate::invalid_argument::{InvalidArgument, InvalidReason};

/// What `f(x, y)` returns for each of w × h pixels, row by row from the top. A loop, because an iterator over pixels is four times the code.
pub(super) fn of_each<T>(w: u32, h: u32, mut f: impl FnMut(u32, u32) -> T) -> Vec<T> {
    let mut all = Vec::with_capacity(w as usize * h as usize);
    for y in 0..h {
        all.extend((0..w).map(|x| f(x, y)));
    }
    all
}

/// A rectangle of a picture that has a byte for each pixel. Pixels outside the picture are 0.
pub(crate) fn crop_bytes(bytes: &[u8], (w, h): (u32, u32), rect: Rect) -> Vec<u8> {
    let whole = rect.extent();
    let inside = whole.intersection(Extent::of_size(w, h));
    let mut cropped = vec![0; rect.w as usize * rect.h as usize];
    if !inside.is_empty() {
        let n = (inside.x1 - inside.x0) as usize;
        for y in inside.y0..inside.y1 {
            let from = y as usize * w as usize + inside.x0 as usize;
            let to = (y - whole.y0) as usize * rect.w as usize + (inside.x0 - whole.x0) as usize;
            cropped[to..to + n].copy_from_slice(&bytes[from..from + n]);
        }
    }
    cropped
}

impl Mask {
    /// A mask of w × h pixels, solid where `f(x, y)` returns true. Calls `f` once per pixel, row by row from the top, left to right.
    ///
    /// # Panics
    /// The same as [`Mask::new`].
    #[must_use]
    pub fn from_fn(w: u32, h: u32, f: impl FnMut(u32, u32) -> bool) -> Mask {
        let mut mask = Mask::new(w, h);
        mask.redraw_by(w, h, f);
        mask
    }

    /// Redraws the mask at size w × h, solid where `f` returns true. Reuses the memory if the size stays the same.
    pub(crate) fn redraw_by(&mut self, w: u32, h: u32, mut f: impl FnMut(u32, u32) -> bool) {
        if self.size() != (w, h) {
            *self = Mask::new(w, h);
        }
        for y in 0..h {
            for column in 0..w.div_ceil(64) {
                let pixels = 64.min(w - column * 64);
                let word = (0..pixels).fold(0, |word, bit| word | u64::from(f(column * 64 + bit, y)) << bit);
                let index = self.index(column, y);
                self.columns.set_word(index, word);
            }
        }
        self.rebuild();
    }

    /// Makes a pixel solid if its alpha is at least the threshold. A threshold of 0 makes every pixel solid. The data has one byte per
    /// pixel, row by row from the top.
    ///
    /// # Errors
    /// [`InvalidArgument`], unless there are w × h bytes, or if the size exceeds the limits of a mask.
    #[doc(alias = "threshold")]
    pub fn from_alpha(w: u32, h: u32, alpha: &[u8], threshold: u8) -> Result<Mask, InvalidArgument> {
        Mask::from_pixels::<1>(w, h, alpha, |&[a]| a >= threshold)
    }

    /// Makes a pixel solid if its alpha is at least the threshold. A threshold of 0 makes every pixel solid. The data has four bytes per
    /// pixel (red, green, blue, alpha), row by row from the top.
    ///
    /// # Errors
    /// [`InvalidArgument`], unless there are 4 × w × h bytes, or if the size exceeds the limits of a mask.
    #[doc(alias = "from_image")]
    #[doc(alias = "threshold")]
    pub fn from_rgba8(w: u32, h: u32, rgba: &[u8], threshold: u8) -> Result<Mask, InvalidArgument> {
        Mask::from_pixels::<4>(w, h, rgba, |&[_, _, _, a]| a >= threshold)
    }

    /// Makes a pixel solid unless its palette index is the transparent one (0 in most formats). The data has one byte per pixel, row by row
    /// from the top.
    ///
    /// # Errors
    /// [`InvalidArgument`], unless there are w × h bytes, or if the size exceeds the limits of a mask.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let row = [0, 0, 0, 1, 23, 42, 0, 1, 56, 0, 0, 0, 0, 0];
    /// let mask = Mask::from_indexed(14, 1, &row, 0)?;
    /// assert_eq!(mask.to_row_words32()[0].to_be_bytes(), [0x1D, 0x80, 0x00, 0x00]);
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    #[doc(alias = "palette")]
    pub fn from_indexed(w: u32, h: u32, indices: &[u8], transparent: u8) -> Result<Mask, InvalidArgument> {
        Mask::from_pixels::<1>(w, h, indices, |&[index]| index != transparent)
    }

    /// Makes a pixel clear if each of its three channels differs from the key's by at most `tolerance`, solid otherwise: 0 means that the
    /// colour must equal the key. Alpha is ignored. The data has four bytes per pixel (red, green, blue, alpha), row by row from the top.
    ///
    /// # Errors
    /// [`InvalidArgument`], unless there are 4 × w × h bytes, or if the size exceeds the limits of a mask.
    pub fn from_color_key(
        w: u32,
        h: u32,
        rgba: &[u8],
        key: [u8; 3],
        tolerance: u8,
    ) -> Result<Mask, InvalidArgument> {
        Mask::from_pixels::<4>(w, h, rgba, |&[r, g, b, _]| {
            [r, g, b].iter().zip(key).any(|(channel, key)| channel.abs_diff(key) > tolerance)
        })
    }

    /// Makes a pixel solid if `f` returns true for its N bytes.
    pub(super) fn from_pixels<const N: usize>(
        w: u32,
        h: u32,
        bytes: &[u8],
        f: impl Fn(&[u8; N]) -> bool,
    ) -> Result<Mask, InvalidArgument> {
        Mask::check_size(w, h)?;
        let expected = u64::from(w) * u64::from(h) * N as u64;
        check_length(expected, bytes.len(), "bytes")?;
        let (pixels, _) = bytes.as_chunks::<N>();
        let mut mask = Mask::of_legal_size(w, h);
        for y in 0..h {
            let row = &pixels[y as usize * w as usize..][..w as usize];
            for (column, part) in row.chunks(64).enumerate() {
                let word = part.iter().rev().fold(0, |word, pixel| word << 1 | u64::from(f(pixel)));
                let index = mask.index(column as u32, y);
                mask.columns.set_word(index, word);
            }
        }
        mask.rebuild();
        Ok(mask)
    }

    /// Builds a mask from words: `f(column, y)` returns the 64 pixels from 64 × column on, the leftmost in the lowest bit. Bits to the
    /// right of the mask are dropped.
    pub(crate) fn from_words(
        w: u32,
        h: u32,
        f: &mut dyn FnMut(u32, u32) -> u64,
    ) -> Result<Mask, InvalidArgument> {
        fn write<L: Lane>(rows: &mut [L], mut f: impl FnMut(u32) -> u64) {
            for (row, y) in rows.iter_mut().zip(0..) {
                *row = L::from_word(f(y));
            }
        }
        Mask::check_size(w, h)?;
        let mut mask = Mask::of_legal_size(w, h);
        for column in 0..if h == 0 { 0 } else { w.div_ceil(64) } {
            let (rows, keep) = (mask.column_rows(column), low_bits(w - column * 64));
            with_lanes!(&mut mask.columns, lanes => write(&mut lanes[rows], |y| f(column, y) & keep));
        }
        mask.rebuild();
        Ok(mask)
    }
}

impl Rect {
    /// The same rectangle, unless no mask can be so large. It is the checked form of verbs that panic for nothing but that, such as
    /// [`Mask::crop`]. The error says it about the argument of that name.
    ///
    /// # Errors
    /// [`InvalidArgument`], if the size exceeds [`Mask::MAX_SIDE`] or [`Mask::MAX_PIXELS`].
    pub fn checked(self, argument: &'static str) -> Result<Rect, InvalidArgument> {
        fits_mask(argument, (self.w, self.h)).map(|()| self)
    }
}

/// Refuses a length that is not what is needed. It counts bytes, words, rows or answers.
pub(crate) fn check_length(needed: u64, length: usize, unit: &'static str) -> Result<(), InvalidArgument> {
    if needed == length as u64 {
        return Ok(());
    }
    Err(InvalidArgument::new(unit, InvalidReason::WrongLength { length, needed }))
}
