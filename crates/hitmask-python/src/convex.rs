//! `hitmask.Circle` and `hitmask.ConvexPolygon`.

use crate::prelude::*;
use hitmask::{Circle, ConvexPolygon};

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

#[pymethods]
impl PyCircle {
    #[new]
    fn new(centre: Position, radius: f64) -> PyResult<PyCircle> {
        Ok(PyCircle { circle: Circle::from_f64(centre.into(), radius).raise()? })
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
    fn new(corners: All<Position>) -> PyResult<PyConvexPolygon> {
        let corners: Vec<[f64; 2]> = corners.into_iter().map(Into::into).collect();
        Ok(PyConvexPolygon { polygon: Arc::new(ConvexPolygon::from_f64(&corners).raise()?) })
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
