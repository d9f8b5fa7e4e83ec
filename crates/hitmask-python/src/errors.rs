//! The library's errors as Python's, with the library's sentences.

use crate::prelude::*;
use hitmask::{DecodeErrorKind, InvalidReason, TooManyPairs};
use pyo3::PyErr;
use pyo3::exceptions::PyOSError;

/// Turns an error of the library into an exception.
pub(crate) trait Raise<T> {
    fn raise(self) -> Result<T, PyErr>;
}

macro_rules! value_errors {
    ($($error:ty),*) => {$(
        impl<T> Raise<T> for Result<T, $error> {
            fn raise(self) -> Result<T, PyErr> {
                self.map_err(|error| PyValueError::new_err(error.to_string()))
            }
        }
    )*};
}

value_errors!(hitmask_assets::WorldPictureError);

impl<T> Raise<T> for Result<T, DecodeError> {
    fn raise(self) -> Result<T, PyErr> {
        self.map_err(|error| match (error.format(), error.kind) {
            // The caller of a pack has chosen the limit.
            ("pack", DecodeErrorKind::TooMuchMemory { .. }) => PyMemoryError::new_err(error.to_string()),
            _ => PyValueError::new_err(error.to_string()),
        })
    }
}

/// The library says what is refused. No method checks it before.
impl<T> Raise<T> for Result<T, InvalidArgument> {
    fn raise(self) -> Result<T, PyErr> {
        self.map_err(|refused| {
            let says = refused.to_string();
            match refused.reason {
                InvalidReason::Outside { .. } | InvalidReason::NoSuchIndex { .. } => {
                    PyIndexError::new_err(says)
                }
                InvalidReason::WrongShape => PyTypeError::new_err(says),
                _ => PyValueError::new_err(says),
            }
        })
    }
}

impl<T> Raise<T> for Result<T, TooManyPairs> {
    fn raise(self) -> Result<T, PyErr> {
        self.map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }
}

impl<T> Raise<T> for Result<T, hitmask_assets::Error> {
    fn raise(self) -> Result<T, PyErr> {
        use hitmask_assets::ErrorKind;
        self.map_err(|error| match error.kind() {
            ErrorKind::Io(cause) => match cause.raw_os_error() {
                // With a number Python chooses the right subclass, such as FileNotFoundError.
                Some(number) => {
                    let text = cause.to_string();
                    let text = text.split(" (os error").next().unwrap_or_default().to_owned();
                    PyOSError::new_err((number, text, error.file().map(|file| file.display().to_string())))
                }
                None => PyOSError::new_err(error.to_string()),
            },
            ErrorKind::OutOfMemory { .. } => PyMemoryError::new_err(error.to_string()),
            _ => PyValueError::new_err(error.to_string()),
        })
    }
}
