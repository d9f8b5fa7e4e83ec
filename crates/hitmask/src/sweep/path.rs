//! A straight motion over the lattice of whole pixels. The traversal is that of Amanatides and Woo (1987), in exact fractions.
//!
//! An axis on which the motion decreases is mirrored, so that nothing ever moves to lower coordinates.

use core::cmp::Ordering;

use crate::geom::{Mapped, Moment, Offset, PointQ16};
use crate::invalid_argument::OrPanic;

/// Ranges of whole pixels with both ends, for each axis: how far B may have moved against A where the two may meet.
pub(crate) type Ranges = [(i64, i64); 2];

/// One coordinate of the motion, mirrored if it decreases.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathAxis {
    /// In Q16.
    start: i64,
    /// In Q16 for the whole motion. Never below 0.
    pub(super) speed: i64,
    /// -1 if the axis is mirrored, else 1.
    pub(super) sign: i64,
}

impl PathAxis {
    pub(super) fn new(start: i64, motion: i64) -> PathAxis {
        let sign = if motion < 0 { -1 } else { 1 };
        PathAxis { start: sign * start, speed: sign * motion, sign }
    }

    /// When it reaches a lattice line. Of an axis that stands, only the sign tells something: on which side of the line it is.
    #[inline]
    pub(super) fn reaches(self, line: i64) -> Moment {
        Moment { numerator: line * PointQ16::ONE - self.start, denominator: self.speed }
    }

    /// The lattice line at or below it, and whether it lies on that line.
    fn floor(self, at: Moment) -> (i64, bool) {
        let (n, d) = (i128::from(at.numerator), i128::from(at.denominator));
        let (here, pixel) =
            (i128::from(self.start) * d + i128::from(self.speed) * n, d * i128::from(PointQ16::ONE));
        // One division: the rest follows from it.
        match (i64::try_from(here), i64::try_from(pixel)) {
            (Ok(here), Ok(pixel)) => {
                let (line, rest) = (here / pixel, here % pixel);
                (line - i64::from(rest < 0), rest == 0)
            }
            _ => {
                let line = here.div_euclid(pixel);
                (line as i64, line * pixel == here)
            }
        }
    }

    /// How many lines beyond [`LatticePlace::line`] the motion is between, once it has moved on a little: 1, or 0 if it lies on a line and
    /// stays there.
    #[inline]
    pub(super) fn width(self, on_line: bool) -> i64 {
        i64::from(self.speed > 0 || !on_line)
    }
}

/// Where the motion is on one axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct LatticePlace {
    /// The lattice line at or below it.
    pub(super) line: i64,
    pub(super) on_line: bool,
}

/// A moment, and where the motion is at that moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) at: Moment,
    pub(super) place: [LatticePlace; 2],
}

/// A straight motion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    pub(super) axes: [PathAxis; 2],
}

impl Path {
    /// The same motion, moved by whole pixels. The start may then lie beyond the limit of positions.
    pub(crate) fn shifted(&self, by: Offset) -> Path {
        let moved = |axis: PathAxis, by: i64| PathAxis { start: axis.start + axis.sign * (by << 16), ..axis };
        Path { axes: [moved(self.axes[0], by.x), moved(self.axes[1], by.y)] }
    }

    /// A motion from a position. Both are legal.
    pub(crate) fn new(start: PointQ16, motion: PointQ16) -> Path {
        Path { axes: [PathAxis::new(start.x, motion.x), PathAxis::new(start.y, motion.y)] }
    }

    /// The same of what a caller gave.
    ///
    /// # Panics
    /// If a coordinate is beyond the limit.
    pub(crate) fn given(position: PointQ16, motion: PointQ16) -> Path {
        Path::new(position.checked("position").or_panic(), motion.checked("motion").or_panic())
    }

    /// Where it is at a moment.
    pub(super) fn at(&self, at: Moment) -> State {
        let place = self.axes.mapped(|axis| {
            let (line, on_line) = axis.floor(at);
            LatticePlace { line, on_line }
        });
        State { at, place }
    }

    /// The next state at which it reaches a line. None if it reaches no more lines.
    #[inline]
    pub(super) fn next(&self, state: &State) -> Option<State> {
        let [x, y] = [0, 1].mapped(|i| {
            let axis = self.axes[i];
            (axis.speed > 0).then(|| axis.reaches(state.place[i].line + 1))
        });
        let order = match (x, y) {
            (None, None) => return None,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(x), Some(y)) => x.cmp(y),
        };
        let step = |place: LatticePlace, reaches: bool, moves: bool| LatticePlace {
            line: place.line + i64::from(reaches),
            // An axis that does not move keeps its place.
            on_line: if moves { reaches } else { place.on_line },
        };
        Some(State {
            at: if order == Ordering::Greater { y? } else { x? },
            place: [
                step(state.place[0], order != Ordering::Greater, x.is_some()),
                step(state.place[1], order != Ordering::Less, y.is_some()),
            ],
        })
    }

    /// A lattice point of the mirrored axes in the actual coordinates.
    #[inline]
    pub(super) fn unmirrored(&self, lines: [i64; 2]) -> Offset {
        Offset::new(lines[0] * self.axes[0].sign, lines[1] * self.axes[1].sign)
    }

    /// The part of the motion, from one moment to before another, in which the lines around it may lie within the given ranges of actual
    /// coordinates, ends included. None if there is no such time.
    pub(super) fn within(&self, ranges: &Ranges) -> Option<[Moment; 2]> {
        self.near(ranges, Ordering::is_lt)
    }

    /// The time in which the motion is less than one line away from the ranges, or as far, if `is_in_order` allows equal numbers.
    #[inline]
    pub(super) fn near(
        &self,
        ranges: &Ranges,
        is_in_order: impl Fn(Ordering) -> bool,
    ) -> Option<[Moment; 2]> {
        let (mut enter, mut leave) = (Moment::START, Moment::END);
        for (axis, &(low, high)) in self.axes.iter().zip(ranges) {
            let (low, high) = if axis.sign < 0 { (-high, -low) } else { (low, high) };
            let [low, high] = [axis.reaches(low - 1), axis.reaches(high + 1)];
            if axis.speed > 0 {
                enter = enter.later(low);
                leave = leave.earlier(high);
            } else if !is_in_order(low.numerator.cmp(&0)) || !is_in_order(0.cmp(&high.numerator)) {
                return None;
            }
        }
        is_in_order(enter.cmp(leave)).then_some([enter, leave])
    }
}
