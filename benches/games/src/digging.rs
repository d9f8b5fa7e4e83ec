//! Diggers carve a large ground, and loose stones fall into the holes.

use std::sync::Arc;

use hitmask::{
    Collider, Handle, Mask, MoveOptions, Obstacle, PointQ16, QueryFilter, Terrain, World, move_and_slide,
};
use hitmask_scenes::{Random, shapes};
use rapier2d::parry::query::ShapeCastOptions;
use rapier2d::prelude::{
    ColliderBuilder, ColliderHandle, Pose, QueryFilter as RapierFilter, SharedShape, Vector,
};

use crate::naive::Picture;
use crate::physics::{Rapier, shape};
use crate::player::{Answer, Game, Player};

const WIDTH: u32 = 2048;
const HEIGHT: u32 = 1024;
const HOLE: u32 = 24;
const STONE: u32 = 10;
const FALL: i32 = 4;
/// The side of what rapier2d's ground is cut into, so that a hole changes only a few of its parts.
const CHUNK: u32 = 64;

fn ground() -> Mask {
    let hills = |x: u32| 300 + x.abs_diff(700) / 4 % 150 + x / 9 % 40;
    Mask::from_fn(WIDTH, HEIGHT, |x, y| y >= hills(x))
}

#[derive(Clone)]
struct Script {
    diggers: usize,
    stones: Vec<[i32; 2]>,
}

impl Script {
    fn new(diggers: usize, stones: usize) -> Script {
        let random = &mut Random::new(3);
        let stone = |_| [random.between(0, (WIDTH - STONE) as i32), random.between(0, 200)];
        Script { diggers, stones: (0..stones).map(stone).collect() }
    }

    /// Where the holes of a frame have their upper left corners.
    fn holes(&self, frame: usize) -> Vec<[i32; 2]> {
        let random = &mut Random::new(1000 + frame as u64);
        let hole = |_| [random.between(0, (WIDTH - HOLE) as i32), random.between(280, 700)];
        (0..self.diggers).map(hole).collect()
    }
}

pub fn game(small: bool) -> Game {
    let (diggers, stones) = if small { (4, 30) } else { (50, 1000) };
    let script = Script::new(diggers, stones);
    Game {
        name: "Digging",
        about: format!(
            "{diggers} holes of {HOLE} x {HOLE} a frame in a ground of {WIDTH} x {HEIGHT}, {stones} stones of {STONE} x {STONE} that fall."
        ),
        counted: "sum of the positions",
        players: vec![
            Player::new("hitmask", ours(script.clone())),
            Player::new("hitmask, a terrain without a world", without_world(script.clone())),
            Player::new("a loop over pixels", naive(script.clone())),
            Player::new("rapier2d, chunks traced anew", rapier(script)).inexact(),
        ],
    }
}

fn ours(script: Script) -> impl FnMut(usize) -> Answer {
    let (hole, stone) = (shapes::disc(HOLE, HOLE), Arc::new(shapes::disc(STONE, STONE)));
    let mut world = World::new();
    let ground = world.insert(Collider::new(Terrain::from_mask(&ground())));
    let insert = |&at: &[i32; 2]| world.insert(Collider::new(&stone).at(at).character());
    let stones: Vec<Handle> = script.stones.iter().map(insert).collect();
    let options = MoveOptions { step_up: 0, step_down: 0, ..MoveOptions::default() };
    move |frame| {
        let holes = script.holes(frame);
        let dug = world.edit_terrain(ground, |terrain| {
            for &at in &holes {
                terrain.carve(&hole, at);
            }
        });
        dug.expect("the ground is there");
        let place = |&handle: &Handle| {
            let moved = world.move_and_slide(handle, (0, FALL), &options, &QueryFilter::default());
            let at = moved.and_then(|moved| PointQ16::pixel(moved.position)).expect("whole pixels");
            [at.x, at.y]
        };
        Answer::of_positions(stones.iter().map(place))
    }
}

/// The stones know that only the ground can stop them.
fn without_world(script: Script) -> impl FnMut(usize) -> Answer {
    let (hole, stone) = (shapes::disc(HOLE, HOLE), shapes::disc(STONE, STONE));
    let mut ground = Terrain::from_mask(&ground());
    let mut places: Vec<PointQ16> = script.stones.iter().map(|&at| at.into()).collect();
    let options = MoveOptions { step_up: 0, step_down: 0, ..MoveOptions::default() };
    move |frame| {
        for at in script.holes(frame) {
            ground.carve(&hole, at);
        }
        let below = [Obstacle::solid(&ground, (0, 0))];
        let place = |place: &mut PointQ16| {
            *place = move_and_slide(&stone, *place, (0, FALL), &below, &options).position;
            let at = place.pixel().expect("whole pixels");
            [at.x, at.y]
        };
        Answer::of_positions(places.iter_mut().map(place))
    }
}

fn naive(script: Script) -> impl FnMut(usize) -> Answer {
    let (hole, stone) = (Picture::new(&shapes::disc(HOLE, HOLE)), Picture::new(&shapes::disc(STONE, STONE)));
    let (mut ground, mut places) = (Picture::new(&ground()), script.stones.clone());
    move |frame| {
        for [left, top] in script.holes(frame) {
            for y in 0..hole.h {
                for x in (0..hole.w).filter(|&x| hole.at(x, y)) {
                    ground.set(left + x, top + y, false);
                }
            }
        }
        for place in &mut places {
            for _ in 0..FALL {
                let next = [place[0], place[1] + 1];
                if stone.touches(next, &ground, [0, 0]) {
                    break;
                }
                *place = next;
            }
        }
        Answer::of_positions(places.iter().copied())
    }
}

fn rapier(script: Script) -> impl FnMut(usize) -> Answer {
    let hole = shapes::disc(HOLE, HOLE);
    let (mut ground, mut rapier) = (ground(), Rapier::new());
    let columns = WIDTH / CHUNK;
    let traced = move |ground: &Mask, chunk: u32| {
        let (left, top) = (chunk % columns * CHUNK, chunk / columns * CHUNK);
        let part = Mask::from_fn(CHUNK, CHUNK, |x, y| ground.contains(((left + x) as i32, (top + y) as i32)));
        (!part.is_empty()).then(|| shape(&part, [-(left as f32), -(top as f32)]))
    };
    let mut chunks: Vec<Option<ColliderHandle>> = (0..columns * HEIGHT / CHUNK)
        .map(|chunk| Some(rapier.colliders.insert(ColliderBuilder::new(traced(&ground, chunk)?))))
        .collect();
    let half = STONE as f32 / 2.0;
    let mut places: Vec<Vector> =
        script.stones.iter().map(|&[x, y]| Vector::new(x as f32 + half, y as f32 + half)).collect();
    let stone = SharedShape::ball(half);
    move |frame| {
        let mut changed = Vec::new();
        for [x, y] in script.holes(frame) {
            for p in hole.points() {
                ground.set((x + p.x, y + p.y), false);
            }
            let cells = |from: i32| from as u32 / CHUNK..=(from as u32 + HOLE - 1) / CHUNK;
            changed.extend(cells(y).flat_map(|row| cells(x).map(move |column| row * columns + column)));
        }
        changed.sort_unstable();
        changed.dedup();
        for chunk in changed {
            let Some(handle) = chunks[chunk as usize] else { continue };
            match traced(&ground, chunk) {
                Some(shape) => rapier.colliders[handle].set_shape(shape),
                None => {
                    rapier.remove(handle);
                    chunks[chunk as usize] = None;
                }
            }
        }
        rapier.step();
        let queries = rapier.queries(RapierFilter::default());
        for place in &mut places {
            let options = ShapeCastOptions { max_time_of_impact: 1.0, ..ShapeCastOptions::default() };
            let (pose, down) = (Pose::from_translation(*place), Vector::new(0.0, FALL as f32));
            let hit = queries.cast_shape(&pose, down, &*stone, options);
            place.y += FALL as f32 * hit.map_or(1.0, |(_, hit)| hit.time_of_impact);
        }
        Answer::of_positions(
            places.iter().map(|p| [(p.x - half).round() as i32, (p.y - half).round() as i32]),
        )
    }
}
