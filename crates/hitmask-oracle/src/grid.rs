//! The grid of pixels, and questions about one grid.

use std::fmt;

/// A rectangle of pixels, each solid (`true`) or clear.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    /// Width in pixels.
    pub w: usize,
    /// Height in pixels.
    pub h: usize,
    /// `w * h` pixels, row by row.
    pub cells: Vec<bool>,
}

impl Grid {
    /// A grid without solid pixels.
    #[must_use]
    pub fn new(w: usize, h: usize) -> Grid {
        Grid { w, h, cells: vec![false; w * h] }
    }

    /// A grid whose pixel (x, y) is `f(x, y)`.
    #[must_use]
    pub fn from_fn(w: usize, h: usize, mut f: impl FnMut(usize, usize) -> bool) -> Grid {
        let mut grid = Grid::new(w, h);
        for y in 0..h {
            for x in 0..w {
                grid.cells[y * w + x] = f(x, y);
            }
        }
        grid
    }

    /// A grid from a drawing: one line for each row, `#` is solid, everything else is clear. Short lines are filled up.
    #[must_use]
    pub fn draw(picture: &str) -> Grid {
        let rows: Vec<Vec<bool>> = picture
            .lines()
            .map(|line| line.trim().chars().map(|c| c == '#').collect())
            .filter(|row: &Vec<bool>| !row.is_empty())
            .collect();
        let w = rows.iter().map(Vec::len).max().unwrap_or(0);
        Grid::from_fn(w, rows.len(), |x, y| rows[y].get(x).copied().unwrap_or(false))
    }

    /// Whether (x, y) lies inside and is solid.
    #[must_use]
    pub fn get(&self, x: i64, y: i64) -> bool {
        let inside = x >= 0 && y >= 0 && x < self.w as i64 && y < self.h as i64;
        inside && self.cells[y as usize * self.w + x as usize]
    }

    /// Sets one pixel.
    ///
    /// # Panics
    /// Outside the grid.
    pub fn set(&mut self, x: usize, y: usize, solid: bool) {
        assert!(x < self.w && y < self.h, "({x}, {y}) lies outside {} x {}", self.w, self.h);
        self.cells[y * self.w + x] = solid;
    }

    /// The solid pixels, row by row.
    #[must_use]
    pub fn points(&self) -> Vec<(i64, i64)> {
        let mut points = Vec::with_capacity(self.count() as usize);
        for y in 0..self.h {
            for x in 0..self.w {
                if self.cells[y * self.w + x] {
                    points.push((x as i64, y as i64));
                }
            }
        }
        points
    }

    /// How many pixels are solid.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.cells.iter().filter(|&&solid| solid).count() as u64
    }

    /// The smallest (x, y, w, h) around the solid pixels.
    #[must_use]
    pub fn bounds(&self) -> Option<(i64, i64, i64, i64)> {
        bounds_of(&self.points())
    }

    /// The mean of the solid pixels' coordinates, each rounded down.
    #[must_use]
    pub fn centroid(&self) -> Option<(i64, i64)> {
        let points = self.points();
        let n = points.len() as i64;
        let sum_x: i64 = points.iter().map(|p| p.0).sum();
        let sum_y: i64 = points.iter().map(|p| p.1).sum();
        if n == 0 { None } else { Some((sum_x / n, sum_y / n)) }
    }

    /// The maximal stretches of solid pixels of a row, as (start, end) with the end outside.
    #[must_use]
    pub fn runs(&self, y: usize) -> Vec<(usize, usize)> {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for x in 0..self.w {
            if !self.cells[y * self.w + x] {
                continue;
            }
            match runs.last_mut() {
                Some(run) if run.1 == x => run.1 = x + 1,
                _ => runs.push((x, x + 1)),
            }
        }
        runs
    }
}

/// The smallest (x, y, w, h) that holds the points.
pub(crate) fn bounds_of(points: &[(i64, i64)]) -> Option<(i64, i64, i64, i64)> {
    let x0 = points.iter().map(|p| p.0).min()?;
    let x1 = points.iter().map(|p| p.0).max()?;
    let y0 = points.iter().map(|p| p.1).min()?;
    let y1 = points.iter().map(|p| p.1).max()?;
    Some((x0, y0, x1 - x0 + 1, y1 - y0 + 1))
}

/// The drawing that [`Grid::draw`] reads.
impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} x {}", self.w, self.h)?;
        for y in 0..self.h {
            let row = &self.cells[y * self.w..(y + 1) * self.w];
            writeln!(f, "{}", row.iter().map(|&solid| if solid { '#' } else { '.' }).collect::<String>())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_read_and_written() {
        let grid = Grid::draw(
            ".##.#
             .....
             ..#..",
        );
        assert_eq!((grid.w, grid.h, grid.count()), (5, 3, 4));
        assert_eq!(format!("{grid:?}"), "5 x 3\n.##.#\n.....\n..#..\n");
        assert_eq!(grid.points(), [(1, 0), (2, 0), (4, 0), (2, 2)]);
        assert_eq!(grid.bounds(), Some((1, 0, 4, 3)));
        // Sums 9 and 2 over 4 pixels.
        assert_eq!(grid.centroid(), Some((2, 0)));
        assert_eq!(grid.runs(0), [(1, 3), (4, 5)]);
        assert_eq!(grid.runs(1), []);
        assert!(grid.get(2, 2) && !grid.get(-1, 0) && !grid.get(5, 0) && !grid.get(0, 3));
    }

    #[test]
    fn nothing_has_no_bounds() {
        for grid in [Grid::new(0, 0), Grid::new(0, 4), Grid::new(4, 0), Grid::new(3, 3)] {
            assert_eq!((grid.count(), grid.bounds(), grid.centroid()), (0, None, None));
        }
    }
}
