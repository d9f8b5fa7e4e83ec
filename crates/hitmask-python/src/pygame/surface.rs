//! Masks from pygame's surfaces.

use hitmask::Mask;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyTuple};

use super::foreign::{Pygame, mask_of, pygame};
use super::mask::PygameMask;
use super::sdl::Pixels32;
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
    if pygame.is_surface(surface) {
        let above = threshold.0.as_ref().map_or(Ok(127), |threshold| threshold.extract::<i32>())?;
        if let Some(mask) = by_alpha(surface, pygame, above)? {
            return PygameMask::plain(py, mask);
        }
    }
    // Other formats, and what is no surface at all.
    let args = match threshold.0 {
        Some(threshold) => (surface, threshold).into_pyobject(py)?,
        None => (surface,).into_pyobject(py)?,
    };
    pygame.check_surfaces(&args, None)?;
    ours(&pygame.from_surface.bind(py).call1(args)?)
}

/// The mask of a surface of 32 bits a pixel with an alpha channel and without a colour key. None for other surfaces.
fn by_alpha(surface: &Bound<'_, PyAny>, pygame: &Pygame, above: i32) -> PyResult<Option<Mask>> {
    if !(0..255).contains(&above) || !pygame.colorkey(surface)?.is_none() {
        return Ok(None);
    }
    let Some(pixels) = pygame.pixels(surface) else { return Ok(None) };
    let Some(shift) = byte_of(pixels.masks.3) else { return Ok(None) };
    let test = Above { shift, limit: above as u8 };
    mask_by(&pixels, |sixteen| test.of(sixteen))
}

/// How many bits of a pixel lie below this byte of it. None if these bits are not one of its bytes.
fn byte_of(mask: u32) -> Option<u32> {
    let shift = mask.trailing_zeros();
    (shift.is_multiple_of(8) && shift < 32 && mask >> shift == 255).then_some(shift)
}

/// The mask of the pixels that pass a test. The test gets sixteen pixels, and gives one bit for each of them, from the lowest one up. None
/// if the surface is larger than a mask may be.
fn mask_by(pixels: &Pixels32, test: impl Fn(&[u32; 16]) -> u16) -> PyResult<Option<Mask>> {
    let (w, h) = (pixels.w, pixels.h);
    if w.max(h) > Mask::MAX_SIDE as usize {
        return Ok(None);
    }
    let mut words = Vec::with_capacity(w.div_ceil(64) * h);
    if w > 0 {
        for y in 0..h {
            words.extend(pixels.row(y).chunks(64).map(|pixels| word(pixels, &test)));
        }
    }
    Mask::from_row_words64(w as u32, h as u32, &words).raise().map(Some)
}

/// One bit for each of at most 64 pixels, from the highest one down.
#[inline]
fn word(pixels: &[u32], test: impl Fn(&[u32; 16]) -> u16) -> u64 {
    let (whole, rest) = pixels.as_chunks();
    let mut word = 0;
    for (pixels, place) in whole.iter().zip((0..).step_by(16)) {
        word |= u64::from(test(pixels)) << place;
    }
    if !rest.is_empty() {
        let mut last = [0; 16];
        last[..rest.len()].copy_from_slice(rest);
        // What is beyond the last pixel is dropped.
        let bits = u64::from(test(&last)) & ((1 << rest.len()) - 1);
        word |= bits << (16 * whole.len());
    }
    word.reverse_bits()
}

/// Whether the eight bits from bit `shift` on are above the limit.
#[derive(Clone, Copy)]
struct Above {
    shift: u32,
    limit: u8,
}

/// Whether red, green and blue differ from a colour by less than a limit each. The alpha does not matter.
#[derive(Clone, Copy)]
struct Near {
    /// As the four bytes of a pixel.
    color: u32,
    /// The largest difference of each byte that passes.
    most: u32,
}

#[cfg(target_arch = "x86_64")]
mod tests_of_sixteen {
    #![expect(
        unsafe_code,
        reason = "the compiler does not find the instruction that takes one bit of each byte"
    )]

    use std::arch::x86_64::*;

    use super::{Above, Near};

    impl Above {
        /// One bit for each pixel, from the lowest one up.
        #[inline]
        pub(super) fn of(self, pixels: &[u32; 16]) -> u16 {
            // SAFETY: every x86-64 processor has SSE2, and each load reads the four pixels of a slice.
            unsafe {
                let (count, low) = (_mm_cvtsi32_si128(self.shift as i32), _mm_set1_epi32(255));
                let alphas = |i: usize| {
                    let four = _mm_loadu_si128(pixels[i..i + 4].as_ptr().cast());
                    _mm_and_si128(_mm_srl_epi32(four, count), low)
                };
                let bytes = _mm_packus_epi16(
                    _mm_packs_epi32(alphas(0), alphas(4)),
                    _mm_packs_epi32(alphas(8), alphas(12)),
                );
                let rest = _mm_subs_epu8(bytes, _mm_set1_epi8(self.limit.cast_signed()));
                !_mm_movemask_epi8(_mm_cmpeq_epi8(rest, _mm_setzero_si128())) as u16
            }
        }
    }

    impl Near {
        /// One bit for each pixel, from the lowest one up.
        #[inline]
        pub(super) fn of(self, pixels: &[u32; 16]) -> u16 {
            // SAFETY: as above.
            unsafe {
                let color = _mm_set1_epi32(self.color.cast_signed());
                let most = _mm_set1_epi32(self.most.cast_signed());
                let near = |i: usize| {
                    let four = _mm_loadu_si128(pixels[i..i + 4].as_ptr().cast());
                    let apart = _mm_or_si128(_mm_subs_epu8(four, color), _mm_subs_epu8(color, four));
                    // All bits of a pixel whose four bytes pass.
                    _mm_cmpeq_epi32(_mm_subs_epu8(apart, most), _mm_setzero_si128())
                };
                let bytes =
                    _mm_packs_epi16(_mm_packs_epi32(near(0), near(4)), _mm_packs_epi32(near(8), near(12)));
                _mm_movemask_epi8(bytes) as u16
            }
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod tests_of_sixteen {
    use super::{Above, Near};

    fn bits(pixels: &[u32; 16], test: impl Fn(u32) -> bool) -> u16 {
        pixels.iter().rev().fold(0, |bits, &pixel| bits << 1 | u16::from(test(pixel)))
    }

    impl Above {
        /// One bit for each pixel, from the lowest one up.
        #[inline]
        pub(super) fn of(self, pixels: &[u32; 16]) -> u16 {
            bits(pixels, |pixel| (pixel >> self.shift) as u8 > self.limit)
        }
    }

    impl Near {
        /// One bit for each pixel, from the lowest one up.
        #[inline]
        pub(super) fn of(self, pixels: &[u32; 16]) -> u16 {
            let (color, most) = (self.color.to_ne_bytes(), self.most.to_ne_bytes());
            bits(pixels, |pixel| {
                let bytes = pixel.to_ne_bytes();
                (0..4).all(|i| bytes[i].abs_diff(color[i]) <= most[i])
            })
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
    let py = args.py();
    let pygame = pygame(py)?;
    if kwargs.is_none_or(|kwargs| kwargs.is_empty())
        && let Some(mask) = by_color(args, pygame)?
    {
        return PygameMask::plain(py, mask);
    }
    // pygame's rules for other colours, palettes and surfaces are its own, so its own function makes the mask.
    pygame.check_surfaces(args, kwargs)?;
    ours(&pygame.from_threshold.bind(py).call(args, kwargs)?)
}

/// The mask of a surface of 32 bits a pixel, with a colour and a threshold that are tuples of bytes. None for other arguments.
fn by_color(args: &Bound<'_, PyTuple>, pygame: &Pygame) -> PyResult<Option<Mask>> {
    let (2 | 3) = args.len() else { return Ok(None) };
    let surface = args.get_borrowed_item(0)?;
    let color = |i: usize| args.get_borrowed_item(i).ok().and_then(|color| three_bytes(&color));
    let Some(wanted) = color(1) else { return Ok(None) };
    let threshold = if args.len() == 3 { color(2) } else { Some([0; 3]) };
    let (Some(threshold), Some(pixels)) = (threshold, pygame.pixels(&surface)) else {
        return Ok(None);
    };
    let (r, g, b, _) = pixels.masks;
    let (Some(r), Some(g), Some(b)) = (byte_of(r), byte_of(g), byte_of(b)) else { return Ok(None) };
    if threshold.contains(&0) {
        // No difference is less than 0.
        return Ok(Some(Mask::try_new(pixels.w as u32, pixels.h as u32).raise()?));
    }
    let pixel = |bytes: [u8; 3]| {
        [r, g, b].into_iter().zip(bytes).fold(0, |all, (at, byte)| all | u32::from(byte) << at)
    };
    let others = !pixel([255; 3]);
    let near = Near { color: pixel(wanted), most: pixel(threshold.map(|limit| limit - 1)) | others };
    mask_by(&pixels, |sixteen| near.of(sixteen))
}

/// The first three of three or four integers from 0 to 255, in a tuple. None for anything else.
fn three_bytes(color: &Bound<'_, PyAny>) -> Option<[u8; 3]> {
    let color = color.cast_exact::<PyTuple>().ok()?;
    let byte = |i: usize| {
        let number = color.get_borrowed_item(i).ok()?;
        if number.is_exact_instance_of::<PyInt>() { number.extract::<u8>().ok() } else { None }
    };
    match color.len() {
        3 => {}
        4 => drop(byte(3)?),
        _ => return None,
    }
    Some([byte(0)?, byte(1)?, byte(2)?])
}

/// A mask of pygame as one of ours.
fn ours<'py>(made: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PygameMask>> {
    let mask = mask_of(made)?.expect("pygame's function makes a mask of pygame");
    PygameMask::plain(made.py(), mask)
}
