//! A tile: 64 × 64 pixels, one word per row. Empty and full tiles are plain values. All others are shared, and copied when they are
//! written.

use alloc::sync::Arc;

use crate::bits::{self, TileRows};
use crate::geom::{Extent, Offset};
use crate::mask::{Mask, pair};

/// The side of a tile, in pixels.
pub(crate) const SIDE: u32 = u64::BITS;
/// The number of pixels of a tile.
pub(crate) const PIXELS: u32 = SIDE * SIDE;

/// The rows of an empty tile.
pub(crate) const CLEAR: TileRows = [0; SIDE as usize + bits::PAD];

/// The rows of a full tile.
pub(crate) const SOLID: TileRows = {
    let mut rows = CLEAR;
    let mut y = 0;
    while y < SIDE as usize {
        rows[y] = u64::MAX;
        y += 1;
    }
    rows
};

/// The rows of an empty and of a full tile.
pub(crate) static PLAIN: [TileRows; 2] = [CLEAR, SOLID];

/// Not an enum of three: which kind of tile lies under a sprite is random, and so every branch on it is a guess of the branch predictor.
#[derive(Clone, Default)]
pub(crate) struct Tile {
    /// The number of solid pixels.
    count: u16,
    /// The rows, unless the tile is empty or full.
    mixed: Option<Arc<TileRows>>,
}

impl Tile {
    pub(crate) const EMPTY: Tile = Tile { count: 0, mixed: None };
    pub(crate) const FULL: Tile = Tile { count: PIXELS as u16, mixed: None };

    /// The rows. None if no pixel is solid.
    #[inline(always)]
    pub(crate) fn rows(&self) -> Option<&TileRows> {
        (self.count > 0).then(|| self.rows_or_clear())
    }

    /// The rows of any tile, found without a branch.
    #[inline(always)]
    pub(crate) fn rows_or_clear(&self) -> &TileRows {
        self.mixed.as_deref().unwrap_or(&PLAIN[usize::from(self.count > 0)])
    }

    /// The rows if some pixels are solid and some are clear.
    #[inline]
    pub(crate) fn mixed(&self) -> Option<&Arc<TileRows>> {
        self.mixed.as_ref()
    }

    /// The number of solid pixels.
    #[inline(always)]
    pub(crate) fn count(&self) -> u32 {
        self.count.into()
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.count() == PIXELS
    }

    /// The tile with these rows. `count` must be the number of solid pixels.
    pub(crate) fn of(rows: TileRows, count: u32) -> Tile {
        let is_mixed = (1..PIXELS).contains(&count);
        Tile { count: count as u16, mixed: is_mixed.then(|| Arc::new(rows)) }
    }

    /// Writes all rows. `count` must be the number of solid pixels. Memory that is not shared is used again.
    pub(crate) fn rewrite(&mut self, rows: TileRows, count: u32) {
        match self.mixed.as_mut().filter(|_| (1..PIXELS).contains(&count)) {
            Some(old) => {
                self.count = count as u16;
                *Arc::make_mut(old) = rows;
            }
            None => *self = Tile::of(rows, count),
        }
    }

    /// Clears the pixels that are solid in a mask, whose origin lies at `at` in the tile's pixels. Returns how many changed, and the smallest
    /// box around them in the tile's pixels. None if no pixel changed; then nothing is copied.
    pub(crate) fn carve(&mut self, mask: &Mask, at: Offset) -> Option<(u32, Extent)> {
        if let Some(rows) = self.mixed.as_mut().and_then(Arc::get_mut) {
            let (pixels, extent) = pair::carve_tile(rows, mask, at)?;
            self.count -= pixels as u16;
            if self.count == 0 {
                self.mixed = None;
            }
            return Some((pixels, extent));
        }
        let mut rows = *self.rows()?;
        let (pixels, extent) = pair::carve_tile(&mut rows, mask, at)?;
        *self = Tile::of(rows, self.count() - pixels);
        Some((pixels, extent))
    }

    /// Toggles the pixels that are set in `changed`, whose first row is row `top` of the tile. `count` must be the number of solid pixels
    /// afterwards.
    pub(crate) fn toggle(&mut self, changed: &[u64], top: usize, count: u32) {
        let toggle = |rows: &mut TileRows| {
            rows[top..].iter_mut().zip(changed).for_each(|(row, changed)| *row ^= changed);
        };
        if (1..PIXELS).contains(&count) {
            let plain = &PLAIN[usize::from(self.count > 0)];
            toggle(Arc::make_mut(self.mixed.get_or_insert_with(|| Arc::new(*plain))));
        } else {
            self.mixed = None;
        }
        self.count = count as u16;
    }
}

/// The pixels of the tile at a tile column and a tile row.
pub(crate) fn extent(tx: u32, ty: u32) -> Extent {
    square(tx, ty, SIDE)
}

pub(super) fn square(column: u32, row: u32, side: u32) -> Extent {
    let (x, y, side) = (i64::from(column * side), i64::from(row * side), i64::from(side));
    Extent { x0: x, y0: y, x1: x + side, y1: y + side }
}

impl Tile {
    /// Whether both have the same pixels.
    pub(crate) fn same_pixels(&self, other: &Tile) -> bool {
        match (&self.mixed, &other.mixed) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a == b,
            _ => self.count == other.count,
        }
    }
}
