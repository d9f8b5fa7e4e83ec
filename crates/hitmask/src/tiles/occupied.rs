//! Which tiles have a solid pixel: one bit per tile, in words along the rows. This is small enough to stay in the cache, so most queries in
//! empty regions end here.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::bits::low_bits;

#[derive(Clone, PartialEq, Eq, Default)]
pub(crate) struct Occupied {
    /// Words per row.
    stride: usize,
    words: Vec<u64>,
}

impl Occupied {
    /// No solid pixel, for this many columns and rows of tiles.
    pub(crate) fn new(columns: u32, rows: u32) -> Occupied {
        let stride = columns.div_ceil(64) as usize;
        Occupied { stride, words: vec![0; stride * rows as usize] }
    }

    pub(crate) fn set(&mut self, tx: u32, ty: u32, solid: bool) {
        let word = &mut self.words[ty as usize * self.stride + tx as usize / 64];
        *word = *word & !(1 << (tx % 64)) | u64::from(solid) << (tx % 64);
    }

    #[inline(always)]
    pub(crate) fn get(&self, tx: u32, ty: u32) -> bool {
        self.words[ty as usize * self.stride + tx as usize / 64] >> (tx % 64) & 1 != 0
    }

    /// A word of a row, by its index.
    #[inline(always)]
    pub(crate) fn word(&self, ty: u32, index: usize) -> u64 {
        self.words[ty as usize * self.stride + index]
    }

    /// The words of a row.
    pub(crate) fn row(&self, ty: u32) -> &[u64] {
        &self.words[ty as usize * self.stride..][..self.stride]
    }

    /// The columns of the tiles in a row that have a solid pixel.
    pub(crate) fn columns(&self, ty: u32) -> impl Iterator<Item = u32> + '_ {
        let words = self.row(ty).iter().zip((0..).step_by(64));
        words.flat_map(|(&word, x)| crate::bits::bits_of(word).map(move |bit| x + bit))
    }

    /// Iterates over the tiles of a box that have a solid pixel, row by row.
    #[inline(always)]
    pub(crate) fn within(&self, columns: Range<u32>, rows: Range<u32>) -> OccupiedWithin<'_> {
        let mut within = OccupiedWithin { occupied: self, columns, rows, index: 0, word: 0 };
        within.begin_row();
        within
    }

    /// The last column of a row that is set.
    pub(crate) fn last_column(&self, ty: u32) -> Option<u32> {
        let words = self.row(ty).iter().zip((0..).step_by(64));
        words.filter(|&(&word, _)| word != 0).last().map(|(word, x)| x + word.ilog2())
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        size_of_val(self.words.as_slice())
    }
}

/// The iterator of [`Occupied::within`]. The range of columns must not be empty.
pub(crate) struct OccupiedWithin<'a> {
    occupied: &'a Occupied,
    columns: Range<u32>,
    /// The rows that are left, the current one included.
    rows: Range<u32>,
    /// The index of the current word in its row.
    index: usize,
    /// The bits of the current word that are left.
    word: u64,
}

impl OccupiedWithin<'_> {
    #[inline(always)]
    fn begin_row(&mut self) {
        self.index = self.columns.start as usize / 64;
        self.load();
    }

    #[inline(always)]
    fn load(&mut self) {
        self.word = 0;
        if self.rows.start < self.rows.end {
            let x = self.index as u32 * 64;
            let inside = low_bits(self.columns.end - x) & !low_bits(self.columns.start.saturating_sub(x));
            self.word = self.occupied.word(self.rows.start, self.index) & inside;
        }
    }
}

impl Iterator for OccupiedWithin<'_> {
    type Item = (u32, u32);

    #[inline(always)]
    fn next(&mut self) -> Option<(u32, u32)> {
        while self.word == 0 {
            if self.rows.start >= self.rows.end {
                return None;
            }
            if (self.index + 1) * 64 < self.columns.end as usize {
                self.index += 1;
                self.load();
            } else {
                self.rows.start += 1;
                self.begin_row();
            }
        }
        let bit = self.word.trailing_zeros();
        self.word &= self.word - 1;
        Some((self.index as u32 * 64 + bit, self.rows.start))
    }
}
