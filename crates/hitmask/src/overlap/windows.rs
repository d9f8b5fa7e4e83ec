//! Any shape against any other, 64 pixels of a row at a time. The pairs that need to be faster have files of their own.

use super::answer::{Meeting, RowWord};
use super::convex::{ConvexMeeting, PlacedSpans, UnderSpans};
use super::corner;
use crate::bits::low_bits;
use crate::geom::{Extent, Offset, Point, Rect};
use crate::placed::{Plain, ShapeRef};

/// Two shapes whose shared pixels can be read in windows of 64 pixels of a row.
pub(crate) trait Windows: Copy {
    /// A box that contains the shared pixels.
    fn extent(self) -> Extent;
    /// The shared pixels from (x, y) to the right, the first in the lowest bit. Bits outside the extent may have any value.
    fn window(self, x: i64, y: i64) -> u64;

    /// The same as [`Meeting::each_piece`], in a part of the extent.
    #[inline]
    fn each_within(self, e: Extent, f: impl FnMut(i64, RowWord) -> bool) {
        each_in_rows(self, e, f);
    }
}

/// Visits the pieces in a box. The windows of each row begin at its left end.
#[inline]
fn each_in_rows<W: Windows>(windows: W, e: Extent, mut f: impl FnMut(i64, RowWord) -> bool) {
    if e.is_empty() {
        // An empty box may still have up to 2³² rows.
        return;
    }
    let mut y = e.y0;
    while y < e.y1 {
        let mut x = e.x0;
        while x < e.x1 {
            let bits = inside(windows, e, x, y);
            if bits != 0 && !f(y, RowWord { x, bits }) {
                return;
            }
            x += 64;
        }
        y += 1;
    }
}

impl<W: Windows> Meeting for W {
    type Piece = RowWord;

    #[inline]
    fn each_piece(self, f: impl FnMut(i64, RowWord) -> bool) {
        self.each_within(self.extent(), f);
    }
}

/// A window without the pixels right of the box.
#[inline]
fn inside<W: Windows>(windows: W, e: Extent, x: i64, y: i64) -> u64 {
    windows.window(x, y) & low_bits((e.x1 - x).min(64) as u32)
}

/// The shared pixels that lie in a part of the extent.
#[derive(Clone, Copy)]
pub(super) struct Clipped<W> {
    pub(super) windows: W,
    pub(super) extent: Extent,
}

impl<W: Windows> Clipped<W> {
    pub(super) fn new(windows: W, to: Extent) -> Clipped<W> {
        Clipped { windows, extent: windows.extent().intersection(to) }
    }
}

impl<W: Windows> Windows for Clipped<W> {
    #[inline]
    fn extent(self) -> Extent {
        self.extent
    }

    #[inline]
    fn window(self, x: i64, y: i64) -> u64 {
        self.windows.window(x, y)
    }

    #[inline]
    fn each_within(self, e: Extent, f: impl FnMut(i64, RowWord) -> bool) {
        self.windows.each_within(e, f);
    }
}

/// Two shapes and an offset.
#[derive(Clone, Copy)]
pub(crate) struct TwoShapes<'a> {
    a: ShapeRef<'a>,
    b: ShapeRef<'a>,
    offset: Offset,
    extent: Extent,
}

impl<'a> TwoShapes<'a> {
    pub(crate) fn new(a: ShapeRef<'a>, b: ShapeRef<'a>, offset: impl Into<Offset>) -> TwoShapes<'a> {
        let offset = offset.into();
        TwoShapes { a, b, offset, extent: shared(a, b, offset) }
    }
}

impl Windows for TwoShapes<'_> {
    #[inline]
    fn extent(self) -> Extent {
        self.extent
    }

    #[inline]
    fn window(self, x: i64, y: i64) -> u64 {
        let word = self.a.window(x, y);
        if word == 0 {
            return 0;
        }
        word & self.b.window(x - self.offset.x, y - self.offset.y)
    }

    #[inline]
    fn each_within(self, e: Extent, f: impl FnMut(i64, RowWord) -> bool) {
        let TwoShapes { a, b, offset, .. } = self;
        if e.is_empty() {
            return;
        }
        let (spans, other) = match (a.spans(), b.spans()) {
            (Some(image), _) => (
                PlacedSpans { image, at: Offset::ZERO },
                UnderSpans::plain(Plain { shape: b, corner: offset }),
            ),
            (None, Some(image)) => (
                PlacedSpans { image, at: offset },
                UnderSpans::plain(Plain { shape: a, corner: Offset::ZERO }),
            ),
            (None, None) => return each_in_rows(self, e, f),
        };
        ConvexMeeting { spans, other, window: e }.each_word(f);
    }
}

/// The part of A's plane in which both may have solid pixels.
pub(super) fn shared(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: impl Into<Offset>) -> Extent {
    a.extent().intersection(b.extent().shifted(offset))
}

pub(super) fn overlaps(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: impl Into<Offset>) -> bool {
    TwoShapes::new(a, b, offset).overlaps()
}

pub(super) fn area(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: impl Into<Offset>) -> u64 {
    TwoShapes::new(a, b, offset).area()
}

pub(super) fn first(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: impl Into<Offset>) -> Option<Point> {
    corner(TwoShapes::new(a, b, offset).first())
}

pub(super) fn bounds(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point) -> Option<Rect> {
    TwoShapes::new(a, b, offset).bounds().to_rect()
}

/// The pixels that two shapes share, row by row from the top, left to right.
pub(crate) struct Points<W> {
    windows: W,
    extent: Extent,
    /// The x at which the next window begins.
    x: i64,
    y: i64,
    /// The pixels of the current window that were not returned yet.
    word: u64,
}

impl<W: Windows> Points<W> {
    pub(crate) fn new(windows: W) -> Points<W> {
        let extent = windows.extent();
        Points { windows, extent, x: extent.x0, y: extent.y0, word: 0 }
    }
}

impl<W: Windows> Iterator for Points<W> {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        let e = self.extent;
        while self.word == 0 {
            if self.x >= e.x1 {
                self.x = e.x0;
                self.y += 1;
            }
            if self.y >= e.y1 || e.is_empty() {
                return None;
            }
            self.word = inside(self.windows, e, self.x, self.y);
            self.x += 64;
        }
        let bit = self.word.trailing_zeros();
        self.word &= self.word - 1;
        // Both shapes contain the pixel, so its coordinates fit.
        Some(Point::new((self.x - 64 + i64::from(bit)) as i32, self.y as i32))
    }
}
