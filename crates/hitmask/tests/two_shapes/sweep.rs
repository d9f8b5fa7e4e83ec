//! Motions against brute force, aimed so that every kind of contact occurs often. `HITMASK_SEED=n` starts with another seed.

use std::collections::BTreeMap;

use crate::common::motion_case::{PIXEL, aimed, check_cast, check_ray, grid, near, q16, seen};
use crate::common::pictures;
use crate::common::{Blame, Rng, mask_of, point};
use hitmask::{Cast, Mask, Point, PointQ16, StepCast};
use hitmask_oracle::Sweep;

/// The number of answers of each kind.
#[derive(Default)]
struct Kinds(BTreeMap<&'static str, u32>);

impl Kinds {
    fn add(&mut self, kind: &'static str, is: bool) {
        *self.0.entry(kind).or_default() += u32::from(is);
    }

    /// Counts a hit, an overlap or a miss. It was a close miss if a motion a little longer or to the side would have hit.
    fn count(&mut self, truth: Sweep, longer: Sweep, aside: Sweep) {
        let time_of = |sweep| if let Sweep::Hit { time, .. } = sweep { Some(time) } else { None };
        let time = time_of(truth);
        self.add("initial overlap", truth == Sweep::InitialOverlap);
        self.add("hit", time.is_some());
        self.add("miss", truth == Sweep::Miss);
        self.add("hit at 0", time == Some((0, 1)));
        self.add(
            "hit across a corner",
            matches!(truth, Sweep::Hit { normal: (x, y), .. } if x != 0 && y != 0),
        );
        self.add("touch at 1", truth == Sweep::Miss && time_of(longer) == Some((1, 2)));
        self.add("graze", truth == Sweep::Miss && aside != Sweep::Miss);
        self.add("odd fraction", time.is_some_and(|(_, below)| below > 1000));
    }

    #[track_caller]
    fn assert_many(&self, least: u32) {
        println!("{:?}", self.0);
        assert!(self.0.values().all(|&n| n >= least), "{:?}", self.0);
    }
}

#[test]
fn casts() {
    let seed = crate::common::first_seed(76_000_000);
    let mut kinds = Kinds::default();
    for seed in seed..seed + 20_000 {
        let rng = &mut Rng::new(seed);
        let (a, b) = (grid(rng), grid(rng));
        let (position, by) = aimed(rng, &a.points(), &b.points());
        let truth = check_cast(seed, rng, [&a, &b], position, by);
        if seed % 2 == 0 {
            let longer = a.cast(&b, position, (by.0 * 2, by.1 * 2));
            let side = (by.1.signum(), -by.0.signum());
            let aside = a.cast(&b, (position.0 + side.0, position.1 + side.1), by);
            kinds.count(truth, longer, aside);
        }
    }
    kinds.assert_many(150);
}

/// Long motions past and towards large masks, which take jumps. The expected answer comes from a walk over every lattice line.
#[test]
fn long_casts() {
    let seed = crate::common::first_seed(77_000_000);
    let (mut hits, mut misses) = (0, 0);
    for seed in seed..seed + 2_500 {
        let rng = &mut Rng::new(seed);
        let sides = [20, 40, 64, 65, 100, 200];
        let (aw, ah, bw, bh) = (rng.pick(&sides), rng.pick(&sides), rng.pick(&sides), rng.pick(&sides));
        let a = mask_of(&pictures::grid_of_size(rng, aw, ah));
        let b = mask_of(&pictures::grid_of_size(rng, bw, bh));
        let start = |rng: &mut Rng, a: usize, b: usize| near(rng, -2 * b as i64 - 50, (a + b) as i64 + 50);
        let position = (start(rng, aw, bw), start(rng, ah, bh));
        let to = (start(rng, aw, bw), start(rng, ah, bh));
        let mut by = (to.0 - position.0, to.1 - position.1);
        match rng.below(4) {
            0 => by.0 = 0,
            1 => by.1 = 0,
            _ => {}
        }
        let _blame = Blame(&(seed, &a, &b, position, by));
        let ours = left_out_pixel(a.cast(&b, q16(position), q16(by)));
        assert_eq!(ours, walk(&a, &b, position, by));
        hits += u32::from(matches!(ours, (Some(_), _)));
        misses += u32::from(ours == (None, false));
    }
    assert!(hits > 300 && misses > 300, "{hits} {misses}");
}

/// The time, and whether the motion starts in an overlap.
fn left_out_pixel(cast: Cast) -> (Option<(u64, u64)>, bool) {
    match seen(cast) {
        Sweep::InitialOverlap => (None, true),
        Sweep::Hit { time, .. } => (Some(time), false),
        Sweep::Miss => (None, false),
    }
}

/// Calls hitmask's own `overlaps`, which other tests check, at all whole offsets around the position between any two lattice lines.
fn walk(a: &Mask, b: &Mask, position: (i64, i64), by: (i64, i64)) -> (Option<(u64, u64)>, bool) {
    // The moments at which a lattice line is reached, and the middles between them.
    let mut moments = vec![(0i128, 1i128), (1, 1)];
    for (p, m) in [(position.0, by.0), (position.1, by.1)] {
        let lines = p.min(p + m).div_euclid(PIXEL)..=p.max(p + m).div_euclid(PIXEL) + 1;
        let reached = lines.filter(|_| m != 0).map(|line| {
            let way = i128::from(line * PIXEL - p);
            if m < 0 { (-way, -i128::from(m)) } else { (way, m.into()) }
        });
        moments.extend(reached.filter(|&(n, d)| n >= 0 && n <= d));
    }
    moments.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
    let overlaps = |(n, d): (i128, i128)| {
        let lines = |p: i64, m: i64| {
            let (place, pixel) = (i128::from(p) * d + i128::from(m) * n, d * i128::from(PIXEL));
            let line = place.div_euclid(pixel) as i32;
            line..=line + i32::from(place.rem_euclid(pixel) != 0)
        };
        lines(position.1, by.1).any(|y| lines(position.0, by.0).any(|x| a.overlaps(b, (x, y))))
    };
    if overlaps((0, 1)) {
        return (None, true);
    }
    for pair in moments.windows(2) {
        let ((a, b), (c, d)) = (pair[0], pair[1]);
        if a * d != c * b && overlaps((a * d + c * b, 2 * b * d)) {
            let gcd = |mut a: i128, mut b: i128| {
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                a
            };
            let common = gcd(b, a);
            return (Some(((a / common) as u64, (b / common) as u64)), false);
        }
    }
    (None, false)
}

#[test]
fn rays() {
    let seed = crate::common::first_seed(78_000_000);
    let mut kinds = Kinds::default();
    for seed in seed..seed + 20_000 {
        let rng = &mut Rng::new(seed);
        let a = grid(rng);
        let (position, by) = aimed(rng, &a.points(), &[(0, 0)]);
        let truth = check_ray(seed, &a, position, by);
        let longer = a.ray_cast(position, (by.0 * 2, by.1 * 2));
        let side = (by.1.signum(), -by.0.signum());
        kinds.count(truth, longer, a.ray_cast((position.0 + side.0, position.1 + side.1), by));
    }
    kinds.assert_many(300);
}

#[test]
fn steps() {
    let seed = crate::common::first_seed(79_000_000);
    let mut seen = [0; 3];
    for seed in seed..seed + 12_000 {
        let rng = &mut Rng::new(seed);
        let (a, b) = (grid(rng), grid(rng));
        let start = |rng: &mut Rng, a: usize, b: usize| rng.between(-(b as i64) - 20, a as i64 + 20) as i32;
        let offset = (start(rng, a.w, b.w), start(rng, a.h, b.h));
        let motion = (rng.between(-50, 50) as i32, rng.between(-50, 50) as i32);
        let to = (start(rng, a.w, b.w), start(rng, a.h, b.h));
        let motion = match rng.below(6) {
            0 => (motion.0, 0),
            1 => motion,
            // Towards it and through it.
            _ => ((to.0 - offset.0) * 2, (to.1 - offset.1) * 2),
        };
        let _blame = Blame(&(seed, &a, &b, offset, motion));
        let (left, right) = (mask_of(&a), mask_of(&b));
        let ours = left.cast_pixels(&right, offset, motion);
        if left.overlaps(&right, offset) {
            assert_eq!(ours, StepCast::InitialOverlap);
            seen[0] += 1;
            continue;
        }
        match (a.cast_pixels(&b, offset, motion), ours) {
            (None, StepCast::Miss) => seen[1] += 1,
            (Some((free, pixel)), StepCast::Hit { steps, offset: last, point: p }) => {
                assert_eq!((i64::from(steps), p), (free, point(pixel)));
                assert!(!left.overlaps(&right, last));
                let way = (last.x - offset.0, last.y - offset.1);
                assert_eq!(i64::from(way.0.abs().max(way.1.abs())), free);
                seen[2] += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(seen.iter().all(|&n| n > 300), "{seen:?}");
}

/// Coordinates at the limits.
#[test]
fn the_ends_of_the_world() {
    let dot = Mask::filled(1, 1);
    let end = PointQ16::LIMIT;
    let across = dot.cast(&dot, PointQ16::new(-end, 0), PointQ16::new(end, 1));
    let Cast::Hit { time, normal, .. } = across else { panic!("{across:?}") };
    assert_eq!((time.numerator(), time.denominator()), ((1 << 31) - 1, 1 << 31));
    assert_eq!(normal, Point::new(-1, 0));
    assert_eq!(dot.cast(&dot, PointQ16::new(-end, end), PointQ16::new(end, -end + PIXEL)), Cast::Miss);
    assert_eq!(dot.cast(&dot, PointQ16::new(end, end), PointQ16::new(end, -end)), Cast::Miss);
    assert!(matches!(dot.ray_cast(PointQ16::new(-end, 1), PointQ16::new(end, 7)), Cast::Miss));
    assert!(matches!(dot.ray_cast(PointQ16::new(-end + 2, 1), PointQ16::new(end, 7)), Cast::Hit { .. }));
    assert_eq!(
        dot.cast_pixels(&dot, (i32::MIN + 1, i32::MIN + 1), (i32::MAX, i32::MAX)),
        StepCast::Hit { steps: i32::MAX as u32 - 1, offset: Point::new(-1, -1), point: Point::ZERO }
    );
    assert_eq!(dot.cast_pixels(&dot, (i32::MAX, 0), (i32::MAX, i32::MIN)), StepCast::Miss);
}

#[test]
#[should_panic(expected = "leads too far away: keep it within 2147483648 pixels")]
fn too_far_is_a_panic() {
    let dot = Mask::filled(1, 1);
    let _ = dot.cast(&dot, PointQ16::new(PointQ16::LIMIT + 1, 0), (1, 0));
}
