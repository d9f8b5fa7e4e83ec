//! Masks as bytes and as row words. The most significant bit is the leftmost pixel, as was usual in the 1990s.

use alloc::vec;
use alloc::vec::Vec;

use super::Mask;
use super::bounds::Filled;
use super::build::{check_length, of_each};
use crate::bits::{Lane, low_bits, span_bits, with_lanes};
use crate::geom::{Point, Rect};
use crate::invalid_argument::InvalidArgument;

impl Mask {
    /// The mask as bytes with one bit per pixel: rows from the top, each padded with clear bits to a whole byte. The most significant bit
    /// is the leftmost pixel.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mask = Mask::from_fn(10, 2, |x, y| x == 0 || y == 1);
    /// assert_eq!(mask.to_bytes(), [0x80, 0x00, 0xFF, 0xC0]);
    /// assert_eq!(Mask::from_bytes(10, 2, &mask.to_bytes()), Ok(mask));
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.row_chunks(8, |bits| bits.reverse_bits().to_be_bytes()[0])
    }

    /// Reads the bytes that [`Mask::to_bytes`] writes. The padding bits of a row are ignored.
    ///
    /// # Errors
    /// [`InvalidArgument`], unless there are h × ⌈w / 8⌉ bytes, or if the size exceeds the limits of a mask.
    pub fn from_bytes(w: u32, h: u32, bytes: &[u8]) -> Result<Mask, InvalidArgument> {
        let row = w.div_ceil(8) as usize;
        check_length(row as u64 * u64::from(h), bytes.len(), "bytes")?;
        Mask::from_words(w, h, &mut |column, y| {
            let row = &bytes[y as usize * row..][..row];
            let mut word = [0; 8];
            let part = &row[column as usize * 8..];
            let n = part.len().min(8);
            word[..n].copy_from_slice(&part[..n]);
            u64::from_be_bytes(word).reverse_bits()
        })
    }

    /// A mask of w × h pixels. A part of it is read from the bytes that [`Mask::to_bytes`] writes for a mask of its size, the rest is clear.
    /// The part must lie inside.
    pub(crate) fn from_bytes_at(w: u32, h: u32, part: Rect, bytes: &[u8]) -> Result<Mask, InvalidArgument> {
        let stride = part.w.div_ceil(8) as usize;
        check_length(stride as u64 * u64::from(part.h), bytes.len(), "bytes")?;
        let (left, top) = (i64::from(part.x), part.y.unsigned_abs());
        Mask::from_words(w, h, &mut |column, y| {
            if !(top..top + part.h).contains(&y) {
                return 0;
            }
            let (row, x) = (&bytes[(y - top) as usize * stride..][..stride], i64::from(column) * 64);
            stored_bits(row, x - left) & span_bits(left, left + i64::from(part.w), x)
        })
    }

    /// The mask as 32-bit words: ⌈w / 32⌉ words per row, row by row from the top. The most significant bit is the leftmost pixel. Bits to
    /// the right of the mask are 0. To store the words in a file, write them in big-endian order (`to_be_bytes`).
    #[must_use]
    pub fn to_row_words32(&self) -> Vec<u32> {
        self.row_chunks(32, |bits| (bits.reverse_bits() >> 32) as u32)
    }

    /// Reads the words that [`Mask::to_row_words32`] writes. Bits to the right of the mask are ignored.
    ///
    /// # Errors
    /// [`InvalidArgument`], unless there are h × ⌈w / 32⌉ words, or if the size exceeds the limits of a mask.
    pub fn from_row_words32(w: u32, h: u32, words: &[u32]) -> Result<Mask, InvalidArgument> {
        let row = w.div_ceil(32) as usize;
        check_length(row as u64 * u64::from(h), words.len(), "words")?;
        Mask::from_words(w, h, &mut |column, y| {
            let row = &words[y as usize * row..][..row];
            let half = |i: usize| row.get(i).map_or(0, |&word| u64::from(word.reverse_bits()));
            half(column as usize * 2) | half(column as usize * 2 + 1) << 32
        })
    }

    /// The mask as 64-bit words, otherwise as [`Mask::to_row_words32`].
    #[must_use]
    pub fn to_row_words64(&self) -> Vec<u64> {
        fn read<L: Lane>(rows: &[L], words: &mut [u64], columns: usize) {
            for (&row, word) in rows.iter().zip(words.iter_mut().step_by(columns)) {
                *word = row.into().reverse_bits();
            }
        }
        let columns = self.width().div_ceil(64) as usize;
        let mut words = vec![0; columns * self.height() as usize];
        if !words.is_empty() {
            for column in 0..columns {
                let rows = self.column_rows(column as u32);
                with_lanes!(&self.columns, lanes => read(&lanes[rows], &mut words[column..], columns));
            }
        }
        words
    }

    /// Reads the words that [`Mask::to_row_words64`] writes. Bits to the right of the mask are ignored.
    ///
    /// # Errors
    /// [`InvalidArgument`], unless there are h × ⌈w / 64⌉ words, or if the size exceeds the limits of a mask.
    pub fn from_row_words64(w: u32, h: u32, words: &[u64]) -> Result<Mask, InvalidArgument> {
        let row = w.div_ceil(64) as usize;
        check_length(row as u64 * u64::from(h), words.len(), "words")?;
        Mask::from_words(w, h, &mut |column, y| words[y as usize * row + column as usize].reverse_bits())
    }

    /// Copies a column of 64 pixels, one word for each row. The lowest bit is the leftmost pixel; bits to the right of the mask are 0. For
    /// bindings, which keep words of their own.
    ///
    /// # Panics
    /// If there is no such column, or if there are not as many words as rows.
    #[doc(hidden)]
    pub fn __copy_column64(&self, column: u32, words: &mut [u64]) {
        fn copy<L: Lane>(rows: &[L], words: &mut [u64]) {
            for (word, &row) in words.iter_mut().zip(rows) {
                *word = row.into();
            }
        }
        assert!(
            column < self.w.div_ceil(64) && words.len() == self.h as usize,
            "a word for each row of a column"
        );
        if !words.is_empty() {
            let rows = self.column_rows(column);
            with_lanes!(&self.columns, lanes => copy(&lanes[rows], words));
        }
    }

    /// A mask of at most 64 columns that is clear but for some rows from `top` on, which are given as [`Mask::__copy_column64`] copies them.
    /// For bindings that make many small masks.
    ///
    /// # Panics
    /// If the rows do not lie in the mask, or if it is wider than 64 pixels.
    #[doc(hidden)]
    #[must_use]
    pub fn __from_band64(w: u32, h: u32, top: u32, rows: impl ExactSizeIterator<Item = u64>) -> Mask {
        fn write<L: Lane>(lanes: &mut [L], rows: impl Iterator<Item = u64>, keep: u64) -> Option<Filled> {
            let mut all = 0;
            for (lane, row) in lanes.iter_mut().zip(rows) {
                *lane = L::from_word(row & keep);
                all |= row & keep;
            }
            Filled::with_bits(lanes, all)
        }
        assert!((1..=64).contains(&w) && top as usize + rows.len() <= h as usize, "the rows lie in the mask");
        let mut mask = Mask::new(w, h);
        let band = top as usize..top as usize + rows.len();
        let filled = with_lanes!(&mut mask.columns, lanes => write(&mut lanes[band], rows, low_bits(w)));
        if let Some(filled) = filled {
            mask.include(filled.extent(0).shifted(Point::new(0, top as i32)));
        }
        mask.every_pixel_changed();
        mask
    }

    /// The pixels in chunks of `n`, row by row. The leftmost pixel is in the lowest bit. `n` must divide 64.
    fn row_chunks<T>(&self, n: u32, to: impl Fn(u64) -> T) -> Vec<T> {
        of_each(self.w.div_ceil(n), self.h, |chunk, y| {
            let x = chunk * n;
            to(self.columns.word(self.index(x / 64, y)) >> (x % 64) & low_bits(n))
        })
    }
}

/// 64 pixels of a row of stored bits, from pixel x on. The first one is in the lowest bit. Pixels beyond the row's bytes are clear.
#[inline]
fn stored_bits(row: &[u8], x: i64) -> u64 {
    let begin = x.div_euclid(8);
    let word = |begin: i64| {
        let mut word = [0; 8];
        let skipped = usize::try_from(-begin).unwrap_or(0);
        let part = row.get(usize::try_from(begin).unwrap_or(0)..).unwrap_or_default();
        for (to, &from) in word.iter_mut().skip(skipped).zip(part) {
            *to = from;
        }
        u64::from_be_bytes(word)
    };
    let shift = x.rem_euclid(8) as u32;
    let next = if shift == 0 { 0 } else { word(begin + 8) >> (64 - shift) };
    (word(begin) << shift | next).reverse_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_is_the_mask_with_these_rows() {
        for (w, h) in [(1, 1), (9, 9), (16, 17), (33, 20), (64, 64), (64, 300)] {
            for (top, bottom) in [(0, 1), (0, h), (h / 2, h / 2 + 1), (h - 1, h)] {
                let solid = |x: u32, y: u32| {
                    (top..bottom).contains(&y) && (x * 7 + y * 3) % 5 < 2 || (x, y) == (w - 1, top)
                };
                let whole = Mask::from_fn(w, h, |x, y| solid(x, y) || (x, y) == (0, bottom - 1));
                let mut rows = vec![0; h as usize];
                whole.__copy_column64(0, &mut rows);
                // All of these rows hold pixels; so does the band of all rows, which begins and ends with clear ones.
                for band in [(top, bottom), (0, h)] {
                    let given = rows[band.0 as usize..band.1 as usize].iter().copied();
                    let made = Mask::__from_band64(w, h, band.0, given);
                    assert_eq!(
                        (&made, made.bounds()),
                        (&whole, whole.bounds()),
                        "{w} x {h}, rows {top} to {bottom}, given {band:?}"
                    );
                    assert_eq!(made.overlap_area(&whole, (0, 0)), whole.count());
                }
            }
        }
        assert!(Mask::__from_band64(5, 5, 5, core::iter::empty()).is_empty());
    }

    #[test]
    fn columns_are_the_words_of_the_rows() {
        for (w, h) in [(1, 1), (16, 16), (17, 32), (64, 3), (65, 20), (200, 70), (200, 0)] {
            let mask = Mask::from_fn(w, h, |x, y| (x * 7 + y * 3) % 5 < 2);
            let (columns, rows) = (w.div_ceil(64) as usize, mask.to_row_words64());
            for column in 0..columns {
                let mut words = vec![0; h as usize];
                mask.__copy_column64(column as u32, &mut words);
                let of_rows = rows.iter().skip(column).step_by(columns).map(|word| word.reverse_bits());
                assert!(words.into_iter().eq(of_rows), "{w} x {h}, column {column}");
            }
        }
    }
}
