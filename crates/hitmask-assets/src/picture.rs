//! One picture of any format.

use crate::error::{ErrorKind, Result};
use crate::format::Format;
use crate::image::Image;
use crate::limits::Budget;
use crate::{aseprite, bmp, gif, jpeg, other, png, qoi, tga, webp};

/// The picture of an atlas or a level: the first frame of any format that holds pixels.
pub(crate) fn decode_picture(bytes: &[u8], budget: &Budget) -> Result<Image> {
    let sprite = match Format::sniff(bytes) {
        Some(Format::Png) => return Ok(png::decode_picture(bytes, budget)?),
        Some(Format::Gif) => gif::decode(bytes, budget)?,
        Some(Format::WebP) => webp::decode(bytes, budget)?,
        Some(Format::Aseprite) => return Ok(aseprite::decode_first(bytes, budget)?),
        Some(format @ (Format::Jpeg | Format::Bmp | Format::Tga | Format::Qoi)) => {
            return Ok(decode_still(bytes, format, budget)?);
        }
        Some(format @ Format::Svg) => return Err(ErrorKind::NotDrawn { layer: None, format }.into()),
        _ => return Err(unknown(bytes).into()),
    };
    Ok(sprite.frames.into_iter().next().map(|frame| frame.image).unwrap_or_default())
}

/// A picture of a format that has one picture.
pub(crate) fn decode_still(bytes: &[u8], format: Format, budget: &Budget) -> Result<Image, ErrorKind> {
    match format {
        Format::Jpeg => jpeg::decode(bytes, budget),
        Format::Bmp => bmp::decode(bytes, budget),
        Format::Tga => tga::decode(bytes, budget),
        _ => qoi::decode(bytes, budget),
    }
}

/// The error for bytes of no known format.
pub(crate) fn unknown(bytes: &[u8]) -> ErrorKind {
    match other::what(bytes) {
        _ if bytes.is_empty() => ErrorKind::Empty,
        Some(other) => ErrorKind::other(other),
        None => ErrorKind::UnknownFormat { start: bytes[..bytes.len().min(8)].to_vec() },
    }
}
