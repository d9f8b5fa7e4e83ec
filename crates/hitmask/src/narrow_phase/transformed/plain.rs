//! Poses that lay texels on whole pixels: they cost what plain masks cost.

use super::PixelRule;
use crate::geom::{ONE, Point, Pose, Turn};
use crate::mask::Mask;

/// Two masks, each to be turned, and the way between them.
pub(super) struct Plain<'a> {
    a: (&'a Mask, Turn),
    b: (&'a Mask, Turn),
    /// The upper left corners of the images, in Q16.
    corners: [[i64; 2]; 2],
}

/// None unless both poses are turns, and both images lie where all pixels exist.
#[inline]
pub(super) fn offset<'a>(a: &'a Mask, pose_a: &Pose, b: &'a Mask, pose_b: &Pose) -> Option<Plain<'a>> {
    let (turn_a, corner_a) = place(a.size(), pose_a)?;
    let (turn_b, corner_b) = place(b.size(), pose_b)?;
    Some(Plain { a: (a, turn_a), b: (b, turn_b), corners: [corner_a, corner_b] })
}

/// Where neither is turned: the offset between the pictures, None when they are too far apart to have one, and the first one's
/// world pixel. None otherwise.
pub(super) fn upright(
    size_a: (u32, u32),
    pose_a: &Pose,
    size_b: (u32, u32),
    pose_b: &Pose,
) -> Option<(Option<Point>, Point)> {
    let (turn_a, corner_a) = place(size_a, pose_a)?;
    let (turn_b, corner_b) = place(size_b, pose_b)?;
    if turn_a.index() != 0 || turn_b.index() != 0 {
        return None;
    }
    let (a, b) = (first_pixel(corner_a), first_pixel(corner_b));
    Some((between(a, b), between([0, 0], a)?))
}

/// The turn, and the upper left corner of the image in Q16.
fn place((w, h): (u32, u32), pose: &Pose) -> Option<(Turn, [i64; 2])> {
    let turn = pose.turn()?;
    let (one, other) = (pose.corner(0, 0), pose.corner(w.into(), h.into()));
    let (low, high) = ([0, 1].map(|i| one[i].min(other[i])), [0, 1].map(|i| one[i].max(other[i])));
    let exist = |x: i64| (i64::from(i32::MIN) << 16..i64::from(i32::MAX) << 16).contains(&x);
    (low.into_iter().all(exist) && high.into_iter().all(exist)).then_some((turn, low))
}

/// Moved by parts of a pixel, a sprite covers what it would cover at ⌈x − ½⌉.
fn first_pixel(corner: [i64; 2]) -> [i64; 2] {
    corner.map(|q16| (q16 + (1 << 15) - 1) >> 16)
}

/// From one pixel to another; None beyond i32.
fn between(from: [i64; 2], to: [i64; 2]) -> Option<Point> {
    Some(Point::new(i32::try_from(to[0] - from[0]).ok()?, i32::try_from(to[1] - from[1]).ok()?))
}

impl Plain<'_> {
    #[inline]
    pub(super) fn overlaps(&self, rule: PixelRule) -> bool {
        match rule {
            PixelRule::Raster => self.with(|a, b, offset, _| a.overlaps(b, offset).then_some(())).is_some(),
            PixelRule::Geometry => self.overlaps_geometry(),
        }
    }

    /// Unit squares at a real offset share an area if and only if they coincide at one of the whole offsets around it.
    fn overlaps_geometry(&self) -> bool {
        let [a, b] = self.corners;
        let offset = [b[0] - a[0], b[1] - a[1]];
        let around = offset.map(|q16| [q16 >> 16, (q16 + i64::from(ONE) - 1) >> 16]);
        self.a.0.with_turned(self.a.1, |a| {
            self.b.0.with_turned(self.b.1, |b| {
                let at = |x: usize, y: usize| {
                    let whole = [around[0][x], around[1][y]].map(i32::try_from);
                    matches!(whole, [Ok(x), Ok(y)] if a.overlaps(b, (x, y)))
                };
                let (across, down) = (around[0][0] != around[0][1], around[1][0] != around[1][1]);
                at(0, 0) || across && at(1, 0) || down && at(0, 1) || across && down && at(1, 1)
            })
        })
    }

    /// Calls with the turned masks, the offset between them, and the first one's world pixel; None when they are too far apart to
    /// have an offset.
    #[inline]
    pub(super) fn with<R>(&self, f: impl FnOnce(&Mask, &Mask, Point, Point) -> Option<R>) -> Option<R> {
        let [a, b] = self.corners.map(first_pixel);
        let (offset, world) = (between(a, b)?, between([0, 0], a)?);
        self.a.0.with_turned(self.a.1, |a| self.b.0.with_turned(self.b.1, |b| f(a, b, offset, world)))
    }
}

/// Whether both poses only turn.
#[inline]
pub(super) fn both_turned(a: &Pose, b: &Pose) -> bool {
    a.turn().is_some() && b.turn().is_some()
}
