//! Two masks at rest: the shortest way out, the normal, the distance.

use hitmask::Closest;
use serde::{Deserialize, Serialize};

use crate::pictures::Pictures;
use crate::question::{Pixel, Question, pixel, true_pixel};
use crate::shape::{Forms, Shape};

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Contact {
    a: Shape,
    b: Shape,
    /// b's origin minus a's.
    offset: Pixel,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answer {
    normal: Pixel,
    separation: Pixel,
    /// Null if either has no pixel.
    closest: Option<Nearest>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Nearest {
    Overlapping,
    Apart { squared: u64, a: Pixel, b: Pixel },
}

impl Question for Contact {
    type Answer = Answer;
    const FILE: &'static str = "contact";

    fn ask(&self, pictures: &Pictures) -> Answer {
        let (a, b) = (self.a.mask(pictures), self.b.mask(pictures));
        let offset = (self.offset[0], self.offset[1]);
        Answer {
            normal: pixel(a.normal(b, offset)),
            separation: pixel(a.separation(b, offset)),
            closest: a.closest(b, offset).map(|closest| match closest {
                Closest::Overlapping => Nearest::Overlapping,
                Closest::Apart { squared, a, b } => Nearest::Apart { squared, a: pixel(a), b: pixel(b) },
            }),
        }
    }

    fn check(&self, pictures: &Pictures, answer: &Answer) {
        let (a, b) = (self.a.grid(pictures), self.b.grid(pictures));
        let offset = (self.offset[0].into(), self.offset[1].into());
        let closest = match a.closest(&b, offset) {
            Some(found) => {
                let (a, b) = (true_pixel(found.a), true_pixel(found.b));
                Some(Nearest::Apart { squared: found.squared, a, b })
            }
            None => (a.count() > 0 && b.count() > 0).then_some(Nearest::Overlapping),
        };
        let normal = true_pixel(a.normal(&b, offset));
        assert_eq!(*answer, Answer { normal, separation: true_pixel(a.separation(&b, offset)), closest });
    }
}
