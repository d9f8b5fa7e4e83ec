//! A moving point against a mask.

use hitmask::PointQ16;
use serde::{Deserialize, Serialize};

use super::cast::Answer;
use crate::pictures::Pictures;
use crate::question::{Q16, Question};
use crate::shape::{Forms, Shape};

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

    fn ask(&self, pictures: &Pictures) -> Answer {
        let [position, motion] = [self.position, self.motion].map(|[x, y]| PointQ16::new(x, y));
        self.a.mask(pictures).ray_cast(position, motion).into()
    }

    fn check(&self, pictures: &Pictures, answer: &Answer) {
        let [position, motion] = [self.position, self.motion].map(|[x, y]| (x, y));
        assert_eq!(*answer, self.a.grid(pictures).ray_cast(position, motion).into());
    }
}
