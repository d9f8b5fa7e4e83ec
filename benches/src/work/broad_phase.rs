//! Which boxes meet.

use super::Goal;
use crate::frames::{Clock, FrameContender, FrameWork};
use crate::rivals::boxes;
use hitmask::broad_phase::{Aabb, BroadPhase, Grid};
use hitmask_scenes::{BoxScene, MovingBoxes};

/// Everything about the broad phase.
#[must_use]
pub(super) fn all() -> Vec<FrameWork> {
    let work = |name: &str, count, at_least, scene: fn(usize) -> MovingBoxes| FrameWork {
        name: format!("broad phase {name}"),
        count,
        goals: vec![Goal { row: 13, rival: "parry2d", at_least }],
        clock: Clock::Thread,
        scene,
        contenders,
    };
    let uniform: fn(usize) -> MovingBoxes = |n| MovingBoxes::new(BoxScene::Uniform, n, 1);
    vec![
        work("uniform 1k", 1000, 3.3, uniform),
        work("uniform 10k", 10_000, 3.3, uniform),
        work("uniform 100k", 100_000, 3.3, uniform),
        work("uniform 1M", 1_000_000, 3.3, uniform),
        work("clustered 100k", 100_000, 2.5, |n| MovingBoxes::new(BoxScene::Clustered, n, 2)),
        work("mixed 100k", 100_000, 1.6, |n| MovingBoxes::new(BoxScene::Mixed, n, 3)),
    ]
}

fn ours(name: &'static str, mut broad: impl BroadPhase + 'static) -> FrameContender {
    FrameContender::new(name, move |boxes, out| {
        broad.update(boxes);
        broad.pairs(boxes, &|_, _| true, usize::MAX, out).expect("no limit");
    })
}

fn contenders(all: &[Aabb]) -> Vec<FrameContender> {
    let mut contenders = vec![ours("ours", Grid::new(usize::MAX)), boxes::parry(all), boxes::broccoli(all)];
    if all.len() <= 100_000 {
        contenders.push(boxes::rstar(all));
    }
    contenders
}
