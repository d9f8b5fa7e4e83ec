//! Two shapes that move along straight lines at the same time, each rounded to whole pixels by itself: when their pixels change, and when
//! they may meet.
//!
//! The pixel of a coordinate changes at its half-pixel [marks](PixelCrossings): to the left and up when it reaches the mark, to the right and down just
//! after that. So a walk is a list of changes in the order of (time, just after). Changes with the same time that are both at the mark, or
//! both just after it, are one change.

use core::cmp::Ordering;

use super::path::{Path, PathAxis, Ranges};
use crate::geom::{Extent, Moment, Offset, PixelCrossings, PointQ16, nearest_pixel};

/// The straight motion of one thing, from the start of a time to its end. It is rounded to pixels by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StraightMotion {
    pub(crate) from: PointQ16,
    pub(crate) to: PointQ16,
}

impl StraightMotion {
    /// The way of a thing that stands still.
    pub(crate) fn resting(at: PointQ16) -> StraightMotion {
        StraightMotion { from: at, to: at }
    }

    /// How far it goes along both axes together.
    pub(super) fn length(&self) -> u64 {
        self.to.x.abs_diff(self.from.x) + self.to.y.abs_diff(self.from.y)
    }

    /// When it goes to other pixels, on each axis.
    #[inline(always)]
    pub(crate) fn crossings(&self) -> [PixelCrossings; 2] {
        let StraightMotion { from, to } = *self;
        [PixelCrossings::new(from.x, to.x - from.x), PixelCrossings::new(from.y, to.y - from.y)]
    }

    /// The whole pixel of the start.
    pub(crate) fn first(&self) -> Offset {
        Offset::new(nearest_pixel(self.from.x), nearest_pixel(self.from.y))
    }

    /// The whole pixel of the end.
    pub(crate) fn last(&self) -> Offset {
        Offset::new(nearest_pixel(self.to.x), nearest_pixel(self.to.y))
    }
}

/// When a change happens: its time, and whether it comes just after that time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChangeTime {
    pub(crate) at: Moment,
    pub(crate) just_after: bool,
}

impl ChangeTime {
    pub(crate) const START: ChangeTime = ChangeTime { at: Moment::START, just_after: false };
    /// After all changes.
    pub(crate) const NEVER: ChangeTime =
        ChangeTime { at: Moment { numerator: 2, denominator: 1 }, just_after: false };

    #[inline]
    pub(crate) fn cmp(self, other: ChangeTime) -> Ordering {
        self.at.cmp(other.at).then(self.just_after.cmp(&other.just_after))
    }

    #[inline]
    pub(crate) fn is_before(self, other: ChangeTime) -> bool {
        self.cmp(other).is_lt()
    }

    pub(crate) fn earlier(self, other: ChangeTime) -> ChangeTime {
        if other.is_before(self) { other } else { self }
    }

    /// How many of the steps of a coordinate are made before this, or, with `and_at`, before it or then.
    #[inline(always)]
    pub(super) fn steps(self, crossings: &PixelCrossings, and_at: bool) -> i64 {
        crossings.before(
            self.at,
            if and_at {
                self.just_after || crossings.sign < 0
            } else {
                self.just_after && crossings.sign < 0
            },
        )
    }
}

/// A part of the time in which things move. What happens before and after it does not count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// The state after this change is the first one that counts.
    pub(crate) first: ChangeTime,
    /// This change and what comes after it don't count.
    pub(crate) end: ChangeTime,
}

impl Window {
    /// All of the time.
    pub(crate) const WHOLE: Window = Window { first: ChangeTime::START, end: ChangeTime::NEVER };

    /// What two windows share. None if that is nothing.
    pub(crate) fn shared(self, other: Window) -> Option<Window> {
        let first = if self.first.is_before(other.first) { other.first } else { self.first };
        let end = self.end.earlier(other.end);
        first.is_before(end).then_some(Window { first, end })
    }
}

/// The first moment at which a test holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Impact {
    /// From 0 to 1.
    pub(crate) when: ChangeTime,
    /// How many whole pixels A and B have moved by then.
    pub(crate) moved: [Offset; 2],
    /// How many whole pixels they had moved before the change that made it hold. None if the test holds at the start of the window.
    pub(crate) before: Option<[Offset; 2]>,
}

/// The ranges in which two boxes share a pixel. The boxes are those at the start. None if one is empty.
pub(crate) fn ranges(a: Extent, b: Extent) -> Option<Ranges> {
    (!a.is_empty() && !b.is_empty())
        .then_some([(a.x0 - b.x1 + 1, a.x1 - b.x0 - 1), (a.y0 - b.y1 + 1, a.y1 - b.y0 - 1)])
}

/// Whether two things may meet once B has moved so far against A.
#[inline(always)]
pub(crate) fn is_within(ranges: &Ranges, x: i64, y: i64) -> bool {
    let [(x0, x1), (y0, y1)] = *ranges;
    (x0 <= x) & (x <= x1) & (y0 <= y) & (y <= y1)
}

/// How many places the ranges have in both directions.
pub(super) fn wide(ranges: &Ranges) -> i64 {
    ranges.iter().map(|(low, high)| high - low).sum()
}

/// Whether two things may meet at all: a look at the straight ways alone, which misses no meeting.
pub(crate) fn may_meet(ways: [StraightMotion; 2], ranges: &Ranges) -> bool {
    may_meet_between(&ways, ranges).is_some()
}

/// The time in which two things may meet, both ends included.
#[inline(always)]
pub(super) fn may_meet_between(ways: &[StraightMotion; 2], ranges: &Ranges) -> Option<[Moment; 2]> {
    near(&relative(ways), ranges)
}

/// The motion of B against A: by its start the real distance differs from that of the pixels then.
pub(super) fn relative([a, b]: &[StraightMotion; 2]) -> Path {
    let part = |q: i64| q - (nearest_pixel(q) << 16);
    let axis =
        |a: [i64; 2], b: [i64; 2]| PathAxis::new(part(b[0]) - part(a[0]), (b[1] - b[0]) - (a[1] - a[0]));
    let x = axis([a.from.x, a.to.x], [b.from.x, b.to.x]);
    Path { axes: [x, axis([a.from.y, a.to.y], [b.from.y, b.to.y])] }
}

/// The time in which the pixels may lie within the ranges, both ends included. None if there is no such time. Each of two rounded
/// coordinates is at most half a pixel away from the real one, so the rounded distance is at most one pixel away from the real one.
pub(super) fn near(relative: &Path, ranges: &Ranges) -> Option<[Moment; 2]> {
    relative.near(ranges, Ordering::is_le)
}
