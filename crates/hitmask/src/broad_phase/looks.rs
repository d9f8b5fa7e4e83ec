//! Counts the boxes that queries have looked at on this thread. For tests.

use core::cell::Cell;

std::thread_local! {
    static LOOKS: Cell<usize> = const { Cell::new(0) };
}

pub(crate) fn count() {
    LOOKS.with(|looks| looks.set(looks.get() + 1));
}

/// How many boxes the questions of `f` look at.
#[cfg(feature = "std")]
pub(crate) fn during(f: impl FnOnce()) -> usize {
    LOOKS.with(|looks| looks.set(0));
    f();
    LOOKS.with(Cell::get)
}
