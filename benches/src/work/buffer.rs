//! The collision buffer, which is cleared, drawn and read in every frame, against a comparison of all pairs of masks.

use crate::clock::Clock;
use crate::frames::{FrameContender, FrameWork, Limit};
use hitmask::broad_phase::{Aabb, BroadPhase, Grid};
use hitmask::{BufferMode, CollisionBuffer, Mask, Placed, Rect};
use hitmask_scenes::{BoxScene, MovingBoxes, shapes};

/// A screen, with a margin for sprites that reach over its edges.
const SCREEN: Rect = Rect::new(0, 0, 1960, 1130);

/// The side of a sprite.
const SIDE: u32 = 32;

/// All works about the collision buffer.
#[must_use]
pub(super) fn all() -> Vec<FrameWork> {
    let work = |mode: &str, limit, contenders| FrameWork {
        name: format!("collision buffer {mode} 4k of 32"),
        count: 4000,
        goals: Vec::new(),
        time: Some(limit),
        bytes: None,
        // A buffer uses no threads.
        clock: Clock::Thread,
        scene: |n| MovingBoxes::new(BoxScene::Uniform, n, 4),
        contenders,
    };
    let limit = |name, most| Limit { row: 24, name, most };
    vec![
        work("owners", limit("0.3 us", 300.0), |_| vec![buffer(BufferMode::Owners), every_pair()]),
        work("painter", limit("0.8 us", 800.0), |_| {
            vec![buffer(BufferMode::Painter), every_pair().inexact()]
        }),
        work("latch", limit("0.3 us", 300.0), |_| vec![latch(), every_pair().inexact()]),
    ]
}

/// The position of a sprite. The world of the boxes is larger than a screen.
fn place(at: &Aabb) -> (i32, i32) {
    (at.x0 * 3 / 8, at.y0 * 3 / 14)
}

/// Each sprite is tested against the sprites before it, then drawn.
fn buffer(mode: BufferMode) -> FrameContender {
    let sprites = sprites();
    let mut buffer = CollisionBuffer::new(mode, SCREEN).expect("a screen is not too large");
    let mut found = Vec::new();
    FrameContender::new("ours", move |boxes, out| {
        buffer.clear();
        for (i, at) in (0..).zip(boxes) {
            let stamp = Placed::from(&sprites[i as usize % sprites.len()]).at(place(at));
            buffer.test_into(stamp, &mut found);
            out.extend(found.iter().map(|met| [met.id - 1, i]));
            buffer.draw(stamp, i + 1);
        }
    })
}

/// Finds only the ids that touched any other.
fn latch() -> FrameContender {
    let sprites = sprites();
    let mut buffer = CollisionBuffer::new(BufferMode::Latch, SCREEN).expect("a screen is not too large");
    let mut latched = Vec::new();
    FrameContender::new("ours", move |boxes, out| {
        buffer.clear();
        for (i, at) in (0..).zip(boxes) {
            buffer.draw(Placed::from(&sprites[i as usize % sprites.len()]).at(place(at)), i + 1);
        }
        buffer.take_latched_into(&mut latched);
        out.extend(latched.iter().map(|&id| [id - 1, id - 1]));
    })
}

/// The broad phase, then masks.
fn every_pair() -> FrameContender {
    let sprites = sprites();
    let (mut grid, mut drawn, mut near) = (Grid::new(usize::MAX), Vec::new(), Vec::new());
    FrameContender::new("every pair", move |boxes, out| {
        drawn.clear();
        drawn.extend(boxes.iter().map(place).map(|(x, y)| Aabb::from(Rect::new(x, y, SIDE, SIDE))));
        grid.update(&drawn);
        grid.pairs(&drawn, &|_, _| true, usize::MAX, &mut near).expect("no limit");
        let mask = |i: u32| &sprites[i as usize % sprites.len()];
        out.extend(near.iter().filter(|&&[i, j]| {
            let (a, b) = (&drawn[i as usize], &drawn[j as usize]);
            mask(i).overlaps(mask(j), (b.x0 - a.x0, b.y0 - a.y0))
        }));
    })
}

fn sprites() -> Vec<Mask> {
    (0..16).map(|seed| shapes::blob(SIDE, SIDE, seed)).collect()
}
