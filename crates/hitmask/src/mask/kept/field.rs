//! How far it is, at least, from a place in a mask to the next solid or the next clear pixel: enough to say that a whole
//! region holds nothing, or is all solid, with one look.

use alloc::vec::Vec;

use crate::geom::Extent;

/// A signed lower bound of a distance for every cell of the mask's bounds.
///
/// A cell is a square of pixels. The bound holds for every point of the cell: the distance to the nearest solid pixel's square
/// where it is positive, to the nearest clear pixel's square (all outside is clear) where it is negative. It comes from the exact
/// distance transform of cells that hold anything, or are full.
pub(crate) struct Field {
    /// The first pixel, x and y.
    low: [f32; 2],
    /// The middle of the last one, counted from the first.
    most: [f32; 2],
    /// The cell's side is 2^shift pixels.
    shift: u32,
    /// Cells in a row.
    stride: i32,
    /// In units of 1/[`UNITS`] pixel, at most `i16::MAX`.
    cells: Vec<i16>,
}

/// Units in a pixel's side.
pub(crate) const UNITS: u64 = 8;

impl Field {
    /// From the bounds of the solid pixels and the cells inside them, row by row: 2^shift pixels a side, `stride` in a row.
    pub(crate) fn new(bounds: Extent, shift: u32, stride: u32, cells: Vec<i16>) -> Field {
        let last = |low: i64, high: i64| (high - low - 1).max(0) as f32 + 0.5;
        Field {
            low: [bounds.x0 as f32, bounds.y0 as f32],
            most: [last(bounds.x0, bounds.x1), last(bounds.y0, bounds.y1)],
            shift,
            stride: stride as i32,
            cells,
        }
    }

    /// The lower bounds at four places, in pixels: above 0 the next solid pixel is at least so far; below 0 the next clear one. A
    /// place outside the mask's bounds is at least the root of the second number `beyond` them, and its bound is that of the
    /// nearest place inside: coming back to a convex box brings no point of the box farther away.
    #[inline(always)]
    pub(crate) fn at(&self, u: [f32; 4], v: [f32; 4]) -> ([f32; 4], [f32; 4]) {
        let (x, off_x) = inside(u, self.low[0], self.most[0]);
        let (y, off_y) = inside(v, self.low[1], self.most[1]);
        let (mut signed, mut beyond) = ([0.0; 4], [0.0; 4]);
        for i in 0..4 {
            let cell = (y[i] >> self.shift) * self.stride + (x[i] >> self.shift);
            // A mask without solid pixels has no cells.
            let bound = self.cells.get(cell as usize).copied().unwrap_or(i16::MAX);
            signed[i] = f32::from(bound) * (1.0 / UNITS as f32);
            beyond[i] = off_x[i] * off_x[i] + off_y[i] * off_y[i];
        }
        (signed, beyond)
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.cells.capacity() * size_of::<i16>() + size_of::<Field>()
    }
}

/// Four coordinates as pixels from the first on, and how far they are before the first or beyond the last. `most` is the middle of
/// the last pixel.
#[inline(always)]
fn inside(x: [f32; 4], low: f32, most: f32) -> ([i32; 4], [f32; 4]) {
    let (mut pixel, mut off) = ([0; 4], [0.0; 4]);
    for i in 0..4 {
        let x = x[i] - low;
        // Not nearer to the edges than the middles of the first and the last pixel: which pixel it is stays the same, and how far
        // off it was grows by half a pixel. Comparisons, not `clamp`, which would have to look for NaN.
        let above = if x > 0.5 { x } else { 0.5 };
        let clamped = if above < most { above } else { most };
        let outside = (x - clamped).abs() - 0.5;
        off[i] = if outside > 0.0 { outside } else { 0.0 };
        // Adding 2^23 rounds to a whole number, which then stands in the lowest digits; half less than a coordinate rounds to its
        // pixel. A place on the edge of two pixels counts as in one of them: bounds hold on the edges too. A cast would take three
        // times as long, because of numbers that these are not.
        pixel[i] = ((clamped - 0.5 + (1u32 << 23) as f32).to_bits() & 0x7F_FFFF).cast_signed();
    }
    (pixel, off)
}
