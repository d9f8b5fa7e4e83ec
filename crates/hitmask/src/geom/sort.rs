//! A sort for lists whose sorting takes little time. All types share it, because the standard library's sort is compiled again for each
//! type: that was a tenth of the library, and 3 kB of a WebAssembly module.

/// Up to this many elements are sorted by insertion.
const FEW: usize = 20;

/// Sorts a slice whose elements, or whose keys, are never equal unless they are the same in every way. So there is only one result.
pub(crate) trait CompactSort<T> {
    /// For lists that are short, or seldom sorted.
    fn sort_compact(&mut self)
    where
        T: Ord;

    /// The same by keys.
    fn sort_compact_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);

    /// For lists that may be long, and are sorted in each step: the standard library's sort, except on WebAssembly.
    fn sort_fast(&mut self)
    where
        T: Ord;

    /// The same by keys.
    fn sort_fast_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
}

impl<T> CompactSort<T> for [T] {
    fn sort_compact(&mut self)
    where
        T: Ord,
    {
        sort_by(self, |a, b| a < b);
    }

    fn sort_compact_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        sort_by(self, |a, b| key(a) < key(b));
    }

    #[inline]
    fn sort_fast(&mut self)
    where
        T: Ord,
    {
        #[cfg(target_family = "wasm")]
        self.sort_compact();
        #[cfg(not(target_family = "wasm"))]
        self.sort_unstable();
    }

    #[inline]
    fn sort_fast_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K) {
        #[cfg(target_family = "wasm")]
        self.sort_compact_by_key(key);
        #[cfg(not(target_family = "wasm"))]
        self.sort_unstable_by_key(key);
    }
}

/// The same as [`CompactSort::sort_fast`] of pairs. It compares numbers of 64 bits, which takes less time than to compare arrays, and less to
/// compile.
pub(crate) fn sort_as_numbers(pairs: &mut [[u32; 2]]) {
    pairs.sort_fast_by_key(|&[a, b]| u64::from(a) << 32 | u64::from(b));
}

fn sort_by<T>(items: &mut [T], mut is_less: impl FnMut(&T, &T) -> bool) {
    if cfg!(not(target_family = "wasm")) && items.len() <= FEW {
        for end in 1..items.len() {
            let mut at = end;
            while at > 0 && is_less(&items[at], &items[at - 1]) {
                items.swap(at, at - 1);
                at -= 1;
            }
        }
        return;
    }
    heap::sort(items.len(), &mut heap::HeapItems { items, is_less });
}

mod heap {
    /// What a sort must know of what it sorts.
    pub(super) trait Items {
        fn is_less(&mut self, i: usize, j: usize) -> bool;
        fn swap(&mut self, i: usize, j: usize);
    }

    pub(super) struct HeapItems<'a, T, F> {
        pub(super) items: &'a mut [T],
        pub(super) is_less: F,
    }

    impl<T, F: FnMut(&T, &T) -> bool> Items for HeapItems<'_, T, F> {
        fn is_less(&mut self, i: usize, j: usize) -> bool {
            (self.is_less)(&self.items[i], &self.items[j])
        }

        fn swap(&mut self, i: usize, j: usize) {
            self.items.swap(i, j);
        }
    }

    /// Heap sort. Not generic, so there is one copy.
    #[inline(never)]
    pub(super) fn sort(len: usize, items: &mut dyn Items) {
        // First makes a heap, from the last parent on; then moves its greatest item behind it, one by one.
        for step in (0..len + len / 2).rev() {
            let (mut at, end) = if step >= len {
                (step - len, len)
            } else {
                items.swap(0, step);
                (0, step)
            };
            while 2 * at + 1 < end {
                let mut child = 2 * at + 1;
                if child + 1 < end && items.is_less(child, child + 1) {
                    child += 1;
                }
                if !items.is_less(at, child) {
                    break;
                }
                items.swap(at, child);
                at = child;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::heap;

    #[test]
    fn heap_sort_sorts() {
        let mut state = 1_u32;
        for len in 0..70 {
            for spread in [2, 10, 1000] {
                let mut items: Vec<u32> = (0..len)
                    .map(|_| {
                        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        (state >> 16) % spread
                    })
                    .collect();
                let mut wanted = items.clone();
                wanted.sort_unstable();
                heap::sort(
                    items.len(),
                    &mut heap::HeapItems { items: &mut items, is_less: |a: &u32, b: &u32| a < b },
                );
                assert_eq!(items, wanted);
            }
        }
    }
}
