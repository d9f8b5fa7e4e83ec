//! Terrains as bytes.

use crate::geom::Mapped;
use alloc::vec::Vec;

use crate::bits::{TileRows, between_turns, last_bit, low_bits};
use crate::bytes::{Budget, ByteReader, DecodeError, DecodeErrorKind, DecodeLimits, SavedFormat, put_number};
use crate::tiles::Terrain;
use crate::tiles::page::{Page, PageTiles, TILES};
use crate::tiles::tile::{self, CLEAR, SIDE, Tile};

const FORMAT: SavedFormat = SavedFormat::Terrain;
/// The bytes before the tiles.
const HEAD: usize = 24;

/// Numbers have at most 28 bits.
const GROUPS: u32 = 4;

const EMPTY: u8 = 0;
const FULL: u8 = 1;
const WORDS: u8 = 2;
const STRETCHES: u8 = 3;

impl Terrain {
    /// The terrain as bytes in a compact form with a checksum, to save it or to send it. Empty and full regions take a few bytes, a tile
    /// with a surface about a hundred. Equal terrains give equal bytes.
    ///
    /// ```
    /// use hitmask::{Rect, Terrain};
    /// let mut ground = Terrain::new(16_384, 16_384);
    /// let _ = ground.draw(&Rect::new(0, 8000, 16_384, 8384), (0, 0));
    /// let bytes = ground.to_bytes();
    /// assert_eq!(Terrain::from_bytes(&bytes).as_ref(), Ok(&ground));
    ///
    /// let mut altered = bytes.clone();
    /// altered[26] ^= 1;
    /// assert!(Terrain::from_bytes(&altered).is_err());
    /// assert!(Terrain::from_bytes(&bytes[..bytes.len() - 1]).is_err());
    /// ```
    ///
    /// # Layout, version 1
    /// All numbers are little-endian.
    ///
    /// | bytes | |
    /// |---|---|
    /// | 0 to 3 | `HTRN` |
    /// | 4 to 7 | the version: 1 |
    /// | 8 to 11 | the width in pixels |
    /// | 12 to 15 | the height in pixels |
    /// | 16 to 23 | the number of bytes in all |
    /// | 24 on | the tiles of 64 × 64 pixels, row by row from the top, left to right |
    /// | the last 8 | the CRC-64 of all bytes before (as in XZ files: polynomial 42F0E1EBA9EA3693, reflected, all ones before and after) |
    ///
    /// The tiles are written in pieces. The first byte of a piece is its kind:
    ///
    /// | kind | then | meaning |
    /// |---|---|---|
    /// | 0 | n | the next n tiles are empty |
    /// | 1 | n | the next n tiles are full |
    /// | 2 | 512 bytes | one tile: a 64-bit word for each row from the top; the lowest bit is the leftmost pixel |
    /// | 3 | lengths | one tile: the lengths of clear and solid stretches in turn, row after row without breaks; the first is clear and may be 0; the last is left out, since it ends with the tile |
    /// | | 0 | the end of the lengths |
    ///
    /// Numbers and lengths are written in groups of seven bits, the lowest group first. The highest bit of a byte says that another one
    /// follows (LEB128). A tile at the right or lower edge is clear outside the terrain.
    ///
    /// A terrain has exactly one form: stretches of empty and full tiles are as long as possible, and of kinds 2 and 3 the shorter one is
    /// used, kind 3 if both are equally long. So two terrains are equal if and only if their bytes are.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = FORMAT.open(1);
        self.write_size(&mut bytes);
        self.write_tiles(&mut bytes);
        FORMAT.close(&mut bytes);
        bytes
    }

    /// Appends the size, and room for the length.
    pub(super) fn write_size(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.w.to_le_bytes());
        bytes.extend(self.h.to_le_bytes());
        bytes.extend([0; 8]);
    }

    /// Appends the tiles.
    pub(super) fn write_tiles(&self, bytes: &mut Vec<u8>) {
        self.write_each_tile(bytes, |_| {});
    }

    /// The same, and calls `f` with the bytes whenever there are more. It may take some out.
    fn write_each_tile(&self, bytes: &mut Vec<u8>, mut f: impl FnMut(&mut Vec<u8>)) {
        let mut writer = TileWriter { bytes, stretch: None };
        let (columns, rows) = self.tiles();
        for ty in 0..rows {
            let mut next = 0;
            for tx in self.occupied.columns(ty) {
                writer.same(EMPTY, tx - next);
                next = tx + 1;
                match self.tile(tx, ty).mixed() {
                    None => writer.same(FULL, 1),
                    Some(rows) => writer.tile(rows),
                }
                f(writer.bytes);
            }
            writer.same(EMPTY, columns - next);
        }
        writer.flush();
        f(writer.bytes);
    }

    /// Reads what [`Terrain::to_bytes`] wrote, with the default limits.
    ///
    /// # Errors
    /// A [`DecodeError`] for anything else: a truncated file, a file with an altered bit, a file of another program. It never panics, and
    /// takes no more memory than the limits allow.
    pub fn from_bytes(bytes: &[u8]) -> Result<Terrain, DecodeError> {
        Terrain::from_bytes_with(bytes, &DecodeLimits::default())
    }

    /// As [`Terrain::from_bytes`], with your own limits.
    ///
    /// # Errors
    /// As [`Terrain::from_bytes`].
    pub fn from_bytes_with(bytes: &[u8], limits: &DecodeLimits) -> Result<Terrain, DecodeError> {
        let (size, body) = check_frame(FORMAT, bytes)?;
        Terrain::read_tiles(size, FORMAT.reader(body, HEAD), limits)
    }

    /// Reads what [`Terrain::write_tiles`] wrote, to the end of the bytes.
    pub(super) fn read_tiles(
        (width, height): (u32, u32),
        mut reader: ByteReader<'_>,
        limits: &DecodeLimits,
    ) -> Result<Terrain, DecodeError> {
        let (bytes, head) = (reader.bytes, reader.at);
        if width.max(height) > Terrain::MAX_SIDE {
            return Err(DecodeError::new(
                reader.format,
                "size",
                8,
                DecodeErrorKind::TooLarge { width, height },
            ));
        }
        let mut budget = Budget::new(reader.format, limits);
        budget.take(Terrain::bytes_of_size(width, height), head)?;
        let mut terrain = Terrain::new(width, height);
        let (columns, rows) = terrain.tiles();
        let tiles = u64::from(columns) * u64::from(rows);
        let mut next = 0;
        let mut before = None;
        while next < tiles {
            let offset = reader.at;
            let kind = reader.byte()?;
            let places = next..next + if kind <= FULL { reader.number(GROUPS)? } else { 1 };
            // A stretch must not be split: equal kinds never follow each other.
            if places.is_empty() || places.end > tiles || kind <= FULL && before == Some(kind) {
                return Err(reader.bad("tile", offset));
            }
            let rows = match kind {
                EMPTY => None,
                FULL => Some(tile::SOLID),
                WORDS => Some(read_words(&mut reader)?),
                STRETCHES => Some(read_stretches(&mut reader)?),
                _ => return Err(reader.bad("tile", offset)),
            };
            if let Some(rows) = rows {
                let count = rows.iter().map(|row| row.count_ones()).sum();
                for place in places.clone() {
                    let (tx, ty) = ((place % u64::from(columns)) as u32, (place / u64::from(columns)) as u32);
                    let fits = terrain.read_tile(tx, ty, &rows, count, &mut budget, offset)?;
                    if !fits {
                        return Err(reader.bad("tile", offset));
                    }
                }
            }
            next = places.end;
            before = Some(kind);
        }
        reader.end()?;
        terrain.pages.iter_mut().for_each(Page::simplify);
        terrain.find_bounds();
        // Only the one form of a terrain is accepted.
        let (mut rest, mut wrong) = (&bytes[head..], None);
        terrain.write_each_tile(&mut Vec::new(), |written| {
            if wrong.is_none() && !rest.starts_with(written) {
                let same = written.iter().zip(rest).take_while(|(a, b)| a == b).count();
                wrong = Some(bytes.len() - rest.len() + same);
            }
            rest = rest.get(written.len()..).unwrap_or_default();
            written.clear();
        });
        match wrong.or((!rest.is_empty()).then(|| bytes.len() - rest.len())) {
            None => Ok(terrain),
            Some(offset) => Err(reader.bad("tile", offset)),
        }
    }

    /// Puts a tile that was read at an offset into a terrain that has no tile there yet. False if it is empty or solid outside the
    /// terrain. An error if too little memory is left.
    fn read_tile(
        &mut self,
        tx: u32,
        ty: u32,
        rows: &TileRows,
        count: u32,
        budget: &mut Budget,
        offset: usize,
    ) -> Result<bool, DecodeError> {
        const COUNTERS: usize = 2 * size_of::<usize>();
        let square = tile::extent(tx, ty);
        let inside = square.intersection(self.whole());
        let (w, h) = ((inside.x1 - inside.x0) as u32, (inside.y1 - inside.y0) as usize);
        let beyond = |row: &u64| row & !low_bits(w) != 0;
        if rows[h..].iter().any(|&row| row != 0) || rows.iter().any(beyond) || count == 0 {
            return Ok(false);
        }
        let page = self.page_of(tx, ty);
        let page = &mut self.pages[page];
        let of_page = if matches!(page, Page::Empty) { size_of::<PageTiles>() + COUNTERS } else { 0 };
        let of_tile = if count < tile::PIXELS { size_of::<TileRows>() + COUNTERS } else { 0 };
        budget.take(of_page + of_tile, offset)?;
        page.tiles_mut().put(tx, ty, Tile::of(*rows, count));
        // A page that is complete may be empty or full as a whole.
        if tx % TILES == TILES - 1 && ty % TILES == TILES - 1 {
            page.simplify();
            if matches!(page, Page::Full) {
                budget.give_back(size_of::<PageTiles>() + COUNTERS);
            }
        }
        self.occupied.set(tx, ty, true);
        self.count += u64::from(count);
        Ok(true)
    }
}

/// Checks everything about the bytes that can be checked before the tiles. Returns the terrain's size and the bytes without the checksum.
pub(super) fn check_frame(format: SavedFormat, bytes: &[u8]) -> Result<((u32, u32), &[u8]), DecodeError> {
    let (body, _) = format.check(bytes)?;
    let mut reader = format.reader(body, 8);
    let [w, h] = [reader.array()?, reader.array()?].mapped(u32::from_le_bytes);
    Ok(((w, h), body))
}

/// Writes tiles as bytes.
struct TileWriter<'a> {
    bytes: &'a mut Vec<u8>,
    /// The kind and the number of empty or full tiles that are not written yet.
    stretch: Option<(u8, u32)>,
}

impl TileWriter<'_> {
    /// Adds a number of tiles of one kind, empty or full.
    fn same(&mut self, kind: u8, count: u32) {
        if count == 0 {
            return;
        }
        match &mut self.stretch {
            Some((before, so_far)) if *before == kind => *so_far += count,
            _ => {
                self.flush();
                self.stretch = Some((kind, count));
            }
        }
    }

    fn flush(&mut self) {
        if let Some((kind, count)) = self.stretch.take() {
            self.bytes.push(kind);
            self.number(count);
        }
    }

    fn number(&mut self, n: u32) {
        put_number(self.bytes, n.into());
    }

    fn tile(&mut self, rows: &TileRows) {
        self.flush();
        let start = self.bytes.len();
        self.bytes.push(STRETCHES);
        let mut from = 0;
        each_turn(rows, |at| {
            self.number(at - from);
            from = at;
        });
        self.bytes.push(0);
        let words = SIDE as usize * 8;
        if self.bytes.len() - start > 1 + words {
            self.bytes.truncate(start);
            self.bytes.push(WORDS);
            rows[..SIDE as usize].iter().for_each(|row| self.bytes.extend(row.to_le_bytes()));
        }
    }
}

/// Calls `f` with the index of each pixel that differs from the pixel before it, row by row. The first pixel is compared with a clear one.
fn each_turn(rows: &TileRows, mut f: impl FnMut(u32)) {
    let mut last = 0;
    for (&row, y) in rows[..SIDE as usize].iter().zip(0..) {
        let mut turns = row ^ (row << 1 | last);
        while turns != 0 {
            f(y * SIDE + turns.trailing_zeros());
            turns &= turns - 1;
        }
        last = row >> 63;
    }
}

fn read_words(reader: &mut ByteReader<'_>) -> Result<TileRows, DecodeError> {
    let mut rows = CLEAR;
    for row in &mut rows[..SIDE as usize] {
        *row = u64::from_le_bytes(reader.array()?);
    }
    Ok(rows)
}

fn read_stretches(reader: &mut ByteReader<'_>) -> Result<TileRows, DecodeError> {
    let mut rows = CLEAR;
    let (mut at, mut is_first) = (0, true);
    loop {
        let offset = reader.at;
        let length = reader.number(GROUPS)?;
        if length == 0 && !is_first {
            break;
        }
        is_first = false;
        at += length;
        if at >= u64::from(tile::PIXELS) {
            return Err(reader.bad("tile", offset));
        }
        // One bit marks where each stretch begins. The stretches are filled afterwards.
        rows[at as usize / 64] ^= 1 << (at % 64);
    }
    let mut solid = false;
    for row in &mut rows[..SIDE as usize] {
        *row = between_turns(*row, solid);
        solid = last_bit(*row);
    }
    Ok(rows)
}
