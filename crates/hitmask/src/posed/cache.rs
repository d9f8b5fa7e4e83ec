//! A cache of the drawings of posed masks.

use alloc::sync::Arc;

use super::store::{BakeKey, BakeStore};
use super::{PixelRule, Posed};
use crate::geom::{Extent, Mapped, Point, Pose, Rect};
use crate::invalid_argument::InvalidArgument;
use crate::mask::Mask;
use crate::placed::image;

/// A cache of baked masks, for games that draw the same sprites at the same angles again and again.
///
/// The key of a bake is the mask's pixels, the matrix of the pose, and the fractional part of its translation. The whole pixels of the
/// translation don't matter. A repeated request returns the same mask without work. After a mask is edited, its old bakes are never
/// returned again. The cache has a memory limit; it drops the least recently used bakes first.
///
/// If angles and positions vary freely, requests rarely repeat. A game can choose to draw and test in steps:
/// [`Angle::snapped`](crate::Angle::snapped), whole positions. The cache never rounds on its own.
///
/// ```
/// use hitmask::{Angle, Mask, Pose, PoseCache, PoseParts};
/// let mut cache = PoseCache::new(1 << 20);
/// let ship = Mask::from_fn(32, 32, |x, y| x > y / 2 && x < 32 - y / 2);
/// let turned = |x| Pose::new(&PoseParts {
///     position: [x, 100.0],
///     rotation: Angle::Degrees(31.0).snapped(64),
///     pivot: [16.0, 16.0],
///     ..PoseParts::default()
/// });
/// let (_mask, first) = cache.bake(&ship, &turned(10.0)?)?;
/// let (_mask, later) = cache.bake(&ship, &turned(250.0)?)?;
/// assert_eq!(later.x, first.x + 240);
/// assert_eq!((cache.stats().hits, cache.stats().misses), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "LRU")]
#[doc(alias = "rotation cache")]
#[derive(Clone, Debug)]
pub struct PoseCache {
    store: BakeStore<Baked>,
    stats: CacheStats,
}

/// A mask drawn with its pose, and the world pixel of its upper-left corner.
type Baked = (Arc<Mask>, Point);

/// Counters of a [`PoseCache`], and its current contents.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct CacheStats {
    /// Requests answered with a stored mask.
    pub hits: u64,
    /// Requests that had to bake.
    pub misses: u64,
    /// Masks dropped to stay within the memory limit.
    pub evictions: u64,
    /// Masks stored now.
    pub entries: usize,
    /// Memory in use, in bytes: the masks, and the cache's own memory for each. What the masks themselves derive for posed queries does not
    /// count.
    pub bytes: usize,
}

impl PoseCache {
    /// A cache that stores at most `max_bytes` bytes of masks. A mask that is larger on its own is baked and returned, but not stored.
    #[must_use]
    pub fn new(max_bytes: usize) -> PoseCache {
        PoseCache { store: BakeStore::new(max_bytes), stats: CacheStats::default() }
    }

    /// Like [`Mask::bake`], but without work if this mask, or the mask that it was cloned from, was baked with such a pose before and
    /// neither was edited since.
    ///
    /// # Complexity
    /// O(1) if the bake is stored; otherwise what the bake costs.
    ///
    /// # Errors
    /// [`InvalidArgument`], if the image exceeds the size limits of a mask.
    pub fn bake(&mut self, mask: &Mask, pose: &Pose) -> Result<(Arc<Mask>, Point), InvalidArgument> {
        let whole = pose.translation.mapped(|t| (t >> 16) as i32);
        let whole_texels = Extent::of_size(mask.width(), mask.height());
        let here = image(pose, whole_texels);
        let uncached = || {
            let (baked, corner) = mask.bake(pose)?;
            Ok((Arc::new(baked), corner))
        };
        // At the ends of the world an image is clipped, so it cannot be reused at another position.
        let (Some(stamp), false) = (mask.stamp(), here.reaches_the_end() || here.is_empty()) else {
            self.stats.misses += 1;
            return uncached();
        };
        let key = BakeKey::new(stamp, pose);
        let [x, y] = whole;
        if let Some((found, corner)) = self.store.get(&key) {
            self.stats.hits += 1;
            return Ok((Arc::clone(found), Point::new(corner.x.wrapping_add(x), corner.y.wrapping_add(y))));
        }
        self.stats.misses += 1;
        let (baked, corner) = uncached()?;
        let kept = (Arc::clone(&baked), Point::new(corner.x.wrapping_sub(x), corner.y.wrapping_sub(y)));
        self.store.insert(key, kept, baked.memory_bytes(), |(dropped, _)| {
            self.stats.evictions += u64::from(!Arc::ptr_eq(&dropped, &baked));
        });
        self.stats.entries = self.store.len();
        self.stats.bytes = self.store.bytes();
        Ok((baked, corner))
    }

    /// [`Mask::overlaps_posed`] by [`PixelRule::Raster`], with both masks baked by this cache. No bake is made if both poses are only
    /// turns, or if the images share no pixel. If an image exceeds the size limits of a mask, the pixels are searched instead.
    #[must_use]
    pub fn overlaps_posed(&mut self, a: &Mask, pose_a: &Pose, b: &Mask, pose_b: &Pose) -> bool {
        let baked = |a: &Mask, b: &Mask, offset, _| a.overlaps(b, offset);
        self.ask((a, pose_a), (b, pose_b), baked, || a.overlaps_posed(pose_a, b, pose_b, PixelRule::Raster))
    }

    /// [`Mask::first_overlap_posed`], with both masks baked by this cache.
    #[must_use]
    pub fn first_overlap_posed(&mut self, a: &Mask, pose_a: &Pose, b: &Mask, pose_b: &Pose) -> Option<Point> {
        let baked = |a: &Mask, b: &Mask, offset, corner| Some(a.first_overlap(b, offset)? + corner);
        self.ask((a, pose_a), (b, pose_b), baked, || a.first_overlap_posed(pose_a, b, pose_b))
    }

    /// [`Mask::overlap_area_posed`], with both masks baked by this cache.
    #[must_use]
    pub fn overlap_area_posed(&mut self, a: &Mask, pose_a: &Pose, b: &Mask, pose_b: &Pose) -> u64 {
        let baked = |a: &Mask, b: &Mask, offset, _| a.overlap_area(b, offset);
        self.ask((a, pose_a), (b, pose_b), baked, || a.overlap_area_posed(pose_a, b, pose_b))
    }

    /// [`Mask::overlap_bounds_posed`], with both masks baked by this cache.
    #[must_use]
    pub fn overlap_bounds_posed(&mut self, a: &Mask, pose_a: &Pose, b: &Mask, pose_b: &Pose) -> Option<Rect> {
        let baked =
            |a: &Mask, b: &Mask, offset, corner| a.overlap_bounds(b, offset)?.checked_translate(corner);
        self.ask((a, pose_a), (b, pose_b), baked, || a.overlap_bounds_posed(pose_a, b, pose_b))
    }

    /// Hits and misses since the cache was made, and its current contents.
    #[must_use]
    pub fn stats(&self) -> CacheStats {
        self.stats
    }

    /// The memory limit in bytes.
    #[must_use]
    pub fn max_bytes(&self) -> usize {
        self.store.max_bytes()
    }

    /// Drops every mask. The counters of hits, misses and evictions are kept.
    pub fn clear(&mut self) {
        let CacheStats { hits, misses, evictions, .. } = self.stats;
        *self = PoseCache {
            stats: CacheStats { hits, misses, evictions, ..CacheStats::default() },
            ..PoseCache::new(self.store.max_bytes())
        };
    }

    /// Asks both baked masks, with the offset between them and the world pixel of the first. `unbaked` answers where no bake is better, or
    /// possible. Images that share no pixel are not asked.
    fn ask<R: Default>(
        &mut self,
        (a, pose_a): Posed<'_>,
        (b, pose_b): Posed<'_>,
        baked: impl FnOnce(&Mask, &Mask, Point, Point) -> R,
        unbaked: impl FnOnce() -> R,
    ) -> R {
        if pose_a.turn().is_some() && pose_b.turn().is_some() {
            return unbaked();
        }
        if image(pose_a, a.extent()).intersection(image(pose_b, b.extent())).is_empty() {
            return R::default();
        }
        let (Ok((a, from)), Ok((b, to))) = (self.bake(a, pose_a), self.bake(b, pose_b)) else {
            return unbaked();
        };
        // Images that share pixels are less than two mask sides apart.
        baked(&a, &b, Point::new(to.x.wrapping_sub(from.x), to.y.wrapping_sub(from.y)), from)
    }
}
