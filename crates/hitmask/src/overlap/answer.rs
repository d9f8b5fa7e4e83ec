//! What is asked about the pixels that two shapes share, folded from the pieces of rows in which they lie.
//!
//! A pair of shapes that can go over these pieces, row by row and from left to right, has every answer. Where a pair knows a faster way to
//! one of them, it overrides that one.

use crate::bits::ends_of;
use crate::geom::Extent;

/// Pixels of one row, or none.
pub(crate) trait Piece: Copy {
    /// The x of the first pixel, and the one after the last; None where there are no pixels.
    fn ends(self) -> Option<(i64, i64)>;
    /// How many pixels there are.
    fn count(self) -> u64;
}

/// Up to 64 pixels of a row: the pixel at x in the lowest bit, those to its right in the next ones.
#[derive(Clone, Copy)]
pub(crate) struct RowWord {
    pub(crate) x: i64,
    pub(crate) bits: u64,
}

impl Piece for RowWord {
    #[inline(always)]
    fn ends(self) -> Option<(i64, i64)> {
        let (start, end) = ends_of(self.bits);
        (self.bits != 0).then_some((self.x + start, self.x + end))
    }
    #[inline(always)]
    fn count(self) -> u64 {
        self.bits.count_ones().into()
    }
}

/// The pixels from `start` to before `end`; none unless the end lies right of the start.
#[derive(Clone, Copy)]
pub(crate) struct Stretch {
    pub(crate) start: i32,
    pub(crate) end: i32,
}

impl Piece for Stretch {
    #[inline(always)]
    fn ends(self) -> Option<(i64, i64)> {
        (self.start < self.end).then_some((self.start.into(), self.end.into()))
    }
    #[inline(always)]
    fn count(self) -> u64 {
        (self.end - self.start).max(0).unsigned_abs().into()
    }
}

/// Two shapes, and how they lie to each other.
pub(crate) trait Meeting: Copy {
    type Piece: Piece;

    /// Calls with (y, piece) until `f` returns false, row by row from the top, left to right. Together the pieces are the pixels that are
    /// solid in both.
    fn each_piece(self, f: impl FnMut(i64, Self::Piece) -> bool);

    /// Whether there is any pixel.
    #[inline(always)]
    fn overlaps(self) -> bool {
        let mut found = false;
        self.each_piece(|_, piece| {
            found = piece.ends().is_some();
            !found
        });
        found
    }

    /// How many pixels there are.
    #[inline(always)]
    fn area(self) -> u64 {
        sum(self)
    }

    /// The first pixel as a box.
    #[inline(always)]
    fn first(self) -> Extent {
        let mut found = Extent::EMPTY;
        self.each_piece(|y, piece| match piece.ends() {
            Some((x, _)) => {
                found = pixel(x, y);
                false
            }
            None => true,
        });
        found
    }

    /// The last pixel as a box.
    #[inline(always)]
    fn last(self) -> Extent {
        let mut found = Extent::EMPTY;
        self.each_piece(|y, piece| {
            if let Some((_, end)) = piece.ends() {
                found = pixel(end - 1, y);
            }
            true
        });
        found
    }

    /// The smallest box around the pixels.
    #[inline(always)]
    fn bounds(self) -> Extent {
        let mut found = Extent::EMPTY;
        self.each_piece(|y, piece| {
            if let Some((x0, x1)) = piece.ends() {
                found = found.around(Extent { x0, y0: y, x1, y1: y + 1 });
            }
            true
        });
        found
    }
}

/// The area, counted piece by piece.
#[inline(always)]
pub(crate) fn sum<M: Meeting>(meeting: M) -> u64 {
    let mut sum = 0;
    meeting.each_piece(|_, piece| {
        sum += piece.count();
        true
    });
    sum
}

#[inline(always)]
fn pixel(x: i64, y: i64) -> Extent {
    Extent { x0: x, y0: y, x1: x + 1, y1: y + 1 }
}
