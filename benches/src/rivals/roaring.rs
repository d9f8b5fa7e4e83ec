//! The crate `roaring`: compressed sets of numbers.
//!
//! It cannot shift a set while it intersects. So it gets masks that already lie on a common canvas, a solid pixel (x, y) as
//! the number y * width + x, whole runs at a time, and stored as runs where that is smaller.

use ::roaring::RoaringBitmap;
use hitmask::Mask;

/// The numbers of the mask's solid pixels.
#[must_use]
pub fn pixel_ids(mask: &Mask) -> RoaringBitmap {
    let mut ids = RoaringBitmap::new();
    for row in 0..mask.height() {
        let first = row * mask.width();
        for (start, end) in mask.runs(row) {
            ids.insert_range(first + start..first + end);
        }
    }
    ids.optimize();
    ids
}
