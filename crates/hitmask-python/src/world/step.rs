//! Steps of a world, and their events.

use hitmask::Event;

use super::functions::{PyMember, Raised};
use super::{Id, PyWorld};
use crate::prelude::*;

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
}

/// Makes a step in which a function decides which pairs count.
fn step_with(world: &Bound<'_, PyWorld>, accept: &Bound<'_, PyAny>) -> PyResult<Vec<PyEvent>> {
    let raised = Raised::default();
    let events = PyWorld::lend(world, |world| {
        let accepts =
            |a: Member<'_>, b: Member<'_>| accept.call1((PyMember::from(a), PyMember::from(b)))?.is_truthy();
        world.step_with(|a, b| raised.call(|| accepts(a, b))).map(events_of)
    })?;
    raised.check()?;
    events.raise()
}

pub(super) fn events_of(events: &[Event]) -> Vec<PyEvent> {
    events.iter().cloned().map(Into::into).collect()
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

    /// Which part of this one of the pair was met: the label that it showed where the two met first. 0 if it has no labels. None if the handle
    /// is in neither place, or if the event names no labels. `World.label_name` tells the name of the part.
    fn part_of(&self, collider: Id) -> Option<u32> {
        let of_touch = || self.touch.as_ref().and_then(|touch| touch.labels);
        let (of_a, of_b) = self.hit.as_ref().map(|hit| hit.labels).or_else(of_touch)?;
        match collider {
            a if a == self.a => Some(of_a),
            b if b == self.b => Some(of_b),
            _ => None,
        }
    }

    fn __repr__(&self) -> String {
        let first = self.touch.as_ref().map(|touch| format!(" at {:?}", touch.first)).unwrap_or_default();
        format!("<hitmask.Event {}, {} and {}{first}>", self.kind, self.a, self.b)
    }
}
