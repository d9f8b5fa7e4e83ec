//! Questions about the picture of a posed mask in the world.

use hitmask::Pose;
use hitmask_oracle::bake;
use hitmask_scenes::Random;
use serde::{Deserialize, Serialize};

use super::{pixel, true_pixel};
use crate::draft::{place, pose, size, small_bits};
use crate::pictures::{bits_of, bits_of_grid};
use crate::shape::{Forms, Shape};
use crate::{Pictures, Pixel, Question};

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bake {
    a: Shape,
    pose: [i64; 6],
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answer {
    /// The world pixel of the picture's upper left pixel.
    corner: Pixel,
    w: usize,
    h: usize,
    bits: String,
}

impl Question for Bake {
    type Answer = Answer;
    const FILE: &'static str = "bake";

    fn all(pictures: &Pictures) -> Vec<Bake> {
        let random = &mut Random::new(4);
        let mut all = Vec::new();
        while all.len() < 60 {
            let a = small_bits(random, pictures, 33);
            let at = place(random, 100);
            all.push(Bake { pose: pose(random, size(&a, pictures), at), a });
        }
        all
    }

    fn ask(&self, pictures: &Pictures) -> Answer {
        let (mask, corner) = self.a.mask(pictures).bake(&Pose::from_q16(self.pose).expect("a legal pose"));
        let (w, h) = mask.size();
        Answer { corner: pixel(corner), w: w as usize, h: h as usize, bits: bits_of(&mask) }
    }

    fn check(&self, pictures: &Pictures, answer: &Answer) {
        match bake(&self.a.grid(pictures), self.pose) {
            None => assert!(answer.bits.bytes().all(|digit| digit == b'0')),
            Some((grid, corner)) => {
                let truth =
                    Answer { corner: true_pixel(corner), w: grid.w, h: grid.h, bits: bits_of_grid(&grid) };
                assert_eq!(*answer, truth);
            }
        }
    }
}
