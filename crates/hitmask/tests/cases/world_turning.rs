//! Casts of what turns while it moves. What is called free is free at every sampled moment, pixel by pixel, and what is called an overlap is
//! one.

use std::cell::Cell;

use crate::common::poses::phase;
use crate::common::{Blame, Rng};
use hitmask::{
    Angle, Collider, ColliderShape, Handle, Point, PointQ16, PoseParts, Probe, QueryFilter, TimeOfImpact,
    Transform, TurningHit, TurningMotion, World, WorldOptions,
};
use hitmask_model::{figure, pose_of, shape_of, turned_matrix};
use hitmask_oracle::world::{Book, Figure, Shape};
use hitmask_oracle::{Affine, Cover, Turn, pose_from_parts};

const ONE: i64 = 1 << 16;

/// A shape, and its pictures.
#[derive(Debug)]
struct Pixels {
    shape: Shape,
    book: Book,
}

impl Pixels {
    fn shape(&self) -> ColliderShape {
        shape_of(&self.shape, &self.book)
    }

    fn cover(&self, pose: Affine) -> Cover {
        self.shape.cover(pose, &self.book)
    }

    fn collider(&self, pose: Affine) -> Collider {
        Collider::new(self.shape()).posed(pose_of(pose))
    }

    fn is_sum(&self) -> bool {
        matches!(self.shape, Shape::Alpha(_))
    }
}

fn thing(rng: &mut Rng) -> Pixels {
    let mut book = Book::default();
    let mut at = |x: i64, y: i64| [x * ONE + rng.between(-ONE, ONE), y * ONE + rng.between(-ONE, ONE)];
    let triangle = vec![at(0, -6), at(8, 0), at(2, 5)];
    let kind = rng.pick(&[0, 0, 0, 2, 6, 7, 7, 8, 9, 11, 11]);
    match figure(rng, &mut book, kind, 22, false) {
        Figure::Shape(shape) if !matches!(shape, Shape::Polygon(_)) => Pixels { shape, book },
        _ => Pixels { shape: Shape::Polygon(triangle), book },
    }
}

fn coordinate(rng: &mut Rng, room: i64) -> i64 {
    rng.between(-room, room) * ONE + phase(rng)
}

fn pose(rng: &mut Rng, room: i64, corner: (i64, i64)) -> Affine {
    let [a, b, c, d] = turned_matrix(rng);
    [a, b, c, d, coordinate(rng, room) + corner.0, coordinate(rng, room) + corner.1]
}

/// Where a thing starts: by parts, or with a matrix.
fn start(rng: &mut Rng, room: i64, corner: (i64, i64)) -> Transform {
    if rng.one_in(4) {
        return Transform::from(pose_of(pose(rng, room, corner)));
    }
    let at = |q: i64| q as f64 / 65536.0;
    let scale = |rng: &mut Rng| rng.pick(&[1.0, 1.0, 1.0, 0.6, 1.7, -1.0]);
    Transform::new(&PoseParts {
        position: [at(coordinate(rng, room) + corner.0), at(coordinate(rng, room) + corner.1)],
        rotation: rng.pick(&[
            Angle::Degrees(0.0),
            Angle::Degrees(33.0),
            Angle::Radians(2.5),
            Angle::Steps { step: 3, of: 8 },
        ]),
        scale: [scale(rng), scale(rng)],
        shear: [rng.pick(&[0.0, 0.0, 0.4]), 0.0],
        flip: [rng.one_in(8), false],
        pivot: rng.pick(&[[0.0, 0.0], [3.0, 3.5], [-6.0, 3.0]]),
    })
    .unwrap()
}

fn motion(rng: &mut Rng, from: PointQ16, target: (i64, i64)) -> TurningMotion {
    let by = |rng: &mut Rng| match rng.below(4) {
        0 => 0,
        1 => rng.between(-60, 60) * ONE,
        _ => rng.between(-60 * ONE, 60 * ONE),
    };
    // Most motions lead to another thing, or through it.
    let (through, x, y) = (rng.between(1, 2), rng.between(-6 * ONE, 6 * ONE), rng.between(-6 * ONE, 6 * ONE));
    TurningMotion {
        by: match rng.below(4) {
            0 => PointQ16::new(by(rng), by(rng)),
            _ => PointQ16::new((target.0 - from.x) * through + x, (target.1 - from.y) * through + y),
        },
        degrees: match rng.below(5) {
            0 => 0.0,
            1 => 90.0,
            2 => rng.pick(&[360.0, -1000.0, 7777.7, 1e15, -3e200]),
            _ => rng.between(-200, 200) as f64,
        },
        steps: rng.pick(&[1, 16, 32, 32, 100]),
    }
}

/// What a thing covers at a time of the motion. Nothing if its pose is none.
fn cover_at(
    pixels: &Pixels,
    motion: &TurningMotion,
    from: &Transform,
    whole: bool,
    time: TimeOfImpact,
) -> Cover {
    let at = motion.transform_at(from, time).unwrap();
    let pose = if whole { at.pose_on_whole_pixels() } else { at.pose() };
    if let (Some(parts), false) = (from.parts(), whole) {
        // The same transform, in another way.
        let t = time.to_f64();
        let rotation = match (parts.rotation, motion.degrees * t) {
            (rotation, 0.0) => match rotation {
                Angle::Radians(radians) => Turn::Radians(radians),
                Angle::Steps { step, of } => Turn::Steps(step, of),
                Angle::Degrees(degrees) => Turn::Degrees(degrees),
                _ => unreachable!(),
            },
            (Angle::Degrees(degrees), by) => Turn::Degrees(degrees + by),
            (Angle::Radians(radians), by) => Turn::Degrees(radians.to_degrees() + by),
            (Angle::Steps { step, of }, by) => Turn::Degrees(f64::from(step) * 360.0 / f64::from(of) + by),
            _ => unreachable!(),
        };
        let (n, d) = (i128::from(time.numerator()), i128::from(time.denominator()));
        let moved =
            |from: f64, by: i64| from + (2 * i128::from(by) * n + d).div_euclid(2 * d) as f64 / 65536.0;
        let flipped = |i: usize| if parts.flip[i] { -parts.scale[i] } else { parts.scale[i] };
        let theirs = pose_from_parts(&hitmask_oracle::PoseParts {
            position: [moved(parts.position[0], motion.by.x), moved(parts.position[1], motion.by.y)],
            rotation,
            scale: [flipped(0), flipped(1)],
            shear: parts.shear,
            pivot: parts.pivot,
        });
        assert_eq!(pose.map(|pose| pose.to_q16()), theirs, "at {time:?}");
    }
    pose.map_or_else(Cover::nothing, |pose| pixels.cover(pose.to_q16()))
}

thread_local! {
    /// Hits, unclear ones, initial overlaps, proven misses, hits with a wide bracket.
    pub(crate) static SEEN: Cell<[u64; 5]> = const { Cell::new([0; 5]) };
}

fn saw(what: usize) {
    let mut seen = SEEN.get();
    seen[what] += 1;
    SEEN.set(seen);
}

/// Whether what is told about one collider holds. Without a hit, all of the way must be free.
#[expect(clippy::too_many_arguments, reason = "one case has many parts")]
fn check(
    rng: &mut Rng,
    hit: Option<TurningHit>,
    still: &Cover,
    moving: &Pixels,
    motion: &TurningMotion,
    from: &Transform,
    whole: bool,
    by_sum: bool,
    lap: Option<(i64, i64)>,
) {
    let touch = |time: TimeOfImpact| {
        let cover = cover_at(moving, motion, from, whole, time);
        match lap {
            None => still.touch(&cover, by_sum),
            Some(size) => still.touch(&cover.wrapped(size), by_sum),
        }
    };
    let pixel = |time| touch(time).map(|touch| Point::new(touch.first.0 as i32, touch.first.1 as i32));
    let parts = u64::from(motion.steps.next_power_of_two());
    let free_until = match hit.map(|hit| (hit, hit.free, hit.overlapping_at)) {
        Some((hit, None, overlapping_at)) => {
            saw(2);
            assert_eq!((hit.free_until, overlapping_at), (TimeOfImpact::START, Some(TimeOfImpact::START)));
            assert!(hit.pixel.is_some());
            assert_eq!(pixel(TimeOfImpact::START), hit.pixel);
            return;
        }
        Some((TurningHit { free_until, pixel: first, .. }, Some(free), Some(overlapping_at))) => {
            saw(0);
            assert!(first.is_some());
            assert_eq!(pixel(overlapping_at), first, "at {overlapping_at:?}");
            if lap.is_none() {
                assert_eq!(free, motion.transform_at(from, free_until).unwrap());
            }
            assert!(free_until < overlapping_at);
            if overlapping_at.to_f64() - free_until.to_f64() > 1.0 / parts as f64 {
                saw(4);
            }
            free_until
        }
        Some((TurningHit { free_until, pixel: first, .. }, Some(free), None)) => {
            saw(1);
            assert_eq!(first, None);
            if lap.is_none() {
                assert_eq!(free, motion.transform_at(from, free_until).unwrap());
            }
            free_until
        }
        None => {
            saw(3);
            TimeOfImpact::new(1, 1)
        }
    };
    assert_eq!(pixel(free_until), None, "at {free_until:?}, which is called free");
    assert_eq!(pixel(TimeOfImpact::START), None);
    // The oracle takes its time for circles and polygons.
    let samples = if moving.shape.is_convex() { 4 } else { 30 };
    for _ in 0..samples {
        // Often right before the end of what is free.
        let whole = rng.pick(&[1, 3, 7, 100, 1000, 99_991]);
        let part = if rng.one_in(3) { rng.pick(&[1, 2, 9]).min(whole) } else { rng.between(0, whole) };
        let (part, whole) = (part as u64, whole as u64);
        let time =
            TimeOfImpact::new(free_until.numerator() * (whole - part), free_until.denominator() * whole);
        assert_eq!(pixel(time), None, "at {time:?}, free until {free_until:?}");
    }
}

/// A few colliders, one that moves and turns, and its casts.
pub(crate) fn story(seed: u64, wrapped: bool) -> u64 {
    let rng = &mut Rng::new(seed);
    let lap = wrapped.then(|| (rng.between(20, 90), rng.between(20, 90)));
    let far = i64::from(i32::MAX - 40) * ONE;
    let corner = match lap {
        None if rng.one_in(20) => (rng.pick(&[far, -far]), rng.pick(&[0, far, -far])),
        _ => (0, 0),
    };
    let options = WorldOptions { wrap: lap.map(|(w, h)| (w as u32, h as u32)), ..WorldOptions::default() };
    let mut world = World::with_options(options);
    let others: Vec<(Pixels, Affine)> =
        (0..rng.between(1, 6)).map(|_| (thing(rng), pose(rng, 40, corner))).collect();
    let handles: Vec<Handle> =
        others.iter().map(|(pixels, pose)| world.insert(pixels.collider(*pose))).collect();
    let moving = thing(rng);
    let mut from = start(rng, 40, corner);
    let target = others[rng.below(others.len() as u64) as usize].1;
    let mut motion = motion(rng, from.position(), (target[4], target[5]));
    if corner != (0, 0) {
        let by = |from: i64, by: i64| (from + by).clamp(-PointQ16::LIMIT, PointQ16::LIMIT) - from;
        motion.by = PointQ16::new(by(from.position().x, motion.by.x), by(from.position().y, motion.by.y));
    }
    let as_probe = from.parts().is_none() && rng.one_in(2);
    let whole = !as_probe && rng.one_in(6);
    let mut own = Collider::new(moving.shape());
    own.transform = from;
    let own = world.insert(if whole { own.character() } else { own });
    if lap.is_some() && !as_probe {
        from = world.transform(own).unwrap();
    }
    let filter = QueryFilter::default().except(own);
    let _blame = Blame(&(seed, &others, &moving, from, motion, as_probe, whole, lap));
    if rng.one_in(2) {
        world.step().unwrap();
    }
    let (first, all) = if as_probe {
        let probe = Probe::shape(moving.shape(), from.pose());
        (world.cast_turning(&probe, &motion, &filter), world.cast_turning_all(&probe, &motion, &filter))
    } else {
        (world.cast_turning(own, &motion, &filter), world.cast_turning_all(own, &motion, &filter))
    };
    assert_eq!(first, all.first().copied());
    assert!(all.is_sorted_by_key(|hit| hit.free_until));
    for ((pixels, pose), handle) in others.iter().zip(&handles) {
        let by_sum = pixels.is_sum() || moving.is_sum();
        let still = match lap {
            None => pixels.cover(*pose),
            Some(size) => pixels.cover(*pose).wrapped(size),
        };
        let hit = all.iter().find(|hit| hit.handle == *handle).copied();
        check(rng, hit, &still, &moving, &motion, &from, whole, by_sum, lap);
    }
    others.len() as u64
}
