//! The names of labels, and for each label a number that the user chooses.

use alloc::string::String;
use alloc::vec::Vec;

/// A label from 1 on, its name, and its number.
pub(super) type NamedLabel = (u8, String, u64);

/// The names and numbers of labels, in the order of the labels. A label may have none, and several may have the same name. The number is
/// yours: the points that a hit costs, an index into your own table. The library never looks at it.
///
/// ```
/// use hitmask::LabelNames;
/// let names: LabelNames = [(1, "head", 100), (2, "body", 20)].into();
/// assert_eq!(names.find("body"), Some(2));
/// assert_eq!(names.number(1), 100);
/// assert_eq!((names.name(3), names.number(3)), ("", 0));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct LabelNames {
    /// Sorted by label, each once.
    entries: Vec<NamedLabel>,
}

impl LabelNames {
    /// No names.
    #[must_use]
    pub const fn new() -> LabelNames {
        LabelNames { entries: Vec::new() }
    }

    /// Gives a label a name and a number. Label 0 is nothing, and keeps none.
    pub fn set(&mut self, label: u8, name: impl Into<String>, number: u64) {
        if label == 0 {
            return;
        }
        let entry = (label, name.into(), number);
        match self.find_label(label) {
            Ok(at) => self.entries[at] = entry,
            Err(at) => self.entries.insert(at, entry),
        }
    }

    /// The name and the number of a label. None if it has none.
    #[must_use]
    pub fn get(&self, label: u8) -> Option<(&str, u64)> {
        let (_, name, number) = &self.entries[self.find_label(label).ok()?];
        Some((name, *number))
    }

    /// The name of a label. Empty if it has none.
    #[must_use]
    pub fn name(&self, label: u8) -> &str {
        self.get(label).map_or("", |(name, _)| name)
    }

    /// The number of a label. 0 if it has none.
    #[must_use]
    pub fn number(&self, label: u8) -> u64 {
        self.get(label).map_or(0, |(_, number)| number)
    }

    /// The lowest label with this name. None if there is none.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<u8> {
        self.entries.iter().find(|entry| entry.1 == name).map(|entry| entry.0)
    }

    /// All labels with their names and numbers, in their order.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u8, &str, u64)> {
        self.entries.iter().map(|(label, name, number)| (*label, name.as_str(), *number))
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.entries.capacity() * size_of::<NamedLabel>()
            + self.entries.iter().map(|entry| entry.1.capacity()).sum::<usize>()
    }

    fn find_label(&self, label: u8) -> Result<usize, usize> {
        self.entries.binary_search_by_key(&label, |entry| entry.0)
    }
}

/// Labels, names, and numbers of yours. Of several with one label, the last counts.
impl<S: Into<String>, const N: usize> From<[(u8, S, u64); N]> for LabelNames {
    fn from(entries: [(u8, S, u64); N]) -> LabelNames {
        entries.into_iter().collect()
    }
}

/// Labels, names, and numbers of yours. Of several with one label, the last counts.
impl<S: Into<String>> FromIterator<(u8, S, u64)> for LabelNames {
    fn from_iter<I: IntoIterator<Item = (u8, S, u64)>>(entries: I) -> LabelNames {
        let mut names = LabelNames::new();
        entries.into_iter().for_each(|(label, name, number)| names.set(label, name, number));
        names
    }
}
