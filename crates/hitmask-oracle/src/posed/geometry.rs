//! The geometry rule: the images of two solid texels share positive area.

use super::affine::{Affine, corners};
use crate::Grid;

/// Whether the images of any two solid texels share positive area. Every pair is tested.
#[must_use]
pub fn posed_geometry_overlaps(a: &Grid, pose_a: Affine, b: &Grid, pose_b: Affine) -> bool {
    let (of_a, of_b) = (texels(a, pose_a), texels(b, pose_b));
    // Sides of either kind of parallelogram, as vectors.
    let sides = [side(pose_a, 0), side(pose_a, 1), side(pose_b, 0), side(pose_b, 1)];
    of_a.iter().any(|p| of_b.iter().any(|q| share_area(p, q, sides)))
}

type Parallelogram = [(i64, i64); 4];

fn texels(grid: &Grid, pose: Affine) -> Vec<Parallelogram> {
    grid.points().into_iter().map(|(u, v)| corners(pose, (u, v), (u + 1, v + 1))).collect()
}

fn side(pose: Affine, column: usize) -> (i64, i64) {
    (pose[column], pose[column + 2])
}

/// The separating axis theorem: two convex open polygons are disjoint if and only if a line along a side of one of them separates them. A
/// corner on the line does not count as crossing it, since the polygons are open.
fn share_area(p: &Parallelogram, q: &Parallelogram, sides: [(i64, i64); 4]) -> bool {
    // The two axes of the world separate most pairs, with less work.
    let apart = |p: (i128, i128), q: (i128, i128)| p.1 <= q.0 || q.1 <= p.0;
    let axes = [(1, 0), (0, 1)].into_iter().chain(sides.map(|(x, y)| (-y, x)));
    axes.into_iter().all(|axis| !apart(extent(p, axis), extent(q, axis)))
}

/// The least and the greatest product of a corner with the axis.
fn extent(corners: &Parallelogram, (nx, ny): (i64, i64)) -> (i128, i128) {
    let products = corners.map(|(x, y)| i128::from(x) * i128::from(nx) + i128::from(y) * i128::from(ny));
    (products.into_iter().min().expect("four corners"), products.into_iter().max().expect("four corners"))
}

#[cfg(test)]
mod tests {
    use super::super::affine::ONE;
    use super::*;

    fn at(tx: i64, ty: i64) -> Affine {
        [ONE, 0, 0, ONE, tx, ty]
    }

    #[test]
    fn touching_is_not_overlapping() {
        let dot = Grid::draw("#");
        let meets = |p, q| {
            let answer = posed_geometry_overlaps(&dot, p, &dot, q);
            assert_eq!(answer, posed_geometry_overlaps(&dot, q, &dot, p));
            answer
        };
        assert!(!meets(at(0, 0), at(ONE, 0)));
        assert!(meets(at(0, 0), at(ONE - 1, 0)));
        assert!(meets(at(0, 0), at(ONE - 1, 1 - ONE)));
        assert!(!meets(at(0, 0), at(ONE - 1, -ONE)));
        // A diamond around (2, 0) with corners one unit away, its left one at (1, 0): on the right side of the square
        // from 0 to 1, and then a little inside.
        let diamond = |tx| [ONE, -ONE, ONE, ONE, tx, -ONE];
        assert!(!meets(at(0, 0), diamond(2 * ONE)));
        assert!(meets(at(0, 0), diamond(2 * ONE - 1)));
        // Its side through (1, 1): x + y = 2 is the line through the square's corner.
        assert!(!meets(at(0, 0), [ONE, -ONE, ONE, ONE, 2 * ONE, 0]));
        assert!(meets(at(0, 0), [ONE, -ONE, ONE, ONE, 2 * ONE - 2, 0]));
        // Flipped, the parallelogram lies on the other side of its origin.
        assert!(!meets(at(0, 0), [-ONE, 0, 0, ONE, 0, 0]));
        assert!(meets(at(0, 0), [-ONE, 0, 0, ONE, 1, 0]));
    }

    #[test]
    fn holes_are_holes() {
        let ring = Grid::draw("###\n#.#\n###");
        let dot = Grid::draw("#");
        let small = |tx, ty| [ONE / 2, -ONE / 2, ONE / 2, ONE / 2, tx, ty];
        // A diamond of diagonal one just fits into the hole from 1 to 2.
        assert!(!posed_geometry_overlaps(&ring, at(0, 0), &dot, small(3 * ONE / 2, ONE)));
        assert!(posed_geometry_overlaps(&ring, at(0, 0), &dot, small(3 * ONE / 2, ONE - 1)));
        assert!(!posed_geometry_overlaps(&ring, at(0, 0), &Grid::new(4, 4), at(0, 0)));
        assert!(!posed_geometry_overlaps(&Grid::new(0, 3), at(0, 0), &ring, at(0, 0)));
    }

    #[test]
    fn far_away_and_large_numbers() {
        let dot = Grid::draw("#");
        let far = (1 << 47) - 1;
        let huge = [64 * ONE, -64 * ONE, 64 * ONE, 64 * ONE, far, -far];
        assert!(posed_geometry_overlaps(&dot, huge, &dot, huge));
        assert!(!posed_geometry_overlaps(&dot, huge, &dot, at(0, 0)));
    }
}
