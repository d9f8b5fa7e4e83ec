//! A pose from its parts.

use hitmask::{Pose, PoseParts};
use hitmask_model::angle_of;
use hitmask_oracle::pose_from_parts;
use hitmask_oracle::world::Rotation;
use hitmask_scenes::Random;
use serde::{Deserialize, Serialize};

use crate::{Pictures, Question};

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

    fn all(_: &Pictures) -> Vec<Parts> {
        let random = &mut Random::new(2);
        let parts = |i: i32| {
            let mut number =
                |most: i32, parts: i32| f64::from(random.between(-most, most)) / f64::from(parts);
            let [position, scale, shear, pivot] =
                [(2_000_000, 1000), (4_000, 1000), (1_000, 1000), (12_800, 100)]
                    .map(|(most, parts)| [number(most, parts), number(most, parts)]);
            let rotation = match i % 4 {
                0 => Rotation::Degrees(number(72_000, 100)),
                1 => Rotation::Degrees(number(24, 1) * 15.0),
                2 => Rotation::Radians(number(10_000, 1000)),
                _ => Rotation::Steps(random.between(-400, 400), 360),
            };
            let plain = Parts { position, rotation, scale: [1.0; 2], shear: [0.0; 2], pivot };
            match i {
                // Parts that make no legal pose: scaled to nothing, sheared onto a line, too large, too far away.
                7 => Parts { scale: [0.0, 1.0], ..plain },
                15 => Parts { rotation: Rotation::Degrees(0.0), shear: [1.0, 1.0], ..plain },
                23 => Parts { scale: [80.0, 1.0], ..plain },
                31 => Parts { position: [3e9, 0.0], ..plain },
                // Every third pose only turns, as most sprites do.
                _ if i % 3 == 0 => plain,
                _ => Parts { scale, shear, ..plain },
            }
        };
        (0..160).map(parts).collect()
    }

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
