//! Posed masks: every verb under both rules against exact brute force, poses from parts against numbers of any length, and the laws that
//! must hold between the answers. `HITMASK_SEED=n` starts with another seed.

#[path = "../cases/pose_parts.rs"]
mod pose_parts;

use crate::common::posed_case::{self, check_bake, pose_of};
use crate::common::poses::{ONE, Reach, Scene, matrix, phase};
use crate::common::{Blame, Rng, mask_of};
use hitmask::{AlphaMask, Mask, PixelRule, Point, Pose, Rect};

/// A third of the random cases, because the tests of a file run in parallel.
fn random_cases(usual_seed: u64) {
    crate::common::cases(usual_seed, 40_000, posed_case::run);
}

#[test]
fn random_pairs_1() {
    random_cases(60_000_000);
}

#[test]
fn random_pairs_2() {
    random_cases(61_000_000);
}

#[test]
fn random_pairs_3() {
    random_cases(62_000_000);
}

#[test]
fn random_large_pairs() {
    crate::common::cases(63_000_000, 400, posed_case::run_large);
}

/// Calls `check` many times with the masks and poses of a case.
fn each_scene(seed: u64, times: u64, reach: Reach, check: impl Fn(&mut Rng, &Scene, &Mask, &Mask)) {
    let first = crate::common::first_seed(seed);
    for seed in first..first + times {
        let rng = &mut Rng::new(seed);
        let scene = Scene::any(rng, reach);
        let _blame = Blame(&(seed, &scene));
        let (a, b) = (mask_of(&scene.a), mask_of(&scene.b));
        check(rng, &scene, &a, &b);
    }
}

/// All answers about two posed masks.
fn answers(
    a: &Mask,
    pose_a: &Pose,
    b: &Mask,
    pose_b: &Pose,
) -> (bool, bool, u64, Option<Point>, Option<Rect>) {
    (
        a.overlaps_posed(pose_a, b, pose_b, PixelRule::Raster),
        a.overlaps_posed(pose_a, b, pose_b, PixelRule::Geometry),
        a.overlap_area_posed(pose_a, b, pose_b),
        a.first_overlap_posed(pose_a, b, pose_b),
        a.overlap_bounds_posed(pose_a, b, pose_b),
    )
}

#[test]
fn the_rules_and_the_verbs_agree() {
    each_scene(64_000_000, 3_000, Reach::Icon, |_, scene, a, b| {
        let (pose_a, pose_b) = (pose_of(scene.pose_a), pose_of(scene.pose_b));
        let (raster, geometry, area, first, bounds) = answers(a, &pose_a, b, &pose_b);
        assert!(geometry || !raster, "what is seen to overlap overlaps");
        assert_eq!((area > 0, first.is_some(), bounds.is_some()), (raster, raster, raster));
        assert_eq!(answers(b, &pose_b, a, &pose_a), (raster, geometry, area, first, bounds), "swapped");

        // The overlap of the two baked masks is the overlap of the two posed masks.
        let ((left, at_a), (right, at_b)) = (a.bake(&pose_a).unwrap(), b.bake(&pose_b).unwrap());
        let offset = Point::new(at_b.x.wrapping_sub(at_a.x), at_b.y.wrapping_sub(at_a.y));
        if i64::from(at_b.x) - i64::from(at_a.x) == offset.x.into()
            && i64::from(at_b.y) - i64::from(at_a.y) == offset.y.into()
        {
            assert_eq!(left.overlap_area(&right, offset), area);
            let in_world = |p: Point| Point::new(p.x + at_a.x, p.y + at_a.y);
            assert_eq!(left.first_overlap(&right, offset).map(in_world), first);
            assert_eq!(left.overlap_bounds(&right, offset).and_then(|r| r.checked_translate(at_a)), bounds);
        }
    });
}

/// The mask in one of the eight turns of the grid.
fn turned(mask: &Mask, swap: bool, flip_x: bool, flip_y: bool) -> Mask {
    // A clockwise turn with a mirror exchanges x and y.
    let mask = if swap { mask.rotate90().flip_h() } else { mask.clone() };
    let mask = if flip_x { mask.flip_h() } else { mask };
    if flip_y { mask.flip_v() } else { mask }
}

#[test]
fn right_angles_and_flips_are_plain_masks() {
    each_scene(66_000_000, 3_000, Reach::Icon, |rng, _, a, b| {
        let mut any_turn = |mask: &Mask| {
            let [swap, flip_x, flip_y] = [0; 3].map(|_| rng.one_in(2));
            let turned = turned(mask, swap, flip_x, flip_y);
            let (x, y) = (rng.between(-40, 40), rng.between(-40, 40));
            // The upper left corner of the image lies at (x, y) and a fraction of a pixel, so its pixels begin at ceil(x - 1/2).
            let (part_x, part_y) = (phase(rng), phase(rng));
            let right = if flip_x { i64::from(turned.width()) * ONE } else { 0 };
            let low = if flip_y { i64::from(turned.height()) * ONE } else { 0 };
            let (sx, sy) = (if flip_x { -ONE } else { ONE }, if flip_y { -ONE } else { ONE });
            let (tx, ty) = (x * ONE + part_x + right, y * ONE + part_y + low);
            let pose = if swap { [0, sx, sy, 0, tx, ty] } else { [sx, 0, 0, sy, tx, ty] };
            let pixel = |q16: i64| (q16 - ONE / 2 + ONE - 1).div_euclid(ONE) as i32;
            (turned, Point::new(pixel(x * ONE + part_x), pixel(y * ONE + part_y)), pose_of(pose))
        };
        let ((left, at_a, pose_a), (right, at_b, pose_b)) = (any_turn(a), any_turn(b));
        let _blame = Blame(&(pose_a, pose_b));
        let offset = Point::new(at_b.x - at_a.x, at_b.y - at_a.y);
        let (raster, geometry, area, first, bounds) = answers(a, &pose_a, b, &pose_b);
        assert_eq!(raster, left.overlaps(&right, offset));
        assert_eq!(area, left.overlap_area(&right, offset));
        assert_eq!(bounds, left.overlap_bounds(&right, offset).and_then(|r| r.checked_translate(at_a)));
        let in_world = |p: Point| Point::new(p.x + at_a.x, p.y + at_a.y);
        assert_eq!(first, left.first_overlap(&right, offset).map(in_world));
        assert!(geometry || !raster);
        if left.width() > 0 && left.height() > 0 {
            assert_eq!(a.bake(&pose_a).unwrap(), (left, at_a));
        }
    });
}

#[test]
fn scale_nearest_is_the_bake_of_the_same_scale() {
    each_scene(67_000_000, 3_000, Reach::Icon, |rng, _, a, _| {
        let (w, h) = a.size();
        // The scale must be a multiple of 1/65536; otherwise the two scales are different.
        let to = |rng: &mut Rng, side: u32| {
            let steps = rng.pick(&[1u64, 2, 4, 8, 16]);
            let times = rng.below(3 * steps) + 1;
            let long = u64::from(side) * times;
            long.is_multiple_of(steps).then(|| (long / steps, (times << 16) as i64 / steps as i64))
        };
        if let (Some((new_w, sx)), Some((new_h, sy))) = (to(rng, w), to(rng, h))
            && new_w > 0
            && new_h > 0
        {
            let baked = a.bake(&pose_of([sx, 0, 0, sy, 0, 0])).unwrap();
            assert_eq!(baked, (a.scale_nearest(new_w as u32, new_h as u32), Point::new(0, 0)), "{sx} {sy}");
        }
    });
}

/// The texels of a window are the texels of its pixels, asked for one by one: near the image, far from it, and at the ends of the world.
#[test]
fn a_windows_texels_are_its_pixels() {
    each_scene(73_000_000, 3_000, Reach::Icon, |rng, scene, a, _| {
        let pose = pose_of(scene.pose_a);
        let corner = match rng.below(4) {
            0 => Point::new(rng.pick(&[i32::MIN, i32::MAX - 5]), rng.pick(&[i32::MIN, -7, i32::MAX])),
            1 => Point::new(rng.next() as i32, rng.next() as i32),
            _ => a.bake(&pose).unwrap().1,
        };
        // Sometimes a long row, so that an error of a step would grow.
        let [w, h] = rng.pick(&[[0, 3], [3, 0], [1, 1], [8, 5], [13, 13], [400, 2], [2, 400]]);
        let window = Rect::new(corner.x, corner.y, w, h);
        let _blame = Blame(&window);
        let in_world = |from: i32, side: u32| {
            (0..i64::from(side)).map_while(move |i| i32::try_from(i64::from(from) + i).ok())
        };
        let mut texels = pose.texels(window);
        for (y, x) in in_world(corner.y, h).flat_map(|y| in_world(corner.x, w).map(move |x| (y, x))) {
            let (u, v) = hitmask_oracle::texel_at(scene.pose_a, x.into(), y.into());
            assert_eq!(texels.next(), Some([u, v]), "({x}, {y})");
            assert_eq!(pose.texel_at((x, y)), [u, v], "({x}, {y})");
        }
        assert_eq!(texels.next(), None);
    });
}

/// What a mask stores for posed questions must be dropped when a pixel changes.
#[test]
fn edits_are_seen() {
    each_scene(72_000_000, 1_000, Reach::Icon, |rng, scene, a, b| {
        let (pose_a, pose_b) = (pose_of(scene.pose_a), pose_of(scene.pose_b));
        let (w, h) = a.size();
        if w == 0 || h == 0 {
            return;
        }
        let (mut mask, mut alpha, other) = (a.clone(), AlphaMask::from_mask(a), AlphaMask::from_mask(b));
        for _ in 0..4 {
            let _ = (answers(&mask, &pose_a, b, &pose_b), alpha.overlap_area_posed(&pose_a, &other, &pose_b));
            let at = Point::new(rng.below(w.into()) as i32, rng.below(h.into()) as i32);
            let solid = !mask.get(at);
            mask.set(at, solid);
            alpha.set(at, if solid { 255 } else { 0 });
            let fresh = Mask::from_fn(w, h, |x, y| mask.get((x as i32, y as i32)));
            assert_eq!(answers(&mask, &pose_a, b, &pose_b), answers(&fresh, &pose_a, b, &pose_b));
            assert_eq!(mask.bake(&pose_a).unwrap(), fresh.bake(&pose_a).unwrap());
            let fresh = AlphaMask::from_mask(&fresh);
            assert_eq!(
                alpha.first_overlap_posed(&pose_a, &other, &pose_b),
                fresh.first_overlap_posed(&pose_a, &other, &pose_b)
            );
            assert_eq!(
                alpha.at_level(9).overlaps_posed(&pose_a, &other.at_level(200), &pose_b),
                fresh.at_level(9).overlaps_posed(&pose_a, &other.at_level(200), &pose_b)
            );
        }
    });
}

#[test]
fn bakes_of_many_sizes() {
    let rng = &mut Rng::new(crate::common::first_seed(69_000_000));
    for _ in 0..200 {
        let scene = Scene::any(rng, Reach::Sprite);
        let _blame = Blame(&scene);
        check_bake(&scene.a, scene.pose_a);
        check_bake(&scene.b, scene.pose_b);
    }
}

#[test]
fn poses_from_parts_are_rounded_once() {
    let first = crate::common::first_seed(70_000_000);
    let mut refused = 0;
    for seed in first..first + 20_000 {
        refused += u64::from(pose_parts::run(seed).is_none());
    }
    assert!(refused < 8_000, "{refused} refused");
}

#[test]
fn six_numbers_are_kept() {
    let rng = &mut Rng::new(crate::common::first_seed(71_000_000));
    for _ in 0..20_000 {
        let [a, b, c, d] = matrix(rng);
        let end = 1 << 47;
        let mut t = || if rng.one_in(8) { rng.pick(&[-end, end]) } else { rng.between(-end, end) };
        let pose = [a, b, c, d, t(), t()];
        assert_eq!(pose_of(pose).to_q16(), pose);
        // f64 holds all of these exactly, and halves of a unit are rounded away from zero.
        let exact = Pose::from_matrix(pose.map(|n| n as f64 / ONE as f64)).unwrap();
        assert_eq!(exact.to_q16(), pose);
        let almost = pose.map(|n| {
            if n.abs() < 1 << 22 {
                (n as f64 + 0.5 * (n.signum() as f64)) / ONE as f64
            } else {
                n as f64 / ONE as f64
            }
        });
        if let Ok(rounded) = Pose::from_matrix(almost) {
            assert_eq!(rounded.to_q16(), pose.map(|n| if n.abs() < 1 << 22 { n + n.signum() } else { n }));
        }
    }
}
