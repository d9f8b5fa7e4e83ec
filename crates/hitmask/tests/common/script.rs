//! Choices that somebody else makes: the bytes of a fuzz target's input take the place of random numbers. So the search of a fuzzer leads
//! the random cases of the tests.

use std::cell::Cell;

thread_local! {
    static NEXT: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// The bytes that are still to be read. Usually there are none.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    bytes: Vec<u8>,
    at: usize,
}

/// The next [`super::Rng`] of this thread takes its first choices from these bytes. Its later choices are random.
pub(crate) fn play(bytes: &[u8]) {
    NEXT.set(bytes.to_vec());
}

impl Script {
    /// The script that was given to [`play`].
    pub(super) fn taken() -> Script {
        Script { bytes: NEXT.take(), at: 0 }
    }

    /// A number below n, from as few bytes as can tell n numbers apart. `None` at the end of the script.
    pub(super) fn below(&mut self, n: u64) -> Option<u64> {
        let rest = self.bytes.get(self.at..).filter(|rest| !rest.is_empty())?;
        let width = (n.max(2) - 1).ilog2() / 8 + 1;
        let used = rest.len().min(width as usize);
        self.at += used;
        let number = rest[..used].iter().fold(0, |number, &byte| number << 8 | u128::from(byte));
        Some(((number * u128::from(n)) >> (8 * used)) as u64)
    }
}
