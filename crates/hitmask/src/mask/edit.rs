//! Editing a mask in place. Every edit must keep the bounds, the gate and the derived data consistent.

use super::{Bounds, Mask, RowSpan, pair};
use crate::bits::column::Edit;
use crate::bits::{Lane, low_bits, with_lanes};
use crate::geom::{Extent, Point};

impl Mask {
    /// Inverts the mask: clear pixels become solid, solid pixels become clear. Writes every word.
    #[doc(alias = "complement")]
    pub fn invert(&mut self) {
        self.rewrite_rows(|word| !word);
        self.expect_everywhere();
        if !self.reaches_all_sides() {
            self.bounds = self.scan_bounds();
        }
        self.forget_derived();
        let size = self.size();
        if let Some(gate) = &mut self.gate {
            gate.invert(size);
        }
    }

    /// Makes every pixel solid. Writes every word.
    pub fn fill(&mut self) {
        self.rewrite_rows(|_| u64::MAX);
        self.expect_everywhere();
        self.forget_derived();
        let size = self.size();
        if let Some(gate) = &mut self.gate {
            gate.fill(size);
        }
    }

    /// Makes every pixel clear. Writes every word.
    pub fn clear(&mut self) {
        self.rewrite_rows(|_| 0);
        self.bounds = Bounds::default();
        self.tight = true;
        self.spans.fill(RowSpan::default());
        self.forget_derived();
        if let Some(gate) = &mut self.gate {
            gate.clear();
        }
    }

    /// Rewrites every word. Bits to the right of the mask stay clear. The caller does the rest.
    fn rewrite_rows(&mut self, f: impl Fn(u64) -> u64 + Copy) {
        fn rewrite<L: Lane>(lanes: &mut [L], keep: u64, f: impl Fn(u64) -> u64) {
            for lane in lanes {
                *lane = L::from_word(f((*lane).into()) & keep);
            }
        }
        if self.h == 0 {
            return;
        }
        let (w, h, stride) = (self.w, self.h as usize, self.stride());
        with_lanes!(&mut self.columns, lanes => {
            for column in 0..w.div_ceil(64) {
                let lanes = &mut lanes[column as usize * stride..][..h];
                rewrite(lanes, low_bits(w - column * 64), f);
            }
        });
    }

    /// Lets bounds and row spans contain all pixels.
    fn expect_everywhere(&mut self) {
        let whole = Extent::of_size(self.w, self.h);
        self.bounds = if whole.is_empty() { Bounds::default() } else { Bounds::from_extent(whole) };
        self.tight = true;
        self.spans.fill(RowSpan { start: 0, end: self.h as u16 });
    }

    /// Whether the first and the last row and column have solid pixels.
    fn reaches_all_sides(&self) -> bool {
        if self.w == 0 || self.h == 0 {
            return false;
        }
        let last = (self.w - 1) / 64;
        let word = |column, y| self.columns.word(self.index(column, y));
        let in_row = |y| (0..=last).any(|column| word(column, y) != 0);
        let in_column = |column, bit: u32| (0..self.h).any(|y| word(column, y) >> bit & 1 != 0);
        in_row(0) && in_row(self.h - 1) && in_column(0, 0) && in_column(last, (self.w - 1) % 64)
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
