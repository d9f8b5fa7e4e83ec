//! Where each swept path of the next step begins.

use crate::geom::{PointQ16, Pose};
use crate::world::collider::stored_collider::StoredCollider;

/// Where a collider was after the last successful step. Kept when it is first changed after that step. Its matrix there is kept with the
/// stored collider, because most have none but that of an upright shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PreviousPosition {
    /// The number of that step. With any other number, the collider has rested since.
    step: u64,
    position: PointQ16,
}

/// No step has this number.
const NEVER: u64 = u64::MAX;

impl Default for PreviousPosition {
    fn default() -> PreviousPosition {
        PreviousPosition { step: NEVER, position: PointQ16::ZERO }
    }
}

impl PreviousPosition {
    /// Keeps where a collider is, before it is changed. `now` is the number of successful steps.
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub(crate) fn keep(&mut self, now: u64, stored: &mut StoredCollider) {
        match stored.plain_pose() {
            // A collider without a pose is nowhere. When it has one again, it rests there.
            None => self.step = NEVER,
            Some(pose) => self.keep_posed(now, stored, &pose),
        }
    }

    /// The same for a collider that has this pose.
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub(crate) fn keep_posed(&mut self, now: u64, stored: &mut StoredCollider, pose: &Pose) {
        if self.step != now {
            *self = PreviousPosition { step: now, position: stored.position };
            stored.set_start_matrix(pose.matrix);
        }
    }

    /// The position, if it was kept after the last successful step. `now` is the number of that step.
    #[inline]
    pub(crate) fn position(&self, now: u64) -> Option<PointQ16> {
        (self.step == now).then_some(self.position)
    }

    /// The position and the matrix, if they were kept after the last successful step. `now` is the number of that step.
    #[inline]
    pub(crate) fn of_step(&self, now: u64, stored: &StoredCollider) -> Option<(PointQ16, [i32; 4])> {
        Some((self.position(now)?, stored.start_matrix()))
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

    /// Builds it again from what [`PreviousPosition::position`] returned.
    pub(crate) fn of_position(now: u64, position: PointQ16) -> PreviousPosition {
        PreviousPosition { step: now, position }
    }
}
