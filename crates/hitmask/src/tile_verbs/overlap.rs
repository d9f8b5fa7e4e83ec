//! Which tiles a shape overlaps.

use alloc::vec::Vec;

use crate::geom::{Extent, Offset, Point};
use crate::overlap;
use crate::placed::{Shape, ShapeRef, of};
use crate::tile_map::{PlacedTile, TileCell, TileKind, TileMap, TileView};

/// A tile that a shape meets.
#[doc(alias = "tile hit")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct TileOverlap {
    /// The column and the row of its cell.
    pub cell: Point,
    /// The tile's id and its flips.
    pub tile: TileCell,
    /// What the tile is for.
    pub kind: TileKind,
    /// The tile's own number: see [`TileDef::number`](crate::TileDef::number).
    pub number: u64,
    /// How many of the tile's pixels the shape meets. Where pictures lie over each other, a pixel counts for each of them.
    pub area: u64,
    /// The first of these pixels: lowest y, then lowest x, in pixels of the map.
    pub first: Point,
}

/// The tile and its flips.
impl From<&TileOverlap> for TileCell {
    fn from(met: &TileOverlap) -> TileCell {
        met.tile
    }
}

impl TileView<'_> {
    /// The tiles that a shape meets, row by row of cells, left to right. The [offset](crate::mask#the-offset) is the shape's origin in
    /// pixels of the map.
    ///
    /// ```
    /// use hitmask::{Mask, Point, Rect, TileCell, TileDef, TileKind, TileMap, TileSet};
    /// let ice = TileDef::new(Mask::filled(16, 16)).with_number(50);
    /// let mut map = TileMap::new(TileSet::new([Mask::filled(16, 16).into(), ice]), (20, 20), (16, 16));
    /// map.fill((0, 10), 20, (0..20).map(|x| Some(TileCell::new(u32::from(x >= 3)))));
    /// let feet = Rect::new(0, 0, 12, 1);
    /// let met = map.overlap_tiles(&feet, (40, 160));
    /// let of_each: Vec<_> = met.iter().map(|met| (met.cell, met.number, met.area)).collect();
    /// assert_eq!(of_each, [(Point::new(2, 10), 0, 8), (Point::new(3, 10), 50, 4)]);
    /// assert_eq!(met[1].first, Point::new(48, 160));
    /// assert!(map.only(TileKind::Sensor).overlap_tiles(&feet, (40, 160)).is_empty());
    /// ```
    ///
    /// # Complexity
    /// Two overlap questions for each tile near the shape. If the set has pictures that reach over other cells, the cells that they might
    /// come from are looked at.
    #[doc(alias = "overlapping_tiles")]
    #[doc(alias = "tiles_in")]
    #[must_use]
    pub fn overlap_tiles<S: Shape + ?Sized>(&self, shape: &S, offset: impl Into<Point>) -> Vec<TileOverlap> {
        let mut met = Vec::new();
        self.overlap_tiles_into(shape, offset, &mut met);
        met
    }

    /// As [`TileView::overlap_tiles`], but writes into your vector. The vector's old contents are dropped.
    pub fn overlap_tiles_into<S: Shape + ?Sized>(
        &self,
        shape: &S,
        offset: impl Into<Point>,
        met: &mut Vec<TileOverlap>,
    ) {
        met.clear();
        self.each_met(of(shape), offset.into().into(), |one| met.push(one));
    }

    /// The tile that is seen at a pixel: of several that are solid there, the one that is drawn last, in the lowest row of cells and there
    /// farthest to the right. None if the pixel is clear. Its `area` is 1. For all of them, ask [`TileView::overlap_tiles`] with a
    /// rectangle of one pixel.
    #[doc(alias = "pick")]
    #[must_use]
    pub fn tile_at(&self, pixel: impl Into<Point>) -> Option<TileOverlap> {
        let mut last = None;
        let at = Offset::from(pixel.into());
        self.drawing().each_near(Extent::of_pixel(at.x, at.y), |placed| {
            let is_solid =
                placed.with_picture(|mask, corner| mask.has_texel((at.x - corner.x, at.y - corner.y)));
            if is_solid {
                last = Some(placed);
            }
            true
        });
        last.map(|placed| met_of(&placed, 1, at.as_pixel()))
    }

    /// Calls `f` with each tile that a shape meets.
    pub(crate) fn each_met(&self, shape: ShapeRef<'_>, offset: Offset, mut f: impl FnMut(TileOverlap)) {
        let there = shape.extent().shifted(offset);
        let near = there.intersection(self.extent());
        if near.is_empty() {
            return;
        }
        self.drawing().each_near(near, |placed| {
            if !placed.extent().intersection(there).is_empty() {
                placed.with_picture(|mask, at| {
                    let picture = ShapeRef::Mask(mask);
                    if let Some(first) = overlap::first(picture, shape, offset - at) {
                        let area = overlap::area(picture, shape, offset - at);
                        f(met_of(&placed, area, (at + first.into()).as_pixel()));
                    }
                });
            }
            true
        });
    }
}

fn met_of(placed: &PlacedTile<'_>, area: u64, first: Point) -> TileOverlap {
    let PlacedTile { x, y, cell, tile, .. } = *placed;
    TileOverlap {
        cell: Point::new(x as i32, y as i32),
        tile: cell,
        kind: tile.kind,
        number: tile.number,
        area,
        first,
    }
}

impl TileMap {
    /// As [`TileView::overlap_tiles`], of all kinds.
    #[must_use]
    pub fn overlap_tiles<S: Shape + ?Sized>(&self, shape: &S, offset: impl Into<Point>) -> Vec<TileOverlap> {
        self.all().overlap_tiles(shape, offset)
    }

    /// As [`TileView::overlap_tiles_into`], of all kinds.
    pub fn overlap_tiles_into<S: Shape + ?Sized>(
        &self,
        shape: &S,
        offset: impl Into<Point>,
        met: &mut Vec<TileOverlap>,
    ) {
        self.all().overlap_tiles_into(shape, offset, met);
    }

    /// As [`TileView::tile_at`], of all kinds.
    #[doc(alias = "pick")]
    #[must_use]
    pub fn tile_at(&self, pixel: impl Into<Point>) -> Option<TileOverlap> {
        self.all().tile_at(pixel)
    }
}
