//! Circles and convex polygons under affine maps, by the raster rule: the world pixel (X, Y) is covered if and only if the point
//! (X + 1/2 + e, Y + 1/2 + e^2) lies inside, e infinitesimal and positive.
//!
//! The code computes with exactly this point. Coordinates are polynomials in e, with numbers of any length. The sign of a polynomial is the
//! sign of its lowest term that is not zero.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::Zero;

use crate::Affine;

/// A convex area in a plane of its own; numbers are in units of 1/65536.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Convex {
    /// The points that are nearer to the centre (x, y) than the radius.
    Circle([i64; 2], i64),
    /// The points that lie on the same side of all edges.
    Polygon(Vec<[i64; 2]>),
}

/// c0 + c1 e + c2 e^2 + ...
#[derive(Clone)]
struct Polynomial(Vec<BigInt>);

impl Polynomial {
    fn constant(number: i64) -> Polynomial {
        Polynomial(vec![number.into()])
    }

    fn plus(&self, other: &Polynomial) -> Polynomial {
        let mut sum = vec![BigInt::zero(); self.0.len().max(other.0.len())];
        for (i, c) in self.0.iter().enumerate().chain(other.0.iter().enumerate()) {
            sum[i] += c;
        }
        Polynomial(sum)
    }

    fn times(&self, other: &Polynomial) -> Polynomial {
        let mut product = vec![BigInt::zero(); self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        Polynomial(product)
    }

    fn by(&self, number: i64) -> Polynomial {
        self.times(&Polynomial::constant(number))
    }

    fn minus(&self, other: &Polynomial) -> Polynomial {
        self.plus(&other.by(-1))
    }

    fn sign(&self) -> Ordering {
        let zero = BigInt::zero();
        self.0.iter().map(|c| c.cmp(&zero)).find(|sign| sign.is_ne()).unwrap_or(Ordering::Equal)
    }
}

/// Whether the shape covers the world pixel under a map that has an inverse.
#[must_use]
pub fn convex_covers(shape: &Convex, pose: Affine, x: i64, y: i64) -> bool {
    const ONE: i64 = 65_536;
    let [a, b, c, d, tx, ty] = pose;
    // The moved centre minus the translation, in 1/65536.
    let to_x = Polynomial(vec![(x * ONE + ONE / 2 - tx).into(), ONE.into()]);
    let to_y = Polynomial(vec![(y * ONE + ONE / 2 - ty).into(), 0.into(), ONE.into()]);
    // Where it lies in the shape's plane: the inverse matrix is (d, -b; -c, a) / determinant. The determinant is in 1/65536^2, so
    // these are in 1/65536 when both are multiplied by it.
    let determinant = Polynomial(vec![BigInt::from(a) * d - BigInt::from(b) * c]);
    let u = to_x.by(d).minus(&to_y.by(b)).by(ONE);
    let v = to_y.by(a).minus(&to_x.by(c)).by(ONE);
    match shape {
        Convex::Circle([cx, cy], radius) => {
            let (du, dv) = (u.minus(&determinant.by(*cx)), v.minus(&determinant.by(*cy)));
            let radius = determinant.by(*radius);
            du.times(&du).plus(&dv.times(&dv)).minus(&radius.times(&radius)).sign().is_lt()
        }
        Convex::Polygon(corners) => {
            let next = corners.iter().cycle().skip(1);
            // A negative determinant reverses all of them, which does not matter.
            let sides: Vec<Ordering> = corners
                .iter()
                .zip(next)
                .filter(|(from, to)| from != to)
                .map(|(from, to)| {
                    let (du, dv) = (u.minus(&determinant.by(from[0])), v.minus(&determinant.by(from[1])));
                    dv.by(to[0] - from[0]).minus(&du.by(to[1] - from[1])).sign()
                })
                .collect();
            !sides.is_empty()
                && (sides.iter().all(|side| side.is_gt()) || sides.iter().all(|side| side.is_lt()))
        }
    }
}

/// Whether the corners go once around a convex area, in either direction, or all lie on one line. Repeated corners are ignored.
#[must_use]
pub fn is_convex(corners: &[[i64; 2]]) -> bool {
    let mut corners = corners.to_vec();
    corners.dedup();
    while corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    let n = corners.len();
    let side = |a: [i64; 2], b: [i64; 2], c: [i64; 2]| {
        let long = |n: i64| i128::from(n);
        (long(b[0] - a[0]) * long(c[1] - a[1]) - long(b[1] - a[1]) * long(c[0] - a[0])).signum()
    };
    let on_one_line =
        corners.iter().all(|&a| corners.iter().all(|&b| corners.iter().all(|&c| side(a, b, c) == 0)));
    if on_one_line {
        return true;
    }
    // All corners lie on the same side of all edges, and no corner is passed twice.
    let mut seen = corners.clone();
    seen.sort_unstable();
    seen.dedup();
    let sides: Vec<i128> = (0..n)
        .flat_map(|i| corners.iter().map(move |&c| (i, c)))
        .map(|(i, c)| side(corners[i], corners[(i + 1) % n], c))
        .collect();
    seen.len() == n && (sides.iter().all(|&s| s >= 0) || sides.iter().all(|&s| s <= 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: i64 = 65_536;
    const HERE: Affine = [ONE, 0, 0, ONE, 0, 0];

    fn covered(shape: &Convex, pose: Affine) -> Vec<(i64, i64)> {
        let all = (-6..6).flat_map(|y| (-6..6).map(move |x| (x, y)));
        all.filter(|&(x, y)| convex_covers(shape, pose, x, y)).collect()
    }

    #[test]
    fn the_rim_of_a_circle() {
        // The circle's border runs through the centres one pixel away. The left and the upper one count as inside.
        let circle = Convex::Circle([ONE / 2, ONE / 2], ONE);
        assert_eq!(covered(&circle, HERE), [(0, -1), (-1, 0), (0, 0)]);
        // The topmost point of a circle of half a pixel is outside after the move right by e and down by e^2. For a larger circle it is
        // inside.
        let circle = |radius| Convex::Circle([ONE / 2, ONE / 2 + radius], radius);
        assert_eq!(covered(&circle(ONE / 2), HERE), []);
        assert_eq!(covered(&circle(ONE / 2 + 1), HERE), [(0, 0), (0, 1)]);
        assert_eq!(covered(&Convex::Circle([ONE / 2, ONE / 2], 0), HERE), []);
        assert_eq!(covered(&Convex::Circle([ONE / 2, ONE / 2], 1), HERE), [(0, 0)]);
    }

    #[test]
    fn a_square_is_its_pixels() {
        let square = Convex::Polygon(vec![[0, 0], [2 * ONE, 0], [2 * ONE, ONE], [0, ONE]]);
        assert_eq!(covered(&square, HERE), [(0, 0), (1, 0)]);
        assert_eq!(covered(&square, [ONE, 0, 0, ONE, ONE / 2, ONE / 2]), [(0, 0), (1, 0)]);
        assert_eq!(covered(&square, [0, -ONE, ONE, 0, 0, 0]), [(-1, 0), (-1, 1)]);
        let nothing = [vec![], vec![[0, 0]], vec![[0, 0], [3 * ONE, 3 * ONE]], vec![[ONE / 2, ONE / 2]; 3]];
        for corners in nothing {
            assert!(is_convex(&corners));
            assert_eq!(covered(&Convex::Polygon(corners), HERE), []);
        }
    }

    #[test]
    fn what_is_convex() {
        let square = [[0, 0], [4, 0], [4, 4], [0, 4]];
        assert!(is_convex(&square));
        assert!(is_convex(&[[0, 0], [2, 0], [4, 0], [4, 4], [0, 4]]));
        assert!(!is_convex(&[[0, 0], [4, 0], [2, 0], [4, 4], [0, 4]]));
        assert!(!is_convex(&[square, square].concat()));
        assert!(!is_convex(&[[0, 0], [4, 4], [4, 0], [0, 4]]));
        let star = [[0, -10], [6, 8], [-10, -3], [10, -3], [-6, 8]];
        assert!(!is_convex(&star));
    }
}
