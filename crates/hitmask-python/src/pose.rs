//! `hitmask.Pose` and the rules for posed sprites.

use crate::prelude::*;

/// Where and how a sprite lies in the world: position, rotation, scale, flip, shear and pivot.
///
/// position: where the pivot lies in the world, in pixels. rotation: degrees, clockwise on the screen; multiples of 90 are exact.
/// scale: a number, or two for the sprite's own axes; negative mirrors. flip: whether each axis is mirrored. shear: how far x shifts per
/// pixel of y, and y per pixel of x. pivot: the fixed point, in pixels from the sprite's upper left corner.
///
/// All numbers are rounded once to 65 536ths. After that every answer is exact and the same on every machine.
///
/// Raises ValueError if a number is not finite or too large, or if the sprite would have no area.
#[pyclass(name = "Pose", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyPose {
    pub(crate) pose: Pose,
}

/// One number for both axes, or one for each.
#[derive(FromPyObject)]
pub(crate) enum Scale {
    Both(f64),
    Each(Position),
}

impl Scale {
    pub(crate) fn axes(self) -> [f64; 2] {
        match self {
            Scale::Both(scale) => [scale, scale],
            Scale::Each(Position(x, y)) => [x, y],
        }
    }
}

#[pymethods]
impl PyPose {
    #[new]
    #[pyo3(signature = (position = Position(0.0, 0.0), rotation = 0.0, *, scale = None, flip = (false, false),
        shear = Position(0.0, 0.0), pivot = Position(0.0, 0.0)))]
    #[pyo3(
        text_signature = "(position=(0, 0), rotation=0, *, scale=1, flip=(False, False), shear=(0, 0), pivot=(0, 0))"
    )]
    fn new(
        position: Position,
        rotation: f64,
        scale: Option<Scale>,
        flip: (bool, bool),
        shear: Position,
        pivot: Position,
    ) -> PyResult<PyPose> {
        let parts = PoseParts {
            position: [position.0, position.1],
            rotation: Angle::Degrees(rotation),
            scale: scale.map_or([1.0, 1.0], Scale::axes),
            flip: flip.into(),
            shear: [shear.0, shear.1],
            pivot: [pivot.0, pivot.1],
        };
        Ok(PyPose { pose: Pose::new(&parts).raise()? })
    }

    /// The pose with the numbers a, b, c, d, tx, ty: texel (u, v) lies at (a u + b v + tx, c u + d v + ty).
    #[staticmethod]
    fn from_matrix(a: f64, b: f64, c: f64, d: f64, tx: f64, ty: f64) -> PyResult<PyPose> {
        Ok(PyPose { pose: Pose::from_matrix([a, b, c, d, tx, ty]).raise()? })
    }

    /// The pose with the numbers a, b, c, d, tx, ty in 65 536ths.
    #[staticmethod]
    fn from_q16(a: i64, b: i64, c: i64, d: i64, tx: i64, ty: i64) -> PyResult<PyPose> {
        Ok(PyPose { pose: Pose::from_q16([a, b, c, d, tx, ty]).raise()? })
    }

    /// The numbers a, b, c, d, tx, ty in 65 536ths, exactly.
    fn to_q16(&self) -> (i64, i64, i64, i64, i64, i64) {
        self.pose.to_q16().into()
    }

    /// The pose of a sprite that lies under this pose in the plane of another one, which lies under `outer`: a gun in the picture of an arm. Each
    /// number is rounded once. ValueError if that makes no pose.
    fn then(&self, outer: PyRef<'_, PyPose>) -> PyResult<PyPose> {
        Ok(PyPose { pose: self.pose.then(&outer.pose).raise()? })
    }

    /// Where a point of the sprite, in its pixels, lies in the world.
    fn point_at(&self, texel: Position) -> (f64, f64) {
        self.pose.point_at(texel).into()
    }

    /// The pixel of the sprite that a world pixel shows: the one under its centre. It may lie outside the sprite.
    fn texel_at(&self, pixel: Pixel) -> (i64, i64) {
        self.pose.texel_at(pixel.0).into()
    }

    /// The numbers a, b, c, d, tx, ty.
    #[getter]
    fn matrix(&self) -> (f64, f64, f64, f64, f64, f64) {
        self.pose.to_q16().map(|number| number as f64 / 65536.0).into()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (i64, i64, i64, i64, i64, i64))> {
        Ok((py.get_type::<PyPose>().getattr("from_q16")?, self.to_q16()))
    }

    fn __repr__(&self) -> String {
        format!("Pose.from_matrix{:?}", self.matrix())
    }
}

/// A rule: a member of `PixelRule`, or its name.
pub(crate) fn pixel_rule(value: Option<&Bound<'_, PyAny>>) -> PyResult<PixelRule> {
    let Some(value) = value else { return Ok(PixelRule::Raster) };
    let name: String =
        value.extract().map_err(|_| PyTypeError::new_err("rule must be 'raster' or 'geometry'"))?;
    choice(&name, "rule")
}
