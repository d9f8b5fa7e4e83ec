//! A moving point against a mask.

use hitmask::PointQ16;
use hitmask_scenes::Random;
use serde::{Deserialize, Serialize};

use super::cast::{Answer, motion};
use crate::draft::{place, small_bits};
use crate::shape::{Forms, Shape};
use crate::{Pictures, Q16, Question};

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ray {
    a: Shape,
    /// The start of the ray, relative to a's origin, in 1/65536 of a pixel.
    position: Q16,
    /// The motion from the start.
    motion: Q16,
}

impl Question for Ray {
    type Answer = Answer;
    const FILE: &'static str = "ray";

    fn all(pictures: &Pictures) -> Vec<Ray> {
        let random = &mut Random::new(7);
        let ray = |_| {
            let a = small_bits(random, pictures, 65);
            let position = place(random, 70);
            Ray { motion: motion(random, position, a.mask(pictures).size()), a, position }
        };
        (0..100).map(ray).collect()
    }

    fn ask(&self, pictures: &Pictures) -> Answer {
        let [position, motion] = [self.position, self.motion].map(|[x, y]| PointQ16::new(x, y));
        self.a.mask(pictures).ray_cast(position, motion).into()
    }

    fn check(&self, pictures: &Pictures, answer: &Answer) {
        let [position, motion] = [self.position, self.motion].map(|[x, y]| (x, y));
        assert_eq!(*answer, self.a.grid(pictures).ray_cast(position, motion).into());
    }
}
