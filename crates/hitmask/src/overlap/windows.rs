//! Any shape against any other, 64 pixels of a row at a time. The pairs that need to be faster have files of their own.

use super::answer::{Meeting, RowWord};
use super::convex::{ConvexMeeting, PlacedSpans, UnderSpans};
use crate::bits::{bits_of, low_bits};
use crate::geom::{Extent, Offset, Point};
use crate::placed::{Plain, ShapeRef};

/// Two shapes whose shared pixels can be read in windows of 64 pixels of a row.
pub(crate) trait Windows: Copy {
    /// A box that contains the shared pixels.
    fn extent(self) -> Extent;
    /// The shared pixels from (x, y) to the right, the first in the lowest bit. Bits outside the extent may have any value.
    fn window(self, x: i64, y: i64) -> u64;

    /// The columns in which a row of the extent may have shared pixels.
    #[inline]
    fn row(self, _: i64) -> (i64, i64) {
        (self.extent().x0, self.extent().x1)
    }

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
    #[cfg(test)]
    crate::work::add(1);
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

    /// The same by spans, which cost a look for each row, however long. None if neither shape is convex.
    #[inline]
    pub(super) fn spans(self) -> Option<ConvexMeeting<'a>> {
        // Two images that may be missing are large, and mostly they are.
        if self.a.is_convex() || self.b.is_convex() { self.convex_spans() } else { None }
    }

    fn convex_spans(self) -> Option<ConvexMeeting<'a>> {
        let TwoShapes { a, b, offset, extent } = self;
        let (spans, other) = match (a.spans(), b.spans()) {
            (Some(image), _) => (
                PlacedSpans { image, at: Offset::ZERO },
                UnderSpans::plain(Plain { shape: b, corner: offset }),
            ),
            (None, Some(image)) => (
                PlacedSpans { image, at: offset },
                UnderSpans::plain(Plain { shape: a, corner: Offset::ZERO }),
            ),
            (None, None) => return None,
        };
        Some(ConvexMeeting { spans, other, window: extent })
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
        match self.spans() {
            _ if e.is_empty() => {}
            Some(meeting) => meeting.within(e).each_word(f),
            None => each_in_rows(self, e, f),
        }
    }

    fn row(self, y: i64) -> (i64, i64) {
        let Some(meeting) = self.spans() else { return (self.extent.x0, self.extent.x1) };
        let row = meeting.within(Extent { y0: y, y1: y + 1, ..self.extent }).bounds();
        (row.x0, row.x1)
    }
}

/// The pixels inside a window that two shapes share. The window is in A's pixels.
pub(crate) fn clipped<'a>(
    a: ShapeRef<'a>,
    b: ShapeRef<'a>,
    offset: Point,
    window: Extent,
) -> impl Meeting<Piece = RowWord> + use<'a> {
    Clipped::new(TwoShapes::new(a, b, offset), window)
}

/// The part of A's plane in which both may have solid pixels.
pub(super) fn shared(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: impl Into<Offset>) -> Extent {
    a.extent().intersection(b.extent().shifted(offset))
}

/// Writes the verbs: by spans if a shape is convex.
macro_rules! verbs {
    ($($verb:ident -> $answer:ty;)*) => {$(
        pub(super) fn $verb(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: impl Into<Offset>) -> $answer {
            let both = TwoShapes::new(a, b, offset);
            both.spans().map_or_else(|| both.$verb(), |spans| spans.$verb())
        }
    )*};
}
verbs! {
    overlaps -> bool;
    area -> u64;
    first -> Extent;
    bounds -> Extent;
}

/// The pixels that two shapes share, row by row from the top, left to right.
pub(super) fn points<W: Windows>(windows: W) -> impl Iterator<Item = Point> {
    let e = windows.extent();
    // An empty box may still have up to 2³² rows.
    let rows = e.y0..if e.is_empty() { e.y0 } else { e.y1 };
    rows.flat_map(move |y| {
        let (start, end) = windows.row(y);
        (start..end).step_by(64).flat_map(move |x| {
            // Both shapes contain the pixels, so their coordinates fit.
            bits_of(inside(windows, e, x, y)).map(move |bit| Point::new(x as i32 + bit as i32, y as i32))
        })
    })
}
