//! Normals, separations and distances between shapes of every kind, posed ones included, against lists of all their pixels.
//! `HITMASK_SEED=n` starts with another seed.

use crate::common::pictures;
use crate::common::posed_case::pose_of;
use crate::common::poses::{ONE, matrix, phase};
use crate::common::things::Thing;
use crate::common::{Blame, Rng, first_seed, mask_of, places, point};
use hitmask::{Circle, Closest, Mask, Placed, Point, Pose, Rect, RunMask, Terrain};
use hitmask_oracle::{Affine, Grid, Solid, closest_of, normal_of, separation_of, texel_at};

type Pixels = Vec<(i64, i64)>;

const KINDS: u64 = 7;

/// A shape of a kind, of at most 40 pixels a side.
fn thing(rng: &mut Rng, kind: u64) -> Thing {
    let most = if rng.one_in(12) { 40 } else { 14 };
    let (w, h) = (rng.below(most) as usize, rng.below(most) as usize);
    let grid = pictures::grid_of_size(rng, w, h);
    match kind {
        0 => Thing::bits(rng, grid),
        1 => Thing::runs(grid),
        2 => Thing::terrain(rng, grid),
        3 => Thing::level(rng, grid),
        4 => {
            let corner = |rng: &mut Rng| rng.between(-210, 210) as i32;
            Thing::rect(Rect::new(corner(rng), corner(rng), w as u32, h as u32))
        }
        _ => loop {
            let thing = Thing::convex(rng);
            if matches!((&thing, kind), (Thing::Circle(..), 5) | (Thing::Polygon(..), 6)) {
                break thing;
            }
        },
    }
}

fn pixels_of(solid: &dyn Solid, (dx, dy): (i64, i64)) -> Pixels {
    let (x0, y0, x1, y1) = solid.window();
    let all = (y0..y1).flat_map(|y| (x0..x1).map(move |x| (x, y)));
    all.filter(|&(x, y)| solid.solid(x, y)).map(|(x, y)| (x + dx, y + dy)).collect()
}

/// The oracle's answer in hitmask's form, with B's pixel moved by an offset.
fn expected(a: &Pixels, b: &Pixels, (dx, dy): (i64, i64)) -> Option<Closest> {
    match closest_of(a, b) {
        Some(c) => {
            let b = point((c.b.0 - dx, c.b.1 - dy));
            Some(Closest::Apart { squared: c.squared, a: point(c.a), b })
        }
        None if a.is_empty() || b.is_empty() => None,
        None => Some(Closest::Overlapping),
    }
}

#[test]
fn every_pair_of_kinds() {
    let seed = first_seed(74_000_000);
    for seed in seed..seed + 12 * KINDS * KINDS {
        let rng = &mut Rng::new(seed);
        let (a, b) = (thing(rng, seed % KINDS), thing(rng, seed / KINDS % KINDS));
        let mut offset = places::offset(rng, a.truth(), b.truth());
        if rng.one_in(2) {
            // As near to contact as it gets.
            let pixels = pixels_of(b.truth(), (offset.0.into(), offset.1.into()));
            let (dx, dy) = separation_of(&pixels_of(a.truth(), (0, 0)), &pixels);
            let nudge =
                |at: i32, by: i64, rng: &mut Rng| at.wrapping_add(by as i32 + rng.between(-1, 1) as i32);
            offset = (nudge(offset.0, dx, rng), nudge(offset.1, dy, rng));
        }
        let _blame = Blame(&(seed, &a, &b, offset));
        let by = (i64::from(offset.0), i64::from(offset.1));
        let (own, other) = (pixels_of(a.truth(), (0, 0)), pixels_of(b.truth(), by));
        let truth = (normal_of(&own, &other), separation_of(&own, &other), expected(&own, &other, by));
        let back = Point::from(offset).checked_neg();
        let (left, right) = (&a.lend(), &b.lend());
        assert_eq!(left.normal(right, offset), point(truth.0), "normal");
        assert_eq!(left.separation(right, offset), point(truth.1), "separation");
        assert_eq!(left.closest(right, offset), truth.2, "closest");
        if let Some(back) = back {
            assert_eq!(right.normal(left, back), point((-truth.0.0, -truth.0.1)), "the other way round");
        }
        let [x, y] = left.separation_by_axis(right, offset);
        for (axis, way) in [(Point::new(1, 0), x), (Point::new(0, 1), y)] {
            let one = left.separation_along(right, offset, axis).unwrap();
            let other = left.separation_along(right, offset, -axis).unwrap();
            let [one, other] = [one, other].map(|p| p.x + p.y);
            assert_eq!(way, if one < -other { one } else { other }, "along {axis:?}");
        }
    }
}

/// Deeper than anything is tested step by step: windows are drawn, and they grow.
#[test]
fn deep_in_large_shapes() {
    let side = 900;
    let solid = |x: u32, y: u32| !(x.abs_diff(450) < 12 && y.abs_diff(500) < 14);
    let mask = Mask::from_fn(side, side, solid);
    let (runs, terrain) = (RunMask::from_mask(&mask), Terrain::from_mask(&mask));
    let hero = Mask::from_fn(20, 24, |x, y| x.abs_diff(10) + y.abs_diff(12) < 14);
    let disc = Circle::from_f64([10.0, 12.0], 9.75).unwrap();
    let (disc_mask, corner) = disc.to_mask().unwrap();
    let rng = &mut Rng::new(first_seed(75_000_000));
    for _ in 0..40 {
        let offset = (rng.between(-10, 890) as i32, rng.between(-10, 890) as i32);
        let truth = mask.separation(&hero, offset);
        assert_eq!(runs.separation(&hero, offset), truth, "{offset:?}");
        assert_eq!(terrain.separation(&hero, offset), truth, "{offset:?}");
        let back = hero.separation(&terrain, (-offset.0, -offset.1));
        let length = |p: Point| p.x * p.x + p.y * p.y;
        assert_eq!(length(back), length(truth), "{offset:?}");
        let disc_at = Point::from(offset) + corner;
        let truth = mask.separation(&disc_mask, disc_at);
        assert_eq!(terrain.separation(&disc, offset), truth, "{offset:?}");
        assert_eq!(mask.separation(&disc, offset), truth, "{offset:?}");
    }
}

/// Too large to be drawn: only offsets where no pair of runs is known to meet are tested. The nearest free place is a shaft far away.
#[test]
fn deep_in_a_world() {
    let side = 16_384;
    let mut terrain = Terrain::filled(side, side);
    terrain.carve(Rect::new(6000, 8000, 22, 31), (0, 0));
    let hero = Mask::filled(20, 30);
    // Free from (6000, 8000) to (6002, 8001).
    assert_eq!(terrain.separation(&hero, (8000, 7000)), Point::new(6002 - 8000, 8000 - 7000));
    assert_eq!(terrain.separation(&hero, (5000, 9600)), Point::new(1000, 8001 - 9600));
    assert_eq!(terrain.separation(&hero, (6001, 100)), Point::new(0, -130));
    // A rectangle of the same size, and one as large as rectangles get.
    let level = Rect::new(0, 0, side, side);
    assert_eq!(level.separation(&hero, (8000, 7000)), Point::new(0, -7030));
    assert_eq!(hero.separation(&level, (-8000, -7000)), Point::new(0, 7030));
    let huge = Rect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX);
    assert_eq!(huge.separation(&hero, (0, -20)), Point::new(i32::MAX, 0));
    let ball = Circle::from_f64([0.0, 0.0], 5.0).unwrap();
    assert_eq!(huge.separation(&ball, (2_000_000_000, 0)), Point::new(147_483_652, 0));
    assert_eq!(huge.separation(&huge, (0, 0)), Point::new(0, i32::MIN));
    assert_eq!(huge.normal(&huge, (0, 1)), Point::new(0, i32::MAX));
    // A shape that reaches past a corner of a rectangle finds the way around it.
    let ell = Mask::from_fn(300, 300, |x, y| x < 4 || y < 4);
    assert_eq!(level.separation(&ell, (-3, -2)), Point::new(-1, -2));
}

/// Any rectangle against another one, and small rectangles as masks, at any offset.
#[test]
fn rectangles_of_any_size() {
    let seed = first_seed(76_000_000);
    for seed in seed..seed + 3000 {
        let rng = &mut Rng::new(seed);
        let (Thing::Rect(a, block), Thing::Rect(b, other)) = (Thing::any_rect(rng), Thing::any_rect(rng))
        else {
            unreachable!("both are rectangles")
        };
        let offset = places::offset(rng, &block, &other);
        let _blame = Blame(&(seed, a, b, offset));
        let (dx, dy) = (i64::from(offset.0), i64::from(offset.1));
        let (ax, ay) = ((block.x, block.x + block.w), (block.y, block.y + block.h));
        let (bx, by) = ((other.x + dx, other.x + dx + other.w), (other.y + dy, other.y + dy + other.h));
        let empty = [block.w, block.h, other.w, other.h].contains(&0);
        let meet = !empty && ax.0 < bx.1 && bx.0 < ax.1 && ay.0 < by.1 && by.0 < ay.1;
        let ways = [(ax.0 - bx.1, 0), (ax.1 - bx.0, 0), (0, ay.0 - by.1), (0, ay.1 - by.0)];
        let key = |&(x, y): &(i64, i64)| (i128::from(x).pow(2) + i128::from(y).pow(2), y, x);
        let way = if meet { ways.into_iter().min_by_key(key).unwrap() } else { (0, 0) };
        let cut = |n: i64| n.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        assert_eq!(a.separation(&b, offset), Point::new(cut(way.0), cut(way.1)));
        let gap = |(a0, a1): (i64, i64), (b0, b1): (i64, i64)| i128::from((b0 - a1).max(a0 - b1).max(0));
        let squared = u64::try_from(gap(ax, bx).pow(2) + gap(ay, by).pow(2)).unwrap_or(u64::MAX);
        assert_eq!(a.closest(&b, offset).map(Closest::squared), (!empty).then_some(squared));
        let overlapping = a.closest(&b, offset) == Some(Closest::Overlapping);
        assert_eq!(overlapping, meet);

        let (w, h) = (rng.between(1, 70) as u32, rng.between(1, 9) as u32);
        let (mask, rect) = (Mask::filled(w, h), Rect::new(0, 0, w, h));
        let near = places::offset(rng, &block, &Grid::from_fn(w as usize, h as usize, |_, _| true));
        let _blame = Blame(&(w, h, near));
        assert_eq!(a.closest(&mask, near), a.closest(&rect, near));
        assert_eq!(a.separation(&mask, near), a.separation(&rect, near));
        assert_eq!(a.normal(&mask, near), a.normal(&rect, near));
        if let Some(back) = Point::from(near).checked_neg() {
            assert_eq!(mask.closest(&a, back), rect.closest(&a, back));
            assert_eq!(mask.separation(&a, back), rect.separation(&a, back));
            assert_eq!(mask.normal(&a, back), rect.normal(&a, back));
        }
    }
}

/// A long way off, only what lies nearest is drawn.
#[test]
fn distances_of_large_shapes() {
    let side = 16_384;
    let mut terrain = Terrain::new(side, side);
    terrain.draw(Rect::new(0, 9000, side, 7000), (0, 0));
    terrain.draw(Rect::new(5000, 8990, 1, 10), (0, 0));
    let hero = Mask::filled(16, 16);
    let apart =
        |squared, a: (i32, i32), b: (i32, i32)| Some(Closest::Apart { squared, a: a.into(), b: b.into() });
    assert_eq!(terrain.closest(&hero, (100, 200)), apart(8784 * 8784, (99, 9000), (0, 15)));
    assert_eq!(terrain.closest(&hero, (4990, 8900)), apart(74 * 74, (5000, 8990), (9, 15)));
    assert_eq!(terrain.closest(&hero, (4990, 8995)), Some(Closest::Overlapping));
    let sun = Circle::from_f64([0.0, 0.0], 8000.0).unwrap();
    assert_eq!(sun.closest(&hero, (12_000, -8)).map(Closest::squared), Some(4000 * 4000));
    assert_eq!(sun.closest(&hero, (0, -30_000)).map(Closest::squared), Some((30_000 - 16 - 8000) * 21_984));
    // They meet only in the middle of the sun.
    assert_eq!(sun.closest(&hero, (0, 0)), Some(Closest::Overlapping));
    assert_eq!(sun.closest(&terrain, (-8000, -500)), apart(500 * 500, (-89, 7999), (7910, 9000)));
    assert_eq!(terrain.closest(&Terrain::new(100, 100), (0, 0)), None);
    assert_eq!(Circle::from_f64([0.0, 0.0], 0.0).unwrap().closest(&hero, (9, 9)), None);
}

/// Of many equally near pairs, the first one counts, in whichever square it lies. Terrains go by squares, masks don't.
#[test]
fn distances_of_long_walls() {
    let seed = first_seed(78_000_000);
    for seed in seed..seed + 200 {
        let rng = &mut Rng::new(seed);
        let lies = rng.one_in(2);
        let wall = |rng: &mut Rng| {
            let (long, every) = (rng.between(1, 900) as u32, rng.between(1, 400) as u32);
            let first = rng.below(every.into()) as u32;
            let (w, h) = if lies { (long, 3) } else { (3, long) };
            Mask::from_fn(w, h, |x, y| (x + y) % every == first)
        };
        let (a, b) = (wall(rng), wall(rng));
        let along = rng.between(-900, 900) as i32;
        let at = if lies { (along, 9) } else { (-9, along) };
        let [one, other] = [&a, &b].map(Terrain::from_mask);
        assert_eq!(one.closest(&other, at), a.closest(&b, at), "seed {seed}");
    }
}

/// The rows of a circle around the corner of a pixel: for each the half-open range of its pixels. No centre lies on the rim, since the square
/// of a whole radius is even in quarters of a pixel, and the sum of two odd squares is not.
fn rows_of_circle(radius: i64, (x, y): (i64, i64)) -> Vec<(i64, i64, i64)> {
    let half = |row: i64| {
        let room = 4 * radius * radius - (2 * row + 1).pow(2);
        (room.isqrt() + 1) / 2
    };
    (-radius..radius).map(|row| (y + row, x - half(row), x + half(row))).collect()
}

fn squared_gap_of_rows(a: &[(i64, i64, i64)], b: &[(i64, i64, i64)]) -> u64 {
    let gap = |a0: i64, a1: i64, b0: i64, b1: i64| (b0 - a1).max(a0 - b1).max(0);
    let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
    let squares = pairs.map(|(a, b)| gap(a.1, a.2, b.1, b.2).pow(2) + gap(a.0, a.0 + 1, b.0, b.0 + 1).pow(2));
    squares.min().unwrap() as u64
}

/// Most of two circles is far from the other one, however large they are. What is looked at lies near the nearest pixels.
#[test]
fn distances_of_giants() {
    for radius in [40, 1 << 12, 1 << 18, 1 << 21] {
        let giant = Circle::new((0, 0), radius << 16).unwrap();
        let rows = rows_of_circle(radius, (0, 0));
        assert_eq!(giant.contains((0, (radius - 1) as i32)), rows.last().unwrap().2 > 0);
        for (x, y) in [(3, 3), (-3, 3), (4, -1), (-2, -4)].map(|(x, y)| (x * radius / 4, y * radius / 4)) {
            let rect = Rect::new(x as i32, y as i32, 9, 5);
            let box_rows: Vec<_> = (0..5).map(|row| (y + row, x, x + 9)).collect();
            let truth = squared_gap_of_rows(&rows, &box_rows);
            let mask = Mask::filled(9, 5);
            let at = (x as i32, y as i32);
            assert_eq!(giant.closest(&rect, (0, 0)).map(Closest::squared), Some(truth), "{radius} {at:?}");
            assert_eq!(giant.closest(&mask, at).map(Closest::squared), Some(truth), "{radius} {at:?}");
            assert_eq!(rect.closest(&giant, (0, 0)).map(Closest::squared), Some(truth), "{radius} {at:?}");
        }
        assert_eq!(giant.closest(&giant, (radius as i32, radius as i32)), Some(Closest::Overlapping));
        let turned = Placed::from(giant).posed(&pose_of([56_756, -32_768, 32_768, 56_756, 0, 0]));
        assert_eq!(Placed::from(giant).closest(turned), Some(Closest::Overlapping));
    }
    for (radius, at) in [(40, (60, 61)), (1500, (2500, 2100)), (1500, (-1, 3001))] {
        let giant = Circle::new((0, 0), radius << 16).unwrap();
        let other = rows_of_circle(radius, at);
        let truth = squared_gap_of_rows(&rows_of_circle(radius, (0, 0)), &other);
        let at = (at.0 as i32, at.1 as i32);
        assert_eq!(giant.closest(&giant, at).map(Closest::squared), Some(truth), "{radius} {at:?}");
    }
}

/// A shape under a pose, and the world pixels that it covers.
fn posed(rng: &mut Rng, kind: u64) -> (Thing, Affine, Pixels) {
    let mut thing = thing(rng, kind);
    if kind == 4 {
        thing =
            Thing::rect(Rect::new(rng.between(-9, 9) as i32, 2, rng.below(25) as u32, rng.below(9) as u32));
    }
    let mut matrix = matrix(rng);
    while matrix.iter().any(|n| n.abs() > 2 * ONE) {
        matrix = self::matrix(rng);
    }
    let [a, b, c, d] = matrix;
    let at = |rng: &mut Rng| rng.between(-30, 30) * ONE + phase(rng);
    let pose = [a, b, c, d, at(rng), at(rng)];
    let truth = thing.truth();
    let (x0, y0, x1, y1) = truth.window();
    let far = 2 + 4 * [x0, y0, x1, y1].map(i64::abs).into_iter().max().unwrap();
    let pixels = (-30 - far..30 + far).flat_map(|y| (-30 - far..30 + far).map(move |x| (x, y)));
    let pixels = match &thing {
        // A circle and a polygon are no texels.
        Thing::Circle(circle, _) => {
            pixels.filter(|&p| circle.contains_posed(&pose_of(pose), point(p))).collect()
        }
        Thing::Polygon(polygon, _) => {
            pixels.filter(|&p| polygon.contains_posed(&pose_of(pose), point(p))).collect()
        }
        _ => pixels
            .filter(|&(x, y)| {
                let (u, v) = texel_at(pose, x, y);
                truth.solid(u, v)
            })
            .collect(),
    };
    (thing, pose, pixels)
}

#[test]
fn placed_shapes() {
    let seed = first_seed(77_000_000);
    for seed in seed..seed + 6 * KINDS * KINDS {
        let rng = &mut Rng::new(seed);
        let (a, pose_a, own) = posed(rng, seed % KINDS);
        let (b, pose_b, other) = posed(rng, seed / KINDS % KINDS);
        let _blame = Blame(&(seed, &a, pose_a, &b, pose_b));
        let left = Placed::from(a.lend()).posed(&pose_of(pose_a));
        let right = Placed::from(b.lend()).posed(&pose_of(pose_b));
        assert_eq!(left.normal(right), point(normal_of(&own, &other)), "normal");
        assert_eq!(left.separation(right), point(separation_of(&own, &other)), "separation");
        assert_eq!(left.closest(right), expected(&own, &other, (0, 0)), "closest");
    }
}

/// Turned shapes of 16 384 pixels a side are drawn only where they meet something.
#[test]
fn large_turned_shapes() {
    let side = 16_384;
    let terrain = Terrain::filled(side, side);
    let rect = Rect::new(0, 0, side, side);
    // Turned by about 30 degrees.
    let affine = [56_756, -32_768, 32_768, 56_756, 100 * ONE, 200 * ONE];
    let pose = pose_of(affine);
    let covers = |x: i64, y: i64| {
        let (u, v) = texel_at(affine, x, y);
        (0..side.into()).contains(&u) && (0..side.into()).contains(&v)
    };
    let hero = Mask::from_fn(12, 17, |x, y| x + y > 4);
    let grid = Grid::from_fn(12, 17, |x, y| x + y > 4);
    assert_eq!(mask_of(&grid), hero);
    // Beside the upper right edge, a few pixels deep, and outside.
    for (x, y) in [(105, 196), (7194, 4300), (7170, 4298), (100, 205), (7200, 4100), (60, 190)] {
        let meets = |dx: i64, dy: i64| {
            grid.points().iter().any(|&(u, v)| covers(u + i64::from(x) + dx, v + i64::from(y) + dy))
        };
        let mut ways: Pixels = (-40..=40).flat_map(|dy| (-40..=40).map(move |dx| (dx, dy))).collect();
        ways.sort_by_key(|&(dx, dy)| (dx * dx + dy * dy, dy, dx));
        let truth = ways.into_iter().find(|&(dx, dy)| !meets(dx, dy)).expect("near the edge");
        for placed in [Placed::from(&terrain), Placed::from(rect)] {
            let placed = placed.posed(&pose);
            let hero = Placed::from(&hero).at((x, y));
            assert_eq!(placed.separation(hero), point(truth), "({x}, {y})");
            assert_eq!(placed.closest(hero) == Some(Closest::Overlapping), truth != (0, 0), "({x}, {y})");
            let area = |dx: i64, dy: i64| {
                let on = |&&(u, v): &&(i64, i64)| covers(u + i64::from(x) + dx, v + i64::from(y) + dy);
                grid.points().iter().filter(on).count() as i64
            };
            let normal = (area(-1, 0) - area(1, 0), area(0, -1) - area(0, 1));
            assert_eq!(placed.normal(hero), point(normal), "({x}, {y})");
        }
    }
    let far = Placed::from(rect).posed(&pose).closest(Placed::from(&hero).at((-4000, 200)));
    let Some(Closest::Apart { a, b, squared }) = far else { panic!("far apart") };
    assert!(covers(a.x.into(), a.y.into()) && hero.contains((b.x + 4000, b.y - 200)), "{a:?} {b:?}");
    assert_eq!(
        squared,
        (i64::from(a.x - b.x) - 1).pow(2) as u64 + (i64::from(a.y - b.y).abs() - 1).max(0).pow(2) as u64
    );
}

/// Only pixels that exist count: a shape that lies partly beyond the ends of i32 has no pixels there.
#[test]
fn at_the_ends_of_the_world() {
    let bar = Mask::filled(40, 4);
    let end = Placed::from(&bar).at((i32::MAX - 9, 0));
    // Ten of its columns exist.
    assert_eq!(end.separation(Placed::from(&bar).at((i32::MAX - 12, -2))), Point::new(0, -2));
    assert_eq!(end.normal(Placed::from(&bar).at((i32::MAX - 60, 1))), Point::ZERO);
    assert_eq!(end.normal(Placed::from(&bar).at((i32::MAX - 49, 0))), Point::new(-4, 0));
    assert_eq!(end.separation(Placed::from(Rect::new(i32::MAX - 2, -9, 500, 500))), Point::new(3, 0));
    let nowhere = Placed::from(&bar).at((i32::MAX, i32::MAX));
    assert!(nowhere.closest(&bar).is_some());
    assert_eq!(Placed::from(&bar).posed(&Pose::at(1, 1)).closest(&bar).map(Closest::squared), Some(0));
}
