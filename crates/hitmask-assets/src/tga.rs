//! TGA (Targa): grey, palettes, 15 to 32 bits a pixel, with and without run lengths.
//!
//! A TGA begins with no mark of its own, so [`is_tga`] is strict: a header that no program writes is none.

use crate::error::ErrorKind;
use crate::image::byte_len;
use crate::limits::{Budget, Work, area, reserved, zeroed};
use crate::{Format, Image};

const HEADER: usize = 18;

/// What a header says. All numbers have their least byte first.
struct Header {
    name_length: usize,
    /// First index, number of colours and bits of a colour.
    palette: Option<[usize; 3]>,
    /// Palette, colours or grey, without run lengths.
    kind: u8,
    runs: bool,
    width: u32,
    height: u32,
    bits: usize,
    alpha_bits: u8,
    right_to_left: bool,
    top_down: bool,
}

impl Header {
    fn read(bytes: &[u8]) -> Option<Header> {
        let header = bytes.get(..HEADER)?;
        let number = |at: usize| usize::from(u16::from_le_bytes([header[at], header[at + 1]]));
        let (kind, runs) = (header[2] & !8, header[2] & 8 != 0);
        let bits = usize::from(header[16]);
        let has_palette = header[1] == 1;
        let fits = match (kind, header[1]) {
            (1, 1) => matches!(bits, 8 | 16),
            // A picture with colours may have a palette that means nothing.
            (2, 0 | 1) => matches!(bits, 15 | 16 | 24 | 32),
            (3, 0 | 1) => matches!(bits, 8 | 16),
            _ => false,
        };
        let palette_fits =
            if has_palette { matches!(header[7], 15 | 16 | 24 | 32) } else { header[3..8] == [0; 5] };
        let (width, height) = (number(12) as u32, number(14) as u32);
        let legal = fits && palette_fits && width > 0 && height > 0 && header[17] & 0xC0 == 0;
        legal.then(|| Header {
            name_length: header[0].into(),
            palette: has_palette.then(|| [number(3), number(5), header[7].into()]),
            kind,
            runs,
            width,
            height,
            bits,
            alpha_bits: header[17] & 15,
            right_to_left: header[17] & 0x10 != 0,
            top_down: header[17] & 0x20 != 0,
        })
    }
}

/// Whether bytes begin like a TGA.
pub(crate) fn is_tga(bytes: &[u8]) -> bool {
    Header::read(bytes).is_some()
}

pub(crate) fn decode(bytes: &[u8], budget: &Budget) -> Result<Image, ErrorKind> {
    let wrong = |what: &str| ErrorKind::corrupt(Format::Tga, what.to_owned());
    let header = Header::read(bytes).ok_or_else(|| wrong("its header is wrong"))?;
    let Header { width, height, bits, .. } = header;
    budget.take_picture(width, height)?;
    budget.work(2 * area(width, height), Work::Unpack)?;
    let mut at = HEADER + header.name_length;
    let mut palette = Vec::new();
    let mut first = 0;
    if let Some([start, count, bits]) = header.palette {
        let size = bits.div_ceil(8);
        let stored = bytes.get(at..at + count * size).ok_or_else(|| wrong("its palette ends too early"))?;
        at += count * size;
        let _held = budget.hold(4 * count as u64)?;
        palette.extend(stored.chunks_exact(size).map(|entry| color(entry, bits, 1)));
        first = start;
    }
    let size = bits.div_ceil(8);
    let stored = bytes.get(at..).unwrap_or_default();
    let length = size as u64 * area(width, height);
    let _held = budget.hold(if header.runs { length } else { 0 })?;
    let unpacked;
    let pixels = if header.runs {
        unpacked = unpack(stored, size, length)?;
        &unpacked
    } else {
        stored.get(..length as usize).ok_or_else(|| wrong("its pixels end too early"))?
    };
    let alpha_bits = header.alpha_bits;
    let pixel = |entry: &[u8]| match header.kind {
        1 => {
            let index = entry.iter().rev().fold(0, |index, &byte| index << 8 | usize::from(byte));
            index.checked_sub(first).and_then(|index| palette.get(index)).copied().unwrap_or([0, 0, 0, 255])
        }
        3 => match *entry {
            [grey, alpha] => [grey, grey, grey, alpha],
            _ => [entry[0], entry[0], entry[0], 255],
        },
        _ => color(entry, bits, alpha_bits),
    };
    let mut rgba = zeroed(byte_len(width, height))?;
    let (w, h) = (width as usize, height as usize);
    for (row, from) in pixels.chunks_exact(size * w).enumerate() {
        let y = if header.top_down { row } else { h - 1 - row };
        for (column, entry) in from.chunks_exact(size).enumerate() {
            let x = if header.right_to_left { w - 1 - column } else { column };
            rgba[4 * (y * w + x)..][..4].copy_from_slice(&pixel(entry));
        }
    }
    // Many programs write a fourth byte that means nothing, and 0 everywhere.
    if alpha_bits == 0 && rgba.iter().skip(3).step_by(4).all(|&alpha| alpha == 0) {
        rgba.iter_mut().skip(3).step_by(4).for_each(|alpha| *alpha = 255);
    }
    Image::from_rgba8(width, height, rgba).map_err(|error| ErrorKind::corrupt(Format::Tga, error))
}

/// A colour of 15 to 32 bits. The highest bit of 16 is alpha only if the file says so.
fn color(entry: &[u8], bits: usize, alpha_bits: u8) -> [u8; 4] {
    match *entry {
        [blue, green, red, alpha] => [red, green, blue, alpha],
        [blue, green, red] => [red, green, blue, 255],
        [low, high] => {
            let word = u16::from_le_bytes([low, high]);
            let wide = |shift: u16| (u32::from(word >> shift & 31) * 255 / 31) as u8;
            let clear = bits == 16 && alpha_bits == 1 && word >> 15 == 0;
            [wide(10), wide(5), wide(0), if clear { 0 } else { 255 }]
        }
        _ => [0, 0, 0, 255],
    }
}

/// Run lengths: a byte says how many pixels follow, or with its highest bit how often one does.
fn unpack(mut data: &[u8], size: usize, length: u64) -> Result<Vec<u8>, ErrorKind> {
    let short = || ErrorKind::corrupt(Format::Tga, "its pixels end too early".to_owned());
    let mut pixels = reserved(length)?;
    let length = length as usize;
    while pixels.len() < length {
        let (&packet, rest) = data.split_first().ok_or_else(short)?;
        let count = usize::from(packet & 127) + 1;
        let stored = if packet & 128 == 0 { count * size } else { size };
        let (stored, rest) = rest.split_at_checked(stored).ok_or_else(short)?;
        let room = length - pixels.len();
        if packet & 128 == 0 {
            pixels.extend_from_slice(&stored[..stored.len().min(room)]);
        } else {
            (0..count.min(room / size)).for_each(|_| pixels.extend_from_slice(stored));
        }
        data = rest;
    }
    Ok(pixels)
}
