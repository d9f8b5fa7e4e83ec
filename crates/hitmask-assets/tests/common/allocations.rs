//! An allocator that counts bytes, for tests of how much memory is held. A test file that uses it says
//! `#[global_allocator] static COUNTING: Counting = Counting;`, and has one test alone, since it counts for the whole
//! process.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The system's allocator, which counts the bytes that it has given out.
pub(crate) struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// What `f` returns, and the most bytes that were held at a time while it ran, over those held before.
pub(crate) fn peak<T>(f: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.load(Ordering::SeqCst);
    PEAK.store(before, Ordering::SeqCst);
    let result = f();
    (result, PEAK.load(Ordering::SeqCst) - before)
}

fn add(bytes: usize) {
    let held = HELD.fetch_add(bytes, Ordering::SeqCst) + bytes;
    PEAK.fetch_max(held, Ordering::SeqCst);
}

#[expect(unsafe_code, reason = "an allocator cannot be had without")]
// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: the caller keeps this function's conditions, which are the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: as in `alloc`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Large blocks grow in place on the systems that we know, so old and new are not counted together.
        HELD.fetch_sub(layout.size(), Ordering::SeqCst);
        add(size);
        // SAFETY: as in `alloc`.
        unsafe { System.realloc(at, layout, size) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::SeqCst);
        // SAFETY: as in `alloc`.
        unsafe { System.dealloc(at, layout) }
    }
}
