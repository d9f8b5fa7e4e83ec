//! What is known about a pair.

/// What is known about a pair whose boxes share a pixel.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum PairState {
    /// Nothing yet. Both are unturned masks.
    #[default]
    Untested,
    /// Nothing yet.
    Open,
    /// Whether they touch. Discs or hulls decided.
    Judged(bool),
    /// Whether they touch. A search decided, without a picture.
    Searched(bool),
    /// Whether they touch. Two cached drawings decided, or one cached drawing and an aligned mask.
    Compared(bool),
    Apart,
    /// Apart. The boxes decided.
    BoxesApart,
    Touches,
    /// They touch. The boxes decided.
    BoxesTouch,
    /// A custom test must be asked.
    Ask,
}

impl PairState {
    /// Whether a tested pair touches.
    #[inline]
    pub(crate) fn touches(self) -> bool {
        match self {
            PairState::Judged(touches) | PairState::Searched(touches) | PairState::Compared(touches) => {
                touches
            }
            PairState::Touches | PairState::BoxesTouch => true,
            PairState::Apart | PairState::BoxesApart => false,
            PairState::Untested | PairState::Open | PairState::Ask => unreachable!("the pair was tested"),
        }
    }
}
