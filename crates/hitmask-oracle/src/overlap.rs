//! The pixels that two solid things share: every pixel is tested.

use crate::Grid;
use crate::grid::bounds_of;

/// Something with solid pixels inside a window.
pub trait Solid {
    /// (left, top, right, bottom), right and bottom excluded. No pixel outside is solid.
    fn window(&self) -> (i64, i64, i64, i64);
    /// Whether the pixel is solid; `false` outside the window.
    fn solid(&self, x: i64, y: i64) -> bool;
}

impl Solid for Grid {
    fn window(&self) -> (i64, i64, i64, i64) {
        (0, 0, self.w as i64, self.h as i64)
    }
    fn solid(&self, x: i64, y: i64) -> bool {
        self.get(x, y)
    }
}

/// A rectangle that is solid all over: (x, y) of its first pixel, width and height.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// Left edge.
    pub x: i64,
    /// Top edge.
    pub y: i64,
    /// Width in pixels.
    pub w: i64,
    /// Height in pixels.
    pub h: i64,
}

impl Solid for Block {
    fn window(&self) -> (i64, i64, i64, i64) {
        (self.x, self.y, self.x + self.w, self.y + self.h)
    }
    fn solid(&self, x: i64, y: i64) -> bool {
        x >= self.x && x < self.x + self.w && y >= self.y && y < self.y + self.h
    }
}

/// The pixels that are solid in both, in the first one's pixels, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlap {
    /// Row by row, from left to right.
    pub points: Vec<(i64, i64)>,
}

/// Tests every pixel of the smaller window. `offset` is b's origin minus a's.
#[must_use]
pub fn overlap(a: &dyn Solid, b: &dyn Solid, offset: (i32, i32)) -> Overlap {
    let (dx, dy) = (i64::from(offset.0), i64::from(offset.1));
    let (ax0, ay0, ax1, ay1) = a.window();
    let (bx0, by0, bx1, by1) = b.window();
    let a_pixels = i128::from(ax1 - ax0) * i128::from(ay1 - ay0);
    let b_pixels = i128::from(bx1 - bx0) * i128::from(by1 - by0);

    // Both windows hold all common pixels and are walked in the same order, so the smaller one is enough.
    let (x0, y0, x1, y1) =
        if a_pixels <= b_pixels { (ax0, ay0, ax1, ay1) } else { (bx0 + dx, by0 + dy, bx1 + dx, by1 + dy) };
    let mut points = Vec::new();
    if a_pixels == 0 || b_pixels == 0 {
        // There may be very many rows without pixels.
        return Overlap { points };
    }
    for y in y0..y1 {
        for x in x0..x1 {
            if a.solid(x, y) && b.solid(x - dx, y - dy) {
                points.push((x, y));
            }
        }
    }
    Overlap { points }
}

impl Overlap {
    /// Whether any pixel is solid in both.
    #[must_use]
    pub fn overlaps(&self) -> bool {
        !self.points.is_empty()
    }

    /// How many pixels are solid in both.
    #[must_use]
    pub fn area(&self) -> u64 {
        self.points.len() as u64
    }

    /// The one with the lowest y, then the lowest x.
    #[must_use]
    pub fn first(&self) -> Option<(i64, i64)> {
        self.points.iter().copied().min_by_key(|&(x, y)| (y, x))
    }

    /// The one with the least key. A function gives the key of (x, y).
    #[must_use]
    pub fn least_by(&self, key: impl Fn(i64, i64) -> (i64, i64)) -> Option<(i64, i64)> {
        self.points.iter().copied().min_by_key(|&(x, y)| key(x, y))
    }

    /// The smallest (x, y, w, h) around them.
    #[must_use]
    pub fn bounds(&self) -> Option<(i64, i64, i64, i64)> {
        bounds_of(&self.points)
    }

    /// A grid of the given size in which they are solid.
    #[must_use]
    pub fn mask(&self, w: usize, h: usize) -> Grid {
        let mut grid = Grid::new(w, h);
        for &(x, y) in &self.points {
            grid.set(x as usize, y as usize, true);
        }
        grid
    }
}

impl Grid {
    /// All offsets of `b` at which the two overlap. Pixel (i, j) stands for the offset (i - (b.w - 1), j - (b.h - 1)), so the size is the
    /// sum of both sizes minus one. If a grid has no pixels on an axis, there is no offset, and the size is 0 on that axis.
    #[must_use]
    pub fn overlap_offsets(&self, b: &Grid) -> Grid {
        let sum = |m: usize, n: usize| if m == 0 || n == 0 { 0 } else { m + n - 1 };
        let mut offsets = Grid::new(sum(self.w, b.w), sum(self.h, b.h));
        for (ax, ay) in self.points() {
            for (bx, by) in b.points() {
                // b's pixel lies on a's when the offset is their difference.
                let (i, j) = (ax - bx + b.w as i64 - 1, ay - by + b.h as i64 - 1);
                offsets.set(i as usize, j as usize, true);
            }
        }
        offsets
    }

    /// How many pixels the two share at each of those offsets, row by row.
    #[must_use]
    pub fn overlap_areas(&self, b: &Grid) -> Vec<u64> {
        let size = self.overlap_offsets(b);
        let mut areas = vec![0; size.w * size.h];
        for (ax, ay) in self.points() {
            for (bx, by) in b.points() {
                let (i, j) = (ax - bx + b.w as i64 - 1, ay - by + b.h as i64 - 1);
                areas[j as usize * size.w + i as usize] += 1;
            }
        }
        areas
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_drawings_meet_in_two_pixels() {
        let a = Grid::draw(
            "#..
             .##",
        );
        let b = Grid::draw(
            "##
             .#",
        );
        // b's top row lies on (1, 1) and (2, 1), its lower one below a.
        let both = overlap(&a, &b, (1, 1));
        assert_eq!(both.points, [(1, 1), (2, 1)]);
        assert_eq!((both.overlaps(), both.area(), both.first()), (true, 2, Some((1, 1))));
        assert_eq!(both.least_by(|x, y| (-x, y)), Some((2, 1)));
        assert_eq!(both.bounds(), Some((1, 1, 2, 1)));
        assert_eq!(both.mask(3, 2), Grid::draw("...\n.##"));
        // Side by side: touching is not overlapping.
        assert!(!overlap(&a, &b, (3, 0)).overlaps());
        assert!(!overlap(&a, &b, (i32::MIN, i32::MAX)).overlaps());
    }

    #[test]
    fn a_block_is_solid_in_its_own_place() {
        let a = Grid::draw("####");
        let block = Block { x: -2, y: 0, w: 4, h: 9 };
        assert_eq!(overlap(&a, &block, (0, 0)).points, [(0, 0), (1, 0)]);
        assert_eq!(overlap(&a, &block, (4, -8)).points, [(2, 0), (3, 0)]);
        // Seen from the block the same pixels lie at its own coordinates.
        assert_eq!(overlap(&block, &a, (-4, 8)).points, [(-2, 8), (-1, 8)]);
    }

    #[test]
    fn offsets_of_two_dots() {
        let a = Grid::draw("..#");
        let b = Grid::draw("#.");
        // They meet when b's origin is at a's x = 2, which is index 2 + (2 - 1).
        assert_eq!(a.overlap_offsets(&b), Grid::draw("...#"));
        assert_eq!(a.overlap_areas(&b), [0, 0, 0, 1]);
        assert_eq!(Grid::draw("##").overlap_areas(&Grid::draw("##")), [1, 2, 1]);
    }
}
