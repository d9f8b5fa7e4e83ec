//! Measures where the solid pixels of a mask lie, and keeps that up to date.

use super::bounds::{Bounds, Filled, RowSpan};
use super::storage::Mask;
use crate::bits::with_lanes;
use crate::geom::{Extent, Point};

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
