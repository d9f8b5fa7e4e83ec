//! The inverse of a pose: from world pixels back to texels.

use super::mapped::Mapped;
use super::{Extent, Point, Pose, Rect};

/// Computes which texel lies under the centre of a world pixel. The result is exact, ties included. Pixels are counted from the upper-left
/// pixel of a window.
///
/// The inverse image of the point (x + ½ + ε, y + ½ + ε²) is (p, q) / det, where p and q are linear in x and y. If p or q is a multiple of
/// det, the point lies on the edge between two texels, and ε decides: it is the lower texel if the coordinate decreases when x grows (or,
/// if it does not depend on x, when y grows). This is the same as subtracting 1 from the numerator.
///
/// Division is slow. So three quotients are stored with 32 binary digits, rounded down: one for the corner of the window, one for a step to
/// the right, one for a step down. A sum of them is never above the true value, and below it by less than x + y + 1 units of the last
/// digit. Only if the fraction is so close to the next texel that this error matters are the numerators divided.
#[derive(Clone, Copy)]
pub(crate) struct Inverse {
    u: TexelLine,
    v: TexelLine,
    determinant: i64,
}

/// An [`Inverse`] in floating point, with a bound on its error.
#[derive(Clone, Copy)]
pub(crate) struct Approximate {
    /// For u and v: the value at the centre of the window's first pixel, the change per step right, and the change per step down.
    pub(crate) lines: [[f64; 3]; 2],
    /// The largest error of u and v.
    pub(crate) error: f64,
}

/// One texel coordinate, as a linear function of the pixel.
#[derive(Clone, Copy)]
struct TexelLine {
    /// Quotients in Q32, rounded down: at the window's corner, per step right, per step down.
    corner: i64,
    right: i64,
    down: i64,
    /// If the 32 fraction bits are above this number, the quotients don't decide the texel.
    sure: u32,
    /// The numerators in Q32. Divided by the determinant they give the quotients.
    exact: (i128, i64, i64),
}

impl Inverse {
    /// The inverse for a window of the world. The window must lie in or near the image of the sprite.
    pub(crate) fn new(pose: &Pose, window: Extent) -> Inverse {
        let (w, h) = (window.x1 - window.x0, window.y1 - window.y0);
        let [a, b, c, d] = pose.entries();
        let determinant = pose.determinant();
        let sign = determinant.signum();
        let determinant = determinant * sign;
        // From the world position of the sprite's corner to the centre of the first pixel.
        let dx = (window.x0 << 16) + (1 << 15) - pose.translation[0];
        let dy = (window.y0 << 16) + (1 << 15) - pose.translation[1];
        let per_unit = (1u64 << 32) as f64 / determinant as f64;
        let line = |by_x: i64, by_y: i64| -> TexelLine {
            let (by_x, by_y) = (by_x * sign, by_y * sign);
            let falls = by_x < 0 || by_x == 0 && by_y < 0;
            let corner =
                i128::from(by_x) * i128::from(dx) + i128::from(by_y) * i128::from(dy) - i128::from(falls);
            TexelLine::new((corner, by_x << 16, by_y << 16), determinant, per_unit, w + h + 2)
        };
        Inverse { u: line(d, -b), v: line(-c, a), determinant }
    }

    /// The texel under pixel (x, y) of the window.
    #[inline(always)]
    pub(crate) fn texel(&self, x: i64, y: i64) -> (i64, i64) {
        (self.u.at(x, y, self.determinant), self.v.at(x, y, self.determinant))
    }

    /// Starts a walk along a row at pixel (x, y). The walk gives what [`Inverse::texel`] gives, at the cost of one addition per step.
    #[inline(always)]
    pub(crate) fn row(&self, x: i64, y: i64) -> TexelRow {
        TexelRow { u: self.u.value(x, y), v: self.v.value(x, y) }
    }

    /// The same map in floats, valid inside the window.
    pub(crate) fn approximately(&self, window: Extent) -> Approximate {
        let (w, h) = (window.x1 - window.x0, window.y1 - window.y0);
        const UNIT: f64 = 1.0 / (1u64 << 32) as f64;
        let line = |line: &TexelLine| match line.sure {
            0 => {
                let (corner, right, down) = line.exact;
                [corner as f64, right as f64, down as f64].mapped(|num| num / self.determinant as f64)
            }
            _ => [line.corner as f64 * UNIT, line.right as f64 * UNIT, line.down as f64 * UNIT],
        };
        let lines = [line(&self.u), line(&self.v)];
        // A few roundings of 2^-53 each, and one unit of 2^-32 lost per step, because the quotients are rounded down.
        let range =
            |[corner, right, down]: [f64; 3]| corner.abs() + right.abs() * w as f64 + down.abs() * h as f64;
        let error =
            (range(lines[0]) + range(lines[1])) * (1.0 / (1u64 << 48) as f64) + (w + h + 2) as f64 * UNIT;
        Approximate { lines, error }
    }
}

/// The state of a walk along a row of pixels.
#[derive(Clone, Copy)]
pub(crate) struct TexelRow {
    u: i64,
    v: i64,
}

impl TexelRow {
    /// The texel under (x, y), which must be the pixel that the walk has reached.
    #[inline(always)]
    pub(crate) fn texel(&self, inverse: &Inverse, x: i64, y: i64) -> (i64, i64) {
        (
            inverse.u.texel(self.u, x, y, inverse.determinant),
            inverse.v.texel(self.v, x, y, inverse.determinant),
        )
    }

    /// One pixel to the right.
    #[inline(always)]
    pub(crate) fn step(&mut self, inverse: &Inverse) {
        self.u += inverse.u.right;
        self.v += inverse.v.right;
    }
}

impl TexelLine {
    /// `units` is two more than the largest number of quotients that are added up.
    #[inline(always)]
    fn new(exact: (i128, i64, i64), determinant: i64, per_unit: f64, units: i64) -> TexelLine {
        let (corner, right, down) = exact;
        let Ok(short) = i64::try_from(corner) else { return TexelLine::always_divided(exact) };
        if determinant >= LONG {
            return TexelLine::of_long(exact, determinant, units);
        }
        let (corner, _) = quotient_q32(short, determinant, per_unit);
        let (right, right_rest) = quotient_q32(right, determinant, per_unit);
        let (down, down_rest) = quotient_q32(down, determinant, per_unit);
        // Floats beyond i64 saturate, so this test catches them too.
        if corner.abs() > MOST || right.abs() > MOST / units || down.abs() > MOST / units {
            return TexelLine::always_divided(exact);
        }
        // If the steps are exact, no error accumulates.
        let lost = if right_rest == 0 && down_rest == 0 { 0 } else { units };
        TexelLine { corner, right, down, sure: sure_after(lost), exact }
    }

    /// As [`TexelLine::new`], for a determinant whose remainders would not fit.
    #[cold]
    fn of_long(exact: (i128, i64, i64), determinant: i64, units: i64) -> TexelLine {
        let quotient = |numerator: i128| (numerator << 32).div_euclid(determinant.into());
        let [corner, right, down] = [exact.0, exact.1.into(), exact.2.into()].mapped(quotient);
        let most = i128::from(MOST / units);
        if corner.abs() > MOST.into() || right.abs() > most || down.abs() > most {
            return TexelLine::always_divided(exact);
        }
        let [corner, right, down] = [corner, right, down].mapped(|quotient| quotient as i64);
        TexelLine { corner, right, down, sure: sure_after(units), exact }
    }

    #[cold]
    fn always_divided(exact: (i128, i64, i64)) -> TexelLine {
        TexelLine { corner: -1, right: 0, down: 0, sure: 0, exact }
    }

    #[inline(always)]
    fn at(&self, x: i64, y: i64, determinant: i64) -> i64 {
        self.texel(self.value(x, y), x, y, determinant)
    }

    /// The sum of the quotients for a pixel.
    #[inline(always)]
    fn value(&self, x: i64, y: i64) -> i64 {
        self.corner + x * self.right + y * self.down
    }

    /// The texel that the sum gives. If the sum does not decide it, the numerators are divided.
    #[inline(always)]
    fn texel(&self, value: i64, x: i64, y: i64, determinant: i64) -> i64 {
        if value as u32 > self.sure { self.divided(x, y, determinant) } else { value >> 32 }
    }

    #[cold]
    #[inline(never)]
    fn divided(&self, x: i64, y: i64, determinant: i64) -> i64 {
        let (corner, right, down) = self.exact;
        let num = corner + i128::from(x) * i128::from(right) + i128::from(y) * i128::from(down);
        match i64::try_from(num) {
            Ok(num) => num.div_euclid(determinant),
            Err(_) => num.div_euclid(determinant.into()) as i64,
        }
    }
}

/// Sums of larger quotients could overflow, so then every texel is divided.
const MOST: i64 = 1 << 52;

/// Fractions up to this decide, if so many units may be lost. With 0, none does.
#[inline(always)]
fn sure_after(lost: i64) -> u32 {
    u32::MAX - lost.min(u32::MAX.into()) as u32
}

/// Remainders of a division by a determinant below this fit 64 bits, also where the quotient is a few units off.
const LONG: i64 = 1 << 59;

/// Whether quotients with 32 binary digits decide the texels in a window of a posed sprite, and have at most 20 digits before these. It says
/// no a little earlier than an [`Inverse`] gives its quotients up, and takes no division.
pub(crate) fn quotients_suffice(pose: &Pose, window: Extent) -> bool {
    if pose.is_wide() {
        return false;
    }
    let determinant = pose.determinant().abs();
    let [a, b, c, d] = pose.entries().mapped(i64::abs);
    let dx = (window.x0 << 16) + (1 << 15) - pose.translation[0];
    let dy = (window.y0 << 16) + (1 << 15) - pose.translation[1];
    let units = (window.x1 - window.x0) + (window.y1 - window.y0) + 2;
    // Sums of at most `units` steps have 51 digits, and the quotient at the corner has 52. The window lies inside the sprite's image, which is
    // less than 2^23 pixels long unless the pose is wide, so nothing overflows.
    let start = |by_x: i64, by_y: i64| by_x * dx.abs() + by_y * dy.abs() + 1;
    a.max(b).max(c).max(d) * units <= determinant << 3 && start(d, b).max(start(c, a)) >> 20 < determinant
}

/// ⌊num · 2³² / det⌋ and the remainder, for a positive determinant. The quotient is estimated in floats and corrected in integers. For
/// quotients beyond 2⁵² the result is only known to be large.
#[inline(always)]
fn quotient_q32(num: i64, determinant: i64, per_unit: f64) -> (i64, i64) {
    const MOST: i64 = 1 << 53;
    let mut quotient = ((num as f64 * per_unit) as i64).clamp(-MOST, MOST);
    if quotient.abs() == MOST {
        return (quotient, 0);
    }
    // The estimate is off by a few units at most. So the remainder is small, and computing it modulo 2^64 is enough.
    let mut rest = (num << 32).wrapping_sub(quotient.wrapping_mul(determinant));
    while rest < 0 {
        quotient -= 1;
        rest += determinant;
    }
    while rest >= determinant {
        quotient += 1;
        rest -= determinant;
    }
    (quotient, rest)
}

impl Pose {
    /// The texel (u, v) under the centre of a world pixel, exactly. It may lie outside the sprite. [`PixelRule::Raster`](crate::PixelRule::Raster) tests this texel,
    /// and a renderer with nearest-neighbour sampling draws it. It also tells which part of a sprite was clicked. [`Pose::point_at`] is the way
    /// from a texel to the world.
    ///
    /// A centre on the edge between two texels counts as shifted to the right by an infinitesimal and down by an even smaller one.
    ///
    /// ```
    /// use hitmask::Pose;
    /// let twice = Pose::from_matrix([2.0, 0.0, 0.0, 2.0, 10.0, 0.0])?;
    /// assert_eq!(twice.texel_at((15, 3)), [2, 1]);
    /// let mirrored = Pose::from_matrix([-1.0, 0.0, 0.0, 1.0, 0.5, 0.0])?;
    /// assert_eq!(mirrored.texel_at((0, 0)), [-1, 0]);             // on the edge of texels -1 and 0; -1 is on its right
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    #[doc(alias = "picking")]
    #[doc(alias = "inverse")]
    #[must_use]
    pub fn texel_at(&self, pixel: impl Into<Point>) -> [i64; 2] {
        let pixel = pixel.into();
        let (u, v) = Inverse::new(self, Rect::new(pixel.x, pixel.y, 1, 1).extent()).texel(0, 0);
        [u, v]
    }

    /// [`Pose::texel_at`] for each pixel of a window of the world, row by row from the top, left to right. Use it to draw a posed picture
    /// exactly as its posed mask collides. The part of the window beyond `i32::MAX` contains no pixels and yields nothing.
    ///
    /// ```
    /// use hitmask::{Pose, Rect};
    /// let twice = Pose::from_matrix([2.0, 0.0, 0.0, 2.0, 10.0, 0.0])?;
    /// let window = Rect::new(9, 1, 3, 2);
    /// let texels: Vec<[i64; 2]> = twice.texels(window).collect();
    /// assert_eq!(texels, [[-1, 0], [0, 0], [0, 0], [-1, 1], [0, 1], [0, 1]]);
    /// assert_eq!(twice.texels(Rect::new(i32::MAX, 0, 5, 1)).count(), 1);
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    ///
    /// # Complexity
    /// O(pixels), with almost no divisions; single calls to [`Pose::texel_at`] divide each time.
    pub fn texels(&self, window: Rect) -> impl Iterator<Item = [i64; 2]> + use<> {
        let window = window.extent();
        let inverse = Inverse::new(self, window);
        let pixel = move |x, y| {
            let (u, v) = inverse.texel(x, y);
            [u, v]
        };
        let width = window.x1 - window.x0;
        (0..window.y1 - window.y0).flat_map(move |y| (0..width).map(move |x| pixel(x, y)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with plain division, in windows of many poses, ties included.
    #[test]
    fn the_texel_is_the_divided_one() {
        let poses = [
            [65536, 0, 0, 65536, 0, 0],
            [32768, 0, 0, 32768, 0, 0],
            [131_072, 0, 0, -131_072, 32768, 32768],
            [196_608, 0, 0, 196_608, 32768, 98304],
            [56756, -32768, 32768, 56756, 12345, -54321],
            [46341, 46341, -46341, 46341, 1 << 40, -(1 << 40)],
            [65536, 65536, 65536, 65537, 7, 9],
            [1, 0, 0, 1, 0, 0],
            [-4_194_304, 4_194_304, 4_194_304, 4_194_303, 0, 1],
            // Of the largest determinants, and of large entries with a small one.
            [2_147_418_112, 0, 0, 2_147_418_112, 12_345, -54_321],
            [2_147_418_112, -2_147_418_112, 2_147_418_112, 2_147_418_112, 1 << 40, 7],
            [52_428_800, 0, 0, 1_310_720, 32_768, -3],
            [0, 1 << 30, -(1 << 29), 0, 0, 0],
            [2_147_418_112, 2_147_418_111, 2_147_418_111, 2_147_418_110, -9, 0],
        ];
        for pose in poses.map(|numbers| Pose::from_q16(numbers).unwrap()) {
            let [a, b, c, d, tx, ty] = pose.to_q16().map(i128::from);
            let (x0, y0) = ((tx >> 16) as i64 - 20, (ty >> 16) as i64 + 5);
            let inverse = Inverse::new(&pose, Extent { x0, y0, x1: x0 + 70, y1: y0 + 50 });
            for (x, y) in (0..50).flat_map(|y| (0..70).map(move |x| (x, y))) {
                let px = i128::from(2 * (x0 + x) + 1) * 32768 - tx;
                let py = i128::from(2 * (y0 + y) + 1) * 32768 - ty;
                let det = a * d - b * c;
                let floor = |by_x: i128, by_y: i128| {
                    let (by_x, by_y) = (by_x * det.signum(), by_y * det.signum());
                    let num = by_x * px + by_y * py;
                    let falls = if by_x == 0 { by_y < 0 } else { by_x < 0 };
                    (num - i128::from(falls)).div_euclid(det.abs()) as i64
                };
                assert_eq!(inverse.texel(x, y), (floor(d, -b), floor(-c, a)), "{pose:?} ({x}, {y})");
            }
        }
    }

    /// What a device is told to divide with 32 digits, an [`Inverse`] divides so, too. Flat poses in all degrees, and windows far off.
    #[test]
    fn quotients_suffice_only_where_they_are_used() {
        let mut state = 1u64;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i64
        };
        let (mut enough, mut given_up) = (0, 0);
        for _ in 0..20_000 {
            let most = 1 << (random() % 23);
            let [a, b] = [(); 2].map(|()| random() % (2 * most + 1) - most);
            let [c, d] = [a, b].map(|entry| entry / (1 + random() % 3) + random() % 9 - 4);
            let [tx, ty] = [(); 2].map(|()| random() % (1 << 40) - (1 << 39));
            let Ok(pose) = Pose::from_q16([a, b, c, d, tx, ty]) else { continue };
            let side = 1 << (random() % 17);
            let window =
                crate::placed::image(&pose, Extent { x0: 0, y0: 0, x1: side, y1: 1 + random() % side });
            let inverse = Inverse::new(&pose, window);
            let is_used = inverse.u.sure > 0 && inverse.v.sure > 0;
            let is_enough = quotients_suffice(&pose, window);
            assert!(is_used || !is_enough, "{pose:?} {window:?}");
            enough += u32::from(is_enough);
            given_up += u32::from(is_used && !is_enough);
        }
        assert!(enough > 5000 && given_up < enough / 10, "{enough} {given_up}");
    }
}
