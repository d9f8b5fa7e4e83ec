//! A script of questions and edits: the cache of baked masks gives the same answers as no cache.

use hitmask::{CacheStats, Mask, PixelRule, Point, Pose, PoseCache, StructuringElement};
use hitmask_oracle::Affine;

use crate::common::posed_case::pose_of;
use crate::common::poses::{ONE, matrix, phase};
use crate::common::{Blame, Rng, mask_of, pictures};

/// So few matrices and fractions of pixels that questions are repeated.
fn places(rng: &mut Rng) -> Vec<Affine> {
    let mut place = || {
        let [a, b, c, d] = matrix(rng);
        [a, b, c, d, phase(rng), phase(rng)]
    };
    (0..5).map(|_| place()).collect()
}

/// The pose, moved by whole pixels: nearby, or to an end of the world.
fn pose(rng: &mut Rng, places: &[Affine]) -> Pose {
    let mut whole = || match rng.below(20) {
        0 => i64::from(i32::MAX) - rng.between(0, 40),
        1 => i64::from(i32::MIN) + 1 + rng.between(0, 40),
        _ => rng.between(-20, 20),
    };
    let (x, y) = (whole(), whole());
    let [a, b, c, d, tx, ty] = rng.pick(places);
    pose_of([a, b, c, d, tx + x * ONE, ty + y * ONE])
}

/// Changes the mask in any possible way, or replaces it by a clone of another mask or by an equal one.
fn edit(rng: &mut Rng, masks: &mut [Mask]) {
    let i = rng.below(masks.len() as u64) as usize;
    let other = masks[rng.below(masks.len() as u64) as usize].clone();
    let (w, h) = masks[i].size();
    let offset = (rng.between(-4, 4) as i32, rng.between(-4, 4) as i32);
    let mask = &mut masks[i];
    match rng.below(11) {
        0 | 1 if w > 0 && h > 0 => {
            let at = Point::new(rng.below(w.into()) as i32, rng.below(h.into()) as i32);
            mask.set(at, !mask.get(at));
        }
        0 => mask.clear(),
        1 => mask.fill(),
        2 => mask.invert(),
        3 => mask.union_with(&other, offset),
        4 => mask.difference_with(&other, offset),
        5 => mask.intersect_with(&other, offset),
        6 => mask.symmetric_difference_with(&other, offset),
        7 => mask.fill_holes(),
        8 => *mask = mask.grow(1, StructuringElement::Box).0,
        9 => *mask = other,
        _ => *mask = Mask::from_fn(w, h, |x, y| mask.get((x as i32, y as i32))),
    }
}

/// Runs the script of a seed.
pub(crate) fn run(seed: u64, steps: u32) -> CacheStats {
    let rng = &mut Rng::new(seed);
    let room = rng.pick(&[0, 1_000, 5_000, 1 << 20]);
    let mut cache = PoseCache::new(room);
    let places = places(rng);
    let mut masks: Vec<Mask> = (0..3)
        .map(|_| {
            let (w, h) = (rng.below(14) as usize, rng.below(14) as usize);
            mask_of(&pictures::grid_of_size(rng, w, h))
        })
        .collect();
    for step in 0..steps {
        if rng.one_in(4) {
            edit(rng, &mut masks);
        }
        if rng.one_in(60) {
            cache.clear();
        }
        let [a, b] = [0; 2].map(|_| &masks[rng.below(3) as usize]);
        let (pose_a, pose_b) = (pose(rng, &places), pose(rng, &places));
        let _blame = Blame(&(seed, step, a, pose_a, b, pose_b));

        let before = cache.stats();
        let baked = cache.bake(a, &pose_a).unwrap();
        assert_eq!(((*baked.0).clone(), baked.1), a.bake(&pose_a).unwrap());
        let after = cache.stats();
        assert_eq!(after.hits + after.misses, before.hits + before.misses + 1);

        // A mask that was just stored is found again.
        let again = cache.bake(a, &pose_a).unwrap();
        assert_eq!(again, baked);
        if cache.stats().hits > after.hits {
            assert!(std::sync::Arc::ptr_eq(&again.0, &baked.0), "the same mask, not an equal one");
        }

        let raster = a.overlaps_posed(&pose_a, b, &pose_b, PixelRule::Raster);
        assert_eq!(cache.overlaps_posed(a, &pose_a, b, &pose_b), raster);
        assert_eq!(
            cache.overlap_area_posed(a, &pose_a, b, &pose_b),
            a.overlap_area_posed(&pose_a, b, &pose_b)
        );
        assert_eq!(
            cache.first_overlap_posed(a, &pose_a, b, &pose_b),
            a.first_overlap_posed(&pose_a, b, &pose_b)
        );
        assert_eq!(
            cache.overlap_bounds_posed(a, &pose_a, b, &pose_b),
            a.overlap_bounds_posed(&pose_a, b, &pose_b)
        );
        let stats = cache.stats();
        assert!(stats.bytes <= cache.max_bytes() && cache.max_bytes() == room, "{stats:?}");
        assert_eq!(stats.entries == 0, stats.bytes == 0);
    }
    cache.stats()
}
