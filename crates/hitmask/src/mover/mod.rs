//! A mask that moves among others: stops exactly, slides, climbs small ledges, stands on platforms that it can jump through.

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
    /// Where its origin lies in the world.
    pub position: PointQ16,
    /// What it stops.
    pub kind: ObstacleKind,
}

impl<'a> Obstacle<'a> {
    /// A wall.
    #[must_use]
    pub fn solid<S: Shape + ?Sized>(shape: &'a S, position: impl Into<PointQ16>) -> Obstacle<'a> {
        Obstacle { shape: placed::of(shape), position: position.into(), kind: ObstacleKind::Solid }
    }

    /// A platform to jump through from below.
    #[must_use]
    pub fn one_way<S: Shape + ?Sized>(shape: &'a S, position: impl Into<PointQ16>) -> Obstacle<'a> {
        Obstacle { kind: ObstacleKind::OneWay, ..Obstacle::solid(shape, position) }
    }

    /// [`Mask::cast`] of its shape, in the shape's own pixels.
    fn cast(&self, other: &Mask, position: PointQ16, motion: PointQ16) -> Cast {
        match self.shape {
            ShapeRef::Bits(mask) => mask.cast(other, position, motion),
            ShapeRef::Terrain(terrain) => terrain.cast(other, position, motion),
            shape => cast(&shape, other, position, motion),
        }
    }

    /// [`Mask::ray_cast`] of its shape, in the shape's own pixels.
    fn ray_cast(&self, position: PointQ16, motion: PointQ16) -> Cast {
        match self.shape {
            ShapeRef::Bits(mask) => mask.ray_cast(position, motion),
            ShapeRef::Terrain(terrain) => terrain.ray_cast(position, motion),
            shape => ray_cast(shape.extent(), |x, y| shape.contains(x, y), &Path::new(position, motion)),
        }
    }
}

/// What an obstacle stops.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum ObstacleKind {
    /// Everything.
    #[default]
    Solid,
    /// Only what comes from above: a motion that leads down onto one of its pixels' upper sides, from where the two don't overlap.
    /// What comes from below or from a side goes through, and falls through until it is out.
    OneWay,
}

/// How a mover deals with ledges. Sizes are in whole pixels, and 0 by default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct MoveOptions {
    /// The highest ledge that it climbs while it stands and walks. With it slopes are stairs of single pixels.
    pub step_up: u32,
    /// How far it follows the ground down where it would else walk off into the air.
    pub step_down: u32,
}

/// Where a mover came to, and what it met: indices into the obstacles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub struct Moved {
    /// Where its origin is now. Keep it for the next move; draw it at [`PointQ16::pixel`].
    pub position: PointQ16,
    /// What it stands on: what stopped it on its way down, or was stepped down to.
    pub floor: Option<usize>,
    /// What stopped it on its way up.
    pub ceiling: Option<usize>,
    /// What stopped it on its way left or right.
    pub wall: Option<usize>,
    /// What it overlapped at the start. It did not move then: see [`Mask::separation`] for the way out.
    pub stuck: Option<usize>,
}

/// Moves a mask by a motion among obstacles. It stops at the exact moment at which it would overlap one, and goes on along the axis
/// that is free. Positions and motions are in the same world as the obstacles', in 65 536ths of a pixel: [`PointQ16`].
///
/// # Guarantees
/// - It never comes to overlap a solid obstacle, by however little, and never passes through one, at any speed. That holds as it is
///   drawn, too, at [`PointQ16::pixel`], with the obstacles drawn at whole pixels.
/// - Where an axis is stopped, it touches what stopped it: no gap is left.
/// - Where it meets something exactly corner on corner, it comes to stand if it falls, and rises on if it rises.
/// - The order of the obstacles plays no part but in which of several that stop it at once is named: the first.
///
/// ```
/// use hitmask::{Mask, MoveOptions, Obstacle, PointQ16, move_and_slide};
/// let (hero, ground) = (Mask::filled(8, 16), Mask::from_fn(100, 20, |x, y| y >= 10 || x >= 60));
/// let level = [Obstacle::solid(&ground, (0, 100))];
/// // Down and to the right at once: it lands, slides, and stops at the ledge.
/// let moved = move_and_slide(&hero, (0, 50), (100, 1000), &level, &MoveOptions::default());
/// assert_eq!(moved.position, (52, 94).into());
/// assert_eq!((moved.floor, moved.wall), (Some(0), Some(0)));
/// // Ten pixels high: a hero that steps up that far goes on, and off the end of the level.
/// let climbs = MoveOptions { step_up: 10, ..MoveOptions::default() };
/// assert_eq!(move_and_slide(&hero, moved.position, (500, 0), &level, &climbs).position, (552, 84).into());
/// ```
///
/// # Panics
/// When the position, the motion, or the way from an obstacle lies beyond [`PointQ16::LIMIT`].
///
/// # Complexity
/// [`Mask::cast`] against each obstacle for each stop; far ones cost next to nothing, but where there are thousands, pass those that
/// are near. As many short casts as pixels for each step up.
#[must_use]
pub fn move_and_slide(
    mover: &Mask,
    position: impl Into<PointQ16>,
    motion: impl Into<PointQ16>,
    obstacles: &[Obstacle<'_>],
    options: &MoveOptions,
) -> Moved {
    Slide::new(mover, position.into().checked(), obstacles, *options).run(motion.into().checked())
}
