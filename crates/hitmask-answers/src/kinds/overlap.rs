//! Two shapes at an offset: whether, where and how much they overlap.

use hitmask::{AlphaRule, ColliderShape};
use hitmask_oracle::{overlap, sum_overlap};
use serde::{Deserialize, Serialize};

use crate::pictures::Pictures;
use crate::question::{Area, Pixel, Question, area, pixel, true_area, true_pixel};
use crate::shape::{Forms, Shape, lent};

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Overlap {
    a: Shape,
    b: Shape,
    /// b's origin minus a's.
    offset: Pixel,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answer {
    pub(super) overlaps: bool,
    pub(super) area: u64,
    pub(super) first: Option<Pixel>,
    pub(super) bounds: Option<Area>,
}

impl From<hitmask_oracle::Overlap> for Answer {
    fn from(truth: hitmask_oracle::Overlap) -> Answer {
        Answer {
            overlaps: truth.overlaps(),
            area: truth.area(),
            first: truth.first().map(true_pixel),
            bounds: truth.bounds().map(true_area),
        }
    }
}

/// The four verbs for any two types that have them.
macro_rules! answer {
    ($a:expr, $b:expr, $offset:expr) => {
        Answer {
            overlaps: $a.overlaps($b, $offset),
            area: $a.overlap_area($b, $offset),
            first: $a.first_overlap($b, $offset).map(pixel),
            bounds: $a.overlap_bounds($b, $offset).map(area),
        }
    };
}

impl Question for Overlap {
    type Answer = Answer;
    const FILE: &'static str = "overlap";

    fn ask(&self, pictures: &Pictures) -> Answer {
        let (a, b) = (self.a.build(pictures), self.b.build(pictures));
        let offset = (self.offset[0], self.offset[1]);
        match (&a, &b) {
            (ColliderShape::Alpha(a, AlphaRule::Sum), ColliderShape::Alpha(b, AlphaRule::Sum)) => {
                answer!(a, b, offset)
            }
            _ => answer!(lent(&a), &lent(&b), offset),
        }
    }

    fn check(&self, pictures: &Pictures, answer: &Answer) {
        let offset = (self.offset[0], self.offset[1]);
        let truth = match (&self.a, &self.b) {
            (&Shape::Alpha(a), &Shape::Alpha(b)) => {
                sum_overlap(&pictures.alpha_grid(a), &pictures.alpha_grid(b), offset)
            }
            (a, b) => overlap(&*a.truth(&pictures.book), &*b.truth(&pictures.book), offset),
        };
        assert_eq!(*answer, truth.into());
    }
}
