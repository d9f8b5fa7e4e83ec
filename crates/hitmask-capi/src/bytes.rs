//! Bytes
//!
//! A saved form of a terrain or a world, which the library made. Write it to a file, then free it.

use crate::border::{free, give, guard, object};

/// Bytes. Free them with hitmask_bytes_free.
pub struct hitmask_bytes {
    pub(crate) bytes: Vec<u8>,
}

/// Where the bytes lie, and how many they are. The pointer is good until they are freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_bytes_data(
    bytes: *const hitmask_bytes,
    data: *mut *const u8,
    length: *mut usize,
) -> i32 {
    guard(|| {
        let bytes = &object(bytes)?.bytes;
        give(length, bytes.len())?;
        give(data, bytes.as_ptr())
    })
}

/// Frees them. NULL does nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_bytes_free(bytes: *mut hitmask_bytes) {
    free(bytes);
}
