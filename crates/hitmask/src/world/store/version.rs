//! Numbers for the states of slots: two slots with the same number are equal. So a snapshot copies only what changed.

use core::sync::atomic::{AtomicUsize, Ordering};

/// Hands out numbers that nobody else in this process gets. It takes them in blocks, so that worlds on several threads don't wait for each
/// other.
#[derive(Default, Debug)]
pub(crate) struct Versions {
    next: u64,
    /// The end of the block that `next` is in.
    end: u64,
}

/// How many blocks were taken.
static BLOCKS: AtomicUsize = AtomicUsize::new(0);
/// The numbers of a block, as a power of two.
const BLOCK_BITS: u32 = 24;

/// Stands for a state that has no number. It is not even equal to itself.
pub(crate) const UNKNOWN: u64 = 0;

impl Versions {
    /// A number for a new state. [`UNKNOWN`] if all are used up: then everything is copied.
    #[inline]
    pub(crate) fn next(&mut self) -> u64 {
        if self.next == self.end && !self.take_block() {
            return UNKNOWN;
        }
        self.next += 1;
        self.next - 1
    }

    #[cold]
    fn take_block(&mut self) -> bool {
        let most = usize::try_from((1u64 << (u64::BITS - BLOCK_BITS)) - 2).unwrap_or(usize::MAX - 1);
        let taken =
            BLOCKS.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| (n < most).then_some(n + 1));
        let Ok(block) = taken else { return false };
        // Block 0 is left out, because it contains `UNKNOWN`.
        self.next = (block as u64 + 1) << BLOCK_BITS;
        self.end = self.next + (1 << BLOCK_BITS);
        true
    }
}

/// A clone takes a block of its own: otherwise both would give the same numbers to different states.
impl Clone for Versions {
    fn clone(&self) -> Versions {
        Versions::default()
    }
}
