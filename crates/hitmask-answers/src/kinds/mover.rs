//! A character on whole pixels among obstacles: where a motion leads, and what stops it.

use hitmask::{ColliderShape, MoveOptions, Obstacle, PointQ16, move_and_slide};
use hitmask_oracle::{Cover, Ground, Ledges, walk};
use hitmask_scenes::Random;
use serde::{Deserialize, Serialize};

use super::{pixel, true_pixel};
use crate::draft::{ONE, convex, fraction, matrix, pick, place, small_bits};
use crate::shape::{Forms, Shape, placed};
use crate::{Pictures, Pixel, Q16, Question};

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

const UPRIGHT: [i64; 4] = [ONE, 0, 0, ONE];

fn at([a, b, c, d]: [i64; 4], [x, y]: Q16) -> [i64; 6] {
    [a, b, c, d, x, y]
}

/// A shape of a few pixels.
fn little(random: &mut Random, pictures: &Pictures) -> Shape {
    match random.below(5) {
        0 => convex(random),
        1 => small_bits(random, pictures, 20),
        _ => Shape::Rect(0, 0, random.below(8) + 1, random.below(12) + 1),
    }
}

/// A cave with a few things in it: a ground, a ceiling, two walls.
fn cave(random: &mut Random, pictures: &Pictures) -> Vec<Hurdle> {
    let solid = |shape: Shape, [x, y]: [i32; 2]| Hurdle {
        shape,
        pose: at(UPRIGHT, [i64::from(x) * ONE, i64::from(y) * ONE]),
        one_way: false,
    };
    let ground = match random.below(3) {
        0 => small_bits(random, pictures, 100),
        1 => Shape::Terrain(19),
        _ => Shape::Rect(0, 0, 90, 20),
    };
    let mut all = vec![
        solid(ground, [-45 + random.between(-9, 9), 14]),
        solid(Shape::Rect(0, 0, 100, 6), [-50, -30]),
        solid(Shape::Rect(0, 0, 6, 80), [-34, -40]),
        solid(Shape::Rect(0, 0, 6, 80), [28, -40]),
    ];
    all[0].one_way = random.below(3) == 0;
    for _ in 0..random.below(4) {
        let matrix = if random.below(3) == 0 { matrix(random) } else { UPRIGHT };
        let pose = at(matrix, place(random, 20));
        let shape = if random.below(3) == 0 {
            Shape::Rect(0, 0, random.below(20) + 1, 2)
        } else {
            little(random, pictures)
        };
        all.push(Hurdle { shape, pose, one_way: random.below(2) == 0 });
    }
    all
}

impl Question for Walk {
    type Answer = Answer;
    const FILE: &'static str = "mover";

    fn all(pictures: &Pictures) -> Vec<Walk> {
        let random = &mut Random::new(21);
        let mut walks: Vec<Walk> = Vec::new();
        let mut stuck = 0;
        while walks.len() < 120 {
            let far = pick(random, &[2, 20, 60]);
            let mut motion = [(); 2].map(|()| {
                i64::from(random.between(-far, far)) * ONE + pick(random, &[0, 1]) * fraction(random)
            });
            match random.below(6) {
                0 => motion[0] = 0,
                1 => motion[1] = 0,
                // Both axes reach their marks at the same times.
                2 => motion[1] = motion[0].abs(),
                // Mostly onto the ground.
                3 | 4 => motion[1] = motion[1].abs() + 30 * ONE,
                _ => {}
            }
            let walk = Walk {
                shape: little(random, pictures),
                matrix: if random.below(4) == 0 { matrix(random) } else { UPRIGHT },
                position: place(random, 24),
                motion,
                step_up: pick(random, &[0, 0, 1, 4]),
                step_down: pick(random, &[0, 0, 1, 4]),
                obstacles: cave(random, pictures),
            };
            // A few are stuck.
            if walk.ask(pictures).stuck.is_some() {
                stuck += 1;
                if stuck % 8 != 0 {
                    continue;
                }
            }
            walks.push(walk);
            // From where one has landed, the next one goes on: so many start on the ground.
            if random.below(2) == 0 {
                let last = &walks[walks.len() - 1];
                let next = Walk {
                    shape: last.shape.clone(),
                    position: last.ask(pictures).position,
                    motion: [ONE * i64::from(random.between(-30, 30)), motion[1].abs() / 4],
                    step_up: pick(random, &[0, 1, 4]),
                    step_down: pick(random, &[0, 1, 4]),
                    obstacles: last
                        .obstacles
                        .iter()
                        .map(|one| Hurdle { shape: one.shape.clone(), ..*one })
                        .collect(),
                    ..*last
                };
                walks.push(next);
            }
        }
        walks
    }

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
            &MoveOptions { step_up: self.step_up, step_down: self.step_down },
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
            .map(|(covers, one)| Ground { covers, one_way: one.one_way })
            .collect();
        let body = self.shape.cover(at(self.matrix, [0, 0]), &pictures.book).solid_points();
        let ([x, y], [dx, dy]) = (self.position, self.motion);
        let ledges = Ledges { up: self.step_up.into(), down: self.step_down.into() };
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
