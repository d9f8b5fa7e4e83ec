use alloc::vec::Vec;
use core::ops::Range;

use super::candidates::{Candidates, Limit};
use super::method::TooManyPairs;
use super::sorted_pairs::sort_into;
use super::threads::join;
use crate::heap::{bytes_of, heap_bytes};

/// A part of the work: this one of so many.
#[derive(Clone, Copy)]
pub(super) struct SearchPart {
    number: usize,
    of: usize,
}

impl SearchPart {
    /// The part's share of a range.
    pub(super) fn share(self, range: Range<usize>) -> Range<usize> {
        let until = |number| range.start + range.len() * number / self.of;
        until(self.number)..until(self.number + 1)
    }
}

/// Buffers that are reused.
#[derive(Clone, Default, Debug)]
pub(super) struct SearchScratch {
    /// For each part of the places, and in it for each range of first ids, the pairs found.
    lists: Vec<Vec<u64>>,
    /// For each range of first ids, scratch memory for sorting.
    starts: Vec<Vec<u32>>,
    /// The scratch memory of the first range; in between it serves other purposes.
    pub(super) spare: Vec<u32>,
}

impl SearchScratch {
    pub(super) fn memory_bytes(&self) -> usize {
        let inner: usize = self.lists.iter().map(bytes_of).chain(self.starts.iter().map(bytes_of)).sum();
        inner + heap_bytes!(self.lists, self.starts, self.spare)
    }

    /// All pairs, sorted. `ids` and `boxes` tell what lies at each place, in an order in which intersecting boxes are easy to find. `search`
    /// finds all pairs that the boxes of a part are responsible for; of each pair, exactly one box is. Ids must be below `count`. Overwrites
    /// `spare`.
    pub(super) fn all_pairs<K: Fn(u32, u32) -> bool + Sync>(
        &mut self,
        (ids, boxes): (&[u32], &[[i32; 4]]),
        (count, threads): (usize, usize),
        search: &(impl Fn(SearchPart, &mut Candidates<K>) -> Result<(), TooManyPairs> + Sync),
        keep: &K,
        limit: usize,
        out: &mut Vec<[u32; 2]>,
    ) -> Result<(), TooManyPairs> {
        out.clear();
        // There are more parts than threads, because some parts take longer; and as many ranges of ids.
        let parts = if threads == 1 { 1 } else { threads * 4 };
        let mut shift = 0_u32;
        while count >> shift >= parts {
            shift += 1;
        }
        let ranges = (count >> shift) + 1;
        self.lists.resize(parts * ranges, Vec::new());
        self.starts.resize(ranges, Vec::new());
        self.lists.iter_mut().for_each(Vec::clear);

        let limit = Limit::new(limit);
        each_part(threads, 0, &mut self.lists, ranges, &|part, lists| {
            let mut candidates = Candidates::new(ids, boxes, keep, &limit, lists, shift);
            search(SearchPart { number: part, of: parts }, &mut candidates)?;
            candidates.flush()
        })?;

        let lists = &self.lists;
        let of_range = |range: usize| lists.iter().skip(range).step_by(ranges);
        let len = |range: usize| of_range(range).map(Vec::len).sum();
        out.resize((0..ranges).map(len).sum(), [0; 2]);
        core::mem::swap(&mut self.starts[0], &mut self.spare);
        each_range(threads, 0, &mut self.starts, out, &len, &|range, starts, out| {
            let first = (range << shift) as u32;
            let span = count.min(1 << shift);
            sort_into(of_range(range).map(Vec::as_slice), first, span, starts, out);
        });
        core::mem::swap(&mut self.starts[0], &mut self.spare);
        Ok(())
    }
}

/// Calls `work` for each part with its `ranges` lists.
fn each_part(
    threads: usize,
    first: usize,
    lists: &mut [Vec<u64>],
    ranges: usize,
    work: &(impl Fn(usize, &mut [Vec<u64>]) -> Result<(), TooManyPairs> + Sync),
) -> Result<(), TooManyPairs> {
    let half = lists.len() / ranges / 2;
    if half == 0 {
        return work(first, lists);
    }
    let (a, b) = lists.split_at_mut(half * ranges);
    let (a, b) = join(
        threads,
        || each_part(threads, first, a, ranges, work),
        || each_part(threads, first + half, b, ranges, work),
    );
    a.and(b)
}

/// Calls `work` for each range of first ids with its part of `out`. `len` returns the length of that part.
fn each_range(
    threads: usize,
    first: usize,
    starts: &mut [Vec<u32>],
    out: &mut [[u32; 2]],
    len: &(impl Fn(usize) -> usize + Sync),
    work: &(impl Fn(usize, &mut Vec<u32>, &mut [[u32; 2]]) + Sync),
) {
    if let [starts] = starts {
        return work(first, starts, out);
    }
    let half = starts.len() / 2;
    let (a, b) = starts.split_at_mut(half);
    let (out_a, out_b) = out.split_at_mut((first..first + half).map(len).sum());
    join(
        threads,
        || each_range(threads, first, a, out_a, len, work),
        || each_range(threads, first + half, b, out_b, len, work),
    );
}
