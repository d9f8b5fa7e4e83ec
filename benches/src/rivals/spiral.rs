//! The shortest way out, the plain way: ask about one change of the offset after the other, the shortest first.

use hitmask::{Mask, Point};
use std::sync::LazyLock;

/// Longer than any way out of a benchmark.
const FAR: i32 = 200;

/// All changes, by (squared length, dy, dx).
static CHANGES: LazyLock<Vec<Point>> = LazyLock::new(|| {
    let mut changes: Vec<Point> =
        (-FAR..=FAR).flat_map(|y| (-FAR..=FAR).map(move |x| Point::new(x, y))).collect();
    changes.sort_by_key(|p| (p.x * p.x + p.y * p.y, p.y, p.x));
    changes
});

/// The first change after which the two don't overlap.
///
/// # Panics
/// When there is none shorter than 200 pixels.
#[inline(never)]
#[must_use]
pub fn separation(a: &Mask, b: &Mask, offset: Point) -> Point {
    let free = |change: &&Point| !a.overlaps(b, (offset.x + change.x, offset.y + change.y));
    *CHANGES.iter().find(free).expect("a way out")
}
