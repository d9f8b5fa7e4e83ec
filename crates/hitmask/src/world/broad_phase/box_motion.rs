//! A conservative test of whether two boxes that move straight come near each other.

use crate::broad_phase::Aabb;
use crate::geom::{Mapped, PointQ16};

/// How a box moves straight, for a quick look at whether two of them come near each other. It belongs to the box around the way, see
/// [`MovingBox`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxMotion {
    /// In Q16.
    motion: [i32; 2],
    /// The size of the box itself, in pixels. [`BoxMotion::ANY`] and [`BoxMotion::ASKED`] have none.
    size: [u16; 2],
}

impl BoxMotion {
    /// A motion that is not known: the box may be anywhere in the box around its way.
    pub(crate) const ANY: BoxMotion = BoxMotion { motion: [0; 2], size: [u16::MAX; 2] };
    /// What has a test of its own, which is asked wherever the boxes around both ways meet.
    pub(crate) const ASKED: BoxMotion = BoxMotion { size: [u16::MAX, 0], ..BoxMotion::ANY };
    /// In pixels. Boxes or motions of this length may be anywhere, so that products fit 64 bits.
    const LARGE: i64 = 1 << 13;
    /// In pixels. A box around a longer way meets far more than the way does.
    const FAR: i32 = 64;

    /// Of a box of a size in pixels, and its motion in Q16.
    #[inline]
    pub(crate) fn new(size: [i64; 2], motion: [i64; 2]) -> BoxMotion {
        let is_small = |i: usize| size[i] < BoxMotion::LARGE && motion[i].abs() < BoxMotion::LARGE << 16;
        match is_small(0) && is_small(1) {
            true => BoxMotion {
                motion: motion.mapped(|motion| motion as i32),
                size: size.mapped(|size| size as u16),
            },
            false => BoxMotion::ANY,
        }
    }

    /// A box that rests.
    #[inline]
    pub(crate) fn resting(b: &Aabb) -> BoxMotion {
        let size = |first: i32, last: i32| i64::from(last) - i64::from(first) + 1;
        BoxMotion::new([size(b.x0, b.x1), size(b.y0, b.y1)], [0; 2])
    }

    /// Whether its way is followed through cells, see `WayCells`.
    #[inline]
    pub(crate) fn is_far(&self) -> bool {
        self.motion.iter().any(|motion| motion.abs() >> 16 > BoxMotion::FAR)
    }

    /// Whether it has a test of its own.
    #[inline]
    pub(crate) fn is_asked(&self) -> bool {
        self.size == BoxMotion::ASKED.size
    }
}

/// A box that moves straight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovingBox {
    /// The middle of the box around its way, in half pixels. It goes around.
    pub(crate) middle: [i32; 2],
    /// How far it moves, in Q16.
    pub(crate) motion: [i32; 2],
    /// The size of the box around its way, in pixels.
    pub(crate) size: [u32; 2],
    /// The size of the box itself.
    pub(crate) own: [i64; 2],
}

impl MovingBox {
    /// In half pixels. How much farther from each other than their sizes say the middles of two boxes may be that meet: each box is rounded to
    /// pixels at the start, at the end and where they meet.
    const MARGIN: i64 = 4;

    /// A box whose motion is not known may be anywhere on its way: so it rests and is as large as that.
    #[inline(always)]
    pub(crate) fn new(way: &Aabb, box_motion: &BoxMotion) -> MovingBox {
        let sides = [[way.x0, way.x1], [way.y0, way.y1]];
        let size = sides.mapped(|[first, last]| (last.wrapping_sub(first) as u32).saturating_add(1));
        let middle = sides.mapped(|[first, last]| first.wrapping_add(last).wrapping_add(1));
        // Parts of a way may lie where no pixels exist: then the middle of its box is not the middle of the way.
        let may_be_cut = way.x0.min(way.y0) == i32::MIN || way.x1.max(way.y1) == i32::MAX;
        let (own, motion) = match box_motion.size[0] == BoxMotion::ANY.size[0] || may_be_cut {
            // As large as the plane, so that no motion passes it. From a side of 2^30 pixels on, a distance between middles may go around.
            true if box_motion.is_asked() || size[0].max(size[1]) >= 1 << 30 => ([1 << 32; 2], [0; 2]),
            true => (size.mapped(i64::from), [0; 2]),
            false => (box_motion.size.mapped(i64::from), box_motion.motion),
        };
        MovingBox { middle, motion, size, own }
    }

    /// Whether the boxes around both ways share a pixel. One of them is shorter than 2^31 pixels, the other one small.
    #[inline(always)]
    pub(crate) fn shares(&self, other: &MovingBox) -> bool {
        let axis = |i: usize| {
            other.middle[i].wrapping_sub(self.middle[i]).unsigned_abs() < self.size[i] + other.size[i]
        };
        axis(0) & axis(1)
    }

    /// Whether two boxes may meet on their ways. The boxes around their ways do, so that no product is too large. The axis across the motion
    /// separates them, or it does not. As the product of a motion with itself is 0, the middles of the ways do as well as those of the boxes at
    /// the start.
    #[inline(always)]
    pub(crate) fn may_meet(&self, other: &MovingBox) -> bool {
        let [x, y] = [0, 1].mapped(|i| i64::from(other.middle[i].wrapping_sub(self.middle[i])));
        let [mx, my] = [0, 1].mapped(|i| i64::from(other.motion[i] - self.motion[i]));
        let [w, h] = [0, 1].mapped(|i| self.own[i] + other.own[i] + MovingBox::MARGIN);
        (x * my - y * mx).abs() <= w * my.abs() + h * mx.abs()
    }
}

/// The columns of pixels in which a box that moves straight may be, band by band: all bands are as many rows of pixels high, and overlap.
#[derive(Debug)]
pub(crate) struct Slant {
    /// How far to the right the middle is when the box begins to share rows with the band, and when it ends, if it went on for ever. In Q16.
    ends: [i64; 2],
    /// How much farther to the right both are for the next band.
    step: i64,
    /// Where the middle begins and ends, the lesser one first.
    within: [i64; 2],
    /// Half the width of the box, and two pixels more.
    margin: i64,
}

impl Slant {
    /// Of a box and the box around its way: begins with a band of which the first and the last row are given. `step` leads from band to band.
    #[inline]
    pub(crate) fn new(thing: &MovingBox, way: &Aabb, band: [i64; 2], step: i64) -> Slant {
        let [dx, dy] = thing.motion.mapped(i64::from);
        let half = thing.own.mapped(|own| (own << 15) + PointQ16::ONE);
        let middle = |first: i32, last: i32, motion: i64| {
            ((i64::from(first) + i64::from(last) + 1) << 15) - motion / 2
        };
        let (start, top) = (middle(way.x0, way.x1, dx), middle(way.y0, way.y1, dy));
        let margin = half[0] + (2 << 16);
        let within = [start.min(start + dx), start.max(start + dx)];
        // How far it moves to the right while it moves a pixel down, in Q16. What hardly moves down is in all columns in all of its rows.
        let slope = if dy == 0 { i64::MAX } else { (dx << 16) / dy };
        if slope.unsigned_abs() >> 31 != 0 {
            return Slant { ends: within, step: 0, within, margin };
        }
        let reach = half[1] + (2 << 16);
        // What is rounded is less than a pixel.
        let at = |row: i64, way: i64| start + ((((row << 16) + way - top) * slope) >> 16);
        Slant { ends: [at(band[0], -reach), at(band[1], reach)], step: step * slope, within, margin }
    }

    /// The first and the last column of the next band, and two more on each side.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> [i64; 2] {
        let [low, high] = self.within;
        let [one, other] = self.ends.mapped(|end| end.clamp(low, high));
        self.ends = self.ends.mapped(|end| end + self.step);
        [(one.min(other) - self.margin) >> 16, (one.max(other) + self.margin) >> 16]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What may be anywhere on its way meets what passes through the box around it, even if that is the whole plane. What has a test is asked
    /// by all that comes near.
    #[test]
    fn boxes_of_unknown_motion_meet_what_comes_near() {
        let (low, high) = (i32::MIN, i32::MAX);
        let plane = Aabb { x0: low, y0: low, x1: high, y1: high };
        let column = Aabb { x0: -3, y0: low, x1: 3, y1: high };
        let fast = |x: i32, y: i32, by: [i64; 2]| {
            let end = [i64::from(x) + by[0], i64::from(y) + by[1]].map(|at| at as i32);
            let way =
                Aabb { x0: x.min(end[0]), y0: y.min(end[1]), x1: x.max(end[0]) + 1, y1: y.max(end[1]) + 1 };
            MovingBox::new(&way, &BoxMotion::new([2, 2], by.map(|by| by << 16)))
        };
        for box_motion in [BoxMotion::ANY, BoxMotion::ASKED] {
            for way in [plane, column] {
                let unknown = MovingBox::new(&way, &box_motion);
                for y in [low, low + 9000, -9000, 0, high - 9000, high - 1] {
                    let down = if y > 0 { -8000 } else { 8000 };
                    for (x, by) in [(-4000, [8000, down]), (4000, [-8000, 0]), (0, [0, down])] {
                        let other = fast(x, y, by);
                        assert!(
                            unknown.may_meet(&other) && other.may_meet(&unknown),
                            "{way:?} {x} {y} {by:?}"
                        );
                    }
                }
            }
        }
        // Wide boxes at whose ends the difference of the middles goes around.
        for over in [-9000, -8000, -3000, -2, -1, 0, 1, 2000] {
            let last = ((1_i64 << 30) - 1 + over).min(i64::from(high) - 1) as i32;
            for turned in [false, true] {
                let wide = match turned {
                    false => Aabb { x0: -(1 << 30), y0: 0, x1: last, y1: 99 },
                    true => Aabb { x0: 0, y0: -(1 << 30), x1: 99, y1: last },
                };
                let wide = MovingBox::new(&wide, &BoxMotion::resting(&wide));
                for by in [60, 4000, 8000] {
                    for inside in [1, 1000, 3000] {
                        // It comes from behind the end, and ends in the last row.
                        let start = [last - inside + by, 98 + by];
                        let [x, y] = if turned { [start[1], start[0]] } else { start };
                        let other = fast(x, y, [-i64::from(by); 2]);
                        assert!(
                            wide.may_meet(&other) && other.may_meet(&wide),
                            "{over} {turned} {by} {inside}"
                        );
                    }
                }
            }
        }
        // A corner of the box around a slanting way.
        let (corner, way) = (Aabb { x0: 400, y0: 2, x1: 410, y1: 10 }, fast(0, 0, [500, 500]));
        assert!(!MovingBox::new(&corner, &BoxMotion::resting(&corner)).may_meet(&way));
        assert!(!MovingBox::new(&corner, &BoxMotion::ANY).may_meet(&way));
        assert!(MovingBox::new(&corner, &BoxMotion::ASKED).may_meet(&way));
    }
}
