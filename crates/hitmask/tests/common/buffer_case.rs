//! Scripts of all operations of a collision buffer, against a list of ids for each pixel.

use hitmask::{
    BufferMode, BufferOverlap, Circle, CollisionBuffer, ConvexPolygon, Placed, Point, PointQ16, Rect,
};
use hitmask_oracle::{Affine, Buffer, Convex, Grid, convex_covers, texel_at};

use super::pictures::{Scale, grid, grid_of_size};
use super::posed_case::pose_of;
use super::poses::{self, ONE};
use super::things::Thing;
use super::{Blame, Rng};

const FIRST: i64 = i32::MIN as i64;
const LAST: i64 = i32::MAX as i64;

/// A shape with a position, and the same shape for the oracle.
#[derive(Debug)]
pub(crate) enum Case {
    At(Thing, (i32, i32)),
    Posed(Thing, Affine),
    Round(Circle, Convex, Affine),
    Polygon(ConvexPolygon, Convex, Affine),
}

impl Case {
    /// Mostly near a region.
    pub(crate) fn new(rng: &mut Rng, region: (i64, i64, i64, i64)) -> Case {
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

    /// Calls a function with the shape in hitmask's form.
    pub(crate) fn with<R>(&self, f: impl FnOnce(Placed<'_>) -> R) -> R {
        match self {
            Case::At(thing, at) => f(stamp(thing).at(*at)),
            Case::Posed(thing, pose) => f(stamp(thing).posed(&pose_of(*pose))),
            Case::Round(circle, _, pose) => f(Placed::from(*circle).posed(&pose_of(*pose))),
            Case::Polygon(polygon, _, pose) => f(Placed::from(polygon).posed(&pose_of(*pose))),
        }
    }

    /// The given pixels that the shape covers.
    pub(crate) fn points(&self, pixels: &[(i64, i64)]) -> Vec<(i64, i64)> {
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

/// A thing at (0, 0).
pub(crate) fn stamp(thing: &Thing) -> Placed<'_> {
    thing.lend().into()
}

/// A random position for a shape of few pixels: near the origin, or at the ends of the world.
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

/// The oracle's region in hitmask's form.
pub(crate) fn rect(region: (i64, i64, i64, i64)) -> Rect {
    Rect::new(region.0 as i32, region.1 as i32, region.2 as u32, region.3 as u32)
}

/// Hitmask's answer in the oracle's form.
pub(crate) fn told(found: &[BufferOverlap]) -> Vec<(u32, u64, (i64, i64))> {
    found.iter().map(|met| (met.id, met.area, (met.first.x.into(), met.first.y.into()))).collect()
}

/// Runs the script of a seed. Returns the number of its steps.
pub(crate) fn run(seed: u64) -> u64 {
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
                assert_eq!(told(&found), truth.test(&points), "test");
                assert_eq!(case.with(|stamp| ours.touches(stamp)), !found.is_empty(), "touches");
            }
            7..=9 => {
                case.with(|stamp| ours.test_and_draw_into(stamp, id, &mut found));
                assert_eq!(told(&found), truth.test_and_draw(&points, id), "test_and_draw");
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

/// Compares every pixel, by asking for it and in the picture.
pub(crate) fn same(ours: &CollisionBuffer, truth: &Buffer) {
    let (width, height, rgba) = ours.to_image();
    let pixels = truth.pixels();
    assert_eq!(width as usize * height as usize, pixels.len());
    for (&(x, y), colour) in pixels.iter().zip(rgba.as_chunks::<4>().0) {
        let pixel = Point::new(x as i32, y as i32);
        assert_eq!(ours.ids_at(pixel), truth.ids_at((x, y)), "ids at ({x}, {y})");
        let top = truth.top_at((x, y));
        assert_eq!(ours.top_at(pixel), top, "top at ({x}, {y})");
        assert_eq!(*colour, CollisionBuffer::colour_of(top.unwrap_or(0)), "colour of ({x}, {y})");
    }
}
