//! The pixels of a convex polygon under a pose.
//!
//! The centre line of a row crosses two edges of the polygon. The covered pixels start at the first centre to the right of one crossing and
//! end before the first centre to the right of the other. Two chains of edges go down from the topmost corner, one on each side. From row
//! to row, a crossing moves by an exact quotient and remainder.

use super::plane::{Fraction, ShapePlane, divided};
use crate::geom::{Extent, Mapped, PointQ16, Pose, wide};

/// A convex polygon as it lies in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PolygonImage<'a> {
    corners: &'a [PointQ16],
    plane: ShapePlane,
    /// A box around its pixels, including those that don't exist.
    pub(super) whole: Extent,
    /// A topmost and a lowest corner.
    ends: [usize; 2],
    /// The first rows below the leftmost and the rightmost corner.
    side_rows: [i64; 2],
}

impl<'a> PolygonImage<'a> {
    /// Looks at each corner once. The corners go once around a convex area, or are fewer than three.
    pub(super) fn new(corners: &'a [PointQ16], pose: Option<&Pose>) -> PolygonImage<'a> {
        let plane = ShapePlane::new(pose);
        // The least and the greatest x and y, and where they are.
        let (mut low, mut high) = ([(i128::MAX, 0); 2], [(i128::MIN, 0); 2]);
        let image = |i: usize| plane.image(corners[i]);
        for i in 0..corners.len() {
            let at = image(i);
            for axis in 0..2 {
                low[axis] = low[axis].min((at[axis], i));
                high[axis] = high[axis].max((at[axis], i));
            }
        }
        // With fewer than three corners there is no area.
        if corners.len() < 3 {
            return PolygonImage { corners, plane, whole: Extent::EMPTY, ends: [0; 2], side_rows: [0; 2] };
        }
        PolygonImage {
            corners,
            plane,
            whole: plane.pixels(low.mapped(|(x, _)| x), high.mapped(|(x, _)| x)),
            ends: [low[1].1, high[1].1],
            side_rows: [low[0].1, high[0].1].mapped(|i| plane.first_middle(image(i)[1])),
        }
    }

    /// See [`ConvexImage::farthest`](super::ConvexImage::farthest).
    pub(super) fn farthest(&self, way: [i64; 2]) -> [f64; 2] {
        let unit = self.plane.unit() as f64;
        let [x, y] = way.mapped(|part| part as f64);
        let along = |at: &[f64; 2]| x * at[0] + y * at[1];
        let points =
            self.corners.iter().map(|&corner| self.plane.image(corner).mapped(|at| at as f64 / unit - 0.5));
        points.max_by(|one, other| along(one).total_cmp(&along(other))).unwrap_or([0.0; 2])
    }

    /// The first rows below the leftmost and the rightmost corner. Of several such corners, any.
    pub(super) fn side_rows(&self) -> [i64; 2] {
        self.side_rows
    }

    /// The last corner of a chain, from the topmost one on, that does not lie below a row. The row must not lie above the polygon.
    fn last_above(&self, forward: bool, row: i64) -> usize {
        let ([top, bottom], count) = (self.ends, self.corners.len());
        let corner =
            |steps: usize| if forward { (top + steps) % count } else { (top + count - steps) % count };
        let edges = if forward { bottom + count - top } else { top + count - bottom };
        let (mut low, mut high) = (0, edges % count);
        while low < high {
            let middle = (low + high).div_ceil(2);
            let y = self.plane.image(self.corners[corner(middle)])[1];
            if self.plane.first_middle(y) <= row { low = middle } else { high = middle - 1 }
        }
        corner(low)
    }

    /// The window must not be empty, and must lie in the extent.
    pub(super) fn each_span_while(&self, window: Extent, f: &mut dyn FnMut(i64, i64, i64) -> bool) {
        let mut sides = [true, false].mapped(|forward| EdgeChain {
            shape: self,
            at: self.last_above(forward, window.y0),
            forward,
            end: i64::MIN,
            line: EdgeLine::Level,
        });
        for y in window.y0..window.y1 {
            let [one, other] = sides.each_mut().mapped(|side| side.crossing(y));
            let (x0, x1) = (one.min(other).max(window.x0), one.max(other).min(window.x1));
            if x0 < x1 && !f(y, x0, x1) {
                return;
            }
        }
    }
}

/// A chain of edges that goes down.
struct EdgeChain<'a> {
    shape: &'a PolygonImage<'a>,
    /// The corner at the end of the current edge.
    at: usize,
    /// Whether corners are visited in order.
    forward: bool,
    /// The first row that the current edge does not cross.
    end: i64,
    line: EdgeLine,
}

impl EdgeChain<'_> {
    /// The first pixel to the right of the crossing with a row. The row must lie between the polygon's first and last row, and rows must be
    /// visited in order.
    #[inline]
    fn crossing(&mut self, row: i64) -> i64 {
        if row < self.end {
            return self.line.next(row);
        }
        let PolygonImage { corners, plane, .. } = self.shape;
        while row >= self.end {
            #[cfg(test)]
            crate::work::add(1);
            let from = plane.image(corners[self.at]);
            self.at = match self.forward {
                true if self.at + 1 == corners.len() => 0,
                true => self.at + 1,
                false if self.at == 0 => corners.len() - 1,
                false => self.at - 1,
            };
            let to = plane.image(corners[self.at]);
            // A row through the upper end crosses the edge, a row through the lower end does not, because ε² is positive.
            self.end = plane.first_middle(to[1]);
            if row < self.end {
                self.line = EdgeLine::new(plane, from, to, row);
            }
        }
        self.line.first(row)
    }
}

/// An edge, from top to bottom.
enum EdgeLine {
    /// No edge yet: no row crosses it.
    Level,
    /// Steps from row to row.
    Steps(Fraction),
    /// An edge whose numbers are too long for that: each row takes a binary search.
    Long { from: [i128; 2], run: i128, rise: i128, bits: u32 },
}

impl EdgeLine {
    /// The edge from one point down to another, prepared for a first row.
    fn new(plane: &ShapePlane, from: [i128; 2], to: [i128; 2], row: i64) -> EdgeLine {
        let (run, rise) = (to[0] - from[0], to[1] - from[1]);
        let unit = plane.unit();
        // Relative to the pixel of the upper end, so that the numbers are as small as the edge.
        let column = from[0] >> plane.bits;
        let x = from[0] - column * unit - unit / 2;
        let y = i128::from(row) * unit + unit / 2 - from[1];
        if run.abs().max(rise).max(y) >= 1 << 62 {
            return EdgeLine::Long { from, run, rise, bits: plane.bits };
        }
        // The crossing is at x + y · run / rise. Rounded up, that is its first pixel.
        let whole = rise * unit;
        let (pixel, over) = divided(x * rise + y * run + whole - 1, whole);
        let (step, rest) = divided(run, rise);
        let step = (step, rest * unit);
        EdgeLine::Steps(Fraction { whole: pixel + column as i64, over, step, unit: whole })
    }

    /// The pixel of the first row.
    fn first(&self, row: i64) -> i64 {
        match self {
            EdgeLine::Level => 0,
            EdgeLine::Steps(pixel) => pixel.whole,
            EdgeLine::Long { .. } => self.searched(row),
        }
    }

    /// The pixel of the next row.
    #[inline]
    fn next(&mut self, row: i64) -> i64 {
        let EdgeLine::Steps(pixel) = self else { return self.searched(row) };
        pixel.step();
        pixel.whole
    }

    /// The first existing pixel whose centre is not to the left of the crossing. If there is none, the number after the last pixel.
    #[cold]
    fn searched(&self, row: i64) -> i64 {
        let &EdgeLine::Long { from, run, rise, bits } = self else { return 0 };
        let middle = |pixel: i64| (i128::from(pixel) << bits) + (1 << (bits - 1));
        let y = middle(row) - from[1];
        let (mut low, mut high) = (Extent::WORLD.x0, Extent::WORLD.x1);
        while low < high {
            let pixel = low + (high - low) / 2;
            let left = wide::compare_products(middle(pixel) - from[0], rise, y, run).is_lt();
            if left { low = pixel + 1 } else { high = pixel }
        }
        low
    }
}
