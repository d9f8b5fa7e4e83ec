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

/// What the coefficients of a polynomial are.
trait Number: Clone {
    fn of(number: i64) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    /// None if it is not known.
    fn sign(&self) -> Option<Ordering>;
}

/// A number of any length.
impl Number for BigInt {
    fn of(number: i64) -> BigInt {
        number.into()
    }

    fn plus(&self, other: &BigInt) -> BigInt {
        self + other
    }

    fn times(&self, other: &BigInt) -> BigInt {
        self * other
    }

    fn sign(&self) -> Option<Ordering> {
        Some(self.cmp(&BigInt::zero()))
    }
}

/// A number of 128 bits; None if it would be longer.
impl Number for Option<i128> {
    fn of(number: i64) -> Option<i128> {
        Some(number.into())
    }

    fn plus(&self, other: &Option<i128>) -> Option<i128> {
        self.as_ref()?.checked_add((*other)?)
    }

    fn times(&self, other: &Option<i128>) -> Option<i128> {
        self.as_ref()?.checked_mul((*other)?)
    }

    fn sign(&self) -> Option<Ordering> {
        self.map(|number| number.cmp(&0))
    }
}

/// c0 + c1 e + c2 e^2 + ...
#[derive(Clone)]
struct Polynomial<N>(Vec<N>);

impl<N: Number> Polynomial<N> {
    fn of(numbers: &[i64]) -> Polynomial<N> {
        Polynomial(numbers.iter().map(|&number| N::of(number)).collect())
    }

    fn plus(&self, other: &Polynomial<N>) -> Polynomial<N> {
        let mut sum = vec![N::of(0); self.0.len().max(other.0.len())];
        for (i, c) in self.0.iter().enumerate().chain(other.0.iter().enumerate()) {
            sum[i] = sum[i].plus(c);
        }
        Polynomial(sum)
    }

    fn times(&self, other: &Polynomial<N>) -> Polynomial<N> {
        let mut product = vec![N::of(0); self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                product[i + j] = product[i + j].plus(&a.times(b));
            }
        }
        Polynomial(product)
    }

    fn by(&self, number: i64) -> Polynomial<N> {
        let number = N::of(number);
        Polynomial(self.0.iter().map(|c| c.times(&number)).collect())
    }

    fn minus(&self, other: &Polynomial<N>) -> Polynomial<N> {
        self.plus(&other.by(-1))
    }

    /// None if it is not known.
    fn sign(&self) -> Option<Ordering> {
        let first = self.0.iter().map(N::sign).find(|sign| *sign != Some(Ordering::Equal));
        first.unwrap_or(Some(Ordering::Equal))
    }
}

/// Whether the shape covers the world pixel under a map that has an inverse.
#[must_use]
pub fn convex_covers(shape: &Convex, pose: Affine, x: i64, y: i64) -> bool {
    // Numbers of any length are slow, and rarely needed.
    let covers = covers::<Option<i128>>(shape, pose, x, y).or_else(|| covers::<BigInt>(shape, pose, x, y));
    covers.expect("numbers of any length always have a sign")
}

/// The same. None if a number is too long.
fn covers<N: Number>(shape: &Convex, pose: Affine, x: i64, y: i64) -> Option<bool> {
    const ONE: i64 = 65_536;
    let [a, b, c, d, tx, ty] = pose;
    // The moved centre minus the translation, in 1/65536.
    let to_x = Polynomial::<N>::of(&[x * ONE + ONE / 2 - tx, ONE]);
    let to_y = Polynomial::<N>::of(&[y * ONE + ONE / 2 - ty, 0, ONE]);
    // Where it lies in the shape's plane: the inverse matrix is (d, -b; -c, a) / determinant. The determinant is in 1/65536^2, so
    // these are in 1/65536 when both are multiplied by it.
    let determinant = Polynomial::of(&[a]).by(d).minus(&Polynomial::of(&[b]).by(c));
    let u = to_x.by(d).minus(&to_y.by(b)).by(ONE);
    let v = to_y.by(a).minus(&to_x.by(c)).by(ONE);
    match shape {
        Convex::Circle([cx, cy], radius) => {
            let (du, dv) = (u.minus(&determinant.by(*cx)), v.minus(&determinant.by(*cy)));
            let radius = determinant.by(*radius);
            Some(du.times(&du).plus(&dv.times(&dv)).minus(&radius.times(&radius)).sign()?.is_lt())
        }
        Convex::Polygon(corners) => {
            let next = corners.iter().cycle().skip(1);
            // A negative determinant reverses all of them, which does not matter.
            let sides: Option<Vec<Ordering>> = corners
                .iter()
                .zip(next)
                .filter(|(from, to)| from != to)
                .map(|(from, to)| {
                    let (du, dv) = (u.minus(&determinant.by(from[0])), v.minus(&determinant.by(from[1])));
                    dv.by(to[0] - from[0]).minus(&du.by(to[1] - from[1])).sign()
                })
                .collect();
            let sides = sides?;
            let is_inside = !sides.is_empty()
                && (sides.iter().all(|side| side.is_gt()) || sides.iter().all(|side| side.is_lt()));
            Some(is_inside)
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
    fn long_and_short_numbers_agree() {
        let polygon = Convex::Polygon(vec![[-3 * ONE, 1], [4 * ONE, -2 * ONE + 1], [ONE / 3, 5 * ONE]]);
        for shape in [Convex::Circle([ONE / 2, ONE / 3], 3 * ONE + 1), polygon] {
            for pose in
                [HERE, [ONE, ONE / 3, -ONE / 3, ONE, 7, -5], [2 * ONE, 1, 3, -ONE, 1 << 40, -(1 << 47)]]
            {
                for (x, y) in
                    (-6..6).flat_map(|y| (-6..6).map(move |x| (x + (pose[4] >> 16), y + (pose[5] >> 16))))
                {
                    let long = covers::<BigInt>(&shape, pose, x, y);
                    let short = covers::<Option<i128>>(&shape, pose, x, y);
                    assert!(
                        long.is_some() && (short.is_none() || short == long),
                        "{shape:?} {pose:?} ({x}, {y})"
                    );
                }
            }
        }
        let huge = Convex::Circle([1 << 47, 0], 1 << 47);
        let stretched = [64 * ONE, 0, 0, 64 * ONE, 0, 0];
        assert_eq!(covers::<Option<i128>>(&huge, stretched, i32::MIN.into(), 9), None, "it is too long");
        assert!(!convex_covers(&huge, stretched, i32::MIN.into(), 9));
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
