//! A frame of a whole game: all sprites move, and the contender reports which of them touch, pixel for pixel, and what has changed since
//! the last frame.

use super::Goal;
use crate::frames::{Clock, FrameContender, FrameWork};
use crate::rivals::{boxes, stripe};
use hitmask::broad_phase::{Aabb, BroadPhase, Grid};
use hitmask::{Collider, EventKind, Handle, Mask, Point, World};
use hitmask_scenes::{BoxScene, MovingBoxes, shapes};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::hint::black_box;
use std::sync::Arc;

/// All works about whole frames.
pub(super) fn all() -> Vec<FrameWork> {
    let goals = || {
        vec![
            Goal { row: 15, rival: "parry2d + stripe", at_least: 2.5 },
            Goal { row: 15, rival: "our parts alone", at_least: 1.0 / 1.6 },
        ]
    };
    let work = |name: &str, count, goals, scene: fn(usize) -> MovingBoxes| FrameWork {
        name: format!("world step {name}"),
        count,
        goals,
        bytes: None,
        clock: Clock::Thread,
        scene,
        contenders,
    };
    let uniform: fn(usize) -> MovingBoxes = |n| MovingBoxes::new(BoxScene::Uniform, n, 1);
    vec![
        work("uniform 10k", 10_000, Vec::new(), uniform),
        work("uniform 100k", 100_000, goals(), uniform),
        work("clustered 100k", 100_000, goals(), |n| MovingBoxes::new(BoxScene::Clustered, n, 2)),
    ]
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
    vec![ours(&pictures), parry_and_stripe(boxes, &pictures), parts_alone(&pictures)]
}

/// The world. Its answer is the pairs that touch; at that time it has also found what has changed.
fn ours(pictures: &[Arc<Mask>]) -> FrameContender {
    let mut world = World::new();
    let handles: Vec<Handle> = pictures.iter().map(|mask| world.insert(Collider::new(mask))).collect();
    FrameContender::new("ours", move |boxes, out| {
        for (&handle, b) in handles.iter().zip(boxes) {
            world.set_position(handle, (b.x0, b.y0)).expect("nobody is removed");
        }
        let events = world.step().expect("few pairs");
        black_box(events.iter().filter(|event| event.kind == EventKind::Begin).count());
        out.extend(world.contacts().map(|(a, b)| [a.index(), b.index()]));
    })
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
