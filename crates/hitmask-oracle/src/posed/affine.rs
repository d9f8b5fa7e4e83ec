//! Affine maps, as [the module](super) says.

/// a, b, c, d, tx, ty in units of 1/65536.
pub type Affine = [i64; 6];

/// One in [`Affine`]'s units.
pub(super) const ONE: i64 = 1 << 16;

/// a d - b c, in units of 1/65536^2.
pub(crate) fn determinant([a, b, c, d, ..]: Affine) -> i128 {
    i128::from(a) * i128::from(d) - i128::from(b) * i128::from(c)
}

/// Where the texel point (u, v) lies, in units of 1/65536 of a world pixel.
pub(super) fn image([a, b, c, d, tx, ty]: Affine, u: i64, v: i64) -> (i64, i64) {
    (a * u + b * v + tx, c * u + d * v + ty)
}

/// The corners of the texels from (u0, v0) up to but not including (u1, v1), in order around them.
pub(crate) fn corners(pose: Affine, (u0, v0): (i64, i64), (u1, v1): (i64, i64)) -> [(i64, i64); 4] {
    [(u0, v0), (u1, v0), (u1, v1), (u0, v1)].map(|(u, v)| image(pose, u, v))
}
