//! BMP, with the header of OS/2 and those of Windows: palettes, 16 to 32 bits a pixel, run lengths, channels by masks.
//!
//! Read here, because the crates for it allocate what a header says. A pixel is opaque unless the header has a mask for alpha: the fourth
//! byte of plain 32-bit pixels means nothing.

use crate::error::ErrorKind;
use crate::image::byte_len;
use crate::limits::{Budget, Work, area, reserved, zeroed};
use crate::{Format, Image};

/// How pixels are packed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Packing {
    /// Rows of whole pixels.
    Plain,
    /// Run lengths of palette indices, with so many bits each.
    Runs,
    /// Rows of pixels whose channels are where masks say.
    Masks,
}

struct Header {
    width: u32,
    height: u32,
    /// The first row is the topmost one.
    top_down: bool,
    bits: u32,
    packing: Packing,
    /// Red, green, blue, alpha.
    masks: [u32; 4],
    /// Where the palette begins, how many bytes a colour takes, and how many there may be.
    palette: (usize, usize, usize),
    /// Where the pixels begin.
    pixels: usize,
}

pub(crate) fn decode(bytes: &[u8], budget: &Budget) -> Result<Image, ErrorKind> {
    let header = Header::read(bytes)?;
    let Header { width, height, bits, .. } = header;
    budget.take_picture(width, height)?;
    budget.work(area(width, height), Work::Unpack)?;
    if header.packing == Packing::Runs {
        let _held = budget.hold(area(width, height))?;
        let indices = header.unpacked_runs(bytes)?;
        let palette = header.palette(bytes);
        return header
            .image(|row| indices.chunks_exact(width as usize).nth(row), |row, x| palette[row[x] as usize]);
    }
    // Rows end at whole words of four bytes.
    let stride = (u64::from(width) * u64::from(bits)).div_ceil(32) * 4;
    let data = bytes.get(header.pixels..).unwrap_or_default();
    let (stride, used) = (stride as usize, (u64::from(width) * u64::from(bits)).div_ceil(8) as usize);
    let row = |row: usize| data.get(row.checked_mul(stride)?..)?.get(..used);
    let word = |row: &[u8], at: usize, len: usize| {
        row[at..at + len].iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte))
    };
    if bits <= 8 {
        let palette = header.palette(bytes);
        let bits = bits as usize;
        let index = |row: &[u8], x: usize| {
            row[x * bits / 8] >> (8 - bits - x * bits % 8) & (0xFF >> (8 - bits)) as u8
        };
        return header.image(row, |row, x| palette[index(row, x) as usize]);
    }
    let len = bits as usize / 8;
    if bits == 24 {
        return header.image(row, |row, x| [row[3 * x + 2], row[3 * x + 1], row[3 * x], 255]);
    }
    let channels = header.masks.map(Channel::new);
    header.image(row, |row, x| {
        let word = word(row, len * x, len);
        let [red, green, blue, alpha] = &channels;
        let opaque = if alpha.mask == 0 { 255 } else { alpha.of(word) };
        [red.of(word), green.of(word), blue.of(word), opaque]
    })
}

/// Where the bits of a channel are.
struct Channel {
    mask: u32,
    shift: u32,
    most: u32,
}

impl Channel {
    fn new(mask: u32) -> Self {
        let shift = if mask == 0 { 0 } else { mask.trailing_zeros() };
        Channel { mask, shift, most: (mask >> shift).max(1) }
    }

    /// The channel of a pixel, from 0 to 255.
    fn of(&self, word: u32) -> u8 {
        let value = u64::from((word & self.mask) >> self.shift);
        // At most 255, because the value is at most the largest one.
        ((value * 255 + u64::from(self.most) / 2) / u64::from(self.most)) as u8
    }
}

fn wrong(what: impl Into<String>) -> ErrorKind {
    ErrorKind::corrupt(Format::Bmp, what.into())
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Header, ErrorKind> {
        let short = || wrong("its header ends too early");
        let u16_at = |at: usize| {
            let bytes = bytes.get(at..at + 2).ok_or_else(short)?;
            Ok::<_, ErrorKind>(u32::from(u16::from_le_bytes([bytes[0], bytes[1]])))
        };
        let u32_at = |at: usize| Ok::<_, ErrorKind>(u16_at(at)? | u16_at(at + 2)? << 16);
        let length = u32_at(14)?;
        let pixels = u32_at(10)? as usize;
        let (width, height, bits, compression, colors) = match length {
            12 => (u16_at(18)?, i64::from(u16_at(20)?), u16_at(24)?, 0, 0),
            16..=1024 => {
                let rest = if length >= 40 { (u32_at(30)?, u32_at(46)?) } else { (0, 0) };
                // Both are signed. No picture is wider than 2^31 pixels, so the limits refuse a width below 0.
                (u32_at(18)?, i64::from(u32_at(22)? as i32), u16_at(28)?, rest.0, rest.1)
            }
            _ => return Err(wrong(format!("its header takes {length} bytes, not 12 or 16 to 1024"))),
        };
        let (packing, mut masks) = match (compression, bits) {
            (0, 1 | 2 | 4 | 8 | 24) => (Packing::Plain, [0; 4]),
            (0, 16) => (Packing::Masks, [0x7C00, 0x03E0, 0x001F, 0]),
            (0, 32) => (Packing::Masks, [0xFF_0000, 0xFF00, 0xFF, 0]),
            (1, 8) | (2, 4) => (Packing::Runs, [0; 4]),
            (3 | 6, 16 | 32) => (Packing::Masks, [0; 4]),
            (4 | 5, _) => return Err(wrong("it only wraps a JPEG or PNG: save the picture as one of them")),
            _ => return Err(wrong(format!("{bits} bits a pixel with compression {compression} is unknown"))),
        };
        let mut after = 14 + length as usize;
        if packing == Packing::Masks && compression != 0 {
            let has_alpha = length >= 56 || compression == 6;
            for (channel, mask) in masks.iter_mut().enumerate().take(if has_alpha { 4 } else { 3 }) {
                *mask = u32_at(54 + 4 * channel)?;
            }
            if length == 40 {
                after += if has_alpha { 16 } else { 12 };
            }
        }
        let entry = if length == 12 { 3 } else { 4 };
        let all = 1_usize << bits.min(8);
        let colors = if colors == 0 { all } else { (colors as usize).min(all) };
        let height_up = u32::try_from(height.unsigned_abs()).unwrap_or(u32::MAX);
        Ok(Header {
            width,
            height: height_up,
            top_down: height < 0,
            bits,
            packing,
            masks,
            palette: (after, entry, colors),
            pixels,
        })
    }

    /// The colours by index. Those that the file does not have are black.
    fn palette(&self, bytes: &[u8]) -> [[u8; 4]; 256] {
        let (at, entry, count) = self.palette;
        let mut palette = [[0, 0, 0, 255]; 256];
        let end = if self.pixels > at { self.pixels } else { usize::MAX };
        let stored = bytes.get(at..end.min(bytes.len())).unwrap_or_default();
        for (to, from) in palette.iter_mut().zip(stored.chunks_exact(entry)).take(count) {
            *to = [from[2], from[1], from[0], 255];
        }
        palette
    }

    /// The picture, from its rows as they are stored.
    fn image<'a>(
        &self,
        row: impl Fn(usize) -> Option<&'a [u8]>,
        color: impl Fn(&[u8], usize) -> [u8; 4],
    ) -> Result<Image, ErrorKind> {
        let mut rgba = reserved(byte_len(self.width, self.height))?;
        if self.width > 0 {
            for y in 0..self.height as usize {
                let stored = if self.top_down { y } else { self.height as usize - 1 - y };
                let row = row(stored).ok_or_else(|| wrong("its pixels end too early"))?;
                rgba.extend((0..self.width as usize).flat_map(|x| color(row, x)));
            }
        }
        Image::from_rgba8(self.width, self.height, rgba)
            .map_err(|error| ErrorKind::corrupt(Format::Bmp, error))
    }

    /// The indices of run lengths, row by row as they are stored. What is skipped has index 0.
    fn unpacked_runs(&self, bytes: &[u8]) -> Result<Vec<u8>, ErrorKind> {
        let (width, height) = (self.width as usize, self.height as usize);
        let mut indices = zeroed(area(self.width, self.height))?;
        let mut data = bytes.get(self.pixels..).unwrap_or_default().iter().copied();
        let (mut x, mut y) = (0_usize, 0_usize);
        let nibbles = self.bits == 4;
        let of = |byte: u8, at: usize| match (nibbles, at % 2) {
            (false, _) => byte,
            (true, 0) => byte >> 4,
            (true, _) => byte & 15,
        };
        let mut put = |x: usize, y: usize, index: u8| {
            if x < width && y < height {
                indices[y * width + x] = index;
            }
        };
        while let (Some(count), Some(value)) = (data.next(), data.next()) {
            match (count, value) {
                (0, 0) => (x, y) = (0, y + 1),
                (0, 1) => return Ok(indices),
                (0, 2) => {
                    let (Some(right), Some(up)) = (data.next(), data.next()) else { break };
                    (x, y) = (x + right as usize, y + up as usize);
                }
                (0, count) => {
                    let count = count as usize;
                    let stored = if nibbles { count.div_ceil(2) } else { count };
                    let mut byte = 0;
                    for at in 0..count {
                        if !nibbles || at % 2 == 0 {
                            byte = data.next().ok_or_else(|| wrong("its pixels end too early"))?;
                        }
                        put(x + at, y, of(byte, at));
                    }
                    x += count;
                    if stored % 2 == 1 {
                        data.next();
                    }
                }
                (count, value) => {
                    // What lies outside costs nothing.
                    let inside = if y < height { width.saturating_sub(x) } else { 0 };
                    (0..inside.min(count as usize)).for_each(|at| put(x + at, y, of(value, at)));
                    x += count as usize;
                }
            }
        }
        // Many files leave the mark of the end out.
        Ok(indices)
    }
}
