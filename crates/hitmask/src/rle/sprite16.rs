use alloc::vec;
use alloc::vec::Vec;

use super::rows::{Depth, Kind, RleRows, encode, verbs_of_rows};
use crate::bytes::DecodeError;
use crate::geom::Point;
use crate::invalid_argument::InvalidArgument;
use crate::mask::{AlphaMask, Mask, check_length};

/// A run-length sprite with 16-bit pixels, in solid, alpha and clear runs. It borrows [valid](crate::rle#16-bit-pixels) bytes.
///
/// The overlap methods here, and [`Sprite16::to_run_mask`], count all pixels of an alpha run as solid; their alphas do not matter. To
/// collide only where two alphas add up to an opaque pixel, convert both sprites with [`Sprite16::to_alpha_mask`] and use
/// [`AlphaMask::overlaps`].
#[doc(alias = "RLE")]
#[derive(Clone)]
pub struct Sprite16<'a> {
    rows: RleRows<'a>,
}

verbs_of_rows!(Sprite16, Depth::Sixteen);

impl Sprite16<'_> {
    /// The colour and the alpha of a pixel; the alpha is 255 in a solid run. None in a clear run and outside. Walks the codes of its row.
    #[must_use]
    pub fn pixel(&self, point: impl Into<Point>) -> Option<(u16, u8)> {
        self.rows.find(point.into()).and_then(|(_, pixel)| pixel_of(pixel))
    }

    /// The alphas: 255 in solid runs, 0 in clear runs.
    #[must_use]
    pub fn to_alpha_mask(&self) -> AlphaMask {
        let mut alphas = vec![0; self.rows.w as usize * self.rows.h as usize];
        self.each_pixel(|i, _, alpha| alphas[i] = alpha);
        AlphaMask::of_bytes(self.rows.w, self.rows.h, alphas.into()).expect("the size was checked")
    }

    /// The colours and the alphas of the pixels, row by row from the top. A colour is 0 in clear runs, which store none. An alpha is 0 in
    /// clear runs and 255 in solid runs.
    #[must_use]
    pub fn to_picture(&self) -> (Vec<u16>, Vec<u8>) {
        let pixels = self.rows.w as usize * self.rows.h as usize;
        let (mut colors, mut alphas) = (vec![0; pixels], vec![0; pixels]);
        self.each_pixel(|i, color, alpha| (colors[i], alphas[i]) = (color, alpha));
        (colors, alphas)
    }

    /// Calls `f` with (index in the picture, colour, alpha) for each pixel that is not in a clear run.
    fn each_pixel(&self, mut f: impl FnMut(usize, u16, u8)) {
        for row in 0..self.rows.h {
            for (start, code, data) in self.rows.runs(row) {
                let place = row as usize * self.rows.w as usize + start as usize;
                // A clear run has no data, so this yields no pixels for it.
                let pixels =
                    data.chunks_exact((data.len() / code.length as usize).max(1)).filter_map(pixel_of);
                (place..).zip(pixels).for_each(|(i, (color, alpha))| f(i, color, alpha));
            }
        }
    }
}

/// The colour and the alpha of a pixel from its bytes.
fn pixel_of(bytes: &[u8]) -> Option<(u16, u8)> {
    match *bytes {
        [low, high] => Some((u16::from_le_bytes([low, high]), 255)),
        [low, high, alpha] => Some((u16::from_le_bytes([low, high]), alpha)),
        _ => None,
    }
}

/// Decodes run codes to a picture. The same as [`Sprite16::to_picture`].
///
/// # Errors
/// The same as [`Sprite16::new`].
pub fn decode16(w: u32, h: u32, bytes: &[u8]) -> Result<(Vec<u16>, Vec<u8>), DecodeError> {
    Ok(Sprite16::new(w, h, bytes)?.to_picture())
}

/// Encodes a picture. Pixels of alpha 0 go to clear runs, which drop their colours; pixels of alpha 255 go to solid runs; all others go to
/// alpha runs. Each run is as long as possible.
///
/// # Errors
/// [`InvalidArgument`], unless there are w × h colours and as many alphas, or if the size exceeds the limits of a [`Mask`](crate::Mask).
///
/// ```
/// use hitmask::rle::{decode16, encode16};
/// let bytes = encode16(4, 1, &[7, 7, 7, 7], &[255, 9, 0, 0])?;
/// assert_eq!(bytes, [1, 7, 0, 0, 1, 7, 0, 9, 0xFE]);
/// assert_eq!(decode16(4, 1, &bytes)?.0, [7, 7, 0, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn encode16(w: u32, h: u32, colors: &[u16], alphas: &[u8]) -> Result<Vec<u8>, InvalidArgument> {
    Mask::check_size(w, h)?;
    let pixels = u64::from(w) * u64::from(h);
    check_length(pixels, colors.len(), "colours")?;
    check_length(pixels, alphas.len(), "alphas")?;
    let kind = |i: usize| match alphas[i] {
        0 => Kind::Clear,
        255 => Kind::Solid,
        _ => Kind::Alpha,
    };
    Ok(encode(w, h, kind, |i, bytes| {
        bytes.extend(colors[i].to_le_bytes());
        if kind(i) == Kind::Alpha {
            bytes.push(alphas[i]);
        }
    }))
}
