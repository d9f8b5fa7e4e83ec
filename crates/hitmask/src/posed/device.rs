//! What a GPU receives: pixels and posed sprites, in the layout that the shaders of the crate hitmask-gpu read. That crate and the npm
//! package use this.

use alloc::vec;
use alloc::vec::Vec;

use crate::geom::inverse::quotients_suffice;
use crate::geom::{Mapped, Pose, Rect};
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
            rows.iter().for_each(|row| bytes.extend(row.to_le_bytes()));
        }
        bytes
    }

    /// The posed mask for devices that find the same texels as [`Pose::texels`]: the world pixels that it may cover (none: it covers nothing),
    /// whether a device can find the texels there, and the struct `Posed` of the shader that inverts poses. `index` and `level` are those of the
    /// mask on the device.
    #[doc(hidden)]
    #[must_use]
    pub fn __device_sprite(&self, pose: &Pose, [index, level]: [u32; 2]) -> (Option<Rect>, bool, [u32; 16]) {
        let window = image(pose, self.extent());
        let Some(rect) = window.to_rect() else { return (None, false, [0; 16]) };
        let is_enough = quotients_suffice(pose, window);
        let [a, b, c, d] = pose.matrix.mapped(|entry| entry as u32);
        let [[tx, tx_upper], [ty, ty_upper]] =
            pose.translation.mapped(|q16| [q16 as u32, (q16 >> 32) as u32]);
        let Rect { x, y, w, h } = rect;
        let [x, y] = [x as u32, y as u32];
        let enough = is_enough.into();
        let words = [x, y, w, h, a, b, c, d, tx, tx_upper, ty, ty_upper, index, level, enough, 0];
        (Some(rect), is_enough, words)
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
