//! The memory that a reader may take. Every reader of saved forms has one, and asks it before it allocates.

/// What is left of a limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    limit: usize,
    left: usize,
}

/// What the bytes at an offset begin needs more than there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OverBudget {
    pub(crate) offset: usize,
    pub(crate) limit: usize,
}

impl Budget {
    /// What readers may take unless the caller says something else, so that a program that reads a stranger's file stays below 512 MB.
    pub(crate) const DEFAULT: usize = 480 << 20;

    pub(crate) fn new(limit: usize) -> Budget {
        Budget { limit, left: limit }
    }

    /// Takes memory for what begins at an offset of the bytes.
    pub(crate) fn take(&mut self, memory: usize, offset: usize) -> Result<(), OverBudget> {
        self.left = self.left.checked_sub(memory).ok_or(OverBudget { offset, limit: self.limit })?;
        Ok(())
    }

    /// Takes memory for a list.
    pub(crate) fn list<T>(&mut self, count: usize, offset: usize) -> Result<(), OverBudget> {
        self.take(count.saturating_mul(size_of::<T>()), offset)
    }

    /// Gives back what was freed.
    pub(crate) fn give_back(&mut self, memory: usize) {
        self.left += memory;
    }

    pub(crate) fn left(&self) -> usize {
        self.left
    }
}
