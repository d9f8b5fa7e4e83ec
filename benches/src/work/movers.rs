//! Characters that walk in every frame: on the slopes of a tile map, some of them on lifts; and in turn among many blocks at rest. Times are
//! for each character.
//!
//! With the changes that are noted at `lift_moves` this file also measures libraries from before the movers' second edition.

use crate::clock::Clock;
use crate::frames::{FrameContender, FrameWork};
use hitmask::broad_phase::Aabb;
use hitmask::{
    BroadPhaseKind, Collider, Handle, Mask, MoveOptions, Obstacle, PointQ16, QueryFilter, Rect, TileCell,
    TileMap, TileSet, World, WorldOptions, move_and_slide,
};
use hitmask_scenes::{BoxScene, MovingBoxes, shapes};
use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;

const CHARACTERS: usize = 2000;
const ONE: i64 = PointQ16::ONE;
const GRAVITY: i64 = ONE / 3;

type MakeContenders = fn(&[Aabb]) -> Vec<FrameContender>;

/// All works about characters.
pub(super) fn all() -> Vec<FrameWork> {
    let work = |name: &str, contenders: MakeContenders| FrameWork {
        name: format!("movers 2k {name}"),
        count: CHARACTERS,
        goals: Vec::new(),
        time: None,
        bytes: None,
        clock: Clock::Thread,
        scene: |n| MovingBoxes::new(BoxScene::Uniform, n, 53),
        contenders,
    };
    vec![
        work("on slopes and lifts", |boxes| vec![in_a_world(boxes.len()), by_hand(boxes.len())]),
        work("in turn among 1k", |boxes| crowd_contenders(boxes, 1_000)),
        work("in turn among 10k", |boxes| crowd_contenders(boxes, 10_000)),
        work("in turn among 100k", |boxes| crowd_contenders(boxes, 100_000)),
    ]
}

fn options() -> MoveOptions {
    MoveOptions { step_up: 3, step_down: 3, ..MoveOptions::default() }
}

/// The clock of one thread counts.
fn world(broad_phase: BroadPhaseKind) -> World {
    World::with_options(WorldOptions { parallel_from: usize::MAX, broad_phase, ..WorldOptions::default() })
}

/// Adds where a character is and whether it stands.
fn note(out: &mut Vec<[u32; 2]>, i: usize, position: PointQ16, stands: bool) {
    for part in [position.x as u32, position.y as u32, stands.into()] {
        out.push([i as u32, part]);
    }
}

/// The side of a cell, and the columns that each character has for itself.
const CELL: u32 = 16;
const COLUMNS: u32 = 4;
const LANE: i64 = (CELL * COLUMNS) as i64;

/// The first row of ground in a column of cells. Hilltops and valleys are two cells wide.
fn ground(column: u32) -> u32 {
    let at = column % 12;
    6 + at.min(11 - at)
}

/// Slopes of 45 degrees, up and down.
fn slopes(lanes: usize) -> TileMap {
    let set = TileSet::new([
        Mask::filled(CELL, CELL),
        Mask::from_fn(CELL, CELL, |x, y| x + y >= CELL - 1),
        Mask::from_fn(CELL, CELL, |x, y| y >= x),
    ]);
    let (columns, rows) = (lanes as u32 * COLUMNS, 16);
    let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).map(|(x, y)| {
        let here = ground(x);
        match y {
            _ if y >= here => Some(TileCell::new(0)),
            _ if y + 1 == here && ground(x + 1) < here => Some(TileCell::new(1)),
            _ if y + 1 == here && x > 0 && ground(x - 1) < here => Some(TileCell::new(2)),
            _ => None,
        }
    });
    TileMap::from_cells(set, (columns, rows), (CELL, CELL), cells.collect::<Vec<_>>())
}

const BODY: (u32, u32) = (10, 16);
const LIFT: Rect = Rect::new(0, 0, 40, 6);

fn has_lift(i: usize) -> bool {
    i % 10 == 5
}

fn lift_start(i: usize) -> PointQ16 {
    (LANE as i32 * i as i32 + 12, 20).into()
}

/// The motion of all lifts in a frame: up and down.
fn lift_motion(frame: u32) -> PointQ16 {
    PointQ16::new(0, if (frame / 40).is_multiple_of(2) { ONE / 2 } else { -ONE / 2 })
}

/// Before the second edition of movers, the call had no options: leave the last argument out.
fn lift_moves(world: &mut World, lift: Handle, motion: PointQ16) {
    black_box(world.move_solid(lift, motion, &[], &options()));
}

fn start(i: usize) -> PointQ16 {
    (LANE as i32 * i as i32 + 16, 4).into()
}

/// To and fro within its lane, and on its lift.
fn walk(i: usize, frame: u32, speed: PointQ16) -> PointQ16 {
    let pace = if has_lift(i) { ONE / 2 } else { ONE * 5 / 4 };
    PointQ16::new(if ((frame + i as u32) / 24).is_multiple_of(2) { pace } else { -pace }, speed.y + GRAVITY)
}

/// The frames after which all characters have landed. In the air a frame costs a third.
const LANDING: u32 = 120;

/// A contender in whose first frame nobody falls: so it does not matter how many frames are measured.
fn landed(
    name: &'static str,
    mut frame: impl FnMut(&[Aabb], &mut Vec<[u32; 2]>) + 'static,
) -> FrameContender {
    let mut out = Vec::new();
    for _ in 0..LANDING {
        out.clear();
        frame(&[], &mut out);
    }
    FrameContender::new(name, frame)
}

fn in_a_world(count: usize) -> FrameContender {
    let mut world = world(BroadPhaseKind::Auto);
    world.insert_tiles(Collider::new(slopes(count)));
    let lift = |i: usize| world.insert(Collider::new(LIFT).at(lift_start(i)));
    let lifts: Vec<Handle> = (0..count).filter(|&i| has_lift(i)).map(lift).collect();
    let body = Arc::new(Mask::filled(BODY.0, BODY.1));
    let heroes: Vec<Handle> =
        (0..count).map(|i| world.insert(Collider::new(&body).at(start(i)).character())).collect();
    let (mut speeds, mut frame) = (vec![PointQ16::ZERO; count], 0);
    landed("ours", move |_, out| {
        for &lift in &lifts {
            lift_moves(&mut world, lift, lift_motion(frame));
        }
        for (i, &hero) in heroes.iter().enumerate() {
            let motion = walk(i, frame, speeds[i]);
            let slid = world.move_and_slide(hero, motion, &options(), &QueryFilter::default());
            let slid = slid.expect("nobody is removed");
            speeds[i] = slid.velocity;
            note(out, i, slid.position, slid.floor.is_some());
        }
        frame += 1;
    })
}

/// A character of a game without a world.
struct Actor {
    position: PointQ16,
    speed: PointQ16,
    rides: bool,
}

/// The same without a world: the game knows who may meet whom, and carries its riders itself.
fn by_hand(count: usize) -> FrameContender {
    let (level, body) = (slopes(count), Mask::filled(BODY.0, BODY.1));
    let mut lifts: Vec<PointQ16> = (0..count).map(lift_start).collect();
    let mut actors: Vec<Actor> =
        (0..count).map(|i| Actor { position: start(i), speed: PointQ16::ZERO, rides: false }).collect();
    let mut frame = 0;
    landed("the free function", move |_, out| {
        let by = lift_motion(frame);
        for (i, actor) in actors.iter_mut().enumerate() {
            let mut obstacles = [Obstacle::solid(&level, (0, 0)); 2];
            let lift = &mut lifts[i];
            if has_lift(i) {
                let row = |at: PointQ16| i64::from(at.pixel().expect("it is near").y);
                let before = row(*lift);
                *lift += by;
                if actor.rides {
                    actor.position.y += (row(*lift) - before) * ONE;
                }
                obstacles[1] = Obstacle::solid(LIFT, *lift);
            }
            let near = if has_lift(i) { &obstacles[..] } else { &obstacles[..1] };
            let motion = walk(i, frame, actor.speed);
            let moved = move_and_slide(&body, actor.position, motion, near, &options());
            (actor.position, actor.speed) = (moved.position, moved.velocity);
            actor.rides = moved.floor.is_some_and(|floor| floor.index == 1);
            note(out, i, moved.position, moved.floor.is_some());
        }
        frame += 1;
    })
}

/// So many blocks at rest, and characters that walk and fall among them one after the other. The second contender looks at the box of every
/// collider for every move. In the third, a sixteenth of the characters makes all moves, so that most of the world is as the last step found it.
fn crowd_contenders(boxes: &[Aabb], others: usize) -> Vec<FrameContender> {
    let others = others * boxes.len() / CHARACTERS;
    vec![
        Crowd::contender("ours", boxes, others, BroadPhaseKind::Auto, 1),
        Crowd::contender("every box looked at", boxes, others, BroadPhaseKind::BruteForce, 1),
        Crowd::contender("most at rest", boxes, others, BroadPhaseKind::Auto, 16).inexact(),
    ]
}

/// Characters among blocks.
struct Crowd {
    world: World,
    heroes: Vec<Handle>,
    frame: u32,
}

impl Crowd {
    fn new(boxes: &[Aabb], others: usize, broad_phase: BroadPhaseKind) -> Crowd {
        let mut world = world(broad_phase);
        let blocks = MovingBoxes::new(BoxScene::Uniform, others, 54).boxes;
        let pictures: Vec<Arc<Mask>> =
            (0..8).map(|n| Arc::new(shapes::blob(12 + 3 * n, 24, n.into()))).collect();
        for (block, i) in blocks.iter().zip(0..) {
            world.insert(Collider::new(&pictures[i % 8]).at((block.x0, block.y0)));
        }
        let side = |boxes: &[Aabb]| boxes.iter().map(|b| b.y1).max().unwrap_or(1);
        let (width, from) = (side(&blocks), side(boxes));
        world.insert(Collider::new(Rect::new(0, width, width as u32, 20)));
        let body = Arc::new(Mask::filled(BODY.0, BODY.1));
        let stretched = |at: i32| (i64::from(at) * i64::from(width - 32) / i64::from(from)) as i32;
        let hero = |b: &Aabb| {
            let at = (stretched(b.x0), stretched(b.y0));
            let hero = world.insert(Collider::new(&body).at(at).character());
            let _ = world.unstick(hero, 64, &QueryFilter::default());
            hero
        };
        let heroes = boxes.iter().map(hero).collect();
        Crowd { world, heroes, frame: 0 }
    }

    fn contender(
        name: &'static str,
        boxes: &[Aabb],
        others: usize,
        broad_phase: BroadPhaseKind,
        times: usize,
    ) -> FrameContender {
        let crowd = Rc::new(RefCell::new(Crowd::new(boxes, others, broad_phase)));
        let stepped = Rc::clone(&crowd);
        let frame = move |_: &[Aabb], out: &mut Vec<[u32; 2]>| crowd.borrow_mut().walk(times, out);
        FrameContender::new(name, frame).preparing(move |_| {
            // A step that compares all boxes takes too long. Movers don't need it.
            if broad_phase == BroadPhaseKind::Auto {
                stepped.borrow_mut().world.step().expect("few pairs");
            }
        })
    }

    fn walk(&mut self, times: usize, out: &mut Vec<[u32; 2]>) {
        for round in 0..times {
            let movers = self.heroes.iter().enumerate().step_by(times);
            for (i, &hero) in movers.take(self.heroes.len() / times) {
                let turn = (self.frame + round as u32 + i as u32) / 32 % 2;
                let motion = (if turn == 0 { 2 } else { -2 }, 2);
                let slid = self.world.move_and_slide(hero, motion, &options(), &QueryFilter::default());
                let slid = slid.expect("nobody is removed");
                note(out, i, slid.position, slid.floor.is_some());
            }
        }
        self.frame += 1;
    }
}
