//! Editing a mask in place. Every edit must keep the bounds, the occupancy grid and the derived data consistent.

use super::bounds::Filled;
use super::{Bounds, Mask, RowSpan, pair};
use crate::bits::column::Edit;
use crate::bits::{Columns, Lane, PAD, low_bits, with_lanes};
use crate::geom::{Extent, Point};

/// Writes the same word to all rows. Where it is a constant, this becomes a call of `memset`, which `slice::fill` does not always become.
#[inline(always)]
fn write<L: Lane>(rows: &mut [L], word: u64) {
    for row in rows {
        *row = L::from_word(word);
    }
}

/// Writes the same word to the first rows of a single column of narrow lanes, and clears the others. The number of lanes is a constant, so
/// this becomes a few stores.
#[inline(always)]
fn write_first<L: Lane, const N: usize>(lanes: &mut [L; N], rows: u32, word: u64) {
    for (y, lane) in (0..).zip(lanes) {
        *lane = L::from_word(if y < rows { word } else { 0 });
    }
}

/// Clears the rows of all columns. The rows below each column are clear anyway. Not inlined, because small masks do without it.
#[inline(never)]
fn clear_columns(words: &mut [u64], stride: usize, h: usize) {
    for column in words.chunks_exact_mut(stride) {
        write(&mut column[..h], 0);
    }
}

impl Mask {
    /// Inverts the mask: clear pixels become solid, solid pixels become clear. Writes every word.
    #[doc(alias = "complement")]
    pub fn invert(&mut self) {
        fn invert<L: Lane>(rows: &mut [L], keep: u64) -> Option<Filled> {
            // All in the width of a lane, so that the compiler handles several narrow ones at once.
            let mut bits = L::from_word(0);
            for row in &mut *rows {
                *row = L::from_word(!(*row).into() & keep);
                bits = L::from_word(bits.into() | (*row).into());
            }
            Filled::with_bits(rows, bits.into())
        }
        self.measure(|mask, column| {
            let keep = low_bits(mask.w - column * 64);
            let rows = mask.column_rows(column);
            with_lanes!(&mut mask.columns, lanes => invert(&mut lanes[rows], keep))
        });
        self.every_pixel_changed();
    }

    /// Makes every pixel solid. Writes every word.
    pub fn fill(&mut self) {
        let (w, h) = (self.w, self.h);
        match &mut self.columns {
            Columns::L16(lanes) => write_first(lanes, h, low_bits(w)),
            Columns::L32(lanes) => write_first(lanes, h, low_bits(w)),
            Columns::Small(words) | Columns::L64(words) => {
                // Each column, and the clear rows below it.
                for (x, column) in (0..w).step_by(64).zip(words.chunks_exact_mut(h as usize + PAD)) {
                    let rows = &mut column[..h as usize];
                    if w - x >= 64 { write(rows, u64::MAX) } else { write(rows, low_bits(w - x)) }
                }
            }
        }
        let whole = Extent::of_size(w, h);
        self.bounds = if whole.is_empty() { Bounds::default() } else { Bounds::from_extent(whole) };
        self.tight = true;
        self.spans.fill(RowSpan { start: 0, end: h as u16 });
        self.every_pixel_changed();
    }

    /// Makes every pixel clear. Writes every row.
    pub fn clear(&mut self) {
        let (stride, h) = (self.stride(), self.h as usize);
        match &mut self.columns {
            Columns::L64(words) => clear_columns(words, stride, h),
            columns => with_lanes!(columns, lanes => write(lanes.as_mut_slice(), 0)),
        }
        self.bounds = Bounds::default();
        self.tight = true;
        self.spans.fill(RowSpan::default());
        self.every_pixel_changed();
    }

    /// Combines the mask with another whose origin lies at `offset`.
    pub(crate) fn edit_by_mask(&mut self, other: &Mask, offset: Point, edit: Edit) {
        self.edit_by(other.extent().shifted(offset), other.is_tight(), edit, |mask, _| {
            pair::edit(mask, other, offset, edit);
        });
    }

    /// Combines the mask with a shape. All solid pixels of the shape lie in `all`, in the coordinates of this mask; `tight` means that no
    /// smaller box contains them. `words` changes the stored words in the extent that it is given. This function does the rest.
    #[inline]
    pub(crate) fn edit_by(
        &mut self,
        all: Extent,
        tight: bool,
        edit: Edit,
        words: impl FnOnce(&mut Mask, Extent),
    ) {
        let whole = Extent::of_size(self.w, self.h);
        let touched = whole.intersection(all);
        if edit == Edit::Intersect {
            self.clear_outside(touched);
        }
        if touched.is_empty() {
            self.pixels_changed(if edit == Edit::Intersect { whole } else { touched });
            return;
        }
        words(self, touched);
        match edit {
            Edit::Union | Edit::Toggle => self.include(touched),
            Edit::Subtract => {}
            Edit::Intersect => {
                let bounds = self.extent().intersection(touched);
                self.bounds = if bounds.is_empty() { Bounds::default() } else { Bounds::from_extent(bounds) };
            }
        }
        self.tight = self.tight && edit == Edit::Union && touched == all && tight;
        self.pixels_changed(if edit == Edit::Intersect { whole } else { touched });
    }

    /// Clears all words that lie entirely outside `kept`.
    fn clear_outside(&mut self, kept: Extent) {
        let (w, h) = (self.w, self.h);
        for column in 0..w.div_ceil(64) {
            let x = i64::from(column) * 64;
            let rows = if kept.is_empty() || x >= kept.x1 || x + 64 <= kept.x0 {
                0..0
            } else {
                kept.y0 as u32..kept.y1 as u32
            };
            for y in (0..rows.start).chain(rows.end..h) {
                let index = self.index(column, y);
                self.columns.set_word(index, 0);
            }
        }
        if kept.is_empty() {
            self.bounds = Bounds::default();
            self.tight = true;
        }
    }
}
