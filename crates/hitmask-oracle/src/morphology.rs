//! Grow, shrink and fill holes.

use crate::Grid;

/// Which pixels count as within `n` of the centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element {
    /// max(|dx|, |dy|) <= n
    Box,
    /// |dx| + |dy| <= n
    Diamond,
    /// dx² + dy² <= n²
    Disc,
}

impl Element {
    /// Whether the step (dx, dy) stays within `n`.
    #[must_use]
    pub fn holds(self, dx: i64, dy: i64, n: i64) -> bool {
        match self {
            Element::Box => dx.abs().max(dy.abs()) <= n,
            Element::Diamond => dx.abs() + dy.abs() <= n,
            Element::Disc => dx * dx + dy * dy <= n * n,
        }
    }

    /// Every step within `n`.
    fn steps(self, n: i64) -> Vec<(i64, i64)> {
        let mut steps = Vec::new();
        for dy in -n..=n {
            for dx in -n..=n {
                if self.holds(dx, dy, n) {
                    steps.push((dx, dy));
                }
            }
        }
        steps
    }
}

impl Grid {
    /// Every pixel within `n` of a solid one, in a grid that begins at (-n, -n) and is 2n wider and higher.
    #[must_use]
    pub fn grow(&self, n: usize, element: Element) -> Grid {
        let steps = element.steps(n as i64);
        let mut grown = Grid::new(self.w + 2 * n, self.h + 2 * n);
        for (x, y) in self.points() {
            for &(dx, dy) in &steps {
                grown.set((x + dx + n as i64) as usize, (y + dy + n as i64) as usize, true);
            }
        }
        grown
    }

    /// Every pixel whose whole neighbourhood within `n` is solid, in a grid of the same size.
    /// Outside counts as clear.
    #[must_use]
    pub fn shrink(&self, n: usize, element: Element) -> Grid {
        let steps = element.steps(n as i64);
        Grid::from_fn(self.w, self.h, |x, y| {
            steps.iter().all(|&(dx, dy)| self.get(x as i64 + dx, y as i64 + dy))
        })
    }

    /// Fills the holes. A hole is a set of clear pixels from which no path of steps up, down, left or right over clear pixels leads
    /// outside.
    pub fn fill_holes(&mut self) {
        // The grid with a clear margin of one pixel, flooded from the corner of the margin.
        let (w, h) = (self.w + 2, self.h + 2);
        let mut reached = vec![false; w * h];
        let mut todo = vec![(0_usize, 0_usize)];
        while let Some((x, y)) = todo.pop() {
            if reached[y * w + x] || self.get(x as i64 - 1, y as i64 - 1) {
                continue;
            }
            reached[y * w + x] = true;
            if x > 0 {
                todo.push((x - 1, y));
            }
            if y > 0 {
                todo.push((x, y - 1));
            }
            if x + 1 < w {
                todo.push((x + 1, y));
            }
            if y + 1 < h {
                todo.push((x, y + 1));
            }
        }
        for y in 0..self.h {
            for x in 0..self.w {
                self.cells[y * self.w + x] = !reached[(y + 1) * w + (x + 1)];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dot_grows_into_the_element() {
        let dot = Grid::draw("#");
        assert_eq!(dot.grow(1, Element::Box), Grid::draw("###\n###\n###"));
        assert_eq!(dot.grow(1, Element::Disc), Grid::draw(".#.\n###\n.#."));
        assert_eq!(dot.grow(2, Element::Diamond), Grid::draw("..#..\n.###.\n#####\n.###.\n..#.."));
        assert_eq!(
            dot.grow(3, Element::Disc),
            Grid::draw("...#...\n.#####.\n.#####.\n#######\n.#####.\n.#####.\n...#...")
        );
        assert_eq!(dot.grow(0, Element::Disc), dot);
    }

    #[test]
    fn the_outside_eats_into_a_block() {
        let block = Grid::draw("####\n####\n####");
        assert_eq!(block.shrink(1, Element::Box), Grid::draw("....\n.##.\n...."));
        assert_eq!(block.shrink(2, Element::Diamond), Grid::new(4, 3));
    }

    #[test]
    fn a_diagonal_gap_does_not_drain_a_hole() {
        let mut ring = Grid::draw(".##\n#.#\n##.");
        ring.fill_holes();
        assert_eq!(ring, Grid::draw(".##\n###\n##."));
        let mut cup = Grid::draw("#.#\n#.#\n###");
        let before = cup.clone();
        cup.fill_holes();
        assert_eq!(cup, before);
    }
}
