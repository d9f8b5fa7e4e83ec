//! A tile: 64 × 64 pixels, one word per row. Empty and full tiles are plain values. All others are shared, and copied when they are
//! written.

use alloc::sync::Arc;

use super::page::TILES;
use crate::bits::{self, TileRows};
use crate::geom::Extent;

/// The side of a tile, in pixels.
pub(crate) const SIDE: u32 = u64::BITS;
/// The number of pixels of a tile.
pub(crate) const PIXELS: u32 = SIDE * SIDE;

/// The rows of an empty tile.
pub(crate) const CLEAR: TileRows = [0; SIDE as usize + bits::PAD];

/// The rows of a full tile.
pub(crate) static SOLID: TileRows = {
    let mut rows = CLEAR;
    let mut y = 0;
    while y < SIDE as usize {
        rows[y] = u64::MAX;
        y += 1;
    }
    rows
};

#[derive(Clone, Default)]
pub(crate) enum Tile {
    #[default]
    Empty,
    Full,
    Mixed {
        /// The number of solid pixels: at least one, and not all.
        count: u16,
        rows: Arc<TileRows>,
    },
}

impl Tile {
    /// The rows. None if no pixel is solid.
    #[inline(always)]
    pub(crate) fn rows(&self) -> Option<&TileRows> {
        match self {
            Tile::Empty => None,
            Tile::Full => Some(&SOLID),
            Tile::Mixed { rows, .. } => Some(rows),
        }
    }

    /// The number of solid pixels.
    pub(crate) fn count(&self) -> u32 {
        match self {
            Tile::Empty => 0,
            Tile::Full => PIXELS,
            Tile::Mixed { count, .. } => u32::from(*count),
        }
    }

    /// The tile with these rows. `count` must be the number of solid pixels.
    pub(crate) fn of(rows: TileRows, count: u32) -> Tile {
        match count {
            0 => Tile::Empty,
            PIXELS => Tile::Full,
            _ => Tile::Mixed { count: count as u16, rows: Arc::new(rows) },
        }
    }

    /// Toggles the pixels that are set in `changed`, whose first row is row `top` of the tile. `count` must be the number of solid pixels
    /// afterwards.
    pub(crate) fn toggle(&mut self, changed: &[u64], top: usize, count: u32) {
        let toggle = |rows: &mut TileRows| {
            rows[top..].iter_mut().zip(changed).for_each(|(row, changed)| *row ^= changed);
        };
        match self {
            _ if count == 0 => *self = Tile::Empty,
            _ if count == PIXELS => *self = Tile::Full,
            Tile::Mixed { count: old, rows } => {
                *old = count as u16;
                toggle(Arc::make_mut(rows));
            }
            Tile::Empty | Tile::Full => {
                let mut rows = Arc::new(if matches!(self, Tile::Full) { SOLID } else { CLEAR });
                toggle(Arc::make_mut(&mut rows));
                *self = Tile::Mixed { count: count as u16, rows };
            }
        }
    }
}

/// The pixels of the tile at a tile column and a tile row.
pub(crate) fn extent(tx: u32, ty: u32) -> Extent {
    square(tx, ty, SIDE)
}

/// The pixels of the page at a page column and a page row.
pub(crate) fn page_extent(px: u32, py: u32) -> Extent {
    square(px, py, SIDE * TILES)
}

fn square(column: u32, row: u32, side: u32) -> Extent {
    let (x, y, side) = (i64::from(column * side), i64::from(row * side), i64::from(side));
    Extent { x0: x, y0: y, x1: x + side, y1: y + side }
}

impl Tile {
    /// Whether both have the same pixels.
    pub(crate) fn same_pixels(&self, other: &Tile) -> bool {
        match (self, other) {
            (Tile::Mixed { rows: a, .. }, Tile::Mixed { rows: b, .. }) => Arc::ptr_eq(a, b) || a == b,
            _ => self.count() == other.count(),
        }
    }
}
