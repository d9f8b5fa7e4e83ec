//! Motion in whole pixels, for games that move in whole pixels.

use super::gaps::Gaps;
use super::motion::ranges;
use crate::geom::{Extent, Mapped, PixelLine, Point};
use crate::mask::Mask;
use crate::overlap;
use crate::placed::{self, Shape, ShapeRef};

/// The result of a motion in whole pixels, from [`Mask::cast_pixels`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
#[doc(alias = "pixel cast")]
pub enum StepCast {
    /// The masks overlap at the start.
    InitialOverlap,
    /// Some steps are free, and the next one hits.
    Hit {
        /// How many steps are free.
        steps: u32,
        /// The offset after the free steps.
        offset: Point,
        /// The first pixel of the overlap after the next step: lowest y, then lowest x, in `self`'s pixels.
        point: Point,
    },
    /// The motion is free all the way.
    Miss,
}

impl Mask {
    /// When `other`, moving in whole pixels from an [offset](crate::mask#the-offset) along a straight line, first overlaps `self`.
    ///
    /// The line is Bresenham's. The number of steps n is the length of the motion's longer axis, and each step moves one pixel on that
    /// axis. After i steps, the position on the other axis is i / n of the way, rounded to the nearest whole number, halves away from the
    /// start. Only the positions after steps are tested: a diagonal step passes between two pixels that share a corner, as in games that
    /// move this way. [`Mask::cast`] tests what lies between, too.
    ///
    /// ```
    /// use hitmask::{Mask, Point, StepCast};
    /// let (wall, ball) = (Mask::filled(4, 100), Mask::filled(3, 3));
    /// let hit = StepCast::Hit { steps: 16, offset: Point::new(4, 58), point: Point::new(3, 59) };
    /// assert_eq!(wall.cast_pixels(&ball, (20, 50), (-1000, 500)), hit);
    /// assert_eq!(wall.cast_pixels(&ball, (20, 50), (-16, 0)), StepCast::Miss);
    /// ```
    ///
    /// # Complexity
    /// One [`Mask::overlaps`] for each step at which the bounds overlap.
    #[doc(alias = "shape cast")]
    #[doc(alias = "sweep test")]
    #[must_use]
    pub fn cast_pixels(&self, other: &Mask, offset: impl Into<Point>, motion: impl Into<Point>) -> StepCast {
        cast_pixels(self, other, offset.into(), motion.into())
    }
}

/// [`Mask::cast_pixels`] against any shape.
pub(crate) fn cast_pixels<A: Shape>(a: &A, b: &Mask, offset: Point, motion: Point) -> StepCast {
    let (a, other) = (placed::of(a), ShapeRef::Mask(b));
    if overlap::overlaps(a, other, offset) {
        return StepCast::InitialOverlap;
    }
    let Some(bounds) = ranges(a.extent(), b.extent()) else { return StepCast::Miss };
    let line = PixelLine::along(offset, motion);
    let [(x0, x1), (y0, y1)] = bounds;
    let steps = line.steps_in(Extent { x0, y0, x1: x1 + 1, y1: y1 + 1 });
    // The position before the first of these steps is free, too: it is the start, or the bounds don't overlap there.
    let mut gaps = Gaps::new(a, b, [motion.x, motion.y].mapped(|way| i64::from(way).abs()));
    let mut step = steps.start.max(1);
    while step < steps.end {
        let place = line.at(step);
        if let Some(free) = gaps.as_mut().and_then(|gaps| gaps.free(place, motion.into())) {
            step = line.steps_in(free).end;
            continue;
        }
        // At offsets beyond i32 nothing overlaps.
        let Some(point) = place.to_point().and_then(|place| overlap::first(a, other, place)) else {
            step += 1;
            continue;
        };
        return StepCast::Hit { steps: (step - 1) as u32, offset: line.at(step - 1).as_pixel(), point };
    }
    StepCast::Miss
}
