//! What a ray hits among obstacles: lines of sight, shots, feet that feel for the ground.

use super::Obstacle;
use crate::geom::PointQ16;
use crate::sweep::cast::Cast;

/// The obstacle that a ray from a position along a motion hits first, and how: its number, and [`Mask::ray_cast`]'s answer in the
/// obstacle's own pixels. Of two that are hit at the same moment the first in the list; one that holds the start, as
/// [`Cast::InitialOverlap`], comes before all. None when nothing is hit. A one-way platform stops a ray like anything else: leave
/// out of the list what the ray shall pass.
///
/// Looks at every obstacle in turn; exact, at any length. What lies more than 2³¹ pixels away is not looked at.
///
/// # Panics
/// Beyond [`PointQ16::LIMIT`].
///
/// ```
/// use hitmask::{Cast, Mask, Obstacle, ray_cast_obstacles};
/// let crate_ = Mask::filled(8, 8);
/// let crates = [Obstacle::solid(&crate_, (40, 0)), Obstacle::solid(&crate_, (20, 0))];
/// let (nearest, hit) = ray_cast_obstacles(&crates, (0, 4), (100, 0)).unwrap();
/// assert_eq!(nearest, 1);
/// assert!(matches!(hit, Cast::Hit { time, .. } if time.to_f64() == 0.2));
/// assert_eq!(ray_cast_obstacles(&crates, (0, 8), (100, 0)), None);       // along the lower edge of both
/// ```
///
/// [`Mask::ray_cast`]: crate::Mask::ray_cast
#[must_use]
pub fn ray_cast_obstacles(
    obstacles: &[Obstacle<'_>],
    position: impl Into<PointQ16>,
    motion: impl Into<PointQ16>,
) -> Option<(usize, Cast)> {
    let (from, motion) = (position.into().checked(), motion.into().checked());
    let mut first: Option<(usize, Cast)> = None;
    for (i, obstacle) in obstacles.iter().enumerate() {
        let local = from - obstacle.position.checked();
        if local.x.abs().max(local.y.abs()) > PointQ16::LIMIT {
            continue;
        }
        let cast = obstacle.ray_cast(local, motion);
        if cast.is_before(&first.map_or(Cast::Miss, |(_, first)| first)) {
            first = Some((i, cast));
        }
    }
    first
}
