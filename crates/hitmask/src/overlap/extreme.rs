//! The first pixel of an overlap in another order than row by row from the top.

use super::{bounds, first, windows};
use crate::geom::{Extent, Point};
use crate::placed::ShapeRef;

/// The order in which pixels are looked through. The first word says which ones come first, the second which of those.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum ScanOrder {
    /// The topmost pixels, of them the leftmost: what `first_overlap` gives.
    #[default]
    TopLeft,
    /// The topmost, of them the rightmost.
    TopRight,
    /// The lowest, of them the leftmost.
    BottomLeft,
    /// The lowest, of them the rightmost.
    BottomRight,
    /// The leftmost, of them the topmost.
    LeftTop,
    /// The leftmost, of them the lowest.
    LeftBottom,
    /// The rightmost, of them the topmost.
    RightTop,
    /// The rightmost, of them the lowest.
    RightBottom,
}

/// The first pixel that is solid in both.
pub(super) fn extreme(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point, order: ScanOrder) -> Option<Point> {
    use ScanOrder::{BottomLeft, BottomRight, LeftBottom, LeftTop, RightBottom, RightTop, TopLeft, TopRight};
    if order == TopLeft {
        return first(a, b, offset);
    }
    // The sides of the bounds are the outermost rows and columns that have a pixel.
    let e = bounds(a, b, offset)?.extent();
    let (top, bottom, left, right) = (e.y0, e.y1 - 1, e.x0, e.x1 - 1);
    let find = |line: Extent, last: bool| {
        let mut found = None;
        windows::visit_within(a, b, offset, line, |x, y, word| {
            let bit = if last { 63 - word.leading_zeros() } else { word.trailing_zeros() };
            found = Some(windows::point(x + i64::from(bit), y));
            last
        });
        found
    };
    let row = |y: i64, last: bool| find(Extent { y0: y, y1: y + 1, ..e }, last);
    let column = |x: i64, last: bool| find(Extent { x0: x, x1: x + 1, ..e }, last);
    match order {
        TopLeft => row(top, false),
        TopRight => row(top, true),
        BottomLeft => row(bottom, false),
        BottomRight => row(bottom, true),
        LeftTop => column(left, false),
        LeftBottom => column(left, true),
        RightTop => column(right, false),
        RightBottom => column(right, true),
    }
}
