//! An allocator that counts bytes, for tests of how much memory is held. A test file that uses it declares `#[global_allocator] static
//! COUNTING: Counting = Counting;` and has only one test, because the count is for the whole process.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The system's allocator, which counts the bytes that are allocated.
pub(crate) struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The result of `f`, and the most bytes that were held at any time while it ran, in addition to those held before. `f` may ask for the
/// peak of a part of it.
pub(crate) fn peak<T>(f: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.load(Ordering::SeqCst);
    let around = PEAK.swap(before, Ordering::SeqCst);
    let result = f();
    let peak = PEAK.fetch_max(around, Ordering::SeqCst);
    (result, peak - before)
}

fn add(bytes: usize) {
    let held = HELD.fetch_add(bytes, Ordering::SeqCst) + bytes;
    PEAK.fetch_max(held, Ordering::SeqCst);
}

#[expect(unsafe_code, reason = "an allocator cannot be had without")]
// SAFETY: every call is passed to the system's allocator unchanged.
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
        // On the systems that we know, large blocks grow in place. So the old and the new block are not counted together.
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
