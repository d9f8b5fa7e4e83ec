//! Tile maps as bytes.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::bytes::{
    Budget, ByteReader, DecodeError, DecodeErrorKind, DecodeLimits, SavedFormat, put_number, put_signed,
};
use crate::geom::{Mapped, Point};
use crate::mask::{Mask, fits_mask};
use crate::tile_map::{
    CHUNK_CELLS, Chunk, PackedCell, SIDE, TileCell, TileDef, TileKind, TileKinds, TileMap, TileSet,
};

const FORMAT: SavedFormat = SavedFormat::TileMap;
/// The bytes before the sizes.
const HEAD: usize = 16;

impl TileMap {
    /// The map and its set as bytes in a compact form with a checksum, to save it or to send it. Equal maps give equal bytes.
    ///
    /// ```
    /// use hitmask::{Mask, TileCell, TileMap, TileSet};
    /// let mut map = TileMap::new(TileSet::new([Mask::filled(16, 16)]), (1000, 1000), (16, 16));
    /// map.fill((0, 900), 1000, (0..1000).map(|_| Some(TileCell::new(0))));
    /// let bytes = map.to_bytes();
    /// assert_eq!(TileMap::from_bytes(&bytes).as_ref(), Ok(&map));
    /// assert!(bytes.len() < 2000);
    /// assert!(TileMap::from_bytes(&bytes[..bytes.len() - 1]).is_err());
    /// ```
    ///
    /// # Layout, version 1
    /// The first 16 bytes are `HTMP`, the version as four bytes (1), and the number of bytes in all as eight; these are little-endian. The last
    /// eight are the CRC-64 of all bytes before (as in XZ files). All numbers between them are written in groups of seven bits, the lowest
    /// group first. The highest bit of a byte says that another one follows (LEB128). Signed numbers n are written as 2n, or -2n - 1 if n is
    /// negative.
    ///
    /// | numbers | |
    /// |---|---|
    /// | 4 | columns and rows of cells; the width and the height of a cell in pixels |
    /// | 1 | the number of tiles |
    /// | for each tile, by its id | the id minus that of the tile before it minus 1 (of the first tile, the id); the kind: 0 body, 1 one-way, 2 sensor, 3 nothing, 4 to 6 one-way to the right, down and to the left; the tile's number; x and y of the offset, signed; the width and the height of the picture; then its pixels as [`Mask::to_bytes`] writes them |
    /// | 1 | the number of chunks of 16 × 16 cells that are not empty |
    /// | for each chunk, row by row | its place among all chunks, row by row, minus that of the chunk before it minus 1 (of the first, its place); then its 256 cells, row by row, as runs of equal cells: the length, and the cell |
    ///
    /// A cell is 0 if it is empty. Otherwise it is 1 + 8 times the tile's id, + 1 if it is flipped along x, + 2 along y, + 4 along the diagonal.
    /// Runs are as long as possible. Cells outside the map are empty.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = FORMAT.open(1);
        bytes.extend([0; 8]);
        let ((columns, rows), (w, h)) = (self.size(), self.cell_size());
        let put = |n: u64, bytes: &mut Vec<u8>| put_number(bytes, n);
        for n in [columns, rows, w, h] {
            put(n.into(), &mut bytes);
        }
        put(self.tile_set().len() as u64, &mut bytes);
        let mut next = 0;
        for (id, tile) in self.tile_set().iter() {
            put(u64::from(id - next), &mut bytes);
            next = id + 1;
            put(tile.kind.number().into(), &mut bytes);
            put(tile.number, &mut bytes);
            for n in [tile.offset.x, tile.offset.y] {
                put_signed(&mut bytes, n.into());
            }
            let (w, h) = tile.mask.size();
            put(w.into(), &mut bytes);
            put(h.into(), &mut bytes);
            bytes.extend(tile.mask.to_bytes());
        }
        put(self.chunks().count() as u64, &mut bytes);
        let mut next = 0;
        for (place, cells) in self.chunks() {
            put(place - next, &mut bytes);
            next = place + 1;
            for run in cells.chunk_by(|a, b| a == b) {
                put(run.len() as u64, &mut bytes);
                put(number_of(run[0]), &mut bytes);
            }
        }
        FORMAT.close(&mut bytes);
        bytes
    }

    /// Reads what [`TileMap::to_bytes`] wrote, with the default limits.
    ///
    /// # Errors
    /// A [`DecodeError`] for anything else: a truncated file, a file with an altered bit, a file of another program. It never panics, and
    /// takes no more memory than the limits allow. A map that might take minutes to draw is refused, too.
    pub fn from_bytes(bytes: &[u8]) -> Result<TileMap, DecodeError> {
        TileMap::from_bytes_with(bytes, &DecodeLimits::default())
    }

    /// As [`TileMap::from_bytes`], with your own limits.
    ///
    /// # Errors
    /// As [`TileMap::from_bytes`].
    pub fn from_bytes_with(bytes: &[u8], limits: &DecodeLimits) -> Result<TileMap, DecodeError> {
        let (body, _) = FORMAT.check(bytes)?;
        let (reader, budget) = (FORMAT.reader(body, HEAD), Budget::new(FORMAT, limits));
        let mut reader = MapReader { reader, budget, limits, work: 0 };
        let map = reader.map()?;
        reader.reader.end()?;
        Ok(map)
    }
}

fn number_of(cell: PackedCell) -> u64 {
    let Some(TileCell { tile, flip_x, flip_y, diagonal }) = cell.get() else { return 0 };
    1 + (u64::from(tile) << 3 | u64::from(flip_x) | u64::from(flip_y) << 1 | u64::from(diagonal) << 2)
}

/// How many words of 64 pixels rows of a width have.
fn words_of(w: u32, rows: u32) -> u64 {
    u64::from(w.div_ceil(64)) * u64::from(rows)
}

fn cell_of(number: u64) -> Option<TileCell> {
    let flags = number.checked_sub(1)?;
    let flag = |bit: u32| flags >> bit & 1 != 0;
    let tile = u32::try_from(flags >> 3).unwrap_or(u32::MAX);
    Some(TileCell { tile, flip_x: flag(0), flip_y: flag(1), diagonal: flag(2) })
}

/// Reads a map. Each method mirrors what is written.
struct MapReader<'a> {
    reader: ByteReader<'a>,
    /// The memory that is left. What the map takes beside its set is not taken from it: the map counts that.
    budget: Budget,
    limits: &'a DecodeLimits,
    /// What it takes to draw what was read.
    work: u64,
}

impl MapReader<'_> {
    /// Adds words of 64 pixels to the work. Each takes two units.
    fn add_work(&mut self, words: u64, offset: usize) -> Result<(), DecodeError> {
        self.work = self.work.saturating_add(words.saturating_mul(2));
        let limit = self.limits.work;
        if self.work <= limit {
            return Ok(());
        }
        let kind = DecodeErrorKind::TooMuchWork { limit };
        Err(DecodeError::new(FORMAT, "drawing of so many large pictures over each other", offset, kind))
    }

    fn map(&mut self) -> Result<TileMap, DecodeError> {
        let offset = self.reader.at;
        let size = (self.reader.small("size")?, self.reader.small("size")?);
        let cell = (self.reader.small("size of a cell")?, self.reader.small("size of a cell")?);
        let set = self.set()?;
        let mut map = TileMap::try_new(set, size, cell).map_err(|_| self.reader.bad("size", offset))?;
        let chunks = self.reader.count("count of chunks", 3)?;
        let (columns, rows) = map.chunk_size();
        let (count, mut next) = (u64::from(columns) * u64::from(rows), 0u64);
        let reach = map.tile_set().reach(TileKinds::ALL);
        let (w, h) = if reach.is_empty() { (0, 0) } else { reach.size() };
        let looks = CHUNK_CELLS as u64 * words_of(w, h.div_ceil(64));
        for _ in 0..chunks {
            let offset = self.reader.at;
            let place = self.reader.part("place", |n| next.checked_add(n).filter(|&place| place < count))?;
            next = place + 1;
            let at = [place % u64::from(columns), place / u64::from(columns)].mapped(|n| n as u32);
            self.add_work(looks, offset)?;
            let chunk = self.chunk(&map, at)?;
            map.put_chunk(at, chunk, self.budget.left()).ok_or_else(|| self.budget.exceeded(offset))?;
        }
        Ok(map)
    }

    fn set(&mut self) -> Result<TileSet, DecodeError> {
        // A tile takes at least seven numbers.
        let offset = self.reader.at;
        let count = self.reader.count("count of tiles", 7)?;
        self.budget.list::<(u32, TileDef)>(count, offset)?;
        let mut tiles = Vec::with_capacity(count);
        let mut next = 0;
        for _ in 0..count {
            let offset = self.reader.at;
            let id = self.reader.part("tile", |n| {
                u32::try_from(n).ok()?.checked_add(next).filter(|&id| id < TileSet::MAX_TILES)
            })?;
            next = id + 1;
            let kind = self.reader.part("kind", |n| TileKind::ALL.get(usize::try_from(n).ok()?).copied())?;
            let number = self.reader.part("number", Some)?;
            let mut coordinate = || {
                let offset = self.reader.at;
                let at: i32 = self.reader.signed("offset")?;
                let is_legal = at.unsigned_abs() <= TileSet::MAX_OFFSET;
                if is_legal { Ok(at) } else { Err(self.reader.bad("offset", offset)) }
            };
            let moved = Point::new(coordinate()?, coordinate()?);
            let (w, h): (u32, u32) = (self.reader.small("width")?, self.reader.small("height")?);
            fits_mask("picture", (w, h)).map_err(|_| self.reader.bad("picture", offset))?;
            let length = w.div_ceil(8) as usize * h as usize;
            let bits = self.reader.take(length)?;
            // Bits to the right of the picture are clear.
            if w % 8 != 0 && bits.chunks(w.div_ceil(8) as usize).any(|row| row[row.len() - 1] << (w % 8) != 0)
            {
                return Err(self.reader.bad("picture", offset));
            }
            self.budget.take(TileSet::bytes_of_tile(w, h), offset)?;
            let mask = Mask::from_bytes(w, h, bits).map_err(|_| self.reader.bad("picture", offset))?;
            tiles.push((id, TileDef { mask: Arc::new(mask), kind, number, offset: moved }));
        }
        self.budget.take(TileSet::bytes_of_ids(next), self.reader.at)?;
        Ok(TileSet::of_sorted(tiles))
    }

    fn chunk(&mut self, map: &TileMap, [cx, cy]: [u32; 2]) -> Result<Chunk, DecodeError> {
        let (mut chunk, (columns, rows)) = (Chunk::new(), map.size());
        let (mut at, mut before) = (0, None);
        while at < CHUNK_CELLS {
            let length = self
                .reader
                .part("run", |n| usize::try_from(n).ok().filter(|&n| n > 0 && n <= CHUNK_CELLS - at))?;
            let offset = self.reader.at;
            let number = self.reader.part("cell", Some)?;
            // Runs are as long as possible.
            if before == Some(number) || before.is_none() && number == 0 && length == CHUNK_CELLS {
                return Err(self.reader.bad("cell", offset));
            }
            before = Some(number);
            if let Some(cell) = cell_of(number) {
                let packed = map.packed(Some(cell)).map_err(|_| self.reader.bad("cell", offset))?;
                if let Some(tile) = map.tile_set().get(cell.tile) {
                    let (w, h) = tile.mask.size();
                    let (w, h) = if cell.diagonal { (h, w) } else { (w, h) };
                    self.add_work(words_of(w, h).saturating_mul(length as u64), offset)?;
                }
                for index in at..at + length {
                    let (x, y) = (cx * SIDE + index as u32 % SIDE, cy * SIDE + index as u32 / SIDE);
                    if x >= columns || y >= rows {
                        return Err(self.reader.bad("cell", offset));
                    }
                    chunk.fill(x, y, packed);
                }
            }
            at += length;
        }
        Ok(chunk)
    }
}
