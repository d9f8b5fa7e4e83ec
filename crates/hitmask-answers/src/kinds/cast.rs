//! A moving mask against a mask at rest: the exact moment of the first contact.

use hitmask::{Cast, PointQ16};
use hitmask_oracle::Sweep;
use hitmask_scenes::Random;
use serde::{Deserialize, Serialize};

use super::{pixel, true_pixel};
use crate::draft::{ONE, place, small_bits};
use crate::shape::{Forms, Shape};
use crate::{Pictures, Pixel, Q16, Question};

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

/// A motion from a position to about the middle of a picture of this size and beyond. Some run along an axis, and some are zero.
pub(super) fn motion(random: &mut Random, position: Q16, (w, h): (u32, u32)) -> Q16 {
    let aim = [w, h].map(|side| i64::from(random.below(side.max(1))) * ONE);
    match random.below(8) {
        0 => [0, 0],
        1 => [2 * (aim[0] - position[0]), 0],
        2 => [0, 2 * (aim[1] - position[1])],
        // Motions by whole pixels, so that some end exactly in a contact.
        3 => [0, 1].map(|i| (aim[i] - position[i]) / ONE * ONE),
        _ => [0, 1]
            .map(|i| (aim[i] - position[i]) * 3 / 2 + i64::from(random.between(-ONE as i32, ONE as i32))),
    }
}

impl Question for CastPair {
    type Answer = Answer;
    const FILE: &'static str = "cast";

    fn all(pictures: &Pictures) -> Vec<CastPair> {
        let random = &mut Random::new(6);
        let pair = |_| {
            let (a, b) = (small_bits(random, pictures, 33), small_bits(random, pictures, 17));
            let position = place(random, 50);
            CastPair { motion: motion(random, position, a.mask(pictures).size()), a, b, position }
        };
        (0..140).map(pair).collect()
    }

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
