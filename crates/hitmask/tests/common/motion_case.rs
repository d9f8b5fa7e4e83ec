//! A motion of one grid against another, or of a point, and the contact verbs for two grids at rest, against the oracle.

use hitmask::{Cast, Closest, Point, PointQ16, Terrain};
use hitmask_oracle::{Grid, Sweep};

use super::pictures::{self, Scale};
use super::{Blame, Rng, loose_mask_of, mask_of, overlap_case, point};

pub(crate) const PIXEL: i64 = PointQ16::ONE;

/// Tests the cases of a seed: a cast, a ray, and a pair at rest. Returns their number.
pub(crate) fn run(seed: u64) -> u64 {
    let rng = &mut Rng::new(seed);
    let (a, b) = (grid(rng), grid(rng));
    let (position, by) = aimed(rng, &a.points(), &b.points());
    check_cast(seed, rng, [&a, &b], position, by);
    let (position, by) = aimed(rng, &a.points(), &[(0, 0)]);
    check_ray(seed, &a, position, by);
    let (a, b, offset) = overlap_case::pair_of_grids(rng, Scale::Icon);
    check_at_rest(seed, [&a, &b], offset);
    3
}

/// A cast with both. Returns the oracle's answer.
pub(crate) fn check_cast(
    seed: u64,
    rng: &mut Rng,
    [a, b]: [&Grid; 2],
    position: (i64, i64),
    by: (i64, i64),
) -> Sweep {
    let _blame = Blame(&(seed, a, b, position, by));
    let [left, right] = [a, b].map(|grid| if rng.one_in(4) { loose_mask_of(grid) } else { mask_of(grid) });
    let truth = a.cast(b, position, by);
    assert_eq!(seen(left.cast(&right, q16(position), q16(by))), truth);
    if rng.one_in(4) {
        let terrain = Terrain::from_mask(&left);
        assert_eq!(seen(terrain.cast(&right, q16(position), q16(by))), truth, "as a terrain");
    }
    truth
}

/// A ray with both. Returns the oracle's answer.
pub(crate) fn check_ray(seed: u64, a: &Grid, position: (i64, i64), by: (i64, i64)) -> Sweep {
    let _blame = Blame(&(seed, a, position, by));
    let truth = a.ray_cast(position, by);
    let mask = mask_of(a);
    assert_eq!(seen(mask.ray_cast(q16(position), q16(by))), truth);
    if seed.is_multiple_of(4) {
        assert_eq!(seen(Terrain::from_mask(&mask).ray_cast(q16(position), q16(by))), truth, "as a terrain");
    }
    truth
}

/// Normal, separation and distance.
fn check_at_rest(seed: u64, [a, b]: [&Grid; 2], offset: (i32, i32)) {
    let _blame = Blame(&(seed, a, b, offset));
    let (left, right) = (mask_of(a), mask_of(b));
    let wide = (offset.0.into(), offset.1.into());
    assert_eq!(left.normal(&right, offset), point(a.normal(b, wide)), "normal");
    assert_eq!(left.separation(&right, offset), point(a.separation(b, wide)), "separation");
    let expected = match a.closest(b, wide) {
        Some(c) => Some(Closest::Apart { squared: c.squared, a: point(c.a), b: point(c.b) }),
        None => (a.count() > 0 && b.count() > 0).then_some(Closest::Overlapping),
    };
    assert_eq!(left.closest(&right, offset), expected, "closest");
}

/// A small grid, mostly with few pixels, so that motions graze and pass through gaps.
pub(crate) fn grid(rng: &mut Rng) -> Grid {
    let (w, h) = (rng.between(1, 14) as usize, rng.between(1, 14) as usize);
    match rng.below(8) {
        0 => pictures::grid(rng, Scale::Icon),
        1 => Grid::draw("#"),
        2 => Grid::from_fn(w, h, |_, _| true),
        _ => pictures::grid_of_size(rng, w, h),
    }
}

/// A coordinate near a touch or an overlap with the other grid: whole, half and odd fractions of pixels.
pub(crate) fn near(rng: &mut Rng, low: i64, high: i64) -> i64 {
    let whole = rng.between(low, high) * PIXEL;
    whole
        + match rng.below(8) {
            0..=2 => 0,
            3 => PIXEL / 2,
            4 => rng.pick(&[1, -1, PIXEL - 1]),
            5 => rng.pick(&[PIXEL / 3, PIXEL / 4]),
            _ => rng.between(0, PIXEL - 1),
        }
}

/// A motion: whole, diagonal, along an axis, exactly to a corner, tiny, huge, zero.
pub(crate) fn motion(rng: &mut Rng) -> (i64, i64) {
    let sign = |rng: &mut Rng| rng.pick(&[-1, 1]);
    match rng.below(12) {
        0 => (rng.between(-40, 40) * PIXEL, 0),
        1 => (0, rng.between(-40, 40) * PIXEL),
        2 | 3 => {
            let far = rng.between(1, 40) * PIXEL;
            (sign(rng) * far, sign(rng) * far)
        }
        4 | 5 => (rng.between(-40, 40) * PIXEL, rng.between(-40, 40) * PIXEL),
        6 => (rng.between(-2, 2), rng.between(-2, 2)),
        7 => (rng.between(-PIXEL, PIXEL), rng.between(-PIXEL, PIXEL)),
        8 => (sign(rng) * 100_000 * PIXEL, rng.between(-200, 200) * PIXEL),
        9 => (rng.between(-3, 3) * PIXEL / 2, rng.between(-60, 60) * PIXEL),
        10 => (0, 0),
        _ => (rng.between(-40 * PIXEL, 40 * PIXEL), rng.between(-40 * PIXEL, 40 * PIXEL)),
    }
}

/// A position at which a pixel of b lies beside a pixel of a, or touches it at a corner. Near the other grid if there is no such position.
pub(crate) fn contact(rng: &mut Rng, a: &[(i64, i64)], b: &[(i64, i64)]) -> (i64, i64) {
    if a.is_empty() || b.is_empty() || rng.one_in(3) {
        return (near(rng, -14, 14), near(rng, -14, 14));
    }
    let ((ax, ay), (bx, by)) = (rng.pick(a), rng.pick(b));
    let side = rng.pick(&[(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)]);
    let (x, y) = ((ax - bx + side.0) * PIXEL, (ay - by + side.1) * PIXEL);
    // Along the side it may be a fraction.
    let slide = rng.pick(&[0, 0, PIXEL / 2, -PIXEL / 3, 1]);
    match side {
        (_, 0) => (x, y + slide),
        (0, _) => (x + slide, y),
        _ => (x, y),
    }
}

/// A position and a motion that often lead exactly to a contact, away from one, or along one.
pub(crate) fn aimed(rng: &mut Rng, a: &[(i64, i64)], b: &[(i64, i64)]) -> ((i64, i64), (i64, i64)) {
    let (touch, by) = (contact(rng, a, b), motion(rng));
    match rng.below(6) {
        // Away from the contact.
        0 => (touch, by),
        // To the contact, which is at the end.
        1 | 2 => ((touch.0 - by.0, touch.1 - by.1), by),
        // Through the contact, at a half or a quarter of the motion.
        3 | 4 => {
            let part = rng.pick(&[2, 4]);
            ((touch.0 - by.0 / part, touch.1 - by.1 / part), by)
        }
        // From one contact to another, and beyond.
        _ => {
            let (from, n) = (contact(rng, a, b), rng.between(1, 3));
            (from, ((touch.0 - from.0) * n, (touch.1 - from.1) * n))
        }
    }
}

pub(crate) fn q16(p: (i64, i64)) -> PointQ16 {
    PointQ16::new(p.0, p.1)
}

/// Hitmask's answer in the oracle's form.
pub(crate) fn seen(ours: Cast) -> Sweep {
    let pair = |p: Point| (p.x.into(), p.y.into());
    match ours {
        Cast::InitialOverlap => Sweep::InitialOverlap,
        Cast::Hit { time, point, normal } => {
            let time = (time.numerator(), time.denominator());
            Sweep::Hit { time, point: pair(point), normal: pair(normal) }
        }
        Cast::Miss => Sweep::Miss,
    }
}
