//! Poses, parts of poses and positions, from the desk.

use crate::prelude::*;
use hitmask::Angle;
#[cfg(feature = "full")]
use hitmask::{PointQ16, Transform};

/// How many floats a [`transform`] takes on the desk.
#[cfg(feature = "full")]
pub(crate) const PLACE: usize = 14;

export! {
    /// A pose from the parts on the desk.
    fn pose_from_parts() -> i32 = reply(Pose::new(&parts(0)).map(|pose| lay_pose(&pose)).map_err(Fault::from));

    /// A pose from a matrix on the desk, in pixels.
    fn pose_from_matrix() -> i32 {
        let matrix = core::array::from_fn(get);
        reply(Pose::from_matrix(matrix).map(|pose| lay_pose(&pose)).map_err(Fault::from))
    }

    /// A pose from six Q16 numbers on the desk, if they are a legal one.
    fn pose_from_q16() -> i32 = reply(pose_on_desk(0).map(|pose| lay_pose(&pose)));

    /// The pose on the desk, and then the one behind it.
    fn pose_then() -> i32 = reply(pose_on_desk(0).and_then(|pose| Ok(lay_pose(&pose.then(&pose_on_desk(6)?)?))));

    /// Where a point of a shape lies, by the pose on the desk.
    fn point_at(x: f64, y: f64) -> i32 = reply(pose_on_desk(0).map(|pose| {
        lay(0, &pose.point_at([x, y]));
        SOME
    }));

    /// The texel under a world pixel, by the pose on the desk.
    fn texel_at(x: i32, y: i32) -> i32 = reply(pose_on_desk(0).map(|pose| {
        lay(0, &pose.texel_at((x, y)).map(|texel| texel as f64));
        SOME
    }));
}

/// Lays the six Q16 numbers on the desk.
pub(crate) fn lay_pose(pose: &Pose) -> i32 {
    lay(0, &pose.to_q16().map(|x| x as f64));
    SOME
}

/// The pose of six Q16 numbers on the desk. JavaScript has checked that they are whole.
#[expect(
    clippy::cast_possible_truncation,
    reason = "JavaScript has checked that they are whole; from_q16 checks the range"
)]
pub(crate) fn pose_on_desk(place: usize) -> Result<Pose, Fault> {
    Ok(Pose::from_q16(core::array::from_fn(|i| get(place + i) as i64))?)
}

/// An angle on the desk: its unit (0 degrees, 1 radians, 2 steps), then one or two numbers.
#[expect(clippy::cast_possible_truncation, reason = "JavaScript has checked that steps are whole and fit")]
pub(crate) fn angle(place: usize) -> Angle {
    let value = get(place + 1);
    match whole(place) {
        0 => Angle::Degrees(value),
        1 => Angle::Radians(value),
        _ => Angle::Steps { step: value as i32, of: whole(place + 2) },
    }
}

/// Parts of a pose on the desk: position, angle, scale, flip, shear, pivot. 13 numbers.
fn parts(place: usize) -> PoseParts {
    PoseParts {
        position: pair(place),
        rotation: angle(place + 2),
        scale: pair(place + 5),
        flip: pair(place + 7).map(|flip| flip != 0.0),
        shear: pair(place + 9),
        pivot: pair(place + 11),
    }
}

/// Where something lies: 0 and the parts of a pose, or 1 and the six numbers of a pose.
#[cfg(feature = "full")]
pub(crate) fn transform(place: usize) -> Result<Transform, Fault> {
    if get(place) == 0.0 {
        Ok(Transform::new(&parts(place + 1))?)
    } else {
        Ok(pose_on_desk(place + 1)?.into())
    }
}

/// A position or a motion, in pixels. The library refuses what is not finite or too far away. One copy, since the module's size counts.
#[cfg(feature = "full")]
#[inline(never)]
pub(crate) fn q16(x: f64, y: f64) -> PointQ16 {
    (x, y).into()
}
