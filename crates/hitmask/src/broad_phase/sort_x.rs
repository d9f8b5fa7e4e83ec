use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::Aabb;
use super::candidates::{Candidates, crosses, stored, validate_ids, wanted};
use super::method::{BroadPhase, TooManyPairs, assert_countable, assert_updated, sealed::Sealed};
use super::search::{SearchPart, SearchScratch};
use super::threads::{set_len, threads};

use crate::geom::CompactSort;
use crate::heap::heap_bytes;

/// Sweep and prune: sorts the boxes by their left edges, and compares each with those that begin within its width.
///
/// The order is kept from frame to frame. A box that moves by a few pixels swaps places with few others, so restoring the order is cheap;
/// if much has changed, everything is sorted again. This suits scrolling games, whose worlds are long and low.
///
/// # Complexity
/// For n boxes, O(n) if they are nearly sorted, otherwise O(n log n), plus one comparison for each two boxes that share a column. Memory:
/// 32 to 36 bytes per box and 8 to 10 per pair.
#[doc(alias = "sweep and prune")]
#[doc(alias = "SAP")]
#[derive(Clone, Debug, Default)]
pub struct SortX {
    parallel_from: usize,
    /// The number of boxes at the last update.
    count: usize,
    /// For each box that is not empty, the left edge as an unsigned number and the id; ascending.
    order: Vec<u64>,
    ids: Vec<u32>,
    /// The boxes in that order.
    boxes: Vec<[i32; 4]>,
    /// For each box, the rightmost edge of all boxes up to it.
    furthest: Vec<i32>,
    scratch: SearchScratch,
}

impl SortX {
    /// A sweep and prune. With the feature `parallel` it uses threads if there are at least `parallel_from` boxes.
    #[must_use]
    pub fn new(parallel_from: usize) -> SortX {
        SortX { parallel_from, ..SortX::default() }
    }

    /// Updates the left edge of every box in the order, removes boxes that are empty now, and adds new ones.
    fn refresh(&mut self, boxes: &[Aabb]) {
        let key = |id: usize, b: &Aabb| u64::from(b.x0 as u32 ^ 1 << 31) << 32 | id as u64;
        self.order.retain_mut(|entry| {
            let id = *entry as u32 as usize;
            let Some(b) = boxes.get(id).filter(|b| !b.is_empty()) else { return false };
            *entry = key(id, b);
            true
        });
        let all = || boxes.iter().enumerate().filter(|(_, b)| !b.is_empty()).map(|(id, b)| key(id, b));
        if boxes.len() > self.count {
            let new = self.count;
            self.order.extend(all().filter(|&entry| entry as u32 as usize >= new));
        }
        // Some box was empty before and is not empty now.
        if self.order.len() != all().count() {
            self.order.clear();
            self.order.extend(all());
        }
        self.count = boxes.len();
    }
}

/// Insertion sort for nearly sorted items. After `MOVES` moves per item it switches to a general sort.
fn sort_nearly_sorted(items: &mut [u64]) {
    const MOVES: usize = 8;
    let mut moves = items.len() * MOVES;
    for i in 1..items.len() {
        let item = items[i];
        let mut hole = i;
        while hole > 0 && items[hole - 1] > item {
            items[hole] = items[hole - 1];
            hole -= 1;
        }
        items[hole] = item;
        let Some(left) = moves.checked_sub(i - hole) else { return items.sort_fast() };
        moves = left;
    }
}

impl Sealed for SortX {}

impl BroadPhase for SortX {
    fn update(&mut self, boxes: &[Aabb]) {
        assert_countable(boxes);
        self.refresh(boxes);
        sort_nearly_sorted(&mut self.order);
        let count = self.order.len();
        set_len(&mut self.ids, count, 0);
        set_len(&mut self.furthest, count, 0);
        set_len(&mut self.boxes, count, [0; 4]);
        let mut furthest = i32::MIN;
        for (at, &entry) in self.order.iter().enumerate() {
            let b = &boxes[entry as u32 as usize];
            furthest = furthest.max(b.x1);
            self.ids[at] = entry as u32;
            self.boxes[at] = stored(b);
            self.furthest[at] = furthest;
        }
    }

    fn pairs(
        &mut self,
        boxes: &[Aabb],
        keep: &(impl Fn(u32, u32) -> bool + Sync),
        limit: usize,
        out: &mut Vec<[u32; 2]>,
    ) -> Result<(), TooManyPairs> {
        assert_updated(boxes, self.count);
        let threads = threads(boxes.len(), self.parallel_from);
        let SortX { ids, boxes: sorted, scratch, .. } = self;
        let search = |part: SearchPart, candidates: &mut Candidates<_>| {
            part.share(0..ids.len()).try_for_each(|at| candidates.compare_ascending(at, ids.len()))
        };
        scratch.all_pairs((ids, sorted), (boxes.len(), threads), &search, keep, limit, out)
    }

    fn query(
        &self,
        boxes: &[Aabb],
        area: Aabb,
        f: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        assert_updated(boxes, self.count);
        if area.is_empty() {
            return ControlFlow::Continue(());
        }
        let begin = self.furthest.partition_point(|&x1| x1 < area.x0);
        let wanted = wanted(&area);
        for (&id, b) in self.ids.iter().zip(&self.boxes).skip(begin) {
            if b[0] > area.x1 {
                break;
            }
            if crosses(b, &wanted) {
                f(id)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn memory_bytes(&self) -> usize {
        heap_bytes!(self.order, self.ids, self.furthest, self.boxes) + self.scratch.memory_bytes()
    }

    fn validate(&self, boxes: &[Aabb]) -> Result<(), String> {
        validate_ids(boxes, self.count, &self.ids, &self.boxes)?;
        if let Some(i) = self.boxes.windows(2).position(|two| two[0][0] > two[1][0]) {
            return Err(format!("the box at place {i} begins right of the next"));
        }
        Ok(())
    }
}
