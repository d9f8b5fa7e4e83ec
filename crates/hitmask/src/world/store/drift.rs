//! A quick look at whether two boxes that move straight come near each other.

use crate::broad_phase::Aabb;

/// A box that moves straight, for a quick look at whether two of them come near each other. In Q16.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drift {
    /// The middle of the box at the start.
    pub(crate) middle: [i64; 2],
    /// Half the size of the box, and a pixel more. Below 0: it may be anywhere.
    pub(crate) half: [i32; 2],
    pub(crate) motion: [i32; 2],
}

impl Drift {
    /// What may be anywhere.
    pub(crate) const ANY: Drift = Drift { middle: [0; 2], half: [-1; 2], motion: [0; 2] };
    /// In pixels. Boxes or motions of this length may be anywhere, so that products fit 64 bits.
    pub(crate) const LARGE: i64 = 1 << 13;
    /// In pixels. A box around a longer way meets far more than the way does.
    const FAR: i32 = 64;

    /// Whether its way is followed through cells, see `WayCells`.
    #[inline]
    pub(crate) fn is_far(&self) -> bool {
        self.motion.iter().any(|motion| motion.abs() >> 16 > Drift::FAR)
    }

    /// How far it moves to the right while it moves a pixel down, in Q16. 0 if it doesn't move down or up.
    #[inline]
    pub(crate) fn slope(&self) -> i64 {
        let [dx, dy] = self.motion.map(i64::from);
        if dy == 0 { 0 } else { (dx << 16) / dy }
    }

    /// The columns of pixels in which it may be while it shares rows of pixels with `rows`, and two more on each side. It is not `ANY`.
    /// `slope` is its slope.
    #[inline]
    pub(crate) fn columns(&self, rows: [i64; 2], slope: i64) -> [i64; 2] {
        let Drift { middle, half, motion } = *self;
        let [dx, dy] = motion.map(i64::from);
        // Where its middle is when it begins to share them, and when it ends.
        let at = |row: i64, way: i64| {
            let y = ((row << 16) + way - middle[1]).clamp(dy.min(0), dy.max(0));
            // No product is much above the motion, and what is rounded is less than a pixel.
            middle[0] + ((y * slope) >> 16)
        };
        let reach = i64::from(half[1]) + (2 << 16);
        let ends = match dy {
            0 => [middle[0], middle[0] + dx],
            _ => [at(rows[0], -reach), at(rows[1], reach)],
        };
        let margin = i64::from(half[0]) + (2 << 16);
        [(ends[0].min(ends[1]) - margin) >> 16, (ends[0].max(ends[1]) + margin) >> 16]
    }

    /// A box that rests.
    pub(crate) fn resting(aabb: &Aabb) -> Drift {
        let [x, y] = [[aabb.x0, aabb.x1], [aabb.y0, aabb.y1]].map(|ends| ends.map(i64::from));
        let axis =
            |[low, high]: [i64; 2]| ((low + high + 1) << 15, (((high - low + 1) << 15) + (1 << 16)) as i32);
        let ((x, w), (y, h)) = (axis(x), axis(y));
        Drift { middle: [x, y], half: [w, h], motion: [0; 2] }
    }

    /// Whether two colliders, whose boxes around their ways meet, may meet on their ways. Looks at how far apart they pass each other.
    #[inline]
    pub(crate) fn may_meet(&self, other: &Drift) -> bool {
        let apart = [0, 1].map(|i| other.middle[i] - self.middle[i]);
        if self.half[0] < 0 || other.half[0] < 0 || apart.iter().any(|apart| apart.abs() >> 31 > 0) {
            return true;
        }
        let motion = [0, 1].map(|i| i64::from(other.motion[i]) - i64::from(self.motion[i]));
        let half = [0, 1].map(|i| i64::from(self.half[i]) + i64::from(other.half[i]));
        // The axis across the motion separates them, or it does not.
        (apart[0] * motion[1] - apart[1] * motion[0]).abs()
            <= half[0] * motion[1].abs() + half[1] * motion[0].abs()
    }
}
