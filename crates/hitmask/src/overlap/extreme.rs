//! The first pixel of an overlap, in any scan order.

use super::answer::{Meeting, corner};
use super::dispatch::{bounds_extent, first};
use super::windows::{self, Clipped, TwoShapes};
use crate::geom::{Extent, Point};
use crate::placed::ShapeRef;

/// The order in which pixels are searched. The first word says which pixels come first; the second word says which of these come first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum ScanOrder {
    /// The topmost pixel; of several, the leftmost. This is the order of `first_overlap`.
    #[default]
    TopLeft,
    /// The topmost pixel; of several, the rightmost.
    TopRight,
    /// The lowest pixel; of several, the leftmost.
    BottomLeft,
    /// The lowest pixel; of several, the rightmost.
    BottomRight,
    /// The leftmost pixel; of several, the topmost.
    LeftTop,
    /// The leftmost pixel; of several, the lowest.
    LeftBottom,
    /// The rightmost pixel; of several, the topmost.
    RightTop,
    /// The rightmost pixel; of several, the lowest.
    RightBottom,
}

impl ScanOrder {
    fn wants_right(self) -> bool {
        use ScanOrder::{BottomRight, RightBottom, RightTop, TopRight};
        matches!(self, TopRight | BottomRight | RightTop | RightBottom)
    }

    fn wants_bottom(self) -> bool {
        use ScanOrder::{BottomLeft, BottomRight, LeftBottom, RightBottom};
        matches!(self, BottomLeft | BottomRight | LeftBottom | RightBottom)
    }
}

/// The first pixel that is solid in both shapes, in this order.
pub(super) fn extreme(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point, order: ScanOrder) -> Option<Point> {
    match (a, b) {
        _ if order == ScanOrder::TopLeft => first(a, b, offset),
        // All pixels that two rectangles share are solid, and they may have very many rows.
        (ShapeRef::Rect(_), ShapeRef::Rect(_)) => corner_of(windows::shared(a, b, offset), order),
        _ => {
            let (bounds, both) = (bounds_extent(a, b, offset), TwoShapes::new(a, b, offset));
            match both.spans() {
                _ if bounds.is_empty() => None,
                Some(spans) => on_the_edge(|line| spans.within(line), bounds, order),
                None => on_the_edge(|line| Clipped { windows: both, extent: line }, bounds, order),
            }
        }
    }
}

/// The first pixel of a box, in this order.
fn corner_of(e: Extent, order: ScanOrder) -> Option<Point> {
    if e.is_empty() {
        return None;
    }
    let x = if order.wants_right() { e.x1 - 1 } else { e.x0 };
    let y = if order.wants_bottom() { e.y1 - 1 } else { e.y0 };
    corner(Extent::of_pixel(x, y))
}

/// The first of the pixels, whose bounds are known: it lies in the outermost row or column of the bounds. `within` gives those in a line.
pub(super) fn on_the_edge<M: Meeting>(
    within: impl Fn(Extent) -> M,
    bounds: Extent,
    order: ScanOrder,
) -> Option<Point> {
    use ScanOrder::{BottomLeft, BottomRight, TopLeft, TopRight};
    let Extent { x0, y0, x1, y1 } = bounds;
    let (right, bottom) = (order.wants_right(), order.wants_bottom());
    let by_rows = matches!(order, TopLeft | TopRight | BottomLeft | BottomRight);
    let (extent, last) = match (by_rows, right, bottom) {
        (true, _, false) => (Extent { y1: y0 + 1, ..bounds }, right),
        (true, _, true) => (Extent { y0: y1 - 1, ..bounds }, right),
        (false, false, _) => (Extent { x1: x0 + 1, ..bounds }, bottom),
        (false, true, _) => (Extent { x0: x1 - 1, ..bounds }, bottom),
    };
    let line = within(extent);
    corner(if last { line.last() } else { line.first() })
}
