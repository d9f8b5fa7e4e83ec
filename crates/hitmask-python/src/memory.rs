//! The allocator of the package: the system's, with another way to small blocks of zeros.

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;

/// The system's allocator. glibc's `calloc` does not reuse the freed blocks that each thread keeps, so a small mask would take twice as long
/// to make as with `malloc` and zeros written over it.
struct Blocks;

/// The largest block that glibc keeps for a thread.
const SMALL: usize = 1032;

// SAFETY: every call goes to the system's allocator. A block from `alloc` that is then written is one from `alloc_zeroed`.
#[expect(unsafe_code, reason = "allocators pass pointers")]
unsafe impl GlobalAlloc for Blocks {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise. So it is below.
        unsafe { System.alloc(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above. The zeros are written inside of the block.
        unsafe {
            if layout.size() > SMALL {
                return System.alloc_zeroed(layout);
            }
            // Without the black box the compiler sees that this is what `calloc` does, and calls it.
            let block = black_box(System.alloc(layout));
            if !block.is_null() {
                block.write_bytes(0, layout.size());
            }
            block
        }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        unsafe { System.realloc(block, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Blocks = Blocks;
