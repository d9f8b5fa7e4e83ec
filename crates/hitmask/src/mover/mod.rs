//! A shape that moves among obstacles: it stops flush, slides, climbs small ledges, and stands on platforms that it can jump through.

mod body;
mod company;
mod going;
mod laps;
mod moved;
mod obstacle;
mod options;
mod placed_obstacle;
pub(crate) mod ray;
mod stride;
mod walk;

use alloc::vec::Vec;

pub use body::Body;
pub(crate) use body::BodyPixels;
pub(crate) use company::Company;
pub(crate) use going::{Going, pivot_pixel, walk, way};
pub(crate) use laps::Laps;
pub use moved::{Moved, Stop};
pub(crate) use obstacle::{NO_CARRIER, ObstaclePixels};
pub use options::MoveOptions;
pub use placed_obstacle::Obstacle;
pub(crate) use walk::{Escort, Pushes, Refusal, Walk};

use crate::geom::PointQ16;
use crate::invalid_argument::{InvalidArgument, OrPanic};

/// Moves a mover by a motion among obstacles: the move of a character in a platform game. The mover is a reference to any
/// [`Shape`](crate::Shape), or a [`Placed`](crate::Placed) with its pose. Positions and motion are in the obstacles' world, in whole pixels or
/// in 65 536ths of a pixel ([`PointQ16`]).
///
/// The mover stands on whole pixels and keeps the rest of its motion as a **remainder** for the next move. Its position is the sum of both. It
/// covers what its shape covers at [`PointQ16::pixel`] of the position, so its cover does not change while it moves. Everything is judged by
/// [`PixelRule::Raster`](crate::PixelRule::Raster), as in the overlap verbs and in a [`World`](crate::World). The translation of a
/// [`Placed`](crate::Placed) mover is the distance from the position to the shape's origin.
///
/// # Guarantees
/// - It walks along the straight line from pixel to pixel, in the order in which the line reaches the half-pixel marks between them; x
///   before y at the same time. No speed tunnels.
/// - A step after which it would overlap a solid obstacle is refused. That axis ends there, flush and without a remainder. The other axis
///   goes on.
/// - A remainder is also cleared at the end of a move if it leans into something: if one more step in the direction of its sign would be
///   refused. So a mover at rest lies exactly on its pixels, move after move. (One-way obstacles refuse steps down only, and a step that
///   leads up a ledge is not refused.)
/// - Where it may go is exactly where [`Mask::overlaps`](crate::Mask::overlaps) says that it overlaps no solid obstacle.
/// - A ledge that is climbed, and ground that is followed down, keep both remainders: only the end of the move may clear one.
/// - Cutting a solid obstacle into pieces, or a one-way obstacle along vertical lines, changes no position. Neither does the order of the
///   obstacles: it matters only for the result's indices.
///
/// ```
/// use hitmask::{Mask, MoveOptions, Obstacle, Point, PointQ16, move_and_slide};
/// let (hero, ground) = (Mask::filled(8, 16), Mask::from_fn(100, 20, |x, y| y >= 10 || x >= 60));
/// let level = [Obstacle::solid(&ground, (0, 100))];
/// // Down and to the right at once: it lands, slides, and stops at the ledge.
/// let moved = move_and_slide(&hero, (0, 50), (100, 1000), &level, &MoveOptions::default());
/// assert_eq!(moved.position, (52, 94).into());
/// let (floor, wall) = (moved.floor.unwrap(), moved.wall.unwrap());
/// assert_eq!((floor.index, floor.pixel, floor.normal), (0, Point::new(52, 110), Point::new(0, -1)));
/// assert_eq!((wall.pixel, moved.velocity), (Point::new(60, 100), PointQ16::ZERO));
/// // The ledge is ten pixels high. A hero that can step up ten pixels goes on, and leaves the level at its end.
/// let climbs = MoveOptions { step_up: 10, ..MoveOptions::default() };
/// assert_eq!(move_and_slide(&hero, moved.position, (500, 0), &level, &climbs).position, (552, 84).into());
/// // Less than half a pixel is no step, but it is kept.
/// let crept = move_and_slide(&hero, (0, 94), (0.4, 0.0), &level, &climbs);
/// assert_eq!((crept.position.pixel(), crept.position), (Some(Point::new(0, 94)), PointQ16::from((0.4, 94.0))));
/// ```
///
/// # Panics
/// If the position, the motion or an obstacle's position is beyond [`PointQ16::LIMIT`]. If the mover is not a mask and covers a larger box
/// than a mask may have ([`Mask::MAX_SIDE`](crate::Mask::MAX_SIDE), [`Mask::MAX_PIXELS`](crate::Mask::MAX_PIXELS)).
///
/// # Complexity
/// Free space is passed in jumps: through air in one, over parts of a tile map without tiles at any length, past pixels in jumps of up to 64
/// pixels. Each other step takes up to one [`Mask::overlaps`](crate::Mask::overlaps) against each obstacle whose box it meets. Distant
/// obstacles cost almost nothing, but if there are thousands, pass only those nearby. Each step up costs up to two overlaps against each
/// obstacle for each pixel of its height. A mover or an obstacle that is turned, or is a circle or a polygon, is drawn for the move, where
/// the two come near each other.
///
/// # Memory
/// The mover keeps copies of itself that are grown along motions, as for [`Mask::cast`](crate::Mask::cast).
#[doc(alias = "character controller")]
#[doc(alias = "move and collide")]
#[must_use]
pub fn move_and_slide<'m>(
    mover: impl Into<Body<'m>>,
    position: impl Into<PointQ16>,
    motion: impl Into<PointQ16>,
    obstacles: &[Obstacle<'_>],
    options: &MoveOptions,
) -> Moved {
    try_move_and_slide(mover, position, motion, obstacles, options).or_panic()
}

/// The checked form of [`move_and_slide`].
///
/// # Errors
/// [`InvalidArgument`] where [`move_and_slide`] panics.
pub fn try_move_and_slide<'m>(
    mover: impl Into<Body<'m>>,
    position: impl Into<PointQ16>,
    motion: impl Into<PointQ16>,
    obstacles: &[Obstacle<'_>],
    options: &MoveOptions,
) -> Result<Moved, InvalidArgument> {
    let (position, motion) = (position.into().checked("position")?, motion.into().checked("motion")?);
    let Body { placed, up } = mover.into();
    let body = &BodyPixels::of(placed)?;
    let way = way(body.extent(), up, position, motion, options);
    let mut pieces = Vec::new();
    for (index, obstacle) in obstacles.iter().enumerate() {
        obstacle.position.checked("obstacle")?;
        if obstacle.is_beside(&way) {
            continue;
        }
        pieces.extend(ObstaclePixels::new(index as u32, obstacle.open_side, obstacle.in_the_world(), way));
    }
    let going = Going { body, up, position, motion, options };
    let walked = walk(&going, &mut pieces, Laps::default(), None, None);
    let stop = |refusal: Refusal| Stop {
        index: refusal.owner as usize,
        pixel: refusal.pixel,
        normal: refusal.normal(),
    };
    Ok(Moved {
        position: walked.position,
        velocity: walked.velocity,
        floor: walked.floor.map(stop),
        ceiling: walked.ceiling.map(stop),
        wall: walked.wall.map(stop),
        stuck: walked.stuck.map(|owner| owner as usize),
    })
}
