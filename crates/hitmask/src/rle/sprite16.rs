use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::RleError;
use super::rows::{Depth, Kind, RleRows, encode};
use crate::geom::Point;
use crate::mask::{AlphaMask, RunMask, check_length, check_size};

/// A run-length sprite of 16-bit pixels with solid, alpha and clear runs: [checked](crate::rle#16-bit-pixels) bytes, borrowed.
///
/// Its own overlap, and [`Sprite16::to_run_mask`], count a pixel of an alpha run as solid, whatever its alpha. To collide only
/// where two alphas add up to an opaque pixel, ask [`AlphaMask::overlaps`] of two [`Sprite16::to_alpha_mask`].
#[derive(Clone)]
pub struct Sprite16<'a> {
    rows: RleRows<'a>,
}

/// A picture with 16-bit colours and alphas, row by row from the top.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Picture16 {
    /// One a pixel; 0 where a clear run left none.
    pub colors: Vec<u16>,
    /// One a pixel: 0 in clear runs, 255 in solid ones.
    pub alphas: Vec<u8>,
}

impl<'a> Sprite16<'a> {
    /// Checks every code of the bytes.
    ///
    /// # Errors
    /// [`RleError`] says what is wrong, at which byte, and in which row.
    pub fn new(w: u32, h: u32, bytes: &'a [u8]) -> Result<Sprite16<'a>, RleError> {
        Ok(Sprite16 { rows: RleRows::new(Depth::Sixteen, w, h, bytes)? })
    }

    /// Pixels from left to right.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.rows.w
    }

    /// Pixels from top to bottom.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.rows.h
    }

    /// The bytes that it was made of.
    #[must_use]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.rows.bytes
    }

    /// The colour and the alpha of a pixel, 255 in a solid run; None in a clear run, and outside. Walks the codes of its row.
    #[must_use]
    pub fn pixel(&self, point: impl Into<Point>) -> Option<(u16, u8)> {
        self.rows.find(point.into()).and_then(|(_, pixel)| pixel_of(pixel))
    }

    /// Whether some pixel is in a solid or an alpha run of both, by a walk along the codes of both. The
    /// [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s.
    #[must_use]
    pub fn overlaps(&self, other: &Sprite16<'_>, offset: impl Into<Point>) -> bool {
        self.first_overlap(other, offset).is_some()
    }

    /// The pixel that is in a solid or an alpha run of both with the lowest y, and among those the lowest x; in `self`'s
    /// pixels. The [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s.
    #[must_use]
    pub fn first_overlap(&self, other: &Sprite16<'_>, offset: impl Into<Point>) -> Option<Point> {
        self.rows.first_overlap(&other.rows, offset.into())
    }

    /// Which pixels are in solid or alpha runs.
    #[must_use]
    pub fn to_run_mask(&self) -> RunMask {
        self.rows.to_run_mask()
    }

    /// The alphas: 255 in solid runs, 0 in clear ones.
    #[must_use]
    pub fn to_alpha_mask(&self) -> AlphaMask {
        let mut alphas = vec![0; self.rows.w as usize * self.rows.h as usize];
        self.each_pixel(|i, _, alpha| alphas[i] = alpha);
        AlphaMask::from_alpha(self.rows.w, self.rows.h, &alphas).expect("the size was checked")
    }

    /// The picture.
    #[must_use]
    pub fn to_picture(&self) -> Picture16 {
        let pixels = self.rows.w as usize * self.rows.h as usize;
        let mut picture = Picture16 { colors: vec![0; pixels], alphas: vec![0; pixels] };
        self.each_pixel(|i, color, alpha| {
            picture.colors[i] = color;
            picture.alphas[i] = alpha;
        });
        picture
    }

    /// Calls with (place in the picture, colour, alpha) for each pixel that is not in a clear run.
    fn each_pixel(&self, mut f: impl FnMut(usize, u16, u8)) {
        for row in 0..self.rows.h {
            for (start, code, data) in self.rows.runs(row) {
                let place = row as usize * self.rows.w as usize + start as usize;
                // A clear run has no data, hence pixels of no bytes.
                let pixels =
                    data.chunks_exact((data.len() / code.length as usize).max(1)).filter_map(pixel_of);
                (place..).zip(pixels).for_each(|(i, (color, alpha))| f(i, color, alpha));
            }
        }
    }
}

/// A pixel's colour and alpha from its bytes.
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

/// The picture that run codes hold: [`Sprite16::to_picture`].
///
/// # Errors
/// As [`Sprite16::new`].
pub fn decode16(w: u32, h: u32, bytes: &[u8]) -> Result<Picture16, RleError> {
    Ok(Sprite16::new(w, h, bytes)?.to_picture())
}

/// Writes a picture as run codes: pixels of alpha 0 in clear runs, which drop their colours, of 255 in solid runs, all others
/// in alpha runs. Each run is as long as it can be.
///
/// # Errors
/// [`RleError::Picture`] unless there are w × h colours and as many alphas, or where that is more than a
/// [`Mask`](crate::Mask) may have.
///
/// ```
/// use hitmask::rle::{decode16, encode16};
/// let bytes = encode16(4, 1, &[7, 7, 7, 7], &[255, 9, 0, 0])?;
/// assert_eq!(bytes, [1, 7, 0, 0, 1, 7, 0, 9, 0xFE]);
/// assert_eq!(decode16(4, 1, &bytes)?.colors, [7, 7, 0, 0]);
/// # Ok::<(), hitmask::rle::RleError>(())
/// ```
pub fn encode16(w: u32, h: u32, colors: &[u16], alphas: &[u8]) -> Result<Vec<u8>, RleError> {
    check_size(w, h)?;
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
