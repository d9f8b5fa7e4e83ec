use alloc::vec::Vec;

use super::threads::set_len;

#[inline(always)]
fn pair(key: u64) -> [u32; 2] {
    [(key >> 32) as u32, key as u32]
}

/// Beyond this a group of pairs is not sorted by insertion.
const FEW: u32 = 24;

/// Sorts pairs, given as numbers that sort alike, into `out`: scatters them to where their first box's pairs belong (or a few
/// boxes' pairs together), and sorts these few. First boxes are in `first..first + span`; `starts` is scratch.
///
/// Linear where a box is the first in a few pairs or where its pairs are sorted among themselves, as those of a crowded cell are.
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
        return out.sort_unstable();
    }
    // No more groups than twice the pairs, so that few pairs cost little however many boxes there are.
    let wanted = (out.len() * 2).max(64);
    let mut shift = 0;
    while span >> shift > wanted {
        shift += 1;
    }
    let group = |key: u64| (((key >> 32) as u32 - first) >> shift) as usize;
    starts.clear();
    set_len(starts, (span >> shift) + 2, 0);
    // A group's number is its start once the ones before it are added up, and its end once it is filled.
    keys().for_each(|key| starts[group(key) + 1] += 1);
    let mut total = 0;
    for start in starts.iter_mut() {
        total += *start;
        *start = total;
    }
    keys().for_each(|key| {
        let at = &mut starts[group(key)];
        out[*at as usize] = pair(key);
        *at += 1;
    });
    let mut begin = 0;
    for &end in &*starts {
        if end - begin > FEW {
            out[begin as usize..end as usize].sort_unstable();
        }
        begin = end;
    }
    insertion_sort(out);
}

/// Fast for what is already sorted but for short stretches.
fn insertion_sort(pairs: &mut [[u32; 2]]) {
    for i in 1..pairs.len() {
        let item = pairs[i];
        let mut hole = i;
        while hole > 0 && pairs[hole - 1] > item {
            pairs[hole] = pairs[hole - 1];
            hole -= 1;
        }
        pairs[hole] = item;
    }
}
