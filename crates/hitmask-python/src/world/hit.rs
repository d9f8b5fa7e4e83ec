//! What casts and movers of a world answer.

use hitmask::Fit;
use pyo3::prelude::*;

use super::Id;
use crate::numbers::{Xy, xy};
use crate::table::{PyCastHit, PyLineHit, PyNearest, PySolidMoved, PyTurningHit};
use crate::value::pickles;

pickles!(PyFit { kind: &'static str, r#move: Option<Xy>, collider: Option<Id> });

#[pymethods]
impl PyCastHit {
    fn __repr__(&self) -> String {
        let PyCastHit { collider, kind, time, pixel, .. } = self;
        format!("<hitmask.CastHit {kind} of {collider} at {time}, pixel {pixel:?}>")
    }
}

#[pymethods]
impl PyTurningHit {
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

#[pymethods]
impl PySolidMoved {
    fn __repr__(&self) -> String {
        let PySolidMoved { position, pushed, carried, crushed } = self;
        format!(
            "SolidMoved(position={position:?}, pushed={pushed:?}, carried={carried:?}, crushed={crushed:?})"
        )
    }
}
