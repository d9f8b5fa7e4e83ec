//! What a mask knows about the position of its solid pixels: a box that contains them all, and a range of rows for each column.

use super::Mask;
use crate::bits::{Lane, ends_of, with_lanes};
use crate::geom::{Extent, Point};

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

/// Where the solid pixels of a column lie.
#[derive(Clone, Copy)]
pub(super) struct Filled {
    /// From the first row with a solid pixel to the last one.
    rows: RowSpan,
    /// All bits that are set in some row.
    bits: u64,
}

impl Filled {
    /// None if all rows are clear. Reads every row.
    #[inline]
    pub(super) fn of<L: Lane>(rows: &[L]) -> Option<Filled> {
        // In the width of a lane, so that the compiler handles several narrow ones at once.
        let bits = rows.iter().fold(L::from_word(0), |bits, &row| L::from_word(bits.into() | row.into()));
        Filled::with_bits(rows, bits.into())
    }

    /// The same if the union of all rows is known. Reads rows from both ends up to the first that is not clear.
    #[inline]
    pub(super) fn with_bits<L: Lane>(rows: &[L], bits: u64) -> Option<Filled> {
        let is_solid = |row: &L| (*row).into() != 0;
        let (start, last) = (rows.iter().position(is_solid)?, rows.iter().rposition(is_solid)?);
        Some(Filled { rows: RowSpan { start: start as u16, end: last as u16 + 1 }, bits })
    }

    /// The smallest box around the pixels, if row 0 is the mask's first one.
    #[inline]
    pub(super) fn extent(self, column: u32) -> Extent {
        let ((start, end), x) = (ends_of(self.bits), i64::from(column) * 64);
        Extent { x0: x + start, y0: self.rows.start.into(), x1: x + end, y1: self.rows.end.into() }
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

    /// Recomputes the bounds and the row spans. Call it after writing any number of words.
    pub(crate) fn rebuild(&mut self) {
        self.measure(|mask, column| {
            let rows = mask.column_rows(column);
            with_lanes!(&mask.columns, lanes => Filled::of(&lanes[rows]))
        });
        self.every_pixel_changed();
    }

    /// Sets the bounds and the row spans. `column` is called for each column, and returns where its solid pixels lie.
    #[inline(always)]
    pub(super) fn measure(&mut self, mut column: impl FnMut(&mut Mask, u32) -> Option<Filled>) {
        self.tight = true;
        self.bounds = Bounds::default();
        if self.w == 0 || self.h == 0 {
            return;
        }
        if self.has_one_column() {
            // Most sprites. Such a mask has no row spans.
            if let Some(filled) = column(self, 0) {
                self.bounds = Bounds::from_extent(filled.extent(0));
            }
            return;
        }
        let mut found = Extent::EMPTY;
        for i in 0..self.w.div_ceil(64) {
            let filled = column(self, i);
            if let Some(filled) = filled {
                found = found.around(filled.extent(i));
            }
            if let Some(span) = self.spans.get_mut(i as usize) {
                *span = filled.map_or(RowSpan::default(), |filled| filled.rows);
            }
        }
        self.bounds = Bounds::from_extent(found);
    }

    /// Where the rows of a column are stored.
    #[inline(always)]
    pub(super) fn column_rows(&self, column: u32) -> core::ops::Range<usize> {
        let start = self.index(column, 0);
        start..start + self.h as usize
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

    /// Rows that contain all solid pixels of a column. All rows, if only the bounds are known.
    #[inline(always)]
    pub(crate) fn span(&self, column: u32) -> RowSpan {
        self.spans.get(column as usize).copied().unwrap_or(RowSpan { start: 0, end: u16::MAX })
    }

    /// Computes the tight bounds from the words inside the stored bounds.
    pub(super) fn scan_bounds(&self) -> Bounds {
        let b = self.bounds;
        let mut found = Extent::EMPTY;
        for column in u32::from(b.x0) / 64..u32::from(b.x1).div_ceil(64) {
            let rows = self.index(column, b.y0.into())..self.index(column, b.y1.into());
            if let Some(filled) = with_lanes!(&self.columns, lanes => Filled::of(&lanes[rows])) {
                found = found.around(filled.extent(column).shifted(Point::new(0, b.y0.into())));
            }
        }
        Bounds::from_extent(found)
    }
}
