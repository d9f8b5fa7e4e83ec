//! The one generator of random numbers of all tests and tools. The bytes of a fuzz target's input can take the place of random numbers, so
//! that the search of a fuzzer leads the random cases of the tests.

use std::cell::Cell;

thread_local! {
    static NEXT: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Splitmix64 (Steele, Lea and Flood, 2014). Committed hashes and answers need the same numbers in every version.
pub fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (*state ^ *state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// The next [`Rng`] of this thread takes its first choices from these bytes. Its later choices are random.
pub fn lead(bytes: &[u8]) {
    NEXT.set(bytes.to_vec());
}

/// Random numbers by [`splitmix`].
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
    /// What is still to be read. Usually nothing.
    bytes: Vec<u8>,
    at: usize,
}

impl Rng {
    /// Different seeds give unrelated streams. This holds for 0, 1, 2 ..., too.
    #[must_use]
    pub fn new(seed: u64) -> Rng {
        let mut state = seed ^ 0x5851_F42D_4C95_7F2D;
        Rng { state: splitmix(&mut state), bytes: NEXT.take(), at: 0 }
    }

    /// 64 random bits.
    #[expect(clippy::should_implement_trait, reason = "it never ends")]
    pub fn next(&mut self) -> u64 {
        match self.read(1 << 32) {
            None => splitmix(&mut self.state),
            Some(high) => high << 32 | self.read(1 << 32).unwrap_or(0),
        }
    }

    /// 0 to n - 1.
    pub fn below(&mut self, n: u64) -> u64 {
        let random = |state| ((u128::from(splitmix(state)) * u128::from(n)) >> 64) as u64;
        self.read(n).unwrap_or_else(|| random(&mut self.state))
    }

    /// low to high, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }

    /// True with a probability of 1 / n.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// One of several.
    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize].clone()
    }

    /// A number below n, from as few bytes as can tell n numbers apart. None at the end of the bytes.
    fn read(&mut self, n: u64) -> Option<u64> {
        let rest = self.bytes.get(self.at..).filter(|rest| !rest.is_empty())?;
        let width = (n.max(2) - 1).ilog2() / 8 + 1;
        let used = rest.len().min(width as usize);
        self.at += used;
        let number = rest[..used].iter().fold(0, |number, &byte| number << 8 | u128::from(byte));
        Some(((number * u128::from(n)) >> (8 * used)) as u64)
    }
}
