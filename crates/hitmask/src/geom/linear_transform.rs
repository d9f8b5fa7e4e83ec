//! The linear transform of a shape about its position, and the short form of it that a world stores.

use super::mapped::Mapped;
use super::pose::{Arm, matrix_of};
use super::{Angle, PointQ16, Pose};
use crate::invalid_argument::InvalidArgument;

/// How a shape lies about its position. It is copied and read at once: what a pose needs begins at a multiple of 16 bytes, because a read
/// across two writes must wait for both.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C)]
pub(crate) struct LinearTransform {
    /// The matrix. All 0 if it is singular.
    pub(super) entries: [i32; 4],
    /// Where the shape's origin lies, seen from the position.
    pub(super) arm: [Arm; 2],
    pub(super) pivot: [f64; 2],
    /// None if the matrix was given.
    pub(super) linear: Option<Linear>,
}

/// A lent transform. Most shapes are upright and have a simple pivot: so a world keeps four bytes of it instead of a [`LinearTransform`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct TransformRef<'a> {
    pub(crate) position: PointQ16,
    pub(crate) linear_transform: LinearTransformRef<'a>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum LinearTransformRef<'a> {
    /// Of an upright shape, whose pivot is this many eighths of a texel from its origin.
    Upright([i16; 2]),
    Other(&'a LinearTransform),
}

/// The parts of a matrix.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Linear {
    pub(super) rotation: Angle,
    pub(super) scale: [f64; 2],
    pub(super) flip: [bool; 2],
    pub(super) shear: [f64; 2],
}

impl Default for Linear {
    fn default() -> Linear {
        Linear { rotation: Angle::default(), scale: [1.0; 2], flip: [false; 2], shear: [0.0; 2] }
    }
}

impl Default for LinearTransform {
    fn default() -> LinearTransform {
        LinearTransform {
            pivot: [0.0; 2],
            linear: Some(Linear::default()),
            entries: Pose::IDENTITY.matrix,
            arm: [Arm::default(); 2],
        }
    }
}

impl Linear {
    /// Whether they read back as those of an upright shape, bit by bit: a shear of -0 does not.
    fn is_default(&self) -> bool {
        let Linear { rotation, scale, flip, shear } = *self;
        let is_zero = |float: f64| float.to_bits() == 0;
        matches!(rotation, Angle::Degrees(degrees) if is_zero(degrees))
            && (scale, flip) == ([1.0; 2], [false; 2])
            && shear.iter().copied().all(is_zero)
    }
}

impl LinearTransform {
    /// The matrix. None if it is singular.
    #[inline]
    pub(super) fn matrix(&self) -> Option<[i32; 4]> {
        (self.entries != [0; 4]).then_some(self.entries)
    }

    /// Whether it is upright with its origin at its position. Few are asked, so it is out of the way.
    #[inline(never)]
    fn has_no_arm(&self) -> bool {
        self.entries == Pose::IDENTITY.matrix && self.arm == [Arm::default(); 2]
    }

    /// The eighths of a texel of the pivot, if that and the position say all.
    #[inline]
    pub(crate) fn upright(&self) -> Option<[i16; 2]> {
        if self.entries != Pose::IDENTITY.matrix || !self.linear?.is_default() {
            return None;
        }
        let eighths = self.pivot.mapped(|texels| (texels * EIGHTHS) as i16);
        (pivot_of(eighths).mapped(f64::to_bits) == self.pivot.mapped(f64::to_bits)).then_some(eighths)
    }

    /// The same with matrix and arm computed from the parts.
    pub(super) fn with_matrix(self) -> Result<LinearTransform, InvalidArgument> {
        let Some(Linear { rotation, scale, flip, shear }) = self.linear else { return Ok(self) };
        let matrix = Some(matrix_of(rotation, scale, flip, shear)?).filter(|&matrix| !is_singular(matrix));
        Ok(LinearTransform { entries: matrix.unwrap_or_default(), arm: arm_of(matrix, self.pivot)?, ..self })
    }
}

const EIGHTHS: f64 = 8.0;

pub(super) fn pivot_of(eighths: [i16; 2]) -> [f64; 2] {
    eighths.mapped(|eighths| f64::from(eighths) / EIGHTHS)
}

/// Where the origin of an upright shape lies, seen from its position.
#[inline]
pub(super) fn upright_arm(eighths: [i16; 2]) -> [i64; 2] {
    eighths.mapped(|eighths| -(i64::from(eighths) << 13))
}

impl LinearTransformRef<'_> {
    /// The matrix. None if it is singular.
    #[inline]
    pub(crate) fn matrix(self) -> Option<[i32; 4]> {
        match self {
            LinearTransformRef::Upright(_) => Some(Pose::IDENTITY.matrix),
            LinearTransformRef::Other(linear_transform) => linear_transform.matrix(),
        }
    }

    /// Where the shape's origin lies, seen from the position.
    #[inline]
    fn arm(self) -> [Arm; 2] {
        match self {
            LinearTransformRef::Upright(pivot) => upright_arm(pivot).mapped(Arm::of_whole),
            LinearTransformRef::Other(linear_transform) => linear_transform.arm,
        }
    }
}

impl TransformRef<'_> {
    /// See [`Transform::pose`], and with `on_whole_pixels` [`Transform::pose_on_whole_pixels`].
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub(crate) fn pose(self, on_whole_pixels: bool) -> Option<Pose> {
        let TransformRef { position: PointQ16 { x, y }, linear_transform } = self;
        let arm = linear_transform.arm();
        let translation = match on_whole_pixels {
            false => [arm[0].added_to(x), arm[1].added_to(y)],
            true => {
                let PointQ16 { x, y } = self.position.on_pixel();
                [x + arm[0].rounded(), y + arm[1].rounded()]
            }
        };
        let exists = translation.iter().all(|t| t.abs() <= PointQ16::LIMIT);
        linear_transform.matrix().filter(|_| exists).map(|matrix| Pose { matrix, translation })
    }

    /// Where the origin of an upright shape lies, if that is a simple distance from the position, wherever it is, and not too far away for a
    /// pose.
    #[inline]
    pub(crate) fn upright_origin(self) -> Option<PointQ16> {
        let PointQ16 { x, y } = self.position;
        let [by_x, by_y] = match self.linear_transform {
            LinearTransformRef::Upright(pivot) => upright_arm(pivot),
            LinearTransformRef::Other(linear_transform) => linear_transform.has_no_arm().then_some([0; 2])?,
        };
        let is_near = |q: i64| q.unsigned_abs() <= PointQ16::LIMIT as u64;
        Some(PointQ16::new(x + by_x, y + by_y)).filter(|origin| is_near(origin.x) && is_near(origin.y))
    }
}

pub(super) fn is_singular(matrix: [i32; 4]) -> bool {
    Pose { matrix, translation: [0; 2] }.determinant() == 0
}

pub(super) fn arm_of(matrix: Option<[i32; 4]>, pivot: [f64; 2]) -> Result<[Arm; 2], InvalidArgument> {
    Arm::of(matrix.unwrap_or(Pose::IDENTITY.matrix), pivot)
}
