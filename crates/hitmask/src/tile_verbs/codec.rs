//! Tile maps as bytes.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::error::TileMapError;
use crate::bytes::{Budget, ByteReader, Frame, put_number};
use crate::geom::Point;
use crate::mask::{Mask, fits_mask};
use crate::tile_map::{
    CHUNK_CELLS, Chunk, PackedCell, SIDE, TileCell, TileDef, TileKind, TileKinds, TileMap, TileSet,
};

const FRAME: Frame = Frame { magic: *b"HTMP", version: 1, length_at: 8 };
/// The bytes before the sizes.
const HEAD: usize = 16;

/// The limits of [`TileMap::from_bytes_with`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TileMapLimits {
    /// The largest number of bytes of memory that the map and its set may take. 480 MiB by default.
    pub memory: usize,
    /// The most work that it may be to draw all of the map, as questions do it bit by bit. 2³¹ by default: some seconds. A cell takes one for
    /// each 64 × 64 pixels that the largest picture of the set has, and, if it has a tile, one for each 64 pixels of a row of its picture.
    pub work: u64,
}

impl Default for TileMapLimits {
    fn default() -> TileMapLimits {
        TileMapLimits { memory: Budget::DEFAULT, work: 1 << 31 }
    }
}

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
        let mut bytes = FRAME.open();
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
                put(u64::from(((n << 1) ^ (n >> 31)) as u32), &mut bytes);
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
        FRAME.close(&mut bytes);
        bytes
    }

    /// Reads what [`TileMap::to_bytes`] wrote, with the default limits.
    ///
    /// # Errors
    /// A [`TileMapError`] for anything else: a truncated file, a file with an altered bit, a file of another program. It never panics, and
    /// takes no more memory than the limits allow. A map that might take minutes to draw is refused, too.
    pub fn from_bytes(bytes: &[u8]) -> Result<TileMap, TileMapError> {
        TileMap::from_bytes_with(bytes, &TileMapLimits::default())
    }

    /// As [`TileMap::from_bytes`], with your own limits.
    ///
    /// # Errors
    /// As [`TileMap::from_bytes`].
    pub fn from_bytes_with(bytes: &[u8], limits: &TileMapLimits) -> Result<TileMap, TileMapError> {
        let body = FRAME.check(bytes)?;
        let mut reader = MapReader {
            reader: ByteReader { bytes: body, at: HEAD },
            budget: Budget::new(limits.memory),
            limits,
            work: 0,
        };
        let map = reader.map()?;
        let at = reader.reader.at;
        if at == body.len() { Ok(map) } else { Err(TileMapError::BadValue { part: "end", offset: at }) }
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
    limits: &'a TileMapLimits,
    /// What it takes to draw what was read.
    work: u64,
}

impl MapReader<'_> {
    /// A number that `f` accepts.
    fn part<R>(&mut self, part: &'static str, f: impl FnOnce(u64) -> Option<R>) -> Result<R, TileMapError> {
        let offset = self.reader.at;
        f(self.reader.exact_number()?).ok_or(TileMapError::BadValue { part, offset })
    }

    fn small(&mut self, part: &'static str) -> Result<u32, TileMapError> {
        self.part(part, |n| n.try_into().ok())
    }

    /// How many things follow. Each takes at least so many bytes.
    fn count(&mut self, part: &'static str, least: usize) -> Result<usize, TileMapError> {
        let left = self.reader.bytes.len() - self.reader.at;
        self.part(part, |n| usize::try_from(n).ok().filter(|&n| n <= left / least))
    }

    /// Adds to the work.
    fn add_work(&mut self, work: u64, offset: usize) -> Result<(), TileMapError> {
        self.work = self.work.saturating_add(work);
        let limit = self.limits.work;
        if self.work > limit { Err(TileMapError::TooMuchWork { offset, limit }) } else { Ok(()) }
    }

    fn map(&mut self) -> Result<TileMap, TileMapError> {
        let offset = self.reader.at;
        let size = (self.small("size")?, self.small("size")?);
        let cell = (self.small("size of a cell")?, self.small("size of a cell")?);
        let set = self.set()?;
        let mut map =
            TileMap::try_new(set, size, cell).map_err(|_| TileMapError::BadValue { part: "size", offset })?;
        let chunks = self.count("count of chunks", 3)?;
        let (columns, rows) = map.chunk_size();
        let (count, mut next) = (u64::from(columns) * u64::from(rows), 0u64);
        let reach = map.tile_set().reach(TileKinds::ALL);
        let (w, h) = if reach.is_empty() { (0, 0) } else { reach.size() };
        let looks = CHUNK_CELLS as u64 * words_of(w, h.div_ceil(64));
        for _ in 0..chunks {
            let offset = self.reader.at;
            let place = self.part("place", |n| next.checked_add(n).filter(|&place| place < count))?;
            next = place + 1;
            let at = [place % u64::from(columns), place / u64::from(columns)].map(|n| n as u32);
            self.add_work(looks, offset)?;
            let chunk = self.chunk(&map, at)?;
            let too_much = TileMapError::TooMuchMemory { offset, limit: self.limits.memory };
            map.put_chunk(at, chunk, self.budget.left()).ok_or(too_much)?;
        }
        Ok(map)
    }

    fn set(&mut self) -> Result<TileSet, TileMapError> {
        // A tile takes at least seven numbers.
        let offset = self.reader.at;
        let count = self.count("count of tiles", 7)?;
        self.budget.list::<(u32, TileDef)>(count, offset)?;
        let mut tiles = Vec::with_capacity(count);
        let mut next = 0;
        for _ in 0..count {
            let offset = self.reader.at;
            let id = self.part("tile", |n| {
                u32::try_from(n).ok()?.checked_add(next).filter(|&id| id < TileSet::MAX_TILES)
            })?;
            next = id + 1;
            let kind = self.part("kind", |n| TileKind::ALL.get(usize::try_from(n).ok()?).copied())?;
            let number = self.part("number", Some)?;
            let mut coordinate = || {
                self.part("offset", |n| {
                    let n = u32::try_from(n).ok()?;
                    let signed = (n >> 1) as i32 ^ -((n & 1) as i32);
                    (signed.unsigned_abs() <= TileSet::MAX_OFFSET).then_some(signed)
                })
            };
            let moved = Point::new(coordinate()?, coordinate()?);
            let (w, h) = (self.small("width")?, self.small("height")?);
            let wrong = TileMapError::BadValue { part: "picture", offset };
            fits_mask("picture", (w, h)).map_err(|_| wrong)?;
            let length = w.div_ceil(8) as usize * h as usize;
            let bits = self.reader.take(length)?;
            // Bits to the right of the picture are clear.
            if w % 8 != 0 && bits.chunks(w.div_ceil(8) as usize).any(|row| row[row.len() - 1] << (w % 8) != 0)
            {
                return Err(wrong);
            }
            self.budget.take(TileSet::bytes_of_tile(w, h), offset)?;
            let mask = Mask::from_bytes(w, h, bits).map_err(|_| wrong)?;
            tiles.push((id, TileDef { mask: Arc::new(mask), kind, number, offset: moved }));
        }
        self.budget.take(TileSet::bytes_of_ids(next), self.reader.at)?;
        Ok(TileSet::of_sorted(tiles))
    }

    fn chunk(&mut self, map: &TileMap, [cx, cy]: [u32; 2]) -> Result<Chunk, TileMapError> {
        let (mut chunk, (columns, rows)) = (Chunk::new(), map.size());
        let (mut at, mut before) = (0, None);
        while at < CHUNK_CELLS {
            let length =
                self.part("run", |n| usize::try_from(n).ok().filter(|&n| n > 0 && n <= CHUNK_CELLS - at))?;
            let offset = self.reader.at;
            let wrong = TileMapError::BadValue { part: "cell", offset };
            let number = self.part("cell", Some)?;
            // Runs are as long as possible.
            if before == Some(number) || before.is_none() && number == 0 && length == CHUNK_CELLS {
                return Err(wrong);
            }
            before = Some(number);
            if let Some(cell) = cell_of(number) {
                let packed = map.packed(Some(cell)).map_err(|_| wrong)?;
                if let Some(tile) = map.tile_set().get(cell.tile) {
                    let (w, h) = tile.mask.size();
                    let (w, h) = if cell.diagonal { (h, w) } else { (w, h) };
                    self.add_work(words_of(w, h).saturating_mul(length as u64), offset)?;
                }
                for index in at..at + length {
                    let (x, y) = (cx * SIDE + index as u32 % SIDE, cy * SIDE + index as u32 / SIDE);
                    if x >= columns || y >= rows {
                        return Err(wrong);
                    }
                    chunk.fill(x, y, packed);
                }
            }
            at += length;
        }
        Ok(chunk)
    }
}
