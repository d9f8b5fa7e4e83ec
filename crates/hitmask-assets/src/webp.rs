//! WebP, by the `image-webp` crate.
//!
//! The container is walked here, and each frame's bitstream handed to the crate as a still picture of its own. That
//! way every size in the file is checked before the crate asks for memory of that size (it takes the bitstream's word
//! for it), and the frames of animations are put together on the same [`Canvas`] as those of GIF (the crate leaves
//! disposed rectangles standing).

use std::io::Cursor;
use std::time::Duration;

use image_webp::WebPDecoder;

use crate::canvas::{Canvas, Disposal, Drawing};
use crate::error::ErrorKind;
use crate::image::byte_len;
use crate::limits::{Budget, reserved, zeroed};
use crate::{Format, Frame, Image, Sprite};

/// Decodes every frame.
pub(crate) fn decode(bytes: &[u8], budget: &mut Budget) -> Result<Sprite, ErrorKind> {
    let chunks = riff_chunks(bytes)?;
    let Some(first) = chunks.first() else { return Err(corrupt("it holds no picture")) };
    if first.id != *b"VP8X" {
        return single(decode_still(&chunks[..1], None, budget)?, budget);
    }
    let [flags, _, _, _, rest @ ..] = first.data else { return Err(corrupt("its VP8X chunk is too short")) };
    let (width, height) = match rest {
        [w0, w1, w2, h0, h1, h2, ..] => (1 + u24([*w0, *w1, *w2]), 1 + u24([*h0, *h1, *h2])),
        _ => return Err(corrupt("its VP8X chunk is too short")),
    };
    const ANIMATION: u8 = 0b10;
    if flags & ANIMATION == 0 {
        return single(decode_still(&chunks[1..], Some((width, height)), budget)?, budget);
    }

    let mut canvas = Canvas::new(width, height, budget)?;
    let mut frames = Vec::new();
    for chunk in chunks.iter().filter(|chunk| chunk.id == *b"ANMF") {
        budget.check_frames(frames.len() as u64 + 1)?;
        let header = AnimationFrame::read(chunk.data)?;
        let picture = decode_still(&header.chunks, Some((header.width, header.height)), budget)?;
        if header.x + header.width > width || header.y + header.height > height {
            return Err(corrupt("a frame reaches out of the canvas"));
        }
        let seen = canvas.show(&picture, (header.x, header.y), header.drawing, header.disposal, budget)?;
        frames.push(Frame { duration: Some(header.duration), ..Frame::numbered(frames.len(), seen) });
    }
    if frames.is_empty() {
        return Err(corrupt("it is an animation without a frame"));
    }
    Ok(Sprite { format: Format::WebP, frames, slices: Vec::new(), tags: Vec::new() })
}

fn single(picture: Image, budget: &mut Budget) -> Result<Sprite, ErrorKind> {
    budget.take_picture(picture.width(), picture.height())?;
    Ok(Sprite::single(Format::WebP, picture))
}

/// The head of an `ANMF` chunk and the chunks in it.
struct AnimationFrame<'a> {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
    duration: Duration,
    drawing: Drawing,
    disposal: Disposal,
    chunks: Vec<Chunk<'a>>,
}

impl<'a> AnimationFrame<'a> {
    fn read(data: &'a [u8]) -> Result<Self, ErrorKind> {
        let Some((head, rest)) = data.split_first_chunk::<16>() else {
            return Err(corrupt("an ANMF chunk is too short"));
        };
        let field = |at: usize| u24([head[at], head[at + 1], head[at + 2]]);
        Ok(AnimationFrame {
            x: 2 * field(0),
            y: 2 * field(3),
            width: 1 + field(6),
            height: 1 + field(9),
            duration: Duration::from_millis(u64::from(field(12))),
            drawing: if head[15] & 2 == 0 { Drawing::Over } else { Drawing::Replace },
            disposal: if head[15] & 1 == 0 { Disposal::Keep } else { Disposal::Clear },
            chunks: chunks(rest)?,
        })
    }
}

/// Decodes the one picture that the chunks hold, of this size if the container says one.
fn decode_still(chunks: &[Chunk], size: Option<(u32, u32)>, budget: &Budget) -> Result<Image, ErrorKind> {
    let bitstream = chunks
        .iter()
        .find(|chunk| matches!(&chunk.id, b"VP8 " | b"VP8L"))
        .ok_or_else(|| corrupt("there is no VP8 or VP8L chunk where one has to be"))?;
    let (width, height) = bitstream.picture_size()?;
    if size.is_some_and(|size| size != (width, height)) {
        return Err(corrupt("the sizes of the picture and its container differ"));
    }
    budget.take_merged(width, height)?;
    // The crate cannot be told to do without memory. It needs up to three buffers of this size; ask for them first.
    drop(reserved(byte_len(width, height).saturating_mul(4))?);

    let alpha = chunks.iter().find(|chunk| chunk.id == *b"ALPH" && bitstream.id == *b"VP8 ");
    let file = still_file(bitstream, alpha, (width, height))?;
    let mut decoder = WebPDecoder::new(Cursor::new(&file[..])).map_err(decoder_error)?;
    let mut buffer = zeroed(decoder.output_buffer_size().map_or(u64::MAX, |bytes| bytes as u64))?;
    decoder.read_image(&mut buffer).map_err(decoder_error)?;
    let rgba = if decoder.has_alpha() {
        buffer
    } else {
        let mut rgba = reserved(byte_len(width, height))?;
        rgba.extend(buffer.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], 255]));
        rgba
    };
    Image::from_rgba8(width, height, rgba).map_err(|error| ErrorKind::corrupt(Format::WebP, error))
}

/// A file of one picture.
fn still_file(bitstream: &Chunk, alpha: Option<&Chunk>, (w, h): (u32, u32)) -> Result<Vec<u8>, ErrorKind> {
    let mut file =
        reserved(64 + bitstream.data.len() as u64 + alpha.map_or(0, |alpha| alpha.data.len() as u64))?;
    file.extend_from_slice(b"RIFF\0\0\0\0WEBP");
    if let Some(alpha) = alpha {
        const ALPHA: u8 = 0x10;
        let [w0, w1, w2, _] = (w - 1).to_le_bytes();
        let [h0, h1, h2, _] = (h - 1).to_le_bytes();
        Chunk { id: *b"VP8X", data: &[ALPHA, 0, 0, 0, w0, w1, w2, h0, h1, h2] }.write(&mut file);
        alpha.write(&mut file);
    }
    bitstream.write(&mut file);
    // The chunks come out of a file whose own size fits, so this does too.
    let size = u32::try_from(file.len() - 8).map_err(|_| corrupt("it is longer than a WebP can be"))?;
    file[4..8].copy_from_slice(&size.to_le_bytes());
    Ok(file)
}

/// A chunk of the container.
#[derive(Clone, Copy)]
struct Chunk<'a> {
    id: [u8; 4],
    data: &'a [u8],
}

impl Chunk<'_> {
    /// The width and height that the bitstream's own header gives.
    fn picture_size(&self) -> Result<(u32, u32), ErrorKind> {
        match (&self.id, self.data) {
            (b"VP8L", &[0x2F, a, b, c, d, ..]) => {
                let bits = u32::from_le_bytes([a, b, c, d]);
                Ok(((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1))
            }
            (b"VP8 ", &[_, _, _, 0x9D, 0x01, 0x2A, w0, w1, h0, h1, ..]) => {
                let side = |low, high| u32::from(u16::from_le_bytes([low, high]) & 0x3FFF);
                Ok((side(w0, w1), side(h0, h1)))
            }
            _ => Err(corrupt("its picture has a damaged head")),
        }
    }

    fn write(&self, file: &mut Vec<u8>) {
        file.extend_from_slice(&self.id);
        file.extend_from_slice(&(self.data.len() as u32).to_le_bytes());
        file.extend_from_slice(self.data);
        if self.data.len() % 2 == 1 {
            file.push(0);
        }
    }
}

/// The chunks of a whole file, whose first twelve bytes were looked at before.
fn riff_chunks(bytes: &[u8]) -> Result<Vec<Chunk<'_>>, ErrorKind> {
    let (head, body) = bytes.split_at_checked(12).ok_or_else(|| corrupt("it ends within its head"))?;
    let size = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
    // The size counts the four bytes "WEBP" too. What follows after it does not belong to the file.
    let body = size
        .checked_sub(4)
        .and_then(|size| body.get(..size))
        .ok_or_else(|| corrupt(format!("its head promises {size} bytes, {} follow", body.len() + 4)))?;
    chunks(body)
}

/// Chunks one after the other, each filled up to an even length.
fn chunks(mut rest: &[u8]) -> Result<Vec<Chunk<'_>>, ErrorKind> {
    let mut chunks = Vec::new();
    while let Some((head, data)) = rest.split_first_chunk::<8>() {
        let [a, b, c, d, size @ ..] = *head;
        let size = u32::from_le_bytes(size) as usize;
        let Some((data, after)) = data.split_at_checked(size) else {
            return Err(corrupt(format!("a chunk promises {size} bytes, {} follow", data.len())));
        };
        chunks.push(Chunk { id: [a, b, c, d], data });
        // The filling byte may be missing at the very end.
        rest = after.get(size % 2..).unwrap_or(&[]);
    }
    Ok(chunks)
}

fn u24([a, b, c]: [u8; 3]) -> u32 {
    u32::from_le_bytes([a, b, c, 0])
}

fn corrupt(what: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> ErrorKind {
    ErrorKind::corrupt(Format::WebP, what)
}

fn decoder_error(error: image_webp::DecodingError) -> ErrorKind {
    corrupt(error)
}
