//! Handles and events
//!
//! What a step of a world tells, and how it names colliders.

use hitmask::{Event, EventKind, Handle, Touch};

use crate::geom::{hitmask_flag, hitmask_point, hitmask_rect, hitmask_time};
use crate::labels::hitmask_label_hit;

/// Names a collider of a world: its slot, counted from 1, in the upper 32 bits, and how often the slot was reused in the lower ones. Any
/// number is safe to pass. 0 names no collider of any world.
pub type hitmask_handle = u64;

/// What happened to a pair.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_event_kind {
    /// They touch now, and did not in the step before.
    HITMASK_BEGIN = 0,
    /// They touch now, as in the step before. Only if the options of the world ask for it.
    HITMASK_STAY = 1,
    /// They touched in the step before and do not any more.
    HITMASK_END = 2,
    /// They touched on the way since the last step, and do not touch now. Only for pairs with a swept collider.
    HITMASK_PASS = 3,
}

/// Where two colliders touch. What the options of the world do not ask for is missing.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_touch {
    /// The first world pixel that both cover.
    pub first: hitmask_point,
    /// How many world pixels both cover. 0 if not asked for.
    pub area: u64,
    /// Whether there are bounds.
    pub has_bounds: hitmask_flag,
    /// The smallest rectangle around the pixels that both cover.
    pub bounds: hitmask_rect,
    /// Whether there is a normal.
    pub has_normal: hitmask_flag,
    /// The direction from a to b.
    pub normal: hitmask_point,
    /// Whether there is a separation.
    pub has_separation: hitmask_flag,
    /// The shortest way out: move b by it.
    pub separation: hitmask_point,
    /// Whether there are labels.
    pub has_labels: hitmask_flag,
    /// The label of a at the first pixel. 0 if it has no labels.
    pub label_a: u8,
    /// The label of b at the first pixel. 0 if it has no labels.
    pub label_b: u8,
}

/// What happened between two colliders in a step. Always a < b.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_event {
    /// A hitmask_event_kind.
    pub kind: i32,
    /// The collider with the lower handle.
    pub a: hitmask_handle,
    /// The collider with the higher handle.
    pub b: hitmask_handle,
    /// The data of a.
    pub data_a: u64,
    /// The data of b.
    pub data_b: u64,
    /// The number of the step in which they began to touch.
    pub since: u64,
    /// Whether there is a touch. Not if they ceased to touch.
    pub has_touch: bool,
    /// Where they touch.
    pub touch: hitmask_touch,
    /// Whether there is a time. Only for pairs with a swept collider.
    pub has_time: bool,
    /// When they first touched on the way from the last step to this one.
    pub time: hitmask_time,
    /// Whether the way of one of the two was not followed exactly.
    pub approximate: bool,
    /// Whether there is a hit. Only if the options of the world ask for labels, and they began to touch or met on the way.
    pub has_hit: bool,
    /// Which labels met first, and where: at the time, if there is one.
    pub hit: hitmask_label_hit,
}

impl From<&Touch> for hitmask_touch {
    fn from(touch: &Touch) -> hitmask_touch {
        hitmask_touch {
            first: touch.first.into(),
            area: touch.area,
            has_bounds: touch.bounds.is_some().into(),
            bounds: touch.bounds.map(Into::into).unwrap_or_default(),
            has_normal: touch.normal.is_some().into(),
            normal: touch.normal.map(Into::into).unwrap_or_default(),
            has_separation: touch.separation.is_some().into(),
            separation: touch.separation.map(Into::into).unwrap_or_default(),
            has_labels: touch.labels.is_some().into(),
            label_a: touch.labels.map_or(0, |[a, _]| a),
            label_b: touch.labels.map_or(0, |[_, b]| b),
        }
    }
}

impl From<&Event> for hitmask_event {
    fn from(event: &Event) -> hitmask_event {
        use hitmask_event_kind::*;
        hitmask_event {
            kind: match event.kind {
                EventKind::Begin => HITMASK_BEGIN as i32,
                EventKind::Stay => HITMASK_STAY as i32,
                EventKind::End => HITMASK_END as i32,
                EventKind::Pass => HITMASK_PASS as i32,
                // A kind that a later library adds.
                _ => -1,
            },
            a: event.a.to_bits(),
            b: event.b.to_bits(),
            data_a: event.data[0],
            data_b: event.data[1],
            since: event.since,
            has_touch: event.touch.is_some(),
            touch: event.touch.as_ref().map(Into::into).unwrap_or_default(),
            has_time: event.time.is_some(),
            time: event.time.map(Into::into).unwrap_or_default(),
            approximate: event.approximate,
            has_hit: event.hit.is_some(),
            hit: event.hit.as_ref().map(Into::into).unwrap_or_default(),
        }
    }
}

pub(crate) fn handle(bits: hitmask_handle) -> Handle {
    Handle::from_bits(bits)
}
