//! A decoded picture: always 8-bit RGBA.

use std::sync::Arc;

use crate::error::{ErrorKind, Result};
use crate::limits::{Budget, Limits, area, reserved, zeroed};

/// A picture of 8-bit red, green, blue and alpha, row by row from the top, not premultiplied.
///
/// Channels of 16 bits keep the high byte. Without an alpha channel, every pixel has alpha 255. Width and height may be 0.
///
/// Clones share the pixels, so they cost nothing.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Image {
    width: u32,
    height: u32,
    rgba: Arc<Vec<u8>>,
}

impl Image {
    /// A picture from its bytes: four for each pixel, in the order red, green, blue, alpha.
    ///
    /// # Errors
    /// [`ErrorKind::WrongLength`] unless there are exactly `4 * width * height` bytes; [`ErrorKind::TooLarge`] for a
    /// picture that is larger than a [`Mask`](hitmask::Mask) can be.
    ///
    /// ```
    /// use hitmask_assets::Image;
    ///
    /// let red = Image::from_rgba8(1, 1, vec![255, 0, 0, 255])?;
    /// assert_eq!(red.pixel(0, 0), Some([255, 0, 0, 255]));
    /// assert!(Image::from_rgba8(2, 1, vec![255, 0, 0, 255]).is_err());
    /// # Ok::<(), hitmask_assets::Error>(())
    /// ```
    pub fn from_rgba8(width: u32, height: u32, rgba: Vec<u8>) -> Result<Self> {
        let any = Limits { max_side: u32::MAX, max_pixels: u64::MAX, ..Limits::default() };
        Budget::new(any).check_size(width, height)?;
        let expected = byte_len(width, height);
        let actual = rgba.len() as u64;
        if expected != actual {
            return Err(ErrorKind::WrongLength { expected, actual }.into());
        }
        Ok(Image { width, height, rgba: Arc::new(rgba) })
    }

    /// A picture of which only the size is known. It has no pixels, and does not leave the readers of levels.
    pub(crate) fn undrawn([width, height]: [u32; 2]) -> Self {
        Image { width, height, rgba: Arc::default() }
    }

    /// Whether its pixels are known.
    pub(crate) fn is_drawn(&self) -> bool {
        self.rgba.len() as u64 == byte_len(self.width, self.height)
    }

    /// A clear picture: every byte is 0.
    pub(crate) fn clear(width: u32, height: u32) -> Result<Self, ErrorKind> {
        Ok(Image { width, height, rgba: Arc::new(zeroed(byte_len(width, height))?) })
    }

    /// Width in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The bytes: four for each pixel, row by row from the top.
    #[must_use]
    pub fn as_rgba8(&self) -> &[u8] {
        &self.rgba
    }

    /// Returns the bytes. They are copied if a clone of this picture still exists.
    #[must_use]
    pub fn into_rgba8(self) -> Vec<u8> {
        Arc::unwrap_or_clone(self.rgba)
    }

    /// Red, green, blue and alpha of a pixel; `None` outside.
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let at = self.offset(x, y);
        self.rgba[at..at + 4].try_into().ok()
    }

    /// The pixels as red, green, blue and alpha, row by row from the top.
    #[must_use]
    pub fn pixels(&self) -> impl ExactSizeIterator<Item = [u8; 4]> + '_ {
        self.rgba.chunks_exact(4).map(|p| [p[0], p[1], p[2], p[3]])
    }

    /// The pixels, to change them in place. Clones keep the old ones.
    pub(crate) fn pixels_mut(&mut self) -> impl ExactSizeIterator<Item = &mut [u8]> + '_ {
        Arc::make_mut(&mut self.rgba).chunks_exact_mut(4)
    }

    /// `len` pixels of a row from `x` on, as bytes.
    ///
    /// # Panics
    /// Unless they lie in the picture.
    pub(crate) fn row(&self, x: u32, y: u32, len: u32) -> &[u8] {
        let at = self.offset(x, y);
        &self.rgba[at..at + 4 * len as usize]
    }

    /// The same bytes, to change them in place.
    pub(crate) fn row_mut(&mut self, x: u32, y: u32, len: u32) -> &mut [u8] {
        let at = self.offset(x, y);
        &mut Arc::make_mut(&mut self.rgba)[at..at + 4 * len as usize]
    }

    /// A copy that shares nothing. Fails if there is no memory for it.
    pub(crate) fn try_copy(&self) -> Result<Self, ErrorKind> {
        self.crop(0, 0, self.width, self.height)
    }

    /// The part of `width` by `height` pixels at (`x`, `y`).
    ///
    /// # Panics
    /// Unless it lies in the picture.
    pub(crate) fn crop(&self, x: u32, y: u32, width: u32, height: u32) -> Result<Self, ErrorKind> {
        let mut rgba = reserved(byte_len(width, height))?;
        for row in y..y + height {
            rgba.extend_from_slice(self.row(x, row, width));
        }
        Ok(Image { width, height, rgba: Arc::new(rgba) })
    }

    /// Whether both have the same width and height.
    pub(crate) fn same_size(&self, other: &Image) -> bool {
        (self.width, self.height) == (other.width, other.height)
    }

    fn offset(&self, x: u32, y: u32) -> usize {
        4 * (y as usize * self.width as usize + x as usize)
    }
}

impl std::fmt::Debug for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Image")
            .field("width", &self.width)
            .field("height", &self.height)
            .finish_non_exhaustive()
    }
}

/// Bytes of a picture of this size.
pub(crate) fn byte_len(width: u32, height: u32) -> u64 {
    // In theory the product may overflow. It saturates, which the limits then refuse.
    area(width, height).saturating_mul(4)
}

/// Converts pixels of fewer bytes to pixels of four bytes, in place. They are at the front of a buffer that has room for four bytes each.
pub(crate) fn widen(buffer: &mut [u8], samples: usize, to_rgba: impl Fn(&[u8]) -> [u8; 4]) {
    if samples == 4 {
        return;
    }
    // We start at the back, so that no pixel is overwritten before it is read.
    for number in (0..buffer.len() / 4).rev() {
        let pixel = to_rgba(&buffer[samples * number..samples * (number + 1)]);
        buffer[4 * number..4 * (number + 1)].copy_from_slice(&pixel);
    }
}
