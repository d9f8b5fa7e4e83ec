//! Shapes that are too large to be drawn, near the place where their boundaries meet something: step, query and nearest, against a test of all
//! pixels there. `HITMASK_SEED=n` starts with another seed.

use crate::common::pictures::grid_of_size;
use crate::common::posed_case::pose_of;
use crate::common::{Blame, Rng, first_seed, mask_of, rect};
use hitmask::{
    Circle, Collider, ColliderShape, ConvexPolygon, EventDetail, Mask, Point, PointQ16, QueryFilter, Rect,
    Terrain, World, WorldOptions,
};
use hitmask_oracle::{Affine, Convex, Grid, Solid, convex_covers, texel_at};
use std::sync::Arc;

const ONE: i64 = 1 << 16;

/// Pixels from -REACH to REACH are tested.
const REACH: i64 = 24;

/// Something that covers pixels, in hitmask's form and in the oracle's.
enum Thing {
    Convex(Collider, Convex, Affine),
    Picture(Collider, Grid, Affine),
}

impl Thing {
    fn covers(&self, (x, y): (i64, i64)) -> bool {
        match self {
            Thing::Convex(_, truth, pose) => convex_covers(truth, *pose, x, y),
            Thing::Picture(_, grid, pose) => {
                let (u, v) = texel_at(*pose, x, y);
                grid.solid(u, v)
            }
        }
    }

    fn collider(&self) -> Collider {
        match self {
            Thing::Convex(collider, ..) | Thing::Picture(collider, ..) => collider.clone(),
        }
    }

    /// A shape of millions of pixels whose boundary passes the pixels around (0, 0).
    fn large(rng: &mut Rng) -> Thing {
        let side = |rng: &mut Rng| rng.between(6_000, 60_000) * ONE + rng.between(0, ONE);
        let matrix = rng.pick(&[
            [ONE, 0, 0, ONE],
            [0, -ONE, ONE, 0],
            [46_341, -46_341, 46_341, 46_341],
            [20_000, 70_000, -70_000, 20_000],
            [-90_000, 11_111, 5_000, 50_000],
        ]);
        // A shape, and a point of its boundary.
        let (shape, truth, [u, v]) = match rng.below(3) {
            0 => {
                let radius = side(rng);
                let at = std::f64::consts::TAU * rng.between(0, 1 << 20) as f64 / f64::from(1 << 20);
                let rim = [at.cos(), at.sin()].map(|part| (radius as f64 * part) as i64);
                let circle = Circle::new(PointQ16::new(0, 0), radius).unwrap();
                (circle.into(), Convex::Circle([0, 0], radius), rim)
            }
            1 => {
                let corners = [
                    [0, 0],
                    [side(rng), rng.between(-ONE, 9_000 * ONE)],
                    [-rng.between(0, 9 * ONE), side(rng)],
                ];
                let polygon = ConvexPolygon::new(corners.map(|[x, y]| PointQ16::new(x, y))).unwrap();
                (Arc::new(polygon).into(), Convex::Polygon(corners.to_vec()), boundary(rng, &corners))
            }
            _ => {
                let [w, h] = [side(rng), side(rng)].map(|side| side / ONE);
                let corners = [[0, 0], [w, 0], [w, h], [0, h]].map(|corner| corner.map(|at| at * ONE));
                let rect = Rect::new(0, 0, w as u32, h as u32);
                (rect.into(), Convex::Polygon(corners.to_vec()), boundary(rng, &corners))
            }
        };
        let [a, b, c, d] = matrix;
        let near = |rng: &mut Rng, image: i64| rng.between(-8 * ONE, 8 * ONE) - (image >> 16);
        let (x, y) = (near(rng, a * u + b * v), near(rng, c * u + d * v));
        let pose = [a, b, c, d, x, y];
        let shape: ColliderShape = shape;
        Thing::Convex(Collider::new(shape).posed(pose_of(pose)), truth, pose)
    }

    /// A small picture or terrain whose texels are tens of pixels large, so that corners of texels lie around (0, 0).
    fn coarse(rng: &mut Rng) -> Thing {
        let (w, h) = (rng.between(90, 200), rng.between(90, 200));
        let grid = grid_of_size(rng, w as usize, h as usize);
        let (u, v) = (rng.between(0, w), rng.between(0, h));
        let [a, b, c, d] = rng.pick(&[[60, 0, 0, 50], [45, -40, 40, 45], [-3, 60, 63, 1]]).map(|n| n * ONE);
        let near = |rng: &mut Rng, image: i64| rng.between(-8 * ONE, 8 * ONE) - image;
        let pose = [a, b, c, d, near(rng, a * u + b * v), near(rng, c * u + d * v)];
        let mask = mask_of(&grid);
        let shape: ColliderShape =
            if rng.one_in(2) { Arc::new(Terrain::from_mask(&mask)).into() } else { Arc::new(mask).into() };
        Thing::Picture(Collider::new(shape).posed(pose_of(pose)), grid, pose)
    }

    fn small(rng: &mut Rng) -> Thing {
        let at = |rng: &mut Rng| rng.between(-12 * ONE, 0) + ONE / 3;
        let (x, y) = (at(rng), at(rng));
        let turned = [40_000, -52_000, 52_000, 40_000];
        let [a, b, c, d] = rng.pick(&[[ONE, 0, 0, ONE], [0, -ONE, ONE, 0], turned]);
        let pose = [a, b, c, d, x, y];
        let posed = |collider: Collider| collider.posed(pose_of(pose));
        if rng.one_in(3) {
            let radius = rng.between(0, 9 * ONE);
            let circle = Circle::new(PointQ16::new(0, 0), radius).unwrap();
            return Thing::Convex(posed(Collider::new(circle)), Convex::Circle([0, 0], radius), pose);
        }
        let (w, h) = (rng.below(13) as usize, rng.below(13) as usize);
        let grid = grid_of_size(rng, w, h);
        let mask: Arc<Mask> = Arc::new(mask_of(&grid));
        Thing::Picture(posed(Collider::new(mask)), grid, pose)
    }
}

/// A corner or a point of an edge.
fn boundary(rng: &mut Rng, corners: &[[i64; 2]]) -> [i64; 2] {
    let i = rng.below(corners.len() as u64) as usize;
    let (from, to) = (corners[i], corners[(i + 1) % corners.len()]);
    let part = rng.pick(&[0, 0, 300, 777]);
    [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) / 1000 * part)
}

#[test]
fn large_shapes_touch_where_their_pixels_do() {
    let (mut touching, mut whole) = (0, 0);
    let first = first_seed(0);
    for seed in first..first + 200 {
        let rng = &mut Rng::new(seed);
        let _blame = Blame(&seed);
        let things = match rng.below(5) {
            3 => [Thing::coarse(rng), Thing::small(rng)],
            4 => [Thing::small(rng), Thing::coarse(rng)],
            0 => [Thing::large(rng), Thing::large(rng)],
            1 => [Thing::large(rng), Thing::small(rng)],
            _ => [Thing::small(rng), Thing::large(rng)],
        };
        // On a torus, everything lies around a corner at which four tiles meet. It may be too small for the large shapes.
        let wrap = rng.pick(&[None, None, Some((400_000, 300_000))]);
        let detail = EventDetail { area: true, bounds: true, ..EventDetail::default() };
        let all = rng.one_in(2);
        let detail = if all { detail } else { EventDetail::default() };
        let mut world = World::with_options(WorldOptions { detail, wrap, ..WorldOptions::default() });
        let [a, b] = [0, 1].map(|i| world.insert(things[i].collider()));

        let window = || (-REACH..REACH).flat_map(|y| (-REACH..REACH).map(move |x| (x, y)));
        let shared: Vec<_> = window().filter(|&at| things.iter().all(|thing| thing.covers(at))).collect();
        // What both share is convex, or lies in the small one. So if it does not reach the rim of the window, it lies inside.
        let rim = |&(x, y): &(i64, i64)| [x, y].iter().any(|&at| at == -REACH || at == REACH - 1);
        let is_whole = !shared.is_empty() && !shared.iter().any(rim);

        let touch = world.collide_one(a).unwrap().first().map(|contact| contact.touch);
        let events = world.step().unwrap();
        assert_eq!(
            touch.map(|touch| touch.first),
            events.first().and_then(|event| event.touch).map(|touch| touch.first)
        );
        if shared.is_empty() {
            let outside = touch.is_none_or(|touch| {
                touch.first.x.unsigned_abs().max(touch.first.y.unsigned_abs()) >= REACH as u32
            });
            assert!(outside, "{touch:?}");
            continue;
        }
        touching += 1;
        let touch = touch.expect("they share a pixel");
        if is_whole {
            whole += 1;
            let (x0, y0) = (shared.iter().map(|at| at.0).min().unwrap(), shared[0].1);
            let (x1, y1) = (shared.iter().map(|at| at.0).max().unwrap(), shared[shared.len() - 1].1);
            if wrap.is_none() {
                assert_eq!(touch.first, Point::new(shared[0].0 as i32, shared[0].1 as i32));
                let bounds = rect(Some((x0, y0, x1 - x0 + 1, y1 - y0 + 1)));
                assert_eq!(touch.bounds, bounds.filter(|_| all));
            }
            assert_eq!(touch.area, if all { shared.len() as u64 } else { 0 });
        }

        // The nearest pixel of the first, if it lies in the window.
        let (x, y) = (rng.between(-9, 9), rng.between(-9, 9));
        let squared = |at: &(i64, i64)| ((at.0 - x).pow(2) + (at.1 - y).pow(2)) as u64;
        world.remove(b);
        let within = 9;
        let found = world.nearest((x as i32, y as i32), within, &QueryFilter::default());
        let truth = window().filter(|&at| things[0].covers(at)).min_by_key(|at| (squared(at), at.1, at.0));
        let truth = truth.filter(|at| squared(at) <= u64::from(within).pow(2));
        assert_eq!(found.map(|near| near.squared), truth.as_ref().map(squared));
        if wrap.is_none() {
            let pixel = truth.map(|(x, y)| Point::new(x as i32, y as i32));
            assert_eq!(found.map(|near| near.pixel), pixel);
        }
    }
    assert!(touching > 40 && whole > 20, "{touching} {whole}");
}

/// Large drawings are compared part by part. The first pixel may lie in a part farther right, and parts without pixels are skipped.
#[test]
fn parts_are_compared_as_one_picture() {
    for seed in 0..12 {
        let _blame = Blame(&seed);
        let rng = &mut Rng::new(seed);
        let bar = Mask::filled(3_000, 1_500);
        let [a, b, c, d] = rng.pick(&[[60, 0, 0, 50], [45, -40, 40, 45]]).map(|n| n * ONE);
        let pose = [a, b, c, d, rng.between(-7_000, -2_000) * ONE, rng.between(-5_000, -4_000) * ONE];
        // A slope through the bar, enlarged, with or without holes.
        let (u, v) = texel_at(pose, 1_500, 750);
        let (from, holes) = (u + v + rng.between(-20, 20), rng.below(2) * 40);
        let grid = Grid::from_fn(200, 200, |x, y| {
            (x + y) as i64 > from && (holes == 0 || (x * 7 + y * 3) as u64 % holes > 2)
        });
        let mask = mask_of(&grid);
        let shape: ColliderShape =
            if seed % 2 == 0 { Arc::new(Terrain::from_mask(&mask)).into() } else { Arc::new(mask).into() };
        let detail = EventDetail { area: seed % 4 < 2, ..EventDetail::default() };
        let mut world = World::with_options(WorldOptions { detail, ..WorldOptions::default() });
        world.insert(Collider::new(shape).posed(pose_of(pose)));
        world.insert(Collider::new(bar));
        let mut shared = (0..1_500).flat_map(|y| (0..3_000).map(move |x| (x, y))).filter(|&(x, y)| {
            let (u, v) = texel_at(pose, x, y);
            grid.solid(u, v)
        });
        let first = shared.next();
        let area = first.map_or(0, |_| 1 + shared.count() as u64);
        let touch = world.step().unwrap().first().and_then(|event| event.touch);
        let pixel = first.map(|(x, y)| Point::new(x as i32, y as i32));
        assert_eq!(touch.map(|touch| touch.first), pixel);
        assert_eq!(touch.map_or(0, |touch| touch.area), if detail.area { area } else { 0 });
    }
}
