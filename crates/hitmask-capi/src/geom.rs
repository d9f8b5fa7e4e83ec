//! Points, rectangles, times, angles and poses
//!
//! These are plain values: copy them, and make them as you like. y points down. A pixel (x, y) is the unit square from (x, y) to
//! (x + 1, y + 1), without its right and lower edges. "First" always means the lowest y, and among those the lowest x.

use crate::prelude::*;
use hitmask::{Angle, Circle, Layers, Margins, Pose, PoseParts};

/// A pixel, or an offset in whole pixels. An offset of two shapes is the origin of b minus the origin of a, in pixels of a.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_point {
    /// To the right.
    pub x: i32,
    /// Down.
    pub y: i32,
}

/// A position or a motion in units of 1/65536 of a pixel: 98304 is one and a half pixels. Coordinates lie within 2^31 pixels on both sides
/// of 0, which is 2^47 here; functions refuse others with HITMASK_OUT_OF_RANGE.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_point_q16 {
    /// To the right.
    pub x: i64,
    /// Down.
    pub y: i64,
}

/// A pair of numbers.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct hitmask_vector {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// A rectangle of pixels. It is empty if a side is 0.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_rect {
    /// The column of its upper left pixel.
    pub x: i32,
    /// The row of its upper left pixel.
    pub y: i32,
    /// Its width.
    pub w: u32,
    /// Its height.
    pub h: u32,
}

/// How far the corners and edges of a picture reach in from its sides, in pixels: where it is cut into nine slices.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_margins {
    /// The width of the left column of slices.
    pub left: u32,
    /// The height of the upper row.
    pub top: u32,
    /// The width of the right column.
    pub right: u32,
    /// The height of the lower row.
    pub bottom: u32,
}

/// How a motion ends.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_outcome {
    /// It meets nothing.
    HITMASK_MISS = 0,
    /// They overlap at the start already.
    HITMASK_INITIAL_OVERLAP = 1,
    /// It is free at first, then meets something.
    HITMASK_HIT = 2,
    /// A turning motion passes so near that neither a hit nor a miss is proven.
    HITMASK_UNCLEAR = 3,
}

/// A circle, in units of 1/65536 of a pixel. It covers the pixels whose centres lie inside.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_circle {
    /// The column of its centre.
    pub x: i64,
    /// The row of its centre.
    pub y: i64,
    /// Its radius. Not negative.
    pub radius: i64,
}

/// A moment of a motion, as an exact fraction in lowest terms: 0 is the start, 1 the end.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_time {
    /// Above the line.
    pub numerator: u64,
    /// Below the line. Not 0 in answers.
    pub denominator: u64,
}

/// The units of a hitmask_angle.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_angle_unit {
    /// 360 are a turn.
    HITMASK_DEGREES = 0,
    /// 2 pi are a turn.
    HITMASK_RADIANS = 1,
    /// A number of equal parts of a turn: exact for every number of parts.
    HITMASK_STEPS = 2,
}

/// An angle. Positive angles turn clockwise on the screen. All zero is no rotation.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct hitmask_angle {
    /// A hitmask_angle_unit.
    pub unit: i32,
    /// The number of steps, if the unit is HITMASK_STEPS.
    pub step: i32,
    /// How many steps are a turn, if the unit is HITMASK_STEPS. Not 0.
    pub of: u32,
    /// Degrees or radians.
    pub amount: f64,
}

/// What a pose is made of: world = position + rotation * shear * scale * (texel - pivot). Begin with hitmask_pose_parts_default, because a
/// scale of 0 shows nothing.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct hitmask_pose_parts {
    /// Where the pivot lies in the world, in pixels.
    pub position: hitmask_vector,
    /// The rotation about the pivot.
    pub rotation: hitmask_angle,
    /// The scale along the sprite's own axes. A negative number mirrors that axis.
    pub scale: hitmask_vector,
    /// Whether the sprite is mirrored along its own x axis.
    pub flip_x: hitmask_flag,
    /// Whether the sprite is mirrored along its own y axis.
    pub flip_y: hitmask_flag,
    /// How far x shifts per pixel of y, and y per pixel of x.
    pub shear: hitmask_vector,
    /// The fixed point, in texels from the sprite's upper left corner.
    pub pivot: hitmask_vector,
}

/// Where and how a sprite lies: the point (u, v) of the sprite lies at (a u + b v + tx, c u + d v + ty). All numbers are in units of 1/65536.
/// Every function that takes a pose checks it: the matrix must have an inverse (HITMASK_SINGULAR) and entries of at most 32767 times 65536
/// (HITMASK_OUT_OF_RANGE). A pose of zeros is no pose; begin with hitmask_pose_at.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct hitmask_pose {
    /// How far x moves per texel to the right.
    pub a: i64,
    /// How far x moves per texel down.
    pub b: i64,
    /// How far y moves per texel to the right.
    pub c: i64,
    /// How far y moves per texel down.
    pub d: i64,
    /// Where the sprite's origin lies.
    pub tx: i64,
    /// Where the sprite's origin lies.
    pub ty: i64,
}

/// Where a collider lies: as parts, which can be read and changed one by one, or as a matrix.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct hitmask_transform {
    /// Whether the pose counts. Otherwise the parts do.
    pub has_matrix: hitmask_flag,
    /// The parts.
    pub parts: hitmask_pose_parts,
    /// The matrix.
    pub pose: hitmask_pose,
}

/// Which layers a collider belongs to, and with which it collides, as bits. Two colliders may meet if each belongs to a layer that the other
/// collides with.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct hitmask_layers {
    /// The layers it is on.
    pub belongs_to: u32,
    /// The layers it meets.
    pub collides_with: u32,
}

/// A bool that C wrote. The header calls it bool. A byte that is neither 0 nor 1 counts as true here, while it would be undefined
/// behaviour in a bool of Rust.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_flag(u8);

impl From<bool> for hitmask_flag {
    fn from(set: bool) -> hitmask_flag {
        hitmask_flag(set.into())
    }
}

impl hitmask_flag {
    /// Whether it is true.
    #[must_use]
    pub fn is_set(self) -> bool {
        self.0 != 0
    }
}

verbs! {
    /// An angle in degrees.
    fn hitmask_degrees(degrees: f64) -> hitmask_angle =
        hitmask_angle { unit: hitmask_angle_unit::HITMASK_DEGREES as i32, amount: degrees, ..Default::default() };

    /// An angle in radians.
    fn hitmask_radians(radians: f64) -> hitmask_angle =
        hitmask_angle { unit: hitmask_angle_unit::HITMASK_RADIANS as i32, amount: radians, ..Default::default() };

    /// An angle of some of equal parts of a turn: (1, 8) is 45 degrees.
    fn hitmask_steps(step: i32, of: u32) -> hitmask_angle = hitmask_angle { unit: hitmask_angle_unit::HITMASK_STEPS as i32, step, of, amount: 0.0 };

    /// A position in pixels, rounded to 1/65536. HITMASK_OUT_OF_RANGE if it is not finite or beyond 2^31 pixels.
    fn hitmask_point_q16_from(x: f64, y: f64, out: *mut hitmask_point_q16) {
        give(out, PointQ16::from_f64(x, y).ok_or(HITMASK_OUT_OF_RANGE)?.into())
    }

    /// The parts of the identity: position, shear and pivot 0, no rotation, scale 1.
    fn hitmask_pose_parts_default() -> hitmask_pose_parts = PoseParts::default().into();

    /// The upright pose with the sprite's upper left corner on a pixel.
    fn hitmask_pose_at(x: i32, y: i32) -> hitmask_pose = Pose::at(x, y).into();

    /// The pose that parts make. The same parts make the same pose on every machine.
    fn hitmask_pose_from_parts(parts: *const hitmask_pose_parts, out: *mut hitmask_pose, error: *mut hitmask_error) {
        let parts = value(parts)?.library()?;
        give(out, Pose::new(&parts).or_tell(error)?.into())
    }

    /// The pose of a matrix a, b, c, d, tx, ty in pixels, each rounded to 1/65536. The array has six numbers.
    fn hitmask_pose_from_matrix(matrix: *const f64, out: *mut hitmask_pose, error: *mut hitmask_error) {
        let matrix = value(matrix.cast::<[f64; 6]>())?;
        give(out, Pose::from_matrix(matrix).or_tell(error)?.into())
    }

    /// The pose of a sprite that lies under a pose in the plane of another one, which lies under `outer`: a gun in the picture of an arm. Each
    /// number is rounded once.
    fn hitmask_pose_then(pose: *const hitmask_pose, outer: *const hitmask_pose, out: *mut hitmask_pose, error: *mut hitmask_error) {
        let (inner, outer) = (value(pose)?.library()?, value(outer)?.library()?);
        give(out, inner.then(&outer).or_tell(error)?.into())
    }

    /// Where a point of the sprite, in texels, lies in the world.
    fn hitmask_pose_point_at(pose: *const hitmask_pose, texel: hitmask_vector, out: *mut hitmask_vector) {
        let [x, y] = value(pose)?.library()?.point_at([texel.x, texel.y]);
        give(out, hitmask_vector { x, y })
    }

    /// The texel under the centre of a world pixel: which pixel of the sprite it shows. It may lie outside the sprite.
    fn hitmask_pose_texel_at(pose: *const hitmask_pose, pixel: hitmask_point, x: *mut i64, y: *mut i64) {
        let texel = value(pose)?.library()?.texel_at(pixel);
        give(x, texel[0])?;
        give(y, texel[1])
    }

    /// The upright transform at a position.
    fn hitmask_transform_at(position: hitmask_vector) -> hitmask_transform =
        hitmask_transform_from_parts(hitmask_pose_parts { position, ..hitmask_pose_parts_default() });

    /// The transform of parts.
    fn hitmask_transform_from_parts(parts: hitmask_pose_parts) -> hitmask_transform =
        hitmask_transform { has_matrix: false.into(), parts, pose: Pose::IDENTITY.into() };

    /// The transform of a matrix.
    fn hitmask_transform_from_pose(pose: hitmask_pose) -> hitmask_transform =
        hitmask_transform { has_matrix: true.into(), parts: hitmask_pose_parts_default(), pose };
}

/// Structs whose fields are those of a type of the library.
macro_rules! same_fields {
    ($($own:ident = $library:ident { $($field:ident),* };)*) => {$(
        impl From<$library> for $own {
            fn from($library { $($field),* }: $library) -> $own {
                $own { $($field),* }
            }
        }

        impl From<$own> for $library {
            #[inline]
            fn from($own { $($field),* }: $own) -> $library {
                $library { $($field),* }
            }
        }
    )*};
}
same_fields! {
    hitmask_point = Point { x, y };
    hitmask_point_q16 = PointQ16 { x, y };
    hitmask_rect = Rect { x, y, w, h };
    hitmask_margins = Margins { left, top, right, bottom };
    hitmask_layers = Layers { belongs_to, collides_with };
}

impl hitmask_point_q16 {
    /// The same, unless it is too far away. The error says it about the argument of that name.
    pub(crate) fn checked(self, argument: &'static str) -> Result<PointQ16, InvalidArgument> {
        PointQ16::from(self).checked(argument)
    }
}

impl hitmask_rect {
    /// The same, unless no mask can be so large.
    pub(crate) fn checked(self) -> Result<Rect, InvalidArgument> {
        Rect::from(self).checked("rect")
    }
}

impl hitmask_circle {
    pub(crate) fn library(self) -> Checked<Circle> {
        Ok(Circle::new(PointQ16::new(self.x, self.y), self.radius)?)
    }
}

impl From<&Circle> for hitmask_circle {
    fn from(circle: &Circle) -> hitmask_circle {
        let PointQ16 { x, y } = circle.centre();
        hitmask_circle { x, y, radius: circle.radius() }
    }
}

impl From<TimeOfImpact> for hitmask_time {
    fn from(time: TimeOfImpact) -> hitmask_time {
        hitmask_time { numerator: time.numerator(), denominator: time.denominator() }
    }
}

impl From<[f64; 2]> for hitmask_vector {
    fn from([x, y]: [f64; 2]) -> hitmask_vector {
        hitmask_vector { x, y }
    }
}

impl From<hitmask_vector> for [f64; 2] {
    fn from(hitmask_vector { x, y }: hitmask_vector) -> [f64; 2] {
        [x, y]
    }
}

impl From<Angle> for hitmask_angle {
    fn from(angle: Angle) -> hitmask_angle {
        match angle {
            Angle::Radians(radians) => hitmask_radians(radians),
            Angle::Steps { step, of } => hitmask_steps(step, of),
            Angle::Degrees(degrees) => hitmask_degrees(degrees),
            // A kind of angle that a later library adds, in the unit that the header has from the start.
            _ => hitmask_degrees(f64::NAN),
        }
    }
}

impl hitmask_angle {
    pub(crate) fn library(self) -> Checked<Angle> {
        use hitmask_angle_unit::*;
        match self.unit {
            unit if unit == HITMASK_DEGREES as i32 => Ok(Angle::Degrees(self.amount)),
            unit if unit == HITMASK_RADIANS as i32 => Ok(Angle::Radians(self.amount)),
            unit if unit == HITMASK_STEPS as i32 => Ok(Angle::Steps { step: self.step, of: self.of }),
            _ => Err(HITMASK_UNKNOWN_CONSTANT),
        }
    }
}

impl From<PoseParts> for hitmask_pose_parts {
    fn from(PoseParts { position, rotation, scale, flip, shear, pivot }: PoseParts) -> hitmask_pose_parts {
        hitmask_pose_parts {
            position: position.into(),
            rotation: rotation.into(),
            scale: scale.into(),
            flip_x: flip[0].into(),
            flip_y: flip[1].into(),
            shear: shear.into(),
            pivot: pivot.into(),
        }
    }
}

impl hitmask_pose_parts {
    pub(crate) fn library(self) -> Checked<PoseParts> {
        Ok(PoseParts {
            position: self.position.into(),
            rotation: self.rotation.library()?,
            scale: self.scale.into(),
            flip: [self.flip_x, self.flip_y].map(hitmask_flag::is_set),
            shear: self.shear.into(),
            pivot: self.pivot.into(),
        })
    }
}

impl From<Pose> for hitmask_pose {
    fn from(pose: Pose) -> hitmask_pose {
        let [a, b, c, d, tx, ty] = pose.to_q16();
        hitmask_pose { a, b, c, d, tx, ty }
    }
}

impl hitmask_pose {
    #[inline]
    pub(crate) fn library(self) -> Checked<Pose> {
        let hitmask_pose { a, b, c, d, tx, ty } = self;
        Ok(Pose::from_q16([a, b, c, d, tx, ty])?)
    }
}

impl Default for hitmask_transform {
    fn default() -> hitmask_transform {
        (&Transform::default()).into()
    }
}

impl From<&Transform> for hitmask_transform {
    fn from(transform: &Transform) -> hitmask_transform {
        match (transform.parts(), transform.pose()) {
            (None, Some(pose)) => hitmask_transform_from_pose(pose.into()),
            (parts, _) => hitmask_transform_from_parts(
                parts.unwrap_or(PoseParts { scale: [0.0; 2], ..PoseParts::default() }).into(),
            ),
        }
    }
}

impl hitmask_transform {
    pub(crate) fn library(&self) -> Checked<Transform> {
        if self.has_matrix.is_set() {
            Ok(self.pose.library()?.into())
        } else {
            Ok(Transform::new(&self.parts.library()?)?)
        }
    }
}

impl hitmask_layers {
    /// The layers that a filter names, if any.
    pub(crate) fn said(self) -> Option<Layers> {
        let all = |bits: u32| if bits == 0 { u32::MAX } else { bits };
        let hitmask_layers { belongs_to, collides_with } = self;
        (belongs_to | collides_with != 0).then(|| Layers::new(all(belongs_to), all(collides_with)))
    }
}
