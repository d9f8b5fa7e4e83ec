//! Answers about the pixels that two shapes share, computed from the pieces of rows in which these pixels lie.
//!
//! A pair of shapes only has to visit its pieces, row by row and from left to right. Every answer follows from that. A pair that has a
//! faster way to one of the answers overrides it.

use crate::bits::ends_of;
use crate::geom::{Extent, Point};

/// Some pixels of one row, or none.
pub(crate) trait Piece: Copy {
    /// The x of the first pixel, and the x after the last pixel. None if there are no pixels.
    fn ends(self) -> Option<(i64, i64)>;
    /// The number of pixels.
    fn count(self) -> u64;
}

/// Up to 64 pixels of a row: the pixel at x in the lowest bit, the pixels to its right in the following bits.
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

/// The pixels from `start` up to but not including `end`. Empty unless `end` is greater than `start`.
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

/// Two shapes at an offset.
pub(crate) trait Meeting: Copy {
    type Piece: Piece;

    /// Calls `f` with (y, piece) until it returns false, row by row from the top, left to right. Together the pieces are the pixels that
    /// are solid in both shapes.
    fn each_piece(self, f: impl FnMut(i64, Self::Piece) -> bool);

    /// Whether there is any pixel.
    #[inline(always)]
    fn overlaps(self) -> bool {
        let mut found = false;
        self.each_piece(visitor(&mut |_, piece: Self::Piece| {
            found = piece.ends().is_some();
            !found
        }));
        found
    }

    /// The number of pixels.
    #[inline(always)]
    fn area(self) -> u64 {
        sum(self)
    }

    /// The first pixel as a box.
    fn first(self) -> Extent {
        let mut found = Extent::EMPTY;
        self.each_piece(one_type(&mut |y, piece: Self::Piece| match piece.ends() {
            Some((x, _)) => {
                found = Extent::of_pixel(x, y);
                false
            }
            None => true,
        }));
        found
    }

    /// The last pixel as a box.
    fn last(self) -> Extent {
        let mut found = Extent::EMPTY;
        self.each_piece(one_type(&mut |y, piece: Self::Piece| {
            if let Some((_, end)) = piece.ends() {
                found = Extent::of_pixel(end - 1, y);
            }
            true
        }));
        found
    }

    /// The smallest box that contains all pixels.
    fn bounds(self) -> Extent {
        let mut found = Extent::EMPTY;
        self.each_piece(one_type(&mut |y, piece: Self::Piece| {
            if let Some((x0, x1)) = piece.ends() {
                found = found.around(Extent { x0, y0: y, x1, y1: y + 1 });
            }
            true
        }));
        found
    }
}

/// A function for [`Meeting::each_piece`] as one type for all answers that are seldom asked for, so that there is one copy of each pair's loops
/// for them.
fn one_type<P>(f: &mut dyn FnMut(i64, P) -> bool) -> &mut dyn FnMut(i64, P) -> bool {
    f
}

/// A function for the two most frequent answers.
#[cfg(not(target_family = "wasm"))]
#[inline(always)]
fn visitor<P, F: FnMut(i64, P) -> bool>(f: &mut F) -> &mut F {
    f
}

/// On WebAssembly, where a module's size counts, the two most frequent answers have no copy of their own, either.
#[cfg(target_family = "wasm")]
use one_type as visitor;

/// The area, counted piece by piece.
#[inline(always)]
pub(crate) fn sum<M: Meeting>(meeting: M) -> u64 {
    let mut sum = 0;
    meeting.each_piece(visitor(&mut |_, piece: M::Piece| {
        sum += piece.count();
        true
    }));
    sum
}

/// The upper left pixel of a box.
pub(super) fn corner(extent: Extent) -> Option<Point> {
    extent.to_rect().map(|rect| Point::new(rect.x, rect.y))
}
