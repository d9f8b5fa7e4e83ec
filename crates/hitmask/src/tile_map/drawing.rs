//! Drawing the tiles of some kinds from the cells alone.

use core::ops::Range;

use super::cell::{PackedCell, TileCell};
use super::chunk::{Chunk, SIDE};
use super::set::{TileDef, TileKinds, TileSet};
use super::sparse::Sparse;
use crate::bits::{low_bits, with_lanes};
use crate::geom::{Extent, Offset};
use crate::mask::Mask;

/// What the pixels of a map are computed from.
#[derive(Clone, Copy)]
pub(crate) struct TileDrawing<'a> {
    pub(super) set: &'a TileSet,
    pub(super) cells: &'a Sparse<Chunk>,
    /// Columns and rows of cells.
    pub(super) size: (u32, u32),
    /// Width and height of a cell, in pixels.
    pub(super) cell: (u32, u32),
    pub(super) kinds: TileKinds,
}

/// A cell with a tile of one of the kinds that are asked for.
#[derive(Clone, Copy)]
pub(crate) struct PlacedTile<'a> {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) cell: TileCell,
    pub(crate) tile: &'a TileDef,
    /// The lower left corner of the cell, in pixels.
    corner: Offset,
}

impl<'a> PlacedTile<'a> {
    /// A box around its solid pixels.
    #[inline]
    pub(crate) fn extent(&self) -> Extent {
        self.tile.extent(self.cell.turn()).shifted(self.corner)
    }

    /// Calls `f` with its picture, turned, and the pixel of the picture's upper left corner.
    #[inline]
    pub(crate) fn with_picture<R>(&self, f: impl FnOnce(&Mask, Offset) -> R) -> R {
        let turn = self.cell.turn();
        let at = self.tile.corner(turn) + self.corner;
        self.tile.mask.with_turned(turn, |mask| f(mask, at))
    }

    /// Adds its pixels inside a box to rows. The first word of the rows begins at `corner`; the box has at most 64 columns from there on.
    fn draw(&self, within: Extent, corner: Offset, rows: &mut [u64]) {
        let seen = self.extent().intersection(within);
        if seen.is_empty() {
            return;
        }
        let seen = seen.shifted(-corner);
        self.with_picture(|mask, at| add_rows(mask, at - corner, seen, rows));
    }
}

/// Adds the pixels of a mask in a box to rows of 64 pixels. The box must lie inside the mask and inside the rows.
fn add_rows(mask: &Mask, at: Offset, seen: Extent, rows: &mut [u64]) {
    fn add<L: Copy + Into<u64>>(rows: &mut [u64], lanes: &[L], right: u32, left: u32, keep: u64) {
        for (row, &lane) in rows.iter_mut().zip(lanes) {
            *row |= lane.into() >> right << left & keep;
        }
    }
    let keep = low_bits(seen.x1 as u32) & !low_bits(seen.x0 as u32);
    let rows = &mut rows[seen.y0 as usize..seen.y1 as usize];
    let from = (seen.y0 - at.y) as u32;
    let columns = (seen.x0 - at.x) as u32 / 64..((seen.x1 - at.x) as u32).div_ceil(64);
    for column in columns {
        let x = at.x + i64::from(column) * 64;
        let (right, left) = ((-x).max(0) as u32, x.max(0) as u32);
        let index = mask.index(column, from);
        with_lanes!(mask.columns(), lanes => add(rows, &lanes[index..], right, left, keep));
    }
}

impl<'a> TileDrawing<'a> {
    /// The cells whose tiles may have pixels in a box, as columns and rows.
    pub(crate) fn cells_near(&self, e: Extent) -> (Range<u32>, Range<u32>) {
        let reach = self.set.reach(self.kinds);
        if reach.is_empty() || e.is_empty() {
            return (0..0, 0..0);
        }
        let along = |low: i64, high: i64, reach: (i64, i64), side: u32, count: u32, from: i64| {
            let side = i64::from(side);
            let cut = |n: i64| (n - from).clamp(0, count.into()) as u32;
            let (first, end) = ((low - reach.1).div_euclid(side) + 1, -(reach.0 - high).div_euclid(side));
            cut(first)..cut(end)
        };
        // The lower left corner of cell (x, y) lies at (x, y + 1) cells.
        (
            along(e.x0, e.x1, (reach.x0, reach.x1), self.cell.0, self.size.0, 0),
            along(e.y0, e.y1, (reach.y0, reach.y1), self.cell.1, self.size.1, 1),
        )
    }

    /// What a cell shows, if its tile is of one of the kinds.
    #[inline]
    pub(crate) fn placed(&self, x: u32, y: u32, cell: PackedCell) -> Option<PlacedTile<'a>> {
        let cell = cell.get()?;
        let tile = self.set.get(cell.tile)?;
        let corner =
            Offset::new(i64::from(x) * i64::from(self.cell.0), (i64::from(y) + 1) * i64::from(self.cell.1));
        self.kinds.contains(tile.kind).then_some(PlacedTile { x, y, cell, tile, corner })
    }

    /// Visits the tiles of the kinds that may have pixels in a box, row by row of cells, until `f` returns false.
    #[inline]
    pub(crate) fn each_near(&self, e: Extent, mut f: impl FnMut(PlacedTile<'a>) -> bool) {
        let (xs, ys) = self.cells_near(e);
        if xs.is_empty() || ys.is_empty() {
            return;
        }
        let chunks = xs.start / SIDE..xs.end.div_ceil(SIDE);
        let mut y = ys.start;
        while y < ys.end {
            let row = y / SIDE;
            let band = self.cells.within(chunks.clone(), row..ys.end.div_ceil(SIDE)).next();
            // Chunks without cells are stepped over.
            let Some((_, found, _)) = band else { return };
            y = y.max(found * SIDE);
            let end = ys.end.min((found + 1) * SIDE);
            for y in y..end {
                for (column, _, chunk) in self.cells.within(chunks.clone(), found..found + 1) {
                    let from = column * SIDE;
                    for x in xs.start.max(from)..xs.end.min(from + SIDE) {
                        let cell = chunk.get(x, y);
                        if let Some(placed) = self.placed(x, y, cell)
                            && !f(placed)
                        {
                            return;
                        }
                    }
                }
            }
            y = end;
        }
    }

    /// Adds the pixels inside a box to rows of 64 pixels. The first row begins at `corner`.
    pub(crate) fn draw(&self, within: Extent, corner: Offset, rows: &mut [u64]) {
        self.each_near(within, |placed| {
            placed.draw(within, corner, rows);
            true
        });
    }
}
