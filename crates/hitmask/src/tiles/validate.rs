//! The invariants of a terrain.

use super::Terrain;
use super::page::{self, Page};
use super::tile::{self, SIDE, Tile};
use crate::bits::low_bits;
use crate::geom::Extent;

impl Terrain {
    /// Checks everything that the terrain stores about its pixels. For tests: it reads all pixels.
    ///
    /// # Panics
    /// If something is wrong. No use of the public interface should cause this.
    pub fn validate(&self) {
        let (columns, rows) = self.tiles();
        let mut solid = 0;
        for ty in 0..rows {
            for tx in 0..columns {
                let tile = self.tile(tx, ty);
                assert_eq!(
                    self.occupied.get(tx, ty),
                    tile.count() > 0,
                    "the occupied bit of tile ({tx}, {ty})"
                );
                solid += u64::from(tile.count());
                let inside = tile::extent(tx, ty).intersection(self.whole());
                validate_tile(tile, inside, (tx, ty));
            }
            let beyond = self.occupied.columns(ty).find(|&tx| tx >= columns);
            assert_eq!(beyond, None, "a tile outside is occupied");
        }
        assert_eq!(self.count, solid, "the number of solid pixels");
        assert_eq!(self.bounds, self.scan_bounds(), "the bounds");
        for (i, page) in (0..).zip(&self.pages) {
            let Page::Tiles(tiles) = page else { continue };
            let counted: u32 = tiles.all().iter().map(Tile::count).sum();
            assert_eq!(tiles.solid(), counted, "the solid pixels of page {i}");
            assert!((1..page::PIXELS).contains(&counted), "page {i} has tiles and should be a value");
            tiles.validate_hash();
            tiles.validate_regions(i % self.columns, i / self.columns);
        }
    }
}

fn validate_tile(tile: &Tile, inside: Extent, place: (u32, u32)) {
    let (w, h) = ((inside.x1 - inside.x0) as u32, (inside.y1 - inside.y0) as usize);
    let Some(rows) = tile.rows() else { return };
    if let Some(rows) = tile.mixed() {
        let counted: u32 = rows.iter().map(|row| row.count_ones()).sum();
        assert_eq!(tile.count(), counted, "the solid pixels of tile {place:?}");
        assert!((1..tile::PIXELS).contains(&counted), "tile {place:?} should be a value");
    }
    let beyond = rows[h..].iter().any(|&row| row != 0) || rows.iter().any(|row| row & !low_bits(w) != 0);
    assert!(!beyond, "tile {place:?} is solid outside the terrain");
    debug_assert_eq!(rows.len(), SIDE as usize + crate::bits::PAD);
}
