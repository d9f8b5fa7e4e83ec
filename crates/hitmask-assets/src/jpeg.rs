//! JPEG, by the `zune-jpeg` crate: baseline and progressive. It has no alpha, so every pixel is opaque.

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::error::ErrorKind;
use crate::image::{byte_len, widen};
use crate::limits::{Budget, Work, area, zeroed};
use crate::{Format, Image};

pub(crate) fn decode(bytes: &[u8], budget: &Budget) -> Result<Image, ErrorKind> {
    let corrupt =
        |error: zune_jpeg::errors::DecodeErrors| ErrorKind::corrupt(Format::Jpeg, error.to_string());
    let most = u16::MAX.into();
    let options = DecoderOptions::default()
        .set_max_width(most)
        .set_max_height(most)
        // Encoders write about ten passes; each costs as much as a picture.
        .jpeg_set_max_scans(24)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(corrupt)?;
    let (width, height) =
        decoder.dimensions().ok_or_else(|| ErrorKind::corrupt(Format::Jpeg, "it has no size".to_owned()))?;
    // Both are numbers of 16 bits.
    let (width, height) = (width as u32, height as u32);
    budget.take_picture(width, height)?;
    // A progressive picture keeps the coefficients of up to four channels, two bytes each, with the rest of blocks of 16 x 16.
    let blocks = area(width.next_multiple_of(16), height.next_multiple_of(16));
    let _held = budget.hold(8 * blocks + bytes.len() as u64 + (1 << 20))?;
    budget.work(area(width, height), Work::Lossy)?;
    budget.work(bytes.len() as u64, Work::ReadBits)?;
    let mut rgba = zeroed(byte_len(width, height))?;
    let packed = rgba.len() / 4 * 3;
    decoder.decode_into(&mut rgba[..packed]).map_err(corrupt)?;
    widen(&mut rgba, 3, |p| [p[0], p[1], p[2], 255]);
    Image::from_rgba8(width, height, rgba).map_err(|error| ErrorKind::corrupt(Format::Jpeg, error))
}
