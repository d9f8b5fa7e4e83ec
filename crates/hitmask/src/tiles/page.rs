//! A page of the index: 16 × 16 tiles. Like tiles, empty and full pages are plain values; all others are shared, and copied when they are
//! written. So copying a whole terrain only copies its list of pages.

use alloc::sync::Arc;
use core::array;

use super::region::{Region, Stitched};
use super::tile::{self, SIDE, Tile};
use crate::bits::TileRows;
use crate::geom::{Extent, Offset};
use crate::mask::Mask;
use crate::mask::kept::Lazy;

/// The side of a page, in tiles.
pub(crate) const TILES: u32 = 16;
/// The number of tiles of a page.
pub(crate) const COUNT: usize = (TILES * TILES) as usize;
/// The number of pixels of a page.
pub(crate) const PIXELS: u32 = COUNT as u32 * tile::PIXELS;

#[derive(Clone, Default)]
pub(crate) enum Page {
    #[default]
    Empty,
    Full,
    Tiles(Arc<PageTiles>),
}

/// The tiles of a page that has both clear and solid pixels.
#[derive(Clone)]
pub(crate) struct PageTiles {
    tiles: [Tile; COUNT],
    /// The number of solid pixels.
    solid: u32,
    /// The connected parts of the page for each [`Connectivity`](crate::Connectivity), as far as they were asked for.
    pub(super) regions: [KeptRegions; 2],
    /// The hash of the pixels, if it was asked for since they changed last.
    pub(super) hash: Lazy<u64>,
}

/// The regions of a page's tiles that are neither empty nor full, as far as they are known.
pub(super) type TileRegions = Arc<[Option<Arc<Region>>; COUNT]>;

/// The regions of a page and of its tiles.
#[derive(Clone)]
pub(crate) struct PageRegion {
    pub(super) tiles: TileRegions,
    pub(crate) page: Stitched,
}

/// What is kept with a page for one connectivity. It is computed when it is asked for; when a tile changes, its part is dropped.
#[derive(Clone, Default)]
pub(super) struct KeptRegions {
    /// The regions of the page as it is now.
    pub(super) now: Lazy<PageRegion>,
    /// The regions of the tiles that have not changed since the page's region was last computed.
    pub(super) tiles: Option<TileRegions>,
}

impl KeptRegions {
    /// Must be called when a tile of the page changes. `tile` is its index in the page.
    #[inline]
    fn forget(&mut self, tile: usize) {
        // Most edits find nothing that is kept.
        if self.now.made().is_none() && self.tiles.is_none() {
            return;
        }
        if let Some(now) = self.now.take() {
            self.tiles = Some(Arc::clone(&now.tiles));
        }
        if let Some(tiles) = self.tiles.as_mut().filter(|tiles| tiles[tile].is_some()) {
            Arc::make_mut(tiles)[tile] = None;
        }
    }

    /// The memory of what is kept, in bytes. Most regions of tiles are in both lists.
    fn memory_bytes(&self) -> usize {
        let list = |tiles: &TileRegions| size_of_val(&**tiles);
        let regions = |tiles: &TileRegions| -> usize {
            tiles.iter().flatten().map(|region| region.memory_bytes()).sum()
        };
        match (self.now.made(), &self.tiles) {
            (Some(now), last) => {
                list(&now.tiles)
                    + regions(&now.tiles)
                    + now.page.memory_bytes()
                    + last.as_ref().map_or(0, list)
            }
            (None, Some(last)) => list(last) + regions(last),
            (None, None) => 0,
        }
    }
}

/// The pixels of the page at a page column and a page row.
pub(crate) fn extent(px: u32, py: u32) -> Extent {
    tile::square(px, py, SIDE * TILES)
}

/// The index of a tile in its page.
#[inline(always)]
fn index_of(tx: u32, ty: u32) -> usize {
    (ty % TILES * TILES + tx % TILES) as usize
}

impl PageTiles {
    /// The tile at a column and a row of the terrain's tiles. It must lie on this page.
    #[inline(always)]
    pub(crate) fn tile(&self, tx: u32, ty: u32) -> &Tile {
        &self.tiles[index_of(tx, ty)]
    }

    /// All tiles, row by row.
    pub(crate) fn all(&self) -> &[Tile; COUNT] {
        &self.tiles
    }

    /// The same as [`Tile::toggle`], for the tile at (tx, ty).
    pub(crate) fn toggle(&mut self, tx: u32, ty: u32, changed: &[u64], top: usize, count: u32) {
        let tile = &mut self.tiles[index_of(tx, ty)];
        let before = tile.count();
        tile.toggle(changed, top, count);
        self.changed(tx, ty, before, count);
    }

    /// The same as [`Tile::carve`], for the tile at (tx, ty).
    pub(crate) fn carve(&mut self, tx: u32, ty: u32, mask: &Mask, at: Offset) -> Option<(u32, Extent)> {
        let tile = &mut self.tiles[index_of(tx, ty)];
        let before = tile.count();
        let (pixels, extent) = tile.carve(mask, at)?;
        self.changed(tx, ty, before, before - pixels);
        Some((pixels, extent))
    }

    /// Replaces a whole tile.
    pub(crate) fn put(&mut self, tx: u32, ty: u32, tile: Tile) {
        let (before, after) = (self.tile(tx, ty).count(), tile.count());
        self.tiles[index_of(tx, ty)] = tile;
        self.changed(tx, ty, before, after);
    }

    #[inline]
    fn changed(&mut self, tx: u32, ty: u32, before: u32, after: u32) {
        self.solid = self.solid - before + after;
        self.regions.iter_mut().for_each(|regions| regions.forget(index_of(tx, ty)));
        self.hash.take();
    }

    pub(crate) fn solid(&self) -> u32 {
        self.solid
    }
}

impl Page {
    /// The tile at a column and a row of the terrain's tiles. It must lie on this page.
    #[inline(always)]
    pub(crate) fn tile(&self, tx: u32, ty: u32) -> &Tile {
        match self {
            Page::Empty => &Tile::EMPTY,
            Page::Full => &Tile::FULL,
            Page::Tiles(tiles) => tiles.tile(tx, ty),
        }
    }

    /// The tiles for writing. A plain value is expanded into tiles; a shared page is copied. The caller must call [`Page::simplify`]
    /// afterwards.
    pub(crate) fn tiles_mut(&mut self) -> &mut PageTiles {
        let all = match self {
            Page::Empty => Some(Tile::EMPTY),
            Page::Full => Some(Tile::FULL),
            Page::Tiles(_) => None,
        };
        if let Some(tile) = all {
            let solid = tile.count() * COUNT as u32;
            let tiles = array::from_fn(|_| tile.clone());
            let (regions, hash) = Default::default();
            *self = Page::Tiles(Arc::new(PageTiles { tiles, solid, regions, hash }));
        }
        match self {
            Page::Tiles(tiles) => Arc::make_mut(tiles),
            _ => unreachable!("it has tiles now"),
        }
    }

    /// Turns a page that became empty or full back into a plain value.
    pub(crate) fn simplify(&mut self) {
        if let Page::Tiles(tiles) = self {
            match tiles.solid {
                0 => *self = Page::Empty,
                PIXELS => *self = Page::Full,
                _ => {}
            }
        }
    }
}

impl Page {
    /// The number of solid pixels.
    pub(crate) fn solid(&self) -> u32 {
        match self {
            Page::Empty => 0,
            Page::Full => PIXELS,
            Page::Tiles(tiles) => tiles.solid,
        }
    }

    /// Whether both are empty, or both are full.
    pub(crate) fn same_value(&self, other: &Page) -> bool {
        matches!((self, other), (Page::Empty, Page::Empty) | (Page::Full, Page::Full))
    }

    /// Whether both have the same pixels.
    pub(crate) fn same_pixels(&self, other: &Page) -> bool {
        match (self, other) {
            (Page::Tiles(a), Page::Tiles(b)) => {
                Arc::ptr_eq(a, b) || a.tiles.iter().zip(&b.tiles).all(|(a, b)| a.same_pixels(b))
            }
            _ => self.same_value(other),
        }
    }
}

impl PageTiles {
    /// The memory of the page, its tiles and its connected parts, in bytes.
    pub(crate) fn memory_bytes(&self) -> usize {
        const COUNTERS: usize = 2 * size_of::<usize>();
        let mixed = self.tiles.iter().filter(|tile| tile.mixed().is_some()).count();
        size_of::<PageTiles>()
            + COUNTERS
            + mixed * (size_of::<TileRows>() + COUNTERS)
            + self.regions.iter().map(KeptRegions::memory_bytes).sum::<usize>()
    }
}
