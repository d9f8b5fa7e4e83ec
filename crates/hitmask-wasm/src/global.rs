//! What a module without the standard library must bring along.

use core::panic::PanicInfo;

/// A panic ends the module, and nobody can read a message. So there is none, and the compiler leaves out whatever only messages need.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// The allocator that the standard library has on WebAssembly.
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

/// A value that belongs to the whole module.
pub(crate) struct Global<T>(pub(crate) T);

#[cfg(target_feature = "atomics")]
compile_error!("this module is for one thread");

#[expect(unsafe_code, reason = "a static must say that threads may share it")]
// SAFETY: there is one thread.
unsafe impl<T> Sync for Global<T> {}
