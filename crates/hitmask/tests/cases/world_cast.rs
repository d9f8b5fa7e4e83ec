//! Casts among the colliders of a world, against a look at every moment of the motion.

use hitmask::{Handle, PixelCast, Point, PointQ16, Probe, QueryFilter, World, WorldOptions};
use hitmask_oracle::{Affine, Cover, StraightWay, instants};

use crate::common::travel_case::{Pixels, any_matrix, coordinate};
use crate::common::{Blame, Rng};

const ONE: i64 = 1 << 16;

/// A side of a torus: at least as large as any thing, often near the size of a thing or at the edge of a word.
fn side(rng: &mut Rng) -> i64 {
    match rng.below(3) {
        0 => rng.pick(&[44, 63, 64, 65, 127, 128, 129]),
        _ => rng.between(44, 100),
    }
}

struct Thing {
    pixels: Pixels,
    pose: Affine,
}

fn thing(rng: &mut Rng, room: i64, corner: (i64, i64)) -> Thing {
    let [a, b, c, d] = any_matrix(rng);
    let (x, y) = (coordinate(rng, room), coordinate(rng, room));
    Thing { pixels: Pixels::any(rng), pose: [a, b, c, d, x + corner.0, y + corner.1] }
}

/// What a motion meets: (time, just after, index), and the answer.
type Truth = ((u64, u64), usize, usize, PixelCast);

/// A look at a moving thing: its time, how many whole pixels it has moved, and what it covers.
type Look = ((u64, u64), (i64, i64), Cover);

/// All looks at which it covers other pixels than before.
fn looks(moving: &Thing, motion: (i64, i64), lap: Option<(i64, i64)>) -> Vec<Look> {
    let [a, b, c, d, x, y] = moving.pose;
    let all = instants(&[StraightWay { from: (x, y), to: (x + motion.0, y + motion.1) }]);
    let first = all[0].pixels[0];
    let mut looks: Vec<Look> = Vec::new();
    for look in all {
        let moved = (look.pixels[0].0 - first.0, look.pixels[0].1 - first.1);
        if looks.last().is_none_or(|last| last.1 != moved) {
            let pose = [a, b, c, d, x + moved.0 * ONE, y + moved.1 * ONE];
            looks.push((look.time, moved, on(lap, moving.pixels.cover(pose))));
        }
    }
    looks
}

/// A cover on a torus.
fn on(lap: Option<(i64, i64)>, cover: Cover) -> Cover {
    lap.map_or_else(|| cover.clone(), |lap| cover.wrapped(lap))
}

fn reduced(lap: Option<(i64, i64)>, p: PointQ16) -> PointQ16 {
    lap.map_or(p, |(w, h)| PointQ16::new(p.x.rem_euclid(w * ONE), p.y.rem_euclid(h * ONE)))
}

/// When a moving thing first touches one that stands.
fn meets(
    moving: &Thing,
    looks: &[Look],
    standing: &Thing,
    index: usize,
    lap: Option<(i64, i64)>,
) -> Option<Truth> {
    let [.., x, y] = moving.pose;
    let still = on(lap, standing.pixels.cover(standing.pose));
    let by_sum = moving.pixels.is_sum() || standing.pixels.is_sum();
    let (order, touch) = looks
        .iter()
        .enumerate()
        .find_map(|(order, (.., cover))| Some((order, still.touch(cover, by_sum)?)))?;
    let pixel = Point::new(touch.first.0 as i32, touch.first.1 as i32);
    if order == 0 {
        return Some(((0, 1), order, index, PixelCast::InitialOverlap { pixel }));
    }
    let (before, (time, now, _)) = (looks[order - 1].1, &looks[order]);
    let hit = PixelCast::Hit {
        time: hitmask::TimeOfImpact::new(time.0, time.1),
        free: reduced(lap, PointQ16::new(x + before.0 * ONE, y + before.1 * ONE)),
        pixel,
        normal: Point::new((before.0 - now.0) as i32, (before.1 - now.1) as i32),
    };
    Some((*time, order, index, hit))
}

pub(crate) fn story(seed: u64, wrapped: bool) -> u64 {
    let rng = &mut Rng::new(seed);
    let lap = wrapped.then(|| (side(rng), side(rng)));
    let corner = if rng.one_in(20) && !wrapped { corner(rng) } else { (0, 0) };
    play(seed, rng, lap, corner)
}

/// A story where the world ends.
#[allow(dead_code, reason = "the fuzz target meets such corners by itself")]
pub(crate) fn corner_story(seed: u64) -> u64 {
    let rng = &mut Rng::new(seed);
    let corner = corner(rng);
    play(seed, rng, None, corner)
}

fn corner(rng: &mut Rng) -> (i64, i64) {
    let far = i64::from(i32::MAX) * ONE;
    (rng.pick(&[far, -far]), rng.pick(&[0, far, -far]))
}

fn play(seed: u64, rng: &mut Rng, lap: Option<(i64, i64)>, corner: (i64, i64)) -> u64 {
    let room = if corner == (0, 0) { 40 } else { 0 };
    let mut world = World::with_options(WorldOptions {
        wrap: lap.map(|(w, h)| (w as u32, h as u32)),
        ..WorldOptions::default()
    });
    let things: Vec<Thing> = (0..rng.between(1, 9)).map(|_| thing(rng, room, corner)).collect();
    let handles: Vec<Handle> =
        things.iter().map(|thing| world.insert(thing.pixels.collider(thing.pose))).collect();
    if rng.one_in(2) {
        world.step().unwrap();
    }
    let mut count = 0;
    for (number, moving) in things.iter().enumerate() {
        let mut axis = |from: i64| {
            let motion = match rng.below(5) {
                0 => 0,
                1 => rng.between(-3, 3) * ONE / 2,
                2 => rng.between(-80, 80) * ONE,
                _ => rng.between(-80 * ONE, 80 * ONE),
            };
            (from + motion).clamp(-PointQ16::LIMIT, PointQ16::LIMIT) - from
        };
        let motion = (axis(moving.pose[4]), axis(moving.pose[5]));
        let as_probe = rng.one_in(3);
        let _blame = Blame(&(seed, lap, number, motion, as_probe, &moving.pixels, moving.pose));
        let looks = looks(moving, motion, lap);
        let mut truth: Vec<Truth> = (0..things.len())
            .filter(|&other| as_probe || other != number)
            .filter_map(|other| meets(moving, &looks, &things[other], other, lap))
            .collect();
        truth.sort_by_key(|&(time, order, index, _)| {
            (hitmask::TimeOfImpact::new(time.0, time.1), order, index)
        });
        let by = PointQ16::new(motion.0, motion.1);
        let filter = QueryFilter::default();
        let probe = Probe::shape(moving.pixels.shape(), crate::common::posed_case::pose_of(moving.pose));
        let (first, all) = if as_probe {
            (world.cast(&probe, by, &filter), world.cast_all(&probe, by, &filter))
        } else {
            (world.cast(handles[number], by, &filter), world.cast_all(handles[number], by, &filter))
        };
        let ours: Vec<(Handle, PixelCast)> = all.iter().map(|hit| (hit.handle, hit.cast)).collect();
        let theirs: Vec<(Handle, PixelCast)> =
            truth.iter().map(|&(_, _, index, cast)| (handles[index], cast)).collect();
        assert_eq!(ours, theirs);
        assert_eq!(first, all.first().copied());
        count += 1;
    }
    count
}
