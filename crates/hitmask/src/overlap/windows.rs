//! Any shape against any other, 64 pixels of a row at a time. The pairs that need to be faster have files of their own.

use crate::bits::{bits_of, low_bits};
use crate::geom::{Extent, Offset, Point, Rect};
use crate::placed::{Plain, ShapeRef};
use crate::shape::ConvexImage;

/// The part of A's plane where both may be solid.
pub(super) fn shared(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point) -> Extent {
    a.extent().intersection(b.extent().shifted(offset))
}

/// Calls with (x of the lowest bit, y, pixels solid in both) for every window that has any, row by row; stops when `f`
/// returns false.
fn visit(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point, f: impl FnMut(i64, i64, u64) -> bool) {
    visit_within(a, b, offset, shared(a, b, offset), f);
}

/// As [`visit`], in a part of what both may share.
pub(super) fn visit_within(
    a: ShapeRef<'_>,
    b: ShapeRef<'_>,
    offset: Point,
    e: Extent,
    mut f: impl FnMut(i64, i64, u64) -> bool,
) {
    if e.is_empty() {
        // No pixel, but maybe four thousand million rows of none.
        return;
    }
    if let Some(image) = a.spans() {
        return visit_spans(&image, Offset::ZERO, Plain { shape: b, corner: offset.into() }, e, f);
    }
    if let Some(image) = b.spans() {
        return visit_spans(&image, offset.into(), Plain { shape: a, corner: Offset::ZERO }, e, f);
    }
    let mut y = e.y0;
    while y < e.y1 {
        let mut x = e.x0;
        while x < e.x1 {
            let word = meet(a, b, offset, e, x, y);
            if word != 0 && !f(x, y, word) {
                return;
            }
            x += 64;
        }
        y += 1;
    }
}

/// [`visit_within`] for a convex shape whose origin lies at `at`: only the span of each row is looked at in the other.
fn visit_spans(
    image: &ConvexImage<'_>,
    at: Offset,
    other: Plain<'_>,
    e: Extent,
    mut f: impl FnMut(i64, i64, u64) -> bool,
) {
    let mut goes_on = true;
    image.each_span(e.shifted(-at), |y, x0, x1| {
        let (mut x, y, end) = (x0 + at.x, y + at.y, x1 + at.x);
        while goes_on && x < end {
            let word = other.window(x, y) & low_bits((end - x).min(64) as u32);
            goes_on = word == 0 || f(x, y, word);
            x += 64;
        }
    });
}

#[inline]
fn meet(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point, e: Extent, x: i64, y: i64) -> u64 {
    let word = a.window(x, y);
    if word == 0 {
        return 0;
    }
    let inside = low_bits((e.x1 - x).min(64) as u32);
    word & b.window(x - i64::from(offset.x), y - i64::from(offset.y)) & inside
}

/// A pixel of A's plane as a point. Both shapes hold it, so it has i32 coordinates.
pub(super) fn point(x: i64, y: i64) -> Point {
    Point::new(x as i32, y as i32)
}

pub(super) fn overlaps(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point) -> bool {
    let mut found = false;
    visit(a, b, offset, |_, _, _| {
        found = true;
        false
    });
    found
}

pub(super) fn area(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point) -> u64 {
    let mut sum = 0;
    visit(a, b, offset, |_, _, word| {
        sum += u64::from(word.count_ones());
        true
    });
    sum
}

pub(super) fn first(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point) -> Option<Point> {
    let mut found = None;
    visit(a, b, offset, |x, y, word| {
        found = Some(point(x + i64::from(word.trailing_zeros()), y));
        false
    });
    found
}

pub(super) fn bounds(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point) -> Option<Rect> {
    let mut found = Extent::EMPTY;
    visit(a, b, offset, |x, y, word| {
        let (x0, x1) = (x + i64::from(word.trailing_zeros()), x + 64 - i64::from(word.leading_zeros()));
        found = found.around(Extent { x0, y0: y, x1, y1: y + 1 });
        true
    });
    found.to_rect()
}

/// The pixels solid in both, row-major.
pub(crate) struct Points<'a> {
    a: ShapeRef<'a>,
    b: ShapeRef<'a>,
    offset: Point,
    extent: Extent,
    /// Where the next window begins.
    x: i64,
    y: i64,
    /// What is left of the window before it.
    word: u64,
}

impl<'a> Points<'a> {
    pub(crate) fn new(a: ShapeRef<'a>, b: ShapeRef<'a>, offset: Point) -> Points<'a> {
        let extent = shared(a, b, offset);
        Points { a, b, offset, extent, x: extent.x0, y: extent.y0, word: 0 }
    }
}

impl Iterator for Points<'_> {
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
            self.word = meet(self.a, self.b, self.offset, e, self.x, self.y);
            self.x += 64;
        }
        let bit = bits_of(self.word).next()?;
        self.word &= self.word - 1;
        Some(point(self.x - 64 + i64::from(bit), self.y))
    }
}
