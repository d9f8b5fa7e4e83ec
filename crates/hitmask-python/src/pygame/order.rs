//! Which shared pixel pygame calls the first one.
//!
//! It cuts the shared rectangle into upright strips, at every multiple of a word's width from the left edges of both masks. It searches
//! the strips from left to right, and each strip row by row. Everywhere else in hitmask the first pixel is simply the first row by row.

use hitmask::{Mask, Point, Rect, ScanOrder};

use crate::pixels::WORD;

/// The first shared pixel in pygame's order.
pub(super) fn first(a: &Mask, b: &Mask, offset: Point) -> Option<Point> {
    let first = a.first_overlap(b, offset)?;
    let strip = Strip::of(first.x, offset.x);
    // Row by row it is the first one. So it is the first of its strip, too, and of all if no strip to the left has pixels.
    let begin = offset.x.max(0);
    if strip.x0 <= begin {
        return Some(first);
    }
    let leftmost = a.extreme_overlap(b, offset, ScanOrder::LeftTop)?;
    if leftmost.x >= strip.x0 {
        return Some(first);
    }
    let strip = Strip::of(leftmost.x, offset.x);
    let part = a.crop(Rect::new(strip.x0, 0, (strip.x1 - strip.x0).unsigned_abs(), a.height()));
    let first = part.first_overlap(b, Point::new(offset.x - strip.x0, offset.y))?;
    Some(Point::new(first.x + strip.x0, first.y))
}

/// From x0 up to but not including x1.
struct Strip {
    x0: i32,
    x1: i32,
}

impl Strip {
    /// The strip that holds column x of the mask, whose other mask lies at `offset`.
    fn of(x: i32, offset: i32) -> Strip {
        let word = WORD as i32;
        let cut = |from: i32| from + (x - from).div_euclid(word) * word;
        let (mine, theirs) = (cut(0), cut(offset));
        Strip { x0: mine.max(theirs), x1: (mine + word).min(theirs + word) }
    }
}
