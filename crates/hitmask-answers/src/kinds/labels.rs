//! Which labels of two shapes meet, at an offset and under poses.

use hitmask::{LabelHit, LabelMask, LabelOverlap, Mask, Point, Pose, ShapeRef};
use hitmask_oracle::{LabelCounts, LabelGrid, count_labels, overlap, posed_overlap};
use serde::{Deserialize, Serialize};

use super::{pixel, true_pixel};
use crate::{Pictures, Pixel, Question};

/// A shape by the number of its picture.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Side {
    /// A picture of alphas; the label of a pixel is its alpha divided by 64, rounded down.
    Labels(usize),
    /// A picture of bits, which has no labels.
    Bits(usize),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Labels {
    /// The number of a picture of alphas.
    labels: usize,
    other: Side,
    offset: Pixel,
    /// For the posed answers.
    pose: [i64; 6],
    other_pose: [i64; 6],
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answer {
    at_offset: Meeting,
    posed: Meeting,
    /// The state hash of the label mask, without names.
    hash: String,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Meeting {
    /// Both labels, pixels, first pixel.
    met: Vec<([u8; 2], u64, Pixel)>,
    /// Both labels at the first pixel.
    hit: Option<([u8; 2], Pixel)>,
}

impl Meeting {
    fn of(met: &[LabelOverlap], hit: Option<LabelHit>) -> Meeting {
        Meeting {
            met: met.iter().map(|met| (met.labels, met.pixels, pixel(met.first))).collect(),
            hit: hit.map(|hit| (hit.labels, pixel(hit.pixel))),
        }
    }

    fn truly(counts: &LabelCounts) -> Meeting {
        let first = counts.iter().min_by_key(|&&(_, _, (x, y))| (y, x));
        Meeting {
            met: counts.iter().map(|&((a, b), pixels, first)| ([a, b], pixels, true_pixel(first))).collect(),
            hit: first.map(|&((a, b), _, first)| ([a, b], true_pixel(first))),
        }
    }
}

fn label_grid(pictures: &Pictures, number: usize) -> LabelGrid {
    let alphas = pictures.alpha_grid(number);
    LabelGrid { w: alphas.w, h: alphas.h, labels: alphas.alpha.iter().map(|alpha| alpha / 64).collect() }
}

fn label_mask(pictures: &Pictures, number: usize) -> LabelMask {
    let alphas = pictures.alpha(number);
    let labels: Vec<u8> = alphas.as_bytes().iter().map(|alpha| alpha / 64).collect();
    LabelMask::from_labels(alphas.width(), alphas.height(), &labels).expect("one label a pixel")
}

impl Question for Labels {
    type Answer = Answer;
    const FILE: &'static str = "labels";

    fn ask(&self, pictures: &Pictures) -> Answer {
        let labels = label_mask(pictures, self.labels);
        let (other_labels, bits): (LabelMask, &Mask);
        let other: ShapeRef<'_> = match self.other {
            Side::Labels(number) => {
                other_labels = label_mask(pictures, number);
                (&other_labels).into()
            }
            Side::Bits(number) => {
                bits = pictures.mask(number);
                bits.into()
            }
        };
        let offset = Point::new(self.offset[0], self.offset[1]);
        let [p, q] = [self.pose, self.other_pose].map(|pose| Pose::from_q16(pose).expect("a legal pose"));
        Answer {
            at_offset: Meeting::of(&labels.overlap_labels(&other, offset), labels.label_hit(&other, offset)),
            posed: Meeting::of(
                &labels.overlap_labels_posed(&p, &other, &q),
                labels.label_hit_posed(&p, &other, &q),
            ),
            hash: format!("{:016x}", labels.state_hash()),
        }
    }

    fn check(&self, pictures: &Pictures, answer: &Answer) {
        let labels = label_grid(pictures, self.labels);
        let other = match self.other {
            Side::Labels(number) => label_grid(pictures, number),
            Side::Bits(_) => LabelGrid { w: 0, h: 0, labels: Vec::new() },
        };
        let solid = match self.other {
            Side::Labels(_) => other.solid(),
            Side::Bits(number) => pictures.grid(number),
        };
        let [dx, dy] = self.offset.map(i64::from);
        let shared = overlap(&labels.solid(), &solid, (self.offset[0], self.offset[1]));
        let truth = count_labels(&shared, &|x, y| labels.get(x, y), &|x, y| other.get(x - dx, y - dy));
        assert_eq!(answer.at_offset, Meeting::truly(&truth));
        let (p, q) = (self.pose, self.other_pose);
        let shared = posed_overlap(&labels.solid(), p, &solid, q);
        let truth = count_labels(&shared, &|x, y| labels.posed(p, x, y), &|x, y| other.posed(q, x, y));
        assert_eq!(answer.posed, Meeting::truly(&truth));
    }
}
