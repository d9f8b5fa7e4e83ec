//! Whether two posed masks overlap, without looking at most pixels.
//!
//! The part of the world that both images may cover is divided into squares. From the middle of a square both distance fields tell
//! whether the square can hold anything of A, or of B, or whether its middle is surely inside both. Squares that tell nothing are
//! divided again, the most promising first, and the smallest are looked at exactly. Fields are read at a place that was computed in
//! floats: only ever to leave squares out, or to accept a place, with room for all that the floats may be off.

use crate::geom::{Extent, Pose};
use crate::mask::Field;

use super::inverse::Inverse;

/// A square in a window, in pixels from its upper left corner.
#[derive(Clone, Copy)]
pub(super) struct Square {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) side: f64,
    /// How far inside both its middle lies, or how near; larger is more promising.
    hope: f64,
}

/// What decides in the smallest squares.
pub(super) trait Leaf {
    /// How far the points that decide lie from the middle of a square, along each axis: half its side, or less where only
    /// pixels' middles count.
    fn reach(&self, side: f64) -> f64;
    /// Whether to look at it rather than divide it.
    fn is_small(&self, side: f64) -> bool;
    /// The exact answer for a square.
    fn overlap(&mut self, square: Square) -> bool;
}

/// One of the two masks: its field, and the way there from the window.
pub(super) struct Side<'a> {
    field: &'a Field,
    u: [f64; 3],
    v: [f64; 3],
    /// Texels, at the most, that a pixel's length in the world may be long.
    pub(super) stretch: f64,
    /// What floats and half a pixel's infinitesimals may be off, in texels.
    slack: f64,
}

impl<'a> Side<'a> {
    pub(super) fn new(field: &'a Field, pose: &Pose, inverse: &Inverse, window: Extent) -> Side<'a> {
        let ([u, v], error) = inverse.approximately(window);
        Side { field, u, v, stretch: stretch(pose), slack: error + 1.0 / 256.0 }
    }

    /// How far inside (x, y) lies, in texels, at least: below 0 it may be outside by so much. None when nothing within `reach`
    /// pixels along each axis is solid.
    #[inline(always)]
    fn hope(&self, x: f64, y: f64, reach: f64) -> Option<f64> {
        let [u, u_right, u_down] = self.u;
        let [v, v_right, v_down] = self.v;
        // The inverse counts from the middle of the window's first pixel.
        let (x, y) = (x - 0.5, y - 0.5);
        let bound = self.field.at(u + x * u_right + y * u_down, v + x * v_right + y * v_down);
        let radius = reach * core::f64::consts::SQRT_2 * self.stretch + self.slack;
        let empty = bound.signed > radius || bound.beyond > radius * radius;
        (!empty).then(|| -bound.signed - bound.beyond)
    }

    /// What it takes for a place to count as inside: half a pixel to the next pixel's middle, and the slack.
    fn sure(&self) -> f64 {
        0.5 * core::f64::consts::SQRT_2 * self.stretch + self.slack
    }
}

/// The largest singular value of a pose's inverse, rounded up.
fn stretch(pose: &Pose) -> f64 {
    let [a, b, c, d] = pose.matrix.map(f64::from);
    let determinant = (a * d - b * c).abs();
    // The larger singular value of the matrix over its determinant is that of the inverse.
    let squares = a * a + b * b + c * c + d * d;
    let difference = (squares * squares - 4.0 * determinant * determinant).max(0.0);
    let largest = square_root_up((squares + square_root_up(difference)) / 2.0);
    largest * 65536.0 / determinant * (1.0 + 1e-6)
}

/// A little more than the square root, which core has not: from the integer one, of a number that is shifted into 52 to 53
/// digits.
fn square_root_up(x: f64) -> f64 {
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

/// Whether two masks overlap inside a window of so many pixels. `leaf` decides where the fields can't.
pub(super) fn search(a: &Side<'_>, b: &Side<'_>, w: i64, h: i64, leaf: &mut impl Leaf) -> bool {
    let (w, h) = (w as f64, h as f64);
    // Squares as long as the window's shorter side cover it.
    let mut side = 8.0;
    while side < w.min(h) {
        side *= 2.0;
    }
    let sure = (a.sure(), b.sure());
    let look = |x: f64, y: f64, side: f64, reach: f64| -> Option<Square> {
        let (middle_x, middle_y) = (x + side / 2.0, y + side / 2.0);
        let inside_a = a.hope(middle_x, middle_y, reach)?;
        let inside_b = b.hope(middle_x, middle_y, reach)?;
        Some(Square { x, y, side, hope: (inside_a - sure.0).min(inside_b - sure.1) })
    };
    // Three more for each division: from 2^23 pixels to 2^-20.
    let mut stack = [Square { x: 0.0, y: 0.0, side: 0.0, hope: 0.0 }; 3 * 48 + 1];
    let mut root = (0.0, 0.0);
    while root.1 < h {
        let mut depth = 0;
        if let Some(square) = look(root.0, root.1, side, leaf.reach(side)) {
            stack[0] = square;
            depth = 1;
        }
        while depth > 0 {
            depth -= 1;
            let square = stack[depth];
            let (middle_x, middle_y) = (square.x + square.side / 2.0, square.y + square.side / 2.0);
            if square.hope > 0.0 && middle_x < w && middle_y < h {
                return true;
            }
            if leaf.is_small(square.side) {
                if leaf.overlap(square) {
                    return true;
                }
                continue;
            }
            let half = square.side / 2.0;
            let reach = leaf.reach(half);
            let bottom = depth;
            for (x, y) in
                [(square.x, square.y), (middle_x, square.y), (square.x, middle_y), (middle_x, middle_y)]
            {
                if x < w
                    && y < h
                    && let Some(part) = look(x, y, half, reach)
                {
                    // The most promising on top.
                    let mut at = depth;
                    while at > bottom && stack[at - 1].hope > part.hope {
                        stack[at] = stack[at - 1];
                        at -= 1;
                    }
                    stack[at] = part;
                    depth += 1;
                }
            }
        }
        root.0 += side;
        if root.0 >= w {
            root = (0.0, root.1 + side);
        }
    }
    false
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
