//! Alpha sum: two pixels collide when both alphas are above 0 and they add up to 255 or more.
//!
//! An opaque pixel over any visible one always does, and only visible pixels ever do. So the bits of the two planes that an
//! [`AlphaMask`] keeps decide all but the pixels where two translucent alphas meet.

use crate::bits::bits_of;
use crate::geom::{Extent, Point, Rect};
use crate::mask::AlphaMask;

/// The pixels of a window, from (x, y) in A's pixels to the right, that collide.
fn window(a: &AlphaMask, b: &AlphaMask, offset: Point, x: i64, y: i64) -> u64 {
    let visible_a = a.visible().window(x, y);
    if visible_a == 0 {
        return 0;
    }
    let (bx, by) = (x - i64::from(offset.x), y - i64::from(offset.y));
    let visible = visible_a & b.visible().window(bx, by);
    let sure = visible & (a.opaque().window(x, y) | b.opaque().window(bx, by));
    bits_of(visible & !sure).fold(sure, |word, bit| {
        let alpha = |mask: &AlphaMask, x: i64, y: i64| u16::from(mask.row(x as u32, y as u32)[0]);
        let bit_x = i64::from(bit);
        let sum = alpha(a, x + bit_x, y) + alpha(b, bx + bit_x, by);
        word | u64::from(sum >= 255) << bit
    })
}

/// Calls with (x of the lowest bit, y, pixels that collide) for every window that has any, row by row; stops when `f` returns
/// false.
fn visit(a: &AlphaMask, b: &AlphaMask, offset: Point, mut f: impl FnMut(i64, i64, u64) -> bool) {
    let e = a.visible().extent().intersection(b.visible().extent().shifted(offset));
    for y in e.y0..e.y1 {
        for x in (e.x0..e.x1).step_by(64) {
            let word = window(a, b, offset, x, y);
            if word != 0 && !f(x, y, word) {
                return;
            }
        }
    }
}

pub(crate) fn overlaps(a: &AlphaMask, b: &AlphaMask, offset: Point) -> bool {
    if a.opaque().overlaps(b.visible(), offset) || a.visible().overlaps(b.opaque(), offset) {
        return true;
    }
    first(a, b, offset).is_some()
}

pub(crate) fn area(a: &AlphaMask, b: &AlphaMask, offset: Point) -> u64 {
    let mut sum = 0;
    visit(a, b, offset, |_, _, word| {
        sum += u64::from(word.count_ones());
        true
    });
    sum
}

pub(crate) fn first(a: &AlphaMask, b: &AlphaMask, offset: Point) -> Option<Point> {
    let mut found = None;
    visit(a, b, offset, |x, y, word| {
        found = Some(Point::new((x + i64::from(word.trailing_zeros())) as i32, y as i32));
        false
    });
    found
}

pub(crate) fn bounds(a: &AlphaMask, b: &AlphaMask, offset: Point) -> Option<Rect> {
    let mut found = Extent::EMPTY;
    visit(a, b, offset, |x, y, word| {
        let (x0, x1) = (x + i64::from(word.trailing_zeros()), x + 64 - i64::from(word.leading_zeros()));
        found = found.around(Extent { x0, y0: y, x1, y1: y + 1 });
        true
    });
    found.to_rect()
}

impl AlphaMask {
    /// Whether the two collide by alpha sum: at some pixel both alphas are above 0 and they add up to 255 or more. The
    /// [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s.
    #[must_use]
    pub fn overlaps(&self, other: &AlphaMask, offset: impl Into<Point>) -> bool {
        overlaps(self, other, offset.into())
    }

    /// How many pixels collide by alpha sum, at an [offset](crate::mask#the-offset).
    #[must_use]
    pub fn overlap_area(&self, other: &AlphaMask, offset: impl Into<Point>) -> u64 {
        area(self, other, offset.into())
    }

    /// The pixel with the lowest y, then the lowest x, that collides by alpha sum; in `self`'s pixels. The
    /// [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s.
    #[must_use]
    pub fn first_overlap(&self, other: &AlphaMask, offset: impl Into<Point>) -> Option<Point> {
        first(self, other, offset.into())
    }

    /// The smallest rectangle around the pixels that collide by alpha sum; in `self`'s pixels. The
    /// [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s.
    #[must_use]
    pub fn overlap_bounds(&self, other: &AlphaMask, offset: impl Into<Point>) -> Option<Rect> {
        bounds(self, other, offset.into())
    }
}
