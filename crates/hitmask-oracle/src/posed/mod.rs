//! Grids under affine maps: which world pixels they cover, and whether their texels' images share area.
//!
//! A map is six numbers in units of 1/65536, `[a, b, c, d, tx, ty]`: the texel point (u, v) goes to (a u + b v + tx, c u + d v + ty). All
//! arithmetic is in whole numbers, which are wide enough that nothing overflows for |a|, |b|, |c|, |d| <= 64 * 65536, |tx|, |ty| < 2^47
//! and grids of at most 65536 pixels a side.

mod coverage;
mod geometry;
mod parts;

pub use coverage::{bake, bake_alpha, coverage, posed_overlap, posed_sum_overlap, texel_at};
pub use geometry::posed_geometry_overlaps;
pub use parts::{PoseParts, Turn, pose_from_parts};

/// a, b, c, d, tx, ty in units of 1/65536.
pub type Affine = [i64; 6];

/// One in [`Affine`]'s units.
const ONE: i64 = 1 << 16;

/// a d - b c, in units of 1/65536^2.
pub(crate) fn determinant([a, b, c, d, ..]: Affine) -> i128 {
    i128::from(a) * i128::from(d) - i128::from(b) * i128::from(c)
}

/// Where the texel point (u, v) lies, in units of 1/65536 of a world pixel.
fn image([a, b, c, d, tx, ty]: Affine, u: i64, v: i64) -> (i64, i64) {
    (a * u + b * v + tx, c * u + d * v + ty)
}

/// The corners of the texels from (u0, v0) up to but not including (u1, v1), in order around them.
pub(crate) fn corners(pose: Affine, (u0, v0): (i64, i64), (u1, v1): (i64, i64)) -> [(i64, i64); 4] {
    [(u0, v0), (u1, v0), (u1, v1), (u0, v1)].map(|(u, v)| image(pose, u, v))
}
