//! What a tile map takes, counted before it is made: its memory, the work of making it, and the work of drawing all of its pixels once.
//!
//! A map draws blocks of 64 × 64 pixels. For each block it looks at every cell from which the largest picture may reach the block, and draws
//! each picture that meets it. So many cells below a large picture are dear, even if it lies in one of them.

use std::collections::HashSet;

use hitmask::{Mask, Rect, TileKind, TileMap, TileSet};

use super::model::LevelCells;
use crate::error::ErrorKind;
use crate::limits::{Budget, Held, Work};

/// The memory of a tile of a map beside its mask: its place in lists, and in the table of equal masks.
pub(super) const MAP_TILE_BYTES: u64 = 288;
/// The memory of 16 × 16 cells, of a place for 16 × 16 blocks of drawn pixels, and of a node with 256 children of either.
const CHUNK_BYTES: u64 = 1152;
const PAGE_BYTES: u64 = 192;
const NODE_BYTES: u64 = 4224;
/// The sides of a chunk and of a node in chunks or pages, in bits.
const CHUNK_BITS: u32 = 4;
/// The sides of blocks and pages in pixels.
const BLOCK: u64 = 64;
const PAGE: u64 = 1024;

/// The work of putting a tile into a cell, and for each page that its picture meets.
const PUT: u64 = 8;
const PUT_PAGE: u64 = 4;
/// The work of looking at a cell while a block is drawn, of drawing a picture in a block, and the words that are drawn in one unit.
const LOOK: u64 = 1;
const DRAW: u64 = 4;
const WORDS: u64 = 8;

/// How many cells show which tile, and in how many chunks of the map they lie.
pub(super) struct CountedCells<'b> {
    cells: Vec<u32>,
    chunks: u64,
    _held: Held<'b>,
}

impl<'b> CountedCells<'b> {
    /// Counts cells, and takes the chunks of the map off the budget. None if the number of a tile is beyond those of a map.
    pub(super) fn new(
        pieces: &[LevelCells],
        bounds: Rect,
        budget: &'b Budget,
    ) -> Result<Option<Self>, ErrorKind> {
        let all = pieces.iter().map(|piece| piece.cells.len() as u64).sum::<u64>();
        budget.work(2 * all, Work::Draw)?;
        let tiles = || pieces.iter().flat_map(|piece| &piece.cells).filter_map(|cell| cell.tile());
        let most = tiles().max().unwrap_or(0);
        if most >= TileSet::MAX_TILES {
            return Ok(None);
        }
        let held = budget.hold(4 * u64::from(most + 1))?;
        let mut cells = vec![0_u32; most as usize + 1];
        tiles().for_each(|tile| cells[tile as usize] = cells[tile as usize].saturating_add(1));
        let mut squares: [HashSet<[u32; 2]>; 3] = Default::default();
        let mut last = None;
        for ([x, y], _) in pieces.iter().flat_map(LevelCells::filled) {
            let mut at = [x.abs_diff(bounds.x), y.abs_diff(bounds.y)].map(|cell| cell >> CHUNK_BITS);
            if last.replace(at) == Some(at) {
                continue;
            }
            budget.work(PUT, Work::Draw)?;
            // Chunks, nodes of chunks, and nodes of nodes.
            for (squares, bytes) in squares.iter_mut().zip([CHUNK_BYTES, NODE_BYTES, NODE_BYTES]) {
                if !squares.insert(at) {
                    break;
                }
                budget.keep(bytes + 24)?;
                at = at.map(|square| square >> CHUNK_BITS);
            }
        }
        // A row of chunks that is filled, and the root.
        budget.keep(CHUNK_BYTES * (u64::from(bounds.w) / 16 + 1) + NODE_BYTES)?;
        Ok(Some(CountedCells { cells, chunks: squares[0].len() as u64, _held: held }))
    }

    /// The tiles that occur, and in how many cells.
    pub(super) fn tiles(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        (0..).zip(&self.cells).filter(|(_, cells)| **cells > 0).map(|(tile, &cells)| (tile, cells.into()))
    }

    /// The number of chunks that are not empty.
    pub(super) fn chunks(&self) -> u64 {
        self.chunks
    }
}

/// What making and drawing a map takes.
pub(super) struct MapCost<'b> {
    budget: &'b Budget,
    /// The number of chunks that are not empty.
    chunks: u64,
    /// Columns and rows of cells, and the sides of a cell.
    size: [u64; 2],
    cell: [u64; 2],
    /// A box around the pictures of all tiles, however turned, from the corner of their cell: least and greatest x and y.
    reach: [[i64; 2]; 2],
    /// How often a picture is drawn in a block and meets a page.
    blocks: u64,
    pages: u64,
    /// The tile with the largest picture, and its side.
    largest: (u64, u32),
}

impl<'b> MapCost<'b> {
    pub(super) fn new(chunks: u64, size: (u32, u32), cell: (u32, u32), budget: &'b Budget) -> Self {
        let [size, cell] = [size, cell].map(|(x, y)| [x, y].map(u64::from));
        MapCost { budget, chunks, size, cell, reach: [[0; 2]; 2], blocks: 0, pages: 0, largest: (0, 0) }
    }

    /// Takes the work for the cells with a tile off the budget.
    pub(super) fn add(
        &mut self,
        tile: u32,
        mask: &Mask,
        kind: TileKind,
        offset: [i32; 2],
        cells: u64,
    ) -> Result<(), ErrorKind> {
        self.budget.work(cells.saturating_mul(PUT), Work::Draw)?;
        let Some(solid) = mask.bounds().filter(|_| kind != TileKind::Nothing) else { return Ok(()) };
        let [w, h] = [solid.w, solid.h].map(u64::from);
        let blocks = squares([w, h], BLOCK, cells);
        let pages = squares([w, h], PAGE, cells).max(cells);
        let words = cells.saturating_mul(h * (w / BLOCK + 2));
        self.budget.work(blocks.saturating_mul(DRAW), Work::Draw)?;
        self.budget.work(pages.saturating_mul(PUT_PAGE).saturating_add(words / WORDS), Work::Draw)?;
        self.blocks = self.blocks.saturating_add(blocks);
        // A picture that is as large as a page meets up to four of them.
        self.pages = self.pages.saturating_add(pages.saturating_mul(4));
        let side = mask.width().max(mask.height());
        self.largest = self.largest.max((side.into(), tile));
        let side = i64::from(side);
        for (reach, (low, high)) in self.reach.iter_mut().zip([(0, side), (-side, 0)]) {
            *reach = [reach[0].min(low), reach[1].max(high)];
        }
        for (reach, by) in self.reach.iter_mut().zip(offset) {
            *reach = [reach[0] + i64::from(by.min(0)), reach[1] + i64::from(by.max(0))];
        }
        Ok(())
    }

    /// Takes what is left off the budget: looking at cells, and the memory of the places for drawn pixels. An error comes with the tile that
    /// has the largest picture.
    pub(super) fn finish(self) -> Result<(), (u32, ErrorKind)> {
        let largest = self.largest.1;
        self.take_rest().map_err(|error| (largest, error))
    }

    fn take_rest(self) -> Result<(), ErrorKind> {
        let reach = self.reach.map(|[low, high]| low.abs_diff(high));
        let cells = self.chunks << (2 * CHUNK_BITS);
        // Each cell is looked at by the blocks that the largest picture may reach from it. Or: each block that is drawn looks at the cells
        // from which the largest picture reaches it.
        let sides =
            |square: u64| [0, 1].map(|axis| (self.size[axis] * self.cell[axis] + reach[axis]) / square + 2);
        let product = |[x, y]: [u64; 2]| x.saturating_mul(y);
        let near =
            |square: u64| product([0, 1].map(|axis| (reach[axis] + square) / self.cell[axis] + 1)).min(cells);
        let looks = |square: u64, drawn: u64| {
            let drawn = drawn.min(product(sides(square)));
            squares(reach, square, cells).max(cells).min(drawn.saturating_mul(near(square)))
        };
        let looked = looks(BLOCK, self.blocks).saturating_add(looks(PAGE, self.pages));
        self.budget.work(looked.saturating_mul(LOOK), Work::Draw)?;
        // A chunk of small cells has places for all pages that it may reach.
        let side = |axis: usize| (self.cell[axis] * 16 + reach[axis]) / PAGE + 2;
        let by_chunk = if self.cell.iter().chain(&reach).all(|&side| side <= PAGE) {
            self.chunks.saturating_mul(side(0) * side(1))
        } else {
            0
        };
        let grid = sides(PAGE);
        let pages = self.pages.saturating_add(by_chunk).min(product(grid));
        let nodes = |bits: u32| pages.min(product(grid.map(|side| (side >> bits) + 1)));
        let nodes = nodes(CHUNK_BITS) + nodes(2 * CHUNK_BITS) + 1;
        self.budget.keep((pages.saturating_mul(PAGE_BYTES)).saturating_add(nodes.saturating_mul(NODE_BYTES)))
    }
}

/// How many squares that many boxes of this size meet, if they lie anywhere.
fn squares([w, h]: [u64; 2], square: u64, boxes: u64) -> u64 {
    let each = u128::from(w + square) * u128::from(h + square);
    let all = each.saturating_mul(boxes.into()) / u128::from(square * square);
    u64::try_from(all).unwrap_or(u64::MAX)
}

const _: () = assert!(TileMap::MAX_SIDE == 1 << (4 * CHUNK_BITS));
