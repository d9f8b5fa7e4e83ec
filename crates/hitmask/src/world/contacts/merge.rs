//! The merge of the pairs of two steps.

use core::cmp::Ordering;

/// Goes through two sorted lists in order: each item with where it is found (only in the old list: `Less`; in both; only in the new one:
/// `Greater`), and the places that the old and the new list are at.
#[doc(hidden)]
#[inline]
pub fn merge<'a, T: Ord>(
    old: &'a [T],
    new: &'a [T],
) -> impl Iterator<Item = (Ordering, usize, usize)> + use<'a, T> {
    let (mut at_old, mut at_new) = (0, 0);
    core::iter::from_fn(move || {
        let order = match (old.get(at_old), new.get(at_new)) {
            (Some(old), Some(new)) => old.cmp(new),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return None,
        };
        let item = (order, at_old, at_new);
        at_old += usize::from(order != Ordering::Greater);
        at_new += usize::from(order != Ordering::Less);
        Some(item)
    })
}
