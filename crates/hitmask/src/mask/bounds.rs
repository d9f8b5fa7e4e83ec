//! What a mask knows about the position of its solid pixels: a box that contains them all, and a range of rows for each column.

use super::Mask;
use crate::bits::ends_of;
use crate::geom::Extent;

/// A half-open range of rows. Empty if the start is not before the end.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct RowSpan {
    pub(crate) start: u16,
    pub(crate) end: u16,
}

impl RowSpan {
    /// The smallest range that contains both.
    pub(crate) fn around(self, other: RowSpan) -> RowSpan {
        match (self.start < self.end, other.start < other.end) {
            (false, _) => other,
            (true, false) => self,
            (true, true) => RowSpan { start: self.start.min(other.start), end: self.end.max(other.end) },
        }
    }
}

/// A half-open box inside a mask.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Bounds {
    pub(crate) x0: u16,
    pub(crate) y0: u16,
    pub(crate) x1: u16,
    pub(crate) y1: u16,
}

impl Bounds {
    /// The extent must lie inside a mask, so its coordinates fit u16.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "inside a mask, so within u16"
    )]
    pub(super) fn from_extent(e: Extent) -> Bounds {
        Bounds { x0: e.x0 as u16, y0: e.y0 as u16, x1: e.x1 as u16, y1: e.y1 as u16 }
    }

    #[inline(always)]
    pub(super) fn to_extent(self) -> Extent {
        Extent {
            x0: i64::from(self.x0),
            y0: i64::from(self.y0),
            x1: i64::from(self.x1),
            y1: i64::from(self.y1),
        }
    }
}

impl Mask {
    /// A box that contains every solid pixel. It is the smallest one unless pixels were cleared.
    #[inline(always)]
    pub(crate) fn extent(&self) -> Extent {
        self.bounds.to_extent()
    }

    /// Whether [`Mask::extent`] is the smallest box that contains every solid pixel.
    pub(crate) fn is_tight(&self) -> bool {
        self.tight
    }

    /// Recomputes the bounds, the row spans and the gate. Call it after writing any number of words.
    pub(crate) fn rebuild(&mut self) {
        let mut found = Extent::EMPTY;
        for column in 0..self.w.div_ceil(64) {
            // All rows of the column at once, and its first and last row that are not clear.
            let (mut all, mut span) = (0, RowSpan::default());
            for y in 0..self.h {
                let word = self.columns.word(self.index(column, y));
                if word != 0 {
                    let start = if all == 0 { y as u16 } else { span.start };
                    span = RowSpan { start, end: y as u16 + 1 };
                    all |= word;
                }
            }
            if all != 0 {
                let ((start, end), x) = (ends_of(all), i64::from(column) * 64);
                let (y0, y1) = (span.start.into(), span.end.into());
                found = found.around(Extent { x0: x + start, y0, x1: x + end, y1 });
            }
            // A mask with a single column keeps no row spans.
            if let Some(kept) = self.spans.get_mut(column as usize) {
                *kept = span;
            }
        }
        self.bounds = Bounds::from_extent(found);
        self.tight = true;
        self.pixels_changed(Extent::of_size(self.w, self.h));
    }

    /// Extends the bounds and the row spans to an extent in which pixels became solid. The extent must lie inside the mask.
    pub(crate) fn include(&mut self, extent: Extent) {
        if extent.is_empty() {
            return;
        }
        self.bounds = Bounds::from_extent(self.extent().around(extent));
        let (x0, x1) = (extent.x0 as usize / 64, (extent.x1 as usize).div_ceil(64));
        let rows = RowSpan { start: extent.y0 as u16, end: extent.y1 as u16 };
        for span in self.spans.iter_mut().take(x1).skip(x0) {
            *span = span.around(rows);
        }
    }

    /// Marks the stored bounds as possibly larger than necessary.
    pub(crate) fn loosen(&mut self) {
        self.tight = false;
    }

    /// The rows that contain all solid pixels of a column.
    #[inline(always)]
    pub(crate) fn span(&self, column: u32) -> RowSpan {
        let bounds = RowSpan { start: self.bounds.y0, end: self.bounds.y1 };
        self.spans.get(column as usize).copied().unwrap_or(bounds)
    }

    /// Computes the tight bounds from the words inside the stored bounds.
    pub(super) fn scan_bounds(&self) -> Bounds {
        let mut found = Extent::EMPTY;
        self.for_each_word(|x, y, word| {
            let ((start, end), x, y) = (ends_of(word), i64::from(x), i64::from(y));
            found = found.around(Extent { x0: x + start, y0: y, x1: x + end, y1: y + 1 });
        });
        Bounds::from_extent(found)
    }
}
