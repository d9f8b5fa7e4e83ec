//! Sprites that are stretched by more than 64: all answers beside the oracle's, whose numbers are longer.

use std::ops::ControlFlow;

use crate::common::{Blame, Rng, mask_of, point, rect};
use hitmask::{Angle, EventDetail, PointQ16, Probe, QueryFilter, Rect, Transform, World, WorldOptions};
use hitmask::{Circle, Collider, ConvexPolygon, Mask, PixelRule, Pose, PoseParts, PosedCast, TurningMotion};
use hitmask_oracle::{
    Affine, Convex, Grid, bake, convex_covers, posed_geometry_overlaps, posed_overlap, texel_at,
};

const ONE: i64 = 65_536;
const MOST: i64 = Pose::MAX_STRETCH as i64 * ONE;

#[test]
fn a_white_pixel_as_a_bar_and_as_a_floor() {
    let white = Mask::filled(1, 1);
    let bar = Pose::new(&PoseParts { scale: [800.0, 20.0], position: [10.0, 500.0], ..PoseParts::default() })
        .unwrap();
    let (drawn, corner) = white.bake(&bar).unwrap();
    assert_eq!((drawn, corner), (Mask::filled(800, 20), (10, 500).into()));
    let large = PoseParts { scale: [30_000.0; 2], position: [-10_000.0, 100.0], ..PoseParts::default() };
    let hero = Mask::filled(12, 16);
    for turn in [0.0, 30.0, 180.0] {
        let pose = Pose::new(&PoseParts { rotation: Angle::Degrees(turn), ..large }).unwrap();
        let mut world = World::new();
        let floor = world.insert(Collider::new(white.clone()).posed(pose));
        let here = if turn == 180.0 { (-10_006, 84) } else { (-10_000, 101) };
        let body = world.insert(Collider::new(hero.clone()).at(here));
        assert_eq!(world.step().unwrap().len(), 1, "turned by {turn}");
        assert_eq!(
            world.pick((-10_003, 90), &QueryFilter::default().except(body)),
            (turn == 180.0).then_some(floor)
        );
        assert!(white.overlaps_posed(&pose, &hero, &Pose::at(here.0, here.1), PixelRule::Raster));
    }
    // All that is drawn whole still has its limits.
    let pose = Pose::new(&PoseParts { rotation: Angle::Degrees(30.0), ..large }).unwrap();
    assert!(Mask::filled(9, 9).bake(&pose).is_err());
    // In a world, a scale of 0 covers nothing.
    let mut world = World::new();
    let mut flat = Transform::default();
    flat.set_scale([0.0, 30_000.0]);
    world.insert(Collider::new(white).with_transform(flat));
    world.insert(Collider::new(hero));
    assert!(world.step().unwrap().is_empty());
}

fn entry(rng: &mut Rng) -> i64 {
    let most = rng.pick(&[ONE, 65 * ONE, 900 * ONE, 30_000 * ONE, MOST]);
    match rng.below(4) {
        0 => 0,
        1 => rng.pick(&[most, -most, most - 1, 1 - most]),
        _ => rng.between(-most, most),
    }
}

/// A pose with an entry above 64 at least, whose image passes through the pixels around (0, 0).
fn wide(rng: &mut Rng, w: i64, h: i64) -> Affine {
    loop {
        let [a, b, c, d] = match rng.below(3) {
            0 => [entry(rng), 0, 0, entry(rng)],
            1 => [0, entry(rng), entry(rng), 0],
            _ => [entry(rng), entry(rng), entry(rng), entry(rng)],
        };
        let det = i128::from(a) * i128::from(d) - i128::from(b) * i128::from(c);
        if det == 0 || [a, b, c, d].iter().all(|entry| entry.abs() <= 64 * ONE) {
            continue;
        }
        // A corner of a texel, or a point of one, lies near the origin.
        let (u, v) = (rng.between(0, w), rng.between(0, h));
        let (p, q) = if rng.one_in(2) { (0, 0) } else { (rng.between(0, 64), rng.between(0, 64)) };
        let near = |x: i64, y: i64| x * u + x * p / 64 + y * v + y * q / 64;
        let shift = if rng.one_in(3) { 0 } else { rng.between(-9 * ONE, 9 * ONE) };
        return [a, b, c, d, shift - near(a, b), shift / 2 - near(c, d)];
    }
}

fn grid(rng: &mut Rng, most: i64) -> Grid {
    let (w, h) = (rng.between(1, most), rng.between(1, most));
    let solid: Vec<bool> = (0..w * h).map(|_| !rng.one_in(4)).collect();
    Grid::from_fn(w as usize, h as usize, |x, y| solid[x + y * w as usize])
}

#[test]
fn wide_pairs() {
    let first = crate::common::first_seed(71_000_000);
    let (mut met, mut sides) = ([0; 2], 0);
    for seed in first..first + 3000 {
        let rng = &mut Rng::new(seed);
        let (a, b) = (grid(rng, 5), grid(rng, 6));
        let at = wide(rng, a.w as i64, a.h as i64);
        let bt = match rng.below(3) {
            0 => {
                let turn = rng.between(-ONE, ONE);
                [
                    turn,
                    -ONE / 2,
                    ONE / 3,
                    turn,
                    rng.between(-9 * ONE, 9 * ONE),
                    rng.between(-9 * ONE, 9 * ONE),
                ]
            }
            1 => [ONE, 0, 0, ONE, rng.between(-9 * ONE, 9 * ONE), rng.between(-9, 9) * ONE],
            _ => wide(rng, b.w as i64, b.h as i64),
        };
        let _blame = Blame(&(seed, &a, at, &b, bt));
        let (Ok(pose_a), Ok(pose_b)) = (Pose::from_q16(at), Pose::from_q16(bt)) else { continue };
        let (one, other) = (mask_of(&a), mask_of(&b));
        let by_geometry = posed_geometry_overlaps(&a, at, &b, bt);
        assert_eq!(one.overlaps_posed(&pose_a, &other, &pose_b, PixelRule::Geometry), by_geometry);
        assert_eq!(other.overlaps_posed(&pose_b, &one, &pose_a, PixelRule::Geometry), by_geometry);
        met[1] += u32::from(by_geometry);
        // The oracle looks at each pixel that both images may cover.
        let span = |[a, b, c, d, ..]: Affine, grid: &Grid| {
            let (w, h) = (grid.w as i64, grid.h as i64);
            [(a.abs() * w + b.abs() * h) >> 16, (c.abs() * w + d.abs() * h) >> 16]
        };
        let (of_a, of_b) = (span(at, &a), span(bt, &b));
        if of_a[0].min(of_b[0]).saturating_mul(of_a[1].min(of_b[1])) > 40_000 {
            continue;
        }
        let truth = posed_overlap(&a, at, &b, bt);
        let raster = one.overlaps_posed(&pose_a, &other, &pose_b, PixelRule::Raster);
        assert_eq!(raster, truth.area() > 0);
        assert_eq!(one.overlap_area_posed(&pose_a, &other, &pose_b), truth.area());
        assert_eq!(one.first_overlap_posed(&pose_a, &other, &pose_b), truth.first().map(point));
        assert_eq!(one.overlap_bounds_posed(&pose_a, &other, &pose_b), rect(truth.bounds()));
        met[0] += u32::from(raster);
        sides += u32::from(!raster);
    }
    assert!(met.iter().all(|&met| met > 300) && sides > 300, "{met:?} met, {sides} not");
}

#[test]
fn wide_images_are_drawn_and_texels_found() {
    let first = crate::common::first_seed(72_000_000);
    let mut drawn = 0;
    for seed in first..first + 2000 {
        let rng = &mut Rng::new(seed);
        let a = grid(rng, 4);
        let at = wide(rng, a.w as i64, a.h as i64);
        let _blame = Blame(&(seed, &a, at));
        let Ok(pose) = Pose::from_q16(at) else { continue };
        for _ in 0..20 {
            let (x, y) = (rng.between(-40_000, 40_000) as i32, rng.between(-40, 40) as i32);
            let [u, v] = pose.texel_at((x, y));
            assert_eq!((u, v), texel_at(at, x.into(), y.into()));
        }
        let (w, h) = (a.w as i64, a.h as i64);
        let span = [at[0].abs() * w + at[1].abs() * h, at[2].abs() * w + at[3].abs() * h];
        if span.iter().any(|&side| side >> 16 > 65_000) || (span[0] >> 16) * (span[1] >> 16) > 60_000 {
            continue;
        }
        let (baked, corner) = mask_of(&a).bake(&pose).unwrap();
        match bake(&a, at) {
            None => assert_eq!(baked.count(), 0),
            Some((truth, place)) => {
                assert_eq!((baked, corner), (mask_of(&truth), point(place)));
                drawn += 1;
            }
        }
        let window = Rect::new(corner.x - 3, corner.y - 2, 30, 5);
        let mut texels = pose.texels(window);
        for (x, y) in (0..5).flat_map(|y| (0..30).map(move |x| (window.x + x, window.y + y))) {
            assert_eq!(texels.next().map(|[u, v]| (u, v)), Some(texel_at(at, x.into(), y.into())));
        }
    }
    assert!(drawn > 100, "only {drawn} drawn");
}

/// Circles and polygons, by the pixels of a window near their rims.
#[test]
fn wide_circles_and_polygons() {
    let first = crate::common::first_seed(73_000_000);
    let mut mixed = 0;
    for seed in first..first + 600 {
        let rng = &mut Rng::new(seed);
        let radius = rng.pick(&[1, ONE / 3, ONE, 5 * ONE, 300 * ONE, 1 << 40]);
        let corners = [[0, 0], [2 * radius, radius / 2], [radius, 2 * radius]];
        let mut at = wide(rng, 1, 1);
        if rng.one_in(2) {
            // The rim passes near the origin: the image of a point at a right angle from the centre.
            let [a, b, c, d, ..] = at.map(i128::from);
            let (x, y) = rng.pick(&[(1, 0), (0, 1), (-1, 0), (0, -1)]);
            let shift = |by_u: i128, by_v: i128| (((by_u * x + by_v * y) * i128::from(radius)) >> 16) as i64;
            (at[4], at[5]) = (-shift(a, b) + rng.between(-2, 2) * ONE / 2, -shift(c, d));
        }
        let _blame = Blame(&(seed, radius, at));
        let Ok(pose) = Pose::from_q16(at) else { continue };
        let round = Circle::new((0, 0), radius).unwrap();
        let polygon = ConvexPolygon::new(corners.map(|[x, y]| PointQ16::new(x, y))).unwrap();
        let truths = [Convex::Circle([0, 0], radius), Convex::Polygon(corners.to_vec())];
        let detail = EventDetail { area: true, ..EventDetail::default() };
        let mut world = World::with_options(WorldOptions { detail, ..WorldOptions::default() });
        let filter = QueryFilter::default();
        let handles = [
            world.insert(Collider::new(round).posed(pose)),
            world.insert(Collider::new(polygon).posed(pose)),
        ];
        let mut covered = 0;
        let mut check = |x: i32, y: i32| {
            let picked = world.pick_all((x, y), &filter);
            for (handle, truth) in handles.iter().zip(&truths) {
                let covers = convex_covers(truth, at, x.into(), y.into());
                assert_eq!(picked.contains(handle), covers, "({x}, {y}) {truth:?}");
                covered += u32::from(covers);
            }
        };
        for (x, y) in (-4..4).flat_map(|y| (-5..5).map(move |x| (x, y))) {
            check(x, y);
        }
        // The same pixels as whole rows.
        let window = Probe::rect(Rect::new(-5, -4, 10, 8));
        let _ = world.query(&window, &filter).each(|contact| {
            let truth = &truths[usize::from(contact.handle == handles[1])];
            let pixels = (-4..4).flat_map(|y| (-5..5).map(move |x| (x, y)));
            let area = pixels.filter(|&(x, y)| convex_covers(truth, at, x, y)).count();
            assert_eq!(contact.touch.area, area as u64, "{truth:?}");
            ControlFlow::<()>::Continue(())
        });
        for _ in 0..10 {
            check(rng.between(-70_000, 70_000) as i32, rng.between(-70_000, 70_000) as i32);
        }
        mixed += u32::from(covered > 0 && covered < 180);
    }
    assert!(mixed > 100, "only {mixed}");
}

/// A door of one wide pixel that turns: the bracket holds what the poses of single times say.
#[test]
fn a_wide_door_turns() {
    let (white, hero) = (Mask::filled(1, 1), Mask::filled(8, 8));
    for (scale, at) in
        [([800.0, 20.0], (300, 300)), ([30_000.0, 3.0], (9000, 9000)), ([200.0, 200.0], (-150, 150))]
    {
        let from = PoseParts { scale, position: [0.0, 0.0], ..PoseParts::default() };
        let motion = TurningMotion { degrees: 90.0, steps: 1 << 12, ..TurningMotion::default() };
        let pose = Pose::at(at.0, at.1);
        let told = hero.cast_posed(&pose, &white, &from, &motion).unwrap();
        let overlaps = |part: u64| {
            let now = motion.pose_at(&from, hitmask::TimeOfImpact::new(part, 4096)).unwrap();
            hero.overlaps_posed(&pose, &white, &now, PixelRule::Geometry)
        };
        let truth = (0..=4096).find(|&part| overlaps(part));
        let PosedCast::Hit { free_until, overlapping_at } = told else { panic!("{told:?} for {truth:?}") };
        let part = truth.expect("it hits") as f64 / 4096.0;
        assert!(
            free_until.to_f64() <= part && part - 1.0 / 4096.0 <= overlapping_at.to_f64(),
            "{told:?} {part}"
        );
        let there = motion.pose_at(&from, overlapping_at).unwrap();
        assert!(hero.overlaps_posed(&pose, &white, &there, PixelRule::Geometry));
        assert!(overlapping_at.to_f64() - free_until.to_f64() < 0.01, "{told:?}");
    }
}
