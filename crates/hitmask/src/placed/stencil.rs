//! Any shape as the rows of a tile.

use core::ops::Range;

use crate::bits::{Columns, low_bits, with_lanes};
use crate::geom::Extent;
use crate::mask::{Mask, RunMask};
use crate::placed::ShapeRef;
use crate::tiles::tile::{Rows, SIDE};

/// A shape, and where its origin lies in the terrain's pixels.
#[derive(Clone, Copy)]
pub(crate) struct Placed<'a> {
    pub(crate) shape: ShapeRef<'a>,
    pub(crate) at: (i64, i64),
}

impl Placed<'_> {
    /// A box around it in the terrain's pixels.
    pub(crate) fn extent(self) -> Extent {
        let (e, (x, y)) = (self.shape.extent(), self.at);
        Extent { x0: e.x0 + x, y0: e.y0 + y, x1: e.x1 + x, y1: e.y1 + y }
    }

    /// Whether it is known to be solid all over a box of the terrain's pixels. No is not an answer.
    pub(crate) fn fills(self, tile: Extent) -> bool {
        matches!(self.shape, ShapeRef::Rect(_)) && self.extent().intersection(tile) == tile
    }

    /// The shape's pixels under a tile, into rows that are clear; the rows that were written.
    pub(crate) fn draw(self, tile: Extent, out: &mut Rows) -> Range<usize> {
        let (x, y) = (tile.x0 - self.at.0, tile.y0 - self.at.1);
        let e = self.shape.extent();
        // The rows of the tile on which there may be something.
        let row = |at: i64| (at - y).clamp(0, i64::from(SIDE)) as usize;
        let (top, bottom) = (row(e.y0), row(e.y1));
        let rows = &mut out[top..bottom.max(top)];
        let y = y + top as i64;
        match self.shape {
            ShapeRef::Bits(mask) => bits(mask, x, y, rows),
            ShapeRef::Runs(mask) => runs(mask, x, y, rows),
            ShapeRef::Rect(_) => rows.fill(span(e.x0, e.x1, x)),
            shape @ (ShapeRef::Level(_) | ShapeRef::Terrain(_)) => {
                for (row, y) in rows.iter_mut().zip(y..) {
                    *row = shape.window(x, y);
                }
            }
        }
        top..bottom.max(top)
    }
}

/// The pixels from `start` to before `end`, in a word that begins at x.
pub(crate) fn span(start: i64, end: i64, x: i64) -> u64 {
    let up_to = |edge: i64| low_bits((edge - x).clamp(0, 64) as u32);
    up_to(end) & !up_to(start)
}

/// The words of a mask from (x, y) on, one row below the other, all of which it has.
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

/// As [`bits`].
fn runs(mask: &RunMask, x: i64, y: i64, rows: &mut [u64]) {
    for (row, y) in rows.iter_mut().zip(y..) {
        let all = mask.row(y as usize);
        let from = all.partition_point(|run| i64::from(run.end) <= x);
        for run in all[from..].iter().take_while(|run| i64::from(run.start) < x + 64) {
            *row |= span(run.start.into(), run.end.into(), x);
        }
    }
}
