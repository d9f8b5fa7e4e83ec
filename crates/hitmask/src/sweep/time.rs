//! The number that a time is. What finds times is listed in [`sweep`](super).

use crate::refused::{OrPanic, Refused, RefusedReason};
use core::cmp::Ordering;
use core::fmt;

/// A time of a motion: 0 is its start, 1 its end. An exact fraction in lowest terms.
///
/// ```
/// use hitmask::{Cast, Mask};
/// let dot = Mask::filled(1, 1);
/// let Cast::Hit { time, .. } = dot.cast(&dot, (-3, 0), (6, 1)) else { panic!("it hits") };
/// assert_eq!((time.numerator(), time.denominator()), (1, 3));
/// assert_eq!(time.to_f64(), 1.0 / 3.0);
/// ```
#[doc(alias = "toi")]
#[doc(alias = "fraction")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TimeOfImpact {
    numerator: u64,
    denominator: u64,
}

impl TimeOfImpact {
    /// The start of a motion.
    pub const START: TimeOfImpact = TimeOfImpact { numerator: 0, denominator: 1 };

    /// The end of a motion.
    pub(crate) const END: TimeOfImpact = TimeOfImpact { numerator: 1, denominator: 1 };

    /// The fraction in lowest terms.
    ///
    /// # Panics
    /// If the denominator is 0. [`TimeOfImpact::try_new`] returns an error instead.
    #[must_use]
    pub fn new(numerator: u64, denominator: u64) -> TimeOfImpact {
        TimeOfImpact::try_new(numerator, denominator).or_panic()
    }

    /// The checked form of [`TimeOfImpact::new`].
    ///
    /// # Errors
    /// [`Refused`], if the denominator is 0.
    pub fn try_new(numerator: u64, denominator: u64) -> Result<TimeOfImpact, Refused> {
        if denominator == 0 {
            return Err(Refused::new("denominator", RefusedReason::Empty));
        }
        // Times of whole pixels share many factors of two.
        let twos = (numerator | denominator).trailing_zeros();
        let (numerator, denominator) = (numerator >> twos, denominator >> twos);
        let divisor = odd_divisor(numerator, denominator);
        Ok(TimeOfImpact { numerator: numerator / divisor, denominator: denominator / divisor })
    }

    /// The numerator.
    #[must_use]
    pub const fn numerator(self) -> u64 {
        self.numerator
    }

    /// The denominator. Never 0.
    #[must_use]
    pub const fn denominator(self) -> u64 {
        self.denominator
    }

    /// The nearest float, or a neighbour of it. For display, not for decisions.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

/// The greatest common divisor of a number and one above 0, of which at least one is odd. By differences, because divisions are slow.
fn odd_divisor(numerator: u64, denominator: u64) -> u64 {
    if numerator == 0 {
        return denominator;
    }
    let odd = |n: u64| n >> n.trailing_zeros();
    let (mut a, mut b) = (odd(numerator), odd(denominator));
    while a != b {
        (a, b) = (a.min(b), odd(a.abs_diff(b)));
    }
    a
}

impl PartialOrd for TimeOfImpact {
    fn partial_cmp(&self, other: &TimeOfImpact) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for TimeOfImpact {
    fn cmp(&self, other: &TimeOfImpact) -> Ordering {
        let cross = |a: u64, b: u64| u128::from(a) * u128::from(b);
        cross(self.numerator, other.denominator).cmp(&cross(other.numerator, self.denominator))
    }
}

/// `1/3`
impl fmt::Debug for TimeOfImpact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

/// `1/3`
impl fmt::Display for TimeOfImpact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
