//! A terrain or a tile map against a mask of at most 64 × 64 pixels: a sprite and the ground, the most frequent question about either. Such
//! a mask lies on at most two by two tiles. Which of these tiles are empty, full or mixed is random, so the branch predictor could not
//! predict a branch on it. So two tiles that lie side by side are always read as a pair, even if the mask lies on one of them only.

use core::marker::PhantomData;

use super::tiled_any::{self, Tiled};
use crate::bits::column::{Two, blocks};
use crate::bits::{self, Columns, Isa, Kernel, Lane, TileRows};
use crate::geom::Offset;
use crate::mask::Mask;
use crate::mask::pair::{AnyOfFew, Question};
use crate::placed::ShapeRef;
use crate::tile_map::{OnePage, TileView};
use crate::tiles::Terrain;
use crate::tiles::tile::SIDE;

/// Tiles of 64 × 64 pixels side by side.
trait TileGrid: Copy {
    /// Whether a tile may have a solid pixel.
    fn is_occupied(self, tx: u32, ty: u32) -> bool;
    /// The rows of a tile, clear or not.
    fn rows(&self, tx: u32, ty: u32) -> &TileRows;
}

impl TileGrid for &Terrain {
    #[inline(always)]
    fn is_occupied(self, tx: u32, ty: u32) -> bool {
        self.occupied.get(tx, ty)
    }
    #[inline(always)]
    fn rows(&self, tx: u32, ty: u32) -> &TileRows {
        self.tile(tx, ty).rows_or_clear()
    }
}

impl TileGrid for OnePage<'_> {
    #[inline(always)]
    fn is_occupied(self, bx: u32, by: u32) -> bool {
        OnePage::is_occupied(&self, bx, by)
    }
    #[inline(always)]
    fn rows(&self, bx: u32, by: u32) -> &TileRows {
        self.rows_or_clear(bx, by)
    }
}

/// Whether a terrain and a mask overlap. `at` is the mask's origin in the terrain's pixels.
#[inline]
pub(super) fn on_terrain(terrain: &Terrain, mask: &Mask, at: Offset) -> bool {
    TilesUnder::find((terrain.w, terrain.h), mask, at)
        .and_then(|tiles| tiles.overlap(terrain, mask, at))
        .unwrap_or_else(|| overlaps_any(terrain, mask, at))
}

/// The same for a tile map.
#[inline]
pub(super) fn on_map(map: TileView<'_>, mask: &Mask, at: Offset) -> bool {
    let (size, origin) = map.drawn_grid();
    let within = at - origin;
    TilesUnder::find(size, mask, within)
        .and_then(|tiles| {
            // On two pages in one case of eight.
            let page = map.one_page([tiles.left, tiles.right], [tiles.top, tiles.bottom])?;
            tiles.overlap(page, mask, within)
        })
        .unwrap_or_else(|| overlaps_any(map, mask, at))
}

/// The same for masks that are larger, or not entirely inside.
#[inline(never)]
fn overlaps_any<'t>(tiled: impl Tiled<'t>, mask: &Mask, at: Offset) -> bool {
    tiled_any::overlaps(tiled, ShapeRef::Mask(mask), at)
}

/// The tiles under a small mask. There may be one column or one row of them; then the first is also the last.
#[derive(Clone, Copy)]
struct TilesUnder {
    left: u32,
    right: u32,
    top: u32,
    bottom: u32,
}

impl TilesUnder {
    /// None if the mask reaches beyond these columns and rows of pixels.
    #[inline(always)]
    fn find((w, h): (u32, u32), mask: &Mask, at: Offset) -> Option<TilesUnder> {
        let Offset { x, y } = at;
        let (right, bottom) = (x + i64::from(mask.width()), y + i64::from(mask.height()));
        // One test: none of these is negative.
        if (x | y | (i64::from(w) - right) | (i64::from(h) - bottom)) < 0 {
            return None;
        }
        let tile = |at: i64| at as u32 / SIDE;
        Some(TilesUnder { left: tile(x), right: tile(right - 1), top: tile(y), bottom: tile(bottom - 1) })
    }

    /// Whether a mask that lies on these tiles overlaps them. None if it is not a small one.
    #[inline(always)]
    fn overlap<T: TileGrid>(self, tiles: T, mask: &Mask, at: Offset) -> Option<bool> {
        macro_rules! ask {
            ($rows:expr, $lane:ty) => {
                self.are_occupied(tiles)
                    && bits::run::<OnTilesQuery<$lane>, _, _, _>(tiles, (self, mask, $rows), at)
            };
        }
        Some(match mask.columns() {
            Columns::L16(rows) => ask!(&**rows, u16),
            Columns::L32(rows) => ask!(&**rows, u32),
            Columns::Small(rows) => ask!(rows, u64),
            Columns::L64(_) => return None,
        })
    }

    /// Whether one of them has a solid pixel.
    #[inline(always)]
    fn are_occupied(self, tiles: impl TileGrid) -> bool {
        self.is_row_occupied(tiles, self.top) | self.is_row_occupied(tiles, self.bottom)
    }

    #[inline(always)]
    fn is_row_occupied(self, tiles: impl TileGrid, ty: u32) -> bool {
        tiles.is_occupied(self.left, ty) | tiles.is_occupied(self.right, ty)
    }
}

/// The question for a mask with lanes L that lies on some tiles.
struct OnTilesQuery<L>(PhantomData<L>);

impl<T: TileGrid, L: Lane> Kernel<T, (TilesUnder, &Mask, &L::Rows), Offset> for OnTilesQuery<L> {
    type Output = bool;
    const GAINS: bool = true;
    #[inline(always)]
    fn run<I: Isa>(isa: I, tiles: T, (under, mask, rows): (TilesUnder, &Mask, &L::Rows), at: Offset) -> bool {
        let lower = under.is_row_occupied(tiles, under.bottom);
        let upper = (under.top != under.bottom) & under.is_row_occupied(tiles, under.top);
        // The lower tiles first: the ground is below.
        lower && any::<I, L>(isa, &tiles, under, under.bottom, mask, rows, at)
            || upper && any::<I, L>(isa, &tiles, under, under.top, mask, rows, at)
    }
}

/// Whether a mask overlaps the tiles in one row of tiles.
#[inline(always)]
fn any<I: Isa, L: Lane>(
    isa: I,
    tiles: &impl TileGrid,
    under: TilesUnder,
    ty: u32,
    mask: &Mask,
    rows: &L::Rows,
    at: Offset,
) -> bool {
    let (x, y) = (at.x as u32, at.y as u32);
    let start = y.max(ty * SIDE);
    let count = ((y + mask.height()).min((ty + 1) * SIDE) - start) as usize;
    // The compiler makes a function of a closure in WebAssembly.
    macro_rules! from {
        ($tx:expr) => {
            blocks(&tiles.rows($tx, ty)[(start % SIDE) as usize..], count)
        };
    }
    // If the mask lies on one tile only, that tile is read twice: the second time it is shifted to bits that the mask does not have.
    let pair = Two { low: from!(under.left), high: from!(under.right), shift: x % SIDE };
    let mask = L::small(rows, (start - y) as usize);
    AnyOfFew::ask(isa, &mask[..pair.low.len().min(mask.len())], pair)
}
