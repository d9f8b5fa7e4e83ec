//! A small random generator. The same seed gives the same numbers in every version.

/// `SplitMix64`: fast, and the same on every machine. Not for cryptography.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator that gives the same numbers for the same seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        hitmask_oracle::splitmix(&mut self.0)
    }

    /// A number from 0 to below `end`.
    ///
    /// # Panics
    /// If `end` is 0.
    pub fn below(&mut self, end: u32) -> u32 {
        assert!(end > 0, "nothing lies below 0");
        ((u128::from(self.bits()) * u128::from(end)) >> 64) as u32
    }

    /// A number from `low` to `high`, both included.
    ///
    /// # Panics
    /// If `low` is above `high`.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        assert!(low <= high, "{low} to {high} is no range");
        let span = (i64::from(high) - i64::from(low) + 1) as u128;
        (i64::from(low) + ((u128::from(self.bits()) * span) >> 64) as i64) as i32
    }

    /// A number from 0 to below 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Puts the items in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end as u32 + 1) as usize);
        }
    }
}
