//! Masks from pygame's surfaces.

use std::sync::Arc;

use hitmask::Mask;
use pyo3::buffer::PyUntypedBuffer;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::foreign::{mask_of, pygame};
use super::mask::PygameMask;
use crate::array::bytes_by_columns;
use crate::errors::Raise;
use crate::mask::LONG_BY_PIXEL;

/// Makes a mask of a surface: a pixel is set if its alpha is above the threshold.
///
/// With a colour key, a pixel is set unless it has that colour. Without a colour key and without an alpha channel, every pixel is set.
#[pyfunction]
#[pyo3(signature = (surface, threshold = 127))]
pub(super) fn from_surface<'py>(
    surface: &Bound<'py, PyAny>,
    threshold: i32,
) -> PyResult<Bound<'py, PygameMask>> {
    let py = surface.py();
    if let Some(mask) = by_alpha(surface, threshold)? {
        return PygameMask::plain(py, Arc::new(mask));
    }
    // Other formats, and what is no surface at all.
    let made = pygame(py)?.from_surface.bind(py).call1((surface, threshold))?;
    ours(&made)
}

/// The mask of a surface of 32 bits a pixel with an alpha channel and without a colour key. None for everything else.
fn by_alpha(surface: &Bound<'_, PyAny>, threshold: i32) -> PyResult<Option<Mask>> {
    let py = surface.py();
    let Some(least) = threshold.checked_add(1).and_then(|least| u8::try_from(least).ok()) else {
        return Ok(None);
    };
    if !surface.is_instance(pygame(py)?.surface.bind(py))? {
        return Ok(None);
    }
    // A subclass may override a method, so these are the methods of the class itself.
    if !pygame(py)?.get_colorkey.bind(py).call1((surface,))?.is_none() {
        return Ok(None);
    }
    // The surface stays locked as long as the view exists.
    let Ok(view) = pygame(py)?.get_view.bind(py).call1((surface, intern!(py, "a"))) else { return Ok(None) };
    let Ok(buffer) = PyUntypedBuffer::get(&view) else { return Ok(None) };
    let shape = buffer.shape();
    if buffer.item_size() != 1 || shape.len() != 2 {
        return Ok(None);
    }
    let (w, h) = (shape[0], shape[1]);
    let alpha = bytes_by_columns(&buffer);
    let (Ok(w), Ok(h)) = (u32::try_from(w), u32::try_from(h)) else { return Ok(None) };
    let make = || Mask::from_alpha(w, h, &alpha, least);
    let mask = if alpha.len() as u64 <= LONG_BY_PIXEL { make() } else { py.detach(make) };
    Ok(Some(mask.raise()?))
}

/// Makes a mask of the pixels of a surface that are within a threshold of a colour, or of the pixels of another surface.
#[pyfunction]
#[pyo3(signature = (*args, **kwargs))]
#[pyo3(text_signature = "(surface, color, threshold=(0, 0, 0, 255), othersurface=None, palette_colors=1)")]
pub(super) fn from_threshold<'py>(
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PygameMask>> {
    // pygame's rules for colours, palettes and thresholds are its own, so its own function makes the mask.
    let py = args.py();
    ours(&pygame(py)?.from_threshold.bind(py).call(args, kwargs)?)
}

/// A mask of pygame as one of ours.
fn ours<'py>(made: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PygameMask>> {
    let mask = mask_of(made)?.expect("pygame's function makes a mask of pygame");
    PygameMask::plain(made.py(), mask)
}
