//! Masks from pygame's surfaces, and masks drawn on them.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::foreign::{mask_of, pygame};
use super::mask::PygameMask;

/// Makes a mask of a surface: a pixel is set if its alpha is above the threshold.
///
/// With a colour key, a pixel is set unless it has that colour. Without a colour key and without an alpha channel, every pixel is set.
#[pyfunction]
#[pyo3(signature = (*args, **kwargs))]
pub(super) fn from_surface<'py>(
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PygameMask>> {
    let py = args.py();
    by_pygame(pygame(py)?.from_surface.bind(py), args, kwargs)
}

/// Makes a mask of the pixels of a surface that are within a threshold of a colour, or of the pixels of another surface.
#[pyfunction]
#[pyo3(signature = (*args, **kwargs))]
pub(super) fn from_threshold<'py>(
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PygameMask>> {
    let py = args.py();
    by_pygame(pygame(py)?.from_threshold.bind(py), args, kwargs)
}

/// What pygame's own function makes, as our mask.
fn by_pygame<'py>(
    function: &Bound<'py, PyAny>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PygameMask>> {
    let made = function.call(args, kwargs)?;
    let mask = mask_of(&made)?.expect("pygame's function makes a mask of pygame");
    PygameMask::plain(function.py(), mask)
}
