//! What a step reports: events, and where a pair touches.

use crate::geom::{Point, Rect};
use crate::overlap::LabelHit;
use crate::sweep::time::TimeOfImpact;
use crate::world::collider::handle::Handle;

/// What happened to a pair in a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum EventKind {
    /// They touch now, and did not in the step before.
    #[doc(alias = "enter")]
    Begin,
    /// They touch now, as in the step before. Only sent if [`EventDetail::stay`] is set.
    Stay,
    /// They touched in the step before and don't any more: one moved away, or was disabled or removed.
    #[doc(alias = "exit")]
    End,
    /// They touched on the way since the last step, and don't touch now: a shot that went through. Only for pairs with a
    /// [swept](field@crate::ColliderProps::swept) collider. It is no contact, so no End follows.
    #[doc(alias = "tunnelling")]
    Pass,
}

/// What happened between two colliders in a step. Always `a < b`.
#[doc(alias = "CollisionEvent")]
#[doc(alias = "on_collision_enter")]
#[doc(alias = "on_trigger_enter")]
#[doc(alias = "body_entered")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Event {
    /// Whether they began to touch, go on, ceased, or only met on the way.
    pub kind: EventKind,
    /// The collider with the lower handle. The handle is stale if the collider was removed.
    pub a: Handle,
    /// The collider with the higher handle. The handle is stale if the collider was removed.
    pub b: Handle,
    /// The data of a and of b. For a removed collider, the data that it had last.
    pub data: [u64; 2],
    /// Where they touch. None in an [`EventKind::End`]. In an [`EventKind::Pass`], where they first touched on the way.
    pub touch: Option<Touch>,
    /// The number of the step in which they began to touch: see [`World::steps`](crate::World::steps). In a Begin, the number of the step
    /// that sends it.
    pub since: u64,
    /// When they first touched on the way from the last step (0) to this one (1). Only in a [`EventKind::Begin`] of a pair with a
    /// [swept](field@crate::ColliderProps::swept) collider and in a [`EventKind::Pass`]; 0 if they touched at the start. None if a custom test
    /// decided.
    pub time: Option<TimeOfImpact>,
    /// Whether the path of one of the two was not followed exactly, so that the time may be wrong and a touch on the way may be missing or
    /// too much: a circle or a polygon moved between pixels, or something turned or changed its size. See
    /// [`Collider::swept`](field@crate::ColliderProps::swept). Always false where there is no time.
    pub approximate: bool,
    /// Which labels met first, and at which pixel: of a and of b, 0 for one without labels. In a Begin and a Pass, if
    /// [`EventDetail::labels`] is set; where there is a [`time`](Event::time), at that moment, before a shot flew on. Otherwise it is
    /// what `touch` says. None if a custom test decided.
    pub hit: Option<LabelHit>,
}

impl Event {
    /// The other one of the pair, and its data. None if the handle is in neither place.
    ///
    /// Which of the two is `a` follows from the handles alone. A later insert may use the slot of a removed collider, so the order of inserts
    /// does not tell.
    #[must_use]
    pub fn other(&self, handle: Handle) -> Option<(Handle, u64)> {
        let [data_a, data_b] = self.data;
        match handle {
            _ if handle == self.a => Some((self.b, data_b)),
            _ if handle == self.b => Some((self.a, data_a)),
            _ => None,
        }
    }

    /// Which part of this one of the pair was met: the label that it showed where the two met first, as [`hit`](Event::hit) says, or at the
    /// first pixel of the [`touch`](Event::touch). 0 if it has no labels. None if the handle is in neither place, or if the event names no
    /// labels. [`World::label_name`](crate::World::label_name) tells the name of the part.
    #[must_use]
    pub fn part_of(&self, handle: Handle) -> Option<u8> {
        let [of_a, of_b] = self.hit.map(|hit| hit.labels).or(self.touch.and_then(|touch| touch.labels))?;
        match handle {
            _ if handle == self.a => Some(of_a),
            _ if handle == self.b => Some(of_b),
            _ => None,
        }
    }
}

/// Where two colliders touch.
#[doc(alias = "manifold")]
#[doc(alias = "contact point")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Touch {
    /// The world pixel that both cover with the lowest y, and among those with the lowest x.
    pub first: Point,
    /// How many world pixels both cover. 0 unless [`EventDetail::area`] is set.
    pub area: u64,
    /// The smallest rectangle around the pixels that both cover. None unless [`EventDetail::bounds`] is set.
    pub bounds: Option<Rect>,
    /// The direction from a to b, as [`Mask::normal`](crate::Mask::normal): by how many pixels the overlap shrinks if b moves along an
    /// axis. From the collider or probe that was asked about to the one that was found, where one was. None unless
    /// [`EventDetail::normal`] is set, and if a custom test or a line found the touch.
    pub normal: Option<Point>,
    /// The shortest way out, in whole pixels: move b by it, or a by its opposite. As [`Mask::separation`](crate::Mask::separation). None
    /// unless [`EventDetail::separation`] is set, and if a custom test or a line found the touch, or if the two overlap in several ways
    /// around a wrapped world.
    pub separation: Option<Point>,
    /// The labels of a and of b at `first`: of a [`LabelMask`](crate::LabelMask) the label that it shows there, 0 of any other shape. None
    /// unless [`EventDetail::labels`] is set, and if a custom test found the touch. [`World::overlap_labels`](crate::World::overlap_labels) tells
    /// all labels that meet.
    pub labels: Option<[u8; 2]>,
}

impl Touch {
    /// A touch at a pixel, and nothing else. For the verdicts of a [`CustomTest`](crate::CustomTest).
    #[must_use]
    pub fn new(first: impl Into<Point>) -> Touch {
        Touch { first: first.into(), area: 0, bounds: None, normal: None, separation: None, labels: None }
    }
}

impl EventDetail {
    /// Whether more is wanted of a touch than its first pixel. Labels are found apart from the rest.
    pub(crate) fn of_touches(&self) -> bool {
        self.area | self.bounds | self.normal | self.separation
    }
}

impl Touch {
    /// Its labels and its pixel. None if the labels are not known.
    pub(crate) fn hit(&self) -> Option<LabelHit> {
        Some(LabelHit::new(self.labels?, self.first))
    }
}

/// A collider that touches the one that was asked about, or the probe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Contact {
    /// The collider.
    pub handle: Handle,
    /// The collider's data.
    pub data: u64,
    /// Where they touch.
    pub touch: Touch,
}

/// What events say besides the pair and the first pixel. Each option costs time for every event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct EventDetail {
    /// Send an event for each pair that goes on touching, too.
    pub stay: bool,
    /// Count the pixels that both cover.
    pub area: bool,
    /// Find the rectangle around the pixels that both cover.
    pub bounds: bool,
    /// Find the direction of the touch: see [`Touch::normal`]. Costs four times the area.
    #[doc(alias = "contact normal")]
    pub normal: bool,
    /// Find the shortest way out: see [`Touch::separation`]. An overlap of up to four pixels costs at most 61 tests. A deeper one costs more
    /// and allocates memory, even in a warm step.
    ///
    /// Normal and separation go by the world pixels that both cover, turned or not, moved by whole pixels. A pair with the rule of alpha
    /// sum has no separation of its own: there the visible pixels (alpha above 0) of both count.
    #[doc(alias = "penetration depth")]
    #[doc(alias = "minimum translation vector")]
    pub separation: bool,
    /// Name the labels that meet: see [`Touch::labels`] and [`Event::hit`]. Costs a look at one texel of each side; for a pair that met on
    /// its way, that way is followed once more.
    #[doc(alias = "hurtbox")]
    pub labels: bool,
}
