//! A crowd in which everyone moves and turns in every frame. Who touches whom?

use std::sync::Arc;

use hitmask::{Angle, Collider, Mask, Pose, PoseParts, World, WorldOptions};
use hitmask_scenes::{BoxScene, MovingBoxes, shapes};
use rapier2d::prelude::{ColliderHandle, Group, Pose as RapierPose, SharedShape, Vector};

use crate::naive::{Grid, Picture};
use crate::physics::{Rapier, shape};
use crate::player::{Answer, Game, Player, one_core, two_cores};

/// Sprites of seven sizes.
fn pictures() -> Vec<Arc<Mask>> {
    (2..9).map(|n| Arc::new(shapes::blob(8 * n, 8 * n, n.into()))).collect()
}

/// Where everyone is: the middle, and the angle in 1/65536 of a turn.
#[derive(Clone)]
struct Crowd {
    boxes: MovingBoxes,
    frame: usize,
}

impl Crowd {
    fn new(count: usize) -> Crowd {
        Crowd { boxes: MovingBoxes::new(BoxScene::Uniform, count, 1), frame: 0 }
    }

    fn advance(&mut self) {
        self.boxes.advance();
        self.frame += 1;
    }

    fn middle(&self, i: usize) -> [i32; 2] {
        let b = &self.boxes.boxes[i];
        [(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2]
    }

    fn turn(&self, i: usize) -> u16 {
        (i.wrapping_mul(40_503) + self.frame.wrapping_mul(151 + i % 97)) as u16
    }
}

pub fn game(small: bool) -> Game {
    let count = if small { 500 } else { 100_000 };
    Game {
        name: "Crowd",
        about: format!("{count} sprites of 16 x 16 to 64 x 64 that all move and turn."),
        counted: "pairs that touch",
        players: vec![
            Player::new("hitmask, one core", ours(count, one_core())),
            Player::on(2, "hitmask, two cores", ours(count, two_cores())),
            Player::new("a grid and a loop over turned pixels", naive(count)).inexact(),
            Player::new("rapier2d, sensors of traced polygons", rapier(count)).inexact(),
        ],
    }
}

fn ours(count: usize, options: WorldOptions) -> impl FnMut(usize) -> Answer + Send {
    let (masks, mut crowd, mut world) = (pictures(), Crowd::new(count), World::with_options(options));
    let pose = |crowd: &Crowd, masks: &[Arc<Mask>], i: usize| {
        let (half, [x, y]) = (f64::from(masks[i % masks.len()].width() / 2), crowd.middle(i));
        let parts = PoseParts {
            position: [f64::from(x), f64::from(y)],
            rotation: Angle::Steps { step: crowd.turn(i).into(), of: 65_536 },
            pivot: [half, half],
            ..PoseParts::default()
        };
        Pose::new(&parts).expect("a rotation is a pose")
    };
    for i in 0..count {
        let collider = Collider::new(&masks[i % masks.len()]).with_data(i as u64);
        world.insert(collider.posed(pose(&crowd, &masks, i)));
    }
    move |_| {
        crowd.advance();
        world.set_transforms(|member| Some(pose(&crowd, &masks, member.collider.data as usize).into()));
        world.step().expect("few pairs");
        Answer::of_pairs(world.contacts().map(|(a, b)| [a.index(), b.index()]))
    }
}

/// For each pixel of the screen that both boxes have, its texel in both pictures.
fn naive(count: usize) -> impl FnMut(usize) -> Answer {
    let (pictures, mut crowd): (Vec<Picture>, Crowd) =
        (pictures().iter().map(|mask| Picture::new(mask)).collect(), Crowd::new(count));
    let (width, height) = crowd.boxes.boxes.iter().fold((0, 0), |(w, h), b| (w.max(b.x1), h.max(b.y1)));
    let mut grid = Grid::new(96, width + 200, height + 200);
    let (mut near, mut bounds, mut turns, mut pairs) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    move |_| {
        crowd.advance();
        grid.clear();
        bounds.clear();
        turns.clear();
        pairs.clear();
        for i in 0..count {
            let angle = f64::from(crowd.turn(i)) / 65536.0 * std::f64::consts::TAU;
            let ([x, y], (sin, cos)) = (crowd.middle(i), angle.sin_cos());
            let half = f64::from(pictures[i % 7].w / 2) * (sin.abs() + cos.abs());
            let half = half.ceil() as i32;
            bounds.push([x - half, y - half, x + half, y + half]);
            turns.push([sin, cos]);
            grid.enter(i as u32, bounds[i]);
        }
        let solid = |i: usize, x: i32, y: i32| {
            let ([mx, my], [sin, cos]) = (crowd.middle(i), turns[i]);
            let (dx, dy) = (f64::from(x - mx) + 0.5, f64::from(y - my) + 0.5);
            let picture = &pictures[i % 7];
            let half = f64::from(picture.w / 2);
            picture
                .at((cos * dx + sin * dy + half).floor() as i32, (cos * dy - sin * dx + half).floor() as i32)
        };
        for a in 0..count {
            grid.near(bounds[a], &mut near);
            for &b in near.iter().filter(|&&b| b as usize > a) {
                let ([ax0, ay0, ax1, ay1], [bx0, by0, bx1, by1]) = (bounds[a], bounds[b as usize]);
                let (x0, x1, y0, y1) = (ax0.max(bx0), ax1.min(bx1), ay0.max(by0), ay1.min(by1));
                if (y0..y1).any(|y| (x0..x1).any(|x| solid(a, x, y) && solid(b as usize, x, y))) {
                    pairs.push([a as u32, b]);
                }
            }
        }
        Answer::of_pairs(pairs.iter().copied())
    }
}

fn rapier(count: usize) -> impl FnMut(usize) -> Answer {
    let (mut rapier, mut crowd) = (Rapier::new(), Crowd::new(count));
    let middle = |mask: &Mask| [(mask.width() / 2) as f32; 2];
    let shapes: Vec<SharedShape> = pictures().iter().map(|mask| shape(mask, middle(mask))).collect();
    let handles: Vec<ColliderHandle> = (0..count)
        .map(|i| rapier.sensor(shapes[i % shapes.len()].clone(), i, Group::GROUP_1, Group::GROUP_1))
        .collect();
    move |_| {
        crowd.advance();
        for (i, &handle) in handles.iter().enumerate() {
            let [x, y] = crowd.middle(i);
            let angle = f32::from(crowd.turn(i)) / 65536.0 * std::f32::consts::TAU;
            rapier.colliders[handle].set_position(RapierPose::new(Vector::new(x as f32, y as f32), angle));
        }
        rapier.step();
        Answer::of_pairs(rapier.touching())
    }
}
