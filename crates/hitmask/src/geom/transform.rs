use super::angle::TRIG_BITS;
use super::linear_transform::{
    Linear, LinearTransform, LinearTransformRef, TransformRef, arm_of, is_singular, pivot_of, upright_arm,
};
use super::mapped::Mapped;
use super::pose::{Arm, TOO_STRETCHED, rounded_sum};
use super::{Angle, PointQ16, Pose, PoseParts};
use crate::invalid_argument::{InvalidArgument, InvalidReason, OrPanic};

/// Where and how a collider lies, as parts that read back as they were set: pivot, position, rotation, scale, flips and shear. Each part
/// can be changed alone.
///
/// world = position + rotation · shear · scale · flips · (texel − pivot). So the position is where the pivot lies, and a sprite turns,
/// grows and flips about its pivot. [`Transform::pose`] is the [`Pose`] that follows: integers, which decide every answer.
///
/// A transform may also be made from a [`Pose`], which is a matrix without parts. Its pivot is then (0, 0), and [`Transform::rotation`] and
/// the other parts of the matrix are None. Setting one of them replaces the whole matrix: the parts that were not set are those of an
/// upright sprite.
///
/// ```
/// use hitmask::{Angle, Pose, PoseParts, Transform};
/// let mut ship = Transform::default();
/// ship.set_pivot([8.0, 8.0]);
/// ship.set_position((100, 50));
/// ship.set_rotation(Angle::Degrees(30.0));
/// ship.rotate_by(Angle::Degrees(15.0));
/// assert_eq!((ship.rotation(), ship.position()), (Some(Angle::Degrees(45.0)), (100, 50).into()));
/// let parts = PoseParts::at((100.0, 50.0)).with_pivot((8.0, 8.0)).rotated(Angle::Degrees(45.0));
/// assert_eq!(ship.pose().unwrap(), Pose::new(&parts)?);
/// # Ok::<(), hitmask::InvalidArgument>(())
/// ```
#[doc(alias = "pose")]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Transform {
    position: PointQ16,
    linear_transform: LinearTransform,
}

impl Default for Transform {
    fn default() -> Transform {
        Transform { position: PointQ16::ZERO, linear_transform: LinearTransform::default() }
    }
}

impl TransformRef<'_> {
    /// The same, owned.
    #[inline]
    pub(crate) fn to_transform(self) -> Transform {
        let linear_transform = match self.linear_transform {
            LinearTransformRef::Other(linear_transform) => *linear_transform,
            LinearTransformRef::Upright(pivot) => {
                let arm = upright_arm(pivot).mapped(Arm::of_whole);
                LinearTransform { pivot: pivot_of(pivot), arm, ..LinearTransform::default() }
            }
        };
        Transform { position: self.position, linear_transform }
    }
}

impl Transform {
    /// The transform with these parts. A scale of 0 is legal: such a sprite covers nothing.
    ///
    /// # Errors
    /// [`InvalidArgument`], if a part is not finite or too large.
    pub fn new(parts: &PoseParts) -> Result<Transform, InvalidArgument> {
        let PoseParts { position, rotation, scale, flip, shear, pivot } = *parts;
        let position = position_of(position)?;
        let linear = Some(Linear { rotation, scale, flip, shear });
        let linear_transform =
            LinearTransform { pivot, linear, ..LinearTransform::default() }.with_matrix()?;
        Ok(Transform { position, linear_transform })
    }

    /// The same, lent.
    #[inline]
    pub(crate) fn lend(&self) -> TransformRef<'_> {
        TransformRef {
            position: self.position,
            linear_transform: LinearTransformRef::Other(&self.linear_transform),
        }
    }

    /// The parts. None if the matrix was given as a [`Pose`].
    #[must_use]
    pub fn parts(&self) -> Option<PoseParts> {
        let Linear { rotation, scale, flip, shear } = self.linear_transform.linear?;
        let position = self.position.to_f64();
        Some(PoseParts { position, rotation, scale, flip, shear, pivot: self.linear_transform.pivot })
    }

    /// The matrix. None if it is singular.
    pub(crate) fn matrix(&self) -> Option<[i32; 4]> {
        self.linear_transform.matrix()
    }

    /// The pose. None if the matrix has no inverse (a scale of 0), or if the shape's origin lies more than 2³¹ pixels from the world's
    /// origin. Such a sprite covers nothing.
    #[must_use]
    #[inline]
    pub fn pose(&self) -> Option<Pose> {
        self.lend().pose(false)
    }

    /// The pose of a sprite that stands on whole pixels: as [`Transform::pose`] with the position rounded to the pixel at which it is drawn.
    /// So it covers the same pixels wherever it stands. The rest of the position is its remainder.
    #[must_use]
    #[inline]
    pub fn pose_on_whole_pixels(&self) -> Option<Pose> {
        self.lend().pose(true)
    }

    /// Where the pivot lies.
    #[must_use]
    #[inline]
    pub fn position(&self) -> PointQ16 {
        self.position
    }

    /// Moves the pivot to a position.
    ///
    /// # Panics
    /// If a coordinate is beyond [`PointQ16::LIMIT`]: [`PointQ16::checked`] finds out.
    #[track_caller]
    #[inline]
    pub fn set_position(&mut self, position: impl Into<PointQ16>) {
        self.position = position.into().checked("position").or_panic();
    }

    /// The fixed point of rotation, scale, flips and shear, in texels from the shape's origin.
    #[must_use]
    pub fn pivot(&self) -> [f64; 2] {
        self.linear_transform.pivot
    }

    /// Sets the pivot. The position stays: the shape moves so that its new pivot lies there.
    ///
    /// # Panics
    /// If a coordinate is not finite or its magnitude is above 2³¹.
    #[track_caller]
    pub fn set_pivot(&mut self, pivot: impl Into<[f64; 2]>) {
        self.try_set_pivot(pivot).or_panic();
    }

    /// The checked form of [`Transform::set_pivot`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`Transform::set_pivot`] panics. The transform stays as it was.
    pub fn try_set_pivot(&mut self, pivot: impl Into<[f64; 2]>) -> Result<(), InvalidArgument> {
        let pivot = pivot.into();
        self.linear_transform.arm = arm_of(self.linear_transform.matrix(), pivot)?;
        self.linear_transform.pivot = pivot;
        Ok(())
    }

    /// The rotation. None if the matrix was given as a [`Pose`].
    #[must_use]
    pub fn rotation(&self) -> Option<Angle> {
        Some(self.linear_transform.linear?.rotation)
    }

    /// Turns the shape about its pivot to an angle.
    ///
    /// # Panics
    /// If the angle is not finite. If the scale and the shear together stretch the shape so far that an entry of the turned matrix is above
    /// [`Pose::MAX_STRETCH`]: that scale with a shear does at some angles.
    #[doc(alias = "set_angle")]
    #[track_caller]
    pub fn set_rotation(&mut self, rotation: Angle) {
        self.try_set_rotation(rotation).or_panic();
    }

    /// The checked form of [`Transform::set_rotation`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`Transform::set_rotation`] panics. The transform stays as it was.
    pub fn try_set_rotation(&mut self, rotation: Angle) -> Result<(), InvalidArgument> {
        self.set_linear("rotation", |linear| linear.rotation = rotation)
    }

    /// Turns the shape about its pivot by an angle, which is added to its rotation: see [`Angle::plus`].
    ///
    /// # Panics
    /// If the angle or the sum is not finite, and as [`Transform::set_rotation`].
    #[doc(alias = "rotate")]
    #[track_caller]
    pub fn rotate_by(&mut self, angle: Angle) {
        self.try_rotate_by(angle).or_panic();
    }

    /// The checked form of [`Transform::rotate_by`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`Transform::rotate_by`] panics. The transform stays as it was.
    pub fn try_rotate_by(&mut self, angle: Angle) -> Result<(), InvalidArgument> {
        self.set_linear("angle", |linear| linear.rotation = linear.rotation.plus(angle))
    }

    /// The scale along the shape's own axes, without flips. None if the matrix was given as a [`Pose`].
    #[must_use]
    pub fn scale(&self) -> Option<[f64; 2]> {
        Some(self.linear_transform.linear?.scale)
    }

    /// Scales the shape about its pivot. A scale of 0 is legal: the shape then covers nothing.
    ///
    /// # Panics
    /// If a scale is not finite, or a magnitude, alone or with the shear, is above [`Pose::MAX_STRETCH`].
    #[track_caller]
    pub fn set_scale(&mut self, scale: impl Into<[f64; 2]>) {
        self.try_set_scale(scale).or_panic();
    }

    /// The checked form of [`Transform::set_scale`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`Transform::set_scale`] panics. The transform stays as it was.
    pub fn try_set_scale(&mut self, scale: impl Into<[f64; 2]>) -> Result<(), InvalidArgument> {
        let scale = scale.into();
        self.set_linear("scale", |linear| linear.scale = scale)
    }

    /// Whether the shape is mirrored along x, and along y. None if the matrix was given as a [`Pose`].
    #[must_use]
    pub fn flip(&self) -> Option<[bool; 2]> {
        Some(self.linear_transform.linear?.flip)
    }

    /// Mirrors the shape about its pivot, along x and along y. It replaces earlier flips.
    #[doc(alias = "mirror")]
    pub fn set_flip(&mut self, flip: [bool; 2]) {
        // A flip changes only signs.
        self.set_linear("flip", |linear| linear.flip = flip).or_panic();
    }

    /// The shear. None if the matrix was given as a [`Pose`].
    #[must_use]
    pub fn shear(&self) -> Option<[f64; 2]> {
        Some(self.linear_transform.linear?.shear)
    }

    /// Shears the shape about its pivot.
    ///
    /// # Panics
    /// If a shear is not finite, or a magnitude, alone or with the scale, is above [`Pose::MAX_STRETCH`].
    #[track_caller]
    pub fn set_shear(&mut self, shear: impl Into<[f64; 2]>) {
        self.try_set_shear(shear).or_panic();
    }

    /// The checked form of [`Transform::set_shear`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`Transform::set_shear`] panics. The transform stays as it was.
    pub fn try_set_shear(&mut self, shear: impl Into<[f64; 2]>) -> Result<(), InvalidArgument> {
        let shear = shear.into();
        self.set_linear("shear", |linear| linear.shear = shear)
    }

    /// The same, turned about its pivot by an angle. A matrix that was given is turned as it is.
    ///
    /// # Errors
    /// As [`Transform::new`].
    pub(crate) fn turned(&self, by: Angle) -> Result<Transform, InvalidArgument> {
        let Transform { position, linear_transform } = *self;
        if let Some(linear) = linear_transform.linear {
            let linear = Linear { rotation: linear.rotation.plus(by), ..linear };
            match (LinearTransform { linear: Some(linear), ..linear_transform }).with_matrix() {
                // By less than what rounding adds, perhaps: then the matrix is turned as it is.
                Err(InvalidArgument { reason: InvalidReason::TooStretched { .. }, .. }) => {}
                made => return made.map(|linear_transform| Transform { position, linear_transform }),
            }
        }
        let Some([a, b, c, d]) = linear_transform.matrix().map(|matrix| matrix.mapped(i64::from)) else {
            return Ok(*self);
        };
        let (sin, cos) = by.sin_cos().ok_or(InvalidArgument::new("rotation", InvalidReason::NotFinite))?;
        if (sin, cos) == (0, 1 << TRIG_BITS) {
            return Ok(*self);
        }
        let limit = i64::from(Pose::MAX_STRETCH << 16);
        let entry = |x: i64, y: i64, of_x: i64, of_y: i64| {
            // Sines have TRIG_BITS digits after the point. Rounded to nearest.
            let entry = (x * of_x + y * of_y + (1 << (TRIG_BITS - 1))) >> TRIG_BITS;
            // An entry that was rounded up may now lie one unit beyond the limit.
            let entry = if entry.abs() == limit + 1 { entry.signum() * limit } else { entry };
            i32::try_from(entry)
                .ok()
                .filter(|entry| entry.unsigned_abs() <= Pose::MAX_STRETCH << 16)
                .ok_or(TOO_STRETCHED)
        };
        let matrix = [
            entry(a, c, cos, -sin)?,
            entry(b, d, cos, -sin)?,
            entry(a, c, sin, cos)?,
            entry(b, d, sin, cos)?,
        ];
        let matrix = Some(matrix).filter(|&matrix| !is_singular(matrix));
        let arm = arm_of(matrix, linear_transform.pivot)?;
        let entries = matrix.unwrap_or_default();
        Ok(Transform {
            position,
            linear_transform: LinearTransform { linear: None, entries, arm, ..linear_transform },
        })
    }

    /// Where it takes a shape that lies in the plane of another one, if that one lies under a pose. None if the pose that this makes has no
    /// inverse, is stretched too far, or lies too far away.
    ///
    /// The matrix is the product of the two matrices. The position is where the pose takes this position. The shape's origin lies beside it by
    /// -matrix · pivot. Each of these numbers is rounded once, to nearest, ties away from zero: so wherever the pose is moved to, the
    /// result moves by the same.
    pub(crate) fn under(&self, pose: &Pose) -> Transform {
        self.checked_under(pose).unwrap_or_else(|| None.into())
    }

    fn checked_under(&self, pose: &Pose) -> Option<Transform> {
        let [a, b, c, d] = pose.entries();
        let [e, f, g, h] = self.linear_transform.matrix()?.mapped(i64::from);
        let entry = |row: [i64; 2], column: [i64; 2]| {
            let entry = i32::try_from(rounded_sum(row, column)).ok()?;
            (entry.unsigned_abs() <= Pose::MAX_STRETCH << 16).then_some(entry)
        };
        let rows = [[a, b], [c, d]];
        let [top, bottom] = rows.mapped(|row| [entry(row, [e, g]), entry(row, [f, h])]);
        let matrix = [top[0]?, top[1]?, bottom[0]?, bottom[1]?];
        let at = [self.position.x, self.position.y];
        let [x, y] = rows.mapped(|row| rounded_sum(row, at));
        let [tx, ty] = pose.translation;
        let position = PointQ16::new(tx + x, ty + y).checked("position").ok()?;
        let pivot = self.linear_transform.pivot;
        let arm = arm_of(Some(matrix), pivot).ok()?.mapped(Arm::snapped);
        let linear_transform = LinearTransform { pivot, linear: None, entries: matrix, arm };
        Some(Transform { position, linear_transform }).filter(|_| !is_singular(matrix))
    }

    /// The same as it would be if position, pivot and matrix had been set. After [`Transform::under`] a coordinate of its pose may change by
    /// 1/65536 to the left of or above the origin.
    pub(crate) fn canonical(self) -> Transform {
        let Transform { position, linear_transform } = self;
        let linear = (linear_transform.entries == Pose::IDENTITY.matrix).then(Linear::default);
        let arm = arm_of(linear_transform.matrix(), linear_transform.pivot).unwrap_or(linear_transform.arm);
        Transform { position, linear_transform: LinearTransform { linear, arm, ..linear_transform } }
    }

    /// Changes a part of the matrix. What is wrong with the matrix then is wrong with that part.
    fn set_linear(&mut self, part: &'static str, f: impl FnOnce(&mut Linear)) -> Result<(), InvalidArgument> {
        let mut linear = self.linear_transform.linear.unwrap_or_default();
        f(&mut linear);
        let changed = LinearTransform { linear: Some(linear), ..self.linear_transform };
        self.linear_transform = changed.with_matrix().map_err(|refused| refused.of(part))?;
        Ok(())
    }
}

fn position_of(position: [f64; 2]) -> Result<PointQ16, InvalidArgument> {
    PointQ16::from_f64(position[0], position[1]).ok_or_else(|| match position.iter().all(|x| x.is_finite()) {
        true => PointQ16::too_far("position"),
        false => InvalidArgument::new("position", InvalidReason::NotFinite),
    })
}

/// The matrix as it is, with the pivot (0, 0). With None it covers nothing.
impl From<Option<Pose>> for Transform {
    fn from(pose: Option<Pose>) -> Transform {
        let [x, y] = pose.map_or([0; 2], |pose| pose.translation);
        let matrix = pose.map(|pose| pose.matrix);
        let is_plain = matrix == Some(Pose::IDENTITY.matrix);
        let (linear, entries) = (is_plain.then(Linear::default), matrix.unwrap_or_default());
        let linear_transform = LinearTransform { linear, entries, ..LinearTransform::default() };
        Transform { position: PointQ16::new(x, y), linear_transform }
    }
}

/// The matrix as it is, with the pivot (0, 0).
impl From<Pose> for Transform {
    fn from(pose: Pose) -> Transform {
        Some(pose).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use alloc::{format, vec};
    use hitmask_oracle::Rng;

    /// Numbers that make ties: halves of the smallest unit, and right next to them.
    fn numbers() -> Vec<f64> {
        let unit = 1.0 / 65536.0;
        let mut numbers = vec![0.0, 1.0, 0.5, 2.5, 7.25, 1000.0, 1.0 / 3.0];
        for n in [0.5, 1.5, 2.5, 3.0] {
            let tie: f64 = n * unit;
            numbers.extend([tie, tie.next_up(), tie.next_down()]);
        }
        let negative: Vec<f64> = numbers.iter().map(|x| -x).collect();
        numbers.extend(negative);
        numbers
    }

    #[test]
    fn its_pose_is_the_pose_of_its_parts() {
        let rng = &mut Rng::new(0x2545_F491);
        let numbers = numbers();
        let mut ties = 0;
        for _ in 0..20_000 {
            let mut pick = || rng.pick(&numbers);
            let scale = [pick(), pick()].map(|s| if s == 1000.0 || s == -1000.0 { 63.0 } else { s });
            let parts = PoseParts {
                position: [pick(), pick()],
                scale,
                shear: [0.0, 0.0],
                pivot: [pick(), pick()],
                rotation: Angle::Degrees(90.0 * pick().round()),
                flip: [rng.one_in(2), rng.one_in(2)],
            };
            let mut transform = Transform::new(&parts).unwrap();
            let expected = Pose::new(&parts);
            assert_eq!(transform.pose(), expected.ok(), "{parts:?}");
            let read = transform.parts().unwrap();
            assert_eq!(
                (read.scale, read.flip, read.pivot, read.rotation),
                (parts.scale, parts.flip, parts.pivot, parts.rotation)
            );
            // The cover of a sprite on whole pixels does not depend on the place, and far from the origin it is that of the pose.
            transform.set_position((40_000, 40_000));
            let far = transform.pose_on_whole_pixels();
            assert_eq!(far, transform.pose());
            ties += usize::from(transform.linear_transform.arm[0].rest() == super::super::pose::Rest::Half);
            transform.set_position((-40_000, -40_000));
            let near = transform.pose_on_whole_pixels();
            assert_eq!(near.map(|p| p.translation.map(|t| t + (80_000 << 16))), far.map(|p| p.translation));
        }
        assert!(ties > 100, "only {ties} ties");
    }

    /// Where four bytes stand for a linear transform, all that they say is what it says, bit by bit.
    #[test]
    fn an_upright_stance_is_its_pivot() {
        let rng = &mut Rng::new(0x8EED_57A5);
        let pivots = [0.0, -0.0, 0.5, 2.5, -7.25, 0.125, 0.0625, 4095.875, 4096.0, -4096.0, -4096.125, 1e-30];
        let far = PointQ16::LIMIT;
        let places = [0, 1, -1, 1 << 15, (1 << 15) + 1, -(1 << 15), far, far - 1, -far, far - (1 << 28)];
        let mut small = 0;
        for _ in 0..20_000 {
            let mut transform = Transform::default();
            match rng.below(4) {
                0 => transform.set_rotation(rng.pick(&[
                    Angle::Degrees(0.0),
                    Angle::Degrees(-0.0),
                    Angle::Radians(0.0),
                    Angle::Degrees(360.0),
                ])),
                1 => transform.set_shear([rng.pick(&[0.0, -0.0]), 0.0]),
                2 => transform.set_scale([1.0, rng.pick(&[1.0, -1.0])]),
                _ => transform = Pose::IDENTITY.into(),
            }
            transform.set_pivot([rng.pick(&pivots), rng.pick(&pivots)]);
            transform.set_position(PointQ16::new(rng.pick(&places), rng.pick(&places)));
            let Some(pivot) = transform.linear_transform.upright() else { continue };
            small += 1;
            let lent = TransformRef {
                position: transform.position,
                linear_transform: LinearTransformRef::Upright(pivot),
            };
            assert_eq!(format!("{:?}", lent.to_transform()), format!("{transform:?}"));
            assert_eq!(
                (lent.pose(false), lent.pose(true)),
                (transform.pose(), transform.pose_on_whole_pixels())
            );
            assert_eq!(lent.linear_transform.matrix(), transform.matrix());
            let origin = lent.upright_origin().map(|PointQ16 { x, y }| [x, y]);
            assert_eq!(origin, transform.pose().map(|pose| pose.translation));
        }
        assert!(small > 3000, "only {small} are upright");
    }

    /// A transform that the upright form cannot give back exactly is stored in full.
    #[test]
    fn what_is_not_quite_upright_is_not_upright() {
        let with = |change: fn(&mut Transform)| {
            let mut transform = Transform::default();
            change(&mut transform);
            transform.linear_transform.upright()
        };
        assert_eq!(with(|_| {}), Some([0, 0]));
        assert_eq!(with(|it| it.set_pivot([2.5, -4096.0])), Some([20, -32768]));
        assert_eq!(with(|it| it.set_pivot([4096.0, 0.0])), None);
        assert_eq!(with(|it| it.set_pivot([-0.0, 0.0])), None);
        assert_eq!(with(|it| it.set_pivot([0.1, 0.0])), None);
        assert_eq!(with(|it| it.set_rotation(Angle::Degrees(-0.0))), None);
        assert_eq!(with(|it| it.set_rotation(Angle::Radians(0.0))), None);
        assert_eq!(with(|it| it.set_rotation(Angle::Steps { step: 0, of: 4 })), None);
        assert_eq!(with(|it| it.set_shear([0.0, -0.0])), None);
        assert_eq!(with(|it| it.set_flip([true, false])), None);
        assert_eq!(with(|it| it.set_scale([0.0, 1.0])), None);
        assert_eq!(with(|it| *it = None.into()), None);
    }

    #[test]
    fn a_given_matrix_has_no_parts() {
        let turned = Pose::from_q16([0, -65536, 65536, 0, 7, 9]).unwrap();
        let mut transform = Transform::from(turned);
        assert_eq!((transform.pose(), transform.parts()), (Some(turned), None));
        assert_eq!((transform.position(), transform.rotation()), (PointQ16::new(7, 9), None));
        transform.set_position((1, 2));
        assert_eq!(transform.pose(), Some(turned.placed((1, 2))));
        transform.set_scale([2.0, 2.0]);
        assert_eq!(transform.pose().unwrap().to_q16(), [131_072, 0, 0, 131_072, 65536, 131_072]);
        assert_eq!(transform.rotation(), Some(Angle::default()));
        assert_eq!(Transform::from(None).pose(), None);
        assert!(Transform::from(Pose::at(3, 4)).parts().is_some());
    }

    #[test]
    fn a_scale_of_zero_covers_nothing_and_comes_back() {
        let mut transform = Transform::default();
        transform.set_pivot([4.0, 4.0]);
        transform.set_scale([0.0, 1.0]);
        assert_eq!((transform.pose(), transform.scale()), (None, Some([0.0, 1.0])));
        transform.set_position((5, 5));
        transform.set_scale([1.0, 1.0]);
        assert_eq!(transform.pose(), Some(Pose::at(1, 1)));
    }
}
