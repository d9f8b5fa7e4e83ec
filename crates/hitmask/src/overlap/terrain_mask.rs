//! A terrain against a mask of at most 64 × 64 pixels: a sprite and the ground, the most frequent question about a terrain. Such a mask lies
//! on at most two by two tiles. Which of them have pixels, and of which kind they are, is random, and so every branch on it is a guess of the
//! branch predictor. So two tiles that lie side by side are always read as a pair, even if the mask lies on one of them only.

use core::marker::PhantomData;

use super::tiled_any;
use crate::bits::column::{Two, blocks};
use crate::bits::{self, Columns, Isa, Kernel, Lane};
use crate::geom::Offset;
use crate::mask::Mask;
use crate::mask::pair::{AnyOfFew, Question};
use crate::placed::ShapeRef;
use crate::tiles::Terrain;
use crate::tiles::tile::SIDE;

/// Whether the two overlap. `at` is the mask's origin in the terrain's pixels.
#[inline]
pub(super) fn overlaps(terrain: &Terrain, mask: &Mask, at: Offset) -> bool {
    macro_rules! ask {
        ($rows:expr, $lane:ty) => {
            match TilesUnder::find(terrain, mask, at) {
                Some(tiles) => {
                    tiles.are_occupied(terrain)
                        && bits::run::<OnTerrainQuery<$lane>, _, _, _>(terrain, (mask, $rows), at)
                }
                None => overlaps_any(terrain, mask, at),
            }
        };
    }
    match mask.columns() {
        Columns::L16(rows) => ask!(&**rows, u16),
        Columns::L32(rows) => ask!(&**rows, u32),
        Columns::Small(rows) => ask!(rows, u64),
        Columns::L64(_) => overlaps_any(terrain, mask, at),
    }
}

/// The same for masks that are larger, or not entirely inside the terrain.
#[inline(never)]
fn overlaps_any(terrain: &Terrain, mask: &Mask, at: Offset) -> bool {
    tiled_any::overlaps(terrain, ShapeRef::Mask(mask), at)
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
    /// None if the mask reaches beyond the terrain.
    #[inline(always)]
    fn find(terrain: &Terrain, mask: &Mask, at: Offset) -> Option<TilesUnder> {
        let Offset { x, y } = at;
        let (right, bottom) = (x + i64::from(mask.width()), y + i64::from(mask.height()));
        // One test: none of these is negative.
        if (x | y | (i64::from(terrain.w) - right) | (i64::from(terrain.h) - bottom)) < 0 {
            return None;
        }
        let tile = |at: i64| at as u32 / SIDE;
        Some(TilesUnder { left: tile(x), right: tile(right - 1), top: tile(y), bottom: tile(bottom - 1) })
    }

    /// Whether one of them has a solid pixel.
    #[inline(always)]
    fn are_occupied(self, terrain: &Terrain) -> bool {
        self.is_row_occupied(terrain, self.top) | self.is_row_occupied(terrain, self.bottom)
    }

    #[inline(always)]
    fn is_row_occupied(self, terrain: &Terrain, ty: u32) -> bool {
        terrain.occupied.get(self.left, ty) | terrain.occupied.get(self.right, ty)
    }
}

/// The question for a mask with lanes L that lies entirely inside the terrain.
struct OnTerrainQuery<L>(PhantomData<L>);

impl<L: Lane> Kernel<&Terrain, (&Mask, &L::Rows), Offset> for OnTerrainQuery<L> {
    type Output = bool;
    const GAINS: bool = true;
    #[inline(always)]
    fn run<I: Isa>(isa: I, terrain: &Terrain, (mask, rows): (&Mask, &L::Rows), at: Offset) -> bool {
        let Some(tiles) = TilesUnder::find(terrain, mask, at) else { return false };
        let lower = tiles.is_row_occupied(terrain, tiles.bottom);
        let upper = (tiles.top != tiles.bottom) & tiles.is_row_occupied(terrain, tiles.top);
        // The lower tiles first: the ground is below.
        lower && any::<I, L>(isa, terrain, tiles, tiles.bottom, mask, rows, at)
            || upper && any::<I, L>(isa, terrain, tiles, tiles.top, mask, rows, at)
    }
}

/// Whether a mask overlaps the tiles in one row of tiles.
#[inline(always)]
fn any<I: Isa, L: Lane>(
    isa: I,
    terrain: &Terrain,
    tiles: TilesUnder,
    ty: u32,
    mask: &Mask,
    rows: &L::Rows,
    at: Offset,
) -> bool {
    let (x, y) = (at.x as u32, at.y as u32);
    let start = y.max(ty * SIDE);
    let count = ((y + mask.height()).min((ty + 1) * SIDE) - start) as usize;
    let from = |tx: u32| blocks(&terrain.tile(tx, ty).rows_or_clear()[(start % SIDE) as usize..], count);
    // If the mask lies on one tile only, that tile is read twice: the second time it is shifted to bits that the mask does not have.
    let pair = Two { low: from(tiles.left), high: from(tiles.right), shift: x % SIDE };
    let mask = L::small(rows, (start - y) as usize);
    AnyOfFew::ask(isa, &mask[..pair.low.len().min(mask.len())], pair)
}
