//! A mask that moves among obstacles: it stops exactly, slides, climbs small ledges, and stands on platforms that it can jump through.

pub(crate) mod ray;
mod slide;

use crate::geom::PointQ16;
use crate::mask::Mask;
use crate::placed::{self, Shape, ShapeRef};
use crate::sweep::cast::{Cast, cast};
use crate::sweep::path::Path;
use crate::sweep::ray::ray_cast;
use slide::Slide;

/// Something in a mover's way: any [`Shape`], at a position that may lie between pixels.
#[derive(Clone, Copy, Debug)]
pub struct Obstacle<'a> {
    shape: ShapeRef<'a>,
    /// Where the shape's origin lies in the world.
    pub position: PointQ16,
    /// Which motions it stops.
    pub kind: ObstacleKind,
}

impl<'a> Obstacle<'a> {
    /// An obstacle that stops every motion into it.
    #[must_use]
    pub fn solid<S: Shape + ?Sized>(shape: &'a S, position: impl Into<PointQ16>) -> Obstacle<'a> {
        Obstacle { shape: placed::of(shape), position: position.into(), kind: ObstacleKind::Solid }
    }

    /// A platform that can be jumped through from below: see [`ObstacleKind::OneWay`].
    #[doc(alias = "jump-through")]
    #[doc(alias = "one-way platform")]
    #[must_use]
    pub fn one_way<S: Shape + ?Sized>(shape: &'a S, position: impl Into<PointQ16>) -> Obstacle<'a> {
        Obstacle { kind: ObstacleKind::OneWay, ..Obstacle::solid(shape, position) }
    }

    /// As [`Mask::cast`], against the obstacle's shape and in the shape's own pixels.
    fn cast(&self, other: &Mask, position: PointQ16, motion: PointQ16) -> Cast {
        match self.shape {
            ShapeRef::Bits(mask) => mask.cast(other, position, motion),
            ShapeRef::Terrain(terrain) => terrain.cast(other, position, motion),
            shape => cast(&shape, other, position, motion),
        }
    }

    /// As [`Mask::ray_cast`], against the obstacle's shape and in the shape's own pixels.
    fn ray_cast(&self, position: PointQ16, motion: PointQ16) -> Cast {
        match self.shape {
            ShapeRef::Bits(mask) => mask.ray_cast(position, motion),
            ShapeRef::Terrain(terrain) => terrain.ray_cast(position, motion),
            shape => ray_cast(shape.extent(), |x, y| shape.contains(x, y), &Path::new(position, motion)),
        }
    }
}

/// Which motions an obstacle stops.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum ObstacleKind {
    /// All motions.
    #[default]
    Solid,
    /// Only motions from above: those that lead down onto the upper side of one of its pixels and start where the two don't overlap. A
    /// mover that comes from below or from a side passes through, and a mover inside falls until it is out.
    OneWay,
}

/// How a mover deals with ledges. Heights are in whole pixels. The default is 0 for both: it climbs nothing and follows nothing down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct MoveOptions {
    /// The highest ledge that it climbs while it stands on something and moves sideways. Slopes of pixels are ledges of one pixel each.
    pub step_up: u32,
    /// How far it follows the ground down, where it would otherwise walk off into the air.
    pub step_down: u32,
}

/// The result of a move: where the mover is, and what it met. Numbers are indices into the slice of obstacles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub struct Moved {
    /// Where its origin is now. Pass this position to the next move, and draw it at [`PointQ16::pixel`].
    pub position: PointQ16,
    /// What it stands on: the obstacle that stopped it on the way down, or onto which it stepped down.
    pub floor: Option<usize>,
    /// What stopped it on the way up.
    pub ceiling: Option<usize>,
    /// What stopped it on the way left or right.
    pub wall: Option<usize>,
    /// What it overlapped at the start. In that case it did not move. [`Mask::separation`] finds the way out.
    pub stuck: Option<usize>,
}

/// Moves a mask by a motion among obstacles: the move of a character in a platform game. It stops at the exact moment at which it would
/// overlap an obstacle, and goes on along the axis that is free. Positions and motion are in the obstacles' world, in whole pixels or in
/// 65 536ths of a pixel ([`PointQ16`]).
///
/// # Guarantees
/// - It never comes to overlap a solid obstacle, not even by a 65 536th, and never passes through one, at any speed. This also holds for
///   what is drawn: the mover at [`PointQ16::pixel`] and the obstacles at whole pixels.
/// - If an axis is stopped, the mover touches the obstacle that stopped it. No gap remains.
/// - If it meets an obstacle exactly corner on corner, it comes to stand while it falls, and goes on upwards while it rises.
/// - The order of the obstacles matters only for the result's indices: of several that stop it at the same time, the first is named.
///
/// ```
/// use hitmask::{Mask, MoveOptions, Obstacle, PointQ16, move_and_slide};
/// let (hero, ground) = (Mask::filled(8, 16), Mask::from_fn(100, 20, |x, y| y >= 10 || x >= 60));
/// let level = [Obstacle::solid(&ground, (0, 100))];
/// // Down and to the right at once: it lands, slides, and stops at the ledge.
/// let moved = move_and_slide(&hero, (0, 50), (100, 1000), &level, &MoveOptions::default());
/// assert_eq!(moved.position, (52, 94).into());
/// assert_eq!((moved.floor, moved.wall), (Some(0), Some(0)));
/// // The ledge is ten pixels high. A hero that can step up ten pixels goes on, and leaves the level at its end.
/// let climbs = MoveOptions { step_up: 10, ..MoveOptions::default() };
/// assert_eq!(move_and_slide(&hero, moved.position, (500, 0), &level, &climbs).position, (552, 84).into());
/// ```
///
/// # Panics
/// If the position, the motion, or the position relative to an obstacle is beyond [`PointQ16::LIMIT`].
///
/// # Complexity
/// One [`Mask::cast`] against each obstacle for each stop. Distant obstacles cost almost nothing, but if there are thousands, pass only
/// those nearby. Each step up costs up to one short cast against each obstacle for each pixel of its height.
#[doc(alias = "character controller")]
#[doc(alias = "move and collide")]
#[must_use]
pub fn move_and_slide(
    mover: &Mask,
    position: impl Into<PointQ16>,
    motion: impl Into<PointQ16>,
    obstacles: &[Obstacle<'_>],
    options: &MoveOptions,
) -> Moved {
    slide_among(mover, position.into().checked(), motion.into().checked(), obstacles, options)
}

/// As [`move_and_slide`], from any position: a mask whose solid pixels exist may begin where no pixel does.
pub(crate) fn slide_among(
    mover: &Mask,
    position: PointQ16,
    motion: PointQ16,
    obstacles: &[Obstacle<'_>],
    options: &MoveOptions,
) -> Moved {
    Slide::new(mover, position, obstacles, *options).run(motion)
}
