//! A lower bound for the distance from a point to the nearest solid or the nearest clear pixel. With one lookup it shows that a whole
//! region is clear, or that it is all solid.

use alloc::vec::Vec;

use super::silhouette::Disc;
use crate::geom::Extent;

/// A signed lower bound of a distance for every cell of the mask's bounds.
///
/// A cell is a square of pixels. The bound holds for every point of the cell. If it is positive, it bounds the distance to the square of
/// the nearest solid pixel. If it is negative, it bounds the distance to the square of the nearest clear pixel (everything outside is
/// clear). It comes from the exact distance transform of two masks of cells: cells with any solid pixel, and cells with solid pixels only.
pub(crate) struct Field {
    /// The first pixel: x and y.
    low: [f32; 2],
    /// The centre of the last pixel, relative to the first pixel.
    most: [f32; 2],
    /// The side of a cell is 2^shift pixels.
    shift: u32,
    /// The number of cells in a row.
    stride: i32,
    /// The bounds, in units of 1/[`UNITS`] pixel, clamped to `i16::MAX`.
    cells: Vec<i16>,
}

/// Units per pixel.
pub(crate) const UNITS: u64 = 8;

impl Field {
    /// Builds a field from the bounds of the solid pixels and the cells inside them, row by row: each cell is 2^shift pixels wide, a row
    /// has `stride` of them.
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

    /// The lower bounds at four points, in pixels: if positive, the nearest solid pixel is at least this far away; if negative, the nearest
    /// clear one. A point outside the mask's bounds is at least the square root of the second number (`beyond`) away from them. Its bound
    /// is that of the nearest point inside. That is valid, because projecting a point onto a convex box never increases its distance to a
    /// point of the box.
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

    /// A disc around the centre of the deepest cell that holds no clear point inside its rim, and the side of a cell in pixels. None if
    /// there are no cells.
    pub(crate) fn deepest(&self) -> Option<(Disc, i32)> {
        // The least bound; of equal ones the first.
        let (at, &bound) = self.cells.iter().enumerate().min_by_key(|&(_, &bound)| bound)?;
        let [x, y] = [at as i32 % self.stride, at as i32 / self.stride];
        // The bounds' corner is a whole number of pixels.
        let centre = |low: f32, cell: i32| 2 * low as i32 + ((2 * cell + 1) << self.shift);
        let radius = u32::from((-i32::from(bound)).max(0).unsigned_abs() as u16) * (256 / UNITS as u32);
        Some((Disc { centre: [centre(self.low[0], x), centre(self.low[1], y)], radius }, 1 << self.shift))
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.cells.capacity() * size_of::<i16>() + size_of::<Field>()
    }
}

/// Four coordinates as pixels relative to the first pixel, and their distances from the range between the first and the last pixel. `most`
/// is the centre of the last pixel.
#[inline(always)]
fn inside(x: [f32; 4], low: f32, most: f32) -> ([i32; 4], [f32; 4]) {
    let (mut pixel, mut off) = ([0; 4], [0.0; 4]);
    for i in 0..4 {
        let x = x[i] - low;
        // Clamp to the centres of the first and the last pixel. The pixel stays the same; the distance to the range grows by half a pixel.
        // Comparisons are used because `clamp` would have to check for NaN.
        let above = if x > 0.5 { x } else { 0.5 };
        let clamped = if above < most { above } else { most };
        let outside = (x - clamped).abs() - 0.5;
        off[i] = if outside > 0.0 { outside } else { 0.0 };
        // Adding 2^23 rounds to an integer, which then appears in the lowest bits. A coordinate minus one half rounds to its pixel. A point
        // on the edge between two pixels may count as either, because the bounds hold on the edges too. A cast would take three times as
        // long, because it must handle values that cannot occur here.
        pixel[i] = ((clamped - 0.5 + (1u32 << 23) as f32).to_bits() & 0x7F_FFFF).cast_signed();
    }
    (pixel, off)
}
