//! A terrain or a tile map against any shape: visits the squares of 64 × 64 pixels that have solid pixels, and what lies under each of them.
//! Masks are read as they are; other shapes are drawn as a square first. All coordinates are in the terrain's pixels, no matter which of the two
//! shapes was asked. `at` is the other shape's origin there: an offset, or the opposite of an offset, which need not fit `i32`.

use core::marker::PhantomData;

use crate::bits::column::{One, blocks};
use crate::bits::{self, Everywhere, Isa, Kernel, TileRows};
use crate::bits::{Columns, Lane};
use crate::geom::{Extent, Offset};
use crate::mask::Mask;
use crate::mask::pair::{Any, Area, Bounds, First, Loop, RowRange, Shared};
use crate::placed::{Plain, ShapeRef};
use crate::tile_map::TileView;
use crate::tiles::Terrain;
use crate::tiles::tile::{CLEAR, SIDE};

/// A shape whose pixels are stored in squares of 64 × 64.
pub(super) trait Tiled<'t>: Copy {
    /// A box that contains the shape.
    fn extent(self) -> Extent;
    /// Whether every square that intersects a box is known to be empty. The box lies in the extent and is not empty.
    fn is_clear(self, e: Extent) -> bool;
    /// The squares that have solid pixels and intersect a box, row by row. The box lies in the extent and is not empty.
    fn tiles_within(self, e: Extent) -> impl Iterator<Item = (Extent, &'t TileRows)>;
    /// What the loops are compiled for. On WebAssembly that is the same for both shapes, because they are 2 % of the module.
    fn compiled(self) -> impl Tiled<'t>;
}

macro_rules! tiled {
    ($t:lifetime, $shape:ident as $type:ty: $kind:ident, |$it:ident, $e:ident| $tiles:expr) => {
        impl<$t> Tiled<$t> for $type {
            #[inline(always)]
            fn extent(self) -> Extent {
                $shape::extent(&self)
            }
            #[inline(always)]
            fn is_clear(self, e: Extent) -> bool {
                $shape::is_clear(&self, e)
            }
            #[inline(always)]
            fn tiles_within(self, $e: Extent) -> impl Iterator<Item = (Extent, &$t TileRows)> {
                let $it = self;
                $tiles
            }
            #[inline(always)]
            fn compiled(self) -> impl Tiled<$t> {
                #[cfg(target_family = "wasm")]
                let it = EitherTiled::$kind(self);
                #[cfg(not(target_family = "wasm"))]
                let it = self;
                it
            }
        }
    };
}
tiled!('t, Terrain as &'t Terrain: Terrain, |terrain, e| terrain.tiles_within(e));
tiled!('t, TileView as TileView<'t>: Map, |map, e| map.blocks_within(e));

#[cfg(target_family = "wasm")]
#[derive(Clone, Copy)]
enum EitherTiled<'t> {
    Terrain(&'t Terrain),
    Map(TileView<'t>),
}

#[cfg(target_family = "wasm")]
impl<'t> Tiled<'t> for EitherTiled<'t> {
    fn extent(self) -> Extent {
        match self {
            EitherTiled::Terrain(terrain) => terrain.extent(),
            EitherTiled::Map(map) => map.extent(),
        }
    }
    fn is_clear(self, e: Extent) -> bool {
        match self {
            EitherTiled::Terrain(terrain) => terrain.is_clear(e),
            EitherTiled::Map(map) => map.is_clear(e),
        }
    }
    fn tiles_within(self, e: Extent) -> impl Iterator<Item = (Extent, &'t TileRows)> {
        let (mut terrain, mut map) = match self {
            EitherTiled::Terrain(terrain) => (Some(Tiled::tiles_within(terrain, e)), None),
            EitherTiled::Map(map) => (None, Some(map.blocks_within(e))),
        };
        core::iter::from_fn(move || match &mut terrain {
            Some(terrain) => terrain.next(),
            None => map.as_mut()?.next(),
        })
    }
    fn compiled(self) -> impl Tiled<'t> {
        self
    }
}

/// The shape that lies under the tiles.
trait UnderTile {
    /// A box that contains the shape.
    fn extent(&self) -> Extent;
    /// Runs a loop down a tile and what lies under it. None if the two share no rows.
    fn meet<I: Isa, L: Loop>(
        &mut self,
        isa: I,
        tile: &TileRows,
        square: Extent,
        body: L,
    ) -> Option<L::Output>;
}

/// A mask with lanes B.
struct Bits<'a, B> {
    mask: &'a Mask,
    at: Offset,
    lane: PhantomData<B>,
}

impl<B: Lane> UnderTile for Bits<'_, B> {
    #[inline(always)]
    fn extent(&self) -> Extent {
        self.mask.extent().shifted(self.at)
    }

    #[inline(always)]
    fn meet<I: Isa, L: Loop>(
        &mut self,
        isa: I,
        tile: &TileRows,
        square: Extent,
        body: L,
    ) -> Option<L::Output> {
        let at = self.at - square.corner();
        let extent = Extent::of_size(SIDE, SIDE).intersection(self.mask.extent().shifted(at));
        if extent.is_empty() {
            return None;
        }
        Shared { extent, dx: at.x, dy: at.y }.meet_tile::<I, B, L>(isa, tile, self.mask, body)
    }
}

/// Any other shape, drawn as one tile at a time.
struct DrawnTile<'a> {
    shape: Plain<'a>,
    rows: TileRows,
}

impl UnderTile for DrawnTile<'_> {
    #[inline(always)]
    fn extent(&self) -> Extent {
        self.shape.extent()
    }

    #[inline(always)]
    fn meet<I: Isa, L: Loop>(&mut self, _: I, tile: &TileRows, square: Extent, body: L) -> Option<L::Output> {
        let drawn = self.shape.draw_tile(square, &mut self.rows);
        let answer = bits::run::<OnTile, _, _, _>(tile, &self.rows, body);
        self.rows[drawn].fill(0);
        Some(answer)
    }
}

/// A loop down two tiles. Drawing takes longer than choosing an instruction set for each tile.
struct OnTile;

impl<L: Loop> Kernel<&TileRows, &TileRows, L> for OnTile {
    type Output = L::Output;
    #[inline(always)]
    fn run<I: Isa>(isa: I, tile: &TileRows, drawn: &TileRows, body: L) -> L::Output {
        let rows: RowRange = 0..i64::from(SIDE);
        let column = blocks(drawn, SIDE as usize);
        body.run(isa, rows, blocks(tile, SIDE as usize), One { column, right: 0, left: 0 })
    }
}

/// The part of the terrain in which both may have solid pixels.
#[inline(always)]
fn shared<'t, T: Tiled<'t>, U: UnderTile>(terrain: T, under: &U) -> Option<Extent> {
    let shared = terrain.extent().intersection(under.extent());
    (!shared.is_empty()).then_some(shared)
}

#[inline(always)]
fn any<'t, I: Isa, T: Tiled<'t>, U: UnderTile>(isa: I, terrain: T, mut under: U) -> bool {
    let Some(shared) = shared(terrain, &under) else { return false };
    for (square, rows) in terrain.tiles_within(shared) {
        if let Some((true, _)) = under.meet(isa, rows, square, Any) {
            return true;
        }
    }
    false
}

#[inline(always)]
fn sum<'t, I: Isa, T: Tiled<'t>, U: UnderTile>(isa: I, terrain: T, mut under: U) -> u64 {
    let Some(shared) = shared(terrain, &under) else { return 0 };
    let mut sum = 0;
    for (square, rows) in terrain.tiles_within(shared) {
        if let Some((area, _)) = under.meet(isa, rows, square, Area) {
            sum += area;
        }
    }
    sum
}

/// The first pixel as a box.
#[inline(always)]
fn top<'t, I: Isa, T: Tiled<'t>, U: UnderTile>(isa: I, terrain: T, mut under: U) -> Extent {
    let Some(shared) = shared(terrain, &under) else { return Extent::EMPTY };
    let mut found = Extent::EMPTY;
    let mut below = i64::MAX;
    for (square, rows) in terrain.tiles_within(shared) {
        if square.y0 > below {
            break;
        }
        if let Some((Some(spot), start)) = under.meet(isa, rows, square, First) {
            let (x, y) = (square.x0 + i64::from(spot.bit()), square.y0 + start + spot.row());
            // A pixel of a tile farther right in this row of tiles counts only if it is higher.
            if found.is_empty() || y < found.y0 {
                found = Extent::of_pixel(x, y);
            }
            below = square.y0;
        }
    }
    found
}

#[inline(always)]
fn span<'t, I: Isa, T: Tiled<'t>, U: UnderTile>(isa: I, terrain: T, mut under: U) -> Extent {
    let Some(shared) = shared(terrain, &under) else { return Extent::EMPTY };
    let mut found = Extent::EMPTY;
    for (square, rows) in terrain.tiles_within(shared) {
        if let Some((Some(span), start)) = under.meet(isa, rows, square, Bounds) {
            found = found.around(span.extent(square.x0, square.y0 + start));
        }
    }
    found
}

macro_rules! verbs {
    ($($verb:ident = $function:ident, $bits:ident -> $output:ty;)*) => {$(
        #[inline]
        pub(super) fn $verb<'t>(terrain: impl Tiled<'t>, other: ShapeRef<'_>, at: Offset) -> $output {
            #[inline]
            fn ask<'t>(terrain: impl Tiled<'t>, other: ShapeRef<'_>, at: Offset) -> $output {
                match other {
                    ShapeRef::Mask(mask) if matches!(mask.columns(), Columns::Small(_) | Columns::L64(_)) => {
                        bits::run::<$bits<u64>, _, _, _>(terrain, mask, at)
                    }
                    // Narrow lanes, too: drawing them costs less than a copy of each loop.
                    _ => $function(Everywhere, terrain, DrawnTile { shape: Plain { shape: other, corner: at }, rows: CLEAR }),
                }
            }
            ask(terrain.compiled(), other, at)
        }
        struct $bits<B>(PhantomData<B>);
        impl<'t, T: Tiled<'t>, B: Lane> Kernel<T, &Mask, Offset> for $bits<B> {
            type Output = $output;
            #[inline(always)]
            fn run<I: Isa>(isa: I, terrain: T, mask: &Mask, at: Offset) -> $output {
                $function::<I, T, Bits<'_, B>>(isa, terrain, Bits { mask, at, lane: PhantomData })
            }
        }
    )*};
}
verbs! {
    by_tiles = any, AnyBits -> bool;
    area = sum, AreaBits -> u64;
    first = top, FirstBits -> Extent;
    bounds = span, BoundsBits -> Extent;
}

/// Whether the two overlap. This is the most frequent question.
#[inline]
pub(super) fn overlaps<'t>(terrain: impl Tiled<'t>, other: ShapeRef<'_>, at: Offset) -> bool {
    #[inline]
    fn ask<'t>(terrain: impl Tiled<'t>, other: ShapeRef<'_>, at: Offset) -> bool {
        let shared = terrain.extent().intersection(Plain { shape: other, corner: at }.extent());
        if shared.is_empty() || terrain.is_clear(shared) {
            return false;
        }
        // Narrow lanes are frequent here: sprites that reach beyond the ground or lie on two pages of a map.
        if let ShapeRef::Mask(mask) = other {
            match mask.columns() {
                Columns::L16(_) => return bits::run::<AnyBits<u16>, _, _, _>(terrain, mask, at),
                Columns::L32(_) => return bits::run::<AnyBits<u32>, _, _, _>(terrain, mask, at),
                Columns::Small(_) | Columns::L64(_) => {}
            }
        }
        by_tiles(terrain, other, at)
    }
    ask(terrain.compiled(), other, at)
}
