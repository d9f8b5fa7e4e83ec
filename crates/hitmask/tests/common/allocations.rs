//! An allocator that counts allocations, for tests of code that promises to allocate nothing. A test file that uses it declares
//! `#[global_allocator] static COUNTING: Counting = Counting;` and has only one test, because the count is for the whole process.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The system's allocator. It counts the allocations of all threads together.
pub(crate) struct Counting;

static COUNT: AtomicUsize = AtomicUsize::new(0);

/// How many allocations and growths there were while `f` ran.
pub(crate) fn allocations(f: impl FnOnce()) -> usize {
    // The harness has just started the test on another thread, and still allocates for itself.
    static WAIT: Once = Once::new();
    WAIT.call_once(|| std::thread::sleep(Duration::from_millis(100)));
    let before = COUNT.load(Ordering::SeqCst);
    f();
    COUNT.load(Ordering::SeqCst) - before
}

#[expect(unsafe_code, reason = "an allocator cannot be had without")]
// SAFETY: every call is passed to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps this function's conditions, which are the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as in `alloc`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as in `alloc`.
        unsafe { System.realloc(at, layout, size) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as in `alloc`.
        unsafe { System.dealloc(at, layout) }
    }
}
