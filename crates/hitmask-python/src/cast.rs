//! The answers of casts.

use crate::prelude::*;
use hitmask::{Cast, StepCast};

/// Whether a motion hits, and when. It is true unless the kind is 'miss'.
#[pyclass(name = "Cast", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyCast {
    /// 'initial-overlap', 'hit' or 'miss'.
    #[pyo3(get)]
    kind: &'static str,
    time: Option<TimeOfImpact>,
    /// The pixel (x, y) that is hit: of several, the topmost, then the leftmost. None without a hit.
    #[pyo3(get)]
    point: Option<Xy>,
    /// The side of that pixel that is hit, as a direction (x, y) of -1, 0 and 1. None without a hit, and in `cast_pixels`.
    #[pyo3(get)]
    normal: Option<Xy>,
    /// How many steps are free. Only in `cast_pixels`.
    #[pyo3(get)]
    steps: Option<u32>,
    /// The offset (x, y) after the free steps. Only in `cast_pixels`.
    #[pyo3(get)]
    offset: Option<Xy>,
}

pickles!(PyCast {
    kind: &'static str,
    time: Option<TimeOfImpact>,
    point: Option<Xy>,
    normal: Option<Xy>,
    steps: Option<u32>,
    offset: Option<Xy>,
});
impl PyCast {
    const fn kind(kind: &'static str) -> PyCast {
        PyCast { kind, time: None, point: None, normal: None, steps: None, offset: None }
    }
}

impl From<Cast> for PyCast {
    fn from(cast: Cast) -> PyCast {
        match cast {
            Cast::InitialOverlap => PyCast::kind("initial-overlap"),
            Cast::Hit { time, point, normal } => PyCast {
                time: Some(time),
                point: Some(xy(point)),
                normal: Some(xy(normal)),
                ..PyCast::kind("hit")
            },
            Cast::Miss => PyCast::kind("miss"),
        }
    }
}

impl From<StepCast> for PyCast {
    fn from(cast: StepCast) -> PyCast {
        match cast {
            StepCast::InitialOverlap => PyCast::kind("initial-overlap"),
            StepCast::Hit { steps, offset, point } => PyCast {
                steps: Some(steps),
                offset: Some(xy(offset)),
                point: Some(xy(point)),
                ..PyCast::kind("hit")
            },
            StepCast::Miss => PyCast::kind("miss"),
        }
    }
}

/// The time as a `fractions.Fraction`.
pub(crate) fn fraction(py: Python<'_>, time: Option<TimeOfImpact>) -> PyResult<Option<Bound<'_, PyAny>>> {
    let Some(time) = time else { return Ok(None) };
    let class = py.import(intern!(py, "fractions"))?.getattr(intern!(py, "Fraction"))?;
    Ok(Some(class.call1((time.numerator(), time.denominator()))?))
}

#[pymethods]
impl PyCast {
    /// The moment from which on they overlap, as a Fraction of the motion: at least 0 and less than 1. None without a hit.
    #[getter]
    fn time<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        fraction(py, self.time)
    }

    fn __bool__(&self) -> bool {
        self.kind != "miss"
    }

    fn __repr__(&self) -> String {
        let time = self
            .time
            .map(|time| format!(" at {}/{}", time.numerator(), time.denominator()))
            .unwrap_or_default();
        let steps = self.steps.map(|steps| format!(" after {steps} steps")).unwrap_or_default();
        let point = self.point.map(|point| format!(", pixel {point:?}")).unwrap_or_default();
        format!("<hitmask.Cast {}{time}{steps}{point}>", self.kind)
    }
}

#[pymethods]
impl PyPosedCast {
    fn __repr__(&self) -> String {
        let text = |time: Option<TimeOfImpact>| time.map_or("-".to_owned(), |time| time.to_f64().to_string());
        format!(
            "<hitmask.PosedCast {}, free until {}, overlapping at {}>",
            self.kind,
            text(self.free_until),
            text(self.overlapping_at)
        )
    }
}
