//! The usual way of games that turn and scale pictures: for each pixel of the screen's rectangle that both may cover, find its position in
//! both pictures. There are three ways to compute that position.

use hitmask::{Mask, Point, Pose};

const SOLID: u8 = 128;
const ONE: i64 = 1 << 16;

/// A picture of four bytes per pixel, whose alpha is 255 where the mask is solid, and its pose on the screen.
pub struct Turned {
    w: i64,
    h: i64,
    rgba: Vec<u8>,
    /// a, b, c, d, tx, ty in 1/65536.
    pose: [i64; 6],
    determinant: i64,
    /// u and v of the centre of pixel (0, 0), and their changes for a step right and a step down.
    inverse: [[f64; 3]; 2],
    /// The same in 1/2^32.
    fixed: [[i64; 3]; 2],
    /// Left, top, right and bottom of the image on the screen, extended to whole pixels.
    bounds: [i64; 4],
}

impl Turned {
    /// Draws the mask, and inverts its pose.
    #[must_use]
    pub fn new(mask: &Mask, pose: &Pose) -> Turned {
        let (w, h) = (i64::from(mask.width()), i64::from(mask.height()));
        let mut rgba = vec![0; (w * h * 4) as usize];
        for p in mask.points() {
            let at = (i64::from(p.y) * w + i64::from(p.x)) as usize * 4;
            rgba[at..at + 4].fill(255);
        }
        let pose = pose.to_q16();
        let [a, b, c, d, tx, ty] = pose;
        let [fa, fb, fc, fd, ftx, fty] = pose.map(|n| n as f64 / ONE as f64);
        let det = fa * fd - fb * fc;
        let line = |by_x: f64, by_y: f64| {
            let (right, down) = (by_x / det, by_y / det);
            [right * (0.5 - ftx) + down * (0.5 - fty), right, down]
        };
        let inverse = [line(fd, -fb), line(-fc, fa)];
        let xs = [tx, tx + a * w, tx + b * h, tx + a * w + b * h];
        let ys = [ty, ty + c * w, ty + d * h, ty + c * w + d * h];
        let low = |all: [i64; 4]| all.into_iter().fold(i64::MAX, i64::min).div_euclid(ONE);
        let high = |all: [i64; 4]| (all.into_iter().fold(i64::MIN, i64::max) + ONE - 1).div_euclid(ONE);
        Turned {
            w,
            h,
            rgba,
            pose,
            determinant: a * d - b * c,
            inverse,
            fixed: inverse.map(|line| line.map(|n| (n * (1u64 << 32) as f64).round() as i64)),
            bounds: [low(xs), low(ys), high(xs), high(ys)],
        }
    }

    fn is_solid(&self, u: i64, v: i64) -> bool {
        u >= 0 && v >= 0 && u < self.w && v < self.h && self.rgba[(v * self.w + u) as usize * 4 + 3] >= SOLID
    }

    /// With floats. Sometimes a pixel whose centre lies on an edge between texels is assigned to the wrong texel.
    fn by_floats(&self, x: i64, y: i64) -> bool {
        let [u, v] = self
            .inverse
            .map(|[corner, right, down]| (corner + right * x as f64 + down * y as f64).floor() as i64);
        self.is_solid(u, v)
    }

    /// With whole numbers and divisions, exactly as hitmask defines it.
    fn by_division(&self, x: i64, y: i64) -> bool {
        let [a, b, c, d, tx, ty] = self.pose;
        let (dx, dy) = (x * ONE + ONE / 2 - tx, y * ONE + ONE / 2 - ty);
        let sign = self.determinant.signum();
        let texel = |by_x: i64, by_y: i64| {
            let (by_x, by_y) = (by_x * sign, by_y * sign);
            let falls = by_x < 0 || by_x == 0 && by_y < 0;
            (by_x * dx + by_y * dy - i64::from(falls)).div_euclid(self.determinant * sign)
        };
        self.is_solid(texel(d, -b), texel(-c, a))
    }

    /// The rectangle that both images may cover when the other image is moved.
    fn shared(&self, other: &Turned, (dx, dy): (i64, i64)) -> [i64; 4] {
        let ([x0, y0, x1, y1], [left, top, right, bottom]) = (self.bounds, other.bounds);
        [x0.max(left + dx), y0.max(top + dy), x1.min(right + dx), y1.min(bottom + dy)]
    }

    /// The first x and the x after the last, in a row from `x0` to `x1`, of the pixels that may lie in the picture.
    fn row(&self, x0: i64, x1: i64, y: i64) -> (i64, i64) {
        let (mut low, mut high) = (x0 as f64, (x1 - 1) as f64);
        for ([corner, right, down], side) in self.inverse.into_iter().zip([self.w, self.h]) {
            let at = corner + down * y as f64;
            if right.abs() < 1e-9 {
                if at < -1.0 || at > side as f64 + 1.0 {
                    return (x0, x0);
                }
                continue;
            }
            let ends = [-at / right, (side as f64 - at) / right];
            low = low.max(ends[0].min(ends[1]));
            high = high.min(ends[0].max(ends[1]));
        }
        ((low.floor() as i64).max(x0), (high.ceil() as i64 + 1).min(x1))
    }
}

fn offset(offset: Point) -> (i64, i64) {
    (i64::from(offset.x), i64::from(offset.y))
}

fn any_pixel(a: &Turned, b: &Turned, at: Point, met: impl Fn(i64, i64, i64, i64) -> bool) -> bool {
    let (dx, dy) = offset(at);
    let [x0, y0, x1, y1] = a.shared(b, (dx, dy));
    (y0..y1).any(|y| (x0..x1).any(|x| met(x, y, x - dx, y - dy)))
}

/// The usual way: an inverse matrix of floats. For each pixel and picture, one multiplication and one test.
#[inline(never)]
#[must_use]
pub fn overlaps(a: &Turned, b: &Turned, at: Point) -> bool {
    any_pixel(a, b, at, |x, y, in_b_x, in_b_y| a.by_floats(x, y) && b.by_floats(in_b_x, in_b_y))
}

/// The same with whole numbers, which is always right.
#[inline(never)]
#[must_use]
pub fn overlaps_divided(a: &Turned, b: &Turned, at: Point) -> bool {
    any_pixel(a, b, at, |x, y, in_b_x, in_b_y| a.by_division(x, y) && b.by_division(in_b_x, in_b_y))
}

/// The method of a careful rasteriser: each row is cut to the part that lies in both pictures. Then both texel positions are stepped in
/// fixed point, with one addition each (a digital differential analyser).
#[inline(never)]
#[must_use]
pub fn overlaps_stepped(a: &Turned, b: &Turned, at: Point) -> bool {
    let (dx, dy) = offset(at);
    let [x0, y0, x1, y1] = a.shared(b, (dx, dy));
    if x0 >= x1 {
        return false;
    }
    (y0..y1).any(|y| {
        let (from, to) = a.row(x0, x1, y);
        let (from_b, to_b) = b.row(x0 - dx, x1 - dx, y - dy);
        let (from, to) = (from.max(from_b + dx), to.min(to_b + dx));
        let start = |turned: &Turned, x: i64, y: i64| {
            turned.fixed.map(|[corner, right, down]| (corner + right * x + down * y, right))
        };
        let [(mut ua, ua_step), (mut va, va_step)] = start(a, from, y);
        let [(mut ub, ub_step), (mut vb, vb_step)] = start(b, from - dx, y - dy);
        (from..to).any(|_| {
            let met = a.is_solid(ua >> 32, va >> 32) && b.is_solid(ub >> 32, vb >> 32);
            ua += ua_step;
            va += va_step;
            ub += ub_step;
            vb += vb_step;
            met
        })
    })
}
