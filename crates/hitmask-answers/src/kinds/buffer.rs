//! A script that draws into a collision buffer and tests shapes against it.

use hitmask::{BufferMode, BufferOverlap, CollisionBuffer, Placed, Rect};
use hitmask_oracle::{Buffer, convex_covers, texel_at};
use serde::{Deserialize, Serialize};

use super::pixel;
use crate::shape::{Forms, Shape, placed};
use crate::{Pictures, Pixel, Question};

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Script {
    mode: Mode,
    /// x, y, width, height in world pixels.
    region: (i32, i32, u32, u32),
    steps: Vec<Step>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Owners,
    Painter,
    Latch,
}

/// A pose is six numbers in 1/65536.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Step {
    Draw {
        shape: Shape,
        pose: [i64; 6],
        id: u32,
    },
    Test {
        shape: Shape,
        pose: [i64; 6],
    },
    TestAndDraw {
        shape: Shape,
        pose: [i64; 6],
        id: u32,
    },
    /// The new corner of the region. The buffer is empty afterwards.
    MoveTo(Pixel),
    Clear,
    TakeLatched,
}

/// The answer of a step.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Given {
    /// For each id that the shape meets, in ascending order: the id, the number of its pixels, and the first of them.
    Met(Vec<(u32, u64, Pixel)>),
    /// The ids that have touched another id since the last time they were taken.
    Latched(Vec<u32>),
    Nothing,
}

fn met(found: Vec<BufferOverlap>) -> Given {
    Given::Met(found.into_iter().map(|met| (met.id, met.area, pixel(met.first))).collect())
}

/// Calls a function with the shape in the form that the buffer takes.
fn stamped<R>(shape: &Shape, pose: [i64; 6], pictures: &Pictures, f: impl FnOnce(Placed<'_>) -> R) -> R {
    f(placed(&shape.build(pictures), pose))
}

/// The given world pixels that the shape covers, by the oracle.
pub(super) fn covered(
    shape: &Shape,
    pose: [i64; 6],
    pictures: &Pictures,
    pixels: &[(i64, i64)],
) -> Vec<(i64, i64)> {
    let pixels = pixels.iter().copied();
    match shape {
        Shape::Circle(..) | Shape::Polygon(_) => {
            let convex = shape.convex();
            pixels.filter(|&(x, y)| convex_covers(&convex, pose, x, y)).collect()
        }
        _ => {
            let solid = shape.truth(&pictures.book);
            let covers = |&(x, y): &(i64, i64)| {
                let (u, v) = texel_at(pose, x, y);
                solid.solid(u, v)
            };
            pixels.filter(covers).collect()
        }
    }
}

impl Question for Script {
    /// One answer for each step.
    type Answer = Vec<Given>;
    const FILE: &'static str = "buffer";

    fn ask(&self, pictures: &Pictures) -> Vec<Given> {
        let (x, y, w, h) = self.region;
        let mode = match self.mode {
            Mode::Owners => BufferMode::Owners,
            Mode::Painter => BufferMode::Painter,
            Mode::Latch => BufferMode::Latch,
        };
        let mut buffer = CollisionBuffer::new(mode, Rect::new(x, y, w, h)).expect("the region is legal");
        let step = |step: &Step| match step {
            Step::Draw { shape, pose, id } => {
                stamped(shape, *pose, pictures, |stamp| buffer.draw(stamp, *id));
                Given::Nothing
            }
            Step::Test { shape, pose } => met(stamped(shape, *pose, pictures, |stamp| buffer.test(stamp))),
            Step::TestAndDraw { shape, pose, id } => {
                met(stamped(shape, *pose, pictures, |stamp| buffer.test_and_draw(stamp, *id)))
            }
            Step::MoveTo([x, y]) => {
                buffer.move_to((*x, *y));
                Given::Nothing
            }
            Step::Clear => {
                buffer.clear();
                Given::Nothing
            }
            Step::TakeLatched => Given::Latched(buffer.take_latched()),
        };
        self.steps.iter().map(step).collect()
    }

    fn check(&self, pictures: &Pictures, answer: &Vec<Given>) {
        let mut region =
            (self.region.0.into(), self.region.1.into(), self.region.2.into(), self.region.3.into());
        let mode = match self.mode {
            Mode::Owners => hitmask_oracle::BufferMode::Owners,
            Mode::Painter => hitmask_oracle::BufferMode::Painter,
            Mode::Latch => hitmask_oracle::BufferMode::Latch,
        };
        let mut buffer = Buffer::new(mode, region);
        let met = |found: Vec<(u32, u64, (i64, i64))>| {
            let met = |(id, area, first)| (id, area, super::true_pixel(first));
            Given::Met(found.into_iter().map(met).collect())
        };
        let mut truth = Vec::new();
        for step in &self.steps {
            let pixels = buffer.pixels();
            truth.push(match step {
                Step::Draw { shape, pose, id } => {
                    buffer.draw(&covered(shape, *pose, pictures, &pixels), *id);
                    Given::Nothing
                }
                Step::Test { shape, pose } => met(buffer.test(&covered(shape, *pose, pictures, &pixels))),
                Step::TestAndDraw { shape, pose, id } => {
                    met(buffer.test_and_draw(&covered(shape, *pose, pictures, &pixels), *id))
                }
                Step::MoveTo([x, y]) => {
                    (region.0, region.1) = ((*x).into(), (*y).into());
                    buffer.set_region(region);
                    Given::Nothing
                }
                Step::Clear => {
                    buffer.set_region(region);
                    Given::Nothing
                }
                Step::TakeLatched => Given::Latched(buffer.take_latched()),
            });
        }
        assert_eq!(*answer, truth);
    }
}
