//! The crate [`parry2d`]: voxels of one pixel, in floats. So answers that differ are counted, not refused. At whole offsets, as masks have
//! them, there should be none.

use hitmask::{Mask, Point};
use parry2d::math::{IVector, Pose, Vector};
use parry2d::query::intersection_test;
use parry2d::shape::Voxels;

/// The mask's solid pixels as voxels.
#[must_use]
pub fn voxels(mask: &Mask) -> Voxels {
    let pixels: Vec<IVector> = mask.points().map(|p| IVector::new(p.x, p.y)).collect();
    Voxels::new(Vector::new(1.0, 1.0), &pixels)
}

/// Whether the two have a voxel in common.
///
/// # Panics
/// Never: parry2d can test voxels against voxels.
#[must_use]
pub fn overlaps(a: &Voxels, b: &Voxels, offset: Point) -> bool {
    let at = Pose::translation(offset.x as f32, offset.y as f32);
    let result = intersection_test(&Pose::IDENTITY, a, &at, b);
    result.expect("parry2d tests voxels against voxels").intersecting
}
