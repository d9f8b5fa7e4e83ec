//! Steps of a world, and their events.

use hitmask::{Event, EventKind, TimeOfImpact, Touch};
use pyo3::prelude::*;

use super::filter::step_with;
use super::{Id, PyWorld};
use crate::cast::fraction;
use crate::errors::Raise;
use crate::labels::{PyLabelHit, pair};
use crate::numbers::{Xy, Xywh, xy, xywh};
use crate::value::pickles;

/// What happened between two colliders in a step.
#[pyclass(name = "Event", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash, Clone)]
pub(crate) struct PyEvent {
    /// 'begin', 'stay', 'end', or 'pass' for a swept collider that went through.
    #[pyo3(get)]
    kind: &'static str,
    /// The lower handle.
    #[pyo3(get)]
    a: Id,
    /// The higher handle.
    #[pyo3(get)]
    b: Id,
    /// The data of a and of b.
    #[pyo3(get)]
    data: (u64, u64),
    /// Where they touch. None in an end.
    #[pyo3(get)]
    touch: Option<PyTouch>,
    /// The number of the step in which they began to touch.
    #[pyo3(get)]
    since: u64,
    time: Option<TimeOfImpact>,
    /// Whether the time may be wrong because one of them turned or changed its size.
    #[pyo3(get)]
    approximate: bool,
    /// Which labels met first, and where: at the time, if there is one. Only in a begin and a pass, if the world was made with `labels=True`.
    #[pyo3(get)]
    hit: Option<PyLabelHit>,
}

pickles!(PyEvent {
    kind: &'static str,
    a: Id,
    b: Id,
    data: (u64, u64),
    touch: Option<PyTouch>,
    since: u64,
    time: Option<TimeOfImpact>,
    approximate: bool,
} {
    hit: Option<PyLabelHit>,
});

/// Where two colliders touch.
#[pyclass(name = "Touch", module = "hitmask", frozen, get_all, eq, hash)]
#[derive(PartialEq, Eq, Hash, Clone)]
pub(crate) struct PyTouch {
    /// The first world pixel (x, y) that both cover: the topmost, then the leftmost.
    first: Xy,
    /// How many world pixels both cover. 0 unless the world was made with `area=True`.
    area: u64,
    /// The smallest rectangle (x, y, width, height) around them. None unless the world was made with `bounds=True`.
    bounds: Option<Xywh>,
    /// The direction from a to b. None unless the world was made with `normal=True`.
    normal: Option<Xy>,
    /// The shortest way out for b. None unless the world was made with `separation=True`.
    separation: Option<Xy>,
    /// The labels of a and b at `first`, 0 for one without labels. None unless the world was made with `labels=True`.
    labels: Option<(u32, u32)>,
}

pickles!(PyTouch {
    first: Xy,
    area: u64,
    bounds: Option<Xywh>,
    normal: Option<Xy>,
    separation: Option<Xy>,
    labels: Option<(u32, u32)>,
});

impl From<Touch> for PyTouch {
    fn from(touch: Touch) -> PyTouch {
        PyTouch {
            first: xy(touch.first),
            area: touch.area,
            bounds: touch.bounds.map(xywh),
            normal: touch.normal.map(xy),
            separation: touch.separation.map(xy),
            labels: touch.labels.map(pair),
        }
    }
}

#[pymethods]
impl PyWorld {
    /// Compares the world with the last step. Returns the events, sorted by their handles. Other Python threads run meanwhile.
    ///
    /// accept: a function that gets two `Member`s and says whether the pair counts; pairs that it refuses do not touch. It is asked about
    /// pairs whose boxes share a pixel. It cannot use the world, which is busy then.
    ///
    /// Raises RuntimeError, and changes nothing, if too many colliders are close together. If `accept` or a collider's `test` raises, its
    /// pair counts as apart, the step is made, and then the exception is raised.
    #[pyo3(signature = (*, accept = None))]
    fn step(slf: &Bound<'_, Self>, accept: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<PyEvent>> {
        let events = match accept {
            None => Self::detached(slf, |world| world.step().map(events_of))?.raise()?,
            Some(accept) => step_with(slf, accept)?,
        };
        Ok(events)
    }

    /// The number of steps so far.
    #[getter]
    fn steps(slf: &Bound<'_, Self>) -> PyResult<u64> {
        Self::with(slf, |world| world.steps())
    }
}

pub(super) fn events_of(events: &[Event]) -> Vec<PyEvent> {
    let kind = |kind| match kind {
        EventKind::Begin => "begin",
        EventKind::Stay => "stay",
        EventKind::End => "end",
        EventKind::Pass => "pass",
        _ => "other",
    };
    let event = |event: &Event| PyEvent {
        kind: kind(event.kind),
        a: event.a.to_bits(),
        b: event.b.to_bits(),
        data: event.data.into(),
        touch: event.touch.map(Into::into),
        since: event.since,
        time: event.time,
        approximate: event.approximate,
        hit: event.hit.map(Into::into),
    };
    events.iter().map(event).collect()
}

#[pymethods]
impl PyEvent {
    /// The other one of the pair, and its data. None if the handle is in neither place.
    fn other(&self, collider: Id) -> Option<(Id, u64)> {
        match collider {
            a if a == self.a => Some((self.b, self.data.1)),
            b if b == self.b => Some((self.a, self.data.0)),
            _ => None,
        }
    }

    /// When they first touched on the way from the last step to this one, as a Fraction. Only of pairs with a swept collider.
    #[getter]
    fn time<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        fraction(py, self.time)
    }

    fn __repr__(&self) -> String {
        let first = self.touch.as_ref().map(|touch| format!(" at {:?}", touch.first)).unwrap_or_default();
        format!("<hitmask.Event {}, {} and {}{first}>", self.kind, self.a, self.b)
    }
}

#[pymethods]
impl PyTouch {
    fn __repr__(&self) -> String {
        format!("Touch(first={:?}, area={})", self.first, self.area)
    }
}
