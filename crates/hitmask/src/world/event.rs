use super::handle::Handle;
use crate::geom::{Point, Rect};

/// What became of a pair in a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum EventKind {
    /// They touch, and did not in the step before.
    Begin,
    /// They touch, as in the step before. Only told when [`EventDetail::stay`] asks for it.
    Stay,
    /// They touched in the step before, and don't any more: apart, disabled, or removed.
    End,
}

/// What happened between two colliders in a step. `a < b`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Event {
    /// Began, stays, ended.
    pub kind: EventKind,
    /// The one with the lower handle. Stale if it was removed.
    pub a: Handle,
    /// The other.
    pub b: Handle,
    /// The data of both: of a removed collider those that it had last.
    pub data: [u64; 2],
    /// Where they touch; None when they don't any more.
    pub touch: Option<Touch>,
}

/// Where two colliders touch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Touch {
    /// The world pixel that both cover with the lowest y, and among those the lowest x.
    pub first: Point,
    /// How many world pixels both cover. 0 unless [`EventDetail::area`] asks for it.
    pub area: u64,
    /// The smallest rectangle around them. None unless [`EventDetail::bounds`] asks for it.
    pub bounds: Option<Rect>,
}

impl Touch {
    /// At a pixel, and no more known.
    #[must_use]
    pub fn new(first: impl Into<Point>) -> Touch {
        Touch { first: first.into(), area: 0, bounds: None }
    }
}

/// A collider that touches the one that was asked about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Contact {
    /// Which.
    pub handle: Handle,
    /// Its data.
    pub data: u64,
    /// Where.
    pub touch: Touch,
}

/// What events tell beside the pair and the first pixel. Each costs time at every event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct EventDetail {
    /// Tell of pairs that go on touching, too.
    pub stay: bool,
    /// Count the pixels.
    pub area: bool,
    /// Find the rectangle around them.
    pub bounds: bool,
}
