//! The first obstacle that a ray hits: for lines of sight, shots, and feet that look for the ground.

use super::placed_obstacle::Obstacle;
use crate::geom::PointQ16;
use crate::invalid_argument::{InvalidArgument, OrPanic};
use crate::sweep::cast::Cast;

/// The first obstacle that a ray hits on its way from a position along a motion: its index, and the answer of [`Mask::ray_cast`] in the
/// obstacle's own pixels. None if nothing is hit. An obstacle that holds the start comes first, as [`Cast::InitialOverlap`]. Of two that
/// are hit at the same time, the first in the slice. One-way platforms stop a ray, too: leave out of the slice what the ray should pass.
///
/// The answer is exact at any length. Obstacles whose origin lies more than 2³¹ pixels away from the start are skipped. An obstacle whose
/// pose turns or scales it is hit where the pixels are that it covers; the answer then names a pixel of the world.
///
/// # Panics
/// If the position, the motion or an obstacle's position is beyond [`PointQ16::LIMIT`].
///
/// # Complexity
/// One ray cast for each obstacle.
///
/// ```
/// use hitmask::{Cast, Mask, Obstacle, ray_cast_obstacles};
/// let crate_ = Mask::filled(8, 8);
/// let crates = [Obstacle::solid(&crate_, (40, 0)), Obstacle::solid(&crate_, (20, 0))];
/// let (nearest, hit) = ray_cast_obstacles(&crates, (0, 4), (100, 0)).unwrap();
/// assert_eq!(nearest, 1);
/// assert!(matches!(hit, Cast::Hit { time, .. } if time.to_f64() == 0.2));
/// assert_eq!(ray_cast_obstacles(&crates, (0, 8), (100, 0)), None);       // along the lower side of both
/// ```
///
/// [`Mask::ray_cast`]: crate::Mask::ray_cast
#[doc(alias = "raycast")]
#[doc(alias = "line of sight")]
#[must_use]
pub fn ray_cast_obstacles(
    obstacles: &[Obstacle<'_>],
    position: impl Into<PointQ16>,
    motion: impl Into<PointQ16>,
) -> Option<(usize, Cast)> {
    try_ray_cast_obstacles(obstacles, position, motion).or_panic()
}

/// The checked form of [`ray_cast_obstacles`].
///
/// # Errors
/// [`InvalidArgument`] where [`ray_cast_obstacles`] panics.
pub fn try_ray_cast_obstacles(
    obstacles: &[Obstacle<'_>],
    position: impl Into<PointQ16>,
    motion: impl Into<PointQ16>,
) -> Result<Option<(usize, Cast)>, InvalidArgument> {
    let (from, motion) = (position.into().checked("position")?, motion.into().checked("motion")?);
    let mut first: Option<(usize, Cast)> = None;
    for (i, obstacle) in obstacles.iter().enumerate() {
        obstacle.position.checked("obstacle")?;
        let Some(cast) = obstacle.ray_cast(from, motion) else { continue };
        if cast.is_before(&first.map_or(Cast::Miss, |(_, first)| first)) {
            first = Some((i, cast));
        }
    }
    Ok(first)
}
