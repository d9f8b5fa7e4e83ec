//! Boxes that move, frame after frame: a broad phase must find the pairs that meet.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;

use hitmask::broad_phase::{Aabb, BroadPhase};
use hitmask_oracle::{box_pairs, boxes_meet};

use crate::common::{Blame, Rng};

/// How the boxes of a case are spread.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lay {
    /// In a small world, close together.
    Dense,
    /// In a world so large that the grid can't have a cell for each place.
    Sparse,
    /// In a few heaps, anywhere.
    Heaps,
    /// Of sides from one pixel to most of the world.
    Mixed,
    OneSpot,
    /// Edge to edge, in a row or a column.
    Row(bool),
    /// At multiples of powers of two, with sides that are powers of two, plus or minus one.
    Even,
    /// At the ends of i32, with sides of any length.
    Ends,
    /// One pixel thin and very long.
    Thin,
}

const LAYS: [Lay; 10] = [
    Lay::Dense,
    Lay::Sparse,
    Lay::Heaps,
    Lay::Mixed,
    Lay::OneSpot,
    Lay::Row(false),
    Lay::Row(true),
    Lay::Even,
    Lay::Ends,
    Lay::Thin,
];

/// A box whose last pixels are cut off at the end of i32.
fn from(x: i64, y: i64, w: i64, h: i64) -> Aabb {
    let last = |first: i64, n: i64| (first + n - 1).clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    Aabb { x0: x as i32, y0: y as i32, x1: last(x, w), y1: last(y, h) }
}

pub(crate) fn draw(rng: &mut Rng, lay: Lay, heaps: &[(i64, i64)], i: usize) -> Aabb {
    let (low, high) = (i64::from(i32::MIN), i64::from(i32::MAX));
    match lay {
        Lay::Dense => {
            from(rng.between(-60, 60), rng.between(-60, 60), rng.between(1, 20), rng.between(1, 20))
        }
        Lay::Sparse => {
            let mut at = || rng.between(-20_000, 20_000);
            from(at(), at(), 700, 300)
        }
        Lay::Heaps => {
            let (x, y) = heaps[rng.below(heaps.len() as u64) as usize];
            let mut near = |at: i64| (at + rng.between(-40, 40)).clamp(low, high);
            let (x, y) = (near(x), near(y));
            from(x, y, rng.between(1, 16), rng.between(1, 16))
        }
        Lay::Mixed => {
            let largest = if rng.one_in(20) { 12 } else { 6 };
            let size = 1 << rng.below(largest);
            from(rng.between(0, 900), rng.between(0, 900), rng.between(1, size), rng.between(1, size))
        }
        Lay::OneSpot => from(rng.between(0, 3), rng.between(0, 3), 8, 8),
        Lay::Row(upright) => {
            let (along, n) = (7 * i as i64 - 500, 7 + rng.between(-1, 1));
            if upright { from(3, along, 5, n) } else { from(along, 3, n, 5) }
        }
        Lay::Even => {
            let mut side = || (1 << rng.below(8)) + rng.between(-1, 1);
            let (w, h) = (side().max(1), side().max(1));
            from(64 * rng.between(-4, 4) + rng.between(-1, 0), 64 * rng.between(-4, 4), w, h)
        }
        Lay::Ends => {
            let mut at = || rng.pick(&[low, low + 1, -1, 0, high - 1, high]);
            let (x, y) = (at(), at());
            let mut side = || rng.pick(&[1, 2, 3, 1 << 31, (1 << 32) - 1, 1 << 32]);
            from(x, y, side(), side())
        }
        Lay::Thin => {
            let (long, at) = (rng.between(1, 3000), (rng.between(0, 3000), rng.between(0, 3000)));
            if rng.one_in(2) { from(at.0, at.1, 1, long) } else { from(at.0, at.1, long, 1) }
        }
    }
}

/// Boxes without pixels, empty on one axis or on both.
fn empty(rng: &mut Rng, b: Aabb) -> Aabb {
    match rng.below(4) {
        0 => Aabb::EMPTY,
        1 => Aabb { x0: b.x1.saturating_add(1), x1: b.x0.saturating_sub(1), ..b },
        2 => Aabb { y0: 1, y1: 0, ..b },
        _ => Aabb { x0: i32::MAX, x1: i32::MIN, y0: i32::MIN, y1: i32::MAX },
    }
}

/// The next frame: most boxes move a little; sometimes everything is elsewhere, boxes are added or removed, or some are empty.
fn advance(rng: &mut Rng, lay: Lay, heaps: &[(i64, i64)], boxes: &mut Vec<Aabb>) {
    match rng.below(6) {
        0 => boxes.truncate(rng.below(boxes.len() as u64 + 1) as usize),
        1 => {
            for _ in 0..rng.below(20) {
                let new = draw(rng, lay, heaps, boxes.len());
                boxes.push(new);
            }
        }
        _ => {}
    }
    let everything = rng.one_in(4);
    for (i, b) in boxes.iter_mut().enumerate() {
        if everything || rng.one_in(10) || b.is_empty() && rng.one_in(2) {
            *b = draw(rng, lay, heaps, i);
        } else if rng.one_in(15) {
            *b = empty(rng, *b);
        } else {
            let (dx, dy) = (rng.between(-3, 3) as i32, rng.between(-3, 3) as i32);
            let moved =
                [b.x0.checked_add(dx), b.x1.checked_add(dx), b.y0.checked_add(dy), b.y1.checked_add(dy)];
            if let [Some(x0), Some(x1), Some(y0), Some(y1)] = moved {
                *b = Aabb { x0, y0, x1, y1 };
            }
        }
    }
}

pub(crate) fn wide(b: Aabb) -> [i64; 4] {
    [b.x0, b.y0, b.x1, b.y1].map(i64::from)
}

/// The pairs in one of the two storage forms.
fn keeps(way: u64, a: u32, b: u32) -> bool {
    match way {
        0 => true,
        1 => !(a ^ b).is_multiple_of(3),
        _ => false,
    }
}

/// Compares one frame's answers.
pub(crate) fn check(
    broad: &mut impl BroadPhase,
    boxes: &[Aabb],
    areas: &[Aabb],
    way: u64,
    meeting: &[[u32; 2]],
) {
    broad.update(boxes);
    assert_eq!(broad.validate(boxes), Ok(()));

    let asked = Mutex::new(BTreeMap::new());
    let keep = |a, b| {
        *asked.lock().unwrap().entry([a, b]).or_insert(0) += 1;
        keeps(way, a, b)
    };
    let kept: Vec<[u32; 2]> = meeting.iter().copied().filter(|&[a, b]| keeps(way, a, b)).collect();
    let mut out = vec![[7, 7]];
    assert_eq!(broad.pairs(boxes, &keep, kept.len(), &mut out), Ok(()));
    assert_eq!(out, kept);
    let asked = asked.into_inner().unwrap();
    assert!(asked.keys().eq(meeting.iter()) && asked.values().all(|&n| n == 1), "asked about {asked:?}");

    if let Some(limit) = kept.len().checked_sub(1) {
        let result = broad.pairs(boxes, &|a, b| keeps(way, a, b), limit, &mut out);
        assert_eq!((result.map_err(|error| error.limit), out.len()), (Err(limit), 0));
    }

    for &area in areas {
        let hits = |b: &Aabb| boxes_meet(wide(*b), wide(area));
        let expected: Vec<u32> = (0..boxes.len() as u32).filter(|&i| hits(&boxes[i as usize])).collect();
        let mut seen = Vec::new();
        let mut see = |id| {
            seen.push(id);
            ControlFlow::Continue(())
        };
        assert!(broad.query(boxes, area, &mut see).is_continue());
        seen.sort_unstable();
        assert_eq!(seen, expected, "in {area:?}");

        let mut left = expected.len() / 2;
        if left > 0 {
            let flow = broad.query(boxes, area, &mut |_| {
                left = left.checked_sub(1).expect("it goes on after the end");
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert!(flow.is_break() && left == 0);
        }
    }
}

/// Runs some frames of one case, with at most so many boxes at the start, for each of the `broads` in turn. Returns the number of answers.
pub(crate) fn run(seed: u64, most: usize, broads: &mut [impl BroadPhase]) -> u64 {
    let rng = &mut Rng::new(seed);
    let lay = LAYS[(seed % LAYS.len() as u64) as usize];
    let count = rng.pick(&[0, 1, 2, 3, 10, 48, 49, 60, 150, 300]).min(most);
    let mut at = || rng.between(i32::MIN.into(), i32::MAX.into());
    let heaps = [(at(), at()), (at(), at()), (0, 0)];
    let mut boxes: Vec<Aabb> = (0..count).map(|i| draw(rng, lay, &heaps, i)).collect();
    let frames = 4;
    for frame in 0..frames {
        let way = if rng.one_in(4) { 2 } else { rng.below(2) };
        let mut areas: Vec<Aabb> = (0..3).map(|i| draw(rng, lay, &heaps, i)).collect();
        areas.push(Aabb { x0: i32::MIN, y0: i32::MIN, x1: i32::MAX, y1: i32::MAX });
        areas.push(empty(rng, areas[0]));
        let meeting = box_pairs(&boxes.iter().map(|&b| wide(b)).collect::<Vec<_>>());
        for (which, broad) in broads.iter_mut().enumerate() {
            let case = (seed, lay, frame, which, &boxes, &areas);
            let _blame = Blame(&case);
            check(broad, &boxes, &areas, way, &meeting);
        }
        advance(rng, lay, &heaps, &mut boxes);
    }
    frames * broads.len() as u64
}
