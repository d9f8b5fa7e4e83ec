//! Two posed shapes, by both pixel rules.

use hitmask::{AlphaRule, ColliderShape, PixelRule, Pose, ShapeRef};
use hitmask_oracle::{posed_geometry_overlaps, posed_overlap, posed_sum_overlap};
use serde::{Deserialize, Serialize};

use super::overlap::Answer as Raster;
use crate::pictures::Pictures;
use crate::question::{Question, area, pixel};
use crate::shape::{Forms, Shape, lent};

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Posed {
    a: Shape,
    /// The six numbers in 1/65536.
    pose_a: [i64; 6],
    b: Shape,
    pose_b: [i64; 6],
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answer {
    /// In world pixels.
    raster: Raster,
    /// Null for alphas, which don't have this rule.
    geometry: Option<bool>,
}

/// The verbs of masks; and the verbs of alphas and levels, which have only one rule.
macro_rules! raster {
    ($a:expr, $pose_a:expr, $b:expr, $pose_b:expr $(, $rule:expr)?) => {
        Raster {
            overlaps: $a.overlaps_posed($pose_a, $b, $pose_b $(, $rule)?),
            area: $a.overlap_area_posed($pose_a, $b, $pose_b),
            first: $a.first_overlap_posed($pose_a, $b, $pose_b).map(pixel),
            bounds: $a.overlap_bounds_posed($pose_a, $b, $pose_b).map(area),
        }
    };
}

impl Question for Posed {
    type Answer = Answer;
    const FILE: &'static str = "posed";

    fn ask(&self, pictures: &Pictures) -> Answer {
        let [pose_a, pose_b] =
            [self.pose_a, self.pose_b].map(|pose| Pose::from_q16(pose).expect("a legal pose"));
        let (pose_a, pose_b) = (&pose_a, &pose_b);
        match (self.a.build(pictures), self.b.build(pictures)) {
            (ColliderShape::Mask(a), ColliderShape::Mask(b)) => Answer {
                raster: raster!(a, pose_a, &b, pose_b, PixelRule::Raster),
                geometry: Some(a.overlaps_posed(pose_a, &b, pose_b, PixelRule::Geometry)),
            },
            (ColliderShape::Alpha(a, AlphaRule::Sum), ColliderShape::Alpha(b, AlphaRule::Sum)) => {
                Answer { raster: raster!(a, pose_a, &b, pose_b), geometry: None }
            }
            (a, b) => match (lent(&a), lent(&b)) {
                (ShapeRef::Level(a), ShapeRef::Level(b)) => {
                    Answer { raster: raster!(a, pose_a, &b, pose_b), geometry: None }
                }
                _ => panic!("both are bits, both levels, or both alphas"),
            },
        }
    }

    fn check(&self, pictures: &Pictures, answer: &Answer) {
        let (pose_a, pose_b) = (self.pose_a, self.pose_b);
        let truth = match (&self.a, &self.b) {
            (&Shape::Alpha(a), &Shape::Alpha(b)) => {
                posed_sum_overlap(&pictures.alpha_grid(a), pose_a, &pictures.alpha_grid(b), pose_b)
            }
            (&Shape::Level(a, level_a), &Shape::Level(b, level_b)) => {
                let [a, b] = [(a, level_a), (b, level_b)]
                    .map(|(number, level)| pictures.alpha_grid(number).at_level(level));
                posed_overlap(&a, pose_a, &b, pose_b)
            }
            (a, b) => posed_overlap(&a.grid(pictures), pose_a, &b.grid(pictures), pose_b),
        };
        assert_eq!(answer.raster, truth.into());
        if let Some(geometry) = answer.geometry {
            let (a, b) = (self.a.grid(pictures), self.b.grid(pictures));
            // Shapes that meet by raster also meet by geometry. The oracle compares all pairs of texels for geometry, which is slow, so it
            // is asked only about few cases.
            assert!(geometry || !answer.raster.overlaps);
            if a.count() * b.count() <= 4_000 {
                assert_eq!(geometry, posed_geometry_overlaps(&a, pose_a, &b, pose_b));
            }
        }
    }
}
