//! The collision buffer against lists of ids for each pixel: random scripts in all three modes, everything that can be drawn, regions
//! that move. `HITMASK_SEED=n` runs from another seed.

mod common;

use common::pictures::{Scale, grid, grid_of_size};
use common::posed_case::pose_of;
use common::poses::{self, ONE};
use common::things::{Thing, with_shape};
use common::{Blame, Rng};
use hitmask::{BufferMode, Circle, CollisionBuffer, ConvexPolygon, Met, Point, PointQ16, Rect, Stamp};
use hitmask_oracle::{Affine, Buffer, Convex, Grid, convex_covers, texel_at};

const FIRST: i64 = i32::MIN as i64;
const LAST: i64 = i32::MAX as i64;

/// A shape somewhere, and the same for the oracle.
#[derive(Debug)]
enum Case {
    At(Thing, (i32, i32)),
    Posed(Thing, Affine),
    Round(Circle, Convex, Affine),
    Polygon(ConvexPolygon, Convex, Affine),
}

impl Case {
    /// Near a region, mostly.
    fn new(rng: &mut Rng, region: (i64, i64, i64, i64)) -> Case {
        let near = |rng: &mut Rng, start: i64, size: i64| match rng.below(16) {
            0 => rng.pick(&[FIRST, LAST, 0]),
            _ => (start + rng.between(-24, size)).clamp(FIRST, LAST),
        };
        let (x, y) = (near(rng, region.0, region.2), near(rng, region.1, region.3));
        let pose = |rng: &mut Rng| {
            let [a, b, c, d] = match rng.below(4) {
                0 => [ONE, 0, 0, ONE],
                _ => poses::matrix(rng),
            };
            let place =
                |rng: &mut Rng, pixel: i64| (pixel * ONE + poses::phase(rng)).clamp(-(1 << 47), 1 << 47);
            [a, b, c, d, place(rng, x), place(rng, y)]
        };
        let number = |rng: &mut Rng, most: i64| rng.between(-most, most) * ONE / rng.pick(&[1, 2, 3]);
        match rng.below(8) {
            0 => {
                let (centre, radius) = ([number(rng, 9), number(rng, 9)], number(rng, 12).abs());
                let circle = Circle::new(PointQ16::new(centre[0], centre[1]), radius).unwrap();
                Case::Round(circle, Convex::Circle(centre, radius), pose(rng))
            }
            1 => {
                let corners = [0; 3].map(|_| [number(rng, 14), number(rng, 14)]);
                let polygon = ConvexPolygon::new(corners.map(|[x, y]| PointQ16::new(x, y))).unwrap();
                Case::Polygon(polygon, Convex::Polygon(corners.to_vec()), pose(rng))
            }
            2 => Case::At(Thing::any_rect(rng), (x as i32, y as i32)),
            3 => {
                let corner = rng.pick(&[0, -3, 5]);
                let rect = Rect::new(corner, -corner, rng.below(20) as u32, rng.below(20) as u32);
                if rng.one_in(2) {
                    Case::At(Thing::rect(rect), (x as i32, y as i32))
                } else {
                    Case::Posed(Thing::rect(rect), pose(rng))
                }
            }
            4 | 5 => {
                let (w, h) = (rng.below(14) as usize, rng.below(14) as usize);
                let grid = grid_of_size(rng, w, h);
                Case::Posed(Thing::any(rng, grid), pose(rng))
            }
            _ => {
                let grid: Grid = grid(rng, Scale::Icon);
                Case::At(Thing::any(rng, grid), (x as i32, y as i32))
            }
        }
    }

    /// Calls with the shape as hitmask takes it.
    fn with<R>(&self, f: impl FnOnce(Stamp<'_>) -> R) -> R {
        match self {
            Case::At(thing, at) => f(stamp(thing).at(*at)),
            Case::Posed(thing, pose) => f(stamp(thing).posed(&pose_of(*pose))),
            Case::Round(circle, _, pose) => f(Stamp::from(*circle).posed(&pose_of(*pose))),
            Case::Polygon(polygon, _, pose) => f(Stamp::from(polygon).posed(&pose_of(*pose))),
        }
    }

    /// Which of some pixels it covers.
    fn points(&self, pixels: &[(i64, i64)]) -> Vec<(i64, i64)> {
        let covers = |&(x, y): &(i64, i64)| match self {
            Case::At(thing, (dx, dy)) => thing.truth().solid(x - i64::from(*dx), y - i64::from(*dy)),
            Case::Posed(thing, pose) => {
                let (u, v) = texel_at(*pose, x, y);
                thing.truth().solid(u, v)
            }
            Case::Round(_, truth, pose) | Case::Polygon(_, truth, pose) => convex_covers(truth, *pose, x, y),
        };
        pixels.iter().copied().filter(covers).collect()
    }
}

fn stamp(thing: &Thing) -> Stamp<'_> {
    match thing {
        Thing::Bits(mask, _) => Stamp::from(mask),
        Thing::Runs(runs, _) => Stamp::from(runs),
        Thing::Terrain(terrain, _) => Stamp::from(terrain),
        Thing::Level(alpha, level, _) => Stamp::from(alpha.at_level(*level)),
        Thing::Rect(rect, _) => Stamp::from(*rect),
    }
}

/// Somewhere, few pixels: near the origin, or at the ends of the world.
fn region(rng: &mut Rng) -> (i64, i64, i64, i64) {
    let (w, h) = match rng.below(12) {
        0 => (0, 3),
        1 => (rng.between(60, 200), rng.between(1, 9)),
        _ => (rng.between(1, 40), rng.between(1, 40)),
    };
    let corner = |rng: &mut Rng, size: i64| match rng.below(8) {
        0 => FIRST,
        1 => LAST + 1 - size,
        _ => rng.between(-50, 50),
    };
    (corner(rng, w), corner(rng, h), w, h)
}

fn rect(region: (i64, i64, i64, i64)) -> Rect {
    Rect::new(region.0 as i32, region.1 as i32, region.2 as u32, region.3 as u32)
}

fn met(truth: Vec<(u32, u64, (i64, i64))>) -> Vec<Met> {
    truth.into_iter().map(|(id, area, first)| Met { id, area, first: common::point(first) }).collect()
}

fn script(seed: u64) -> u64 {
    let rng = &mut Rng::new(seed);
    let (mode, truth_mode) = rng.pick(&[
        (BufferMode::Owners, hitmask_oracle::BufferMode::Owners),
        (BufferMode::Painter, hitmask_oracle::BufferMode::Painter),
        (BufferMode::Latch, hitmask_oracle::BufferMode::Latch),
    ]);
    let mut here = region(rng);
    let mut ours = CollisionBuffer::new(mode, rect(here)).unwrap();
    let mut truth = Buffer::new(truth_mode, here);
    let mut found = Vec::new();
    let mut done = 0;
    for step in 0..rng.between(4, 30) {
        let case = Case::new(rng, here);
        let id = rng.pick(&[0, 1, 1, 2, 3, 3, 4, 5, u32::MAX]);
        let _blame = Blame(&(seed, mode, here, step, &case, id));
        let points = case.points(&truth.pixels());
        match rng.below(16) {
            0 => {
                here = region(rng);
                ours.set_region(rect(here)).unwrap();
                truth.set_region(here);
            }
            1 => {
                (here.0, here.1) = (rng.between(-9, 9), rng.between(-9, 9));
                ours.move_to((here.0 as i32, here.1 as i32));
                truth.set_region(here);
            }
            2 => {
                ours.clear();
                truth.set_region(here);
            }
            3 => assert_eq!(ours.take_latched(), truth.take_latched()),
            4..=6 => {
                case.with(|stamp| ours.test_into(stamp, &mut found));
                assert_eq!(found, met(truth.test(&points)), "test");
                assert_eq!(case.with(|stamp| ours.touches(stamp)), !found.is_empty(), "touches");
            }
            7..=9 => {
                case.with(|stamp| ours.test_and_draw_into(stamp, id, &mut found));
                assert_eq!(found, met(truth.test_and_draw(&points, id)), "test_and_draw");
            }
            _ => {
                case.with(|stamp| ours.draw(stamp, id));
                truth.draw(&points, id);
            }
        }
        done += 1;
        if rng.one_in(4) {
            same(&ours, &truth);
        }
    }
    same(&ours, &truth);
    assert_eq!(ours.take_latched(), truth.take_latched(), "seed {seed}");
    done
}

/// Every pixel, asked for and seen in the picture.
fn same(ours: &CollisionBuffer, truth: &Buffer) {
    let image = ours.to_image();
    let pixels = truth.pixels();
    assert_eq!(image.width as usize * image.height as usize, pixels.len());
    for (&(x, y), colour) in pixels.iter().zip(image.rgba.as_chunks::<4>().0) {
        let pixel = Point::new(x as i32, y as i32);
        assert_eq!(ours.ids_at(pixel), truth.ids_at((x, y)), "ids at ({x}, {y})");
        let top = truth.top_at((x, y));
        assert_eq!(ours.top_at(pixel), top, "top at ({x}, {y})");
        assert_eq!(*colour, CollisionBuffer::colour_of(top.unwrap_or(0)), "colour of ({x}, {y})");
    }
}

#[test]
fn random_scripts_1() {
    common::cases(80_000_000, 2000, script);
}

#[test]
fn random_scripts_2() {
    common::cases(81_000_000, 2000, script);
}

/// Many shapes over a large region: cells, shapes that reach into many, ids that several share.
#[test]
fn crowds() {
    for (seed, mode) in [(82, BufferMode::Owners), (83, BufferMode::Painter), (84, BufferMode::Latch)] {
        let rng = &mut Rng::new(seed);
        let truth_mode = match mode {
            BufferMode::Owners => hitmask_oracle::BufferMode::Owners,
            BufferMode::Painter => hitmask_oracle::BufferMode::Painter,
            BufferMode::Latch => hitmask_oracle::BufferMode::Latch,
        };
        let here = (-300, 77, 900, 500);
        let mut ours = CollisionBuffer::new(mode, rect(here)).unwrap();
        let mut truth = Buffer::new(truth_mode, here);
        for step in 0..120 {
            let side = if rng.one_in(10) { 400 } else { 40 };
            let (x, y) = (rng.between(-340, 600), rng.between(40, 580));
            let (w, h) = (rng.between(1, side), rng.between(1, side));
            let shape = Rect::new(x as i32, y as i32, w as u32, h as u32);
            let points: Vec<(i64, i64)> = (y..y + h).flat_map(|y| (x..x + w).map(move |x| (x, y))).collect();
            let id = rng.below(40) as u32;
            if rng.one_in(3) {
                let inside: Vec<(i64, i64)> = points
                    .into_iter()
                    .filter(|&(x, y)| (-300..600).contains(&x) && (77..577).contains(&y))
                    .collect();
                assert_eq!(
                    ours.test_and_draw(shape, id),
                    met(truth.test_and_draw(&inside, id)),
                    "{mode:?} {step}"
                );
            } else {
                ours.draw(shape, id);
                truth.draw(&points, id);
            }
        }
        assert_eq!(ours.take_latched(), truth.take_latched());
        same(&ours, &truth);
    }
}

/// The buffer against the verbs: under `Owners` it answers what the masks answer.
#[test]
fn owners_are_the_verbs() {
    for seed in 85_000_000..85_000_200 {
        let rng = &mut Rng::new(seed);
        let (a, b) = (grid(rng, Scale::Sprite), grid(rng, Scale::Sprite));
        let (a, b) = (Thing::any(rng, a), Thing::any(rng, b));
        let offset = (rng.between(-200, 200) as i32, rng.between(-200, 200) as i32);
        let _blame = Blame(&(seed, &a, &b, offset));
        let mut buffer = CollisionBuffer::new(BufferMode::Owners, Rect::new(-500, -500, 1000, 1000)).unwrap();
        buffer.draw(stamp(&b).at(offset), 9);
        let found = buffer.test(stamp(&a));
        with_shape!(&a, a => with_shape!(&b, b => {
            let first = a.first_overlap(b, offset);
            let all = first.map(|first| Met { id: 9, area: a.overlap_area(b, offset), first });
            assert_eq!(found, Vec::from_iter(all));
        }));
    }
}

#[test]
fn regions_have_limits() {
    let mut buffer = CollisionBuffer::new(BufferMode::Painter, Rect::new(0, 0, 9, 9)).unwrap();
    buffer.draw(Rect::new(0, 0, 9, 9), 3);
    for (w, h) in [(65_536, 1), (1, 65_536), (16_385, 16_384), (u32::MAX, u32::MAX)] {
        assert!(buffer.set_region(Rect::new(0, 0, w, h)).is_err());
    }
    assert_eq!(buffer.ids_at((8, 8)), [3]);
    // Beyond the last pixel nothing exists.
    buffer.set_region(Rect::new(i32::MAX, 0, 40_000, 1)).unwrap();
    buffer.draw(Rect::new(i32::MAX, 0, 9, 9), 3);
    assert_eq!((buffer.to_image().width, buffer.ids_at((i32::MAX, 0))), (1, vec![3]));
}
