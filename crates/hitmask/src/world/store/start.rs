//! Where the ways of colliders to the next step begin.

use crate::geom::{PointQ16, Pose};
use crate::world::types::collider::Collider;

/// Where a collider was after the last successful step. Kept when it is first changed after that step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WayStart {
    /// The number of that step. With any other number, the collider has rested since.
    step: u64,
    position: PointQ16,
    matrix: [i32; 4],
}

/// No step has this number.
const NEVER: u64 = u64::MAX;

impl Default for WayStart {
    fn default() -> WayStart {
        WayStart { step: NEVER, position: PointQ16::ZERO, matrix: [0; 4] }
    }
}

impl WayStart {
    /// Keeps where a collider is, before it is changed. `now` is the number of successful steps.
    #[inline]
    pub(crate) fn keep(&mut self, now: u64, collider: &Collider) {
        match collider.pose() {
            // A collider without a pose is nowhere. When it has one again, it rests there.
            None => self.step = NEVER,
            Some(pose) if self.step != now => {
                *self = WayStart { step: now, position: collider.transform.position(), matrix: pose.matrix };
            }
            Some(_) => {}
        }
    }

    /// The same for a collider that has an upright pose.
    #[inline]
    pub(crate) fn keep_upright(&mut self, now: u64, position: PointQ16) {
        if self.step != now {
            *self = WayStart { step: now, position, matrix: Pose::IDENTITY.matrix };
        }
    }

    /// The position and the matrix, if it was kept after the last successful step. `now` is the number of that step.
    pub(crate) fn of_step(&self, now: u64) -> Option<(PointQ16, [i32; 4])> {
        (self.step == now).then_some((self.position, self.matrix))
    }

    /// Moves it by whole laps of a wrapped world, together with the collider. A start that is then too far away is forgotten.
    pub(crate) fn shift(&mut self, by: PointQ16) {
        if by == PointQ16::ZERO || self.step == NEVER {
            return;
        }
        let PointQ16 { x, y } = self.position + by;
        self.position = PointQ16::new(x, y);
        if x.abs().max(y.abs()) > PointQ16::LIMIT {
            self.step = NEVER;
        }
    }

    /// What [`WayStart::of_step`] told.
    pub(crate) fn from_parts(now: u64, parts: Option<(PointQ16, [i32; 4])>) -> WayStart {
        parts.map_or_else(WayStart::default, |(position, matrix)| WayStart { step: now, position, matrix })
    }
}
