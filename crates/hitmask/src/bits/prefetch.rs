//! Prefetching memory into the cache. This is a hint: it changes no answer, and does nothing on targets without a known instruction for it.

/// The bytes of a cache line.
const LINE: usize = 64;

/// Whether it does anything. Loops that only prefetch ask this: their bounds checks would stay.
pub(crate) const WORKS: bool = cfg!(all(target_arch = "x86_64", not(miri)));

/// What lies further on in a list, to be prefetched. None where prefetching does nothing.
#[inline(always)]
pub(crate) fn ahead<T>(list: &[T], at: usize) -> Option<&T> {
    if WORKS { list.get(at) } else { None }
}

/// Prefetches a value, wherever in a cache line it begins.
#[inline(always)]
pub(crate) fn value<T>(value: &T) {
    slice(core::slice::from_ref(value), 4);
    // What is not larger seldom lies in two lines.
    if size_of::<T>() > 16 {
        prefetch(core::ptr::from_ref(value).cast::<u8>().wrapping_add(size_of::<T>() - 1));
    }
}

/// Prefetches a slice, but at most its first `lines` cache lines.
#[inline(always)]
pub(crate) fn slice<T>(slice: &[T], lines: usize) {
    let start = slice.as_ptr().cast::<u8>();
    for line in 0..size_of_val(slice).div_ceil(LINE).min(lines) {
        prefetch(start.wrapping_add(line * LINE));
    }
}

#[inline(always)]
fn prefetch(_address: *const u8) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch does not access memory, so any address is valid. SSE is part of x86-64.
        #[expect(unsafe_code, reason = "a vendor intrinsic")]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(_address.cast());
        }
    }
}
