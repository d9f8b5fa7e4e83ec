use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::rows::{Depth, Kind, RleRows, encode};
use crate::bytes::DecodeError;
use crate::geom::Point;
use crate::invalid_argument::InvalidArgument;
use crate::mask::{AlphaMask, Mask, RunMask, check_length};

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

impl<'a> Sprite16<'a> {
    /// A sprite of w × h pixels from its bytes. Checks every code.
    ///
    /// # Errors
    /// [`DecodeError`] says what is wrong, at which byte and in which row.
    pub fn new(w: u32, h: u32, bytes: &'a [u8]) -> Result<Sprite16<'a>, DecodeError> {
        Ok(Sprite16 { rows: RleRows::new(Depth::Sixteen, w, h, bytes)? })
    }

    /// The width in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.rows.w
    }

    /// The height in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.rows.h
    }

    /// The bytes that the sprite borrows.
    #[must_use]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.rows.bytes
    }

    /// The colour and the alpha of a pixel; the alpha is 255 in a solid run. None in a clear run and outside. Walks the codes of its row.
    #[must_use]
    pub fn pixel(&self, point: impl Into<Point>) -> Option<(u16, u8)> {
        self.rows.find(point.into()).and_then(|(_, pixel)| pixel_of(pixel))
    }

    /// Whether some pixel lies in a solid or an alpha run of both. Walks the codes of both sprites. The [offset](crate::mask#the-offset) is
    /// `other`'s origin minus `self`'s, in pixels.
    #[must_use]
    pub fn overlaps(&self, other: &Sprite16<'_>, offset: impl Into<Point>) -> bool {
        self.first_overlap(other, offset).is_some()
    }

    /// The first pixel that lies in a solid or an alpha run of both: the lowest y, then the lowest x, in the pixels of `self`. None if they
    /// don't overlap. The [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s, in pixels.
    #[must_use]
    pub fn first_overlap(&self, other: &Sprite16<'_>, offset: impl Into<Point>) -> Option<Point> {
        self.rows.first_overlap(&other.rows, offset.into())
    }

    /// The pixels in solid or alpha runs, as a run mask.
    #[must_use]
    pub fn to_run_mask(&self) -> RunMask {
        self.rows.to_run_mask()
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

impl fmt::Debug for Sprite16<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sprite16({} x {}, {} bytes)", self.rows.w, self.rows.h, self.rows.bytes.len())
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
/// # Ok::<(), hitmask::DecodeError>(())
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
