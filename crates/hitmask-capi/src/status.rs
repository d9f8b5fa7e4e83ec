//! Status, messages, version
//!
//! Nearly every function returns a status: 0, HITMASK_OK, is success. hitmask_status_message tells what a status means. There is no "last
//! error" behind the interface. Where a status alone does not tell what was wrong, the function takes a hitmask_error of yours as its last
//! argument, and writes one sentence into it; NULL is fine if you don't want it.

use crate::prelude::*;
use hitmask_status as Status;

/// The major version of this header.
pub const HITMASK_VERSION_MAJOR: u32 = 0;
/// The minor version of this header.
pub const HITMASK_VERSION_MINOR: u32 = 1;
/// The patch version of this header.
pub const HITMASK_VERSION_PATCH: u32 = 0;

/// What a function returns. Functions return it as an int32_t. A later version may have more of them, so treat an unknown number as a
/// failure.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_status {
    /// Success.
    HITMASK_OK = 0,
    /// A pointer that must not be NULL is NULL.
    HITMASK_NULL_POINTER = 1,
    /// A pointer is not aligned as its type asks.
    HITMASK_MISALIGNED_POINTER = 2,
    /// A number names none of the constants that are allowed there.
    HITMASK_UNKNOWN_CONSTANT = 3,
    /// A size is larger than the library allows, or larger than memory.
    HITMASK_TOO_LARGE = 4,
    /// An array has not the length that goes with the size.
    HITMASK_WRONG_LENGTH = 5,
    /// The pitch is shorter than a row of pixels.
    HITMASK_BAD_PITCH = 6,
    /// A run is empty, leaves its row, or is out of order.
    HITMASK_BAD_RUN = 7,
    /// A number is infinite or NaN.
    HITMASK_NOT_FINITE = 8,
    /// A number is beyond its limits.
    HITMASK_OUT_OF_RANGE = 9,
    /// A pose has no inverse: it flattens the sprite to a line or a point.
    HITMASK_SINGULAR = 10,
    /// The corners are not those of a convex polygon.
    HITMASK_NOT_CONVEX = 11,
    /// A shape of this kind cannot be used there.
    HITMASK_WRONG_SHAPE = 12,
    /// A handle is stale: the collider was removed, or the handle is of another world.
    HITMASK_NO_SUCH_COLLIDER = 13,
    /// A number of a frame, a component or a ring is too large, or a set has no tile of this id.
    HITMASK_NO_SUCH_INDEX = 14,
    /// Your array has too few places. The count says how many are needed.
    HITMASK_TOO_SMALL = 15,
    /// A step met more pairs of boxes than the options of the world allow.
    HITMASK_TOO_MANY_PAIRS = 16,
    /// The bytes are damaged, or not of this format or version.
    HITMASK_BAD_BYTES = 17,
    /// The bytes would take more memory than you allowed.
    HITMASK_TOO_MUCH_MEMORY = 18,
    /// A difference or a snapshot belongs to another state of the terrain.
    HITMASK_WRONG_BASE = 19,
    /// A promise cannot be kept with so few corners.
    HITMASK_TOO_MANY_POINTS = 20,
    /// The object is in use by the function that called you back.
    HITMASK_BUSY = 21,
    /// The library ran into a fault of its own, or into a size that it cannot handle. Free the objects that the call could change.
    HITMASK_PANICKED = 22,
    /// A part of another collider cannot do that, or the collider cannot be a part there.
    HITMASK_WRONG_PART = 23,
    /// A rider is neither a character nor a crate, or is a part, stale, disabled or elsewhere.
    HITMASK_CANNOT_RIDE = 24,
}

/// One sentence about what was wrong.
#[repr(C)]
pub struct hitmask_error {
    /// Ends with a zero byte. Empty after a success.
    pub message: [c_char; 240],
}

/// What each status means, in the order of their numbers.
#[rustfmt::skip]
const MESSAGES: [(Status, &CStr); HITMASK_CANNOT_RIDE as usize + 1] = [
    (HITMASK_OK, c"success"),
    (HITMASK_NULL_POINTER, c"a pointer that must not be NULL is NULL"),
    (HITMASK_MISALIGNED_POINTER, c"a pointer is not aligned as its type asks"),
    (HITMASK_UNKNOWN_CONSTANT, c"a number names none of the constants that are allowed there"),
    (HITMASK_TOO_LARGE, c"a size is larger than the library allows, or larger than memory"),
    (HITMASK_WRONG_LENGTH, c"an array has not the length that goes with the size"),
    (HITMASK_BAD_PITCH, c"the pitch is shorter than a row of pixels"),
    (HITMASK_BAD_RUN, c"a run is empty, leaves its row, or is out of order"),
    (HITMASK_NOT_FINITE, c"a number is infinite or NaN"),
    (HITMASK_OUT_OF_RANGE, c"a number is beyond its limits"),
    (HITMASK_SINGULAR, c"the pose has no inverse: a scale is 0 or nearly 0, or the shear flattens the sprite"),
    (HITMASK_NOT_CONVEX, c"the corners are not those of a convex polygon"),
    (HITMASK_WRONG_SHAPE, c"a shape of this kind cannot be used there"),
    (HITMASK_NO_SUCH_COLLIDER, c"the handle is stale: the collider was removed, or is of another world"),
    (HITMASK_NO_SUCH_INDEX, c"there is none with this number"),
    (HITMASK_TOO_SMALL, c"the array has too few places; the count says how many are needed"),
    (HITMASK_TOO_MANY_PAIRS, c"more pairs of boxes overlap than max_pairs allows; insert fewer colliders in one place, or raise it"),
    (HITMASK_BAD_BYTES, c"the bytes are damaged, or not of this format or version"),
    (HITMASK_TOO_MUCH_MEMORY, c"the bytes would take more memory than allowed"),
    (HITMASK_WRONG_BASE, c"the difference or the snapshot belongs to another state of the terrain"),
    (HITMASK_TOO_MANY_POINTS, c"the promise cannot be kept with so few corners"),
    (HITMASK_BUSY, c"the object is in use by the function that called you back"),
    (HITMASK_PANICKED, c"a fault in the library, or a size that it cannot handle; free the objects of the call"),
    (HITMASK_WRONG_PART, c"a part goes where its root goes: take the root; and a part of a part is not possible"),
    (HITMASK_CANNOT_RIDE, c"a rider must be an enabled character or crate of the solid's space, and no part"),
];

/// What a status means, in a few words of English. Never NULL; it needs no freeing.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_status_message(status: i32) -> *const c_char {
    let known = usize::try_from(status).ok().and_then(|number| MESSAGES.get(number));
    known.map_or(c"not a status of this version", |known| known.1).as_ptr()
}

/// The version of the library that runs, such as "0.1.0". Never NULL; it needs no freeing. The macros HITMASK_VERSION_MAJOR, _MINOR and
/// _PATCH are the version of the header.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => panic!("a version holds no zero byte"),
        };
    VERSION.as_ptr()
}

impl hitmask_error {
    /// A sentence, cut where it does not fit.
    pub(crate) fn new(text: &str) -> hitmask_error {
        let mut message = [0; 240];
        let room = message.len() - 1;
        let mut end = text.len().min(room);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        for (to, &byte) in message.iter_mut().zip(&text.as_bytes()[..end]) {
            *to = byte as c_char;
        }
        hitmask_error { message }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_macros_are_the_version_of_the_crate() {
        let macros = [HITMASK_VERSION_MAJOR, HITMASK_VERSION_MINOR, HITMASK_VERSION_PATCH];
        assert_eq!(macros.map(|number| number.to_string()).join("."), env!("CARGO_PKG_VERSION"));
    }

    #[test]
    fn each_status_has_its_message() {
        for (number, (status, _)) in MESSAGES.iter().enumerate() {
            assert_eq!(*status as usize, number);
        }
    }

    #[test]
    fn a_long_sentence_is_cut_between_characters() {
        let error = hitmask_error::new(&"é".repeat(200));
        assert_eq!(error.message[238], 0);
        assert_ne!(error.message[237], 0);
    }
}
