//! Convex shapes under any pose, against each other or against any shape. A convex shape has one span in each row. So nothing is drawn, and
//! of the other shape only the words under the spans are read.

use super::answer::{Meeting, Piece, RowWord};
use crate::bits::low_bits;
use crate::geom::{Extent, Offset};
use crate::placed::{Plain, ShapeRef};
use crate::shape::ConvexImage;

/// Two convex shapes are compared this many rows at a time.
const ROWS: usize = 64;

/// More rows than this are first halved, and halves without a shared pixel are skipped where two rows tell.
const MANY_ROWS: i64 = 1 << 6;

/// A convex shape, moved by whole pixels.
#[derive(Clone, Copy)]
pub(crate) struct PlacedSpans<'a> {
    pub(crate) image: ConvexImage<'a>,
    pub(crate) at: Offset,
}

impl PlacedSpans<'_> {
    /// Calls `f` with (y, x0, x1) for every row of a window that has covered pixels, until it returns false. Returns what it returned last.
    /// Many rows are halved until few are left or a half is known to have none.
    pub(crate) fn each_while(&self, window: Extent, f: &mut dyn FnMut(i64, i64, i64) -> bool) -> bool {
        if window.y1 - window.y0 > MANY_ROWS {
            let beside = self.columns(window).is_some_and(|(x0, x1)| x1 <= window.x0 || window.x1 <= x0);
            return beside || halves(window).into_iter().all(|half| self.each_while(half, f));
        }
        let (Offset { x, y }, mut goes_on) = (self.at, true);
        self.image.each_span_while(window.shifted(-self.at), |row, x0, x1| {
            #[cfg(test)]
            crate::work::add(1);
            goes_on = f(row + y, x0 + x, x1 + x);
            goes_on
        });
        goes_on
    }

    /// As [`ConvexImage::farthest`].
    pub(crate) fn farthest(&self, way: [i64; 2]) -> [f64; 2] {
        let [x, y] = self.image.farthest(way);
        [x + self.at.x as f64, y + self.at.y as f64]
    }

    /// The range of columns with covered pixels in the rows of a window, if its first and its last row tell it.
    fn columns(&self, rows: Extent) -> Option<(i64, i64)> {
        let (x0, x1) = self.image.columns(rows.y0 - self.at.y, rows.y1 - self.at.y)?;
        Some((x0 + self.at.x, x1 + self.at.x))
    }

    /// Whether the first and the last row of a window tell that two shapes share no pixel in it.
    fn is_apart(&self, other: &Self, rows: Extent) -> bool {
        match (self.columns(rows), other.columns(rows)) {
            (Some(one), Some(other)) => one.1 <= other.0 || other.1 <= one.0,
            _ => false,
        }
    }
}

/// What meets a convex shape.
#[derive(Clone, Copy)]
pub(crate) enum UnderSpans<'a> {
    /// All pixels: a rectangle, whose sides are those of the window.
    All,
    /// Another convex shape.
    Spans(PlacedSpans<'a>),
    /// A shape with pixels of its own.
    Words(Plain<'a>),
}

impl<'a> UnderSpans<'a> {
    /// A shape at a whole pixel. Of a rectangle, only what lies in the window counts.
    #[inline]
    pub(crate) fn plain(plain: Plain<'a>) -> UnderSpans<'a> {
        match (plain.shape, plain.shape.spans()) {
            (ShapeRef::Rect(_), _) => UnderSpans::All,
            (_, Some(image)) => UnderSpans::Spans(PlacedSpans { image, at: plain.corner }),
            (_, None) => UnderSpans::Words(plain),
        }
    }
}

/// The pixels that a convex shape and another shape share in a window.
#[derive(Clone, Copy)]
pub(crate) struct ConvexMeeting<'a> {
    pub(crate) spans: PlacedSpans<'a>,
    pub(crate) other: UnderSpans<'a>,
    pub(crate) window: Extent,
}

impl ConvexMeeting<'_> {
    /// Only what lies in another window, too.
    pub(crate) fn within(self, window: Extent) -> Self {
        ConvexMeeting { window: self.window.intersection(window), ..self }
    }

    /// As [`Meeting::each_piece`], in words.
    #[inline]
    pub(crate) fn each_word(self, mut f: impl FnMut(i64, RowWord) -> bool) {
        self.each_piece(|y, piece| match piece {
            ConvexPiece::Word(word) => f(y, word),
            ConvexPiece::Span(x0, x1) => each_word(x0, x1, |x, bits| f(y, RowWord { x, bits })),
        });
    }
}

/// Pixels of a row that lie in a convex shape.
#[derive(Clone, Copy)]
pub(crate) enum ConvexPiece {
    /// All pixels from the first number up to but not including the second.
    Span(i64, i64),
    /// Some of 64 pixels.
    Word(RowWord),
}

impl Piece for ConvexPiece {
    #[inline(always)]
    fn ends(self) -> Option<(i64, i64)> {
        match self {
            ConvexPiece::Span(start, end) => (start < end).then_some((start, end)),
            ConvexPiece::Word(word) => word.ends(),
        }
    }

    #[inline(always)]
    fn count(self) -> u64 {
        match self {
            ConvexPiece::Span(start, end) => (end - start).max(0).unsigned_abs(),
            ConvexPiece::Word(word) => word.count(),
        }
    }
}

impl Meeting for ConvexMeeting<'_> {
    type Piece = ConvexPiece;

    #[inline]
    fn each_piece(self, mut f: impl FnMut(i64, ConvexPiece) -> bool) {
        let ConvexMeeting { spans, other, window } = self;
        match other {
            UnderSpans::All => {
                spans.each_while(window, &mut |y, x0, x1| f(y, ConvexPiece::Span(x0, x1)));
            }
            UnderSpans::Words(plain) => {
                spans.each_while(window, &mut |y, x0, x1| {
                    each_word(x0, x1, |x, inside| {
                        let bits = plain.window(x, y) & inside;
                        bits == 0 || f(y, ConvexPiece::Word(RowWord { x, bits }))
                    })
                });
            }
            UnderSpans::Spans(other) => {
                each_shared_span(&spans, &other, window, &mut |y, x0, x1| f(y, ConvexPiece::Span(x0, x1)));
            }
        }
    }
}

/// Calls `f` with the x of each word of a span and with a word whose bits are the pixels inside, until it returns false. Returns what it
/// returned last.
#[inline]
pub(super) fn each_word(mut x: i64, end: i64, mut f: impl FnMut(i64, u64) -> bool) -> bool {
    while x < end {
        #[cfg(test)]
        crate::work::add(1);
        if !f(x, low_bits((end - x).min(64) as u32)) {
            return false;
        }
        x += 64;
    }
    true
}

/// Calls `f` with the spans that two convex shapes share, until it returns false. Returns what it returned last. Many rows are halved until
/// few are left or a half is known to have none.
fn each_shared_span(
    one: &PlacedSpans<'_>,
    other: &PlacedSpans<'_>,
    window: Extent,
    f: &mut dyn FnMut(i64, i64, i64) -> bool,
) -> bool {
    if window.y1 - window.y0 <= MANY_ROWS {
        return each_shared_of_few(one, other, window, f);
    }
    one.is_apart(other, window)
        || halves(window).into_iter().all(|half| each_shared_span(one, other, half, f))
}

/// The upper and the lower half of a window.
fn halves(window: Extent) -> [Extent; 2] {
    let middle = i64::midpoint(window.y0, window.y1);
    [Extent { y1: middle, ..window }, Extent { y0: middle, ..window }]
}

/// As [`each_shared_span`], row by row. The spans of the first are kept for a few rows, so that both go down together.
fn each_shared_of_few(
    one: &PlacedSpans<'_>,
    other: &PlacedSpans<'_>,
    window: Extent,
    f: &mut dyn FnMut(i64, i64, i64) -> bool,
) -> bool {
    let mut goes_on = true;
    let mut y0 = window.y0;
    while goes_on && y0 < window.y1 {
        let y1 = (y0 + ROWS as i64).min(window.y1);
        let rows = Extent { y0, y1, ..window };
        let mut spans = [(0, 0); ROWS];
        one.each_while(rows, &mut |y, x0, x1| {
            spans[(y - y0) as usize] = (x0, x1);
            true
        });
        other.each_while(rows, &mut |y, x0, x1| {
            let (start, end) = spans[(y - y0) as usize];
            let (start, end) = (start.max(x0), end.min(x1));
            goes_on = start >= end || f(y, start, end);
            goes_on
        });
        y0 = y1;
    }
    goes_on
}
