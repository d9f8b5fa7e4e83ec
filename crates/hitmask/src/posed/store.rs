//! A cache of drawings, in which each is found by what was drawn. [`PoseCache`](super::PoseCache) uses it, and so do the pictures that a
//! world shares.

use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, Ordering};

use crate::geom::{Mapped, Pose};
use crate::heap::heap_bytes;

/// What decides a drawing, up to a move by whole pixels: the pixels, the matrix, and the part of a pixel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BakeKey {
    /// The stamp of the pixels: an edit changes it.
    stamp: usize,
    matrix: [i32; 4],
    phase: [u16; 2],
}

impl BakeKey {
    /// The key of a drawing under a pose.
    pub(crate) fn new(stamp: usize, pose: &Pose) -> BakeKey {
        BakeKey { stamp, matrix: pose.matrix, phase: pose.translation.mapped(|t| (t & 0xFFFF) as u16) }
    }

    /// A number that depends on all of the key. Only speed depends on it, never an answer.
    pub(crate) fn hash(&self) -> u64 {
        let [a, b, c, d] = self.matrix.mapped(|x| u64::from(x.cast_unsigned()));
        let phase = u64::from(self.phase[0]) << 16 | u64::from(self.phase[1]);
        [self.stamp as u64, a << 32 | b, c << 32 | d, phase].iter().fold(0, |hash, &part| mixed(hash ^ part))
    }
}

/// A number whose bits each depend on many bits of another one.
pub(crate) fn mixed(number: u64) -> u64 {
    // The multiplier is 2^64 divided by the golden ratio, an odd number with well-spread bits. The high half of the product depends on all
    // bits.
    let product = u128::from(number) * 0x9E37_79B9_7F4A_7C15;
    (product >> 64) as u64 ^ product as u64
}

/// Values by key, within a limit of bytes. What was unused the longest goes first, or nearly: see [`BakeStore::see`].
#[derive(Clone, Debug)]
pub(crate) struct BakeStore<V> {
    max_bytes: usize,
    bytes: usize,
    entries: Vec<Entry<V>>,
    /// For each hash, the first entry of its list. The length is a power of two, at least the number of entries.
    buckets: Vec<u32>,
    newest: u32,
    oldest: u32,
}

#[derive(Clone, Debug)]
struct Entry<V> {
    key: BakeKey,
    value: V,
    bytes: usize,
    used: Used,
    /// The next entry in the same bucket.
    next: u32,
    newer: u32,
    older: u32,
}

const NONE: u32 = u32::MAX;

/// Whether a value was seen by [`BakeStore::see`] since its age was set.
#[derive(Debug, Default)]
struct Used(AtomicBool);

impl Used {
    fn set(&self) {
        // Threads that only read share the memory.
        if !self.0.load(Ordering::Relaxed) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    fn take(&mut self) -> bool {
        core::mem::take(self.0.get_mut())
    }
}

impl Clone for Used {
    fn clone(&self) -> Used {
        Used(AtomicBool::new(self.0.load(Ordering::Relaxed)))
    }
}

impl<V> BakeStore<V> {
    /// What an entry takes beside what its value is said to take: itself and two buckets.
    const ENTRY_BYTES: usize = size_of::<Entry<V>>() + 2 * size_of::<u32>();

    /// An empty store. The limit counts what values are said to take, and the store's own memory for each.
    pub(crate) fn new(max_bytes: usize) -> BakeStore<V> {
        let (entries, buckets) = (Vec::new(), Vec::new());
        BakeStore { max_bytes, bytes: 0, entries, buckets, newest: NONE, oldest: NONE }
    }

    pub(crate) fn max_bytes(&self) -> usize {
        self.max_bytes
    }

    /// The bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The bytes that are allocated: those in use, and the room for more entries.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.bytes - self.entries.len() * Self::ENTRY_BYTES + heap_bytes!(self.entries, self.buckets)
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Makes room for this many entries in all, so that the first ones allocate nothing more.
    pub(crate) fn reserve(&mut self, entries: usize) {
        self.entries.reserve(entries.saturating_sub(self.entries.len()));
        if self.buckets.len() < entries {
            self.set_buckets(entries);
        }
    }

    /// The value of a key, which becomes the most recently used one.
    pub(crate) fn get(&mut self, key: &BakeKey) -> Option<&V> {
        let found = self.find(key)?;
        self.entries[found as usize].used.take();
        if self.newest != found {
            self.unlink_age(found);
            self.link_newest(found);
        }
        Some(&self.entries[found as usize].value)
    }

    /// The value of a key, on any thread. It is used now, but how long ago compared with others is not known.
    pub(crate) fn see(&self, key: &BakeKey) -> Option<&V> {
        let entry = &self.entries[self.find(key)? as usize];
        entry.used.set();
        Some(&entry.value)
    }

    /// Adds a value whose key is not here yet. Drops others until it fits, and gives them to `dropped`. A value that is larger than the
    /// limit on its own is not kept.
    pub(crate) fn insert(&mut self, key: BakeKey, value: V, bytes: usize, mut dropped: impl FnMut(V)) {
        let bytes = bytes + Self::ENTRY_BYTES;
        if bytes > self.max_bytes || self.entries.len() >= NONE as usize {
            return dropped(value);
        }
        while self.bytes + bytes > self.max_bytes {
            let oldest = self.oldest_unused();
            dropped(self.remove(oldest));
        }
        let at = self.entries.len() as u32;
        self.entries.push(Entry {
            key,
            value,
            bytes,
            used: Used::default(),
            next: NONE,
            newer: NONE,
            older: NONE,
        });
        self.link_newest(at);
        self.bytes += bytes;
        if self.entries.len() > self.buckets.len() {
            self.set_buckets(self.entries.len().max(16));
        } else {
            self.link_bucket(at);
        }
    }

    /// The oldest entry that was not seen since its age was set. Those that were become the newest ones.
    fn oldest_unused(&mut self) -> u32 {
        loop {
            let oldest = self.oldest;
            if !self.entries[oldest as usize].used.take() {
                return oldest;
            }
            self.unlink_age(oldest);
            self.link_newest(oldest);
        }
    }

    /// Spreads the entries over at least this many buckets.
    fn set_buckets(&mut self, least: usize) {
        self.buckets = vec![NONE; least.next_power_of_two()];
        (0..self.entries.len() as u32).for_each(|at| self.link_bucket(at));
    }

    fn bucket(&self, key: &BakeKey) -> usize {
        key.hash() as usize & (self.buckets.len() - 1)
    }

    fn find(&self, key: &BakeKey) -> Option<u32> {
        if self.entries.is_empty() {
            return None;
        }
        let mut at = self.buckets[self.bucket(key)];
        while at != NONE {
            let entry = &self.entries[at as usize];
            if entry.key == *key {
                return Some(at);
            }
            at = entry.next;
        }
        None
    }

    /// Removes an entry. The last entry takes its index.
    fn remove(&mut self, at: u32) -> V {
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
        self.bytes -= gone.bytes;
        gone.value
    }

    fn link_bucket(&mut self, at: u32) {
        let bucket = self.bucket(&self.entries[at as usize].key);
        self.entries[at as usize].next = self.buckets[bucket];
        self.buckets[bucket] = at;
    }

    fn unlink_bucket(&mut self, gone: u32) {
        let Entry { key, next, .. } = self.entries[gone as usize];
        let bucket = self.bucket(&key);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What was seen stays, once, while what nobody asked for goes.
    #[test]
    fn what_was_seen_goes_later() {
        let key = |i: usize| BakeKey::new(i, &Pose::at(0, 0));
        let mut store: BakeStore<usize> = BakeStore::new(4 * BakeStore::<usize>::ENTRY_BYTES);
        let mut gone = Vec::new();
        for i in 0..4 {
            store.insert(key(i), i, 0, |_| {});
        }
        assert_eq!((store.see(&key(0)), store.see(&key(2)), store.see(&key(9))), (Some(&0), Some(&2), None));
        for i in 4..9 {
            store.insert(key(i), i, 0, |value| gone.push(value));
        }
        assert_eq!(gone, [1, 3, 0, 4, 2]);
        assert!((5..9).all(|i| store.get(&key(i)) == Some(&i)));
        // If all were seen, the oldest goes.
        assert!((5..9).all(|i| store.see(&key(i)).is_some()));
        store.insert(key(10), 10, 0, |value| gone.push(value));
        assert_eq!(gone[5..], [5]);
    }

    #[test]
    fn room_is_made_once() {
        let mut store: BakeStore<u32> = BakeStore::new(1 << 20);
        store.reserve(100);
        let room =
            |store: &BakeStore<u32>| (store.buckets.as_ptr(), store.entries.as_ptr(), store.memory_bytes());
        let before = room(&store);
        for i in 0..100 {
            store.reserve(100);
            store.insert(BakeKey::new(i, &Pose::at(0, 0)), i as u32, 0, |_| {});
            assert_eq!(room(&store), before, "{i}");
        }
        assert!((0..100).all(|i| store.get(&BakeKey::new(i, &Pose::at(7, 9))) == Some(&(i as u32))));
    }
}
