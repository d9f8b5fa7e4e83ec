//! Rays see all colliders as one mask, and supercovers have all pixels that a segment touches. Beside pictures of whole worlds, pixel by pixel.

use hitmask::{
    Angle, Cast, Collider, Handle, Mask, Point, PointQ16, QueryFilter, Rect, Terrain, World, WorldOptions,
};
use hitmask_oracle::{Grid, Sweep};

use crate::common::{Blame, Rng, first_seed};

const ONE: i64 = 65536;

#[test]
fn a_ray_along_the_common_side_of_two_blocks_is_stopped() {
    for turned in [false, true] {
        for swapped in [false, true] {
            let at = |x: i32, y: i32| if turned { Point::new(y, x) } else { Point::new(x, y) };
            let mut world = World::new();
            let places = if swapped { [16, 0] } else { [0, 16] };
            let blocks = places.map(|x| {
                let Point { x, y } = at(x, 100);
                world.insert(Collider::new(Rect::new(0, 0, 16, 16)).at((x, y)))
            });
            let filter = QueryFilter::default();
            let hit = world.ray_cast(at(16, 0), at(0, 200), &filter).expect("the wall has no gap");
            let Cast::Hit { time, point, normal } = hit.cast else { panic!("{hit:?}") };
            assert_eq!((hit.handle, time.to_f64()), (blocks[0], 0.5));
            // As of one block of 32 x 16: the left or upper pixel of the two.
            assert_eq!((point, normal), (at(15, 100), at(0, -1)));
            let back = world.ray_cast(at(16, 200), at(0, -200), &filter).expect("nor from below");
            assert_eq!(back.handle, blocks[0]);
            // Along an outer side, and between the blocks when one is not let through.
            assert!(world.ray_cast(at(0, 0), at(0, 200), &filter).is_none());
            assert!(world.ray_cast(at(32, 0), at(0, 200), &filter).is_none());
            for block in blocks {
                assert!(world.ray_cast(at(16, 0), at(0, 200), &filter.except(block)).is_none());
            }
            // At the end of the way, and from the seam itself.
            assert!(world.ray_cast(at(16, 0), at(0, 100), &filter).is_none());
            assert_eq!(
                world.ray_cast(at(16, 108), at(0, 1), &filter).map(|hit| hit.cast),
                Some(Cast::InitialOverlap)
            );
            assert_eq!(
                world.ray_cast(at(16, 108), at(3, 2), &filter).map(|hit| hit.cast),
                Some(Cast::InitialOverlap)
            );
        }
    }
}

/// Far along a seam, past blocks that stand on one side alone.
#[test]
fn a_long_seam() {
    let mut world = World::new();
    for i in 0..2000 {
        let x = if i % 2 == 0 { -8 } else { 0 };
        world.insert(Collider::new(Rect::new(0, 0, 8, 8)).at((x, 8 * i)));
    }
    let filter = QueryFilter::default();
    assert!(world.ray_cast((0, -50), (0, i32::MAX), &filter).is_none());
    let last = world.insert(Collider::new(Rect::new(-1, 7, 2, 1)).at((0, 8 * 1990)));
    let hit = world.ray_cast((0, -50), (0, i32::MAX), &filter).unwrap();
    assert!(matches!(hit.cast, Cast::Hit { point, .. } if point == Point::new(-1, 8 * 1990 + 7)));
    // One of the small blocks covers one of the pixels, and was there before.
    assert!(hit.handle < last);
}

/// A world, who covers what in it, and its side if it is a torus.
struct Scene {
    world: World,
    covers: Vec<(Handle, Vec<(i64, i64)>)>,
    wrap: Option<i64>,
}

impl Scene {
    fn new(rng: &mut Rng) -> Scene {
        let wrap = if rng.one_in(3) { Some(rng.between(12, 30)) } else { None };
        let options =
            WorldOptions { wrap: wrap.map(|side| (side as u32, side as u32)), ..WorldOptions::default() };
        let mut scene = Scene { world: World::with_options(options), covers: Vec::new(), wrap };
        let unit = rng.pick(&[1, 2, 3, 4]);
        for _ in 0..rng.between(1, 14) {
            let (w, h) = (unit * rng.between(1, 3), unit * rng.between(1, 3));
            let (x, y) = (unit * rng.between(0, 7), unit * rng.between(0, 7));
            let sparse = rng.one_in(3);
            let holes: Vec<bool> = (0..w * h).map(|_| sparse && rng.one_in(4)).collect();
            let solid = |u: i64, v: i64| !holes[(u + v * w) as usize];
            let mask = Mask::from_fn(w as u32, h as u32, |u, v| solid(u.into(), v.into()));
            let collider = match rng.below(3) {
                0 if !sparse => Collider::new(Rect::new(0, 0, w as u32, h as u32)),
                1 => Collider::new(Terrain::from_mask(&mask)),
                _ => Collider::new(mask),
            };
            // Between pixels, too: it is drawn where it is rounded to.
            let rest = if rng.one_in(3) { rng.pick(&[1, ONE / 2, -ONE / 2 + 1, -1]) } else { 0 };
            let shown = |at: i64| (at * ONE + rest + ONE / 2 - 1).div_euclid(ONE);
            let handle = scene.world.insert(collider.at(PointQ16::new(x * ONE + rest, y * ONE + rest)));
            let pixels = (0..h).flat_map(|v| (0..w).map(move |u| (u, v))).filter(|&(u, v)| solid(u, v));
            let pixels = pixels.map(|(u, v)| scene.wrapped(shown(x) + u, shown(y) + v)).collect();
            scene.covers.push((handle, pixels));
        }
        scene
    }

    fn wrapped(&self, x: i64, y: i64) -> (i64, i64) {
        self.wrap.map_or((x, y), |side| (x.rem_euclid(side), y.rem_euclid(side)))
    }

    fn owner(&self, x: i64, y: i64) -> Option<Handle> {
        let at = self.wrapped(x, y);
        self.covers.iter().filter(|(_, pixels)| pixels.contains(&at)).map(|&(handle, _)| handle).min()
    }
}

#[test]
fn rays_see_all_colliders_as_one_mask() {
    let (mut seams, mut starts, mut torus) = (0, 0, 0);
    let first = first_seed(0x5EA7_0A11);
    for seed in first..first + 400 {
        let (rng, _blame) = (&mut Rng::new(seed), Blame(&seed));
        let scene = Scene::new(rng);
        // The picture of all, wide enough for every ray.
        const FAR: i64 = 60;
        let grid = Grid::from_fn((2 * FAR) as usize, (2 * FAR) as usize, |u, v| {
            scene.owner(u as i64 - FAR, v as i64 - FAR).is_some()
        });
        for _ in 0..20 {
            let mut number = |most: i64, fine: bool| {
                rng.between(-most, most) * ONE + if fine { rng.between(-2, 2) * ONE / 4 } else { 0 }
            };
            let (fine, along) = (number(1, false) > 0, number(2, false).signum());
            let mut from = [number(8, fine) + 12 * ONE, number(8, fine) + 12 * ONE];
            let mut motion = [number(24, fine), number(24, fine)];
            if let Some(side) = scene.wrap {
                from = from.map(|at| at.rem_euclid(side * ONE));
            }
            match along {
                1 => motion[0] = 0,
                -1 => motion[1] = 0,
                _ => {}
            }
            let position = (from[0] + FAR * ONE, from[1] + FAR * ONE);
            let told = scene.world.ray_cast(
                PointQ16::new(from[0], from[1]),
                PointQ16::new(motion[0], motion[1]),
                &QueryFilter::default(),
            );
            // Just after the moment the ray lies inside of these pixels, or between them.
            let around = |time: (u64, u64), later: bool| {
                let beside = |axis: usize| {
                    let (n, d) = (i128::from(time.0), i128::from(time.1));
                    let (at, one) =
                        (i128::from(from[axis]) * d + i128::from(motion[axis]) * n, i128::from(ONE) * d);
                    let line = at.div_euclid(one) as i64;
                    match (at.rem_euclid(one) == 0, motion[axis].signum()) {
                        (true, 1) if later => vec![line],
                        (true, -1) if later => vec![line - 1],
                        (true, _) => vec![line - 1, line],
                        (false, _) => vec![line],
                    }
                };
                let (xs, ys) = (beside(0), beside(1));
                ys.into_iter()
                    .flat_map(|y| xs.iter().map(move |&x| (x, y)).collect::<Vec<_>>())
                    .collect::<Vec<_>>()
            };
            let lowest = |pixels: &[(i64, i64)]| pixels.iter().filter_map(|&(x, y)| scene.owner(x, y)).min();
            let expected = match grid.ray_cast(position, (motion[0], motion[1])) {
                Sweep::Miss => None,
                Sweep::InitialOverlap => {
                    let pixels = around((0, 1), false);
                    starts += u32::from(pixels.len() > 1);
                    Some((lowest(&pixels), None))
                }
                Sweep::Hit { time, point, normal } => {
                    let pixels = around(time, true);
                    let alone = lowest(&pixels).is_some_and(|handle| {
                        let own = &scene.covers.iter().find(|(it, _)| *it == handle).unwrap().1;
                        pixels.iter().all(|&(x, y)| own.contains(&scene.wrapped(x, y)))
                    });
                    seams += u32::from(pixels.len() > 1 && !alone);
                    torus += u32::from(scene.wrap.is_some());
                    let point = scene.wrapped(point.0 - FAR, point.1 - FAR);
                    Some((lowest(&pixels), Some((time, point, normal))))
                }
            };
            let told = told.map(|hit| match hit.cast {
                Cast::Hit { time, point, normal } => {
                    let wide = |p: Point| (i64::from(p.x), i64::from(p.y));
                    (
                        Some(hit.handle),
                        Some(((time.numerator(), time.denominator()), wide(point), wide(normal))),
                    )
                }
                _ => (Some(hit.handle), None),
            });
            assert_eq!(
                told, expected,
                "from {from:?} by {motion:?}, torus {:?}: {:?}",
                scene.wrap, scene.covers
            );
        }
    }
    assert!(seams > 100 && starts > 50 && torus > 500, "{seams} seams, {starts} starts, {torus} on a torus");
}

#[test]
fn supercovers_pass_no_diagonal_wall() {
    let mut world = World::new();
    let wall = world.insert(Collider::new(Mask::from_fn(40, 40, |x, y| x + y == 39)));
    let filter = QueryFilter::default();
    let mut slipped = 0;
    for (from, to) in (0..19).flat_map(|a| (21..40).map(move |b| ((a, a + 1), (b, b)))) {
        slipped += u32::from(world.first_on_line(from, to, &filter).is_none());
        let hit = world.first_on_supercover(from, to, &filter).expect("no gap");
        assert_eq!((hit.handle, hit.pixel.x + hit.pixel.y), (wall, 39));
    }
    assert!(slipped > 0, "the plain line has gaps");
    let hit = world.first_on_supercover((19, 19), (20, 20), &filter).unwrap();
    assert_eq!((hit.pixel, hit.steps), (Point::new(20, 19), 1));
}

/// Compared with all pixels whose squares the segment touches, in the order of the times at which it comes to them.
#[test]
fn the_first_pixel_of_a_supercover() {
    let (mut hits, mut corners) = (0, 0);
    let first = first_seed(0x5C0F_E4A1);
    for seed in first..first + 400 {
        let (rng, _blame) = (&mut Rng::new(seed), Blame(&seed));
        let scene = Scene::new(rng);
        let mut at = || (rng.between(-2, 25), rng.between(-2, 25));
        let (from, to) = (at(), at());
        let from = scene.wrapped(from.0, from.1);
        let way = (to.0 - from.0, to.1 - from.1);
        // Each pixel with its time, and at one time: along x, along y, behind.
        type Touched = ((i64, i64), i64, i64, (i64, i64));
        let mut touched: Vec<Touched> = Vec::new();
        for (dx, dy) in (-40..=40).flat_map(|dy: i64| (-40..=40).map(move |dx: i64| (dx, dy))) {
            let mut times = ((0, 1), (1, 1));
            let mut is_beside = false;
            for (at, way) in [(dx, way.0), (dy, way.1)] {
                if way == 0 {
                    is_beside |= at != 0;
                    continue;
                }
                let [one, other] = [2 * at - 1, 2 * at + 1].map(|side| (side * way.signum(), 2 * way.abs()));
                let (enter, leave) = if one.0 < other.0 { (one, other) } else { (other, one) };
                if enter.0 * times.0.1 > times.0.0 * enter.1 {
                    times.0 = enter;
                }
                if leave.0 * times.1.1 < times.1.0 * leave.1 {
                    times.1 = leave;
                }
            }
            let length = times.1.0 * times.0.1 - times.0.0 * times.1.1;
            if !is_beside && length >= 0 {
                corners += u32::from(length == 0);
                touched.push((times.0, dx.abs() + dy.abs(), dy.abs(), (from.0 + dx, from.1 + dy)));
            }
        }
        touched.sort_by(|a, b| (a.0.0 * b.0.1).cmp(&(b.0.0 * a.0.1)).then((a.1, a.2).cmp(&(b.1, b.2))));
        let expected = touched.iter().zip(0..).find_map(|(&(.., (x, y)), steps)| {
            scene.owner(x, y).map(|handle| (handle, scene.wrapped(x, y), steps))
        });
        let point = |(x, y): (i64, i64)| Point::new(x as i32, y as i32);
        let told = scene.world.first_on_supercover(point(from), point(to), &QueryFilter::default());
        let told = told.map(|hit| (hit.handle, (i64::from(hit.pixel.x), i64::from(hit.pixel.y)), hit.steps));
        assert_eq!(told, expected, "{from:?} {to:?} on {:?}: {:?}", scene.wrap, scene.covers);
        hits += u32::from(told.is_some());
    }
    assert!(hits > 150 && corners > 150, "{hits} hits, {corners} corners");
}

/// A grenade falls on slopes of many angles, dug into every kind of ground, and bounces: as off the true line, within three degrees.
#[test]
fn a_grenade_bounces_off_a_slope() {
    let mut hits = 0;
    for degrees in [0, 5, 10, 20, 30, 40, -20, -35] {
        let angle = f64::from(degrees).to_radians();
        let line = move |x: f64| 150.0 + (x - 150.0) * angle.tan();
        let ground = Mask::from_fn(300, 300, |x, y| f64::from(y) + 0.5 > line(f64::from(x) + 0.5));
        let terrain = Terrain::from_mask(&ground);
        let mut world = World::new();
        let here = [
            world.insert(Collider::new(ground.clone()).at((1000, 0))),
            world.insert(Collider::new(terrain.clone()).at((2000, 7))),
            // A plank that is turned by as much.
            world.insert(
                Collider::new(Mask::filled(400, 100))
                    .with_pivot((200.0, 0.0))
                    .at((3150, 150))
                    .rotated(Angle::Degrees(degrees.into())),
            ),
        ];
        for x in (100..200).step_by(7) {
            let (dx, dy) = (f64::from(x % 5) - 2.0, 10.0);
            let way = ((x % 5) * 30 - 60, 300);
            let on_ground = ground.ray_cast((x, 0), way);
            let mut normals = vec![on_ground.surface_normal(&ground, 16).unwrap()];
            normals.push(terrain.ray_cast((x, 0), way).surface_normal(&terrain, 16).unwrap());
            for (handle, (left, top)) in here.into_iter().zip([(1000, 0), (2000, 7), (3000, 0)]) {
                let hit = world.ray_cast((left + x, top), way, &QueryFilter::default()).unwrap();
                assert_eq!(hit.handle, handle);
                let Cast::Hit { point, .. } = hit.cast else { panic!("{hit:?}") };
                normals.push(world.surface_normal(handle, point, 16).unwrap());
            }
            for normal in normals {
                let reflect = |nx: f64, ny: f64| {
                    let twice = 2.0 * (dx * nx + dy * ny) / (nx * nx + ny * ny);
                    (dy - twice * ny).atan2(dx - twice * nx).to_degrees()
                };
                let off = reflect(normal.x.into(), normal.y.into()) - reflect(angle.sin(), -angle.cos());
                assert!(off.abs() < 3.0, "{degrees} degrees at {x}: {normal:?} is off by {off}");
                hits += 1;
            }
        }
    }
    assert!(hits > 500, "{hits}");
    // No hit has no surface, and a stale handle none either.
    let ground = Mask::filled(9, 9);
    assert_eq!(ground.ray_cast((20, 0), (0, 9)).surface_normal(&ground, 4), None);
    let mut world = World::new();
    let block = world.insert(Collider::new(ground));
    assert_eq!(world.surface_normal(block, (50, 50), 4), Some(Point::ZERO));
    world.remove(block);
    assert_eq!(world.surface_normal(block, (4, 0), 4), None);
}
