//! Masks from pygame's surfaces, and surfaces from masks.

use hitmask::Mask;
use pyo3::buffer::PyUntypedBuffer;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use super::foreign::{Pygame, SRCALPHA, mask_of, pygame};
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
            return PygameMask::plain(py, mask);
        }
    }
    // Other formats, and what is no surface at all.
    let function = pygame.from_surface.bind(py);
    ours(&match threshold.0 {
        Some(threshold) => function.call1((surface, threshold))?,
        None => function.call1((surface,))?,
    })
}

/// The pixels of a surface of 32 bits a pixel. The surface stays locked as long as this exists.
struct Pixels32 {
    buffer: PyUntypedBuffer,
    w: usize,
    h: usize,
    /// The first pixel of the first row, and the bytes from row to row.
    start: *mut u32,
    pitch: isize,
}

impl Pixels32 {
    /// Looks at a surface with `get_view`. None if the pixels have another size, or lie in another order.
    fn of(surface: &Bound<'_, PyAny>, pygame: &Pygame, kind: &Bound<'_, PyString>) -> Option<Pixels32> {
        // A subclass may override the method, so this is the one of the class itself.
        let view = pygame.get_view.bind(surface.py()).call1((surface, kind)).ok()?;
        let buffer = PyUntypedBuffer::get(&view).ok()?;
        let (&[w, h], &[dx, pitch]) = (buffer.shape(), buffer.strides()) else { return None };
        // The alpha of the first pixel is one of its four bytes.
        let start = buffer.buf_ptr().map_addr(|start| start & !3).cast::<u32>();
        let fits = dx == 4 && pitch % 4 == 0 && w.max(h) <= Mask::MAX_SIDE as usize;
        fits.then_some(Pixels32 { buffer, w, h, start, pitch })
    }

    /// How many bits of a pixel lie below the byte that the view shows.
    fn shift(&self) -> u32 {
        let byte = self.buffer.buf_ptr() as usize % 4;
        8 * (if cfg!(target_endian = "little") { byte } else { 3 - byte }) as u32
    }

    /// The pixels of a row. The row must be one of the surface's.
    #[expect(unsafe_code, reason = "the buffer protocol passes pointers")]
    fn row(&self, y: usize) -> *mut u32 {
        assert!(y < self.h);
        // SAFETY: the view has h rows, which lie `pitch` bytes apart.
        unsafe { self.start.byte_offset(y as isize * self.pitch) }
    }
}

/// The mask of a surface of 32 bits a pixel with an alpha channel and without a colour key. None for other surfaces.
#[expect(unsafe_code, reason = "the buffer protocol passes pointers")]
fn by_alpha(surface: &Bound<'_, PyAny>, pygame: &Pygame, above: i32) -> PyResult<Option<Mask>> {
    let py = surface.py();
    if !(0..255).contains(&above) || !pygame.get_colorkey.bind(py).call1((surface,))?.is_none() {
        return Ok(None);
    }
    // Only surfaces of 32 bits with eight bits of alpha have a view of it.
    let Some(pixels) = Pixels32::of(surface, pygame, intern!(py, "a")) else { return Ok(None) };
    let (w, h) = (pixels.w, pixels.h);
    let (shift, above) = (pixels.shift(), above as u8);
    let mut words = Vec::with_capacity(w.div_ceil(64) * h);
    if w > 0 {
        for y in 0..h {
            // SAFETY: a row has w pixels of four bytes side by side. All of them are aligned, and they stay where they are as long as
            // the buffer is held. They are read at once, with Python's lock held, as pygame's own function reads them.
            let row = unsafe { std::slice::from_raw_parts(pixels.row(y).cast_const(), w) };
            words.extend(row.chunks(64).map(|pixels| word(pixels, shift, above)));
        }
    }
    Mask::from_row_words64(w as u32, h as u32, &words).raise().map(Some)
}

/// One bit for each of at most 64 pixels, from the highest one down: whether the eight bits from bit `shift` on are above the limit.
#[inline]
fn word(pixels: &[u32], shift: u32, above: u8) -> u64 {
    let (whole, rest) = pixels.as_chunks();
    let mut word = 0;
    for (pixels, place) in whole.iter().zip((0..).step_by(16)) {
        word |= u64::from(sixteen(pixels, shift, above)) << place;
    }
    if !rest.is_empty() {
        let mut last = [0; 16];
        last[..rest.len()].copy_from_slice(rest);
        word |= u64::from(sixteen(&last, shift, above)) << (16 * whole.len());
    }
    word.reverse_bits()
}

/// One bit for each pixel, from the lowest one up.
#[cfg(target_arch = "x86_64")]
#[inline]
#[expect(unsafe_code, reason = "the compiler does not find the instruction that takes one bit of each byte")]
fn sixteen(pixels: &[u32; 16], shift: u32, above: u8) -> u16 {
    use std::arch::x86_64::*;
    // SAFETY: every x86-64 processor has SSE2, and each load reads the four pixels of a slice.
    unsafe {
        let (count, low) = (_mm_cvtsi32_si128(shift as i32), _mm_set1_epi32(255));
        let alphas = |i: usize| {
            let four = _mm_loadu_si128(pixels[i..i + 4].as_ptr().cast());
            _mm_and_si128(_mm_srl_epi32(four, count), low)
        };
        let bytes =
            _mm_packus_epi16(_mm_packs_epi32(alphas(0), alphas(4)), _mm_packs_epi32(alphas(8), alphas(12)));
        let rest = _mm_subs_epu8(bytes, _mm_set1_epi8(above.cast_signed()));
        !_mm_movemask_epi8(_mm_cmpeq_epi8(rest, _mm_setzero_si128())) as u16
    }
}

/// One bit for each pixel, from the lowest one up.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn sixteen(pixels: &[u32; 16], shift: u32, above: u8) -> u16 {
    pixels.iter().rev().fold(0, |bits, pixel| bits << 1 | u16::from((pixel >> shift) as u8 > above))
}

/// Draws a mask in white on black, if pygame's function is given no argument, or only a surface of 32 bits a pixel. Returns the surface.
/// None for all other arguments.
#[expect(unsafe_code, reason = "the buffer protocol passes pointers")]
pub(super) fn draw<'py>(
    py: Python<'py>,
    mask: &Mask,
    args: &Bound<'py, PyTuple>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let pygame = pygame(py)?;
    let given = match args.len() {
        0 => None,
        1 => Some(args.get_item(0)?).filter(|surface| !surface.is_none()),
        _ => return Ok(None),
    };
    let (surface, (r, g, b, a)) = match given {
        None => (pygame.surface.bind(py).call1((mask.size(), SRCALPHA, 32))?, pygame.masks),
        Some(surface) if surface.is_instance(pygame.surface.bind(py))? => {
            let masks = pygame.get_masks.bind(py).call1((&surface,))?.extract()?;
            (surface, masks)
        }
        Some(_) => return Ok(None),
    };
    let Some(pixels) = Pixels32::of(&surface, pygame, intern!(py, "2")) else {
        // A new surface is empty only if the mask is, and then there is nothing to draw.
        return Ok(if given_none(args) && (mask.width() == 0 || mask.height() == 0) {
            Some(surface)
        } else {
            None
        });
    };
    if pixels.start.cast() != pixels.buffer.buf_ptr() {
        return Ok(None);
    }
    // White, and opaque black.
    let (set, clear) = (r | g | b | a, a);
    let columns = mask.width().div_ceil(64) as usize;
    let words = mask.to_row_words64();
    let w = pixels.w.min(mask.width() as usize);
    if w > 0 {
        for (y, words) in words.chunks_exact(columns).take(pixels.h).enumerate() {
            // SAFETY: a row has at least w pixels of four bytes side by side. All of them are aligned, and they stay where they are as
            // long as the buffer is held. They are written at once, with Python's lock held, as pygame's own function writes them.
            let row = unsafe { std::slice::from_raw_parts_mut(pixels.row(y), w) };
            for (pixels, word) in row.chunks_mut(64).zip(words) {
                paint(pixels, *word, set, clear);
            }
        }
    }
    drop(pixels);
    Ok(Some(surface))
}

fn given_none(args: &Bound<'_, PyTuple>) -> bool {
    args.get_item(0).is_ok_and(|first| first.is_none()) || args.is_empty()
}

/// Writes one of two colours to each of at most 64 pixels: the highest bit of the word belongs to the first one.
#[inline]
fn paint(pixels: &mut [u32], word: u64, set: u32, clear: u32) {
    match word {
        0 => pixels.fill(clear),
        u64::MAX => pixels.fill(set),
        _ => {
            let (differ, mut eights) = (set ^ clear, word.to_be_bytes().into_iter());
            for pixels in pixels.chunks_mut(8) {
                let eight = u32::from(eights.next().unwrap_or(0));
                for (pixel, bit) in pixels.iter_mut().zip((0..8).rev()) {
                    *pixel = clear ^ differ & 0u32.wrapping_sub(eight >> bit & 1);
                }
            }
        }
    }
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
