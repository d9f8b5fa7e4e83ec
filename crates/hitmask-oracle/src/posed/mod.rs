//! Grids under affine maps: which world pixels they cover, and whether their texels' images share area.
//!
//! A map is six numbers in units of 1/65536, `[a, b, c, d, tx, ty]`: the texel point (u, v) goes to (a u + b v + tx, c u + d v + ty). All
//! arithmetic is in whole numbers, which are wide enough that nothing overflows for |a|, |b|, |c|, |d| <= 64 * 65536, |tx|, |ty| < 2^47
//! and grids of at most 65536 pixels a side.

mod affine;
mod coverage;
mod geometry;
mod parts;

pub use affine::Affine;
pub(crate) use affine::{corners, determinant};
pub use coverage::{bake, bake_alpha, coverage, posed_overlap, posed_sum_overlap, texel_at};
pub use geometry::posed_geometry_overlaps;
pub use parts::{PoseParts, Turn, pose_from_parts};
