//! The cells of a layer, in all encodings: elements, CSV, base64, and that packed by zlib, gzip or zstd.

use std::io::Read;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::super::cell::LevelCell;
use super::raw::RawCells;
use crate::error::{ErrorKind, quoted};
use crate::limits::{Budget, Work, area};

/// How cells are written.
pub(super) struct Encoding<'a> {
    pub(super) encoding: &'a str,
    pub(super) compression: &'a str,
}

impl Encoding<'_> {
    /// Reads `width` times `height` cells. There must be exactly so many.
    pub(super) fn read(
        &self,
        cells: RawCells<'_>,
        [width, height]: [u32; 2],
        budget: &Budget,
    ) -> Result<Vec<LevelCell>, ErrorKind> {
        let count = area(width, height);
        budget.keep(4 * count)?;
        budget.work(count, Work::Unpack)?;
        match cells {
            RawCells::Tiles(gids) => {
                let cells = gids.into_iter().map(LevelCell).collect();
                enough(cells, count)
            }
            RawCells::Text(text) => self.read_text(&text, count, width, budget),
            RawCells::Json(json) => match json.get().as_bytes() {
                [b'[', numbers @ .., b']'] => csv(numbers, count, width),
                [b'"', ..] => {
                    let _held = budget.hold(json.get().len() as u64)?;
                    let text = serde_json::from_str::<String>(json.get())
                        .map_err(|error| ErrorKind::corrupt(crate::Format::Tiled, error))?;
                    self.read_text(&text, count, width, budget)
                }
                _ => Err(ErrorKind::level("its data are neither a list nor text")),
            },
        }
    }

    fn read_text(
        &self,
        text: &str,
        count: u64,
        width: u32,
        budget: &Budget,
    ) -> Result<Vec<LevelCell>, ErrorKind> {
        match self.encoding {
            "csv" => csv(text.as_bytes(), count, width),
            "base64" => {
                let _held = budget.hold(2 * text.len() as u64 + 4 * count)?;
                let text = text.trim_ascii();
                let packed = if text.bytes().any(|byte| byte.is_ascii_whitespace()) {
                    STANDARD.decode(text.split_ascii_whitespace().collect::<String>())
                } else {
                    STANDARD.decode(text)
                };
                let packed =
                    packed.map_err(|error| ErrorKind::level(format!("its data are no base64: {error}")))?;
                let bytes = self.unpack(packed, 4 * count, budget)?;
                let (numbers, rest) = bytes.as_chunks::<4>();
                if !rest.is_empty() {
                    let have = bytes.len();
                    return Err(ErrorKind::level(format!(
                        "its data take {have} bytes, which is no whole number of cells of 4 bytes"
                    )));
                }
                enough(numbers.iter().map(|&bytes| LevelCell(u32::from_le_bytes(bytes))).collect(), count)
            }
            other => Err(ErrorKind::level(format!(
                "its encoding is {}: csv, base64 and none are read; save the map again with one of them",
                quoted(other)
            ))),
        }
    }

    /// Undoes the compression. No more than one byte beyond `most` is unpacked.
    fn unpack(&self, packed: Vec<u8>, most: u64, budget: &Budget) -> Result<Vec<u8>, ErrorKind> {
        /// The state of a decoder for zlib and gzip.
        const INFLATE_BYTES: u64 = 64 << 10;
        let read = |packed: &mut dyn Read| {
            let mut bytes = crate::limits::reserved(most + 1)?;
            let read = packed.take(most + 1).read_to_end(&mut bytes);
            let name = self.compression;
            read.map_err(|error| {
                ErrorKind::level(format!("its data cannot be unpacked by {name}: {error}"))
            })?;
            Ok(bytes)
        };
        match self.compression {
            "" => Ok(packed),
            "zlib" => {
                let _held = budget.hold(INFLATE_BYTES)?;
                read(&mut flate2::read::ZlibDecoder::new(&packed[..]))
            }
            "gzip" => {
                let _held = budget.hold(INFLATE_BYTES)?;
                read(&mut flate2::read::GzDecoder::new(&packed[..]))
            }
            "zstd" => {
                let window = zstd_window(&packed);
                /// Tables, and a block that is unpacked.
                const STATE_BYTES: u64 = 512 << 10;
                let _held = budget.hold(window.saturating_mul(2).saturating_add(STATE_BYTES))?;
                let corrupt =
                    |error| ErrorKind::level(format!("its data cannot be unpacked by zstd: {error}"));
                let decoder =
                    ruzstd::decoding::StreamingDecoder::new_with_max_window_size(&packed[..], window);
                read(&mut decoder.map_err(corrupt)?)
            }
            other => Err(ErrorKind::level(format!(
                "its compression is {}: zlib, gzip, zstd and none are read; save the map again with one of them",
                quoted(other)
            ))),
        }
    }
}

/// The window that a zstd frame asks for, in bytes: what its decoder allocates. At least 1 KiB.
fn zstd_window(frame: &[u8]) -> u64 {
    let byte = |at: usize| u64::from(frame.get(at).copied().unwrap_or(0));
    let descriptor = byte(4);
    let window = if descriptor & 0x20 == 0 {
        let (exponent, mantissa) = (byte(5) >> 3, byte(5) & 7);
        let base = 1 << (10 + exponent);
        base + base / 8 * mantissa
    } else {
        // The window is as large as the content, whose length follows the number of the dictionary.
        let at = 5 + [0, 1, 2, 4][(descriptor & 3) as usize];
        let number = |bytes: usize| (0..bytes).map(|i| byte(at + i) << (8 * i)).sum::<u64>();
        match descriptor >> 6 {
            0 => number(1),
            1 => number(2) + 256,
            2 => number(4),
            _ => number(8),
        }
    };
    window.max(1024)
}

/// Numbers between commas. Blanks around them don't matter.
fn csv(text: &[u8], count: u64, width: u32) -> Result<Vec<LevelCell>, ErrorKind> {
    // Each number takes a byte and a comma, so a short text reserves little.
    let mut cells = Vec::with_capacity(count.min(text.len() as u64 / 2 + 1) as usize);
    let mut rest = text.trim_ascii();
    // Old versions of Tiled end with a comma.
    while !rest.is_empty() {
        if cells.len() as u64 == count {
            return Err(wrong_count(count + 1, count, true));
        }
        let (number, length) = leading_number(rest);
        let number = number.filter(|_| length > 0);
        let after = rest[length..].trim_ascii_start();
        let ends = matches!(after.first(), None | Some(b','));
        let Some(number) = number.filter(|_| ends) else {
            let word = rest.split(|&byte| byte == b',').next().unwrap_or_default();
            let word = String::from_utf8_lossy(&word[..word.len().min(20)]).into_owned();
            return Err(at_cell(
                cells.len() as u64,
                width,
                format!("the number of a tile is expected, not {:?}", word.trim()),
            ));
        };
        cells.push(LevelCell(number));
        rest = after.get(1..).unwrap_or_default().trim_ascii_start();
    }
    enough(cells, count)
}

/// The number at the start of a text, unless it is too large, and how many digits it has.
#[inline]
fn leading_number(text: &[u8]) -> (Option<u32>, usize) {
    let mut number = 0_u64;
    let mut length = 0;
    while let Some(digit) = text.get(length).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10) {
        number = (10 * number + u64::from(digit)).min(1 << 40);
        length += 1;
    }
    (u32::try_from(number).ok(), length)
}

/// A fault in a cell, which is given by its number in the layer or chunk.
fn at_cell(number: u64, width: u32, reason: String) -> ErrorKind {
    let width = u64::from(width.max(1));
    let cell = Some([(number % width) as i64, (number / width) as i64]);
    ErrorKind::Level { layer: None, cell, line: None, reason }
}

/// The cells, if there are as many as there should be.
fn enough(cells: Vec<LevelCell>, count: u64) -> Result<Vec<LevelCell>, ErrorKind> {
    let have = cells.len() as u64;
    if have == count { Ok(cells) } else { Err(wrong_count(have, count, false)) }
}

fn wrong_count(have: u64, count: u64, or_more: bool) -> ErrorKind {
    let or_more = if or_more { " or more" } else { "" };
    ErrorKind::level(format!("its data hold {have}{or_more} cells, its width and height ask for {count}"))
}
