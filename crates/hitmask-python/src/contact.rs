//! How near two shapes are.

use crate::prelude::*;
use hitmask::Closest;

/// How near two shapes are, from `closest`.
#[pyclass(name = "Closest", module = "hitmask", frozen, get_all, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyClosest {
    /// Whether some pixel is solid in both.
    overlapping: bool,
    /// The squared distance between their solid pixels. 0 if they overlap or touch.
    squared: u64,
    /// The nearest pixel (x, y) of this shape. None if they overlap.
    a: Option<Xy>,
    /// The nearest pixel of the other shape, in its own pixels. None if they overlap.
    b: Option<Xy>,
}

impl From<Closest> for PyClosest {
    fn from(closest: Closest) -> PyClosest {
        match closest {
            Closest::Overlapping => PyClosest { overlapping: true, squared: 0, a: None, b: None },
            Closest::Apart { squared, a, b } => {
                PyClosest { overlapping: false, squared, a: Some(xy(a)), b: Some(xy(b)) }
            }
        }
    }
}

#[pymethods]
impl PyClosest {
    #[new]
    #[pyo3(signature = (overlapping, squared, a, b))]
    fn new(overlapping: bool, squared: u64, a: Option<Xy>, b: Option<Xy>) -> PyClosest {
        PyClosest { overlapping, squared, a, b }
    }

    fn __getnewargs__(&self) -> (bool, u64, Option<Xy>, Option<Xy>) {
        (self.overlapping, self.squared, self.a, self.b)
    }

    /// The distance in pixels.
    #[getter]
    fn distance(&self) -> f64 {
        (self.squared as f64).sqrt()
    }

    fn __repr__(&self) -> String {
        match (self.a, self.b) {
            (Some(a), Some(b)) => format!("Closest(squared={}, a={a:?}, b={b:?})", self.squared),
            _ => "Closest(overlapping=True)".to_owned(),
        }
    }
}
