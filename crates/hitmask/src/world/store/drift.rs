//! A quick look at whether two boxes that move straight come near each other.

use crate::broad_phase::Aabb;
use crate::geom::PointQ16;

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
    /// What has a test of its own, which is asked wherever the boxes around both ways meet.
    pub(crate) const ASKED: Drift = Drift { half: [-2; 2], ..Drift::ANY };
    /// In pixels. Boxes or motions of this length may be anywhere, so that products fit 64 bits.
    pub(crate) const LARGE: i64 = 1 << 13;
    /// In pixels. A box around a longer way meets far more than the way does.
    const FAR: i32 = 64;

    /// A box that rests.
    #[inline]
    pub(crate) fn resting(b: &Aabb) -> Drift {
        let axis = |first: i32, last: i32| {
            (i64::from(first) + i64::from(last) + 1, i64::from(last) - i64::from(first) + 1)
        };
        let ((x, w), (y, h)) = (axis(b.x0, b.x1), axis(b.y0, b.y1));
        if w.max(h) >= Drift::LARGE {
            return Drift::ANY;
        }
        let half = |size: i64| ((size << 15) + PointQ16::ONE) as i32;
        Drift { middle: [x << 15, y << 15], half: [half(w), half(h)], motion: [0; 2] }
    }

    /// The size of its box at the start, in pixels. None if it may be anywhere.
    #[inline]
    pub(crate) fn size(&self) -> Option<[i32; 2]> {
        (self.half[0] >= 0).then(|| self.half.map(|half| (half - PointQ16::ONE as i32) >> 15))
    }

    /// Whether its way is followed through cells, see `WayCells`.
    #[inline]
    pub(crate) fn is_far(&self) -> bool {
        self.motion.iter().any(|motion| motion.abs() >> 16 > Drift::FAR)
    }

    /// Whether it has a test of its own.
    #[inline]
    pub(crate) fn is_asked(&self) -> bool {
        self.half == Drift::ASKED.half
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
    /// Of a drift that is not [`Drift::ANY`]: begins with a band of which the first and the last row are given. `step` leads from band to band.
    #[inline]
    pub(crate) fn new(drift: &Drift, band: [i64; 2], step: i64) -> Slant {
        let Drift { middle, half, motion } = *drift;
        let [dx, dy] = motion.map(i64::from);
        let margin = i64::from(half[0]) + (2 << 16);
        let (start, end) = (middle[0], middle[0] + dx);
        let within = [start.min(end), start.max(end)];
        // How far it moves to the right while it moves a pixel down, in Q16. What hardly moves down is in all columns in all of its rows.
        let slope = if dy == 0 { i64::MAX } else { (dx << 16) / dy };
        if slope.unsigned_abs() >> 31 != 0 {
            return Slant { ends: within, step: 0, within, margin };
        }
        let reach = i64::from(half[1]) + (2 << 16);
        // What is rounded is less than a pixel.
        let at = |row: i64, way: i64| start + ((((row << 16) + way - middle[1]) * slope) >> 16);
        Slant { ends: [at(band[0], -reach), at(band[1], reach)], step: step * slope, within, margin }
    }

    /// The first and the last column of the next band, and two more on each side.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> [i64; 2] {
        let [low, high] = self.within;
        let [one, other] = self.ends.map(|end| end.clamp(low, high));
        self.ends = self.ends.map(|end| end + self.step);
        [(one.min(other) - self.margin) >> 16, (one.max(other) + self.margin) >> 16]
    }
}
