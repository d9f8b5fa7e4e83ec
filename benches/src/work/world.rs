//! A frame of a whole game: all sprites move, and the contender reports which of them touch, pixel for pixel, and what has changed since
//! the last frame.

use crate::clock::Clock;
use crate::frames::{FrameContender, FrameWork, Limit};
use crate::goal::Goal;
use crate::rivals::{boxes, stripe};
use hitmask::broad_phase::{Aabb, BroadPhase, Grid};
use hitmask::{
    Angle, Collider, ColliderProps, EventKind, Handle, Layers, Mask, PixelRule, Point, PointQ16, Pose,
    PoseParts, QueryFilter, World, WorldOptions, WorldSnapshot,
};
use hitmask_scenes::{BoxScene, MovingBoxes, shapes};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;

/// The colliders of a snapshot.
const SAVED: usize = 10_000;

/// So many angles that they hardly come back.
const ANY_ANGLE: i32 = 1 << 20;

type MakeContenders = fn(&[Aabb]) -> Vec<FrameContender>;

/// All works about whole frames.
pub(super) fn all() -> Vec<FrameWork> {
    let uniform: fn(usize) -> MovingBoxes = |n| MovingBoxes::new(BoxScene::Uniform, n, 1);
    // On one thread, because the rivals have one.
    let work = |name: &str, count, contenders: MakeContenders| FrameWork {
        name: format!("world {name}"),
        count,
        goals: Vec::new(),
        time: None,
        bytes: None,
        clock: Clock::Thread,
        scene: uniform,
        contenders,
    };
    let goals = || {
        vec![
            Goal { row: 15, rival: "parry2d + stripe", at_least: 2.2 },
            Goal { row: 15, rival: "our parts alone", at_least: 1.0 / 1.3 },
        ]
    };
    let step =
        |name: &str, count, goals| FrameWork { goals, ..work(&format!("step {name}"), count, contenders) };
    // Several threads work on these, so what counts is the time that passes.
    let crowd = |name: &str, (row, limit, most), contenders: MakeContenders| FrameWork {
        time: Some(Limit { row, name: limit, most: most * 1e6 / 100_000.0 }),
        clock: Clock::Wall { threads: 2 },
        ..work(&format!("crowd {name} 100k"), 100_000, contenders)
    };
    let snapshot = |name: &str, (limit, most), contenders: MakeContenders| FrameWork {
        time: Some(Limit { row: 25, name: limit, most: most * 1e6 / SAVED as f64 }),
        ..work(&format!("snapshot {name} 10k"), SAVED, contenders)
    };
    vec![
        crowd("turning", (21, "30 ms", 30.0), |boxes| turning(boxes, ANY_ANGLE)),
        crowd("64 angles", (22, "16.7 ms", 16.7), |boxes| turning(boxes, 64)),
        crowd("unturned", (23, "10 ms", 10.0), |boxes| vec![with_threads(boxes), alone(boxes)]),
        work("swept shots 10k among 20k", 30_000, |boxes| swept_contenders(boxes, true)),
        work("swept shots 10k among 20k at rest", 30_000, |boxes| swept_contenders(boxes, false)),
        work("questions after moves 1k", 1_000, asked_contenders),
        work("questions after moves 10k", 10_000, asked_contenders),
        work("questions after moves 100k", 100_000, asked_contenders),
        step("uniform 10k", 10_000, goals()),
        step("uniform 100k", 100_000, goals()),
        FrameWork {
            scene: |n| MovingBoxes::new(BoxScene::Clustered, n, 2),
            ..step("clustered 100k", 100_000, goals())
        },
        snapshot("turned", ("0.5 ms", 0.5), |boxes| vec![saved(boxes, 1)]),
        snapshot("turned changed 1%", ("0.1 ms", 0.1), |boxes| vec![saved(boxes, 100)]),
    ]
}

/// Sprites of seven sizes that all turn, and the world that they are in.
struct TurningCrowd {
    world: World,
    handles: Vec<Handle>,
    masks: Vec<Arc<Mask>>,
    angles: i32,
}

impl TurningCrowd {
    fn new(boxes: &[Aabb], angles: i32, options: WorldOptions) -> TurningCrowd {
        let sprites: Vec<Arc<Mask>> =
            (2..9).map(|n| Arc::new(shapes::blob(8 * n, 8 * n, n.into()))).collect();
        let masks: Vec<Arc<Mask>> =
            (0..boxes.len()).map(|i| Arc::clone(&sprites[i % sprites.len()])).collect();
        let mut world = World::with_options(options);
        let insert = |(i, mask): (usize, &Arc<Mask>)| {
            let collider = Collider::new(mask).with_data(i as u64);
            world.insert(collider.posed(pose(&boxes[i], i, mask, angles)))
        };
        let handles = masks.iter().enumerate().map(insert).collect();
        TurningCrowd { world, handles, masks, angles }
    }

    /// Moves and turns all sprites, on all threads.
    fn advance_all(&mut self, boxes: &[Aabb]) {
        let TurningCrowd { masks, angles, .. } = self;
        self.world.set_transforms(|member| {
            let i = member.collider.data as usize;
            Some(pose(&boxes[i], i, &masks[i], *angles).into())
        });
    }

    /// Moves and turns every n-th sprite.
    fn advance(&mut self, boxes: &[Aabb], nth: usize) {
        for (i, b) in boxes.iter().enumerate().step_by(nth) {
            let pose = pose(b, i, &self.masks[i], self.angles);
            self.world.set_pose(self.handles[i], pose).expect("nobody is removed");
        }
    }

    fn step(&mut self, out: &mut Vec<[u32; 2]>) {
        let events = self.world.step().expect("few pairs");
        black_box(events.iter().filter(|event| event.kind == EventKind::Begin).count());
        out.extend(self.world.contacts().map(|(a, b)| [a.index(), b.index()]));
    }
}

/// Sprites that all move and turn in every frame, by one of this many angles.
fn turning(boxes: &[Aabb], angles: i32) -> Vec<FrameContender> {
    let pool = two_threads();
    let mut crowd = TurningCrowd::new(boxes, angles, WorldOptions::default());
    let masks = crowd.masks.clone();
    let ours = FrameContender::new("ours", move |boxes, out| {
        pool.install(|| {
            crowd.advance_all(boxes);
            crowd.step(out);
        });
    });
    let mut grid = Grid::new(usize::MAX);
    let (mut poses, mut tight, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
    let searched = FrameContender::new("our parts alone: one thread", move |boxes, out| {
        poses.clear();
        poses.extend(boxes.iter().enumerate().map(|(i, b)| pose(b, i, &masks[i], angles)));
        tight.clear();
        tight.extend(poses.iter().zip(&masks).map(|(pose, mask)| image(pose, mask)));
        grid.update(&tight);
        grid.pairs(&tight, &|_, _| true, usize::MAX, &mut pairs).expect("no limit");
        out.extend(pairs.iter().filter(|&&[a, b]| {
            let (a, b) = (a as usize, b as usize);
            masks[a].overlaps_posed(&poses[a], &masks[b], &poses[b], PixelRule::Raster)
        }));
    });
    vec![ours, searched]
}

/// Takes a snapshot into an older one, after every n-th sprite moved and turned, and a step.
fn saved(boxes: &[Aabb], nth: usize) -> FrameContender {
    let crowd = Rc::new(RefCell::new(TurningCrowd::new(boxes, ANY_ANGLE, one_thread())));
    let (played, mut pairs) = (Rc::clone(&crowd), Vec::new());
    let mut snapshot = WorldSnapshot::default();
    FrameContender::new("ours", move |_, _| crowd.borrow().world.snapshot_into(&mut snapshot)).preparing(
        move |boxes| {
            let mut crowd = played.borrow_mut();
            crowd.advance(boxes, nth);
            pairs.clear();
            crowd.step(&mut pairs);
        },
    )
}

fn two_threads() -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(2).build().expect("two threads")
}

/// The world on two threads.
fn with_threads(boxes: &[Aabb]) -> FrameContender {
    let (pool, mut frame) = (two_threads(), frame(&pictures(boxes), WorldOptions::default(), move_all));
    FrameContender::new("ours", move |boxes, out| pool.install(|| frame(boxes, out)))
}

/// The world on one thread.
fn alone(boxes: &[Aabb]) -> FrameContender {
    FrameContender::new("one thread", frame(&pictures(boxes), one_thread(), move_each))
}

/// Every fifth sprite asks how far it can go, and then moves. Beside it the same calls, but all ask before the first one moves: so there the
/// broad phase of the last step knows all boxes.
fn asked_contenders(boxes: &[Aabb]) -> Vec<FrameContender> {
    vec![asked(boxes, "ours", true), asked(boxes, "all ask before they move", false).inexact()]
}

fn asked(boxes: &[Aabb], name: &'static str, in_turn: bool) -> FrameContender {
    let mut world = World::with_options(one_thread());
    let place = |b: &Aabb| Point::new(b.x0, b.y0);
    let insert = |(mask, b): (&Arc<Mask>, &Aabb)| world.insert(Collider::new(mask).at(place(b)));
    let handles: Vec<Handle> = pictures(boxes).iter().zip(boxes).map(insert).collect();
    let world = Rc::new(RefCell::new(world));
    let stepped = Rc::clone(&world);
    let frame = move |boxes: &[Aabb], out: &mut Vec<[u32; 2]>| {
        let mut world = world.borrow_mut();
        let movers = || handles.iter().zip(boxes).step_by(5);
        let mut ask = |world: &World, handle: Handle, b: &Aabb| {
            let motion = PointQ16::from(place(b)) - world.position(handle).expect("nobody is removed");
            let met = world.cast(handle, motion, &QueryFilter::default()).map(|hit| hit.handle.index());
            out.push([handle.index(), met.unwrap_or(handle.index())]);
        };
        for (&handle, b) in movers() {
            ask(&world, handle, b);
            if in_turn {
                world.set_position(handle, place(b)).expect("nobody is removed");
            }
        }
        for (&handle, b) in movers().filter(|_| !in_turn) {
            world.set_position(handle, place(b)).expect("nobody is removed");
        }
    };
    FrameContender::new(name, frame).preparing(move |_| {
        stepped.borrow_mut().step().expect("few pairs");
    })
}

/// One swept step beside eight steps that each make an eighth of all ways. Every third sprite is a shot that flies 500 pixels out or back in
/// every frame. The others move with their boxes, or rest. The pairs are those that touched at some moment of the frame.
fn swept_contenders(boxes: &[Aabb], others_move: bool) -> Vec<FrameContender> {
    let mut once = ShotScene::new(boxes, others_move, true);
    let swept = FrameContender::new("ours", move |boxes, out| {
        once.aim(boxes);
        once.move_to(STEPS);
        once.step(out);
    });
    let mut often = ShotScene::new(boxes, others_move, false);
    let steps = FrameContender::new("eight steps", move |boxes, out| {
        often.aim(boxes);
        for step in 1..=STEPS {
            often.move_to(step);
            often.step(out);
        }
    });
    // Between two of eight steps a shot may pass a sprite. But what eight steps find, one swept step finds, too.
    vec![swept, steps.among_ours()]
}

/// How many steps make the same ways as one swept step.
const STEPS: i64 = 8;

/// Shots among sprites.
struct ShotScene {
    world: World,
    handles: Vec<Handle>,
    others_move: bool,
    is_out: bool,
    /// Where all are before the frame, and where they are after it.
    ways: Vec<[PointQ16; 2]>,
}

impl ShotScene {
    const SHOTS: Layers = Layers::new(1, 2);
    const TARGETS: Layers = Layers::new(2, 1);

    fn new(boxes: &[Aabb], others_move: bool, swept: bool) -> ShotScene {
        let shot = Arc::new(Mask::filled(12, 3));
        let sprites: Vec<Arc<Mask>> =
            (2..5).map(|n| Arc::new(shapes::blob(8 * n, 8 * n, n.into()))).collect();
        let mut world = World::with_options(one_thread());
        let collider = |i: usize| match i % 3 {
            0 => {
                let props = ColliderProps { swept, layers: ShotScene::SHOTS, ..ColliderProps::default() };
                Collider { props, ..Collider::new(&shot) }
            }
            _ => Collider::new(&sprites[i % sprites.len()]).on(ShotScene::TARGETS),
        };
        let ways: Vec<[PointQ16; 2]> = boxes.iter().map(|b| [(b.x0, b.y0).into(); 2]).collect();
        let handles = ways.iter().enumerate().map(|(i, way)| world.insert(collider(i).at(way[1]))).collect();
        world.step().expect("few pairs");
        ShotScene { world, handles, others_move, is_out: false, ways }
    }

    /// Sets the ways of the next frame.
    fn aim(&mut self, boxes: &[Aabb]) {
        // Directions of whole numbers whose squares add up to about 500².
        const DIRECTIONS: [(i32, i32); 5] = [(500, 0), (468, 176), (400, 300), (300, 400), (140, 480)];
        self.is_out = !self.is_out;
        for (i, (way, b)) in self.ways.iter_mut().zip(boxes).enumerate() {
            let (x, y) = DIRECTIONS[i / 3 % 5];
            let (x, y) = (if i / 15 % 2 == 0 { x } else { -x }, if i / 30 % 2 == 0 { y } else { -y });
            way[0] = way[1];
            way[1] = match (i % 3, self.is_out) {
                (0, true) => (b.x0 + x, b.y0 + y).into(),
                (0, false) => (b.x0, b.y0).into(),
                _ if self.others_move => (b.x0, b.y0).into(),
                _ => way[0],
            };
        }
    }

    /// Makes a step and adds the pairs that touched on the way. What touches at its start has a contact of the step before, so it either
    /// touches at the end or has an End.
    fn step(&mut self, out: &mut Vec<[u32; 2]>) {
        let events = self.world.step().expect("few pairs").iter();
        let gone = events.filter(|event| matches!(event.kind, EventKind::End | EventKind::Pass));
        out.extend(gone.map(|event| [event.a.index(), event.b.index()]));
        out.extend(self.world.contacts().map(|(a, b)| [a.index(), b.index()]));
    }

    /// Moves all that moves by so many eighths of its way. Eighths of whole pixels are exact.
    fn move_to(&mut self, eighths: i64) {
        for (&handle, [from, to]) in self.handles.iter().zip(&self.ways).filter(|(_, way)| way[0] != way[1]) {
            let part = |from: i64, to: i64| from + (to - from) / STEPS * eighths;
            let at = PointQ16::new(part(from.x, to.x), part(from.y, to.y));
            self.world.set_position(handle, at).expect("nobody is removed");
        }
    }
}

/// The pose of a sprite in the middle of its box. Every move turns it.
fn pose(b: &Aabb, i: usize, mask: &Mask, angles: i32) -> Pose {
    let step =
        (i64::from(b.x0) * 7919 + i64::from(b.y0) * 104_729 + i as i64 * 31).rem_euclid(angles.into()) as i32;
    let middle = f64::from(mask.width()) / 2.0;
    let parts = PoseParts {
        position: [f64::from(b.x0), f64::from(b.y0)],
        rotation: Angle::Steps { step, of: angles.unsigned_abs() },
        pivot: [middle, middle],
        ..PoseParts::default()
    };
    Pose::new(&parts).expect("a rotation is a pose")
}

/// A box around the image of a mask.
fn image(pose: &Pose, mask: &Mask) -> Aabb {
    let [a, b, c, d, x, y] = pose.to_q16();
    let (w, h) = (i64::from(mask.width()), i64::from(mask.height()));
    let along = |by_u: i64, by_v: i64, from: i64| {
        let (u, v) = (by_u * w, by_v * h);
        ((from + u.min(0) + v.min(0)) >> 16, (from + u.max(0) + v.max(0)) >> 16)
    };
    let ((x0, x1), (y0, y1)) = (along(a, b, x), along(c, d, y));
    let [x0, y0, x1, y1] = [x0, y0, x1, y1].map(|q| q as i32);
    Aabb { x0, y0, x1, y1 }
}

/// A blob for each size, shared as in a game.
fn pictures(boxes: &[Aabb]) -> Vec<Arc<Mask>> {
    let mut of_size = HashMap::new();
    let picture = |b: &Aabb| {
        let (w, h) = ((b.x1 - b.x0 + 1) as u32, (b.y1 - b.y0 + 1) as u32);
        let seed = u64::from(w) << 32 | u64::from(h);
        Arc::clone(of_size.entry((w, h)).or_insert_with(|| Arc::new(shapes::blob(w, h, seed))))
    };
    boxes.iter().map(picture).collect()
}

fn contenders(boxes: &[Aabb]) -> Vec<FrameContender> {
    let pictures = pictures(boxes);
    vec![
        FrameContender::new("ours", frame(&pictures, one_thread(), move_each)),
        parry_and_stripe(boxes, &pictures),
        parts_alone(&pictures),
    ]
}

/// The clock of one thread counts, so all is done by that thread.
fn one_thread() -> WorldOptions {
    WorldOptions { parallel_from: usize::MAX, ..WorldOptions::default() }
}

/// The world. Its answer is the pairs that touch; at that time it has also found what has changed.
fn frame(
    pictures: &[Arc<Mask>],
    options: WorldOptions,
    advance: fn(&mut World, &[Handle], &[Aabb]),
) -> impl FnMut(&[Aabb], &mut Vec<[u32; 2]>) + Send + 'static + use<> {
    let mut world = World::with_options(options);
    let insert = |(mask, i)| world.insert(Collider::new(mask).with_data(i));
    let handles: Vec<Handle> = pictures.iter().zip(0..).map(insert).collect();
    move |boxes, out| {
        advance(&mut world, &handles, boxes);
        let events = world.step().expect("few pairs");
        black_box(events.iter().filter(|event| event.kind == EventKind::Begin).count());
        out.extend(world.contacts().map(|(a, b)| [a.index(), b.index()]));
    }
}

fn move_each(world: &mut World, handles: &[Handle], boxes: &[Aabb]) {
    for (&handle, b) in handles.iter().zip(boxes) {
        world.set_position(handle, (b.x0, b.y0)).expect("nobody is removed");
    }
}

/// The same on all threads.
fn move_all(world: &mut World, _: &[Handle], boxes: &[Aabb]) {
    world.set_transforms(|member| {
        let b = &boxes[member.collider.data as usize];
        let mut transform = member.collider.transform();
        transform.set_position((b.x0, b.y0));
        Some(transform)
    });
}

/// What a game without a world does: parry2d's tree, stripes of pixels, and a comparison of the sorted pairs with those of the last frame.
fn parry_and_stripe(boxes: &[Aabb], pictures: &[Arc<Mask>]) -> FrameContender {
    let mut broad = boxes::parry(boxes);
    let mut made = HashMap::new();
    let stripes: Vec<Arc<stripe::Stripe>> = pictures
        .iter()
        .map(|mask| {
            Arc::clone(made.entry(Arc::as_ptr(mask)).or_insert_with(|| Arc::new(stripe::Stripe::of(mask))))
        })
        .collect();
    let (mut pairs, mut before) = (Vec::new(), Vec::new());
    FrameContender::new("parry2d + stripe", move |boxes, out| {
        pairs.clear();
        broad.frame(boxes, &mut pairs);
        let touching = pairs.iter().map(|&[a, b]| [a.min(b), a.max(b)]).filter(|&[a, b]| {
            let (a, b) = (a as usize, b as usize);
            let offset = Point::new(boxes[b].x0 - boxes[a].x0, boxes[b].y0 - boxes[a].y0);
            stripe::overlaps(&stripes[a], &stripes[b], offset)
        });
        out.extend(touching);
        out.sort_unstable();
        black_box(changes(&before, out));
        before.clone_from(out);
    })
}

/// The number of pairs that are in only one of two sorted lists.
fn changes(before: &[[u32; 2]], now: &[[u32; 2]]) -> usize {
    let (mut i, mut j, mut changes) = (0, 0, 0);
    while i < before.len() && j < now.len() {
        let order = before[i].cmp(&now[j]);
        changes += usize::from(order != Ordering::Equal);
        i += usize::from(order != Ordering::Greater);
        j += usize::from(order != Ordering::Less);
    }
    changes + before.len() - i + now.len() - j
}

/// hitmask's broad phase and pixel tests alone: no handles, layers, poses or events.
fn parts_alone(pictures: &[Arc<Mask>]) -> FrameContender {
    let pictures = pictures.to_vec();
    let mut grid = Grid::new(usize::MAX);
    let (mut tight, mut pairs) = (Vec::new(), Vec::new());
    FrameContender::new("our parts alone", move |boxes, out| {
        tight.clear();
        tight.extend(boxes.iter().zip(&pictures).map(|(b, mask)| {
            let bounds = mask.bounds().expect("blobs are not empty").checked_translate((b.x0, b.y0));
            Aabb::from(bounds.expect("inside the world"))
        }));
        grid.update(&tight);
        grid.pairs(&tight, &|_, _| true, usize::MAX, &mut pairs).expect("no limit");
        out.extend(pairs.iter().filter(|&&[a, b]| {
            let (a, b) = (a as usize, b as usize);
            pictures[a].overlaps(&*pictures[b], (boxes[b].x0 - boxes[a].x0, boxes[b].y0 - boxes[a].y0))
        }));
    })
}
