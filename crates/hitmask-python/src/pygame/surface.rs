//! Masks from pygame's surfaces.

use std::sync::Arc;

use hitmask::Mask;
use pyo3::buffer::PyUntypedBuffer;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::foreign::{Pygame, mask_of, pygame};
use super::mask::PygameMask;
use crate::errors::Raise;

/// An argument that may be left out. `None` is not the same as leaving it out.
pub(super) struct Given<'py>(Option<Bound<'py, PyAny>>);

impl<'py> FromPyObject<'_, 'py> for Given<'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Given<'py>> {
        Ok(Given(Some(value.to_owned())))
    }
}

/// Makes a mask of a surface: a pixel is set if its alpha is above the threshold.
///
/// With a colour key, a pixel is set unless it has that colour. Without a colour key and without an alpha channel, every pixel is set.
#[pyfunction]
#[pyo3(signature = (surface, threshold = Given(None)))]
#[pyo3(text_signature = "(surface, threshold=127)")]
pub(super) fn from_surface<'py>(
    surface: &Bound<'py, PyAny>,
    threshold: Given<'py>,
) -> PyResult<Bound<'py, PygameMask>> {
    let py = surface.py();
    let pygame = pygame(py)?;
    if surface.is_instance(pygame.surface.bind(py))? {
        let above = threshold.0.as_ref().map_or(Ok(127), |threshold| threshold.extract::<i32>())?;
        if let Some(mask) = by_alpha(surface, pygame, above)? {
            return PygameMask::plain(py, Arc::new(mask));
        }
    }
    // Other formats, and what is no surface at all.
    let function = pygame.from_surface.bind(py);
    ours(&match threshold.0 {
        Some(threshold) => function.call1((surface, threshold))?,
        None => function.call1((surface,))?,
    })
}

/// The mask of a surface of 32 bits a pixel with an alpha channel and without a colour key. None for other surfaces.
#[expect(unsafe_code, reason = "the buffer protocol passes pointers")]
fn by_alpha(surface: &Bound<'_, PyAny>, pygame: &Pygame, above: i32) -> PyResult<Option<Mask>> {
    let py = surface.py();
    // A subclass may override a method, so these are the methods of the class itself.
    let ask = |method: &Py<PyAny>| method.bind(py).call1((surface,));
    let alpha: u32 = ask(&pygame.get_masks)?.get_item(3)?.extract()?;
    // Eight bits side by side.
    let is_byte = alpha.count_ones() == 8 && alpha.leading_zeros() + alpha.trailing_zeros() == 24;
    if !is_byte || !(0..255).contains(&above) || !ask(&pygame.get_colorkey)?.is_none() {
        return Ok(None);
    }
    // The surface stays locked as long as the view exists.
    let Ok(view) = pygame.get_view.bind(py).call1((surface, intern!(py, "2"))) else { return Ok(None) };
    let Ok(buffer) = PyUntypedBuffer::get(&view) else { return Ok(None) };
    let (&[w, h], &[dx, dy]) = (buffer.shape(), buffer.strides()) else { return Ok(None) };
    let start = buffer.buf_ptr().cast::<u8>();
    let aligned = (start as usize).is_multiple_of(4) && dy % 4 == 0;
    if buffer.item_size() != 4 || dx != 4 || !aligned || w.max(h) > Mask::MAX_SIDE as usize {
        return Ok(None);
    }
    let (shift, above) = (alpha.trailing_zeros(), above as u8);
    let mut words = Vec::with_capacity(w.div_ceil(64) * h);
    if w > 0 {
        for y in 0..h as isize {
            // SAFETY: the view has w pixels of four bytes side by side in each of its h rows, which lie `dy` bytes apart. All of them are
            // aligned, and they stay where they are as long as the buffer is held. They are read at once, with Python's lock
            // held, as pygame's own function reads them.
            let row = unsafe { std::slice::from_raw_parts(start.offset(y * dy).cast::<u32>(), w) };
            words.extend(row.chunks(64).map(|pixels| word(pixels, shift, above)));
        }
    }
    Mask::from_row_words64(w as u32, h as u32, &words).raise().map(Some)
}

/// One bit for each of at most 64 pixels, from the highest one down: whether the byte that begins at bit `shift` is above the limit.
#[inline]
fn word(pixels: &[u32], shift: u32, above: u8) -> u64 {
    let is_set = |pixel: u32| (pixel >> shift) as u8 > above;
    let Ok(pixels) = <&[u32; 64]>::try_from(pixels) else {
        return pixels
            .iter()
            .zip(0..)
            .fold(0, |word, (&pixel, i)| word | u64::from(is_set(pixel)) << (63 - i));
    };
    // The compiler makes these bytes sixteen at a time. The product then moves the lowest bits of eight bytes side by side.
    let bytes: [u8; 64] = std::array::from_fn(|i| u8::from(is_set(pixels[i])));
    let side_by_side = |eight: &[u8; 8]| u64::from_le_bytes(*eight).wrapping_mul(0x8040_2010_0804_0201) >> 56;
    bytes.as_chunks().0.iter().fold(0, |word, eight| word << 8 | side_by_side(eight))
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
