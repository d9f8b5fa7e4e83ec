//! The pixels of a circle under a pose.
//!
//! The inverse pose maps a pixel's centre to the circle's plane. Multiplied by the determinant the result (U, V) is an integer and linear
//! in the pixel. The centre is inside if U² + V² < R². Along a row, U² + V² is a parabola with its minimum at a known fraction: if any
//! pixel of the row is inside, one of the two pixels around the minimum is. From there, galloping search (strides that double) finds both
//! ends. It starts at the ends of the row above, so two tests per end are usually enough.

use core::cmp::Ordering;

use super::plane::{Fraction, ShapePlane, divided};
use crate::geom::{Extent, Mapped, PointQ16, Pose, wide};

/// A circle as it lies in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ellipse {
    plane: ShapePlane,
    /// In the units of the plane.
    centre: [i128; 2],
    /// The radius of the circle, in 65 536ths of a pixel.
    length: i128,
    /// The radius times the determinant. Below 2¹¹¹.
    radius: i128,
    /// A box around the covered pixels, including pixels that don't exist.
    pub(super) whole: Extent,
    /// How far the rightmost point lies below the centre, and the leftmost above it.
    height: i128,
    /// Whether U and V fit 62 bits at every pixel of the extent and next to it.
    is_small: bool,
}

/// √(a² + b²), times 2³². Rounded up unless it is exact.
fn length(a: i128, b: i128) -> u128 {
    match (a, b) {
        (0, only) | (only, 0) => only.unsigned_abs() << 32,
        (a, b) => ((a * a + b * b).unsigned_abs() << 64).isqrt() + 1,
    }
}

/// How far the image of a circle reaches along x and along y, in the units of the plane: radius · √(a² + b²), rounded up.
fn reach(plane: &ShapePlane, radius: i64) -> [i128; 2] {
    let [a, b, c, d] = plane.matrix.mapped(i128::from);
    [(a, b), (c, d)].mapped(|(by_u, by_v)| {
        ((u128::from(radius.unsigned_abs()) * length(by_u, by_v) + u128::from(u32::MAX)) >> 32) as i128
    })
}

/// How far the rightmost point of the image of a circle lies below its centre. It is the image of the radius along (a, b), at radius ·
/// (ac + bd) / √(a² + b²).
fn height(plane: &ShapePlane, radius: i64) -> i128 {
    let [a, b, c, d] = plane.matrix.mapped(i128::from);
    match a * c + b * d {
        0 => 0,
        product => {
            let (by, unit) = (i128::from(radius) * product, length(a, b) as i128);
            match by.checked_mul(1 << 32) {
                Some(by) => by / unit,
                // First the whole quotient, then 32 more digits.
                None => ((by / unit) << 32) + ((by % unit) << 32) / unit,
            }
        }
    }
}

impl Ellipse {
    pub(super) fn new(centre: PointQ16, radius: i64, pose: Option<&Pose>) -> Ellipse {
        let plane = ShapePlane::new(pose);
        let [a, b, c, d] = plane.matrix.mapped(i128::from);
        let centre = plane.image(centre);
        let reach = reach(&plane, radius);
        let [low, high] = [-1, 1].mapped(|side| [0, 1].mapped(|axis| centre[axis] + side * reach[axis]));
        let [far_x, far_y] = reach.mapped(|reach| reach + 4 * plane.unit());
        let most = |x: i128, y: i128| x.abs() * far_x + y.abs() * far_y;
        Ellipse {
            plane,
            centre,
            length: radius.into(),
            radius: i128::from(radius) * (a * d - b * c).abs(),
            whole: plane.pixels(low, high),
            height: height(&plane, radius),
            is_small: most(d, b).max(most(c, a)) < 1 << 62,
        }
    }

    /// See [`ConvexImage::farthest`](super::ConvexImage::farthest). It is the image of the radius along the transposed matrix times the
    /// direction.
    pub(super) fn farthest(&self, way: [i64; 2]) -> [f64; 2] {
        let ([a, b, c, d], [x, y]) = (self.plane.matrix.mapped(i128::from), way.mapped(i128::from));
        let (u, v) = (a * x + c * y, b * x + d * y);
        // Of wide poses, without the digits that have no place in the squares.
        let spare = (u.unsigned_abs() | v.unsigned_abs()).checked_ilog2().unwrap_or(0).saturating_sub(61);
        let (u, v) = (u >> spare, v >> spare);
        let squared = (u * u + v * v).unsigned_abs();
        // With all bits that there are, because the quotient is multiplied by the radius.
        let more = squared.leading_zeros() / 2;
        let stretched = (squared << (2 * more)).isqrt() as f64 / (1_u64 << more) as f64;
        let (by, unit) = (self.length as f64 / stretched, self.plane.unit() as f64);
        [(a, b, self.centre[0]), (c, d, self.centre[1])]
            .mapped(|(by_u, by_v, centre)| (centre as f64 + (by_u * u + by_v * v) as f64 * by) / unit - 0.5)
    }

    /// The first rows below the leftmost and the rightmost point, give or take one row.
    pub(super) fn side_rows(&self) -> [i64; 2] {
        [-self.height, self.height].mapped(|height| self.plane.first_middle(self.centre[1] + height))
    }

    /// The window must not be empty, and must lie in the extent.
    pub(super) fn each_span_while(&self, window: Extent, f: &mut dyn FnMut(i64, i64, i64) -> bool) {
        if self.is_small { self.spans::<i64>(window, f) } else { self.spans::<i128>(window, f) }
    }

    /// The window must not be empty and must lie in the extent.
    fn spans<N: Number>(&self, window: Extent, f: &mut dyn FnMut(i64, i64, i64) -> bool) {
        let Extent { x0: left, x1: right, .. } = window;
        let (unit, [a, b, c, d]) = (self.plane.unit(), self.plane.matrix.mapped(i128::from));
        // U and V at the column of the centre, in the first row.
        let column = (self.centre[0] >> self.plane.bits) as i64;
        let middle = |pixel: i64, centre: i128| i128::from(pixel) * unit + unit / 2 - centre;
        let (x, y) = (middle(column, self.centre[0]), middle(window.y0, self.centre[1]));
        let mut row = EllipseRow::<N> {
            ellipse: self,
            column,
            at: [N::of(d * x - b * y), N::of(a * y - c * x)],
            right: [N::of(d * unit), N::of(-c * unit)],
            radius: N::of(self.radius),
        };
        let down = [N::of(-b * unit), N::of(a * unit)];
        // The minimum of the row, relative to that column: it is where (c² + d²) · x = (b·d + a·c) · y.
        let (lean, steep) = (b * d + a * c, c * c + d * d);
        let mut lowest = Fraction::new(lean, y, steep * x, lean * unit, steep * unit);
        let mut before: Option<(i64, i64)> = None;
        for y in window.y0..window.y1 {
            let least = column.saturating_add(lowest.whole);
            let inside = [least, least.saturating_add(1)]
                .mapped(|x| x.clamp(left, right - 1))
                .into_iter()
                .find(|&x| row.covers(x));
            before = inside.map(|x| {
                let (start, end) = before.unwrap_or((x, x + 1));
                (row.last(x, start, left, -1), row.last(x, end - 1, right - 1, 1) + 1)
            });
            if let Some((start, end)) = before
                && !f(y, start, end)
            {
                return;
            }
            row.at = [row.at[0].plus(down[0]), row.at[1].plus(down[1])];
            lowest.step();
        }
    }
}

impl Fraction {
    /// (by · times − less) / unit, with a step of step / unit. The unit must be positive.
    fn new(by: i128, times: i128, less: i128, step: i128, unit: i128) -> Fraction {
        let start = by.checked_mul(times).and_then(|product| product.checked_sub(less));
        let (whole, over) = match start {
            Some(0) => (0, 0),
            Some(start) => divided(start, unit),
            None => {
                // Long division, in digits of 30 bits, of which the first may have more.
                let mut all = (0i128, 0i128);
                for digits in [90, 60, 30, 0] {
                    let digit = if digits == 90 { times >> 90 } else { (times >> digits) & 0x3FFF_FFFF };
                    let rest = (all.1 << 30) + by * digit;
                    let whole = rest.div_euclid(unit);
                    all = ((all.0 << 30) + whole, rest - whole * unit);
                }
                let (whole, over) = divided(all.1 - less, unit);
                ((all.0 + i128::from(whole)) as i64, over)
            }
        };
        Fraction { whole, over, step: if step == 0 { (0, 0) } else { divided(step, unit) }, unit }
    }
}

/// A row of pixels.
struct EllipseRow<'a, N> {
    ellipse: &'a Ellipse,
    /// The column at which `at` holds.
    column: i64,
    /// U and V at that column.
    at: [N; 2],
    /// The change of U and V per step to the right.
    right: [N; 2],
    radius: N,
}

impl<N: Number> EllipseRow<'_, N> {
    #[inline(always)]
    fn covers(&self, x: i64) -> bool {
        let [u, v] = [0, 1].mapped(|i| self.at[i].plus_times(self.right[i], x - self.column));
        match N::compare_squares(u, v, self.radius) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => self.ellipse.rim_covers(u.wide(), v.wide()),
        }
    }

    /// The last covered pixel from `x` in the direction `towards`, not beyond `end`. The pixel `x` must be covered. A good guess makes this
    /// faster.
    #[inline]
    fn last(&self, x: i64, guess: i64, end: i64, towards: i64) -> i64 {
        // Numbers of steps from x: `good` is covered; `bad` is not covered, or lies beyond the end.
        let beyond = (end - x) * towards + 1;
        let covers = |steps: i64| self.covers(x + steps * towards);
        let guess = ((guess - x) * towards).clamp(0, beyond - 1);
        let (mut good, mut bad, mut stride) = (0, beyond, 1);
        if guess == 0 || covers(guess) {
            good = guess;
            while good + stride < beyond {
                if !covers(good + stride) {
                    bad = good + stride;
                    break;
                }
                good += stride;
                stride *= 2;
            }
        } else {
            bad = guess;
            while bad - stride > 0 {
                if covers(bad - stride) {
                    good = bad - stride;
                    break;
                }
                bad -= stride;
                stride *= 2;
            }
        }
        while bad - good > 1 {
            let between = good + (bad - good) / 2;
            if covers(between) { good = between } else { bad = between }
        }
        x + good * towards
    }
}

impl Ellipse {
    /// Whether a centre that lies exactly on the rim counts as inside: the first term after f₀ that is not zero decides.
    #[cold]
    fn rim_covers(&self, u: i128, v: i128) -> bool {
        let [a, b, c, d] = self.plane.matrix.mapped(i128::from);
        // The terms are d · u - c · v, 2 (a · v - b · u) + (c² + d²) · unit, and -(b · d + a · c). Products with U and V may take more than 128 bits.
        let first = wide::compare_products(d, u, c, v);
        let second = || {
            // The first term is 0, so (u, v) is a multiple of (c, d), and a · v - b · u is the same multiple of the determinant.
            let (part, whole) = if d == 0 { (c, u) } else { (d, v) };
            let added = (c * c + d * d) * self.plane.unit();
            let order = wide::compare_products(2 * whole, a * d - b * c, -added, part);
            if part < 0 { order.reverse() } else { order }
        };
        // If all are zero, ε⁴ decides, and that is outside.
        first.then_with(second).then_with(|| 0.cmp(&(b * d + a * c))).is_lt()
    }
}

/// The integer type in which U and V are computed.
trait Number: Copy {
    fn of(x: i128) -> Self;
    fn wide(self) -> i128;
    fn plus(self, other: Self) -> Self;
    fn plus_times(self, step: Self, n: i64) -> Self;
    /// Compares u² + v² with r².
    fn compare_squares(u: Self, v: Self, r: Self) -> Ordering;
}

impl Number for i64 {
    #[inline(always)]
    fn of(x: i128) -> i64 {
        x as i64
    }
    #[inline(always)]
    fn wide(self) -> i128 {
        self.into()
    }
    #[inline(always)]
    fn plus(self, other: i64) -> i64 {
        // One step below the last row may leave the checked range. That value is not used.
        self.wrapping_add(other)
    }
    #[inline(always)]
    fn plus_times(self, step: i64, n: i64) -> i64 {
        self.wrapping_add(step.wrapping_mul(n))
    }
    #[inline(always)]
    fn compare_squares(u: i64, v: i64, r: i64) -> Ordering {
        let square = |x: i64| i128::from(x) * i128::from(x);
        (square(u) + square(v)).cmp(&square(r))
    }
}

impl Number for i128 {
    fn of(x: i128) -> i128 {
        x
    }
    fn wide(self) -> i128 {
        self
    }
    fn plus(self, other: i128) -> i128 {
        self + other
    }
    fn plus_times(self, step: i128, n: i64) -> i128 {
        self + step * i128::from(n)
    }
    fn compare_squares(u: i128, v: i128, r: i128) -> Ordering {
        wide::compare_squares(u, v, r)
    }
}
