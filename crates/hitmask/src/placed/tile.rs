//! Any shape as the rows of a tile.

use core::ops::Range;

use super::{Plain, ShapeRef};
use crate::bits::TileRows;
use crate::bits::{Columns, span_bits, with_lanes};
use crate::geom::Extent;
use crate::mask::Mask;
use crate::shape::ConvexImage;
use crate::tiles::tile::SIDE;

impl Plain<'_> {
    /// Whether it is known to be solid all over a box of the terrain's pixels. False means that it is not known.
    pub(crate) fn fills(&self, tile: Extent) -> bool {
        matches!(self.shape, ShapeRef::Rect(_)) && self.extent().intersection(tile) == tile
    }

    /// Draws the shape's pixels in a tile into rows that are clear. Returns the range of rows that were written.
    pub(crate) fn draw_tile(&self, tile: Extent, out: &mut TileRows) -> Range<usize> {
        let (x, y) = (tile.x0 - self.corner.x, tile.y0 - self.corner.y);
        let e = self.shape.extent();
        // The rows of the tile in which there may be solid pixels.
        let row = |at: i64| (at - y).clamp(0, i64::from(SIDE)) as usize;
        let (top, bottom) = (row(e.y0), row(e.y1));
        let rows = &mut out[top..bottom.max(top)];
        let y = y + top as i64;
        match self.shape {
            ShapeRef::Mask(mask) => bits(mask, x, y, rows),
            ShapeRef::LabelMask(labels) => bits(labels.mask(), x, y, rows),
            ShapeRef::Rect(_) => rows.fill(span_bits(e.x0, e.x1, x)),
            ShapeRef::Tiles(tiles) => tiles.add_rows(x, y, rows),
            ShapeRef::Runs(_) | ShapeRef::Level(_) | ShapeRef::Labels(_) | ShapeRef::Terrain(_) => {
                self.shape.copy_rows(x, y, rows);
            }
            ShapeRef::Circle(circle) => spans(&circle.image(None), x, y, rows),
            ShapeRef::Polygon(polygon) => spans(&polygon.image(None), x, y, rows),
        }
        top..bottom.max(top)
    }
}

/// Copies the words of a mask from (x, y) on, one row below the other. The mask must have all of these rows.
fn bits(mask: &Mask, x: i64, y: i64, rows: &mut [u64]) {
    let columns = i64::from(mask.width().div_ceil(64));
    let (low, shift) = (x.div_euclid(64), x.rem_euclid(64) as u32);
    let from = |column: i64| (0..columns).contains(&column).then(|| mask.index(column as u32, y as u32));
    fn copy<L: Copy + Into<u64>>(lanes: &[L], rows: &mut [u64], shift: u32) {
        for (row, &lane) in rows.iter_mut().zip(lanes) {
            *row = lane.into() >> shift;
        }
    }
    fn add<L: Copy + Into<u64>>(lanes: &[L], rows: &mut [u64], shift: u32) {
        for (row, &lane) in rows.iter_mut().zip(lanes) {
            *row |= lane.into() << shift;
        }
    }
    let lanes: &Columns = mask.columns();
    if let Some(index) = from(low) {
        with_lanes!(lanes, lanes => copy(&lanes[index..], rows, shift));
    }
    if let (Some(index), 1..) = (from(low + 1), shift) {
        with_lanes!(lanes, lanes => add(&lanes[index..], rows, 64 - shift));
    }
}

/// As [`bits`], for spans.
fn spans(image: &ConvexImage<'_>, x: i64, y: i64, rows: &mut [u64]) {
    let window = Extent { x0: x, y0: y, x1: x + 64, y1: y + rows.len() as i64 };
    image.each_span(window, |at, x0, x1| rows[(at - y) as usize] = span_bits(x0, x1, x));
}
