//! A terrain as a flat array: what an edit changed, and the pieces that nothing holds.

use crate::grid::bounds_of;
use crate::{Grid, Solid};

/// How many pixels changed, and the smallest (x, y, w, h) around them.
pub type Changed = (u64, Option<(i64, i64, i64, i64)>);

impl Grid {
    /// [`Grid::difference_with`], with what it changed.
    pub fn carve(&mut self, other: &dyn Solid, offset: (i32, i32)) -> Changed {
        let before = self.clone();
        self.difference_with(other, offset);
        self.changed_since(&before)
    }

    /// [`Grid::union_with`], with what it changed.
    pub fn paint(&mut self, other: &dyn Solid, offset: (i32, i32)) -> Changed {
        let before = self.clone();
        self.union_with(other, offset);
        self.changed_since(&before)
    }

    fn changed_since(&self, before: &Grid) -> Changed {
        let mut points = Vec::new();
        for y in 0..self.h {
            for x in 0..self.w {
                if self.cells[y * self.w + x] != before.cells[y * self.w + x] {
                    points.push((x as i64, y as i64));
                }
            }
        }
        (points.len() as u64, bounds_of(&points))
    }

    /// The components that no edge holds, each as its pixels row by row. An edge that is chosen holds a component with a pixel in the
    /// outermost column or row at it. The components are sorted by their first pixels.
    #[must_use]
    pub fn islands(&self, [left, right, top, bottom]: [bool; 4], corners: bool) -> Vec<Vec<(i64, i64)>> {
        let labels = self.components(corners);
        let mut pieces = vec![Vec::new(); labels.iter().max().map_or(0, |&last| last)];
        for (x, y) in self.points() {
            pieces[labels[y as usize * self.w + x as usize] - 1].push((x, y));
        }
        let held = |&(x, y): &(i64, i64)| {
            left && x == 0
                || right && x == self.w as i64 - 1
                || top && y == 0
                || bottom && y == self.h as i64 - 1
        };
        pieces.retain(|piece| !piece.iter().any(held));
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changed() {
        let mut grid = Grid::draw("###.\n####");
        assert_eq!(grid.carve(&Grid::draw("##\n##"), (2, -1)), (1, Some((2, 0, 1, 1))));
        assert_eq!(grid, Grid::draw("##..\n####"));
        assert_eq!(grid.paint(&Grid::draw("####"), (-1, 0)), (1, Some((2, 0, 1, 1))));
        assert_eq!(grid.paint(&Grid::draw("####"), (-1, 0)), (0, None));
    }

    #[test]
    fn what_hangs() {
        let grid = Grid::draw(
            "#..#
             .#..
             .#.#",
        );
        let none = [false; 4];
        assert_eq!(grid.islands(none, false).len(), 4);
        assert_eq!(grid.islands(none, true)[0], [(0, 0), (1, 1), (1, 2)]);
        assert_eq!(grid.islands([false, false, false, true], false), [[(0, 0)], [(3, 0)]]);
        assert_eq!(grid.islands([false, false, true, false], true), [[(3, 2)]]);
        assert!(grid.islands([true, true, false, false], true).is_empty());
    }
}
