//! A set of labels.

use core::fmt;
use core::ops::{BitOr, RangeInclusive};

/// A set of labels from 0 to 255: one bit each, 32 bytes in all. Made from a label, an array, a slice, a range, or by `collect`.
///
/// ```
/// use hitmask::Labels;
/// let weak: Labels = [3, 7].into();
/// assert!(weak.contains(7) && !weak.contains(4));
/// assert_eq!((weak | Labels::from(4)).iter().collect::<Vec<_>>(), [3, 4, 7]);
/// assert_eq!(Labels::from(1..=255).len(), 255);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Labels([u64; 4]);

impl Labels {
    /// No labels.
    pub const NONE: Labels = Labels([0; 4]);

    /// Adds a label.
    pub fn insert(&mut self, label: u8) {
        self.0[usize::from(label / 64)] |= 1 << (label % 64);
    }

    /// Takes a label out.
    pub fn remove(&mut self, label: u8) {
        self.0[usize::from(label / 64)] &= !(1 << (label % 64));
    }

    /// Whether the label is in the set.
    #[must_use]
    #[inline]
    pub fn contains(&self, label: u8) -> bool {
        self.0[usize::from(label / 64)] >> (label % 64) & 1 != 0
    }

    /// How many labels are in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Labels::NONE
    }

    /// The labels, the lowest first.
    pub fn iter(&self) -> impl Iterator<Item = u8> + use<> {
        let set = *self;
        (0..=255).filter(move |&label| set.contains(label))
    }
}

impl From<u8> for Labels {
    fn from(label: u8) -> Labels {
        [label].into()
    }
}

impl<const N: usize> From<[u8; N]> for Labels {
    fn from(labels: [u8; N]) -> Labels {
        labels.into_iter().collect()
    }
}

impl From<&[u8]> for Labels {
    fn from(labels: &[u8]) -> Labels {
        labels.iter().copied().collect()
    }
}

impl From<RangeInclusive<u8>> for Labels {
    fn from(labels: RangeInclusive<u8>) -> Labels {
        labels.collect()
    }
}

impl FromIterator<u8> for Labels {
    fn from_iter<I: IntoIterator<Item = u8>>(labels: I) -> Labels {
        let mut set = Labels::NONE;
        labels.into_iter().for_each(|label| set.insert(label));
        set
    }
}

/// The labels that are in one of the two.
impl BitOr for Labels {
    type Output = Labels;
    fn bitor(self, other: Labels) -> Labels {
        Labels(core::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl fmt::Debug for Labels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
