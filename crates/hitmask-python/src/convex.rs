//! `hitmask.Circle` and `hitmask.ConvexPolygon`.

use std::sync::Arc;

use hitmask::{Circle, ConvexPolygon, PointQ16};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::Raise;
use crate::mask::PyMask;
use crate::numbers::{Pixel, Position, Xy, Xywh, xy, xywh};
use crate::shape::shape_methods;

/// The pixels whose centres lie in a circle. `Circle((x, y), radius)`, in pixels; parts of pixels are allowed.
#[pyclass(name = "Circle", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyCircle {
    pub(crate) circle: Circle,
}

/// The pixels whose centres lie in a convex polygon. `ConvexPolygon([(x, y), ...])`, in pixels; parts of pixels are allowed.
#[pyclass(name = "ConvexPolygon", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyConvexPolygon {
    pub(crate) polygon: Arc<ConvexPolygon>,
}

/// A position in 65 536ths of a pixel.
pub(crate) fn q16(position: Position, what: &str) -> PyResult<PointQ16> {
    PointQ16::from_f64(position.0, position.1).ok_or_else(|| {
        PyValueError::new_err(format!(
            "{what} ({}, {}) is not finite or lies too far away",
            position.0, position.1
        ))
    })
}

/// The farthest that a circle or a polygon may reach from the origin, in pixels. Then the rectangle around it has sides below 2³².
const REACH: i64 = 1 << 30;

/// Raises ValueError if something this far from the origin, in 65 536ths of a pixel, lies beyond the limit.
fn check_reach(distances: [i64; 2]) -> PyResult<()> {
    if distances.into_iter().all(|distance| distance <= REACH * PointQ16::ONE) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("the shape reaches more than {REACH} pixels from the origin")))
}

#[pymethods]
impl PyCircle {
    #[new]
    fn new(centre: Position, radius: f64) -> PyResult<PyCircle> {
        let centre = q16(centre, "the centre")?;
        let radius = q16(Position(radius, 0.0), "the radius")?.x;
        check_reach([centre.x, centre.y].map(|x| x.abs().saturating_add(radius.abs())))?;
        Ok(PyCircle { circle: Circle::new(centre, radius).raise()? })
    }

    /// The smallest rectangle around its pixels. None if it covers no pixel.
    #[getter]
    fn bounds(&self) -> Option<Xywh> {
        self.circle.bounds().map(xywh)
    }

    /// Whether a pixel is covered.
    fn contains(&self, pixel: Pixel) -> bool {
        self.circle.contains(pixel.0)
    }

    /// Its pixels as a mask, and the pixel (x, y) of the mask's upper left corner.
    fn to_mask(&self) -> PyResult<(PyMask, Xy)> {
        let (mask, corner) = self.circle.try_to_mask().raise()?;
        Ok((PyMask::of(mask), xy(corner)))
    }

    /// The centre (x, y).
    #[getter]
    fn centre(&self) -> (f64, f64) {
        self.circle.centre().to_f64().into()
    }

    /// The radius in pixels.
    #[getter]
    fn radius(&self) -> f64 {
        self.circle.radius() as f64 / PointQ16::ONE as f64
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, ((f64, f64), f64)) {
        (py.get_type::<PyCircle>().into_any(), (self.centre(), self.radius()))
    }

    fn __repr__(&self) -> String {
        format!("Circle({:?}, {:?})", self.centre(), self.radius())
    }
}

#[pymethods]
impl PyConvexPolygon {
    #[new]
    fn new(corners: Vec<Position>) -> PyResult<PyConvexPolygon> {
        let corners =
            corners.into_iter().map(|corner| q16(corner, "the corner")).collect::<PyResult<Vec<_>>>()?;
        for corner in &corners {
            check_reach([corner.x.abs(), corner.y.abs()])?;
        }
        Ok(PyConvexPolygon { polygon: Arc::new(ConvexPolygon::new(corners).raise()?) })
    }

    /// The smallest rectangle around its pixels. None if it covers no pixel.
    #[getter]
    fn bounds(&self) -> Option<Xywh> {
        self.polygon.bounds().map(xywh)
    }

    /// Whether a pixel is covered.
    fn contains(&self, pixel: Pixel) -> bool {
        self.polygon.contains(pixel.0)
    }

    /// Its pixels as a mask, and the pixel (x, y) of the mask's upper left corner.
    fn to_mask(&self) -> PyResult<(PyMask, Xy)> {
        let (mask, corner) = self.polygon.try_to_mask().raise()?;
        Ok((PyMask::of(mask), xy(corner)))
    }

    /// The corners [(x, y), ...].
    #[getter]
    fn corners(&self) -> Vec<(f64, f64)> {
        self.polygon.corners().iter().map(|corner| corner.to_f64().into()).collect()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (Vec<(f64, f64)>,)) {
        (py.get_type::<PyConvexPolygon>().into_any(), (self.corners(),))
    }

    fn __repr__(&self) -> String {
        let corners = self.corners();
        if corners.len() > 8 {
            return format!("<hitmask.ConvexPolygon of {} corners>", corners.len());
        }
        format!("ConvexPolygon({corners:?})")
    }
}

shape_methods!(PyCircle);
shape_methods!(PyConvexPolygon);
