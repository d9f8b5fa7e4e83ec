//! A moving mask against a mask at rest: the exact moment of the first contact.

use hitmask::{Cast, PointQ16};
use hitmask_oracle::Sweep;
use serde::{Deserialize, Serialize};

use crate::pictures::Pictures;
use crate::question::{Pixel, Q16, Question, pixel, true_pixel};
use crate::shape::{Forms, Shape};

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CastPair {
    a: Shape,
    b: Shape,
    /// The start of b's origin, relative to a's origin, in 1/65536 of a pixel.
    position: Q16,
    /// The motion from the start.
    motion: Q16,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Answer {
    InitialOverlap,
    Miss,
    Hit {
        /// Numerator and denominator in lowest terms.
        time: [u64; 2],
        /// In a's pixels.
        point: Pixel,
        normal: Pixel,
    },
}

impl From<Cast> for Answer {
    fn from(cast: Cast) -> Answer {
        match cast {
            Cast::InitialOverlap => Answer::InitialOverlap,
            Cast::Miss => Answer::Miss,
            Cast::Hit { time, point, normal } => Answer::Hit {
                time: [time.numerator(), time.denominator()],
                point: pixel(point),
                normal: pixel(normal),
            },
        }
    }
}

impl From<Sweep> for Answer {
    fn from(sweep: Sweep) -> Answer {
        match sweep {
            Sweep::InitialOverlap => Answer::InitialOverlap,
            Sweep::Miss => Answer::Miss,
            Sweep::Hit { time: (above, below), point, normal } => {
                Answer::Hit { time: [above, below], point: true_pixel(point), normal: true_pixel(normal) }
            }
        }
    }
}

impl Question for CastPair {
    type Answer = Answer;
    const FILE: &'static str = "cast";

    fn ask(&self, pictures: &Pictures) -> Answer {
        let [position, motion] = [self.position, self.motion].map(|[x, y]| PointQ16::new(x, y));
        self.a.mask(pictures).cast(self.b.mask(pictures), position, motion).into()
    }

    fn check(&self, pictures: &Pictures, answer: &Answer) {
        let [position, motion] = [self.position, self.motion].map(|[x, y]| (x, y));
        let truth = self.a.grid(pictures).cast(&self.b.grid(pictures), position, motion);
        assert_eq!(*answer, truth.into());
    }
}
