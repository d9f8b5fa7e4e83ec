//! Questions about the picture of a posed mask in the world.

use hitmask::Pose;
use hitmask_oracle::bake;
use serde::{Deserialize, Serialize};

use crate::pictures::Pictures;
use crate::pictures::{bits_of, bits_of_grid};
use crate::question::{Pixel, Question, pixel, true_pixel};
use crate::shape::{Forms, Shape};

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

    fn ask(&self, pictures: &Pictures) -> Answer {
        let (mask, corner) =
            self.a.mask(pictures).bake(&Pose::from_q16(self.pose).expect("a legal pose")).unwrap();
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
