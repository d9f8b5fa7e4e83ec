//! What changed since a snapshot, as bytes.

use crate::geom::Mapped;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::codec::check_frame;
use super::edit::Change;
use crate::bits::TileRows;
use crate::bytes::{DecodeError, DecodeErrorKind, DecodeLimits, SavedFormat};
use crate::invalid_argument::{InvalidArgument, InvalidReason};
use crate::tiles::Terrain;
use crate::tiles::page::{Page, TILES};
use crate::tiles::tile::Tile;

const FORMAT: SavedFormat = SavedFormat::TerrainDelta;
/// The bytes before the tiles.
const HEAD: usize = 32;

impl Terrain {
    /// What changed since a snapshot, as bytes: for the network, or for a replay. [`Terrain::apply_delta`] makes the same changes to
    /// another terrain with the snapshot's pixels. A crater takes about a hundred bytes for each tile of 64 × 64 pixels that it changes. If
    /// nothing changed, it is some 45 bytes.
    ///
    /// The snapshot may be of a clone, or of another terrain of the same size. Whatever way led from one to the other, the bytes are the
    /// same.
    ///
    /// ```
    /// use hitmask::{Circle, DecodeErrorKind, Rect, Terrain};
    /// let mut here = Terrain::filled(16_384, 16_384);
    /// let mut there = here.clone();                              // another player's terrain
    /// let last = here.snapshot();
    /// let crater = here.carve(&Circle::new((8000, 0), 30 << 16).unwrap(), (0, 0));
    ///
    /// let delta = here.delta_since(&last).unwrap();
    /// assert!(delta.len() < 200);
    /// assert_eq!(there.apply_delta(&delta), Ok(crater));         // it says what changed, as `carve` did
    /// assert_eq!(there, here);
    /// let twice = there.apply_delta(&delta).unwrap_err();
    /// assert!(matches!(twice.kind, DecodeErrorKind::WrongBase { .. }));
    /// ```
    ///
    /// # Layout, version 1
    /// As that of [`Terrain::to_bytes`], with these differences: the bytes begin with `HTRD`. Bytes 24 to 31 are the
    /// [content hash](Terrain::content_hash) of the snapshot, and the tiles begin at byte 32. They are the tiles of a terrain in which
    /// exactly those pixels are solid that changed, from clear to solid or from solid to clear.
    ///
    /// # Errors
    /// [`InvalidArgument`], if the snapshot is of a terrain of another size.
    ///
    /// # Complexity
    /// A look at each page of 1024 × 1024 pixels; the tiles of pages that terrain and snapshot don't share; the pixels of tiles that they
    /// don't share. Beside that, the snapshot's [`Terrain::content_hash`], which is kept.
    #[doc(alias = "diff")]
    #[doc(alias = "patch")]
    pub fn delta_since(&self, base: &Terrain) -> Result<Vec<u8>, InvalidArgument> {
        if base.size() != self.size() {
            return Err(InvalidArgument::new("base", InvalidReason::WrongBase));
        }
        let mut bytes = FORMAT.open(1);
        self.write_size(&mut bytes);
        bytes.extend(base.content_hash().to_le_bytes());
        self.differing(base).write_tiles(&mut bytes);
        FORMAT.close(&mut bytes);
        Ok(bytes)
    }

    /// Makes the changes that [`Terrain::delta_since`] wrote. Returns what changed. The limits are those of
    /// [`DecodeLimits::default`].
    ///
    /// # Errors
    /// A [`DecodeError`]; nothing has changed then. [`DecodeErrorKind::WrongBase`], if this terrain does not have the snapshot's pixels;
    /// other errors for bytes that were altered, cut off or made by another program. It never panics.
    ///
    /// # Complexity
    /// The tiles that change, and [`Terrain::content_hash`].
    pub fn apply_delta(&mut self, delta: &[u8]) -> Result<Change, DecodeError> {
        self.apply_delta_with(delta, &DecodeLimits::default())
    }

    /// As [`Terrain::apply_delta`], with your own limits. They hold for the memory that the delta itself may take while it is read. The
    /// terrain afterwards takes at most that much more than before.
    ///
    /// # Errors
    /// As [`Terrain::apply_delta`].
    pub fn apply_delta_with(&mut self, delta: &[u8], limits: &DecodeLimits) -> Result<Change, DecodeError> {
        let (size, body) = check_frame(FORMAT, delta)?;
        let mut reader = FORMAT.reader(body, HEAD - 8);
        let expected = u64::from_le_bytes(reader.array()?);
        let actual = self.content_hash();
        if expected != actual || size != self.size() {
            let kind = DecodeErrorKind::WrongBase { expected, actual };
            return Err(DecodeError::new(FORMAT, "base", HEAD - 8, kind));
        }
        let toggled = Terrain::read_tiles(size, reader, limits)?;
        let change = Change { pixels: toggled.count, bounds: toggled.bounds.to_rect() };
        self.toggle(toggled);
        Ok(change)
    }

    /// A terrain in which exactly those pixels are solid that are solid in one of two terrains of the same size, but not in both. What is
    /// empty in the other terrain stays shared with this one.
    fn differing(&self, other: &Terrain) -> Terrain {
        let mut result = self.clone();
        result.toggle(other.clone());
        result
    }

    /// Toggles the pixels that are solid in another terrain of the same size. Page by page, so that never both the other terrain and what
    /// comes of it are in memory.
    fn toggle(&mut self, other: Terrain) {
        let (columns, rows) = self.tiles();
        for ((i, page), other) in (0..).zip(&mut self.pages).zip(other.pages) {
            if other.same_value(&Page::Empty) {
                continue;
            }
            let (tx, ty) = (i % self.columns * TILES, i / self.columns * TILES);
            *page = page.differing(&other, tx, ty);
            for ty in ty..rows.min(ty + TILES) {
                for tx in tx..columns.min(tx + TILES) {
                    self.occupied.set(tx, ty, page.tile(tx, ty).count() > 0);
                }
            }
        }
        self.count = self.pages.iter().map(|page| u64::from(page.solid())).sum();
        self.find_bounds();
    }
}

impl Page {
    /// As [`Terrain::differing`], for the page whose first tile has this column and row.
    fn differing(&self, other: &Page, tx: u32, ty: u32) -> Page {
        match (self, other) {
            (Page::Empty, _) => return other.clone(),
            (_, Page::Empty) => return self.clone(),
            (Page::Full, Page::Full) => return Page::Empty,
            (Page::Tiles(a), Page::Tiles(b)) if Arc::ptr_eq(a, b) => return Page::Empty,
            _ => {}
        }
        let mut result = self.clone();
        let tiles = result.tiles_mut();
        for (tx, ty) in (ty..ty + TILES).flat_map(|ty| (tx..tx + TILES).map(move |tx| (tx, ty))) {
            let other = other.tile(tx, ty);
            if other.count() > 0 {
                tiles.put(tx, ty, tiles.tile(tx, ty).differing(other));
            }
        }
        result.simplify();
        result
    }
}

impl Tile {
    /// As [`Terrain::differing`], for a tile.
    fn differing(&self, other: &Tile) -> Tile {
        match (self.mixed(), other.mixed()) {
            _ if self.is_empty() => other.clone(),
            _ if other.is_empty() => self.clone(),
            (Some(a), Some(b)) if Arc::ptr_eq(a, b) => Tile::EMPTY,
            _ => {
                let [a, b] = [self, other].mapped(Tile::rows_or_clear);
                let rows: TileRows = core::array::from_fn(|y| a[y] ^ b[y]);
                let count = rows.iter().map(|row| row.count_ones()).sum();
                Tile::of(rows, count)
            }
        }
    }
}
