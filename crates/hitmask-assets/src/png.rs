//! PNG, by the `png` crate: all colour types and depths, palettes, transparent colours, interlacing, animations.

use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt;
use std::io::{Cursor, ErrorKind as IoKind};
use std::time::Duration;

use ::png::{
    BlendOp, ColorType, Decoder, DecodingError, DisposeOp, Encoder, FrameControl, Reader, Transformations,
};

use crate::canvas::{Canvas, Disposal, Drawing, Patch};
use crate::error::ErrorKind;
use crate::image::{byte_len, widen};
use crate::limits::{Budget, Held, Work, area, reserved, zeroed};
use crate::{Format, Frame, Image, Sprite};

/// Decodes all frames of an animation, or the only picture.
pub(crate) fn decode(bytes: &[u8], budget: &Budget) -> Result<Sprite, ErrorKind> {
    let bytes = &low_bits(bytes, budget)?;
    let png = Png::open(bytes, budget)?;
    if png.reader.info().animation_control.is_none() {
        return Ok(Sprite::single(Format::Png, png.picture(budget)?));
    }
    let frames = png.frames(budget)?;
    Ok(Sprite::of_frames(Format::Png, frames))
}

/// Decodes the default picture: of an animation it is what programs show that know no animations.
pub(crate) fn decode_picture(bytes: &[u8], budget: &Budget) -> Result<Image, ErrorKind> {
    Png::open(&low_bits(bytes, budget)?, budget)?.picture(budget)
}

/// The width and height in the header of a file. None of other files.
pub(crate) fn size(bytes: &[u8]) -> Option<[u32; 2]> {
    let header = bytes.strip_prefix(b"\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR")?;
    let side = |at: usize| Some(u32::from_be_bytes(header.get(at..at + 4)?.try_into().ok()?));
    Some([side(0)?, side(4)?])
}

/// A file whose header was read.
struct Png<'a> {
    reader: Reader<Cursor<&'a [u8]>>,
    width: u32,
    height: u32,
    interlaced: bool,
    _held: Held<'a>,
}

impl<'a> Png<'a> {
    fn open(bytes: &'a [u8], budget: &'a Budget) -> Result<Self, ErrorKind> {
        let mut decoder = Decoder::new(Cursor::new(bytes));
        // We need no texts and no colour profiles, and compressed ones could be bombs.
        decoder.set_ignore_text_chunk(true);
        decoder.set_ignore_iccp_chunk(true);
        // Palettes and transparent colours become RGBA, depths below 8 are widened, 16-bit samples keep their high byte.
        decoder.set_transformations(Transformations::normalize_to_color8());
        let header = decoder.read_header_info().map_err(corrupt)?;
        let ((width, height), interlaced) = (header.size(), header.interlaced);
        budget.check_size(width, height)?;
        // What the crate holds as well: rows, and the chunks that it keeps, which are 64 MiB at most.
        let held = budget.hold(64 * u64::from(width) + (bytes.len() as u64).min(64 << 20) + (1 << 18))?;
        let reader = decoder.read_info().map_err(corrupt)?;
        // png 0.18.1 panics on such a palette at the first row.
        if let Some(palette) = &reader.info().palette
            && (palette.len() % 3 != 0 || palette.len() > 3 * 256)
        {
            let what = format!(
                "its palette takes {} bytes, not three for each of 256 colours at most",
                palette.len()
            );
            return Err(ErrorKind::corrupt(Format::Png, what));
        }
        Ok(Png { reader, width, height, interlaced, _held: held })
    }

    fn work(&self) -> Work {
        if self.interlaced { Work::UnpackInterlaced } else { Work::Unpack }
    }

    fn picture(mut self, budget: &Budget) -> Result<Image, ErrorKind> {
        let (width, height) = (self.width, self.height);
        budget.take_picture(width, height)?;
        budget.work(area(width, height), self.work())?;
        let reader = &mut self.reader;
        let (color, _) = reader.output_color_type();
        let to_rgba = to_rgba(color);
        let mut rgba;
        if self.interlaced {
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

    /// The frames of an animation. A frame stores what changes; the frames are put together here.
    fn frames(mut self, budget: &Budget) -> Result<Vec<Frame>, ErrorKind> {
        let count = self.reader.info().animation_control.map_or(0, |control| control.num_frames);
        budget.check_frames(count.into())?;
        let mut canvas = Canvas::new(self.width, self.height, budget)?;
        if self.reader.info().frame_control.is_none() {
            // The default picture is no frame.
            budget.work(area(self.width, self.height), self.work())?;
            self.reader.next_frame_info().map_err(corrupt)?;
        }
        let (color, _) = self.reader.output_color_type();
        let to_rgba = to_rgba(color);
        let samples = color.samples();
        // The crate asks for room for a whole picture.
        let bytes = samples as u64 * area(self.width, self.height);
        let _held = budget.hold(bytes)?;
        let mut packed = zeroed(bytes)?;
        let mut frames = Vec::new();
        for number in 0..count as usize {
            if number > 0 {
                self.reader.next_frame_info().map_err(corrupt)?;
            }
            let missing = || ErrorKind::corrupt(Format::Png, "a frame of its animation has no place");
            let control = self.reader.info().frame_control.ok_or_else(missing)?;
            budget.work(area(control.width, control.height) + u64::from(control.height), self.work())?;
            self.reader.next_frame(&mut packed).map_err(corrupt)?;
            // The rows of an interlaced frame lie as far from each other as those of the whole picture.
            let stride = if self.interlaced { self.width } else { control.width } as usize;
            let width = control.width as usize;
            let pixel = |at: usize| {
                let at = samples * (at / width.max(1) * stride + at % width.max(1));
                to_rgba(&packed[at..at + samples])
            };
            let frame =
                |image| Frame { duration: Some(duration(&control)), ..Frame::numbered(number, image) };
            if number + 1 == count as usize {
                frames.push(frame(canvas.show_last(patch(&control), pixel)?));
                self.reader.finish().map_err(corrupt)?;
                return Ok(frames);
            }
            frames.push(frame(canvas.show(patch(&control), pixel)?));
        }
        Err(ErrorKind::corrupt(Format::Png, "its animation has no frame"))
    }
}

/// How a pixel of the crate becomes four bytes. If there is an alpha sample, it is the last sample of a pixel.
fn to_rgba(color: ColorType) -> fn(&[u8]) -> [u8; 4] {
    match color {
        ColorType::Grayscale => |p| [p[0], p[0], p[0], 255],
        ColorType::GrayscaleAlpha => |p| [p[0], p[0], p[0], p[1]],
        ColorType::Rgb | ColorType::Indexed => |p| [p[0], p[1], p[2], 255],
        ColorType::Rgba => |p| [p[0], p[1], p[2], p[3]],
    }
}

fn patch(control: &FrameControl) -> Patch {
    let FrameControl { x_offset: x, y_offset: y, width, height, .. } = *control;
    let drawing = match control.blend_op {
        BlendOp::Source => Drawing::Replace,
        BlendOp::Over => Drawing::Over,
    };
    let disposal = match control.dispose_op {
        DisposeOp::None => Disposal::Keep,
        DisposeOp::Background => Disposal::Clear,
        DisposeOp::Previous => Disposal::Restore,
    };
    Patch { x, y, width, height, drawing, disposal }
}

/// How long a frame is shown. A denominator of 0 means hundredths of a second.
fn duration(control: &FrameControl) -> Duration {
    let parts = if control.delay_den == 0 { 100 } else { control.delay_den };
    Duration::from_nanos(1_000_000_000 * u64::from(control.delay_num) / u64::from(parts))
}

/// The file, in which the transparent grey has no bits above the depth. Only its low bits count, as in libpng, but the crate compares all.
fn low_bits<'a>(bytes: &'a [u8], budget: &Budget) -> Result<Cow<'a, [u8]>, ErrorKind> {
    /// Where the depth and the colour type are.
    const DEPTH: usize = 24;
    const COLOR: usize = 25;
    let (Some(&depth @ (1 | 2 | 4)), Some(0)) = (bytes.get(DEPTH), bytes.get(COLOR)) else {
        return Ok(Cow::Borrowed(bytes));
    };
    let mut at = 8;
    let chunk = loop {
        let Some(head) = bytes.get(at..).and_then(|rest| rest.get(..8)) else {
            return Ok(Cow::Borrowed(bytes));
        };
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        match &head[4..] {
            b"tRNS" => break at..(at + 8).saturating_add(length),
            b"IDAT" => return Ok(Cow::Borrowed(bytes)),
            _ => {}
        }
        at = at.saturating_add(length).saturating_add(12);
    };
    let sum = |chunk: &[u8]| {
        let mut sum = flate2::Crc::new();
        sum.update(&chunk[4..]);
        sum.sum().to_be_bytes()
    };
    let end = chunk.end;
    // A wrong checksum stays one, so that the crate tells it.
    let is_whole = |found: &[u8]| bytes.get(end..end + 4) == Some(&sum(found)[..]);
    let Some(found) = bytes.get(chunk.clone()).filter(|found| found.len() >= 10 && is_whole(found)) else {
        return Ok(Cow::Borrowed(bytes));
    };
    let mask = (1_u8 << depth) - 1;
    if found[8..10] == [0, found[9] & mask] {
        return Ok(Cow::Borrowed(bytes));
    }
    budget.keep(bytes.len() as u64)?;
    budget.work(bytes.len() as u64, Work::Draw)?;
    let mut copy = reserved(bytes.len() as u64)?;
    copy.extend_from_slice(bytes);
    let grey = &mut copy[chunk.start + 8..chunk.start + 10];
    grey.copy_from_slice(&[0, found[9] & mask]);
    let new_sum = sum(&copy[chunk]);
    copy[end..end + 4].copy_from_slice(&new_sum);
    Ok(Cow::Owned(copy))
}

fn corrupt(error: DecodingError) -> ErrorKind {
    ErrorKind::corrupt(Format::Png, InWords(error))
}

/// An error of the crate. The crate writes parts of some errors as Rust code.
#[derive(Debug)]
struct InWords(DecodingError);

impl StdError for InWords {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&self.0)
    }
}

impl fmt::Display for InWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let DecodingError::IoError(error) = &self.0
            && error.kind() == IoKind::UnexpectedEof
        {
            return f.write_str("it ends too early");
        }
        let text = with_chunk_names(&self.0.to_string());
        if text.starts_with("CRC error") {
            let chunk = text.rsplit_once("decoding ").map_or("a chunk", |(_, chunk)| chunk);
            return write!(
                f,
                "the checksum of its {} is wrong: a byte has changed",
                chunk.trim_end_matches('.')
            );
        }
        if text.starts_with("Corrupt deflate stream") {
            return f.write_str("its compressed pixels are damaged");
        }
        if text.contains("does not have enough data") {
            return f.write_str("its pixels end too early");
        }
        f.write_str(text.trim_end_matches('.'))
    }
}

/// The text, in which chunks have only their names.
fn with_chunk_names(text: &str) -> String {
    const START: &str = "ChunkType { type: ";
    let mut rest = text;
    let mut named = String::new();
    while let Some((before, chunk)) = rest.split_once(START) {
        let (name, after) = chunk.split_once(',').unwrap_or((chunk, ""));
        named.extend([before, name]);
        rest = after.split_once('}').map_or("", |(_, rest)| rest);
    }
    named + rest
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
