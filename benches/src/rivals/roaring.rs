//! The crate `roaring`: compressed sets of numbers.
//!
//! It cannot shift a set while it intersects. So its masks already lie on a common canvas. A solid pixel (x, y) is the number y * width +
//! x. Whole runs are inserted at a time, and stored as runs if that is smaller.

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
