//! Two pictures under two poses, every posed verb, every kernel, against the oracle.

use hitmask::{AlphaMask, Mask, PixelRule, Pose};
use hitmask_oracle::{
    Affine, AlphaGrid, Grid, Overlap, bake, bake_alpha, posed_geometry_overlaps, posed_overlap,
    posed_sum_overlap,
};

use super::pictures::alphas;
use super::poses::{Reach, Scene};
use super::{Blame, Rng, assert_same, loose_mask_of, mask_of, on_every_backend, point, rect};
pub(crate) use hitmask_model::pose_of;

/// The largest number of pairs of texels that the oracle tests for one answer about geometry.
const MOST_TEXEL_PAIRS: u64 = 20_000;

/// Tests the pair of a seed, with small pictures. Returns the number of compared answers.
pub(crate) fn run(seed: u64) -> u64 {
    let rng = &mut Rng::new(seed);
    match rng.below(16) {
        0 => alpha_case(seed, rng),
        1 => bake_case(seed, rng, Reach::Icon),
        2..=4 => shapes(seed, rng, Reach::Icon, Scene::any),
        5 => shapes(seed, rng, Reach::Icon, Scene::touching),
        6 => shapes(seed, rng, Reach::Dot, Scene::touching),
        _ => shapes(seed, rng, Reach::Dot, Scene::any),
    }
}

/// The same as [`run`], with pictures of up to some hundred pixels.
pub(crate) fn run_large(seed: u64) -> u64 {
    let rng = &mut Rng::new(seed);
    match rng.below(6) {
        0 => bake_case(seed, rng, Reach::Sprite),
        1 => shapes(seed, rng, Reach::Sprite, Scene::touching),
        _ => shapes(seed, rng, Reach::Sprite, Scene::any),
    }
}

fn shapes(seed: u64, rng: &mut Rng, reach: Reach, make: fn(&mut Rng, Reach) -> Scene) -> u64 {
    let mut scene = make(rng, reach);
    if rng.one_in(3) {
        scene = scene.nearly_missing(rng);
    }
    let loose = rng.one_in(4);
    let _blame = Blame(&(seed, &scene));
    let Scene { a, pose_a, b, pose_b } = &scene;
    let [left, right] = [a, b].map(|grid| if loose { loose_mask_of(grid) } else { mask_of(grid) });
    let truth = posed_overlap(a, *pose_a, b, *pose_b);
    raster(&left, &pose_of(*pose_a), &right, &pose_of(*pose_b), &truth);
    1 + geometry(&scene, &left, &right, truth.overlaps())
}

/// Every verb under the raster rule, in both orders.
fn raster(left: &Mask, pose_a: &Pose, right: &Mask, pose_b: &Pose, truth: &Overlap) {
    on_every_backend(|kernel| {
        for (a, pose_a, b, pose_b) in [(left, pose_a, right, pose_b), (right, pose_b, left, pose_a)] {
            let overlaps = a.overlaps_posed(pose_a, b, pose_b, PixelRule::Raster);
            assert_eq!(overlaps, truth.overlaps(), "overlaps_posed on {kernel:?}");
            assert_eq!(
                a.overlap_area_posed(pose_a, b, pose_b),
                truth.area(),
                "overlap_area_posed on {kernel:?}"
            );
            let first = a.first_overlap_posed(pose_a, b, pose_b);
            assert_eq!(first, truth.first().map(point), "first_overlap_posed on {kernel:?}");
            let bounds = a.overlap_bounds_posed(pose_a, b, pose_b);
            assert_eq!(bounds, rect(truth.bounds()), "overlap_bounds_posed on {kernel:?}");
        }
    });
}

/// The geometry rule, if the oracle has time for it. Also checks that an overlap by raster is one by geometry. Returns the number of
/// answers.
fn geometry(scene: &Scene, left: &Mask, right: &Mask, raster: bool) -> u64 {
    let (pose_a, pose_b) = (pose_of(scene.pose_a), pose_of(scene.pose_b));
    let affordable = left.count() * right.count() <= MOST_TEXEL_PAIRS;
    if !affordable && !raster {
        return 0;
    }
    let truth = raster || posed_geometry_overlaps(&scene.a, scene.pose_a, &scene.b, scene.pose_b);
    assert!(
        !raster || !affordable || posed_geometry_overlaps(&scene.a, scene.pose_a, &scene.b, scene.pose_b),
        "the oracle"
    );
    on_every_backend(|kernel| {
        let ours = left.overlaps_posed(&pose_a, right, &pose_b, PixelRule::Geometry);
        assert_eq!(ours, truth, "overlaps_posed by geometry on {kernel:?}");
        let swapped = right.overlaps_posed(&pose_b, left, &pose_a, PixelRule::Geometry);
        assert_eq!(swapped, truth, "swapped, by geometry on {kernel:?}");
    });
    1
}

/// The picture as it appears in the world.
fn bake_case(seed: u64, rng: &mut Rng, reach: Reach) -> u64 {
    let scene = Scene::any(rng, reach);
    let _blame = Blame(&(seed, &scene));
    check_bake(&scene.a, scene.pose_a);
    let alpha = alphas(rng, &scene.b, 128);
    let (ours, corner) = alpha_mask(&alpha).bake(&pose_of(scene.pose_b)).unwrap();
    match bake_alpha(&alpha, scene.pose_b) {
        None => assert_eq!(ours.to_mask(1).count(), 0),
        Some((truth, at)) => {
            assert_eq!(
                (ours.width() as usize, ours.height() as usize, corner),
                (truth.w, truth.h, point(at))
            );
            assert_eq!(ours.as_bytes(), truth.alpha);
        }
    }
    2
}

pub(crate) fn check_bake(grid: &Grid, pose: Affine) {
    let (ours, corner) = mask_of(grid).bake(&pose_of(pose)).unwrap();
    match bake(grid, pose) {
        None => assert_eq!(ours.count(), 0),
        Some((truth, at)) => {
            assert_same(&ours, &truth, "bake");
            assert_eq!(corner, point(at));
        }
    }
}

fn alpha_mask(grid: &AlphaGrid) -> AlphaMask {
    AlphaMask::from_alpha(grid.w as u32, grid.h as u32, &grid.alpha).unwrap()
}

/// Alphas at two levels, and by alpha sum.
fn alpha_case(seed: u64, rng: &mut Rng) -> u64 {
    let reach = if rng.one_in(4) { Reach::Icon } else { Reach::Dot };
    let mut scene = Scene::any(rng, reach);
    if rng.one_in(4) {
        scene = scene.nearly_missing(rng);
    }
    // Many pairs of alphas add up to 254 or 255: the level of one is 255 minus the level of the other.
    let level = rng.pick(&[1, 2, 64, 127, 128, 200, 254]);
    let (a, b) = (alphas(rng, &scene.a, level), alphas(rng, &scene.b, 255 - level));
    let (pose_a, pose_b) = (pose_of(scene.pose_a), pose_of(scene.pose_b));
    let (left, right) = (alpha_mask(&a), alpha_mask(&b));
    let _blame = Blame(&(seed, level, &a, scene.pose_a, &b, scene.pose_b));

    let sum = posed_sum_overlap(&a, scene.pose_a, &b, scene.pose_b);
    on_every_backend(|kernel| {
        assert_eq!(left.overlaps_posed(&pose_a, &right, &pose_b), sum.overlaps(), "alpha sum on {kernel:?}");
        assert_eq!(left.overlap_area_posed(&pose_a, &right, &pose_b), sum.area(), "area on {kernel:?}");
        assert_eq!(
            left.first_overlap_posed(&pose_a, &right, &pose_b),
            sum.first().map(point),
            "on {kernel:?}"
        );
        assert_eq!(left.overlap_bounds_posed(&pose_a, &right, &pose_b), rect(sum.bounds()), "on {kernel:?}");
        assert_eq!(right.overlap_area_posed(&pose_b, &left, &pose_a), sum.area(), "swapped on {kernel:?}");
    });

    let other = rng.pick(&[1, 128, 255, 255 - level]);
    let met = posed_overlap(&a.at_level(level), scene.pose_a, &b.at_level(other), scene.pose_b);
    let (left, right) = (left.at_level(level), right.at_level(other));
    on_every_backend(|kernel| {
        assert_eq!(left.overlaps_posed(&pose_a, &right, &pose_b), met.overlaps(), "levels on {kernel:?}");
        assert_eq!(left.overlap_area_posed(&pose_a, &right, &pose_b), met.area(), "area on {kernel:?}");
        assert_eq!(
            left.first_overlap_posed(&pose_a, &right, &pose_b),
            met.first().map(point),
            "on {kernel:?}"
        );
        assert_eq!(left.overlap_bounds_posed(&pose_a, &right, &pose_b), rect(met.bounds()), "on {kernel:?}");
    });
    2
}
