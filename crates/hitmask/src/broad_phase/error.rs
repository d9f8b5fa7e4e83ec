use core::fmt;

/// More pairs than the limit allows. It depends on the boxes and on what is kept, not on who looks for them or on how many
/// threads.
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
