//! Searches for a shared pixel of two posed masks, without reading most of their pixels. `exact_raster.rs` and `exact_geometry.rs` test
//! single pixels exactly.
//!
//! The part of the world that both images may cover is divided into squares. At the centre of a square, the two distance fields show
//! whether the square can contain anything of A or of B, or whether its centre is certainly inside both. Undecided squares are divided
//! again, the most promising first; the smallest are tested exactly. The position at which a field is read is computed in floats. Floats
//! are only used to skip squares or to accept a position, always with a margin larger than their error.

use crate::geom::{Extent, Mapped, Pose};
use crate::mask::kept::Field;

use crate::geom::inverse::Approximate;

/// The unit of squares: this many per pixel.
const PARTS: i32 = 32;
/// The side of the smallest square. Its centre is still a whole number of units.
const SMALLEST: i32 = 2;

/// A square in a window, in 1/[`PARTS`] pixel from the window's upper-left corner.
#[derive(Clone, Copy, Default)]
pub(super) struct Square {
    x: i32,
    y: i32,
    side: i32,
    /// How far its centre lies inside both masks, or how near to them. Larger is more promising.
    hope: f32,
}

impl Square {
    /// Its upper-left corner, in pixels.
    pub(super) fn corner(self) -> (f64, f64) {
        let pixels = |parts: i32| f64::from(parts) / f64::from(PARTS);
        (pixels(self.x), pixels(self.y))
    }

    /// Its side, in pixels.
    pub(super) fn side(self) -> f64 {
        f64::from(self.side) / f64::from(PARTS)
    }
}

/// The exact test for the smallest squares.
pub(super) trait Leaf {
    /// How far the points that decide can lie from the centre of a square with this side in pixels, along each axis: half the side, or less
    /// if only pixel centres count.
    fn reach(&self, side: f32) -> f32;
    /// Whether to test a square with this side in pixels instead of dividing it. It must be true for a sixteenth of a pixel.
    fn is_small(&self, side: f32) -> bool;
    /// The exact answer for a square.
    fn overlap(&mut self, square: Square) -> bool;
}

/// One of the two masks: its distance field, and the map to it from the window's corner.
pub(super) struct PosedSide<'a> {
    field: &'a Field,
    /// The value at the corner, and the changes per pixel to the right and down.
    u: [f32; 3],
    v: [f32; 3],
    /// The largest length in texels of a segment that is one pixel long in the world.
    pub(super) stretch: f32,
    /// The largest error of the floats and of the infinitesimal shift, in texels.
    slack: f32,
    /// How many pixels farther to look.
    margin: f32,
    /// How deep inside a position must lie to be accepted: half a pixel to the nearest pixel centre, plus the slack.
    sure: f32,
}

/// Values for four positions: `f32`s side by side, which compilers vectorise.
type Four = [f32; 4];

impl<'a> PosedSide<'a> {
    pub(super) fn new(field: &'a Field, pose: &Pose, inverse: Approximate, window: Extent) -> PosedSide<'a> {
        let Approximate { lines, error } = inverse;
        // Inverses start at the centre of the window's first pixel, squares at its corner.
        let corner = |[middle, right, down]: [f64; 3]| {
            [(middle - (right + down) / 2.0) as f32, right as f32, down as f32]
        };
        let (u, v) = (corner(lines[0]), corner(lines[1]));
        let (w, h) = ((window.x1 - window.x0) as f32, (window.y1 - window.y0) as f32);
        // Squares may extend beyond the window by nearly their side. There are a few roundings to 24 bits.
        let range = |[corner, right, down]: [f32; 3]| {
            corner.abs() + (right.abs() + down.abs()) * 2.0 * (w + h + PARTS as f32)
        };
        let rounding = (range(u) + range(v)) * (1.0 / (1u32 << 21) as f32);
        let stretch = stretch(pose) as f32 * 1.000_001;
        let slack = error as f32 + rounding + 1.0 / 256.0;
        let sure = 0.5 * core::f32::consts::SQRT_2 * stretch + slack;
        PosedSide { field, u, v, stretch, slack, margin: 0.0, sure }
    }

    /// The same mask, with everything within this many pixels counted as near.
    pub(super) fn farther(self, margin: f64) -> PosedSide<'a> {
        PosedSide { margin: margin as f32 * 1.000_001, ..self }
    }

    /// For each position, a lower bound of its depth inside the mask, in texels, minus the depth that is required. A negative number means
    /// that the position may be outside. Negative infinity means that nothing within `reach` pixels along each axis is solid.
    #[inline(always)]
    fn hope(&self, x: Four, y: Four, reach: f32) -> Four {
        let [u, u_right, u_down] = self.u;
        let [v, v_right, v_down] = self.v;
        let radius = (reach * core::f32::consts::SQRT_2 + self.margin) * self.stretch + self.slack;
        let (mut us, mut vs) = ([0.0; 4], [0.0; 4]);
        for i in 0..4 {
            us[i] = u + x[i] * u_right + y[i] * u_down;
            vs[i] = v + x[i] * v_right + y[i] * v_down;
        }
        let (signed, beyond) = self.field.at(us, vs);
        let mut hope = [0.0; 4];
        for i in 0..4 {
            let empty = (signed[i] > radius) | (beyond[i] > radius * radius);
            hope[i] = if empty { f32::NEG_INFINITY } else { -signed[i] - beyond[i] - self.sure };
        }
        hope
    }
}

/// The largest singular value of a pose's inverse, rounded up.
pub(super) fn stretch(pose: &Pose) -> f64 {
    let [a, b, c, d] = pose.matrix.mapped(f64::from);
    // In integers, because the difference of two long products may be short.
    let determinant = pose.determinant().unsigned_abs() as f64;
    // It is the larger singular value of the matrix divided by the determinant.
    let squares = a * a + b * b + c * c + d * d;
    let difference = (squares * squares - 4.0 * determinant * determinant).max(0.0);
    let largest = square_root_up((squares + square_root_up(difference)) / 2.0);
    largest * 65536.0 / determinant * (1.0 + 1e-6)
}

/// The square root, rounded up slightly.
#[cfg(feature = "std")]
pub(crate) fn square_root_up(x: f64) -> f64 {
    x.sqrt() * (1.0 + 1e-12)
}

/// The same without `std`, because `core` has no square root for floats. It uses the integer square root of the number, scaled to 40 bits
/// or more.
#[cfg(not(feature = "std"))]
pub(crate) fn square_root_up(x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    let mut scaled = x;
    let mut unit = 1.0;
    while scaled < (1u64 << 40) as f64 {
        scaled *= (1u64 << 32) as f64;
        unit *= 1.0 / 65536.0;
    }
    while scaled > (1u64 << 60) as f64 + (1u64 << 59) as f64 {
        scaled *= 1.0 / (1u64 << 4) as f64;
        unit *= 4.0;
    }
    ((scaled as u64).isqrt() + 1) as f64 * unit
}

/// Whether two masks overlap inside a window of w × h pixels. `leaf` decides what the fields cannot.
pub(super) fn search(a: &PosedSide<'_>, b: &PosedSide<'_>, w: i64, h: i64, leaf: &mut impl Leaf) -> bool {
    // On WebAssembly, where a module's size counts, there is one copy for all kinds of leaves.
    #[cfg(target_family = "wasm")]
    let leaf: &mut dyn Leaf = leaf;
    search_by(a, b, w, h, leaf)
}

fn search_by<L: Leaf + ?Sized>(a: &PosedSide<'_>, b: &PosedSide<'_>, w: i64, h: i64, leaf: &mut L) -> bool {
    // A window is at most 2^22 pixels long.
    let (w, h) = (w as i32 * PARTS, h as i32 * PARTS);
    // The window is covered by squares that are about as large as its shorter side.
    let side = w.min(h).max(8 * PARTS).cast_unsigned().next_power_of_two().cast_signed();
    let pixels = |parts: i32| parts as f32 * (1.0 / PARTS as f32);
    // Each division adds three squares, from 2^28 units down to two.
    let mut stack = [Square::default(); 3 * 28 + 4];
    let columns = (0..w).step_by(side as usize);
    let roots = (0..h).step_by(side as usize).flat_map(|y| columns.clone().map(move |x| (x, y)));
    for (x, y) in roots {
        let middle = side / 2;
        let [found, ..] = hope(a, b, [x + middle; 4], [y + middle; 4], leaf.reach(pixels(side)));
        stack[0] = Square { x, y, side, hope: found };
        let mut depth = usize::from(found > f32::NEG_INFINITY);
        while depth > 0 {
            depth -= 1;
            let square = stack[depth];
            let half = square.side / 2;
            let (middle_x, middle_y) = (square.x + half, square.y + half);
            if square.hope > 0.0 && middle_x < w && middle_y < h {
                return true;
            }
            if square.side == SMALLEST || leaf.is_small(pixels(square.side)) {
                if leaf.overlap(square) {
                    return true;
                }
                continue;
            }
            let mut parts =
                [(square.x, square.y), (middle_x, square.y), (square.x, middle_y), (middle_x, middle_y)];
            let (left, right, top, bottom) =
                (square.x + half / 2, middle_x + half / 2, square.y + half / 2, middle_y + half / 2);
            let reach = leaf.reach(pixels(half));
            let mut hopes = hope(a, b, [left, right, left, right], [top, top, bottom, bottom], reach);
            // The most promising goes on top. No branches, because the order is unpredictable.
            let upper = usize::from(hopes[1] > hopes[0]);
            let lower = 2 + usize::from(hopes[3] > hopes[2]);
            let best = if hopes[upper] > hopes[lower] { upper } else { lower };
            hopes.swap(best, 3);
            parts.swap(best, 3);
            for (&hope, &(x, y)) in hopes.iter().zip(&parts) {
                stack[depth] = Square { x, y, side: half, hope };
                depth += usize::from((hope > f32::NEG_INFINITY) & (x < w) & (y < h));
            }
        }
    }
    false
}

/// How promising four squares are, by their centres.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn hope(a: &PosedSide<'_>, b: &PosedSide<'_>, x: [i32; 4], y: [i32; 4], reach: f32) -> Four {
    let (mut xs, mut ys, mut hope) = ([0.0; 4], [0.0; 4], [0.0; 4]);
    for i in 0..4 {
        xs[i] = x[i] as f32 * (1.0 / PARTS as f32);
        ys[i] = y[i] as f32 * (1.0 / PARTS as f32);
    }
    let (of_a, of_b) = (a.hope(xs, ys, reach), b.hope(xs, ys, reach));
    for i in 0..4 {
        hope[i] = least(of_a[i], of_b[i]);
    }
    hope
}

/// The smaller of two numbers. Not `min`, which would have to check for NaN.
#[inline(always)]
fn least(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_never_too_small() {
        for x in [1e-20, 0.3, 1.0, 2.0, 9.0, 1e6, 1e12, 1e18, 1e30] {
            let root = square_root_up(x);
            assert!(root * root >= x && root * root <= x * 1.00001, "{x}");
        }
    }

    #[test]
    fn stretch_of_plain_poses() {
        let of = |numbers: [i64; 4]| {
            let [a, b, c, d] = numbers.map(|n| n * 65536);
            stretch(&Pose::from_q16([a, b, c, d, 0, 0]).unwrap())
        };
        for (stretched, wanted) in
            [(of([1, 0, 0, 1]), 1.0), (of([0, -2, 2, 0]), 0.5), (of([4, 0, 0, 1]), 1.0)]
        {
            assert!(stretched >= wanted && stretched < wanted * 1.0001, "{stretched} {wanted}");
        }
    }
}
