//! Caches of posed masks.

use crate::prelude::*;
use crate::store::{change_cache, with_cache};

export! {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "JavaScript has checked that it is whole and fits")]
    fn cache_new(max_bytes: f64) -> i32 = keep(Object::Cache(Box::new(PoseCache::new(max_bytes as usize))));

    /// The mask under the pose on the desk; its corner on the desk.
    fn cache_bake(cache: usize, mask: usize) -> i32 = reply(pose_on_desk(0).and_then(|pose| {
        let (baked, corner) = change_cache(cache, |cache| with_mask(mask, |mask| cache.bake(mask, &pose)))?;
        lay(0, &[corner.x.into(), corner.y.into()]);
        Ok(keep_shape(baked))
    }));

    /// The poses of both are on the desk.
    fn cache_overlaps(cache: usize, a: usize, b: usize) -> i32 =
        reply(ask(cache, a, b, |cache, a, p, b, q| i32::from(cache.overlaps_posed(a, p, b, q))));

    fn cache_overlap_area(cache: usize, a: usize, b: usize) -> i32 = reply(ask(cache, a, b, |cache, a, p, b, q| {
        put(0, cache.overlap_area_posed(a, p, b, q) as f64);
        SOME
    }));

    fn cache_first_overlap(cache: usize, a: usize, b: usize) -> i32 =
        reply(ask(cache, a, b, |cache, a, p, b, q| option(cache.first_overlap_posed(a, p, b, q))));

    fn cache_overlap_bounds(cache: usize, a: usize, b: usize) -> i32 =
        reply(ask(cache, a, b, |cache, a, p, b, q| option(cache.overlap_bounds_posed(a, p, b, q))));

    /// Hits, misses, evictions, entries, bytes, the most bytes.
    fn cache_stats(cache: usize) = with_cache(cache, |cache| {
        let stats = cache.stats();
        lay(0, &[stats.hits as f64, stats.misses as f64, stats.evictions as f64, stats.entries as f64, stats.bytes as f64]);
        put(5, cache.max_bytes() as f64);
    });

    fn cache_clear(cache: usize) = change_cache(cache, PoseCache::clear);
}

fn ask(
    cache: usize,
    a: usize,
    b: usize,
    ask: impl FnOnce(&mut PoseCache, &Mask, &Pose, &Mask, &Pose) -> i32,
) -> Result<i32, Fault> {
    let (p, q) = (pose_on_desk(0)?, pose_on_desk(6)?);
    Ok(change_cache(cache, |cache| with_mask(a, |a| with_mask(b, |b| ask(cache, a, &p, b, &q)))))
}
