//! The shortest way out, by a simple method: it tests one change of the offset after the other, the shortest first.

use hitmask::{Mask, Point};
use std::sync::LazyLock;

/// Longer than any way out in a benchmark.
const FAR: i32 = 200;

/// All changes, sorted by (squared length, dy, dx).
static CHANGES: LazyLock<Vec<Point>> = LazyLock::new(|| {
    let mut changes: Vec<Point> =
        (-FAR..=FAR).flat_map(|y| (-FAR..=FAR).map(move |x| Point::new(x, y))).collect();
    changes.sort_by_key(|p| (p.x * p.x + p.y * p.y, p.y, p.x));
    changes
});

/// The first change after which the two masks don't overlap.
///
/// # Panics
/// If no change shorter than 200 pixels separates them.
#[inline(never)]
#[must_use]
pub fn separation(a: &Mask, b: &Mask, offset: Point) -> Point {
    let free = |change: &&Point| !a.overlaps(b, (offset.x + change.x, offset.y + change.y));
    *CHANGES.iter().find(free).expect("a way out")
}
