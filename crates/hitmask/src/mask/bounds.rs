//! What a mask knows about the position of its solid pixels: a box that contains them all, and a range of rows for each column.

use crate::bits::{Lane, ends_of};
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

/// Where the solid pixels of a column lie.
#[derive(Clone, Copy)]
pub(super) struct Filled {
    /// From the first row with a solid pixel to the last one.
    pub(super) rows: RowSpan,
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
