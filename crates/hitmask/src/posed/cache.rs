use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::{PixelRule, plain};
use crate::geom::{Extent, Point, Pose, Rect};
use crate::mask::{Mask, MaskError};
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
/// let first = cache.bake(&ship, &turned(10.0)?)?;
/// let later = cache.bake(&ship, &turned(250.0)?)?;
/// assert_eq!(later.corner.x, first.corner.x + 240);
/// assert_eq!((cache.stats().hits, cache.stats().misses), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "LRU")]
#[doc(alias = "rotation cache")]
#[derive(Clone, Debug)]
pub struct PoseCache {
    max_bytes: usize,
    entries: Vec<Entry>,
    /// For each hash, the first entry of its list. The length is a power of two, at least the number of entries.
    buckets: Vec<u32>,
    newest: u32,
    oldest: u32,
    stats: CacheStats,
}

/// A mask drawn with its pose, and its position in the world.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Baked {
    /// The covered pixels.
    pub mask: Arc<Mask>,
    /// The world pixel of the mask's upper-left corner.
    pub corner: Point,
}

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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Key {
    stamp: usize,
    matrix: [i32; 4],
    phase: [u16; 2],
}

#[derive(Clone, Debug)]
struct Entry {
    key: Key,
    baked: Baked,
    bytes: usize,
    /// The next entry in the same bucket.
    next: u32,
    newer: u32,
    older: u32,
}

const NONE: u32 = u32::MAX;

impl Key {
    #[expect(clippy::cast_possible_truncation, reason = "hashing")]
    fn hash(&self) -> usize {
        let [a, b, c, d] = self.matrix.map(|x| u64::from(x.cast_unsigned()));
        let phase = u64::from(self.phase[0]) << 16 | u64::from(self.phase[1]);
        [self.stamp as u64, a << 32 | b, c << 32 | d, phase].iter().fold(0u64, |hash, &part| {
            // The multiplier is 2^64 divided by the golden ratio, an odd number with well-spread bits. The high half of the product depends
            // on all bits.
            let product = u128::from(hash ^ part) * 0x9E37_79B9_7F4A_7C15;
            (product >> 64) as u64 ^ product as u64
        }) as usize
    }
}

impl PoseCache {
    /// A cache that stores at most `max_bytes` bytes of masks. A mask that is larger on its own is baked and returned, but not stored.
    #[must_use]
    pub fn new(max_bytes: usize) -> PoseCache {
        PoseCache {
            max_bytes,
            entries: Vec::new(),
            buckets: Vec::new(),
            newest: NONE,
            oldest: NONE,
            stats: CacheStats::default(),
        }
    }

    /// Like [`Mask::try_bake`], but without work if this mask, or the mask that it was cloned from, was baked with such a pose before and
    /// neither was edited since.
    ///
    /// # Complexity
    /// O(1) if the bake is stored; otherwise what the bake costs.
    ///
    /// # Errors
    /// [`MaskError::TooLarge`], if the image exceeds the size limits of a mask.
    pub fn bake(&mut self, mask: &Mask, pose: &Pose) -> Result<Baked, MaskError> {
        let whole = pose.translation.map(|t| t >> 16);
        let phase = pose.translation.map(|t| (t & 0xFFFF) as u16);
        let whole_texels = Extent::of_size(mask.width(), mask.height());
        let here = image(pose, whole_texels);
        let uncached = || {
            let (baked, corner) = mask.try_bake(pose)?;
            Ok(Baked { mask: Arc::new(baked), corner })
        };
        // At the ends of the world an image is clipped, so it cannot be reused at another position.
        let at_the_end = here.x0 == Extent::WORLD.x0
            || here.y0 == Extent::WORLD.y0
            || here.x1 == Extent::WORLD.x1
            || here.y1 == Extent::WORLD.y1;
        let (Some(stamp), false) = (mask.stamp(), at_the_end || here.is_empty()) else {
            self.stats.misses += 1;
            return uncached();
        };
        let key = Key { stamp, matrix: pose.matrix, phase };
        let moved = |baked: &Baked| Baked {
            mask: Arc::clone(&baked.mask),
            corner: Point::new(
                baked.corner.x.wrapping_add(whole[0] as i32),
                baked.corner.y.wrapping_add(whole[1] as i32),
            ),
        };
        if let Some(found) = self.find(&key) {
            self.stats.hits += 1;
            self.touch(found);
            return Ok(moved(&self.entries[found as usize].baked));
        }
        self.stats.misses += 1;
        let baked = uncached()?;
        let kept = Baked {
            mask: Arc::clone(&baked.mask),
            corner: Point::new(
                baked.corner.x.wrapping_sub(whole[0] as i32),
                baked.corner.y.wrapping_sub(whole[1] as i32),
            ),
        };
        self.insert(key, kept);
        Ok(baked)
    }

    /// [`Mask::overlaps_posed`] by [`PixelRule::Raster`], with both masks baked by this cache. No bake is made if both poses are only
    /// turns, or if the images share no pixel. If an image exceeds the size limits of a mask, the pixels are searched instead.
    #[must_use]
    pub fn overlaps_posed(&mut self, a: &Mask, pose_a: &Pose, b: &Mask, pose_b: &Pose) -> bool {
        match self.pair(a, pose_a, b, pose_b) {
            PosedPair::Baked(a, b, offset) => a.mask.overlaps(&*b.mask, offset),
            PosedPair::Apart => false,
            PosedPair::Unbaked => a.overlaps_posed(pose_a, b, pose_b, PixelRule::Raster),
        }
    }

    /// [`Mask::first_overlap_posed`], with both masks baked by this cache.
    #[must_use]
    pub fn first_overlap_posed(&mut self, a: &Mask, pose_a: &Pose, b: &Mask, pose_b: &Pose) -> Option<Point> {
        match self.pair(a, pose_a, b, pose_b) {
            PosedPair::Baked(a, b, offset) => {
                let first = a.mask.first_overlap(&*b.mask, offset)?;
                Some(Point::new(first.x + a.corner.x, first.y + a.corner.y))
            }
            PosedPair::Apart => None,
            PosedPair::Unbaked => a.first_overlap_posed(pose_a, b, pose_b),
        }
    }

    /// [`Mask::overlap_area_posed`], with both masks baked by this cache.
    #[must_use]
    pub fn overlap_area_posed(&mut self, a: &Mask, pose_a: &Pose, b: &Mask, pose_b: &Pose) -> u64 {
        match self.pair(a, pose_a, b, pose_b) {
            PosedPair::Baked(a, b, offset) => a.mask.overlap_area(&*b.mask, offset),
            PosedPair::Apart => 0,
            PosedPair::Unbaked => a.overlap_area_posed(pose_a, b, pose_b),
        }
    }

    /// [`Mask::overlap_bounds_posed`], with both masks baked by this cache.
    #[must_use]
    pub fn overlap_bounds_posed(&mut self, a: &Mask, pose_a: &Pose, b: &Mask, pose_b: &Pose) -> Option<Rect> {
        match self.pair(a, pose_a, b, pose_b) {
            PosedPair::Baked(a, b, offset) => {
                a.mask.overlap_bounds(&*b.mask, offset)?.checked_translate(a.corner)
            }
            PosedPair::Apart => None,
            PosedPair::Unbaked => a.overlap_bounds_posed(pose_a, b, pose_b),
        }
    }

    /// Hits and misses since the cache was made, and its current contents.
    #[must_use]
    pub fn stats(&self) -> CacheStats {
        self.stats
    }

    /// The memory limit in bytes.
    #[must_use]
    pub fn max_bytes(&self) -> usize {
        self.max_bytes
    }

    /// Drops every mask. The counters of hits, misses and evictions are kept.
    pub fn clear(&mut self) {
        let CacheStats { hits, misses, evictions, .. } = self.stats;
        *self = PoseCache {
            stats: CacheStats { hits, misses, evictions, ..CacheStats::default() },
            ..PoseCache::new(self.max_bytes)
        };
    }

    fn pair(&mut self, a: &Mask, pose_a: &Pose, b: &Mask, pose_b: &Pose) -> PosedPair {
        if plain::both_turned(pose_a, pose_b) {
            return PosedPair::Unbaked;
        }
        if image(pose_a, a.extent()).intersection(image(pose_b, b.extent())).is_empty() {
            return PosedPair::Apart;
        }
        let (Ok(a), Ok(b)) = (self.bake(a, pose_a), self.bake(b, pose_b)) else { return PosedPair::Unbaked };
        // Images that share pixels are less than two mask sides apart.
        let offset = Point::new(b.corner.x.wrapping_sub(a.corner.x), b.corner.y.wrapping_sub(a.corner.y));
        PosedPair::Baked(a, b, offset)
    }

    fn find(&self, key: &Key) -> Option<u32> {
        let bucket = key.hash() & self.buckets.len().checked_sub(1)?;
        let mut at = self.buckets[bucket];
        while at != NONE {
            let entry = &self.entries[at as usize];
            if entry.key == *key {
                return Some(at);
            }
            at = entry.next;
        }
        None
    }

    /// Makes an entry the most recently used.
    fn touch(&mut self, at: u32) {
        if self.newest != at {
            self.unlink_age(at);
            self.link_newest(at);
        }
    }

    fn insert(&mut self, key: Key, baked: Baked) {
        let bytes = baked.mask.memory_bytes() + size_of::<Entry>() + 2 * size_of::<u32>();
        if bytes > self.max_bytes || self.entries.len() >= NONE as usize {
            return;
        }
        while self.stats.bytes + bytes > self.max_bytes {
            self.remove(self.oldest);
            self.stats.evictions += 1;
        }
        let at = self.entries.len() as u32;
        self.entries.push(Entry { key, baked, bytes, next: NONE, newer: NONE, older: NONE });
        self.link_newest(at);
        self.stats.bytes += bytes;
        self.stats.entries = self.entries.len();
        if self.entries.len() > self.buckets.len() {
            self.buckets = vec![NONE; self.entries.len().next_power_of_two().max(16)];
            (0..self.entries.len() as u32).for_each(|at| self.link_bucket(at));
        } else {
            self.link_bucket(at);
        }
    }

    /// Removes an entry. The last entry takes its index.
    fn remove(&mut self, at: u32) {
        self.unlink_age(at);
        self.unlink_bucket(at);
        let last = self.entries.len() as u32 - 1;
        if at != last {
            self.unlink_bucket(last);
            let Entry { newer, older, .. } = self.entries[last as usize];
            *self.newer_link(older) = at;
            *self.older_link(newer) = at;
        }
        let gone = self.entries.swap_remove(at as usize);
        if at != last {
            self.link_bucket(at);
        }
        self.stats.bytes -= gone.bytes;
        self.stats.entries = self.entries.len();
    }

    fn link_bucket(&mut self, at: u32) {
        let bucket = self.entries[at as usize].key.hash() & (self.buckets.len() - 1);
        self.entries[at as usize].next = self.buckets[bucket];
        self.buckets[bucket] = at;
    }

    fn unlink_bucket(&mut self, gone: u32) {
        let Entry { key, next, .. } = self.entries[gone as usize];
        let bucket = key.hash() & (self.buckets.len() - 1);
        let first = self.buckets[bucket];
        if first == gone {
            self.buckets[bucket] = next;
            return;
        }
        let mut before = first;
        while self.entries[before as usize].next != gone {
            before = self.entries[before as usize].next;
        }
        self.entries[before as usize].next = next;
    }

    fn link_newest(&mut self, at: u32) {
        let before = self.newest;
        (self.entries[at as usize].newer, self.entries[at as usize].older) = (NONE, before);
        *self.newer_link(before) = at;
        self.newest = at;
    }

    fn unlink_age(&mut self, at: u32) {
        let Entry { newer, older, .. } = self.entries[at as usize];
        *self.newer_link(older) = newer;
        *self.older_link(newer) = older;
    }

    /// The link to the entry that is newer than this one. For `NONE`, the link to the oldest.
    fn newer_link(&mut self, than: u32) -> &mut u32 {
        if than == NONE { &mut self.oldest } else { &mut self.entries[than as usize].newer }
    }

    /// The link to the entry that is older than this one. For `NONE`, the link to the newest.
    fn older_link(&mut self, than: u32) -> &mut u32 {
        if than == NONE { &mut self.newest } else { &mut self.entries[than as usize].older }
    }
}

/// Two posed masks, as prepared by the cache.
enum PosedPair {
    /// Both are baked; the offset goes from the first to the second.
    Baked(Baked, Baked, Point),
    /// Their images share no pixel.
    Apart,
    /// They are better queried without a bake, or too large for one.
    Unbaked,
}
