//! What movers do near the origin they do everywhere: where the pixels that exist end, and across the seams of a torus. And what is as large as
//! a number can be. `HITMASK_SEED=n` starts with another seed.

use hitmask::{
    Angle, Blocker, Circle, Collider, ConvexPolygon, Direction, Fit, Handle, Mask, MoveOptions, Point,
    PointQ16, Rect, Slid, World, WorldOptions,
};

use super::second_edition::{ALL, block, hero, plain};
use crate::common::pictures::grid_of_size;
use crate::common::{Rng, first_seed, mask_of, part};

const ONE: i64 = PointQ16::ONE;
const LOW: i32 = i32::MIN;
const HIGH: i32 = i32::MAX;

/// Where a scene lies. Its answers are told as if it lay near the origin.
#[derive(Clone, Copy, Debug)]
struct Region {
    middle: (i32, i32),
    wrap: Option<(u32, u32)>,
}

impl Region {
    fn near(self, along: i64, one: i64, axis: usize) -> i64 {
        let middle = [self.middle.0, self.middle.1][axis];
        let beside = along - i64::from(middle) * one;
        match self.wrap {
            None => beside,
            Some((w, h)) => {
                let lap = i64::from([w, h][axis]) * one;
                (beside + lap / 2).rem_euclid(lap) - lap / 2
            }
        }
    }

    fn position(self, at: PointQ16) -> (i64, i64) {
        (self.near(at.x, ONE, 0), self.near(at.y, ONE, 1))
    }

    fn pixel(self, at: Point) -> (i64, i64) {
        (self.near(at.x.into(), 1, 0), self.near(at.y.into(), 1, 1))
    }

    fn at(self, x: i64, y: i64) -> PointQ16 {
        PointQ16::new(x + i64::from(self.middle.0) * ONE, y + i64::from(self.middle.1) * ONE)
    }

    /// Of several pixels, another one is the first across a seam.
    fn slid(self, slid: &Slid, names_pixels: bool) -> String {
        let stop = |stop: Option<Blocker>| {
            stop.map(|it| (it.handle, names_pixels.then(|| self.pixel(it.pixel)), it.normal))
        };
        let Slid { position, velocity, floor, ceiling, wall, stuck, .. } = *slid;
        format!("{:?}", (self.position(position), velocity, stop(floor), stop(ceiling), stop(wall), stuck))
    }
}

/// A shape of any kind: of no pixel, of one, with clear margins, or an ordinary one.
fn figure(rng: &mut Rng) -> Collider {
    let side = |rng: &mut Rng, most: i64| rng.between(1, most) as usize;
    let (w, h) = (side(rng, 14), side(rng, 9));
    let (wide, high) = (w as u32, h as u32);
    match rng.below(10) {
        0 => Collider::new(Mask::new(rng.pick(&[0, wide]), rng.pick(&[0, high]))),
        1 => Collider::new(Mask::filled(1, 1)),
        2 => Collider::new(Mask::from_fn(wide + 20, high + 20, |x, y| {
            (10..10 + wide).contains(&x) && (10..10 + high).contains(&y)
        })),
        3 => Collider::new(mask_of(&grid_of_size(rng, w, h))),
        4 => Collider::new(Rect::new(rng.between(-9, 9) as i32, rng.between(-9, 9) as i32, wide, high)),
        5 => Collider::new(Circle::from_f64([0.0, 0.0], f64::from(wide) / 2.0).unwrap()),
        6 => {
            let points = [[0.0, 0.0], [f64::from(wide) + 3.0, 1.5], [2.5, f64::from(high) + 3.0]];
            Collider::new(ConvexPolygon::from_f64(&points).unwrap())
        }
        _ => Collider::new(Mask::filled(wide, high)),
    }
}

/// A pose about a place: one of three is turned or scaled.
fn posed(rng: &mut Rng, collider: &mut Collider, at: PointQ16) {
    collider.transform.set_position(at);
    if rng.one_in(3) {
        collider.transform.set_rotation(Angle::Degrees(rng.between(0, 71) as f64 * 5.0));
        let mut scale = || rng.pick(&[0.5, 1.0, 1.0, 1.5, 2.0]);
        collider.transform.set_scale((scale(), scale()));
    }
}

fn options(rng: &mut Rng) -> MoveOptions {
    let mut few = || rng.pick(&[0, 0, 1, 3, 9]);
    let (step_up, step_down, corner) = (few(), few(), few());
    let push_limit = rng.pick(&[0, 1, 2, u32::MAX]);
    MoveOptions { step_up, step_down, corner, drop: rng.one_in(4), push: rng.one_in(2), push_limit }
}

/// What happens in a random scene in a region.
fn told(seed: u64, region: Region, names_pixels: bool) -> Vec<String> {
    let rng = &mut Rng::new(seed);
    let mut world = World::with_options(WorldOptions { wrap: region.wrap, ..WorldOptions::default() });
    let gravity = rng.pick(&Direction::ALL);
    let coordinate = |rng: &mut Rng, far: i64| {
        let rest = rng.between(0, ONE - 1);
        rng.between(-far, far) * ONE + rng.pick(&[0, 0, 0, ONE / 2, rest])
    };
    let place = |rng: &mut Rng| {
        let (x, y) = (coordinate(rng, 24), coordinate(rng, 24));
        region.at(x, y)
    };
    let mut handles: Vec<Handle> = Vec::new();
    for _ in 0..rng.between(4, 10) {
        let mut it = figure(rng);
        let at = place(rng);
        posed(rng, &mut it, at);
        let up = if rng.one_in(6) { None } else { Some(rng.pick(&[gravity, gravity, Direction::Up])) };
        it = it.with_up(up);
        it = match rng.below(7) {
            0 | 1 => it,
            2 => it.one_way_to(rng.pick(&[gravity, Direction::Left])),
            3 | 4 => it.character(),
            _ => it.pushable(),
        };
        handles.push(world.insert(it));
    }
    let mut all = Vec::new();
    for _ in 0..12 {
        let it = rng.pick(&handles);
        let motion = PointQ16::new(coordinate(rng, 9), coordinate(rng, 9));
        let options = options(rng);
        all.push(match rng.below(8) {
            0..=3 => region.slid(&world.move_and_slide(it, motion, &options, &ALL).unwrap(), names_pixels),
            4 | 5 => {
                let moved = world.move_solid(it, motion, &[], &options).unwrap();
                format!("{:?}", (region.position(moved.position), moved.pushed, moved.carried, moved.crushed))
            }
            6 => {
                let (limit, shape, at) = (rng.pick(&[0, 4, 12]), figure(rng), place(rng));
                let (turns, shows) = (rng.one_in(2), rng.one_in(3));
                let turn = Angle::Degrees(rng.between(0, 71) as f64 * 5.0);
                let moved = world.reshape_solid(it, limit, &ALL, |it| {
                    if shows {
                        it.shape = shape.shape.clone();
                    }
                    match turns {
                        true => it.transform.set_rotation(turn),
                        false => it.transform.set_position(at),
                    }
                });
                let moved = moved.unwrap();
                format!("{:?}", (region.position(moved.position), moved.pushed, moved.carried, moved.crushed))
            }
            _ => {
                let (limit, at) = (rng.pick(&[0, 4, 12]), place(rng));
                format!("{:?}", (world.unstick(it, limit, &ALL), world.fit_at(it, at, limit, &ALL)))
            }
        });
        for &it in &handles {
            let at = region.position(world.position(it).unwrap());
            let slope = world.ground_slope(it, 5, &ALL);
            all.push(format!("{:?}", (it, at, world.support(it), slope)));
        }
    }
    world.validate().unwrap();
    all
}

#[test]
fn a_scene_goes_on_alike_wherever_it_lies() {
    let origin = Region { middle: (0, 0), wrap: None };
    let first = first_seed(97_000_000);
    let (low, high) = (LOW + 400, HIGH - 400);
    let ends = [(low, low), (high, high), (low, high), (0, low), (high, 77)];
    let laps = [(1 << 30, 1 << 30), (2000, 3000), (1 << 20, 999)];
    for seed in first..first + part(1_200) {
        let end = ends[(seed % 5) as usize];
        let lap = laps[(seed % 3) as usize];
        let truth = [false, true].map(|names_pixels| told(seed, origin, names_pixels));
        for region in [
            Region { middle: end, wrap: None },
            Region { middle: (0, 0), wrap: Some(lap) },
            Region { middle: (lap.0 as i32 / 2, 0), wrap: Some(lap) },
        ] {
            let names_pixels = region.wrap.is_none();
            let (all, truth) = (told(seed, region, names_pixels), &truth[usize::from(names_pixels)]);
            let differs = (0..truth.len()).find(|&i| all[i] != truth[i]);
            assert!(
                differs.is_none_or(|i| panic!("{seed} {region:?}: {:?} and not {:?}", &all[i], &truth[i]))
            );
        }
    }
}

/// Each of these numbers is as good as one that is larger than the scene.
#[test]
fn options_of_any_size() {
    for (huge, large) in [(u32::MAX, 500), (1 << 31, 400)] {
        let run = |size: u32| {
            let mut world = World::new();
            world.insert(block(0, 100, 200, 10));
            world.insert(block(60, 60, 9, 40));
            world.insert(block(0, 20, 30, 9));
            let case = world.insert(hero(30, 92, 8, 8).pushable());
            let walker = world.insert(hero(12, 84, 8, 16));
            let options = MoveOptions {
                step_up: size,
                step_down: size,
                corner: size,
                drop: false,
                push: true,
                push_limit: size,
            };
            let mut told = Vec::new();
            // Over the crate, over the wall, off the ground, and up around the corner of the ceiling.
            for motion in [(40, 1), (60, 1), (200, 1), (-9, 1), (-300, 0), (0, -400)] {
                let slid = world.move_and_slide(walker, motion, &options, &ALL).unwrap();
                told.push(format!("{slid:?} {:?}", world.position(case)));
            }
            let lift = world.insert(block(-50, 300, 20, 5));
            world.set_position(walker, (-50, 284)).unwrap();
            told.push(format!("{:?}", world.move_solid(lift, (30, -90), &[], &options)));
            let _ = world.move_and_slide(case, (500, 30), &options, &ALL).unwrap();
            told.push(format!("{:?}", world.position(case)));
            told
        };
        assert_eq!(run(huge), run(large));
    }
}

#[test]
fn from_one_end_of_the_world_to_the_other() {
    let mut world = World::new();
    let ground = world.insert(Collider::new(Rect::new(LOW, 0, u32::MAX, 4)).at((0, HIGH - 3)));
    let wall = world.insert(Collider::new(Rect::new(0, LOW, 4, u32::MAX)).at((HIGH - 3, 0)));
    let walker = world.insert(hero(LOW, LOW, 8, 16));
    let half = 1_i64 << 47;
    for _ in 0..2 {
        let _ = world.move_and_slide(walker, PointQ16::new(half - ONE, half - ONE), &plain(), &ALL).unwrap();
    }
    let slid = world.move_and_slide(walker, (1, 1), &plain(), &ALL).unwrap();
    assert_eq!(slid.position, PointQ16::from((HIGH - 3 - 8, HIGH - 3 - 16)));
    assert_eq!((slid.floor.unwrap().handle, slid.wall.unwrap().handle), (ground, wall));
    assert_eq!(slid.floor.unwrap().pixel, (HIGH - 3 - 8, HIGH - 3).into());
    // Back, as far as a motion goes, and no farther than a position goes.
    let slid = world.move_and_slide(walker, PointQ16::new(-half, -half), &plain(), &ALL).unwrap();
    assert_eq!((slid.floor, slid.wall, slid.ceiling), (None, None, None));
    let before = world.state_hash();
    assert!(world.try_move_and_slide(walker, PointQ16::new(-half, -half), &plain(), &ALL).is_err());
    assert!(world.try_move_solid(walker, PointQ16::new(0, -half), &[], &plain()).is_err());
    assert_eq!(world.state_hash(), before);
}

/// Places beyond the last pixel are no way out.
#[test]
fn the_way_out_of_the_largest_obstacle() {
    let mut world = World::new();
    let all = world.insert(Collider::new(Rect::new(LOW, LOW, u32::MAX, u32::MAX)));
    let stuck = world.insert(hero(LOW, LOW, 1, 1));
    for limit in [0, 1, 5000] {
        assert_eq!(world.fit_at(stuck, (LOW, LOW), limit, &ALL), Some(Fit::Stuck(all)));
        // The last column is free: no rectangle is so wide.
        let way = if limit == 0 { Fit::Stuck(all) } else { Fit::Moved(Point::new(1, 0)) };
        assert_eq!(world.fit_at(stuck, (HIGH - 1, 0), limit, &ALL), Some(way));
    }
}

/// What lies half beyond the last pixel is whole again when it comes back.
#[test]
fn what_comes_back_from_beyond_the_end_is_whole() {
    let plank = || Collider::new(Mask::filled(40, 4)).with_pivot((20.0, 2.0)).pushable();
    for (turn, end) in [(0.0, LOW), (0.0, HIGH), (90.0, LOW), (30.0, LOW), (30.0, HIGH), (215.0, HIGH)] {
        let sign = if end == LOW { 1 } else { -1 };
        let told = |middle: i32| {
            let mut world = World::new();
            let mut it = plank().at((middle, 0));
            it.transform.set_rotation(Angle::Degrees(turn));
            let it = world.insert(it);
            world.insert(block(middle + 30 * sign, 40, 3, 3));
            world.insert(block(middle + 90 * sign, 40, 9, 9));
            let mut all = Vec::new();
            for motion in [(24 * sign, 0), (0, 99), (30 * sign, 0), (0, 99), (80 * sign, 0)] {
                let slid = world.move_and_slide(it, motion, &plain(), &ALL).unwrap();
                let at = slid.position - PointQ16::from((middle, 0));
                all.push((at, slid.floor.map(|it| it.handle), slid.wall.map(|it| it.handle)));
            }
            all
        };
        assert_eq!(told(end), told(0), "{turn} {end}");
    }
}
