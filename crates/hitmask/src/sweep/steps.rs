//! Motion by whole pixels, for games that move so.

use super::path::offsets_of_bounds;

use crate::geom::Point;
use crate::mask::Mask;
use crate::overlap;
use crate::placed::{self, Shape, ShapeRef};

/// What a motion by whole pixels meets: see [`Mask::cast_pixels`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
pub enum StepCast {
    /// It begins in an overlap.
    InitialOverlap,
    /// It is free until it hits.
    Hit {
        /// How many steps are free.
        steps: u32,
        /// The offset after them.
        offset: Point,
        /// The first pixel of the overlap that the next step would lead into: lowest y, then lowest x, in `self`'s pixels.
        point: Point,
    },
    /// It is free all the way.
    Miss,
}

impl Mask {
    /// When `other`, moving in whole pixels from an [offset](crate::mask#the-offset) along a straight line, first overlaps `self`.
    ///
    /// The line is Bresenham's: as many steps as the longer axis of the motion has pixels, on that axis one pixel each; on the other
    /// axis, after i of n steps, the nearest whole number to i / n of the way, halves away from the start. Only the places after
    /// steps are asked about: a slanting step passes between two pixels that share a corner, as it does in such games. For what
    /// lies between, [`Mask::cast`].
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
    /// [`Mask::overlaps`] for each step at which the bounds overlap.
    #[must_use]
    pub fn cast_pixels(&self, other: &Mask, offset: impl Into<Point>, motion: impl Into<Point>) -> StepCast {
        cast_pixels(self, other, offset.into(), motion.into())
    }
}

/// [`Mask::cast_pixels`] against any shape.
pub(crate) fn cast_pixels<A: Shape>(a: &A, b: &Mask, offset: Point, motion: Point) -> StepCast {
    let (a, other) = (placed::of(a), ShapeRef::Bits(b));
    if overlap::overlaps(a, other, offset) {
        return StepCast::InitialOverlap;
    }
    let Some(bounds) = offsets_of_bounds(a, b) else { return StepCast::Miss };
    let line = Line::new(offset, motion);
    let (from, to) = line.steps_within(bounds);
    // The place before it is free too: the bounds don't overlap there, or it is the start.
    for step in from.max(1)..=to {
        let [x, y] = line.at(step);
        let Some(point) = exists(x, y).and_then(|place| overlap::first(a, other, place)) else {
            continue;
        };
        let [x, y] = line.at(step - 1);
        return StepCast::Hit { steps: (step - 1) as u32, offset: Point::new(x as i32, y as i32), point };
    }
    StepCast::Miss
}

/// No mask reaches as far as the offsets that don't exist.
fn exists(x: i64, y: i64) -> Option<Point> {
    Some(Point::new(i32::try_from(x).ok()?, i32::try_from(y).ok()?))
}

/// A line of whole pixels.
struct Line {
    start: [i64; 2],
    motion: [i64; 2],
    /// The pixels of its longer axis.
    steps: i64,
}

impl Line {
    fn new(start: Point, motion: Point) -> Line {
        let motion = [i64::from(motion.x), i64::from(motion.y)];
        Line { start: [start.x.into(), start.y.into()], motion, steps: motion[0].abs().max(motion[1].abs()) }
    }

    /// Where it is after some steps.
    fn at(&self, step: i64) -> [i64; 2] {
        [0, 1].map(|i| {
            let (far, n) = (self.motion[i].abs(), self.steps.max(1));
            // Twice the product of two numbers below 2³² takes 65 bits.
            let way = (2 * i128::from(step) * i128::from(far) + i128::from(n)) / (2 * i128::from(n));
            self.start[i] + self.motion[i].signum() * way as i64
        })
    }

    /// The first and the last step at which its longer axis is within a range of offsets; the others cannot overlap.
    fn steps_within(&self, ranges: [(i64, i64); 2]) -> (i64, i64) {
        let i = usize::from(self.motion[1].abs() > self.motion[0].abs());
        let ((low, high), start) = (ranges[i], self.start[i]);
        let (near, far) =
            if self.motion[i] < 0 { (start - high, start - low) } else { (low - start, high - start) };
        (near, far.min(self.steps))
    }
}
