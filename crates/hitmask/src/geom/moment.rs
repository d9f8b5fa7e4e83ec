use core::cmp::Ordering;

/// A moment of a motion: `numerator` / `denominator`, with a denominator above 0. Not in lowest terms. 0 is the start, 1 the end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    pub(crate) numerator: i64,
    pub(crate) denominator: i64,
}

impl Moment {
    pub(crate) const START: Moment = Moment { numerator: 0, denominator: 1 };
    pub(crate) const END: Moment = Moment { numerator: 1, denominator: 1 };

    #[inline]
    pub(crate) fn cmp(self, other: Moment) -> Ordering {
        // 64 bits are enough for the numbers of usual games and screens.
        match (self.numerator.checked_mul(other.denominator), other.numerator.checked_mul(self.denominator)) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => self.cmp_wide(other),
        }
    }

    #[cold]
    fn cmp_wide(self, other: Moment) -> Ordering {
        let cross = |a: i64, b: i64| i128::from(a) * i128::from(b);
        cross(self.numerator, other.denominator).cmp(&cross(other.numerator, self.denominator))
    }

    #[inline]
    pub(crate) fn is_before(self, other: Moment) -> bool {
        self.cmp(other) == Ordering::Less
    }

    #[inline]
    pub(crate) fn later(self, other: Moment) -> Moment {
        if self.is_before(other) { other } else { self }
    }

    #[inline]
    pub(crate) fn earlier(self, other: Moment) -> Moment {
        if other.is_before(self) { other } else { self }
    }
}
