//! Masks on pygame's surfaces.

use hitmask::Mask;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::foreign::{SRCALPHA, pygame};

/// Draws a mask in white on black, if pygame's function is given no argument, or only a surface of 32 bits a pixel. Returns the surface.
/// None for all other arguments.
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
    let surface = match given {
        None => pygame.surface.bind(py).call1((mask.size(), SRCALPHA, 32))?,
        Some(surface) => surface,
    };
    let Some(mut pixels) = pygame.pixels(&surface) else { return Ok(None) };
    if mask.width() == 0 || mask.height() == 0 {
        drop(pixels);
        return Ok(Some(surface));
    }
    // White, and opaque black.
    let (r, g, b, a) = pixels.masks;
    let (set, clear) = (r | g | b | a, a);
    let columns = mask.width().div_ceil(64) as usize;
    let words = mask.to_row_words64();
    let w = pixels.w.min(mask.width() as usize);
    if w > 0 {
        for (y, words) in words.chunks_exact(columns).take(pixels.h).enumerate() {
            for (pixels, word) in pixels.row_mut(y)[..w].chunks_mut(64).zip(words) {
                paint(pixels, *word, set, clear);
            }
        }
    }
    drop(pixels);
    Ok(Some(surface))
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
