//! The statuses of the library's errors.

use std::fmt::Display;

use hitmask::{
    ConvexError, InvalidArgument, InvalidReason, LabelError, MaskError, PackError, SimplifyError,
    TerrainError, TileMapError, TooManyPairs, WorldError,
};

use crate::border::{Checked, check, give};
use crate::status::hitmask_error;
use crate::status::hitmask_status::{self as Status, *};

/// An error of the library that has a status.
pub(crate) trait Fault: Display {
    fn status(&self) -> Status;
}

impl Fault for MaskError {
    fn status(&self) -> Status {
        match self {
            MaskError::TooLarge { .. } => HITMASK_TOO_LARGE,
            MaskError::WrongLength { .. } => HITMASK_WRONG_LENGTH,
            MaskError::BadRun { .. } => HITMASK_BAD_RUN,
            _ => HITMASK_BAD_BYTES,
        }
    }
}

impl Fault for InvalidArgument {
    fn status(&self) -> Status {
        match self.reason {
            InvalidReason::NotFinite => HITMASK_NOT_FINITE,
            InvalidReason::Singular => HITMASK_SINGULAR,
            InvalidReason::TooLarge { .. } => HITMASK_TOO_LARGE,
            InvalidReason::NoSuchIndex { .. } | InvalidReason::NoSuchTile { .. } => HITMASK_NO_SUCH_INDEX,
            InvalidReason::Empty | InvalidReason::WrongLength { .. } => HITMASK_WRONG_LENGTH,
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

impl Fault for ConvexError {
    fn status(&self) -> Status {
        match self {
            ConvexError::NotFinite { .. } => HITMASK_NOT_FINITE,
            ConvexError::NotConvex { .. } => HITMASK_NOT_CONVEX,
            _ => HITMASK_OUT_OF_RANGE,
        }
    }
}

impl Fault for SimplifyError {
    fn status(&self) -> Status {
        match self {
            SimplifyError::TooManyPoints { .. } => HITMASK_TOO_MANY_POINTS,
            _ => HITMASK_PANICKED,
        }
    }
}

impl Fault for TerrainError {
    fn status(&self) -> Status {
        match self {
            TerrainError::TooLarge { .. } => HITMASK_TOO_LARGE,
            TerrainError::TooMuchMemory { .. } => HITMASK_TOO_MUCH_MEMORY,
            TerrainError::WrongBase { .. } => HITMASK_WRONG_BASE,
            _ => HITMASK_BAD_BYTES,
        }
    }
}

impl Fault for LabelError {
    fn status(&self) -> Status {
        match self {
            LabelError::TooLarge { .. } => HITMASK_TOO_LARGE,
            LabelError::TooMuchMemory { .. } => HITMASK_TOO_MUCH_MEMORY,
            _ => HITMASK_BAD_BYTES,
        }
    }
}

impl Fault for TileMapError {
    fn status(&self) -> Status {
        match self {
            TileMapError::TooMuchMemory { .. } => HITMASK_TOO_MUCH_MEMORY,
            TileMapError::TooMuchWork { .. } => HITMASK_TOO_LARGE,
            _ => HITMASK_BAD_BYTES,
        }
    }
}

impl Fault for PackError {
    fn status(&self) -> Status {
        match self {
            PackError::TooMuchMemory { .. } => HITMASK_TOO_MUCH_MEMORY,
            _ => HITMASK_BAD_BYTES,
        }
    }
}

impl Fault for WorldError {
    fn status(&self) -> Status {
        match self {
            WorldError::TooMuchMemory { .. } => HITMASK_TOO_MUCH_MEMORY,
            WorldError::TooMuchWork { .. } => HITMASK_TOO_LARGE,
            WorldError::NoSuchFrame { .. } => HITMASK_NO_SUCH_INDEX,
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
