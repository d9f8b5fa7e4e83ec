//! WebP, by the `image-webp` crate.
//!
//! We read the container here and give the crate the bitstream of each frame as a still picture of its own. There are two reasons. The
//! crate trusts the sizes in the bitstream, so they have to be checked before it allocates memory. And the crate does not clear disposed
//! rectangles, so the frames of animations are put together on the same [`Canvas`] as those of GIF.

use std::io::Cursor;
use std::time::Duration;

use image_webp::WebPDecoder;

use crate::canvas::{Canvas, Disposal, Drawing, Patch};
use crate::error::ErrorKind;
use crate::image::{byte_len, widen};
use crate::limits::{Budget, Held, Work, area, reserved, zeroed};
use crate::vp8l::{VP8LError, code_bytes};
use crate::{Format, Frame, Image, Sprite};

/// Decodes every frame.
pub(crate) fn decode(bytes: &[u8], budget: &Budget) -> Result<Sprite, ErrorKind> {
    let mut chunks = riff_chunks(bytes)?;
    let first = chunks.next().ok_or_else(|| corrupt("it holds no picture"))??;
    if first.id != *b"VP8X" {
        return single(first, None, None, budget);
    }
    let &[flags, _, _, _, w0, w1, w2, h0, h1, h2, ..] = first.data else {
        return Err(corrupt("its VP8X chunk is too short"));
    };
    let (width, height) = (1 + u24([w0, w1, w2]), 1 + u24([h0, h1, h2]));
    const ANIMATION: u8 = 0b10;
    if flags & ANIMATION == 0 {
        let (bitstream, alpha) = still(chunks)?;
        return single(bitstream, alpha, Some((width, height)), budget);
    }

    let mut canvas = Canvas::new(width, height, budget)?;
    let mut frames = Vec::new();
    let mut next = next_frame(&mut chunks)?;
    while let Some(AnimationFrame { patch, duration, chunks: inner }) = next {
        budget.check_frames(frames.len() as u64 + 1)?;
        let (bitstream, alpha) = still(inner)?;
        let (_held, picture) = decode_still(bitstream, alpha, Some((patch.width, patch.height)), budget)?;
        if patch.x + patch.width > width || patch.y + patch.height > height {
            return Err(corrupt("a frame reaches out of the canvas"));
        }
        let rgba = picture.as_rgba8();
        let color = |pixel: usize| {
            let at = 4 * pixel;
            [rgba[at], rgba[at + 1], rgba[at + 2], rgba[at + 3]]
        };
        next = next_frame(&mut chunks)?;
        let frame = |number, seen| Frame { duration: Some(duration), ..Frame::numbered(number, seen) };
        if next.is_none() {
            frames.push(frame(frames.len(), canvas.show_last(patch, color)?));
            return Ok(Sprite::of_frames(Format::WebP, frames));
        }
        frames.push(frame(frames.len(), canvas.show(patch, color)?));
    }
    Err(corrupt("it is an animation without a frame"))
}

/// A file with one picture.
fn single(
    bitstream: Chunk,
    alpha: Option<Chunk>,
    size: Option<(u32, u32)>,
    budget: &Budget,
) -> Result<Sprite, ErrorKind> {
    let (held, picture) = decode_still(bitstream, alpha, size, budget)?;
    drop(held);
    budget.take_picture(picture.width(), picture.height())?;
    Ok(Sprite::single(Format::WebP, picture))
}

/// The header of an `ANMF` chunk, and the chunks in it.
struct AnimationFrame<'a> {
    patch: Patch,
    duration: Duration,
    chunks: Chunks<'a>,
}

impl<'a> AnimationFrame<'a> {
    fn read(data: &'a [u8]) -> Result<Self, ErrorKind> {
        let Some((head, rest)) = data.split_first_chunk::<16>() else {
            return Err(corrupt("an ANMF chunk is too short"));
        };
        let field = |at: usize| u24([head[at], head[at + 1], head[at + 2]]);
        let patch = Patch {
            x: 2 * field(0),
            y: 2 * field(3),
            width: 1 + field(6),
            height: 1 + field(9),
            drawing: if head[15] & 2 == 0 { Drawing::Over } else { Drawing::Replace },
            disposal: if head[15] & 1 == 0 { Disposal::Keep } else { Disposal::Clear },
        };
        Ok(AnimationFrame {
            patch,
            duration: Duration::from_millis(u64::from(field(12))),
            chunks: Chunks(rest),
        })
    }
}

/// The next frame of an animation.
fn next_frame<'a>(chunks: &mut Chunks<'a>) -> Result<Option<AnimationFrame<'a>>, ErrorKind> {
    for chunk in chunks {
        let chunk = chunk?;
        if chunk.id == *b"ANMF" {
            return AnimationFrame::read(chunk.data).map(Some);
        }
    }
    Ok(None)
}

/// The bitstream of the only picture in the chunks. If it has no alpha of its own, also the alpha chunk that belongs to it.
fn still(chunks: Chunks) -> Result<(Chunk, Option<Chunk>), ErrorKind> {
    let (mut bitstream, mut alpha) = (None, None);
    for chunk in chunks {
        let chunk = chunk?;
        match &chunk.id {
            b"VP8 " | b"VP8L" => bitstream = bitstream.or(Some(chunk)),
            b"ALPH" => alpha = alpha.or(Some(chunk)),
            _ => {}
        }
    }
    let bitstream = bitstream.ok_or_else(|| corrupt("a VP8 or VP8L chunk is missing"))?;
    Ok((bitstream, alpha.filter(|_| bitstream.id == *b"VP8 ")))
}

/// Decodes a picture. If the container gives a size, the picture has to have it.
fn decode_still<'a>(
    bitstream: Chunk,
    alpha: Option<Chunk>,
    size: Option<(u32, u32)>,
    budget: &'a Budget,
) -> Result<(Held<'a>, Image), ErrorKind> {
    let (width, height) = bitstream.picture_size()?;
    if size.is_some_and(|size| size != (width, height)) {
        return Err(corrupt("the sizes of the picture and its container differ"));
    }
    budget.check_size(width, height)?;
    if bitstream.id == *b"VP8 " {
        budget.work(bitstream.data.len() as u64, Work::ReadBits)?;
        budget.work(area(width, height), Work::Lossy)?;
    }
    if bitstream.id == *b"VP8L" || alpha.is_some() {
        budget.work(area(width, height), Work::Lossless)?;
    }
    let len = bitstream.data.len() as u64 + alpha.map_or(0, |alpha| alpha.data.len() as u64);
    // The bitstream is copied into a file of its own; a lossy one is copied by the crate as well, into lists that grow.
    let besides = bytes_besides(&bitstream, alpha.is_some(), (width, height)) + 4 * len;
    let mut held = budget.hold(byte_len(width, height) + besides)?;
    let stream = lossless_stream(&bitstream, alpha.as_ref());
    let codes = stream.map_or(Ok(0), |stream| code_bytes(stream, (width, height), budget))?;
    let _codes = budget.hold(codes)?;
    // The crate aborts if there is no memory. So we allocate as much first, and free it at once.
    drop(reserved(byte_len(width, height) + besides + codes)?);
    let (file, opaque) = still_file(bitstream, alpha, (width, height))?;
    let mut decoder = WebPDecoder::new(Cursor::new(&file[..])).map_err(decoder_error)?;
    let mut rgba = zeroed(byte_len(width, height))?;
    let samples = if decoder.has_alpha() { 4 } else { 3 };
    let packed = samples * (rgba.len() / 4);
    decoder.read_image(&mut rgba[..packed]).map_err(decoder_error)?;
    widen(&mut rgba, samples, |p| [p[0], p[1], p[2], 255]);
    if opaque {
        rgba.iter_mut().skip(3).step_by(4).for_each(|alpha| *alpha = 255);
    }
    held.shrink_to(byte_len(width, height));
    let picture =
        Image::from_rgba8(width, height, rgba).map_err(|error| ErrorKind::corrupt(Format::WebP, error))?;
    Ok((held, picture))
}

/// The lossless bitstream of a picture or of its alpha, behind its header.
fn lossless_stream<'a>(bitstream: &Chunk<'a>, alpha: Option<&Chunk<'a>>) -> Option<&'a [u8]> {
    const LOSSLESS: u8 = 1;
    if bitstream.id == *b"VP8L" {
        return bitstream.data.get(5..);
    }
    let (head, stream) = alpha?.data.split_first()?;
    (head & 3 == LOSSLESS).then_some(stream)
}

/// The most memory that the crate takes for a picture in addition to the decoded pixels and the tables of prefix codes.
fn bytes_besides(bitstream: &Chunk, alpha: bool, (width, height): (u32, u32)) -> u64 {
    // Buffers and borders; and the pictures that describe blocks of at least 4 x 4 pixels.
    const BUFFERS: u64 = 1 << 18;
    let lossless = |w: u32, h: u32| BUFFERS + 4 * 4 * area(w.div_ceil(4), h.div_ceil(4));
    if bitstream.id == *b"VP8L" {
        return lossless(width, height);
    }
    // Luma for each pixel of blocks of 16 x 16, and two chroma values for every four pixels.
    let planes = 256 * 3 / 2 * area(width.div_ceil(16), height.div_ceil(16)) + 256 * u64::from(width);
    // The alpha may be a lossless picture of its own, whose green channel is copied.
    let alpha = if alpha { lossless(width, height) + 5 * area(width, height) } else { 0 };
    planes + alpha + BUFFERS
}

/// A file with one picture, and whether its header says that the picture is opaque. Then the alphas of its pixels don't count.
fn still_file(
    bitstream: Chunk,
    alpha: Option<Chunk>,
    (w, h): (u32, u32),
) -> Result<(Vec<u8>, bool), ErrorKind> {
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
    let at = file.len() + 8;
    bitstream.write(&mut file);
    // The header of a lossless picture says whether its alpha counts. Only if it does, the crate decodes into the buffer that it is given;
    // otherwise it allocates another buffer of that size.
    const ALPHA_COUNTS: u8 = 0x10;
    let opaque = bitstream.id == *b"VP8L" && file[at + 4] & ALPHA_COUNTS == 0;
    if opaque {
        file[at + 4] |= ALPHA_COUNTS;
    }
    // The chunks come from a file whose size fits, so this size fits, too.
    let size = u32::try_from(file.len() - 8).map_err(|_| corrupt("it is longer than a WebP can be"))?;
    file[4..8].copy_from_slice(&size.to_le_bytes());
    Ok((file, opaque))
}

/// A chunk of the container.
#[derive(Clone, Copy)]
struct Chunk<'a> {
    id: [u8; 4],
    data: &'a [u8],
}

impl Chunk<'_> {
    /// The width and height in the header of the bitstream.
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
            _ => Err(corrupt("the header of its picture is damaged")),
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

/// The chunks of a whole file. The caller has checked the signatures in its first twelve bytes.
fn riff_chunks(bytes: &[u8]) -> Result<Chunks<'_>, ErrorKind> {
    let (head, body) =
        bytes.split_at_checked(12).ok_or_else(|| corrupt("it ends in the middle of its header"))?;
    let size = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
    // The size includes the four bytes "WEBP". Bytes after that do not belong to the file.
    let body = size
        .checked_sub(4)
        .and_then(|size| body.get(..size))
        .ok_or_else(|| corrupt(format!("its header says {size} bytes, but {} follow", body.len() + 4)))?;
    Ok(Chunks(body))
}

/// The chunks one after the other, each padded to an even length. An incomplete chunk is an error.
#[derive(Clone, Copy)]
struct Chunks<'a>(&'a [u8]);

impl<'a> Iterator for Chunks<'a> {
    type Item = Result<Chunk<'a>, ErrorKind>;

    fn next(&mut self) -> Option<Self::Item> {
        let (head, data) = self.0.split_first_chunk::<8>()?;
        let [a, b, c, d, size @ ..] = *head;
        let size = u32::from_le_bytes(size) as usize;
        let Some((data, after)) = data.split_at_checked(size) else {
            let follow = data.len();
            self.0 = &[];
            return Some(Err(corrupt(format!("a chunk says {size} bytes, but {follow} follow"))));
        };
        // The padding byte may be missing at the end of the file.
        self.0 = after.get(size % 2..).unwrap_or(&[]);
        Some(Ok(Chunk { id: [a, b, c, d], data }))
    }
}

fn u24([a, b, c]: [u8; 3]) -> u32 {
    u32::from_le_bytes([a, b, c, 0])
}

fn corrupt(what: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> ErrorKind {
    ErrorKind::corrupt(Format::WebP, what)
}

impl From<VP8LError> for ErrorKind {
    fn from(error: VP8LError) -> Self {
        match error {
            VP8LError::Damaged(what) => corrupt(what),
            VP8LError::Limit(error) => error,
        }
    }
}

fn decoder_error(error: image_webp::DecodingError) -> ErrorKind {
    corrupt(error)
}
