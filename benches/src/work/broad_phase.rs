//! Which boxes meet.

use crate::clock::Clock;
use crate::frames::{FrameContender, FrameWork, Limit};
use crate::goal::Goal;
use crate::rivals::boxes;
use hitmask::broad_phase::{Aabb, AnyBroadPhase, BroadPhase, BroadPhaseKind};
use hitmask_scenes::{BoxScene, MovingBoxes};
use std::cell::RefCell;
use std::rc::Rc;

/// Threads are used from this number of boxes on.
const PARALLEL_FROM: usize = 20_000;

/// All works about the broad phase.
#[must_use]
pub(super) fn all() -> Vec<FrameWork> {
    let work = |name: &str, count, at_least, scene: fn(usize) -> MovingBoxes| FrameWork {
        name: format!("broad phase {name}"),
        count,
        goals: vec![Goal { row: 13, rival: "parry2d", at_least }],
        time: None,
        bytes: Some(Limit { row: 13, name: "45 bytes", most: 45.0 }),
        // Neither ours nor a rival uses threads here.
        clock: Clock::Thread,
        scene,
        contenders,
    };
    let threads = |name: &str, count, at_least, scene: fn(usize) -> MovingBoxes| FrameWork {
        name: format!("broad phase threads {name}"),
        goals: vec![Goal { row: 14, rival: "one thread", at_least }],
        bytes: None,
        clock: Clock::Wall { threads: 2 },
        contenders: with_threads,
        ..work(name, count, at_least, scene)
    };
    let uniform: fn(usize) -> MovingBoxes = |n| MovingBoxes::new(BoxScene::Uniform, n, 1);
    let clustered: fn(usize) -> MovingBoxes = |n| MovingBoxes::new(BoxScene::Clustered, n, 2);
    let mixed: fn(usize) -> MovingBoxes = |n| MovingBoxes::new(BoxScene::Mixed, n, 3);
    vec![
        work("uniform 1k", 1000, 3.3, uniform),
        work("uniform 10k", 10_000, 3.3, uniform),
        work("uniform 100k", 100_000, 5.0, uniform),
        work("uniform 1M", 1_000_000, 5.0, uniform),
        work("clustered 100k", 100_000, 4.0, clustered),
        work("mixed 100k", 100_000, 2.5, mixed),
        threads("uniform 10k", 10_000, 0.95, uniform),
        threads("uniform 100k", 100_000, 1.6, uniform),
        threads("clustered 100k", 100_000, 1.6, clustered),
        threads("mixed 100k", 100_000, 1.6, mixed),
    ]
}

fn ours(name: &'static str, kind: BroadPhaseKind) -> FrameContender {
    let broad = Rc::new(RefCell::new(AnyBroadPhase::new(kind, usize::MAX)));
    let held = Rc::clone(&broad);
    FrameContender::new(name, move |boxes, out| {
        let mut broad = broad.borrow_mut();
        broad.update(boxes);
        broad.pairs(boxes, &|_, _| true, usize::MAX, out).expect("no limit");
    })
    .holding(move || held.borrow().memory_bytes())
}

fn contenders(all: &[Aabb]) -> Vec<FrameContender> {
    let mut contenders = vec![ours("ours", BroadPhaseKind::Auto), boxes::parry(all), boxes::broccoli(all)];
    if all.len() <= 100_000 {
        contenders.extend([boxes::rstar(all), ours("x-sweep", BroadPhaseKind::SortX)]);
    }
    contenders
}

/// hitmask with two threads, and without threads.
fn with_threads(all: &[Aabb]) -> Vec<FrameContender> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
    let mut broad = AnyBroadPhase::new(BroadPhaseKind::Auto, PARALLEL_FROM);
    let mut step = move |boxes: &[Aabb], out: &mut Vec<[u32; 2]>| {
        broad.update(boxes);
        broad.pairs(boxes, &|_, _| true, usize::MAX, out).expect("no limit");
    };
    let two = if all.len() < PARALLEL_FROM {
        FrameContender::new("ours", step)
    } else {
        FrameContender::new("ours", move |boxes, out| pool.install(|| step(boxes, out)))
    };
    vec![two, ours("one thread", BroadPhaseKind::Auto)]
}
