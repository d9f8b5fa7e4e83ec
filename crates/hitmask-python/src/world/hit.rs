//! What casts and movers of a world answer.

use hitmask::{CastHit, Fit, PixelCast, SolidMoved, TimeOfImpact, TurningCast, TurningHit};
use pyo3::prelude::*;

use super::{Id, pixels};
use crate::cast::fraction;
use crate::numbers::{Xy, xy};
use crate::table::{PyLineHit, PyNearest};
use crate::value::pickles;

/// A collider that a straight motion meets.
#[pyclass(name = "CastHit", module = "hitmask", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct PyCastHit {
    /// The handle of the collider.
    #[pyo3(get)]
    collider: Id,
    /// The number that the collider carries.
    #[pyo3(get)]
    data: u64,
    /// 'initial-overlap' or 'hit'.
    #[pyo3(get)]
    kind: &'static str,
    time: TimeOfImpact,
    /// The last free position (x, y), one step before the hit. None if it overlaps from the start.
    #[pyo3(get)]
    free: Option<(f64, f64)>,
    /// The world pixel (x, y) that both cover then: the topmost, then the leftmost.
    #[pyo3(get)]
    pixel: Xy,
    /// Against the motion on each axis on which it went to another pixel: -1, 0 or 1. None if it overlaps from the start.
    #[pyo3(get)]
    normal: Option<Xy>,
}

pickles!(PyCastHit {
    collider: Id,
    data: u64,
    kind: &'static str,
    time: TimeOfImpact,
    free: Option<(f64, f64)>,
    pixel: Xy,
    normal: Option<Xy>,
});
pickles!(PyTurningHit {
    collider: Id,
    data: u64,
    kind: &'static str,
    free_until: TimeOfImpact,
    overlapping_at: Option<TimeOfImpact>,
    free: Option<(f64, f64)>,
    pixel: Option<Xy>,
});
pickles!(PyFit { kind: &'static str, r#move: Option<Xy>, collider: Option<Id> });
pickles!(PySolidMoved { position: (f64, f64), pushed: Vec<Id>, carried: Vec<Id>, crushed: Vec<Id> });

impl From<CastHit> for PyCastHit {
    fn from(hit: CastHit) -> PyCastHit {
        let (kind, free, normal) = match hit.cast {
            PixelCast::InitialOverlap { .. } => ("initial-overlap", None, None),
            PixelCast::Hit { free, normal, .. } => ("hit", Some(pixels(free)), Some(xy(normal))),
        };
        let (collider, data) = (hit.handle.to_bits(), hit.data);
        PyCastHit { collider, data, kind, time: hit.cast.time(), free, pixel: xy(hit.cast.pixel()), normal }
    }
}

#[pymethods]
impl PyCastHit {
    /// When both first cover a pixel, as a Fraction of the motion. 0 if they overlap from the start.
    #[getter]
    fn time<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        fraction(py, Some(self.time))
    }

    fn __repr__(&self) -> String {
        let PyCastHit { collider, kind, time, pixel, .. } = self;
        format!("<hitmask.CastHit {kind} of {collider} at {time}, pixel {pixel:?}>")
    }
}

/// A collider that a motion with a turn meets or may meet. What it says is proven.
#[pyclass(name = "TurningHit", module = "hitmask", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct PyTurningHit {
    /// The handle of the collider.
    #[pyo3(get)]
    collider: Id,
    /// The number that the collider carries.
    #[pyo3(get)]
    data: u64,
    /// 'initial-overlap', 'hit' or 'unclear'.
    #[pyo3(get)]
    kind: &'static str,
    free_until: TimeOfImpact,
    overlapping_at: Option<TimeOfImpact>,
    /// The position (x, y) at `free_until`. None if it overlaps from the start.
    #[pyo3(get)]
    free: Option<(f64, f64)>,
    /// The first pixel (x, y) that both cover at `overlapping_at`. None if that is unclear.
    #[pyo3(get)]
    pixel: Option<Xy>,
}

impl From<TurningHit> for PyTurningHit {
    fn from(hit: TurningHit) -> PyTurningHit {
        let (kind, overlapping_at, pixel) = match hit.cast {
            TurningCast::InitialOverlap { pixel } => {
                ("initial-overlap", Some(TimeOfImpact::START), Some(xy(pixel)))
            }
            TurningCast::Hit { overlapping_at, pixel, .. } => ("hit", Some(overlapping_at), Some(xy(pixel))),
            TurningCast::Unclear { .. } => ("unclear", None, None),
        };
        PyTurningHit {
            collider: hit.handle.to_bits(),
            data: hit.data,
            kind,
            free_until: hit.cast.free_until(),
            overlapping_at,
            free: hit.cast.free().map(|free| pixels(free.position())),
            pixel,
        }
    }
}

#[pymethods]
impl PyTurningHit {
    /// Before this time, and at it, no pixel is shared: a Fraction of the motion. 0 if they overlap from the start.
    #[getter]
    fn free_until<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        fraction(py, Some(self.free_until))
    }

    /// At this time they share a pixel: a Fraction of the motion. None if that is unclear.
    #[getter]
    fn overlapping_at<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        fraction(py, self.overlapping_at)
    }

    fn __repr__(&self) -> String {
        let PyTurningHit { collider, kind, free_until, .. } = self;
        format!("<hitmask.TurningHit {kind} of {collider}, free until {free_until}>")
    }
}

/// Whether a collider fits. It is true unless the kind is 'stuck'.
#[pyclass(name = "Fit", module = "hitmask", frozen, get_all, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyFit {
    /// 'free': it overlaps nothing there. 'moved': it overlaps nothing after the move. 'stuck': no move within the limit frees it, and
    /// nothing was changed.
    kind: &'static str,
    /// The least move (x, y) that frees it, in whole pixels. (0, 0) if it is free. None if it is stuck.
    r#move: Option<Xy>,
    /// The handle of what it is stuck in. None if it fits.
    collider: Option<Id>,
}

impl From<Fit> for PyFit {
    fn from(fit: Fit) -> PyFit {
        match fit {
            Fit::Free => PyFit { kind: "free", r#move: Some((0, 0)), collider: None },
            Fit::Moved(by) => PyFit { kind: "moved", r#move: Some(xy(by)), collider: None },
            Fit::Stuck(handle) => PyFit { kind: "stuck", r#move: None, collider: Some(handle.to_bits()) },
        }
    }
}

#[pymethods]
impl PyNearest {
    fn __repr__(&self) -> String {
        let PyNearest { collider, pixel, squared, .. } = self;
        format!("<hitmask.Nearest {collider}, pixel {pixel:?}, squared distance {squared}>")
    }
}

#[pymethods]
impl PyLineHit {
    fn __repr__(&self) -> String {
        let PyLineHit { collider, pixel, steps, .. } = self;
        format!("<hitmask.LineHit of {collider}, pixel {pixel:?} after {steps} pixels>")
    }
}

#[pymethods]
impl PyFit {
    fn __bool__(&self) -> bool {
        self.collider.is_none()
    }

    fn __repr__(&self) -> String {
        let PyFit { kind, r#move, collider } = self;
        let by = r#move.map(|by| format!(", move={by:?}")).unwrap_or_default();
        let stuck = collider.map(|collider| format!(", collider={collider}")).unwrap_or_default();
        format!("<hitmask.Fit {kind}{by}{stuck}>")
    }
}

/// The result of `move_solid`. The lists are sorted.
#[pyclass(name = "SolidMoved", module = "hitmask", frozen, get_all, eq)]
#[derive(PartialEq)]
pub(crate) struct PySolidMoved {
    /// Where it is now.
    position: (f64, f64),
    /// The characters that it pushed.
    pushed: Vec<Id>,
    /// The characters that rode it.
    carried: Vec<Id>,
    /// The characters that were in its way and could not step aside at one of its steps.
    crushed: Vec<Id>,
}

impl From<SolidMoved> for PySolidMoved {
    fn from(moved: SolidMoved) -> PySolidMoved {
        let ids =
            |handles: Vec<hitmask::Handle>| handles.into_iter().map(|handle| handle.to_bits()).collect();
        PySolidMoved {
            position: pixels(moved.position),
            pushed: ids(moved.pushed),
            carried: ids(moved.carried),
            crushed: ids(moved.crushed),
        }
    }
}

#[pymethods]
impl PySolidMoved {
    fn __repr__(&self) -> String {
        let PySolidMoved { position, pushed, carried, crushed } = self;
        format!(
            "SolidMoved(position={position:?}, pushed={pushed:?}, carried={carried:?}, crushed={crushed:?})"
        )
    }
}
