//! Poses that map texels to whole pixels. They cost what plain masks cost.

use super::rule::{PixelRule, Posed};
use crate::geom::{Mapped, ONE, Offset, Point, Pose, Turn, nearest_pixel};

/// How to turn two pictures so that plain methods can answer, and where they then lie.
pub(super) struct PlainPair {
    /// The turn of the first picture and of the second.
    pub(super) turns: [Turn; 2],
    /// The upper-left corners of the images, in Q16.
    corners: [Offset; 2],
}

/// The plain pair for two pictures of these sizes. None unless both poses are turns and both images lie within the range of i32.
#[inline]
pub(super) fn plain(
    size_a: (u32, u32),
    pose_a: &Pose,
    size_b: (u32, u32),
    pose_b: &Pose,
) -> Option<PlainPair> {
    let (turn_a, corner_a) = turn_and_corner(size_a, pose_a)?;
    let (turn_b, corner_b) = turn_and_corner(size_b, pose_b)?;
    Some(PlainPair { turns: [turn_a, turn_b], corners: [corner_a, corner_b] })
}

/// The turn, and the upper-left corner of the image in Q16.
fn turn_and_corner((w, h): (u32, u32), pose: &Pose) -> Option<(Turn, Offset)> {
    let turn = pose.turn()?;
    let (one, other) = (pose.corner(0, 0), pose.corner(w.into(), h.into()));
    let (low, high) = ([0, 1].mapped(|i| one[i].min(other[i])), [0, 1].mapped(|i| one[i].max(other[i])));
    let exist = |x: i64| (i64::from(i32::MIN) << 16..i64::from(i32::MAX) << 16).contains(&x);
    let [x, y] = low;
    (low.into_iter().all(exist) && high.into_iter().all(exist)).then_some((turn, Offset::new(x, y)))
}

impl PlainPair {
    /// The offset between the turned pictures, and the world pixel of the first one. None if they are too far apart for an offset.
    #[inline]
    pub(super) fn offset(&self) -> Option<(Point, Point)> {
        // A sprite at a fractional position covers the pixels that it would cover at ⌈x − ½⌉.
        let [a, b] = self.corners.mapped(|at| Offset::new(nearest_pixel(at.x), nearest_pixel(at.y)));
        Some(((b - a).to_point()?, a.to_point()?))
    }

    #[inline]
    pub(super) fn overlaps(&self, a: Posed<'_>, b: Posed<'_>, rule: PixelRule) -> bool {
        let [turn_a, turn_b] = self.turns;
        a.0.with_turned(turn_a, |a| {
            b.0.with_turned(turn_b, |b| match rule {
                PixelRule::Raster => self.offset().is_some_and(|(offset, _)| a.overlaps(b, offset)),
                PixelRule::Geometry => self.any_offset_around(|offset| a.overlaps(b, offset)),
            })
        })
    }

    /// Unit squares at a fractional offset share an area if and only if they coincide at one of the whole offsets around it.
    fn any_offset_around(&self, overlaps: impl Fn(Point) -> bool) -> bool {
        let [a, b] = self.corners;
        let around = |offset: i64| [offset >> 16, (offset + i64::from(ONE) - 1) >> 16];
        let (x, y) = (around(b.x - a.x), around(b.y - a.y));
        let at = |i: usize, j: usize| Offset::new(x[i], y[j]).to_point().is_some_and(&overlaps);
        let (across, down) = (x[0] != x[1], y[0] != y[1]);
        at(0, 0) || across && at(1, 0) || down && at(0, 1) || across && down && at(1, 1)
    }
}
