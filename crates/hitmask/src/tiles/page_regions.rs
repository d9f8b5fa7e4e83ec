//! The connected parts of a page. Those of the page and of its tiles are cached. So after an edit only the tiles that changed are analysed
//! again, and only their pages are stitched again.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::page::{COUNT, PageRegion, PageTiles, TILES, TileRegions};
use super::region::{Child, Region, part_in_tile, stitch};
use super::tile::{self, SIDE};
use crate::analysis::components::Connectivity;

/// The tiles of the page in a column and a row of pages, row by row: their columns and rows in the terrain.
fn places(px: u32, py: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..COUNT as u32).map(move |i| (px * TILES + i % TILES, py * TILES + i / TILES))
}

impl PageTiles {
    /// The connected parts of the page at a page column and a page row. They are kept, so that only what changed is computed again.
    pub(crate) fn region(&self, px: u32, py: u32, connectivity: Connectivity) -> Cow<'_, PageRegion> {
        let kept = &self.regions[connectivity as usize];
        kept.now.get_or_make(|| {
            let tiles = kept.tiles.clone().unwrap_or_else(|| Arc::new([const { None }; COUNT]));
            self.find_region(px, py, connectivity, tiles)
        })
    }

    /// The part of the page that a pixel of the page belongs to, by its number in the page's region. The pixel is in the terrain's
    /// coordinates. None if it is clear.
    pub(crate) fn part_at(
        &self,
        region: &PageRegion,
        (x, y): (u32, u32),
        connectivity: Connectivity,
    ) -> Option<u32> {
        let (tx, ty) = (x / SIDE, y / SIDE);
        let tile = self.tile(tx, ty);
        let part = match tile.mixed() {
            Some(rows) => part_in_tile(rows, x % SIDE, y % SIDE, connectivity)?,
            None if tile.is_empty() => return None,
            None => 0,
        };
        Some(region.page.part_of((ty % TILES * TILES + tx % TILES) as usize, part))
    }

    /// Computes the regions of the tiles that are not known, and joins all of them.
    fn find_region(
        &self,
        px: u32,
        py: u32,
        connectivity: Connectivity,
        mut tiles: TileRegions,
    ) -> PageRegion {
        for ((tx, ty), region) in places(px, py).zip(Arc::make_mut(&mut tiles)) {
            if let (Some(rows), None) = (self.tile(tx, ty).mixed(), &region) {
                *region = Some(Arc::new(Region::of_tile(rows, tx, ty, connectivity)));
            }
        }
        let children: Vec<Child<'_>> = places(px, py)
            .zip(&*tiles)
            .map(|((tx, ty), region)| match (region, self.tile(tx, ty)) {
                (Some(region), _) => Child::Region(region),
                (None, tile) if tile.is_full() => Child::full(tile::extent(tx, ty)),
                (None, _) => Child::Empty,
            })
            .collect();
        let page = stitch(&children, TILES as usize, connectivity);
        drop(children);
        PageRegion { tiles, page }
    }

    /// Checks that the kept regions of the page are correct.
    pub(crate) fn validate_regions(&self, px: u32, py: u32) {
        for connectivity in [Connectivity::Four, Connectivity::Eight] {
            let kept = &self.regions[connectivity as usize];
            let now = kept.now.made();
            for tiles in now.map(|now| &now.tiles).into_iter().chain(&kept.tiles) {
                for ((tx, ty), region) in places(px, py).zip(&**tiles) {
                    let Some(region) = region else { continue };
                    let Some(rows) = self.tile(tx, ty).mixed() else {
                        panic!("tile ({tx}, {ty}) is empty or full and has parts");
                    };
                    let found = Region::of_tile(rows, tx, ty, connectivity);
                    assert_eq!(**region, found, "the parts of tile ({tx}, {ty})");
                }
            }
            if let Some(now) = now {
                let found = self.find_region(px, py, connectivity, Arc::new([const { None }; COUNT]));
                assert_eq!(now.page, found.page, "the parts of page ({px}, {py})");
            }
        }
    }
}
