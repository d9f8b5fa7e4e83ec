use alloc::vec;
use alloc::vec::Vec;

use super::rows::{Depth, Kind, RleRows, encode, verbs_of_rows};
use crate::bytes::DecodeError;
use crate::geom::Point;
use crate::invalid_argument::InvalidArgument;
use crate::mask::{Mask, check_length};

/// A run-length sprite with 8-bit pixels. It borrows [valid](crate::rle#8-bit-pixels) bytes.
///
/// ```
/// use hitmask::{Point, rle::Sprite8};
/// let a = Sprite8::new(6, 1, &[4, 1, 1, 1, 1, 0xFE])?;         // 4 solid, 2 clear
/// let b = Sprite8::new(6, 1, &[0xFF, 5, 2, 2, 2, 2, 2])?;      // 1 clear, 5 solid
/// assert_eq!(a.first_overlap(&b, (0, 0)), Some(Point::new(1, 0)));
/// assert!(!a.overlaps(&b, (3, 0)));                            // b's first solid pixel lies on pixel 4 of a
/// # Ok::<(), hitmask::DecodeError>(())
/// ```
#[doc(alias = "RLE")]
#[derive(Clone)]
pub struct Sprite8<'a> {
    rows: RleRows<'a>,
}

verbs_of_rows!(Sprite8, Depth::Eight);

impl<'a> Sprite8<'a> {
    /// The solid runs of a row as they are stored, from left to right: the first pixel of each, and the bytes of its pixels. Two runs may
    /// touch. Empty if there is no such row.
    pub fn runs(&self, row: u32) -> impl Iterator<Item = (u32, &'a [u8])> + '_ {
        let rows = (row < self.rows.h).then(|| self.rows.runs(row));
        let solid = rows.into_iter().flatten().filter(|(_, code, _)| code.kind == Kind::Solid);
        solid.map(|(start, _, pixels)| (start, pixels))
    }

    /// The value of a solid pixel. None if the pixel is clear or outside. Walks the codes of its row.
    #[must_use]
    pub fn pixel(&self, point: impl Into<Point>) -> Option<u8> {
        self.rows.find(point.into()).and_then(|(_, pixel)| pixel.first().copied())
    }

    /// The picture with one byte per pixel, row by row. Clear pixels become `transparent`.
    #[must_use]
    pub fn to_indexed(&self, transparent: u8) -> Vec<u8> {
        let w = self.rows.w as usize;
        let mut picture = vec![transparent; w * self.rows.h as usize];
        for row in 0..self.rows.h {
            for (start, pixels) in self.runs(row) {
                picture[row as usize * w + start as usize..][..pixels.len()].copy_from_slice(pixels);
            }
        }
        picture
    }
}

/// Decodes run codes to a picture. The same as [`Sprite8::to_indexed`].
///
/// # Errors
/// The same as [`Sprite8::new`].
pub fn decode8(w: u32, h: u32, bytes: &[u8], transparent: u8) -> Result<Vec<u8>, DecodeError> {
    Ok(Sprite8::new(w, h, bytes)?.to_indexed(transparent))
}

/// Encodes a picture with one byte per pixel, row by row. Pixels equal to `transparent` become clear. Each run is as long as possible.
///
/// # Errors
/// [`InvalidArgument`], unless there are w × h pixels, or if the size exceeds the limits of a [`Mask`](crate::Mask).
///
/// ```
/// use hitmask::rle::{decode8, encode8};
/// let picture = [0, 0, 7, 8, 9,
///                0, 0, 0, 0, 0];
/// let bytes = encode8(5, 2, &picture, 0)?;
/// assert_eq!(bytes, [0xFE, 3, 7, 8, 9, 0xFB]);
/// assert_eq!(decode8(5, 2, &bytes, 0)?, picture);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn encode8(w: u32, h: u32, pixels: &[u8], transparent: u8) -> Result<Vec<u8>, InvalidArgument> {
    Mask::check_size(w, h)?;
    check_length(u64::from(w) * u64::from(h), pixels.len(), "pixels")?;
    let kind = |i: usize| if pixels[i] == transparent { Kind::Clear } else { Kind::Solid };
    Ok(encode(w, h, kind, |i, bytes| bytes.push(pixels[i])))
}
