//! Numbers that identify pixels.

use core::sync::atomic::{AtomicUsize, Ordering};

/// A number that identifies the pixels: two masks with the same stamp have the same pixels. It is assigned when it is first needed and
/// removed by every edit. A clone shares it until one of the two is edited.
#[derive(Default)]
pub(crate) struct Stamp(AtomicUsize);

/// The last stamp that was assigned.
static GIVEN: AtomicUsize = AtomicUsize::new(0);

impl Stamp {
    const NONE: usize = 0;

    /// The stamp. None if all numbers are used up: that takes centuries with 64 bits, and days of continuous editing with 32. No stamp is
    /// better than the stamp of another mask.
    pub(crate) fn get(&self) -> Option<usize> {
        let stamp = self.0.load(Ordering::Relaxed);
        if stamp != Stamp::NONE {
            return Some(stamp);
        }
        let given = GIVEN.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_add(1)).ok()? + 1;
        // Two threads may get here at once. The first number stored wins.
        match self.0.compare_exchange(Stamp::NONE, given, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => Some(given),
            Err(other) => Some(other),
        }
    }
}

impl Clone for Stamp {
    fn clone(&self) -> Stamp {
        Stamp(AtomicUsize::new(self.0.load(Ordering::Relaxed)))
    }
}
