//! A character on whole pixels among obstacles: where a motion leads, and what stops it.

use hitmask::{ColliderShape, MoveOptions, Obstacle, PointQ16, move_and_slide};
use hitmask_oracle::{Cover, Ground, Rules, UP, walk};
use serde::{Deserialize, Serialize};

use crate::pictures::Pictures;
use crate::question::{Pixel, Q16, Question, pixel, true_pixel};
use crate::shape::{Forms, Shape, placed};

/// Positions are those of the shapes' origins.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Walk {
    shape: Shape,
    /// The first four numbers of a pose.
    matrix: [i64; 4],
    position: Q16,
    motion: Q16,
    step_up: u32,
    step_down: u32,
    obstacles: Vec<Hurdle>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hurdle {
    shape: Shape,
    pose: [i64; 6],
    one_way: bool,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answer {
    position: Q16,
    velocity: Q16,
    floor: Option<Halt>,
    ceiling: Option<Halt>,
    wall: Option<Halt>,
    /// The number of the solid obstacle that it overlaps at the start.
    stuck: Option<usize>,
}

/// What refuses one more step.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Halt {
    /// The number of the obstacle.
    obstacle: usize,
    pixel: Pixel,
    normal: Pixel,
}

fn at([a, b, c, d]: [i64; 4], [x, y]: Q16) -> [i64; 6] {
    [a, b, c, d, x, y]
}

impl Question for Walk {
    type Answer = Answer;
    const FILE: &'static str = "mover";

    fn ask(&self, pictures: &Pictures) -> Answer {
        let built: Vec<ColliderShape> = self.obstacles.iter().map(|one| one.shape.build(pictures)).collect();
        let obstacle = |(built, one): (_, &Hurdle)| {
            let placed = placed(built, one.pose);
            if one.one_way { Obstacle::one_way(placed, (0, 0)) } else { Obstacle::solid(placed, (0, 0)) }
        };
        let obstacles: Vec<Obstacle<'_>> = built.iter().zip(&self.obstacles).map(obstacle).collect();
        let body = self.shape.build(pictures);
        let q16 = |[x, y]: Q16| PointQ16::new(x, y);
        let moved = move_and_slide(
            placed(&body, at(self.matrix, [0, 0])),
            q16(self.position),
            q16(self.motion),
            &obstacles,
            &MoveOptions { step_up: self.step_up, step_down: self.step_down, ..MoveOptions::default() },
        );
        let halt = |stop: Option<hitmask::Stop>| {
            stop.map(|stop| Halt {
                obstacle: stop.index,
                pixel: pixel(stop.pixel),
                normal: pixel(stop.normal),
            })
        };
        Answer {
            position: [moved.position.x, moved.position.y],
            velocity: [moved.velocity.x, moved.velocity.y],
            floor: halt(moved.floor),
            ceiling: halt(moved.ceiling),
            wall: halt(moved.wall),
            stuck: moved.stuck,
        }
    }

    fn check(&self, pictures: &Pictures, answer: &Answer) {
        let covers: Vec<Cover> =
            self.obstacles.iter().map(|one| one.shape.cover(one.pose, &pictures.book)).collect();
        let solid: Vec<_> = covers.iter().map(|cover| move |x: i64, y: i64| cover.at(x, y).solid).collect();
        let grounds: Vec<Ground<'_>> = solid
            .iter()
            .zip(&self.obstacles)
            .map(|(covers, one)| Ground { covers, open: one.one_way.then_some(UP), window: None })
            .collect();
        let body = self.shape.cover(at(self.matrix, [0, 0]), &pictures.book).solid_points();
        let ([x, y], [dx, dy]) = (self.position, self.motion);
        let (step_up, step_down) = (self.step_up.into(), self.step_down.into());
        let ledges = Rules { up: Some(UP), step_up, step_down, corner: 0, drop: false };
        let walked = walk(&body, (x, y), (dx, dy), &grounds, ledges, None);
        let halt = |refusal: Option<(usize, (i64, i64))>, normal: Pixel| {
            refusal.map(|(obstacle, pixel)| Halt { obstacle, pixel: true_pixel(pixel), normal })
        };
        let truth = Answer {
            position: [walked.position.0, walked.position.1],
            velocity: [walked.velocity.0, walked.velocity.1],
            floor: halt(walked.floor, [0, -1]),
            ceiling: halt(walked.ceiling, [0, 1]),
            wall: halt(walked.wall, [-dx.signum() as i32, 0]),
            stuck: walked.stuck,
        };
        assert_eq!(*answer, truth);
    }
}
