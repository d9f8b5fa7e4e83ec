//! The result of a move.

use crate::geom::{Point, PointQ16};

/// The result of a move: where the mover is, and what is in its way there.
#[doc(alias = "move result")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub struct Moved {
    /// Where it is now. Pass this position to the next move: it holds the remainder, too. The mover stands at [`PointQ16::pixel`] of it, so
    /// draw it there.
    pub position: PointQ16,
    /// What is left of the motion's speed: the motion, but 0 on an axis on which a floor, a ceiling or a wall is named. (0, 0) if it is
    /// stuck.
    pub velocity: PointQ16,
    /// What it stands on: of all that refuses one more step down from where it is now, what does so under the most of its columns; of equals
    /// the first. None if the motion leads up. Up and down are meant by the mover's [up](crate::Body::up).
    pub floor: Option<Stop>,
    /// What refuses one more step up. None if the motion does not lead up.
    pub ceiling: Option<Stop>,
    /// What refuses one more step sideways, in the direction of the motion. None if the motion does not lead sideways. A ledge that it could
    /// climb is no wall, and neither is a corner that it could go around. Without an up, whatever refuses a step is a wall.
    pub wall: Option<Stop>,
    /// The solid obstacle that it overlaps at the start: an index into the slice. In that case it does not move, and nothing else is named.
    /// [`Mask::separation`](crate::Mask::separation) finds the way out.
    pub stuck: Option<usize>,
}

/// What refuses a step of a mover.
#[doc(alias = "move hit")]
#[doc(alias = "KinematicCollision2D")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Stop {
    /// The obstacle: an index into the slice. Of several, the first; of several floors, the one that bears the most of the mover.
    pub index: usize,
    /// The pixel of the world that refuses the step. Of several pixels of this obstacle, the one with the lowest y, then the lowest x.
    pub pixel: Point,
    /// The direction from that pixel towards the mover, against the step: (0, -1) for a floor.
    pub normal: Point,
}
