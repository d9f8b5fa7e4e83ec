//! Which labels of two shapes meet, against the oracle's counting pixel by pixel: plain and posed.

use hitmask::{Circle, ConvexPolygon, LabelHit, LabelMask, LabelOverlap, Point, PointQ16, Rect, Shape};
use hitmask_oracle::{
    Convex, LabelCounts, LabelGrid, Overlap, bake, convex_covers, count_labels, overlap, posed_overlap,
    texel_at,
};

use super::overlap_case::{pair_of_grids, some_rect};
use super::pictures::{Scale, labels};
use super::posed_case::pose_of;
use super::poses::{Reach, Scene};
use super::things::{Thing, with_shape};
use super::{Blame, Rng, on_every_backend, places, point};

pub(crate) fn label_mask(grid: &LabelGrid) -> LabelMask {
    LabelMask::from_labels(grid.w as u32, grid.h as u32, &grid.labels).unwrap()
}

/// The oracle's answer in hitmask's form.
pub(crate) fn listed(counts: &LabelCounts) -> Vec<([u8; 2], u64, Point)> {
    counts.iter().map(|&((a, b), pixels, first)| ([a, b], pixels, point(first))).collect()
}

/// Ours in the same form.
pub(crate) fn seen(met: &[LabelOverlap]) -> Vec<([u8; 2], u64, Point)> {
    met.iter().map(|met| (met.labels, met.pixels, met.first)).collect()
}

/// The entry with the first pixel of all.
pub(crate) fn hit(counts: &LabelCounts) -> Option<([u8; 2], Point)> {
    let &((a, b), _, first) = counts.iter().min_by_key(|&&(_, _, (x, y))| (y, x))?;
    Some(([a, b], point(first)))
}

pub(crate) fn seen_hit(hit: Option<LabelHit>) -> Option<([u8; 2], Point)> {
    hit.map(|hit| (hit.labels, hit.pixel))
}

/// The label of a thing's pixel.
fn label_of(thing: &Thing, x: i64, y: i64) -> u8 {
    match thing {
        Thing::Labels(_, labels, _) | Thing::Only(_, labels, _) => labels.get(x, y),
        _ => 0,
    }
}

/// Calls a function with the label mask or view of a thing.
macro_rules! with_asker {
    ($thing:expr, $shape:ident => $body:expr) => {
        match $thing {
            Thing::Labels($shape, _, _) => $body,
            Thing::Only($shape, _, _) => $body,
            _ => unreachable!("only label masks and their views are asked"),
        }
    };
}

/// Two label masks, one of them or both under any pose, by the raster rule.
pub(crate) fn run_posed(seed: u64) -> u64 {
    let rng = &mut Rng::new(seed);
    let reach = if rng.one_in(4) { Reach::Icon } else { Reach::Dot };
    let make = if rng.one_in(3) { Scene::touching } else { Scene::any };
    let scene = make(rng, reach);
    let scene = if rng.one_in(3) { scene.nearly_missing(rng) } else { scene };
    let (a, b) = (labels(rng, &scene.a), labels(rng, &scene.b));
    let (at, bt) = (scene.pose_a, scene.pose_b);
    let _blame = Blame(&(seed, &a, at, &b, bt));
    let shared = posed_overlap(&a.solid(), at, &b.solid(), bt);
    let truth = count_labels(&shared, &|x, y| a.posed(at, x, y), &|x, y| b.posed(bt, x, y));
    let plain = count_labels(&shared, &|x, y| a.posed(at, x, y), &|_, _| 0);
    let (left, right, pose_a, pose_b) = (label_mask(&a), label_mask(&b), pose_of(at), pose_of(bt));
    let mut list = Vec::new();
    on_every_backend(|kernel| {
        let met = left.overlap_labels_posed(&pose_a, &right, &pose_b);
        assert_eq!(seen(&met), listed(&truth), "overlap_labels_posed on {kernel:?}");
        left.overlap_labels_posed_into(&pose_a, right.mask(), &pose_b, &mut list);
        assert_eq!(seen(&list), listed(&plain), "with a mask, on {kernel:?}");
        let first = left.label_hit_posed(&pose_a, &right, &pose_b);
        assert_eq!(seen_hit(first), hit(&truth), "label_hit_posed on {kernel:?}");
        let first = left.label_hit_posed(&pose_a, right.mask(), &pose_b);
        assert_eq!(seen_hit(first), hit(&plain), "label_hit_posed with a mask, on {kernel:?}");
    });
    // A view of some labels is the shape of what remains.
    let wanted = |label: u8| label % 2 == 1;
    let some: hitmask::Labels = (0..=255).filter(|&label| wanted(label)).collect();
    let shared = posed_overlap(&a.only(&wanted), at, &b.solid(), bt);
    let truth = count_labels(&shared, &|x, y| a.posed(at, x, y), &|x, y| b.posed(bt, x, y));
    assert_eq!(seen(&left.only(some).overlap_labels_posed(&pose_a, &right, &pose_b)), listed(&truth));
    // What is drawn has the labels of what is met.
    let (image, corner) = left.bake(&pose_a).unwrap();
    let drawn = image.overlap_labels(&Rect::new(0, 0, image.width(), image.height()), (0, 0));
    assert_eq!(drawn.iter().map(|met| met.pixels).sum::<u64>(), left.mask().bake(&pose_a).unwrap().0.count());
    for met in &drawn {
        let (x, y) = (met.first.x + corner.x, met.first.y + corner.y);
        assert_eq!(met.labels[0], a.posed(at, x.into(), y.into()));
    }
    1
}

/// A label mask and any other shape under poses.
pub(crate) fn run_posed_any(seed: u64) -> u64 {
    let rng = &mut Rng::new(seed);
    let scene = Scene::any(rng, Reach::Dot);
    let (a, at, bt) = (labels(rng, &scene.a), scene.pose_a, scene.pose_b);
    let (left, pose_a, pose_b) = (label_mask(&a), pose_of(at), pose_of(bt));
    let drawn = bake(&a.solid(), at);
    let pixels: Vec<(i64, i64)> = drawn
        .iter()
        .flat_map(|(grid, (x, y))| {
            let solid = |&(u, v): &(i64, i64)| grid.get(u, v);
            let all = (0..grid.h as i64).flat_map(|v| (0..grid.w as i64).map(move |u| (u, v)));
            all.filter(solid).map(move |(u, v)| (x + u, y + v)).collect::<Vec<_>>()
        })
        .collect();
    let shared = |covers: &dyn Fn(i64, i64) -> bool| {
        let points = pixels.iter().copied().filter(|&(x, y)| covers(x, y)).collect();
        Overlap { points }
    };
    let own = |x, y| a.posed(at, x, y);
    let check = |met: Vec<LabelOverlap>, first, truth: &LabelCounts| {
        assert_eq!((seen(&met), seen_hit(first)), (listed(truth), hit(truth)));
    };
    if rng.one_in(2) {
        let number = |rng: &mut Rng, most: i64| rng.between(-most, most) * (1 << 16) / rng.pick(&[1, 2, 3]);
        let (centre, radius) = ([number(rng, 9), number(rng, 9)], number(rng, 12).abs());
        let corners = [0; 3].map(|_| [number(rng, 20), number(rng, 20)]);
        let circle = Circle::new(PointQ16::new(centre[0], centre[1]), radius).unwrap();
        let polygon = ConvexPolygon::new(corners.map(|[x, y]| PointQ16::new(x, y))).unwrap();
        let _blame = Blame(&(seed, &a, at, centre, radius, corners, bt));
        for (shape, truth) in [
            (&circle as &dyn Shape, Convex::Circle(centre, radius)),
            (&polygon, Convex::Polygon(corners.to_vec())),
        ] {
            let truth = count_labels(&shared(&|x, y| convex_covers(&truth, bt, x, y)), &own, &|_, _| 0);
            let met = left.overlap_labels_posed(&pose_a, shape, &pose_b);
            check(met, left.label_hit_posed(&pose_a, shape, &pose_b), &truth);
        }
        return 1;
    }
    let b = Thing::any(rng, scene.b);
    let _blame = Blame(&(seed, &a, at, &b, bt));
    let texel = |x, y| texel_at(bt, x, y);
    let covers = |x, y| b.truth().solid(texel(x, y).0, texel(x, y).1);
    let truth = count_labels(&shared(&covers), &own, &|x, y| label_of(&b, texel(x, y).0, texel(x, y).1));
    let met = with_shape!(&b, b => left.overlap_labels_posed(&pose_a, b, &pose_b));
    check(met, left.label_hit_posed(&pose_a, &b.lend(), &pose_b), &truth);
    1
}

/// A label mask or a view of one, and any thing.
pub(crate) fn run(seed: u64) -> u64 {
    let rng = &mut Rng::new(seed);
    let (grid_a, grid_b, mut offset) = pair_of_grids(rng, Scale::Sprite);
    let a = Thing::labels(rng, &grid_a);
    let b = match rng.below(8) {
        0..=3 => Thing::labels(rng, &grid_b),
        4 => some_rect(rng, Scale::Sprite),
        5 => Thing::convex(rng),
        _ => Thing::any(rng, grid_b),
    };
    let mut list = Vec::new();
    for _ in 0..4 {
        let _blame = Blame(&(seed, &a, &b, offset));
        let shared = overlap(a.truth(), b.truth(), offset);
        let (dx, dy) = (i64::from(offset.0), i64::from(offset.1));
        let truth = count_labels(&shared, &|x, y| label_of(&a, x, y), &|x, y| label_of(&b, x - dx, y - dy));
        on_every_backend(|kernel| {
            let met = with_asker!(&a, a => with_shape!(&b, b => a.overlap_labels(b, offset)));
            assert_eq!(seen(&met), listed(&truth), "overlap_labels on {kernel:?}");
            let first = with_asker!(&a, a => with_shape!(&b, b => a.label_hit(b, offset)));
            assert_eq!(seen_hit(first), hit(&truth), "label_hit on {kernel:?}");
        });
        with_asker!(&a, a => a.overlap_labels_into(&b.lend(), offset, &mut list));
        assert_eq!(seen(&list), listed(&truth), "overlap_labels_into");
        offset = places::offset(rng, a.truth(), b.truth());
    }
    4
}
