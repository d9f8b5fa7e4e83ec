//! Squared distances: every pixel is compared with every pixel.

use crate::Grid;

impl Grid {
    /// For each pixel, row by row, the least squared distance to a solid pixel. Empty when there is none.
    #[must_use]
    pub fn distance_to_solid(&self) -> Vec<u64> {
        nearest(self, &self.points())
    }

    /// For each pixel, row by row, the least squared distance to a clear pixel inside the grid. Empty when there is none.
    #[must_use]
    pub fn distance_to_clear_inside(&self) -> Vec<u64> {
        nearest(self, &self.clear_points(0))
    }

    /// The same, if every pixel outside is clear, too.
    #[must_use]
    pub fn distance_to_clear(&self) -> Vec<u64> {
        // The nearest pixel outside is one of the frame around the grid.
        nearest(self, &self.clear_points(1))
    }

    /// The clear pixels of the grid and of a frame around it.
    fn clear_points(&self, frame: i64) -> Vec<(i64, i64)> {
        let mut points = Vec::new();
        for y in -frame..self.h as i64 + frame {
            for x in -frame..self.w as i64 + frame {
                if !self.get(x, y) {
                    points.push((x, y));
                }
            }
        }
        points
    }
}

fn nearest(grid: &Grid, to: &[(i64, i64)]) -> Vec<u64> {
    let mut distances = Vec::new();
    for y in 0..grid.h as i64 {
        for x in 0..grid.w as i64 {
            let squares = to.iter().map(|&(tx, ty)| ((tx - x) * (tx - x) + (ty - y) * (ty - y)) as u64);
            distances.extend(squares.min());
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_measured_by_hand() {
        let grid = Grid::draw("#...\n....");
        assert_eq!(grid.distance_to_solid(), [0, 1, 4, 9, 1, 2, 5, 10]);
        assert_eq!(grid.distance_to_clear_inside(), [1, 0, 0, 0, 0, 0, 0, 0]);
        let block = Grid::draw("###\n###\n###");
        assert_eq!(block.distance_to_clear(), [1, 1, 1, 1, 4, 1, 1, 1, 1]);
        assert_eq!(block.distance_to_clear_inside(), []);
        assert_eq!(Grid::new(2, 1).distance_to_solid(), []);
        assert_eq!(Grid::new(0, 0).distance_to_clear(), []);
    }
}
