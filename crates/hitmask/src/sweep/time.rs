//! The type of a time of impact. [`sweep`](super) lists the algorithms that find one.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use crate::geom::Moment;
use crate::invalid_argument::{InvalidArgument, InvalidReason, OrPanic};

/// A time of a motion: 0 is its start, 1 its end. An exact fraction. Its numbers are told in lowest terms.
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
#[derive(Clone, Copy)]
pub struct TimeOfImpact {
    // As they were found. Most times are only compared, and to divide all of them takes a twentieth of a swept step.
    numerator: u64,
    denominator: u64,
}

impl TimeOfImpact {
    /// The start of a motion.
    pub const START: TimeOfImpact = TimeOfImpact { numerator: 0, denominator: 1 };

    /// The end of a motion.
    pub(crate) const END: TimeOfImpact = TimeOfImpact { numerator: 1, denominator: 1 };

    /// The time of a fraction.
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
    /// [`InvalidArgument`], if the denominator is 0.
    pub fn try_new(numerator: u64, denominator: u64) -> Result<TimeOfImpact, InvalidArgument> {
        if denominator == 0 {
            return Err(InvalidArgument::new("denominator", InvalidReason::Empty));
        }
        Ok(TimeOfImpact { numerator, denominator })
    }

    /// The numerator in lowest terms.
    #[must_use]
    pub const fn numerator(self) -> u64 {
        self.numerator / divisor(self.numerator, self.denominator)
    }

    /// The denominator in lowest terms. Never 0.
    #[must_use]
    pub const fn denominator(self) -> u64 {
        self.denominator / divisor(self.numerator, self.denominator)
    }

    /// The nearest float, or a neighbour of it. For display, not for decisions.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.numerator() as f64 / self.denominator() as f64
    }
}

impl From<Moment> for TimeOfImpact {
    /// Of a moment that is not below 0.
    #[inline]
    fn from(Moment { numerator, denominator }: Moment) -> TimeOfImpact {
        TimeOfImpact { numerator: numerator.unsigned_abs(), denominator: denominator.unsigned_abs() }
    }
}

/// The greatest common divisor of a number and one above 0.
const fn divisor(mut a: u64, mut b: u64) -> u64 {
    while a != 0 {
        (a, b) = (b % a, a);
    }
    b
}

/// By the fraction, not by its numbers.
impl PartialEq for TimeOfImpact {
    fn eq(&self, other: &TimeOfImpact) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for TimeOfImpact {}

impl Hash for TimeOfImpact {
    fn hash<H: Hasher>(&self, state: &mut H) {
        [self.numerator(), self.denominator()].hash(state);
    }
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
        write!(f, "{}/{}", self.numerator(), self.denominator())
    }
}

/// `1/3`
impl fmt::Display for TimeOfImpact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// Keeps all that is hashed.
    struct Bytes(Vec<u8>);

    impl Hasher for Bytes {
        fn write(&mut self, bytes: &[u8]) {
            self.0.extend(bytes);
        }
        fn finish(&self) -> u64 {
            0
        }
    }

    /// Only the fraction counts, not how it was given.
    #[test]
    fn equal_fractions_are_one_time() {
        let hash = |time: TimeOfImpact| {
            let mut bytes = Bytes(Vec::new());
            time.hash(&mut bytes);
            bytes.0
        };
        let most = u64::MAX;
        let times = [
            [(0, 1), (0, 9), (0, most)],
            [(1, most), (1, most), (1, most)],
            [(1, 3), ((1 << 53) + 1, 3 * ((1 << 53) + 1)), (most / 3, most)],
            [(1, 2), (1 << 62, 1 << 63), (35, 70)],
            [(1, 1), (most, most), (6, 6)],
            [(most, most - 1), (most, most - 1), (most, most - 1)],
        ];
        for (i, equals) in times.iter().enumerate() {
            let (n, d) = equals[0];
            for &(numerator, denominator) in equals {
                let time = TimeOfImpact::new(numerator, denominator);
                assert_eq!(
                    (time.numerator(), time.denominator(), time.to_f64()),
                    (n, d, n as f64 / d as f64)
                );
                for (j, others) in times.iter().enumerate() {
                    for &(numerator, denominator) in others {
                        let other = TimeOfImpact::new(numerator, denominator);
                        assert_eq!(time.cmp(&other), i.cmp(&j), "{time} {other}");
                        assert_eq!((time == other, hash(time) == hash(other)), (i == j, i == j));
                    }
                }
            }
        }
    }
}
