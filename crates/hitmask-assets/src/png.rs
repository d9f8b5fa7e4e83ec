//! PNG, by the `png` crate: all colour types and depths, palettes, transparent colours, interlacing.

use std::io::Cursor;

use ::png::{ColorType, Decoder, Encoder, Transformations};

use crate::error::ErrorKind;
use crate::image::{byte_len, widen};
use crate::limits::{Budget, Work, area, reserved, zeroed};
use crate::{Format, Image};

/// Decodes the default picture.
pub(crate) fn decode(bytes: &[u8], budget: &Budget) -> Result<Image, ErrorKind> {
    let corrupt = |error| ErrorKind::corrupt(Format::Png, error);
    let mut decoder = Decoder::new(Cursor::new(bytes));
    // We need no texts and no colour profiles, and compressed ones could be bombs.
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    // Palettes and transparent colours become RGBA, depths below 8 are widened, 16-bit samples keep their high byte.
    decoder.set_transformations(Transformations::normalize_to_color8());
    let header = decoder.read_header_info().map_err(corrupt)?;
    let ((width, height), interlaced) = (header.size(), header.interlaced);
    budget.take_picture(width, height)?;
    // What the crate holds as well: rows, and the chunks that it keeps, which are 64 MiB at most.
    let _held = budget.hold(64 * u64::from(width) + (bytes.len() as u64).min(64 << 20) + (1 << 18))?;
    budget.work(area(width, height), if interlaced { Work::UnpackInterlaced } else { Work::Unpack })?;
    let mut reader = decoder.read_info().map_err(corrupt)?;
    // png 0.18.1 panics on such a palette at the first row.
    if let Some(palette) = &reader.info().palette
        && (palette.len() % 3 != 0 || palette.len() > 3 * 256)
    {
        let what =
            format!("its palette takes {} bytes, not three for each of 256 colours at most", palette.len());
        return Err(ErrorKind::corrupt(Format::Png, what));
    }

    let (color, _) = reader.output_color_type();
    // If there is an alpha sample, it is the last sample of a pixel.
    let to_rgba: fn(&[u8]) -> [u8; 4] = match color {
        ColorType::Grayscale => |p| [p[0], p[0], p[0], 255],
        ColorType::GrayscaleAlpha => |p| [p[0], p[0], p[0], p[1]],
        ColorType::Rgb | ColorType::Indexed => |p| [p[0], p[1], p[2], 255],
        ColorType::Rgba => |p| [p[0], p[1], p[2], p[3]],
    };
    let mut rgba;
    if interlaced {
        // The rows of an interlaced picture are complete only at the end.
        rgba = zeroed(byte_len(width, height))?;
        let packed = color.samples() * (rgba.len() / 4);
        reader.next_frame(&mut rgba[..packed]).map_err(corrupt)?;
        widen(&mut rgba, color.samples(), to_rgba);
    } else {
        rgba = reserved(byte_len(width, height))?;
        while let Some(row) = reader.next_row().map_err(corrupt)? {
            rgba.extend(row.data().chunks_exact(color.samples()).flat_map(to_rgba));
        }
    }
    reader.finish().map_err(corrupt)?;
    Image::from_rgba8(width, height, rgba).map_err(|error| ErrorKind::corrupt(Format::Png, error))
}

/// A picture as a PNG file of 8-bit RGBA.
///
/// # Panics
/// If the width or height is 0, because PNG has no empty pictures.
#[must_use]
pub fn encode_png(image: &Image) -> Vec<u8> {
    assert!(image.width() > 0 && image.height() > 0, "PNG has no empty pictures");
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, image.width(), image.height());
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(::png::BitDepth::Eight);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(image.as_rgba8()));
    // Writing to memory does not fail, and the picture's length was checked when it was made.
    written.unwrap_or_else(|error| panic!("encoding a PNG failed: {error}"));
    bytes
}
