//! One drawn page of a tile map, for queries that need no other page, like most queries about a sprite.

use super::page::DrawnPage;
use super::view::TileView;
use super::{BLOCK, TILES};
use crate::bits::TileRows;
use crate::geom::{Mapped, Offset};
use crate::tiles::tile::CLEAR;

/// The blocks of a page, by their columns and rows in the map.
#[derive(Clone, Copy)]
pub(crate) struct OnePage<'a> {
    view: TileView<'a>,
    page: &'a DrawnPage,
}

impl<'a> TileView<'a> {
    /// How many columns and rows of pixels the pages have together, and the first pixel of the first one.
    #[inline(always)]
    pub(crate) fn drawn_grid(self) -> ((u32, u32), Offset) {
        let map = self.map();
        let pixels = |pages: u32| pages.saturating_mul(TILES * BLOCK);
        ((pixels(map.page_count.0), pixels(map.page_count.1)), map.origin)
    }

    /// The page with the blocks in two columns and two rows. None if they lie on several pages, and where no page is drawn.
    #[inline(always)]
    pub(crate) fn one_page(self, columns: [u32; 2], rows: [u32; 2]) -> Option<OnePage<'a>> {
        let [left, right] = columns.mapped(|bx| bx / TILES);
        let [top, bottom] = rows.mapped(|by| by / TILES);
        if left != right || top != bottom {
            return None;
        }
        let page = self.page(left, top).ok()??;
        Some(OnePage { view: self, page })
    }
}

impl OnePage<'_> {
    /// Whether a block may have a solid pixel.
    #[inline(always)]
    pub(crate) fn is_occupied(&self, bx: u32, by: u32) -> bool {
        self.page.row(by) >> (bx % TILES) & 1 != 0
    }

    /// The rows of a block, clear or not.
    #[inline(always)]
    pub(crate) fn rows_or_clear(&self, bx: u32, by: u32) -> &TileRows {
        let view = self.view;
        self.page.block((bx, by), || (view.drawing(), view.block_corner(bx, by))).unwrap_or(&CLEAR)
    }
}
