use alloc::vec::Vec;

use super::threads::set_len;
use crate::geom::sort_as_numbers;

#[inline(always)]
fn pair(key: u64) -> [u32; 2] {
    [(key >> 32) as u32, key as u32]
}

/// The number of a pair: numbers have the order of their pairs.
#[inline(always)]
pub(crate) fn pair_key([a, b]: [u32; 2]) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

/// Sorts pairs into `out`, which has room for all. They are given as [numbers](pair_key). Their first parts are below a limit. `starts` is
/// scratch memory.
pub(crate) fn sort_pairs(keys: &[u64], limit: usize, starts: &mut Vec<u32>, out: &mut [[u32; 2]]) {
    sort_into(core::iter::once(keys), 0, limit, starts, out);
}

/// Groups with more pairs than this are not sorted by insertion.
const FEW: u32 = 24;

/// Sorts pairs into `out`. They are given as numbers with the same order. A counting sort moves them to groups by their first box (or by a
/// few boxes together); then each small group is sorted. First boxes must lie in `first..first + span`. `starts` is scratch memory.
///
/// Linear if every box is the first of only a few pairs, or if its pairs are already sorted, as those of a crowded cell are.
pub(super) fn sort_into<'k>(
    lists: impl Iterator<Item = &'k [u64]> + Clone,
    first: u32,
    span: usize,
    starts: &mut Vec<u32>,
    out: &mut [[u32; 2]],
) {
    let keys = || lists.clone().flatten().copied();
    if keys().is_sorted() {
        for (out, key) in out.iter_mut().zip(keys()) {
            *out = pair(key);
        }
        return;
    }
    if u32::try_from(out.len()).is_err() {
        for (out, key) in out.iter_mut().zip(keys()) {
            *out = pair(key);
        }
        return sort_as_numbers(out);
    }
    // At most twice as many groups as pairs, so that few pairs cost little even with many boxes.
    let wanted = (out.len() * 2).max(64);
    let mut shift = 0;
    while span >> shift > wanted {
        shift += 1;
    }
    let group = |key: u64| (((key >> 32) as u32 - first) >> shift) as usize;
    starts.clear();
    set_len(starts, (span >> shift) + 2, 0);
    // Prefix sums turn the counts into starts. Filling a group moves its start to its end.
    for list in lists.clone() {
        for &key in list {
            starts[group(key) + 1] += 1;
        }
    }
    let (mut total, mut largest) = (0, 0);
    for start in starts.iter_mut() {
        largest = largest.max(*start);
        total += *start;
        *start = total;
    }
    for list in lists {
        for &key in list {
            let at = &mut starts[group(key)];
            out[*at as usize] = pair(key);
            *at += 1;
        }
    }
    if largest > FEW {
        let mut begin = 0;
        for &end in &*starts {
            if end - begin > FEW {
                sort_as_numbers(&mut out[begin as usize..end as usize]);
            }
            begin = end;
        }
    }
    insertion_sort(out);
}

/// Fast if only short ranges are out of order.
fn insertion_sort(pairs: &mut [[u32; 2]]) {
    let Some(&first) = pairs.first() else { return };
    let mut last = pair_key(first);
    for i in 1..pairs.len() {
        let item = pair_key(pairs[i]);
        // Many items move by one place, and which of them do is unpredictable. So there is no branch for that.
        let less = item.min(last);
        last = item.max(last);
        pairs[i - 1] = pair(less);
        pairs[i] = pair(last);
        let mut hole = i - 1;
        while hole > 0 && pair_key(pairs[hole - 1]) > less {
            pairs[hole] = pairs[hole - 1];
            hole -= 1;
        }
        pairs[hole] = pair(less);
    }
}
