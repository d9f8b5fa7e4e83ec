//! The mover never enters a wall, leaves no gap, and handles ledges and platforms correctly. `HITMASK_SEED=n` starts with another seed.

mod common;

use common::pictures::{self, Scale};
use common::things::{Thing, with_shape};
use common::{Blame, Rng, mask_of};
use hitmask::{
    Cast, Mask, MoveOptions, Moved, Obstacle, ObstacleKind, Point, PointQ16, Rect, Shape, TimeOfImpact,
    move_and_slide, ray_cast_obstacles,
};
use hitmask_oracle::{Grid, Sweep};

const PIXEL: i64 = PointQ16::ONE;
const PLAIN: MoveOptions = MoveOptions { step_up: 0, step_down: 0 };

fn pair(p: PointQ16) -> (i64, i64) {
    (p.x, p.y)
}

/// A mover among a few grids. At the start it overlaps none of them, if such a position is found.
#[derive(Debug)]
struct Case {
    mover: Grid,
    position: PointQ16,
    motion: PointQ16,
    walls: Vec<(Grid, PointQ16, ObstacleKind)>,
    options: MoveOptions,
}

impl Case {
    fn random(rng: &mut Rng, whole: bool) -> Case {
        let grid = |rng: &mut Rng| {
            let (w, h) = (rng.between(1, 12) as usize, rng.between(1, 12) as usize);
            if rng.one_in(2) { Grid::from_fn(w, h, |_, _| true) } else { pictures::grid_of_size(rng, w, h) }
        };
        let place = |rng: &mut Rng, reach: i64, whole: bool| {
            let coordinate = |rng: &mut Rng| {
                let fraction = rng.between(0, PIXEL - 1);
                let rest = if whole { 0 } else { rng.pick(&[0, 0, PIXEL / 2, PIXEL / 2 + 1, 1, fraction]) };
                rng.between(-reach, reach) * PIXEL + rest
            };
            PointQ16::new(coordinate(rng), coordinate(rng))
        };
        let far = rng.pick(&[1, 12, 30, 30, 5_000]);
        let kind = |rng: &mut Rng| if rng.one_in(4) { ObstacleKind::OneWay } else { ObstacleKind::Solid };
        let (some, whole_way) = (rng.between(1, 4), rng.one_in(2));
        let walls: Vec<_> = (0..some).map(|_| (grid(rng), place(rng, 16, whole), kind(rng))).collect();
        let (position, mut motion) = (place(rng, 16, false), place(rng, far, whole_way));
        if rng.one_in(2) {
            // Towards one of them and through it.
            let way = walls[0].1 - position;
            motion = PointQ16::new(way.x * 2, way.y * 2);
        }
        let options = MoveOptions { step_up: rng.below(4) as u32, step_down: rng.below(4) as u32 };
        Case { mover: grid(rng), position, motion, walls, options }
    }

    fn run(&self) -> Moved {
        self.run_in_order(|_| {})
    }

    fn run_in_order(&self, order: impl Fn(&mut Vec<Obstacle<'_>>)) -> Moved {
        let masks: Vec<Mask> = self.walls.iter().map(|(grid, ..)| mask_of(grid)).collect();
        let mut obstacles: Vec<Obstacle<'_>> = masks
            .iter()
            .zip(&self.walls)
            .map(|(mask, &(_, position, kind))| match kind {
                ObstacleKind::Solid => Obstacle::solid(mask, position),
                _ => Obstacle::one_way(mask, position),
            })
            .collect();
        order(&mut obstacles);
        move_and_slide(&mask_of(&self.mover), self.position, self.motion, &obstacles, &self.options)
    }

    /// The overlap of the mover with a wall, by the oracle.
    fn meets(&self, wall: usize, position: PointQ16, motion: (i64, i64)) -> Sweep {
        let (grid, at, _) = &self.walls[wall];
        grid.cast(&self.mover, pair(position - *at), motion)
    }

    fn solids(&self) -> impl Iterator<Item = usize> {
        (0..self.walls.len()).filter(|&i| self.walls[i].2 == ObstacleKind::Solid)
    }

    fn is_inside(&self, wall: usize, position: PointQ16) -> bool {
        self.meets(wall, position, (0, 0)) == Sweep::InitialOverlap
    }
}

#[test]
fn it_never_enters_a_wall_and_leaves_no_gap() {
    let seed = common::first_seed(80_000_000);
    let mut seen = [0; 4];
    for seed in seed..seed + 8_000 {
        let rng = &mut Rng::new(seed);
        let whole = rng.one_in(2);
        let case = Case::random(rng, whole);
        let _blame = Blame(&(seed, &case));
        let moved = case.run();
        let Moved { position, floor, ceiling, wall, stuck, .. } = moved;
        assert_eq!(stuck, case.solids().find(|&i| case.is_inside(i, case.position)), "stuck");
        if stuck.is_some() {
            assert_eq!(position, case.position);
            seen[0] += 1;
            continue;
        }
        for i in case.solids() {
            assert!(!case.is_inside(i, position), "inside {i}");
            if whole {
                let (grid, at, _) = &case.walls[i];
                let (here, there) = (position.pixel().unwrap(), at.pixel().unwrap());
                let offset = Point::new(here.x - there.x, here.y - there.y);
                assert!(!mask_of(grid).overlaps(&mask_of(&case.mover), offset), "as drawn");
            }
        }
        // What stopped the mover would stop it again at once: on the same way or, if only a corner was hit, on a diagonal.
        let sideways = case.motion.x.signum();
        for (stop, ahead) in [(floor, (0, 1)), (ceiling, (0, -1)), (wall, (sideways, 0))] {
            let Some(stop) = stop else { continue };
            // After that it may have continued along the other axis.
            let stayed =
                if ahead.0 == 0 { position.x == case.position.x } else { position.y == case.position.y };
            if stayed {
                let slants = [(ahead.0 - ahead.1, ahead.1 - ahead.0), (ahead.0 + ahead.1, ahead.1 + ahead.0)];
                let at_0 =
                    |motion| matches!(case.meets(stop, position, motion), Sweep::Hit { time: (0, 1), .. });
                assert!(at_0(ahead) || slants.into_iter().any(at_0), "a gap to {stop}");
            }
            seen[1] += 1;
        }
        seen[2] += u32::from(floor.is_some() && wall.is_some());
        seen[3] += u32::from(floor.or(ceiling).or(wall).is_none());

        let turned = case.run_in_order(|obstacles| obstacles.reverse());
        assert_eq!(turned.position, position, "in another order");
    }
    assert!(seen.iter().all(|&n| n > 100), "{seen:?}");
}

/// The same rules, computed step by step with the oracle's casts: solid walls only, no ledges.
fn reference(case: &Case) -> PointQ16 {
    let first = |position: PointQ16, motion: PointQ16| {
        let times = (0..case.walls.len()).filter_map(|i| match case.meets(i, position, pair(motion)) {
            Sweep::Hit { time, .. } => Some(time),
            _ => None,
        });
        times.min_by(|a, b| (u128::from(a.0) * u128::from(b.1)).cmp(&(u128::from(b.0) * u128::from(a.1))))
    };
    let (mut position, mut rest) = (case.position, case.motion);
    while rest != PointQ16::ZERO {
        let Some((above, below)) = first(position, rest) else { return position + rest };
        let part = |way: i64| (i128::from(way) * i128::from(above) / i128::from(below)) as i64;
        let way = PointQ16::new(part(rest.x), part(rest.y));
        (position, rest) = (position + way, rest - way);
        let stops = |x: i64, y: i64| first(position, PointQ16::new(x.signum(), y.signum())).is_some();
        match (stops(rest.x, 0), stops(0, rest.y)) {
            (true, true) => rest = PointQ16::ZERO,
            (true, false) => rest.x = 0,
            (false, true) => rest.y = 0,
            (false, false) if rest.y > 0 => rest.y = 0,
            (false, false) => rest.x = 0,
        }
    }
    position
}

#[test]
fn it_slides_as_far_as_it_can() {
    let seed = common::first_seed(81_000_000);
    let mut slid = 0;
    for seed in seed..seed + 3_000 {
        let rng = &mut Rng::new(seed);
        let mut case = Case::random(rng, false);
        case.options = PLAIN;
        case.walls.iter_mut().for_each(|wall| wall.2 = ObstacleKind::Solid);
        let _blame = Blame(&(seed, &case));
        let moved = case.run();
        if moved.stuck.is_none() {
            assert_eq!(moved.position, reference(&case));
            slid +=
                u32::from(moved.position != case.position + case.motion && moved.position != case.position);
        }
    }
    assert!(slid > 300, "{slid}");
}

/// A closed room with walls one pixel thick, and speeds of up to a million pixels per move.
#[test]
fn no_speed_leads_out_of_a_room() {
    let seed = common::first_seed(82_000_000);
    let rng = &mut Rng::new(seed);
    let room = Mask::from_fn(90, 70, |x, y| {
        x == 0 || y == 0 || x == 89 || y == 69 || (x * 7 + y * 13) % 61 == 0 && x > 20 || (x + y == 100)
    });
    let hero = Mask::from_fn(7, 9, |x, y| x.abs_diff(3) + y / 3 <= 3);
    let level = [Obstacle::solid(&room, (-10, 5))];
    let mut position = PointQ16::from((-5, 20));
    let options = MoveOptions { step_up: 3, step_down: 3 };
    let mut visited = std::collections::BTreeSet::new();
    for step in 0..6_000 {
        let far = rng.pick(&[2, 20, 1_000_000]) * PIXEL;
        let motion = PointQ16::new(rng.between(-far, far), rng.between(-far, far));
        let moved = move_and_slide(&hero, position, motion, &level, &options);
        let _blame = Blame(&(seed, step, position, motion, moved));
        assert_eq!(moved.stuck, None);
        position = moved.position;
        let drawn = position.pixel().unwrap();
        assert!(!room.overlaps(&hero, (drawn.x + 10, drawn.y - 5)));
        assert!((-9..=73).contains(&drawn.x) && (6..=65).contains(&drawn.y));
        visited.insert(drawn);
    }
    assert!(visited.len() > 200, "{}", visited.len());
}

fn walk(
    hero: &Mask,
    from: (i32, i32),
    motion: (i32, i32),
    level: &[Obstacle<'_>],
    up: u32,
    down: u32,
) -> Moved {
    move_and_slide(hero, from, motion, level, &MoveOptions { step_up: up, step_down: down })
}

#[test]
fn ledges_are_climbed_up_to_their_height() {
    let hero = Mask::filled(6, 10);
    // Ledges of 1, 2, 3 and 4 pixels, 20 pixels apart, on a ground whose top is at 50.
    let stairs = Mask::from_fn(120, 60, |x, y| y >= [50, 49, 47, 44, 40, 40][x as usize / 20]);
    let level = [Obstacle::solid(&stairs, (0, 0))];
    for (up, x, y) in [(0, 14, 40), (1, 34, 39), (2, 54, 37), (3, 74, 34), (4, 104, 30), (9, 104, 30)] {
        let moved = walk(&hero, (4, 40), (100, 5), &level, up, 0);
        assert_eq!(moved.position, (x, y).into(), "steps of {up}");
        assert_eq!(moved.wall, (x != 104).then_some(0));
        // It climbs only if it stands.
        assert_eq!(walk(&hero, (4, 38), (100, 0), &level, 9, 0).position, (34, 38).into());
    }
    // It follows the ground down, as far as it may; otherwise it walks off into the air.
    for (down, y) in [(0, 30), (9, 34), (4, 34), (3, 30)] {
        assert_eq!(walk(&hero, (82, 30), (-10, 0), &level, 0, down).position, (72, y).into(), "down {down}");
    }
    // It doesn't climb when it jumps or is in the air.
    assert_eq!(walk(&hero, (82, 30), (-10, -1), &level, 0, 9).position, (72, 29).into());
    assert_eq!(walk(&hero, (72, 33), (-5, 0), &level, 0, 9).position, (67, 33).into());
    // A ceiling above the ledge stops it.
    let lid = Mask::filled(20, 5);
    let low = [level[0], Obstacle::solid(&lid, (20, 35))];
    assert_eq!(walk(&hero, (4, 40), (100, 0), &low, 9, 0).position, (14, 40).into());
}

#[test]
fn platforms_hold_only_from_above() {
    let hero = Mask::filled(6, 10);
    let slab = Mask::filled(40, 4);
    let level = [Obstacle::one_way(&slab, (0, 50))];
    // It passes up through the platform, but not down.
    assert_eq!(walk(&hero, (10, 60), (0, -30), &level, 0, 0).position, (10, 30).into());
    let landed = walk(&hero, (10, 30), (3, 90), &level, 9, 9);
    assert_eq!((landed.position, landed.floor), (PointQ16::new(13 * PIXEL, 40 * PIXEL), Some(0)));
    // If it is still inside the platform on the way up, it falls again; sideways it walks through.
    assert_eq!(walk(&hero, (10, 42), (0, 30), &level, 9, 9).position, (10, 72).into());
    assert_eq!(walk(&hero, (-20, 46), (90, 0), &level, 9, 9).position, (70, 46).into());
    // It stands on the platform, and walks.
    let walked = walk(&hero, (10, 40), (5, 7), &level, 0, 0);
    assert_eq!((walked.position, walked.floor), (PointQ16::from((15, 40)), Some(0)));
}

#[test]
fn a_corner_met_exactly() {
    let dot = Mask::filled(1, 1);
    let level = [Obstacle::solid(&dot, (0, 0))];
    // If it falls onto the platform, it stands and continues sideways. If it rises, it continues to rise.
    let fell = walk(&dot, (-3, -3), (6, 6), &level, 0, 0);
    assert_eq!((fell.position, fell.floor, fell.wall), (PointQ16::from((3, -1)), Some(0), None));
    let rose = walk(&dot, (-3, 3), (6, -6), &level, 0, 0);
    assert_eq!((rose.position, rose.ceiling, rose.wall), (PointQ16::from((-1, -3)), None, Some(0)));
    // Along a high wall, in both directions, only the wall is reported.
    let high = Mask::filled(1, 99);
    let wall = [Obstacle::solid(&high, (0, -50))];
    for y in [-5i32, 5] {
        let moved = walk(&dot, (-1 - y.abs(), 0), (2 * y.abs(), 2 * y), &wall, 0, 0);
        assert_eq!((moved.position, moved.wall), (PointQ16::from((-1, 2 * y)), Some(0)));
    }
}

/// The nearest of many obstacles: the answer of each obstacle alone, put in order.
#[test]
fn rays_hit_the_nearest_obstacle() {
    let first = common::first_seed(77_000_000);
    let (mut hits, mut ties) = (0, 0);
    for seed in first..first + 2_000 {
        let rng = &mut Rng::new(seed);
        let masks: Vec<Mask> = (0..5).map(|_| mask_of(&pictures::grid_of_size(rng, 6, 5))).collect();
        let place = |rng: &mut Rng, reach: i64| {
            PointQ16::new(rng.between(-reach, reach) << 15, rng.between(-reach, reach) << 15)
        };
        let obstacles: Vec<Obstacle<'_>> =
            masks.iter().map(|mask| Obstacle::solid(mask, place(rng, 14))).collect();
        let (from, mut motion) = (place(rng, 24), place(rng, 90));
        if rng.one_in(2) {
            motion.y = 0;
        }
        let _blame = Blame(&(seed, &obstacles, from, motion));
        let alone = |(mask, o): (&Mask, &Obstacle<'_>)| {
            let local = PointQ16::new(from.x - o.position.x, from.y - o.position.y);
            match mask.ray_cast(local, motion) {
                Cast::InitialOverlap => Some(-1.0),
                Cast::Hit { time, .. } => Some(time.to_f64()),
                Cast::Miss => None,
            }
        };
        let times: Vec<Option<f64>> = masks.iter().zip(&obstacles).map(alone).collect();
        let nearest = times.iter().flatten().copied().fold(f64::INFINITY, f64::min);
        let expected = times.iter().position(|&time| time == Some(nearest));
        assert_eq!(ray_cast_obstacles(&obstacles, from, motion).map(|(i, _)| i), expected);
        hits += usize::from(expected.is_some());
        ties += usize::from(times.iter().filter(|&&time| time == Some(nearest)).count() > 1);
    }
    assert!(hits > 500 && ties > 10, "{hits} hits, {ties} ties");
}

/// Every kind of shape stops a mover and a ray exactly as a mask with the same pixels does.
#[test]
fn obstacles_of_every_kind() {
    let rng = &mut Rng::new(common::first_seed(71_000_000));
    for _ in 0..3000 {
        let thing = if rng.one_in(3) {
            Thing::convex(rng)
        } else {
            let grid = pictures::grid(rng, Scale::Icon);
            Thing::any(rng, grid)
        };
        let (x0, y0, x1, y1) = thing.truth().window();
        let (w, h) = ((x1 - x0) as u32, (y1 - y0) as u32);
        let mask = Mask::from_fn(w, h, |x, y| thing.truth().solid(x0 + i64::from(x), y0 + i64::from(y)));
        let hero = mask_of(&pictures::grid(rng, Scale::Icon));
        let (at, from, motion) = (somewhere(rng, 9), somewhere(rng, 40), somewhere(rng, 60));
        let corner = at + PointQ16::new(x0 << 16, y0 << 16);
        let _blame = Blame(&(&thing, &hero, at, from, motion));
        let options = MoveOptions { step_up: rng.below(3) as u32, step_down: rng.below(3) as u32 };
        for kind in [ObstacleKind::Solid, ObstacleKind::OneWay] {
            let of_mask = [obstacle(&mask, corner, kind)];
            let of_thing = with_shape!(&thing, shape => [obstacle(shape, at, kind)].map(|obstacle| {
                (move_and_slide(&hero, from, motion, &[obstacle], &options), ray(&[obstacle], from, motion))
            }));
            let [(moved, seen)] = of_thing;
            assert_eq!(moved, move_and_slide(&hero, from, motion, &of_mask, &options));
            assert_eq!(seen, ray(&of_mask, from, motion));
        }
    }
}

fn somewhere(rng: &mut Rng, most: i64) -> PointQ16 {
    let mut number = || rng.between(-most, most) * PIXEL / rng.pick(&[1, 1, 2, 3]);
    PointQ16::new(number(), number())
}

fn obstacle<'a, S: Shape>(shape: &'a S, position: PointQ16, kind: ObstacleKind) -> Obstacle<'a> {
    match kind {
        ObstacleKind::Solid => Obstacle::solid(shape, position),
        _ => Obstacle::one_way(shape, position),
    }
}

/// The time at which a ray is stopped, and the side.
fn ray(
    obstacles: &[Obstacle<'_>],
    from: PointQ16,
    motion: PointQ16,
) -> Option<(Option<TimeOfImpact>, Option<Point>)> {
    ray_cast_obstacles(obstacles, from, motion).map(|(_, cast)| match cast {
        Cast::Hit { time, normal, .. } => (Some(time), Some(normal)),
        _ => (None, None),
    })
}

#[test]
fn steps_of_any_height() {
    let (ground, tall, hero) = (Mask::filled(100, 10), Rect::new(60, -2000, 9, 2010), Mask::filled(4, 4));
    for (step_up, step_down) in [(0, u32::MAX), (u32::MAX, 0), (u32::MAX, u32::MAX)] {
        let options = MoveOptions { step_up, step_down };
        let walls = [Obstacle::solid(&ground, (0, 0)), Obstacle::solid(&tall, (0, 0))];
        let moved = move_and_slide(&hero, (0, -4), (50, 0), &walls, &options);
        assert_eq!((moved.position, moved.stuck), ((50, -4).into(), None), "{options:?}");
        // Off the ground there is nothing, however far it looks.
        let moved = move_and_slide(&hero, (0, -4), (-50, 0), &walls, &options);
        assert_eq!((moved.position, moved.floor), ((-50, -4).into(), None), "{options:?}");
        let moved = move_and_slide(&hero, (50, -4), (9, 0), &walls, &options);
        let climbed = if step_up == 0 { (56, -4) } else { (59, -2004) };
        assert_eq!(moved.position, climbed.into(), "{options:?}");
    }
}
