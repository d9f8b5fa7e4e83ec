//! The cache of baked masks gives the same answers as no cache, after any edit and with any amount of memory. Its statistics are correct.

#[path = "../cases/pose_cache.rs"]
mod case;

use crate::common::Rng;
use crate::common::posed_case::pose_of;
use crate::common::poses::ONE;
use hitmask::{Mask, Pose, PoseCache};

#[test]
fn scripts_of_questions_and_edits() {
    let first = crate::common::first_seed(80_000_000);
    let (mut hits, mut evictions) = (0, 0);
    for seed in first..first + 500 {
        let stats = case::run(seed, 80);
        hits += stats.hits;
        evictions += stats.evictions;
    }
    assert!(hits > 1_000 && evictions > 1_000, "{hits} hits, {evictions} evictions");
}

/// The mask that was unused the longest is dropped first. Other questions in between do not matter.
#[test]
fn the_least_recently_used_goes_first() {
    let rng = &mut Rng::new(crate::common::first_seed(81_000_000));
    let mask = Mask::filled(10, 10);
    // Poses that need the same number of bytes: quarter pixels at twice the size.
    let poses: Vec<Pose> = (0..8)
        .map(|i| pose_of([2 * ONE, 0, 0, 2 * ONE, (i % 4 + 1) * ONE / 8, (i / 4 + 1) * ONE / 8]))
        .collect();
    let one = {
        let mut cache = PoseCache::new(1 << 20);
        let _ = cache.bake(&mask, &poses[0]).unwrap();
        cache.stats().bytes
    };
    let mut cache = PoseCache::new(3 * one);
    let mut held: Vec<usize> = Vec::new();
    for _ in 0..2_000 {
        let i = rng.below(8) as usize;
        let hits = cache.stats().hits;
        let _ = cache.bake(&mask, &poses[i]).unwrap();
        let was_held = held.iter().position(|&held| held == i);
        assert_eq!(cache.stats().hits > hits, was_held.is_some(), "{i} of {held:?}");
        if let Some(at) = was_held {
            held.remove(at);
        } else if held.len() == 3 {
            held.remove(0);
        }
        held.push(i);
        assert_eq!((cache.stats().entries, cache.stats().bytes), (held.len(), held.len() * one));
    }
}

#[test]
fn an_edit_is_seen_and_a_clone_shares() {
    let mut cache = PoseCache::new(1 << 20);
    let pose = pose_of([ONE, ONE / 2, 0, ONE, 0, 0]);
    let mut mask = Mask::filled(8, 8);
    let (before, _) = cache.bake(&mask, &pose).unwrap();
    let clone = mask.clone();
    mask.set((3, 3), false);
    assert_eq!(cache.bake(&mask, &pose).unwrap().0.count(), before.count() - 1);
    // The clone has the pixels that were baked first, and its baked mask is found.
    assert!(std::sync::Arc::ptr_eq(&cache.bake(&clone, &pose).unwrap().0, &before));
    // Setting the pixel back is an edit, too: the pixels are the same, but the mask is baked again.
    mask.set((3, 3), true);
    assert_eq!(cache.bake(&mask, &pose).unwrap().0, before);
}

/// The last bits of the part of a pixel decide on which side of a pixel's centre an edge lies. So they are part of the question.
#[test]
fn the_least_part_of_a_pixel_counts() {
    let mask = Mask::filled(1, 1);
    let mut cache = PoseCache::new(1 << 20);
    let half = ONE / 2;
    for [a, b] in [[2, 0], [0, 2]] {
        for (tx, ty) in [(half, 0), (half + 1, 0), (half - 1, 0), (0, half), (0, half + 1), (0, half - 1)] {
            let pose = pose_of([a * ONE, b * ONE, -b * ONE, a * ONE, tx, ty]);
            let (baked, corner) = cache.bake(&mask, &pose).unwrap();
            assert_eq!(((*baked).clone(), corner), mask.bake(&pose).unwrap(), "{tx} {ty}");
        }
    }
    assert_eq!((cache.stats().hits, cache.stats().misses), (0, 12));
}
