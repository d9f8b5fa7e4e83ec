//! Every broad phase against brute force: which boxes meet, frame after frame. `HITMASK_SEED=n` runs from another seed.

#[path = "../cases/broad_phase.rs"]
mod case;

use std::sync::Mutex;

use crate::common::Rng;
use case::{Lay, check, draw, run, wide};
use hitmask::Rect;
use hitmask::broad_phase::{Aabb, AnyBroadPhase, BroadPhase, BroadPhaseKind, BruteForce, Grid, SortX};
use hitmask_oracle::box_pairs;

/// The most boxes of a case.
const MANY: usize = 300;
const KINDS: [BroadPhaseKind; 4] = BroadPhaseKind::ALL;

#[test]
fn every_kind_finds_the_pairs_of_brute_force() {
    crate::common::cases(0, 6_000, |seed| {
        run(seed, MANY, &mut KINDS.map(|kind| AnyBroadPhase::new(kind, usize::MAX)))
    });
}

/// An order that was kept from an earlier case must not change the answer.
#[test]
fn one_broad_phase_serves_any_scene() {
    let broads = &mut KINDS.map(|kind| AnyBroadPhase::new(kind, usize::MAX));
    let broads = Mutex::new(broads);
    crate::common::cases(100_000, 2_000, |seed| run(seed, MANY, *broads.lock().unwrap()));
}

#[cfg(feature = "parallel")]
#[test]
fn threads_change_nothing() {
    for threads in [1, 2, 4] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        crate::common::cases(200_000, 1_000, |seed| {
            pool.install(|| run(seed, MANY, &mut KINDS.map(|kind| AnyBroadPhase::new(kind, 0))))
        });
    }
}

/// So many boxes in one spot that the list of all pairs would be many times larger than the memory.
#[test]
fn a_limit_ends_the_search_early() {
    let boxes = vec![Aabb::from(Rect::new(-5, 5, 10, 10)); 1_000_000];
    let mut out = Vec::new();
    for kind in KINDS {
        let mut broad = AnyBroadPhase::new(kind, 0);
        broad.update(&boxes);
        let limit = 3_000_000;
        let refused = broad.pairs(&boxes, &|_, _| true, limit, &mut out).unwrap_err();
        assert_eq!(refused.limit, limit);
        assert!(out.is_empty());
        assert!(broad.memory_bytes() < 200 << 20, "{kind:?} holds {} bytes", broad.memory_bytes());
    }
}

/// The memory depends on the number of boxes, not on the distances between them.
#[test]
fn memory_is_bounded_whatever_the_spread() {
    let rng = &mut Rng::new(crate::common::first_seed(300_000));
    for lay in [Lay::Sparse, Lay::Heaps, Lay::Mixed, Lay::Ends, Lay::Row(true)] {
        let heaps: Vec<(i64, i64)> = (0..100)
            .map(|_| {
                let mut at = || rng.between(i32::MIN.into(), i32::MAX.into());
                (at(), at())
            })
            .collect();
        let count = if matches!(lay, Lay::Ends) { 300 } else { 5_000 };
        let boxes: Vec<Aabb> = (0..count).map(|i| draw(rng, lay, &heaps, i)).collect();
        let meeting = box_pairs(&boxes.iter().map(|&b| wide(b)).collect::<Vec<_>>());
        for kind in [BroadPhaseKind::SortX, BroadPhaseKind::Grid] {
            let mut broad = AnyBroadPhase::new(kind, usize::MAX);
            check(&mut broad, &boxes, &[], 0, &meeting);
            // Vectors grow by doubling.
            let bound = 2 * (48 * count + 16 * meeting.len()) + 2000;
            assert!(broad.memory_bytes() <= bound, "{lay:?} {kind:?}: {} bytes", broad.memory_bytes());
        }
    }
}

#[test]
#[should_panic(expected = "3 boxes, but the last update had 2")]
fn pairs_of_other_boxes_than_the_last_ones_are_refused() {
    let boxes = [Aabb::EMPTY; 3];
    let mut broad = Grid::new(usize::MAX);
    broad.update(&boxes[..2]);
    let _ = broad.pairs(&boxes, &|_, _| true, 9, &mut Vec::new());
}

#[test]
fn what_is_wrong_is_said() {
    let mut boxes = [Aabb::from(Rect::new(0, 0, 9, 9)), Aabb::from(Rect::new(50, 0, 9, 9))];
    let (mut sorted, mut grid) = (SortX::new(usize::MAX), Grid::new(usize::MAX));
    sorted.update(&boxes);
    grid.update(&boxes);
    boxes[0].x0 = 60;
    let said = Err("not every box with a pixel is stored exactly once".to_owned());
    assert_eq!([sorted.validate(&boxes), grid.validate(&boxes)], [said.clone(), said]);
    boxes[0].x0 = 1;
    assert!(grid.validate(&boxes).is_err_and(|said| said.contains("box 0 is stored as")));
    assert!(
        sorted.validate(&boxes[..1]).is_err_and(|said| said.contains("the last update had 2 boxes, not 1"))
    );
    assert_eq!(BruteForce.validate(&boxes), Ok(()));
    let crowd = vec![Aabb::from(Rect::new(0, 0, 1, 1)); 4];
    let mut brute = BruteForce;
    brute.update(&crowd);
    let error = brute.pairs(&crowd, &|_, _| true, 5, &mut Vec::new()).unwrap_err().to_string();
    assert_eq!(error, "more than 5 pairs of boxes meet: raise the limit, or keep fewer of them");
}
