//! The statuses of the library's errors.

use std::fmt::Display;

use hitmask::{DecodeErrorKind, DecodeLimits, InvalidReason};

use crate::prelude::*;
use crate::status::hitmask_status::{self as Status, *};

/// An error of the library that has a status.
pub(crate) trait Fault: Display {
    fn status(&self) -> Status;
}

impl Fault for InvalidArgument {
    fn status(&self) -> Status {
        match self.reason {
            InvalidReason::NotFinite => HITMASK_NOT_FINITE,
            InvalidReason::NotConvex { .. } => HITMASK_NOT_CONVEX,
            InvalidReason::Singular => HITMASK_SINGULAR,
            InvalidReason::TooLarge { .. } => HITMASK_TOO_LARGE,
            InvalidReason::NoSuchIndex { .. } | InvalidReason::NoSuchTile { .. } => HITMASK_NO_SUCH_INDEX,
            InvalidReason::Empty | InvalidReason::WrongLength { .. } => HITMASK_WRONG_LENGTH,
            InvalidReason::BadRun { .. } => HITMASK_BAD_RUN,
            InvalidReason::UnlistedColor { .. } => HITMASK_BAD_BYTES,
            InvalidReason::TooManyPoints { .. } => HITMASK_TOO_MANY_POINTS,
            InvalidReason::BrokenPromise { .. } => HITMASK_PANICKED,
            InvalidReason::WrongShape => HITMASK_WRONG_SHAPE,
            InvalidReason::WrongBase => HITMASK_WRONG_BASE,
            InvalidReason::IsPart | InvalidReason::Cycle | InvalidReason::TooDeep { .. } => {
                HITMASK_WRONG_PART
            }
            InvalidReason::CannotRide => HITMASK_CANNOT_RIDE,
            _ => HITMASK_OUT_OF_RANGE,
        }
    }
}

impl Fault for TooManyPairs {
    fn status(&self) -> Status {
        HITMASK_TOO_MANY_PAIRS
    }
}

impl Fault for DecodeError {
    fn status(&self) -> Status {
        match self.kind {
            DecodeErrorKind::TooLarge { .. } | DecodeErrorKind::TooMuchWork { .. } => HITMASK_TOO_LARGE,
            DecodeErrorKind::TooMuchMemory { .. } => HITMASK_TOO_MUCH_MEMORY,
            DecodeErrorKind::WrongBase { .. } => HITMASK_WRONG_BASE,
            DecodeErrorKind::NoSuchFrame { .. } => HITMASK_NO_SUCH_INDEX,
            _ => HITMASK_BAD_BYTES,
        }
    }
}

/// An error of the library becomes its status wherever `?` passes it on.
impl<E: Fault> From<E> for Status {
    fn from(fault: E) -> Status {
        fault.status()
    }
}

/// Tells the caller about an error of the library.
pub(crate) trait OrTell<T> {
    /// The value, or the status of the error. Writes the error's sentence into the caller's error, if there is one.
    ///
    /// # Safety
    /// The pointer keeps the contract of the crate.
    unsafe fn or_tell(self, error: *mut hitmask_error) -> Checked<T>;
}

impl<T, E: Fault> OrTell<T> for Result<T, E> {
    unsafe fn or_tell(self, error: *mut hitmask_error) -> Checked<T> {
        let text = self.as_ref().err().map(ToString::to_string).unwrap_or_default();
        if !error.is_null() {
            check(error)?;
            give(error, hitmask_error::new(&text))?;
        }
        Ok(self?)
    }
}

/// The limits of what is read: of this memory, or of the library's default if it is 0.
pub(crate) fn limits(memory: usize) -> DecodeLimits {
    let default = DecodeLimits::default();
    if memory == 0 { default } else { DecodeLimits { memory, ..default } }
}
