use core::fmt;

/// There are more pairs than the limit allows. Whether this happens depends only on the boxes and on `keep`, not on the method or on the
/// number of threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TooManyPairs {
    /// The limit that was exceeded.
    pub limit: usize,
}

impl fmt::Display for TooManyPairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {} pairs of boxes meet: raise the limit, or keep fewer of them", self.limit)
    }
}

impl core::error::Error for TooManyPairs {}
