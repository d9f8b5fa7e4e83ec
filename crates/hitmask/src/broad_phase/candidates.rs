use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
#[cfg(feature = "parallel")]
use core::sync::atomic::{AtomicUsize, Ordering};

use super::Aabb;
use super::method::{TooManyPairs, most_met};
use crate::bits::none_greater;
use crate::geom::CompactSort;

/// How many boxes are compared at once.
const LANES: usize = 4;

/// How many intersecting pairs are buffered before they are processed.
const BUFFER: usize = 512;

/// The form in which boxes are stored for comparison. A stored box intersects a [`wanted`] one unless one of its four numbers is greater
/// than the wanted one's. That is a single 128-bit vector comparison.
#[inline(always)]
pub(super) fn stored(b: &Aabb) -> [i32; 4] {
    [b.x0, b.y0, !b.x1, !b.y1]
}

/// The form of the other box in the comparison.
#[inline(always)]
pub(super) fn wanted(b: &Aabb) -> [i32; 4] {
    [b.x1, b.y1, !b.x0, !b.y0]
}

/// Converts a stored box back.
#[inline(always)]
pub(super) fn restored(stored: &[i32; 4]) -> Aabb {
    Aabb { x0: stored[0], y0: stored[1], x1: !stored[2], y1: !stored[3] }
}

#[inline(always)]
pub(super) fn crosses(stored: &[i32; 4], wanted: &[i32; 4]) -> bool {
    none_greater(stored, wanted)
}

/// Checks that `ids` lists each box that is not empty once, and that `kept` holds these boxes.
pub(super) fn validate_ids(
    boxes: &[Aabb],
    count: usize,
    ids: &[u32],
    kept: &[[i32; 4]],
) -> Result<(), String> {
    if boxes.len() != count {
        return Err(format!("the last update had {count} boxes, not {}", boxes.len()));
    }
    let mut sorted = ids.to_vec();
    sorted.sort_fast();
    let all = boxes.iter().enumerate().filter(|(_, b)| !b.is_empty()).map(|(id, _)| id as u32);
    if !sorted.into_iter().eq(all) {
        return Err("not every box with a pixel is stored exactly once".into());
    }
    if kept.len() != ids.len() {
        return Err(format!("{} stored boxes for {} ids", kept.len(), ids.len()));
    }
    match ids.iter().zip(kept).find(|&(&id, kept)| stored(&boxes[id as usize]) != *kept) {
        Some((id, kept)) => Err(format!("box {id} is stored as {:?}", restored(kept))),
        None => Ok(()),
    }
}

/// Counts the pairs that all searching threads find and keep.
#[derive(Debug)]
pub(super) struct Limit {
    limit: usize,
    #[cfg(feature = "parallel")]
    kept: AtomicUsize,
    #[cfg(feature = "parallel")]
    met: AtomicUsize,
}

impl Limit {
    pub(super) fn new(limit: usize) -> Limit {
        Limit {
            limit,
            #[cfg(feature = "parallel")]
            kept: AtomicUsize::new(0),
            #[cfg(feature = "parallel")]
            met: AtomicUsize::new(0),
        }
    }

    /// Counts the pairs of one searcher: `own` is its total so far, `new` the part of it that was not counted yet.
    fn count(&self, own: Found, new: Found) -> Result<(), TooManyPairs> {
        #[cfg(feature = "parallel")]
        let Found { kept, met } = {
            let _ = own;
            // Other threads read only these numbers, so no ordering of other memory is needed.
            let add = |sum: &AtomicUsize, new: usize| sum.fetch_add(new, Ordering::Relaxed) + new;
            Found { kept: add(&self.kept, new.kept), met: add(&self.met, new.met) }
        };
        #[cfg(not(feature = "parallel"))]
        let Found { kept, met } = {
            let _ = new;
            own
        };
        let is_fine = kept <= self.limit && met <= most_met(self.limit);
        if is_fine { Ok(()) } else { Err(TooManyPairs { limit: self.limit }) }
    }
}

/// A number of pairs found.
#[derive(Clone, Copy, Default)]
struct Found {
    /// Pairs for which `keep` returned true.
    kept: usize,
    /// All pairs.
    met: usize,
}

/// Compares ranges of boxes in some order, and collects the pairs that intersect and that `keep` accepts.
pub(super) struct Candidates<'a, K> {
    /// The id of each box in that order.
    ids: &'a [u32],
    boxes: &'a [[i32; 4]],
    keep: &'a K,
    limit: &'a Limit,
    /// Where accepted pairs go, by their first box: list `id >> shift`.
    lists: &'a mut [Vec<u64>],
    shift: u32,
    found: Found,
    /// Pairs of places in the order.
    waiting: [u64; BUFFER],
    len: usize,
}

impl<'a, K: Fn(u32, u32) -> bool> Candidates<'a, K> {
    pub(super) fn new(
        ids: &'a [u32],
        boxes: &'a [[i32; 4]],
        keep: &'a K,
        limit: &'a Limit,
        lists: &'a mut [Vec<u64>],
        shift: u32,
    ) -> Self {
        let found = Found::default();
        Candidates { ids, boxes, keep, limit, lists, shift, found, waiting: [0; BUFFER], len: 0 }
    }

    /// Compares the box at a place with those of a range.
    ///
    /// `boxes` are all boxes up to the end of the range, or more of them: it may be compared with those after the range, too, so they must not
    /// intersect it. Then nobody has to look where the range ends. The first `N` are compared even if the range is empty: it usually holds
    /// a box or two, and how many is unpredictable, so a branch would cost more.
    #[inline(always)]
    pub(super) fn compare<const N: usize>(
        &mut self,
        at: usize,
        wanted: &[i32; 4],
        range: Range<usize>,
        boxes: &[[i32; 4]],
    ) -> Result<(), TooManyPairs> {
        let more = range.start + N;
        match boxes.get(range.start..more) {
            Some(some) => self.compare_all(at, wanted, range.start, some)?,
            None => return self.compare_rest(at, wanted, range),
        }
        if more >= range.end { Ok(()) } else { self.compare_more(at, wanted, more..range.end, boxes) }
    }

    /// Compares the box at a place with those of a range, and with no others.
    #[inline(never)]
    pub(super) fn compare_exactly(
        &mut self,
        at: usize,
        wanted: &[i32; 4],
        range: Range<usize>,
    ) -> Result<(), TooManyPairs> {
        let boxes = self.boxes;
        self.compare::<LANES>(at, wanted, range.clone(), &boxes[..range.end])
    }

    /// Compares with the rest of a long range. Not part of [`compare`](Candidates::compare), so that the usual way there is straight.
    #[inline(never)]
    fn compare_more(
        &mut self,
        at: usize,
        wanted: &[i32; 4],
        range: Range<usize>,
        boxes: &[[i32; 4]],
    ) -> Result<(), TooManyPairs> {
        let mut i = range.start;
        while let Some(some) = boxes.get(i..i + LANES) {
            self.compare_all(at, wanted, i, some)?;
            i += LANES;
            if i >= range.end {
                return Ok(());
            }
        }
        self.compare_rest(at, wanted, i..range.end)
    }

    /// Compares the box at a place with the boxes after it up to `end`, which are sorted by x0. Stops when no further box can intersect it.
    #[inline(always)]
    pub(super) fn compare_ascending(&mut self, at: usize, end: usize) -> Result<(), TooManyPairs> {
        let wanted = wanted(&restored(&self.boxes[at]));
        let boxes = &self.boxes[..end];
        let mut i = at + 1;
        while i < end && boxes[i][0] <= wanted[0] {
            let Some(some) = boxes.get(i..i + LANES) else {
                return self.compare_rest(at, &wanted, i..end);
            };
            self.compare_all(at, &wanted, i, some)?;
            i += LANES;
        }
        Ok(())
    }

    /// Compares with the few boxes at the end of a list.
    #[inline(never)]
    fn compare_rest(
        &mut self,
        at: usize,
        wanted: &[i32; 4],
        range: Range<usize>,
    ) -> Result<(), TooManyPairs> {
        let boxes = self.boxes;
        for i in range {
            self.compare_all(at, wanted, i, &boxes[i..=i])?;
        }
        Ok(())
    }

    /// Compares with the boxes from place `i` on: at most `LANES`. There are no branches, because whether boxes intersect is unpredictable.
    #[inline(always)]
    fn compare_all(
        &mut self,
        at: usize,
        wanted: &[i32; 4],
        i: usize,
        some: &[[i32; 4]],
    ) -> Result<(), TooManyPairs> {
        let places = (at as u64) << 32 | i as u64;
        let mut len = self.len;
        for (k, other) in some.iter().enumerate() {
            self.waiting[len % BUFFER] = places + k as u64;
            len += usize::from(crosses(other, wanted));
        }
        self.len = len;
        if len > BUFFER - LANES { self.flush() } else { Ok(()) }
    }

    /// Processes the buffered pairs.
    #[inline(never)]
    pub(super) fn flush(&mut self) -> Result<(), TooManyPairs> {
        let mut new = Found { kept: 0, met: self.len };
        for list in &mut *self.lists {
            // Grow by a quarter, not to twice the size.
            if list.capacity() - list.len() < self.len {
                list.reserve_exact(self.len + list.len() / 4);
            }
        }
        for &places in &self.waiting[..self.len] {
            let (a, b) = (self.ids[(places >> 32) as usize], self.ids[places as u32 as usize]);
            let (a, b) = (a.min(b), a.max(b));
            if (self.keep)(a, b) {
                self.lists[(a >> self.shift) as usize].push(u64::from(a) << 32 | u64::from(b));
                new.kept += 1;
            }
        }
        self.len = 0;
        self.found = Found { kept: self.found.kept + new.kept, met: self.found.met + new.met };
        self.limit.count(self.found, new)
    }
}
