//! Connected components, found by flood fill.

use crate::Grid;

impl Grid {
    /// The label of each pixel, row by row: 0 for clear pixels, else the number of its component, counted from 1 in the order of the
    /// components' first pixels. With `corners`, pixels that meet only at a corner are connected.
    #[must_use]
    pub fn components(&self, corners: bool) -> Vec<usize> {
        let mut labels = vec![0; self.w * self.h];
        let mut count = 0;
        for (x, y) in self.points() {
            if labels[y as usize * self.w + x as usize] != 0 {
                continue;
            }
            count += 1;
            let mut front = vec![(x, y)];
            while let Some((x, y)) = front.pop() {
                if !self.get(x, y) || labels[y as usize * self.w + x as usize] != 0 {
                    continue;
                }
                labels[y as usize * self.w + x as usize] = count;
                for dy in -1..=1_i64 {
                    for dx in -1..=1_i64 {
                        if corners || dx.abs() + dy.abs() == 1 {
                            front.push((x + dx, y + dy));
                        }
                    }
                }
            }
        }
        labels
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_join_or_do_not() {
        let grid = Grid::draw("#..#\n.#.#\n#..#");
        assert_eq!(grid.components(false), [1, 0, 0, 2, 0, 3, 0, 2, 4, 0, 0, 2]);
        assert_eq!(grid.components(true), [1, 0, 0, 2, 0, 1, 0, 2, 1, 0, 0, 2]);
        assert_eq!(Grid::new(3, 0).components(true), []);
    }
}
