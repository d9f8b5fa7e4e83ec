//! Verbs that change a grid, or make another grid from it.

use crate::{Grid, Solid};

impl Grid {
    /// Sets every pixel to `rule(own pixel, the other grid's pixel there)`.
    fn combine(&mut self, other: &dyn Solid, (dx, dy): (i32, i32), rule: impl Fn(bool, bool) -> bool) {
        for y in 0..self.h {
            for x in 0..self.w {
                let there = other.solid(x as i64 - i64::from(dx), y as i64 - i64::from(dy));
                let own = &mut self.cells[y * self.w + x];
                *own = rule(*own, there);
            }
        }
    }

    /// Solid in either.
    pub fn union_with(&mut self, other: &dyn Solid, offset: (i32, i32)) {
        self.combine(other, offset, |a, b| a || b);
    }

    /// Solid here and not there.
    pub fn difference_with(&mut self, other: &dyn Solid, offset: (i32, i32)) {
        self.combine(other, offset, |a, b| a && !b);
    }

    /// Solid in both.
    pub fn intersect_with(&mut self, other: &dyn Solid, offset: (i32, i32)) {
        self.combine(other, offset, |a, b| a && b);
    }

    /// Solid in exactly one.
    pub fn symmetric_difference_with(&mut self, other: &dyn Solid, offset: (i32, i32)) {
        self.combine(other, offset, |a, b| a != b);
    }

    /// Solid becomes clear and clear becomes solid.
    pub fn invert(&mut self) {
        for cell in &mut self.cells {
            *cell = !*cell;
        }
    }

    /// The pixels of the rectangle (x, y, w, h). It may reach outside, where everything is clear.
    #[must_use]
    pub fn crop(&self, x: i32, y: i32, w: usize, h: usize) -> Grid {
        Grid::from_fn(w, h, |i, j| self.get(i64::from(x) + i as i64, i64::from(y) + j as i64))
    }

    /// Left and right exchanged.
    #[must_use]
    pub fn flip_h(&self) -> Grid {
        Grid::from_fn(self.w, self.h, |x, y| self.cells[y * self.w + (self.w - 1 - x)])
    }

    /// Top and bottom exchanged.
    #[must_use]
    pub fn flip_v(&self) -> Grid {
        Grid::from_fn(self.w, self.h, |x, y| self.cells[(self.h - 1 - y) * self.w + x])
    }

    /// A quarter turn clockwise: the left column, read upwards, becomes the top row.
    #[must_use]
    pub fn rotate90(&self) -> Grid {
        Grid::from_fn(self.h, self.w, |x, y| self.cells[(self.h - 1 - x) * self.w + y])
    }

    /// Another size. Each new pixel takes the old pixel that holds its centre. The centre of column x is at
    /// (x + 1/2) * old width / new width.
    #[must_use]
    pub fn scale_nearest(&self, w: usize, h: usize) -> Grid {
        Grid::from_fn(w, h, |x, y| {
            let sx = (2 * x + 1) * self.w / (2 * w);
            let sy = (2 * y + 1) * self.h / (2 * h);
            self.get(sx as i64, sy as i64)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const L: &str = "#..
                     #..
                     ##.";

    #[test]
    fn turns_and_flips() {
        let grid = Grid::draw(
            "#..
             ##.",
        );
        assert_eq!(grid.flip_h(), Grid::draw("..#\n.##"));
        assert_eq!(grid.flip_v(), Grid::draw("##.\n#.."));
        assert_eq!(grid.rotate90(), Grid::draw("##\n#.\n.."));
    }

    #[test]
    fn set_algebra() {
        let row = |s: &str| Grid::draw(s);
        let b = row("##");
        let apply = |verb: fn(&mut Grid, &dyn Solid, (i32, i32))| {
            let mut a = row("##..");
            verb(&mut a, &b, (1, 0));
            a
        };
        assert_eq!(apply(Grid::union_with), row("###."));
        assert_eq!(apply(Grid::difference_with), row("#..."));
        assert_eq!(apply(Grid::intersect_with), row(".#.."));
        assert_eq!(apply(Grid::symmetric_difference_with), row("#.#."));
    }

    #[test]
    fn crop_and_scale() {
        assert_eq!(Grid::draw(L).crop(-1, 1, 3, 3), Grid::draw(".#.\n.##\n..."));
        assert_eq!(Grid::draw("#.").scale_nearest(4, 2), Grid::draw("##..\n##.."));
        // Three columns to two: centres at 0.75 and 2.25.
        assert_eq!(Grid::draw("#.#").scale_nearest(2, 1), Grid::draw("##"));
        assert_eq!(Grid::new(0, 5).scale_nearest(2, 2), Grid::new(2, 2));
        let mut grid = Grid::draw("#.");
        grid.invert();
        assert_eq!(grid, Grid::draw(".#"));
    }
}
