//! The mover walks from pixel to pixel exactly as the oracle does, and keeps its laws. `HITMASK_SEED=n` starts with another seed.
//!
//! This file is long because each law of the mover is a test over the same random cases.

use crate::common::mover_case::{Case, Figure, obstacles, told};
use crate::common::pictures::{self, Scale};
use crate::common::things::Thing;
use crate::common::{Blame, Rng, mask_of, part};
use hitmask::{
    Cast, Circle, Direction, Mask, MoveOptions, Moved, Obstacle, Placed, Point, PointQ16, Pose, Rect,
    Terrain, TimeOfImpact, move_and_slide, ray_cast_obstacles,
};
use hitmask_oracle::{Grid, Walked};

const PIXEL: i64 = PointQ16::ONE;
const PLAIN: MoveOptions =
    MoveOptions { step_up: 0, step_down: 0, corner: 0, drop: false, push: false, push_limit: 0 };

/// Compares many cases around a pixel with the oracle. Returns how many were stuck, refused, climbed or followed down, and free.
fn compare(first: u64, cases: u64, middle: (i64, i64)) -> [u32; 4] {
    let mut seen = [0; 4];
    for seed in first..first + cases {
        let case = Case::random(&mut Rng::new(seed), middle);
        let truth = case.compare(seed);
        let end = case.position + case.motion;
        let Walked { position, floor, ceiling, wall, stuck, .. } = truth;
        let lifted = position.1 != end.y && (position.1 - end.y) % PIXEL == 0 && case.motion.y != 0;
        let counts =
            [stuck.is_some(), floor.or(ceiling).or(wall).is_some(), lifted, position == (end.x, end.y)];
        (0..4).for_each(|i| seen[i] += u32::from(counts[i]));
    }
    seen
}

#[test]
fn it_walks_as_the_definition_says() {
    let seen = compare(crate::common::first_seed(80_000_000), part(3_000), (0, 0));
    assert!(seen.iter().all(|&n| u64::from(n) > part(60)), "{seen:?}");
}

#[test]
fn it_walks_so_at_the_ends_of_the_world() {
    let (low, high) = (-(1 << 31), (1 << 31) - 14);
    for (i, middle) in
        [(low, low), (high, high), (low, 0), (0, high), (high - 20, low + 20)].into_iter().enumerate()
    {
        let seen = compare(crate::common::first_seed(81_000_000) + 1_000_000 * i as u64, part(300), middle);
        assert!(u64::from(seen[1]) > part(20), "{middle:?}: {seen:?}");
    }
}

/// Up, open sides, corners, drops: each beside the oracle.
#[test]
fn it_walks_so_with_every_up() {
    let first = crate::common::first_seed(88_000_000);
    let (mut floors, mut walls, mut ceilings) = ([0; 5], [0; 5], [0; 5]);
    let (mut corners, mut drops) = (0, 0);
    for seed in first..first + part(9_000) {
        let case = Case::turned(&mut Rng::new(seed));
        let walked = case.compare(seed);
        let up = case.up.map_or(4, |up| up as usize);
        floors[up] += u32::from(walked.floor.is_some());
        walls[up] += u32::from(walked.wall.is_some());
        ceilings[up] += u32::from(walked.ceiling.is_some());
        let without = |options: MoveOptions| move_without(&case, options) != walked.position;
        corners += u32::from(without(MoveOptions { corner: 0, ..case.options }));
        drops += u32::from(without(MoveOptions { drop: false, ..case.options }));
    }
    println!("{floors:?} {walls:?} {ceilings:?} {corners} {drops}");
    assert!(floors[..4].iter().chain(&walls).all(|&seen| u64::from(seen) > part(60)));
    assert!(ceilings[..4].iter().all(|&seen| u64::from(seen) > part(8)));
    assert_eq!((floors[4], ceilings[4]), (0, 0));
    assert!(u64::from(corners.min(drops)) > part(16), "{corners} {drops}");
}

/// Where the same move ends with other options.
fn move_without(case: &Case, options: MoveOptions) -> (i64, i64) {
    let moved = case.run_with(&options);
    (moved.position.x, moved.position.y)
}

/// Both axes reach their marks at the same times, among many single pixels: the step along x comes first.
#[test]
fn exact_ties() {
    let first = crate::common::first_seed(87_000_000);
    let mut stopped = 0;
    for seed in first..first + 800 {
        let rng = &mut Rng::new(seed);
        let identity = [PIXEL, 0, 0, PIXEL, 0, 0];
        let noise = Grid::from_fn(24, 24, |_, _| rng.one_in(9));
        let side = rng.between(1, 2) as usize;
        let half = rng.pick(&[0, PIXEL / 2]);
        let mut place = || rng.between(2, 20) * PIXEL + half;
        let position = PointQ16::new(place(), place());
        let way = rng.between(1, 9) * PIXEL;
        let case = Case {
            mover: Figure::of_grid(Grid::from_fn(side, side, |_, _| true), identity),
            position,
            motion: PointQ16::new(way * rng.pick(&[1, -1]), way * rng.pick(&[1, -1])),
            walls: vec![(Figure::of_grid(noise, identity), PointQ16::ZERO, None)],
            options: PLAIN,
            up: Some(Direction::Up),
            sides: Vec::new(),
        };
        let _blame = Blame(&(seed, &case));
        assert_eq!(told(&case.run()), case.by_oracle());
        stopped += u32::from(case.run().position != position + case.motion);
    }
    assert!(stopped > 300, "{stopped}");
}

/// Parts of a grid that together are the grid: each pixel is in at least one of them.
fn pieces(rng: &mut Rng, grid: &Grid, upright: bool) -> Vec<Grid> {
    let some = rng.between(2, 4) as u64;
    let mut owner = || rng.below(some);
    let columns: Vec<u64> = (0..grid.w).map(|_| owner()).collect();
    let pixels: Vec<u64> = (0..grid.w * grid.h).map(|_| owner()).collect();
    let of = |x: usize, y: usize| if upright { columns[x] } else { pixels[y * grid.w + x] };
    let part = |n: u64| Grid::from_fn(grid.w, grid.h, |x, y| grid.get(x as i64, y as i64) && of(x, y) == n);
    (0..some).map(part).collect()
}

/// Solid obstacles may be cut anywhere, one-way obstacles along vertical lines.
#[test]
fn cutting_obstacles_changes_nothing() {
    let first = crate::common::first_seed(82_000_000);
    let mut blocked = 0;
    for seed in first..first + 1_200 {
        let rng = &mut Rng::new(seed);
        let mut case = Case::random(rng, (0, 0));
        let whole: Vec<Grid> = case
            .walls
            .iter_mut()
            .map(|wall| {
                let (w, h) = (rng.between(1, 40) as usize, rng.between(1, 14) as usize);
                let grid = pictures::grid_of_size(rng, w, h);
                wall.0 = Figure::of_grid(grid.clone(), wall.0.pose);
                grid
            })
            .collect();
        if rng.one_in(2) {
            // Through one of them.
            let way = case.walls[0].1 + (10, 5) - case.position;
            case.motion = PointQ16::new(2 * way.x, 2 * way.y);
        }
        let _blame = Blame(&(seed, &case));
        let moved = case.run();
        let mut cut = Vec::new();
        for ((figure, position, kind), grid) in case.walls.iter().zip(&whole) {
            // Under a pose that turns it, a column of texels is no vertical line.
            let turned = figure.pose[..4] != [PIXEL, 0, 0, PIXEL];
            if kind.is_some() && turned {
                cut.push((Figure::of_grid(grid.clone(), figure.pose), *position, *kind));
                continue;
            }
            for part in pieces(rng, grid, kind.is_some()) {
                cut.push((Figure::of_grid(part, figure.pose), *position, *kind));
            }
        }
        // Their order does not matter either.
        cut.reverse();
        let again = case.run_among(&cut);
        assert_eq!((again.position, again.velocity), (moved.position, moved.velocity));
        assert_eq!(again.stuck.is_some(), moved.stuck.is_some());
        for (one, other) in
            [(again.floor, moved.floor), (again.ceiling, moved.ceiling), (again.wall, moved.wall)]
        {
            assert_eq!(one.is_some(), other.is_some());
        }
        blocked += u32::from(moved.floor.or(moved.ceiling).or(moved.wall).is_some());
    }
    assert!(blocked > 100, "{blocked}");
}

/// Where it goes no overlap verb finds an overlap, and a refused step leads into one.
#[test]
fn it_agrees_with_the_overlap_verbs() {
    let first = crate::common::first_seed(83_000_000);
    let mut refused = 0;
    for seed in first..first + 3_000 {
        let rng = &mut Rng::new(seed);
        let (w, h) = (rng.between(1, 40) as usize, rng.between(1, 40) as usize);
        let (ground, hero) =
            (mask_of(&pictures::grid_of_size(rng, w, h)), mask_of(&pictures::grid(rng, Scale::Icon)));
        let (at, from, motion) = (somewhere(rng, 30), somewhere(rng, 40), somewhere(rng, 90));
        let _blame = Blame(&(seed, &ground, &hero, at, from, motion));
        let moved = move_and_slide(&hero, from, motion, &[Obstacle::solid(&ground, at)], &PLAIN);
        let corner = at.pixel().unwrap();
        let overlaps = |position: PointQ16, dx: i32, dy: i32| {
            let Point { x, y } = position.pixel().unwrap();
            ground.overlaps(&hero, (x + dx - corner.x, y + dy - corner.y))
        };
        assert_eq!(moved.stuck.is_some(), overlaps(from, 0, 0));
        if moved.stuck.is_none() {
            assert!(!overlaps(moved.position, 0, 0));
            assert_eq!(moved.floor.is_some(), motion.y >= 0 && overlaps(moved.position, 0, 1));
            assert_eq!(moved.ceiling.is_some(), motion.y < 0 && overlaps(moved.position, 0, -1));
            let ahead = motion.x.signum() as i32;
            assert_eq!(moved.wall.is_some(), ahead != 0 && overlaps(moved.position, ahead, 0));
            refused += u32::from(moved.position != from + motion);
        }
    }
    assert!(refused > 300, "{refused}");
}

/// Along one axis, many small motions lead to the same pixel as one large motion, from where nothing refuses what the remainder leans to.
#[test]
fn remainders_add_up() {
    let first = crate::common::first_seed(84_000_000);
    for seed in first..first + 800 {
        let rng = &mut Rng::new(seed);
        let mut case = Case::random(rng, (0, 0));
        case.options = PLAIN;
        let parts = rng.between(1, 9);
        let part = PointQ16::new(case.motion.x / parts, case.motion.y / parts);
        let part = if rng.one_in(2) { PointQ16::new(part.x, 0) } else { PointQ16::new(0, part.y) };
        if part.y < 0 {
            // On the way up through a platform, it clears a remainder that leans down onto it.
            case.walls.retain(|wall| wall.2.is_none());
        }
        let _blame = Blame(&(seed, &case, parts, part));
        let all = PointQ16::new(part.x * parts, part.y * parts);
        let obstacles = obstacles(&case.walls);
        let walk =
            |from: PointQ16, by: PointQ16| move_and_slide(case.mover.placed(), from, by, &obstacles, &PLAIN);
        let start = walk(case.position, PointQ16::ZERO).position;
        let whole = walk(start, all);
        let mut position = start;
        for _ in 0..parts {
            position = walk(position, part).position;
        }
        assert_eq!(position.pixel(), whole.position.pixel());
        if whole.floor.or(whole.ceiling).or(whole.wall).is_none() {
            let along = |p: PointQ16| if part.x == 0 { p.y } else { p.x };
            assert_eq!(along(position), along(whole.position));
        }
    }
}

/// In a mirror, everything is the same. Only the rule for exact ties is not, so there are none here.
#[test]
fn left_and_right_are_alike() {
    let first = crate::common::first_seed(85_000_000);
    let mut moved_on = 0;
    for seed in first..first + 1_500 {
        let rng = &mut Rng::new(seed);
        let grid = |rng: &mut Rng| {
            let (w, h) = (rng.between(1, 14) as usize, rng.between(1, 14) as usize);
            mask_of(&pictures::grid_of_size(rng, w, h))
        };
        // Odd positions and even motions never reach a half pixel.
        let odd = |rng: &mut Rng, reach: i64| {
            let mut number = || rng.between(-reach, reach) * 2 + 1;
            PointQ16::new(number(), number())
        };
        let walls: Vec<(Mask, PointQ16)> = (0..3).map(|_| (grid(rng), odd(rng, 12 << 15))).collect();
        let (hero, from) = (grid(rng), odd(rng, 16 << 15));
        let motion = odd(rng, 30 << 15) + PointQ16::new(1, 1);
        let options = MoveOptions {
            step_up: rng.below(4) as u32,
            step_down: rng.below(4) as u32,
            ..MoveOptions::default()
        };
        let _blame = Blame(&(seed, &walls, &hero, from, motion));
        let mirror = |p: PointQ16| PointQ16::new(-p.x, p.y);
        let flipped: Vec<Mask> = walls.iter().map(|(mask, _)| mask.flip_h()).collect();
        let straight: Vec<Obstacle<'_>> = walls.iter().map(|(mask, at)| Obstacle::solid(mask, *at)).collect();
        let mirrored: Vec<Obstacle<'_>> = walls
            .iter()
            .zip(&flipped)
            .map(|((_, at), mask)| {
                Obstacle::solid(Placed::from(mask).at((-(mask.width() as i32), 0)), mirror(*at))
            })
            .collect();
        let one = move_and_slide(&hero, from, motion, &straight, &options);
        let mover = hero.flip_h();
        let mover = Placed::from(&mover).at((-(hero.width() as i32), 0));
        let other = move_and_slide(mover, mirror(from), mirror(motion), &mirrored, &options);
        assert_eq!(other.position, mirror(one.position));
        assert_eq!(other.velocity, mirror(one.velocity));
        moved_on += u32::from(one.position != from);
    }
    assert!(moved_on > 700, "{moved_on}");
}

/// Long ways: jumps through free space must end where single steps end.
#[test]
fn long_ways() {
    let first = crate::common::first_seed(86_000_000);
    let mut stopped = 0;
    for seed in first..first + 150 {
        let rng = &mut Rng::new(seed);
        let scattered =
            Grid::from_fn(300, 260, |x, y| (x * 7919 + y * 104_729 + seed as usize).is_multiple_of(1201));
        let mut case = Case::random(rng, (0, 0));
        case.walls.truncate(1);
        let at = PointQ16::new(rng.between(-200, 0) * PIXEL, rng.between(-200, 0) * PIXEL);
        let kind = if rng.one_in(4) { Some(Direction::Up) } else { None };
        case.walls.push((Figure::of_grid(scattered, [PIXEL, 0, 0, PIXEL, 0, 0]), at, kind));
        let far = |rng: &mut Rng| rng.between(-700 * PIXEL, 700 * PIXEL);
        case.motion = PointQ16::new(far(rng), far(rng));
        match rng.below(4) {
            0 => case.motion.y = 0,
            1 => case.motion.y /= 12,
            2 => case.motion.x = 0,
            _ => {}
        }
        let _blame = Blame(&(seed, &case));
        assert_eq!(told(&case.run()), case.by_oracle());
        stopped += u32::from(case.run().position != case.position + case.motion);
    }
    assert!(stopped > 30, "{stopped}");
}

/// A closed room with walls one pixel thick, and speeds of up to a million pixels per move.
#[test]
fn no_speed_leads_out_of_a_room() {
    let seed = crate::common::first_seed(82_000_000);
    let rng = &mut Rng::new(seed);
    let room = Mask::from_fn(90, 70, |x, y| {
        x == 0 || y == 0 || x == 89 || y == 69 || (x * 7 + y * 13) % 61 == 0 && x > 20 || (x + y == 100)
    });
    let hero = Mask::from_fn(7, 9, |x, y| x.abs_diff(3) + y / 3 <= 3);
    let level = [Obstacle::solid(&room, (-10, 5))];
    let mut position = PointQ16::from((-5, 20));
    let options = MoveOptions { step_up: 3, step_down: 3, ..MoveOptions::default() };
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
    move_and_slide(
        hero,
        from,
        motion,
        level,
        &MoveOptions { step_up: up, step_down: down, ..MoveOptions::default() },
    )
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
        assert_eq!(moved.wall.map(|wall| wall.index), (x != 104).then_some(0));
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
    assert_eq!((landed.position, landed.floor.map(|floor| floor.index)), ((13, 40).into(), Some(0)));
    // If it is still inside the platform on the way up, it falls again; sideways it walks through.
    assert_eq!(walk(&hero, (10, 42), (0, 30), &level, 9, 9).position, (10, 72).into());
    assert_eq!(walk(&hero, (-20, 46), (90, 0), &level, 9, 9).position, (70, 46).into());
    // It stands on the platform, and walks.
    let walked = walk(&hero, (10, 40), (5, 7), &level, 0, 0);
    assert_eq!((walked.position, walked.floor.map(|floor| floor.index)), ((15, 40).into(), Some(0)));
}

#[test]
fn a_corner_met_exactly() {
    let dot = Mask::filled(1, 1);
    let level = [Obstacle::solid(&dot, (0, 0))];
    // Both axes reach their marks at the same time. The step along x comes first, so it passes beside the pixel and then meets nothing.
    let fell = walk(&dot, (-3, -3), (6, 6), &level, 0, 0);
    assert_eq!((fell.position, fell.floor, fell.wall), (PointQ16::from((3, -1)), None, None));
    // Along a high wall, in both directions, only the wall is reported.
    let high = Mask::filled(1, 99);
    let wall = [Obstacle::solid(&high, (0, -50))];
    for y in [-5i32, 5] {
        let moved = walk(&dot, (-1 - y.abs(), 0), (2 * y.abs(), 2 * y), &wall, 0, 0);
        assert_eq!(
            (moved.position, moved.wall.map(|wall| wall.index)),
            (PointQ16::from((-1, 2 * y)), Some(0))
        );
        assert_eq!(moved.velocity, PointQ16::from((0, 2 * y)));
    }
}

/// By the raster rule the two touch and do not overlap, so it is not stuck and can walk away.
#[test]
fn beside_a_wall_at_a_part_of_a_pixel() {
    let (hero, wall) = (Mask::filled(4, 4), Rect::new(0, 0, 10, 10));
    let level = [Obstacle::solid(wall, (0, 0))];
    let from = PointQ16::from((9.75, 0.0));
    let moved = move_and_slide(&hero, from, (3, 0), &level, &PLAIN);
    assert_eq!((moved.stuck, moved.position), (None, from + (3, 0)));
    let pushed = move_and_slide(&hero, from, (-3, 0), &level, &PLAIN);
    assert_eq!((pushed.stuck, pushed.position), (None, (10, 0).into()));
    assert_eq!(pushed.wall.map(|wall| (wall.pixel, wall.normal)), Some((Point::new(9, 0), Point::new(1, 0))));
}

/// A lift under the hero moves by half a pixel, in both directions: it never sticks him.
#[test]
fn a_lift_at_parts_of_a_pixel() {
    let (hero, slab) = (Mask::filled(4, 4), Mask::filled(20, 3));
    for half in 0..8 {
        let lift = PointQ16::new(0, half * PIXEL / 2);
        let level = [Obstacle::solid(&slab, lift)];
        let stands = PointQ16::new(5 * PIXEL, i64::from(lift.pixel().unwrap().y - 4) * PIXEL);
        let moved = move_and_slide(&hero, stands, (2, 1), &level, &PLAIN);
        assert_eq!((moved.stuck, moved.position), (None, stands + (2, 0)));
        assert_eq!(moved.floor.map(|floor| floor.index), Some(0));
    }
}

/// A platform that is first met sideways, or in which the mover starts, still holds what falls onto another part of it; and so does the
/// floor below.
#[test]
fn a_platform_met_sideways_is_not_forgotten() {
    let hero = Mask::filled(4, 4);
    // A post, and a floor of the same mask below it.
    let posts = Mask::from_fn(60, 40, |x, y| (10..12).contains(&x) && y >= 10 || y >= 36);
    let level = [Obstacle::one_way(&posts, (0, 0))];
    for from in [(0, 20), (8, 20)] {
        let moved = walk(&hero, from, (40, 60), &level, 0, 0);
        assert_eq!(moved.position.pixel().unwrap().y, 32, "from {from:?}");
        assert_eq!(moved.floor.map(|floor| floor.index), Some(0));
    }
    // Started inside a platform, it falls out of it and onto the solid floor below.
    let (slab, ground) = (Mask::filled(40, 6), Mask::filled(40, 6));
    let level = [Obstacle::one_way(&slab, (0, 10)), Obstacle::solid(&ground, (0, 30))];
    let moved = walk(&hero, (5, 11), (3, 100), &level, 0, 0);
    assert_eq!((moved.position, moved.floor.map(|floor| floor.index)), ((8, 26).into(), Some(1)));
}

/// Obstacles of more than 2^24 pixels are never drawn whole. One-way ones let through from below and hold nothing inside.
#[test]
fn obstacles_of_any_size() {
    let hero = Mask::filled(4, 4);
    let disc = Circle::new((0, 0), 40_000 * PIXEL).unwrap();
    let mut land = Terrain::new(20_000, 20_000);
    land.draw(Rect::new(0, 5_000, 20_000, 15_000), (0, 0));
    let turned = Pose::from_matrix([0.0, -1.0, 1.0, 0.0, 0.0, 0.0]).unwrap();
    for (obstacle, x, top) in [
        (Placed::from(disc), 0, -40_000),
        (Placed::from(Rect::new(-50_000, 0, 100_000, 50_000)), 0, 0),
        (Placed::from(&land), 7_000, 5_000),
        // Its left side becomes its top.
        (Placed::from(&land).posed(&turned), -6_000, 0),
    ] {
        let solid = [Obstacle::solid(obstacle, (0, 0))];
        let above = (x, top - 3_000);
        let landed = move_and_slide(&hero, above, (0, 90_000), &solid, &PLAIN);
        assert_eq!(landed.position.pixel(), Some(Point::new(x, top - 4)));
        let one_way = [Obstacle::one_way(obstacle, (0, 0))];
        assert_eq!(move_and_slide(&hero, above, (0, 90_000), &one_way, &PLAIN).position, landed.position);
        // From inside it rises out of it, and it falls through all of it.
        let inside = (x, top + 1_500);
        let rises = move_and_slide(&hero, inside, (0, -1_600), &one_way, &PLAIN);
        assert_eq!(rises.position, (x, top - 100).into());
        assert_eq!(
            move_and_slide(&hero, inside, (0, 1_300), &one_way, &PLAIN).position,
            (x, top + 2_800).into()
        );
    }
}

/// A hero walks up a ramp of one-way pixels only if it can step up; otherwise it walks through.
#[test]
fn ramps_of_one_way_pixels() {
    let hero = Mask::filled(4, 8);
    let ramp = Mask::from_fn(40, 40, |x, y| y + x / 2 >= 30 && y + x / 2 < 33);
    let ground = Mask::filled(200, 4);
    let level = [Obstacle::solid(&ground, (-50, 34)), Obstacle::one_way(&ramp, (20, 4))];
    let climbed = walk(&hero, (0, 26), (50, 1), &level, 1, 0);
    assert!(climbed.position.pixel().unwrap().y < 20, "{:?}", climbed.position);
    assert_eq!(climbed.floor.map(|floor| floor.index), Some(1));
    let through = walk(&hero, (0, 26), (50, 1), &level, 0, 0);
    assert_eq!((through.position, through.wall), ((50, 26).into(), None));
}

/// The nearest of many obstacles: the answer of each obstacle alone, put in order.
#[test]
fn rays_hit_the_nearest_obstacle() {
    let first = crate::common::first_seed(77_000_000);
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

/// Every kind of shape stops a ray exactly as a mask with the same pixels does.
#[test]
fn rays_and_obstacles_of_every_kind() {
    let rng = &mut Rng::new(crate::common::first_seed(71_000_000));
    for _ in 0..2000 {
        let thing = if rng.one_in(3) {
            Thing::convex(rng)
        } else {
            let grid = pictures::grid(rng, Scale::Icon);
            Thing::any(rng, grid)
        };
        let (x0, y0, x1, y1) = thing.truth().window();
        let (w, h) = ((x1 - x0) as u32, (y1 - y0) as u32);
        let mask = Mask::from_fn(w, h, |x, y| thing.truth().solid(x0 + i64::from(x), y0 + i64::from(y)));
        let (at, from, motion) = (somewhere(rng, 9), somewhere(rng, 40), somewhere(rng, 60));
        let corner = at + PointQ16::new(x0 << 16, y0 << 16);
        let _blame = Blame(&(&thing, at, from, motion));
        let of_thing = ray(&[Obstacle::solid(thing.lend(), at)], from, motion);
        assert_eq!(of_thing, ray(&[Obstacle::solid(&mask, corner)], from, motion));
    }
}

/// A turned obstacle stops a ray where its pixels are.
#[test]
fn rays_and_turned_obstacles() {
    let first = crate::common::first_seed(72_000_000);
    let mut hits = 0;
    for seed in first..first + part(1_600) {
        let rng = &mut Rng::new(seed);
        let figure = Figure::random(rng);
        let (at, from, motion) = (somewhere(rng, 9), somewhere(rng, 30), somewhere(rng, 90));
        if figure.pose[..4] == [PIXEL, 0, 0, PIXEL] {
            continue;
        }
        let _blame = Blame(&(seed, &figure, at, from, motion));
        let points = figure.cover(at).solid_points();
        let pixels =
            Mask::from_fn(400, 400, |x, y| points.contains(&(i64::from(x) - 200, i64::from(y) - 200)));
        let cast =
            ray_cast_obstacles(&[Obstacle::solid(figure.placed(), at)], from, motion).map(|(_, cast)| cast);
        let expected = match pixels.ray_cast(from + (200, 200), motion) {
            Cast::Miss => None,
            Cast::Hit { time, point, normal } => {
                Some(Cast::Hit { time, point: Point::new(point.x - 200, point.y - 200), normal })
            }
            inside => Some(inside),
        };
        assert_eq!(cast, expected);
        hits += u64::from(cast.is_some());
    }
    assert!(hits > part(25), "{hits}");
}

fn somewhere(rng: &mut Rng, most: i64) -> PointQ16 {
    let mut number = || rng.between(-most, most) * PIXEL / rng.pick(&[1, 1, 2, 3]);
    PointQ16::new(number(), number())
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
        let options = MoveOptions { step_up, step_down, ..MoveOptions::default() };
        let walls = [Obstacle::solid(&ground, (0, 0)), Obstacle::solid(tall, (0, 0))];
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
