//! What labels are called, and a number of the user's for each.

use alloc::string::String;
use alloc::vec::Vec;

/// What a label is called, and what it is worth.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct LabelName {
    /// The label, from 1 on.
    pub label: u8,
    /// Its name. Several labels may have the same one.
    pub name: String,
    /// A number of yours: the points that a hit costs, an index into your own table. The library never looks at it.
    pub number: u64,
}

/// The names and numbers of labels, in the order of the labels. A label may have none.
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
    entries: Vec<LabelName>,
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
        let entry = LabelName { label, name: name.into(), number };
        match self.place(label) {
            Ok(at) => self.entries[at] = entry,
            Err(at) => self.entries.insert(at, entry),
        }
    }

    /// The name and the number of a label. None if it has none.
    #[must_use]
    pub fn get(&self, label: u8) -> Option<&LabelName> {
        self.place(label).ok().map(|at| &self.entries[at])
    }

    /// The name of a label. Empty if it has none.
    #[must_use]
    pub fn name(&self, label: u8) -> &str {
        self.get(label).map_or("", |entry| &entry.name)
    }

    /// The number of a label. 0 if it has none.
    #[must_use]
    pub fn number(&self, label: u8) -> u64 {
        self.get(label).map_or(0, |entry| entry.number)
    }

    /// The lowest label with this name. None if there is none.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<u8> {
        self.entries.iter().find(|entry| entry.name == name).map(|entry| entry.label)
    }

    /// All names, in the order of the labels.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &LabelName> {
        self.entries.iter()
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.entries.capacity() * size_of::<LabelName>()
            + self.entries.iter().map(|entry| entry.name.capacity()).sum::<usize>()
    }

    fn place(&self, label: u8) -> Result<usize, usize> {
        self.entries.binary_search_by_key(&label, |entry| entry.label)
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
