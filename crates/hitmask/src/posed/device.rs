//! What a device is given: pixels and posed sprites, as the shaders of the crate hitmask-gpu read them. Its users are that crate and the npm
//! package.

use alloc::vec;
use alloc::vec::Vec;

use crate::geom::inverse::{Inverse, InverseLines};
use crate::geom::{Pose, Rect};
use crate::mask::{AlphaMask, LabelMask, Mask};
use crate::placed::image;

impl Mask {
    /// The pixels: for each column of 64 of them eight bytes a row; the lowest bit is the leftmost pixel.
    #[doc(hidden)]
    #[must_use]
    pub fn __device_bytes(&self) -> Vec<u8> {
        let (w, h) = self.size();
        let mut rows = vec![0u64; h as usize];
        let mut bytes = Vec::with_capacity(w.div_ceil(64) as usize * rows.len() * 8);
        for column in 0..w.div_ceil(64) {
            self.__copy_column64(column, &mut rows);
            bytes.extend(rows.iter().flat_map(|row| row.to_le_bytes()));
        }
        bytes
    }

    /// The posed mask for devices that find the same texels as [`Pose::texels`]: the world pixels that it may cover (none: it covers nothing),
    /// whether a device can find the texels there, and the struct `Sprite` of the shaders. `index` and `level` are those of the mask on the
    /// device.
    #[doc(hidden)]
    #[must_use]
    pub fn __device_sprite(&self, pose: &Pose, [index, level]: [u32; 2]) -> (Option<Rect>, bool, [u32; 32]) {
        let window = image(pose, self.extent());
        let Some(rect) = window.to_rect() else { return (None, false, [0; 32]) };
        let lines = Inverse::new(pose, window).lines();
        (Some(rect), lines.is_some(), sprite(rect, [index, level], lines))
    }
}

impl AlphaMask {
    /// The alphas, a byte a pixel. Each row begins with a new word.
    #[doc(hidden)]
    #[must_use]
    pub fn __device_bytes(&self) -> Vec<u8> {
        in_words(self.as_bytes(), self.width())
    }
}

impl LabelMask {
    /// The labels in order, and a byte a pixel: the number of its label in that list, counted from 1; 0 is clear. Each row begins with a new
    /// word.
    #[doc(hidden)]
    #[must_use]
    pub fn __device_bytes(&self) -> (Vec<u8>, Vec<u8>) {
        let labels: Vec<u8> = self.labels().iter().collect();
        let mut numbers = [0; 256];
        for (&label, number) in labels.iter().zip(1..=u8::MAX) {
            numbers[usize::from(label)] = number;
        }
        let bytes: Vec<u8> = self.as_bytes().iter().map(|&label| numbers[usize::from(label)]).collect();
        (labels, in_words(&bytes, self.width()))
    }
}

/// Bytes of a picture, with each row in words of its own.
fn in_words(bytes: &[u8], w: u32) -> Vec<u8> {
    let mut words = Vec::with_capacity(bytes.len());
    for row in bytes.chunks(w.max(1) as usize) {
        words.extend_from_slice(row);
        words.resize(words.len().next_multiple_of(4), 0);
    }
    words
}

/// The words of a sprite. Numbers of 64 bits have the lower half first.
fn sprite(window: Rect, [index, level]: [u32; 2], lines: Option<InverseLines>) -> [u32; 32] {
    let mut words = [0; 32];
    let mut lay = |at: usize, numbers: &[i64]| {
        for (pair, &number) in words[at..].as_chunks_mut::<2>().0.iter_mut().zip(numbers) {
            *pair = [number as u32, (number >> 32) as u32];
        }
    };
    if let Some(InverseLines { u, v, determinant }) = lines {
        lay(4, &[determinant]);
        for (at, [corner, right, down, sure, exact_corner, exact_right, exact_down]) in [(8, u), (20, v)] {
            let steps = exact_right & 0xFFFF_FFFF | exact_down << 32;
            lay(at, &[corner, right, down, exact_corner, steps, sure & 0xFFFF_FFFF]);
        }
    }
    words[..4].copy_from_slice(&[window.x as u32, window.y as u32, index, level]);
    words[6..8].copy_from_slice(&[window.w, window.h]);
    words
}
