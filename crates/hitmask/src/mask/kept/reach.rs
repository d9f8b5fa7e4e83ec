//! Boxes of offsets by which masks are grown. They form a pyramid; each level is twice as large as the one before.

/// The number of levels. The last one reaches 2⁶ pixels.
pub(crate) const RUNGS: usize = 7;

/// The shape of a box of offsets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// The same distance in x and y.
    Square,
    /// Far in x, and 0 or 1 pixel in y.
    Level(i64),
    /// Far in y, and 0 or 1 pixel in x.
    Upright(i64),
}

impl Reach {
    pub(crate) const COUNT: usize = 5;

    pub(crate) fn index(self) -> usize {
        match self {
            Reach::Square => 0,
            Reach::Level(0) => 1,
            Reach::Level(_) => 2,
            Reach::Upright(0) => 3,
            Reach::Upright(_) => 4,
        }
    }

    /// The distance that a level reaches in x and y.
    #[inline]
    pub(crate) fn of(self, level: usize) -> [i64; 2] {
        let far = 1 << level;
        match self {
            Reach::Square => [far, far],
            Reach::Level(aside) => [far, aside],
            Reach::Upright(aside) => [aside, far],
        }
    }
}
