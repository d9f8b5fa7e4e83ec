//! Bytes
//!
//! A saved form of a terrain or a world, which the library made. Write it to a file, then free it.

use crate::prelude::*;

/// Bytes. Free them with hitmask_bytes_free.
pub struct hitmask_bytes {
    pub(crate) bytes: Vec<u8>,
}

holding!(hitmask_bytes { bytes: Vec<u8> });

verbs! {
    /// Where the bytes lie, and how many they are. The pointer is good until they are freed.
    fn hitmask_bytes_data(bytes: *const hitmask_bytes, data: *mut *const u8, length: *mut usize) {
        let bytes = &object(bytes)?.bytes;
        give(length, bytes.len())?;
        give(data, bytes.as_ptr())
    }

    /// Frees them. NULL does nothing.
    free fn hitmask_bytes_free(bytes: *mut hitmask_bytes);
}
