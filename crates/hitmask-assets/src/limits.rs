//! What a file may ask for, checked before anything of that size is allocated.

use std::cell::Cell;

use hitmask::Mask;

use crate::error::{ErrorKind, Limit};

/// How large a file and what it holds may be.
///
/// Sizes are taken from headers and checked before memory is asked for, so a small file that claims to be huge costs
/// nothing. Raise a field where your pictures really are that large:
///
/// ```
/// use hitmask_assets::{Limits, Options};
///
/// let options = Options { limits: Limits { max_pixels: 1 << 28, ..Limits::default() }, ..Options::default() };
/// assert_eq!(options.limits.max_side, 65_535);
/// ```
///
/// Whatever the limits say, a picture is never larger than a [`Mask`] can be ([`Mask::MAX_SIDE`],
/// [`Mask::MAX_PIXELS`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Greatest width and greatest height of a picture or frame, in pixels. Default 65 535.
    pub max_side: u32,
    /// Greatest number of pixels of one file: all its frames together, and a sheet in addition to the atlas frames
    /// cut out of it. A pixel takes four bytes. Default 67 108 864 (8192 × 8192, 256 MiB).
    ///
    /// What frames are merged from, layers and patches larger than the canvas, is never held all at once; it may add up
    /// to 64 times as many pixels. Beyond that a file takes time on purpose.
    pub max_pixels: u64,
    /// Greatest number of frames. Default 16 384.
    pub max_frames: u32,
    /// Greatest length of a file in bytes. Default 268 435 456 (256 MiB).
    pub max_file_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { max_side: 65_535, max_pixels: 1 << 26, max_frames: 1 << 14, max_file_bytes: 1 << 28 }
    }
}

/// What is left of the limits while one file is read.
#[derive(Debug)]
pub(crate) struct Budget {
    limits: Limits,
    /// Pixels of pictures that are kept.
    pixels: u64,
    /// Pixels of pictures that are merged into others.
    merged: Cell<u64>,
}

/// Pixels that may be merged for each that may be kept.
const MERGED_FOR_KEPT: u64 = 64;

impl Budget {
    pub(crate) fn new(limits: Limits) -> Self {
        Budget { limits, pixels: 0, merged: Cell::new(0) }
    }

    /// Refuses sides and areas beyond the limits; takes nothing off the budget.
    pub(crate) fn check_size(&self, width: u32, height: u32) -> Result<(), ErrorKind> {
        let side = self.limits.max_side.min(Mask::MAX_SIDE);
        Limit::Width.check(u64::from(width), u64::from(side))?;
        Limit::Height.check(u64::from(height), u64::from(side))?;
        self.check_pixels(u64::from(width) * u64::from(height))
    }

    /// Refuses areas beyond the limit; takes nothing off the budget.
    pub(crate) fn check_pixels(&self, pixels: u64) -> Result<(), ErrorKind> {
        Limit::Pixels.check(pixels, self.limits.max_pixels.min(Mask::MAX_PIXELS))
    }

    /// Refuses a picture that is merged into another beyond the limits, and all of them beyond what is sane.
    pub(crate) fn take_merged(&self, width: u32, height: u32) -> Result<(), ErrorKind> {
        self.check_size(width, height)?;
        let merged = self.merged.get().saturating_add(u64::from(width) * u64::from(height));
        Limit::Merged.check(merged, self.limits.max_pixels.saturating_mul(MERGED_FOR_KEPT))?;
        self.merged.set(merged);
        Ok(())
    }

    /// Takes a picture of this size off the budget.
    pub(crate) fn take_picture(&mut self, width: u32, height: u32) -> Result<(), ErrorKind> {
        self.check_size(width, height)?;
        let pixels = self.pixels.saturating_add(u64::from(width) * u64::from(height));
        Limit::Pixels.check(pixels, self.limits.max_pixels)?;
        self.pixels = pixels;
        Ok(())
    }

    /// Refuses more frames than the limit allows.
    pub(crate) fn check_frames(&self, frames: u64) -> Result<(), ErrorKind> {
        Limit::Frames.check(frames, u64::from(self.limits.max_frames))
    }

    /// Refuses a longer file than the limit allows.
    pub(crate) fn check_file(&self, bytes: u64) -> Result<(), ErrorKind> {
        Limit::FileBytes.check(bytes, self.limits.max_file_bytes)
    }
}

/// A zeroed buffer, or a typed error where the memory is not to be had.
pub(crate) fn zeroed(bytes: u64) -> Result<Vec<u8>, ErrorKind> {
    let mut buffer = reserved(bytes)?;
    buffer.resize(to_usize(bytes)?, 0);
    Ok(buffer)
}

/// An empty buffer with room for `bytes`, or a typed error where the memory is not to be had.
pub(crate) fn reserved(bytes: u64) -> Result<Vec<u8>, ErrorKind> {
    let mut buffer = Vec::new();
    buffer.try_reserve_exact(to_usize(bytes)?).map_err(|_| ErrorKind::OutOfMemory { bytes })?;
    Ok(buffer)
}

fn to_usize(bytes: u64) -> Result<usize, ErrorKind> {
    usize::try_from(bytes).map_err(|_| ErrorKind::OutOfMemory { bytes })
}
