//! The plane of a shape, seen from the world.

use crate::geom::{Extent, Mapped, ONE, PointQ16, Pose};

/// The map from a shape's plane to world pixels, in integers.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShapePlane {
    /// The entries a, b, c, d.
    pub(super) matrix: [i64; 4],
    /// In units of 2^-bits of a pixel.
    pub(super) translation: [i128; 2],
    /// 16 if the matrix is the identity; it is then stored as (1, 0; 0, 1). Otherwise 32, and the matrix is in Q16.
    pub(super) bits: u32,
}

impl ShapePlane {
    pub(super) fn new(pose: Option<&Pose>) -> ShapePlane {
        let translation = pose.map_or([0; 2], |pose| pose.translation).mapped(i128::from);
        match pose {
            Some(pose) if pose.matrix != [ONE, 0, 0, ONE] => {
                ShapePlane { matrix: pose.entries(), translation: translation.mapped(|t| t << 16), bits: 32 }
            }
            _ => ShapePlane { matrix: [1, 0, 0, 1], translation, bits: 16 },
        }
    }

    /// One pixel in the units of [`ShapePlane::image`].
    pub(super) fn unit(&self) -> i128 {
        1 << self.bits
    }

    /// The world position of a point, in units of 2^-bits of a pixel. Below 2⁷².
    pub(super) fn image(&self, point: PointQ16) -> [i128; 2] {
        let [a, b, c, d] = self.matrix.mapped(i128::from);
        let (x, y) = (i128::from(point.x), i128::from(point.y));
        [a * x + b * y + self.translation[0], c * x + d * y + self.translation[1]]
    }

    /// The first pixel whose centre, shifted by ε, lies beyond a coordinate: ⌈x − ½⌉.
    pub(super) fn first_middle(&self, x: i128) -> i64 {
        ((x + self.unit() / 2 - 1) >> self.bits) as i64
    }

    /// The pixels whose centres lie in a box, including pixels that don't exist.
    pub(super) fn pixels(&self, low: [i128; 2], high: [i128; 2]) -> Extent {
        let ([x0, y0], [x1, y1]) =
            (low.mapped(|x| self.first_middle(x)), high.mapped(|x| self.first_middle(x)));
        Extent { x0, y0, x1, y1 }
    }
}

/// A fraction, rounded down, to which a constant is added repeatedly.
pub(super) struct Fraction {
    pub(super) whole: i64,
    pub(super) over: i128,
    pub(super) step: (i64, i128),
    pub(super) unit: i128,
}

impl Fraction {
    #[inline]
    pub(super) fn step(&mut self) {
        self.whole = self.whole.wrapping_add(self.step.0);
        self.over += self.step.1;
        if self.over >= self.unit {
            self.over -= self.unit;
            self.whole = self.whole.wrapping_add(1);
        }
    }
}

/// The quotient, rounded down, and the remainder. Most numbers fit i64, and i64 division is many times faster.
#[inline]
pub(super) fn divided(x: i128, by: i128) -> (i64, i128) {
    match (i64::try_from(x), i64::try_from(by)) {
        (Ok(x), Ok(by)) => (x.div_euclid(by), x.rem_euclid(by).into()),
        _ => {
            let whole = x.div_euclid(by);
            (whole as i64, x - whole * by)
        }
    }
}
