//! Where the sprites of a `count` start, and how fast they move: numbers that look random and are the same on every machine.

use hitmask::PointQ16;

use super::motion::Motion;

/// `SplitMix64` (G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators", 2014). It is written out here
/// because docs/scenes.md promises its numbers.
#[derive(Clone, Debug)]
pub(super) struct Spread(u64);

impl Spread {
    pub(super) fn new(seed: u64) -> Self {
        Spread(seed)
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 up to but not including `end`, which is above 0.
    fn below(&mut self, end: i64) -> i64 {
        // The result is less than `end`, so it fits.
        ((u128::from(self.bits()) * end as u128) >> 64) as i64
    }

    /// The next sprite. Its x, its y and its two velocities are drawn in this order.
    pub(super) fn next(&mut self, size: [u32; 2], fastest: PointQ16) -> Motion {
        let at = size.map(|side| self.below(i64::from(side) * PointQ16::ONE));
        let velocity = [fastest.x.abs(), fastest.y.abs()].map(|most| self.below(2 * most + 1) - most);
        Motion { at: PointQ16::new(at[0], at[1]), velocity: PointQ16::new(velocity[0], velocity[1]) }
    }
}

#[cfg(test)]
mod tests {
    use super::Spread;
    use hitmask::PointQ16;

    #[test]
    fn the_numbers_are_splitmix64() {
        let mut spread = Spread::new(1_234_567);
        let first: [u64; 5] = std::array::from_fn(|_| spread.bits());
        // The authors' own program prints these.
        let theirs = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(first, theirs);
    }

    #[test]
    fn all_of_the_range_is_used() {
        let mut spread = Spread::new(0);
        let all: Vec<_> = (0..2000).map(|_| spread.next([1, 3], PointQ16::new(-1, 0))).collect();
        let one = PointQ16::ONE;
        assert!(all.iter().all(|m| (0..one).contains(&m.at.x) && (0..3 * one).contains(&m.at.y)));
        assert!(all.iter().any(|m| m.at.y > 5 * one / 2) && all.iter().any(|m| m.at.y < one / 2));
        assert!([-1, 0, 1].iter().all(|&v| all.iter().any(|m| m.velocity.x == v)));
        assert!(all.iter().all(|m| m.velocity.x.abs() <= 1 && m.velocity.y == 0));
    }
}
