//! The pixels of a map as they were drawn: blocks of 64 × 64 pixels on pages of 16 × 16 blocks. A block is drawn when a query first needs
//! it, and then cached; an edit updates the cached blocks that it touches. All of this is only a cache: where nothing can be cached, each
//! query draws the cells that it needs.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::array;

use super::drawing::TileDrawing;
use super::set::TileKinds;
use crate::bits::{MadeOnce, TileRows, bits_of};
use crate::geom::{Extent, Offset};
use crate::tiles::page::{self, COUNT, TILES};
use crate::tiles::tile::{self, CLEAR, SIDE, SOLID, Tile};

/// The drawn pixels of a page, for each set of kinds that was asked for.
#[derive(Clone, Default)]
pub(crate) struct PageSlot {
    kept: [Kept; FEW - 1],
    /// The same for sets with tiles that are one-way to a side, of which most maps have none.
    others: MadeOnce<Box<[Kept]>>,
}

/// The sets of kinds without tiles that are one-way to a side have numbers below this.
const FEW: usize = 8;

#[derive(Clone, Default)]
struct Kept(MadeOnce<Arc<DrawnPage>>);

/// The drawn pixels of some kinds of tiles.
#[derive(Clone)]
pub(crate) struct DrawnPage {
    /// For each row of blocks, which of them may have a solid pixel.
    occupied: [u16; TILES as usize],
    blocks: [MadeOnce<Tile>; COUNT],
}

/// The range of blocks, along an axis, that a range of pixels meets. Both are counted from the page's corner.
fn blocks(from: i64, to: i64) -> core::ops::Range<usize> {
    let cut = |n: i64| n.clamp(0, i64::from(TILES)) as usize;
    cut(from.div_euclid(SIDE.into()))..cut((to + i64::from(SIDE) - 1).div_euclid(SIDE.into()))
}

/// The bits of some columns of blocks.
fn columns(e: Extent) -> u16 {
    let range = blocks(e.x0, e.x1);
    (((1u32 << range.end) - 1) & !((1u32 << range.start) - 1)) as u16
}

impl PageSlot {
    /// The page for some kinds, if it was made before.
    #[inline(always)]
    pub(super) fn made(&self, kinds: TileKinds) -> Option<&DrawnPage> {
        let kept = match self.kept.get(kinds.index().wrapping_sub(1)) {
            Some(kept) => kept,
            None => self.others.get()?.get(kinds.index().wrapping_sub(FEW))?,
        };
        kept.0.get().map(|page| &**page)
    }

    /// The page for the kinds of a drawing. None where nothing can be kept.
    #[cold]
    #[inline(never)]
    pub(super) fn page(&self, drawing: &TileDrawing<'_>, corner: Offset) -> Option<&DrawnPage> {
        let index = drawing.kinds.index().checked_sub(1)?;
        let kept = match self.kept.get(index) {
            Some(kept) => kept,
            None => {
                let none = || core::iter::repeat_with(Kept::default).take(TileKinds::SETS - FEW).collect();
                &self.others.keep(none).ok()?[index + 1 - FEW]
            }
        };
        kept.0.keep(|| Arc::new(DrawnPage::new(drawing, corner))).ok().map(|page| &**page)
    }

    /// Draws a box again, in all blocks that were drawn before, after tiles of these kinds have changed there.
    pub(super) fn redraw(
        &mut self,
        drawing: &TileDrawing<'_>,
        kinds: TileKinds,
        corner: Offset,
        changed: Extent,
    ) {
        for index in kinds.supersets() {
            let kept = match self.kept.get_mut(index - 1) {
                Some(kept) => Some(kept),
                None => self.others.get_mut().map(|others| &mut others[index - FEW]),
            };
            if let Some(page) = kept.and_then(|kept| kept.0.get_mut()) {
                let drawing = TileDrawing { kinds: TileKinds::of_index(index), ..*drawing };
                Arc::make_mut(page).redraw(&drawing, corner, changed);
            }
        }
    }

    /// The memory of the pages, in bytes.
    pub(super) fn memory_bytes(&self) -> usize {
        const COUNTERS: usize = 2 * size_of::<usize>();
        let others = self.others.get().map_or(&[][..], |others| others);
        let pages = self.kept.iter().chain(others).filter_map(|kept| kept.0.get());
        let pages_bytes: usize = pages
            .map(|page| {
                let mixed =
                    |block: &&MadeOnce<Tile>| block.get().is_some_and(|block| block.mixed().is_some());
                let mixed = page.blocks.iter().filter(mixed).count();
                size_of::<DrawnPage>() + COUNTERS + mixed * (size_of::<TileRows>() + COUNTERS)
            })
            .sum();
        pages_bytes + size_of_val(others)
    }
}

impl DrawnPage {
    /// A page of which no block was drawn yet. Its upper left pixel is `corner`.
    pub(super) fn new(drawing: &TileDrawing<'_>, corner: Offset) -> DrawnPage {
        let mut page =
            DrawnPage { occupied: [0; TILES as usize], blocks: array::from_fn(|_| MadeOnce::new()) };
        let whole = page::extent(0, 0);
        drawing.each_near(whole.shifted(corner), |placed| {
            page.occupy(placed.extent().shifted(-corner).intersection(whole));
            true
        });
        page
    }

    /// Says that the blocks of a box may have solid pixels.
    fn occupy(&mut self, e: Extent) {
        if !e.is_empty() {
            self.occupied[blocks(e.y0, e.y1)].iter_mut().for_each(|row| *row |= columns(e));
        }
    }

    /// The columns and rows, in the page, of the blocks that may have a solid pixel.
    pub(super) fn occupied(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..TILES).flat_map(|by| bits_of(self.row(by).into()).map(move |bx| (bx, by)))
    }

    /// Which blocks of a row may have a solid pixel.
    #[inline(always)]
    pub(super) fn row(&self, by: u32) -> u16 {
        self.occupied[(by % TILES) as usize]
    }

    /// The rows of the block at a column and a row of the map's blocks, which must lie on this page. None if it is clear. `from` says what
    /// draws it, and from which pixel on.
    #[inline(always)]
    pub(super) fn block<'d>(
        &self,
        (bx, by): (u32, u32),
        from: impl FnOnce() -> (TileDrawing<'d>, Offset),
    ) -> Option<&TileRows> {
        if self.row(by) >> (bx % TILES) & 1 == 0 {
            return None;
        }
        let block = &self.blocks[(by % TILES * TILES + bx % TILES) as usize];
        if let Some(drawn) = block.get() {
            return drawn.rows();
        }
        let (drawing, corner) = from();
        draw_first(block, &drawing, corner)
    }

    fn redraw(&mut self, drawing: &TileDrawing<'_>, corner: Offset, changed: Extent) {
        let whole = page::extent(0, 0);
        let inside = changed.shifted(-corner).intersection(whole);
        if inside.is_empty() {
            return;
        }
        self.occupy(inside);
        for by in blocks(inside.y0, inside.y1) {
            for bx in blocks(inside.x0, inside.x1) {
                let square = tile::extent(bx as u32, by as u32).shifted(corner);
                if let Some(block) = self.blocks[by * TILES as usize + bx].get_mut() {
                    redraw(drawing, block, square, changed.intersection(square));
                    if block.is_empty() {
                        self.occupied[by] &= !(1 << bx);
                    }
                }
            }
        }
    }
}

/// Draws a block when it is first asked about.
#[cold]
#[inline(never)]
fn draw_first<'b>(
    block: &'b MadeOnce<Tile>,
    drawing: &TileDrawing<'_>,
    corner: Offset,
) -> Option<&'b TileRows> {
    // Pages exist only where blocks are kept.
    block.keep(|| draw(drawing, corner)).ok()?.rows()
}

/// The block whose upper left pixel is `corner`.
fn draw(drawing: &TileDrawing<'_>, corner: Offset) -> Tile {
    let mut rows = CLEAR;
    drawing.draw(Extent::of_size(SIDE, SIDE).shifted(corner), corner, &mut rows[..SIDE as usize]);
    let count = rows.iter().map(|row| row.count_ones()).sum();
    Tile::of(rows, count)
}

/// Draws a box inside a block again.
fn redraw(drawing: &TileDrawing<'_>, block: &mut Tile, square: Extent, changed: Extent) {
    let mut rows = *block.rows().unwrap_or(&CLEAR);
    let inside = changed.shifted(-square.corner());
    let keep = !crate::bits::span_bits(inside.x0, inside.x1, 0);
    rows[inside.y0 as usize..inside.y1 as usize].iter_mut().for_each(|row| *row &= keep);
    drawing.draw(changed, square.corner(), &mut rows[..SIDE as usize]);
    let solid: u32 = rows.iter().map(|row| row.count_ones()).sum();
    block.rewrite(rows, solid);
    debug_assert!(block.rows().is_none_or(|rows| rows[..] == SOLID[..] || solid < tile::PIXELS));
}
