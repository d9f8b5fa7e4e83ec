//! The direction of a contact: the gradient of the overlap area.

use super::pixels::{CoveredPixels, Drawn, with_meeting};
use crate::geom::{Mapped, Offset, Point};
use crate::mask::Mask;
use crate::overlap::{self, answer::Meeting};
use crate::placed::ShapeRef;

/// Shapes that must be drawn are compared in squares of this side.
const PART: i64 = 1 << 10;
/// One pixel to the left, to the right, up and down.
const BESIDE: [Offset; 4] = [Offset::new(-1, 0), Offset::new(1, 0), Offset::new(0, -1), Offset::new(0, 1)];

/// The normal of two sets of pixels. Coordinates that don't fit `i32` are cut to its ends.
pub(crate) fn normal(a: &CoveredPixels<'_>, b: &CoveredPixels<'_>) -> Point {
    if let (Some(a), Some(b)) = (a.as_plain(), b.as_plain()) {
        return gradient(
            BESIDE.mapped(|by| overlap::area(a.shape, b.shape, b.corner + by - a.corner).into()),
        );
    }
    gradient(by_spans(a, b, 1).or_else(|| by_spans(b, a, -1)).unwrap_or_else(|| by_drawing(a, b)))
}

/// The areas beside of shapes that must be drawn.
fn by_drawing(a: &CoveredPixels<'_>, b: &CoveredPixels<'_>) -> [i128; 4] {
    let mut areas = [0; 4];
    for window in a.extent.intersection(b.extent.grown(1)).parts(PART) {
        let near = b.extent.intersection(window.grown(1));
        if near.is_empty() {
            continue;
        }
        let (one, other) = (Drawn::new(a, window), Drawn::new(b, near));
        for (area, by) in areas.iter_mut().zip(BESIDE) {
            let offset = other.corner + by - one.corner;
            let (one, other) = (ShapeRef::Mask(&one.mask), ShapeRef::Mask(&other.mask));
            *area += i128::from(overlap::area(one, other, offset));
        }
    }
    areas
}

/// The areas beside by the spans of the first shape. None if it is not convex, or the other must be drawn. `sign` is 1 if it is the
/// other one that moves.
fn by_spans(convex: &CoveredPixels<'_>, other: &CoveredPixels<'_>, sign: i64) -> Option<[i128; 4]> {
    let placed = convex.source.convex().filter(|_| other.source.has_rows())?;
    Some(BESIDE.mapped(|by| {
        // Instead of the other shape, this one moves back.
        let by = Offset::new(-sign * by.x, -sign * by.y);
        let window = convex.extent.shifted(by).intersection(other.extent);
        with_meeting(placed, other.source, window, |mut meeting| {
            meeting.spans.at = by;
            i128::from(meeting.area())
        })
    }))
}

/// The normal of two masks at an offset.
#[inline]
pub(super) fn of_masks(a: &Mask, b: &Mask, offset: Offset) -> Point {
    gradient(BESIDE.mapped(|by| overlap::area(ShapeRef::Mask(a), ShapeRef::Mask(b), offset + by).into()))
}

/// The change of the areas beside.
fn gradient([left, right, up, down]: [i128; 4]) -> Point {
    let cut = |n: i128| n.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    Point::new(cut(left - right), cut(up - down))
}
