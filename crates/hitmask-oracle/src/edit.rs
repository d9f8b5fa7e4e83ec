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

    /// Cut along left, top, right and bottom margins. The nine parts are scaled or, between the corners, repeated, each by itself, and put
    /// together. Two margins that together are longer than the new side share it in proportion.
    #[must_use]
    pub fn nine_slice(
        &self,
        [left, top, right, bottom]: [usize; 4],
        (w, h): (usize, usize),
        tiles: bool,
    ) -> Grid {
        // Each part of a side: where it is, where it will be, and whether it is the middle.
        let parts = |side: usize, [a, b]: [usize; 2], new: usize| {
            let (mut to_a, mut to_b) = (a, b);
            if a + b > new {
                to_a = ((new * a) as f64 / (a + b) as f64 + 0.5).floor() as usize;
                to_b = new - to_a;
            }
            [
                (0..a, 0..to_a, false),
                (a..side - b, to_a..new - to_b, true),
                (side - b..side, new - to_b..new, false),
            ]
        };
        let mut grid = Grid::new(w, h);
        for (from_x, to_x, middle_x) in parts(self.w, [left, right], w) {
            for (from_y, to_y, middle_y) in parts(self.h, [top, bottom], h) {
                if from_x.is_empty() || from_y.is_empty() {
                    continue;
                }
                let part = self.crop(from_x.start as i32, from_y.start as i32, from_x.len(), from_y.len());
                let scaled_w = if tiles && middle_x { part.w } else { to_x.len() };
                let scaled_h = if tiles && middle_y { part.h } else { to_y.len() };
                if scaled_w == 0 || scaled_h == 0 {
                    continue;
                }
                let scaled = part.scale_nearest(scaled_w, scaled_h);
                for y in to_y.clone() {
                    for x in to_x.clone() {
                        let (x_in, y_in) = ((x - to_x.start) % scaled_w, (y - to_y.start) % scaled_h);
                        grid.cells[y * w + x] = scaled.get(x_in as i64, y_in as i64);
                    }
                }
            }
        }
        grid
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
