//! A pose from its parts.

use hitmask::{Pose, PoseParts};
use hitmask_model::angle_of;
use hitmask_oracle::pose_from_parts;
use hitmask_oracle::world::Rotation;
use serde::{Deserialize, Serialize};

use crate::pictures::Pictures;
use crate::question::Question;

/// Numbers with a fraction have few digits, so that every reader gets the same float.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Parts {
    position: [f64; 2],
    rotation: Rotation,
    scale: [f64; 2],
    shear: [f64; 2],
    pivot: [f64; 2],
}

impl Question for Parts {
    /// The six numbers in 1/65536. Null if the parts make no legal pose.
    type Answer = Option<[i64; 6]>;
    const FILE: &'static str = "pose";

    fn ask(&self, _: &Pictures) -> Self::Answer {
        let rotation = angle_of(self.rotation);
        let Parts { position, scale, shear, pivot, .. } = *self;
        Pose::new(&PoseParts { position, rotation, scale, shear, pivot, ..PoseParts::default() })
            .ok()
            .map(|pose| pose.to_q16())
    }

    fn check(&self, _: &Pictures, answer: &Self::Answer) {
        let rotation = self.rotation.turn();
        let Parts { position, scale, shear, pivot, .. } = *self;
        let parts = hitmask_oracle::PoseParts { position, rotation, scale, shear, pivot };
        assert_eq!(*answer, pose_from_parts(&parts));
    }
}
