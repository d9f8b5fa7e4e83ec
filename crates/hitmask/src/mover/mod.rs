//! A shape that moves among obstacles: it stops flush, slides, climbs small ledges, and stands on platforms that it can jump through.

mod body;
mod company;
mod obstacle;
pub(crate) mod ray;
mod stride;
mod walk;

use alloc::vec::Vec;

pub(crate) use body::BodyPixels;
pub(crate) use company::Company;
pub(crate) use obstacle::{NO_CARRIER, ObstaclePixels};
pub(crate) use walk::{Escort, Going, Laps, Pushes, Refusal, Walk, pivot_pixel, walk, way};

use crate::geom::{Direction, Extent, Offset, Point, PointQ16, nearest_pixel};
use crate::invalid_argument::{InvalidArgument, OrPanic};
use crate::mask::Mask;
use crate::placed::{Form, Placed, Plain, ShapeRef};
use crate::sweep::cast::Cast;
use crate::sweep::path::Path;
use crate::sweep::ray::{ray_cast, ray_cast_past};

/// What [`move_and_slide`] moves: a reference to any [`Shape`](crate::Shape), or a [`Placed`] with its pose, and where up is for it.
///
/// ```
/// use hitmask::{Body, Direction, Mask, MoveOptions, Obstacle, move_and_slide};
/// let (hero, ceiling) = (Mask::filled(8, 16), Mask::filled(100, 10));
/// let level = [Obstacle::solid(&ceiling, (0, 0))];
/// // For who falls upwards, the ceiling is the floor.
/// let body = Body::new(&hero).with_up(Direction::Down);
/// let moved = move_and_slide(body, (20, 50), (0, -100), &level, &MoveOptions::default());
/// assert_eq!((moved.position, moved.floor.unwrap().index), ((20, 10).into(), 0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Body<'a> {
    placed: Placed<'a>,
    /// Where up is: see [`ColliderProps::up`](crate::ColliderProps::up). [`Direction::Up`] by default.
    pub up: Option<Direction>,
}

impl<'a> Body<'a> {
    /// A body for which up is [`Direction::Up`].
    #[must_use]
    pub fn new(shape: impl Into<Placed<'a>>) -> Body<'a> {
        Body { placed: shape.into(), up: Some(Direction::Up) }
    }

    /// The same body with another up.
    #[must_use]
    pub fn with_up(self, up: impl Into<Option<Direction>>) -> Body<'a> {
        Body { up: up.into(), ..self }
    }

    /// The same body in a game that is seen from above: there is no floor, no ledge, and all that stops it is a wall.
    #[must_use]
    pub fn seen_from_above(self) -> Body<'a> {
        self.with_up(None)
    }
}

impl<'a, S: Into<Placed<'a>>> From<S> for Body<'a> {
    fn from(shape: S) -> Body<'a> {
        Body::new(shape)
    }
}

/// Something in a mover's way: any [`Shape`](crate::Shape), under any pose, at a position.
#[derive(Clone, Copy, Debug)]
pub struct Obstacle<'a> {
    placed: Placed<'a>,
    /// Where it lies in the world: this is added to what the [`Placed`] says. A shape without a pose has its origin here.
    pub position: PointQ16,
    /// None if it stops all motions. Otherwise it is one-way, and this is the side from which one comes onto it: a direction of the world,
    /// which does not turn with the shape.
    ///
    /// A one-way obstacle refuses only steps against its open side, which are steps down if it is open above; and only by a pixel whose
    /// neighbour towards that side in the same obstacle is clear, which the mover covers after the step and did not cover before. A mover
    /// that comes from below or from a side passes through. A mover inside falls until it is out, or until it lands on another such pixel.
    pub open_side: Option<Direction>,
}

impl<'a> Obstacle<'a> {
    /// An obstacle that stops every motion into it: a reference to any shape, or a [`Placed`] with its pose.
    #[must_use]
    pub fn solid(shape: impl Into<Placed<'a>>, position: impl Into<PointQ16>) -> Obstacle<'a> {
        Obstacle { placed: shape.into(), position: position.into(), open_side: None }
    }

    /// A platform that can be jumped through from below: it is [open](Obstacle::open_side) above.
    #[doc(alias = "jump-through")]
    #[doc(alias = "one-way platform")]
    #[must_use]
    pub fn one_way(shape: impl Into<Placed<'a>>, position: impl Into<PointQ16>) -> Obstacle<'a> {
        Obstacle::solid(shape, position).one_way_to(Direction::Up)
    }

    /// The same obstacle, one-way and open to a side: a door that one leaves to the left only, or a ledge for who walks on the ceiling.
    #[must_use]
    pub fn one_way_to(self, open_side: Direction) -> Obstacle<'a> {
        Obstacle { open_side: Some(open_side), ..self }
    }

    /// The shape where it lies in the world.
    fn in_the_world(&self) -> Placed<'a> {
        self.placed.moved_by_parts(self.position)
    }

    /// Whether it certainly covers nothing in a box. Most obstacles are upright and far away, and cost no more than this look.
    #[inline]
    fn is_beside(&self, way: &Extent) -> bool {
        let shape = self.placed.shape();
        if !self.placed.pose().is_translation() || shape.is_convex() {
            return false;
        }
        let [x, y] = self.placed.pose().translation;
        // All corners are rounded to pixels alike.
        let Extent { x0, y0, x1, y1 } = shape.extent();
        let (x, y) = (nearest_pixel(x + self.position.x), nearest_pixel(y + self.position.y));
        x + x1 <= way.x0 || way.x1 <= x + x0 || y + y1 <= way.y0 || way.y1 <= y + y0
    }

    /// As [`Mask::ray_cast`](crate::Mask::ray_cast), from a position of the world. None if the obstacle lies too far away.
    fn ray_cast(&self, position: PointQ16, motion: PointQ16) -> Option<Cast> {
        let placed = self.in_the_world();
        if !placed.pose().is_translation() {
            return Some(ray_cast_covered(&placed, &Path::new(position, motion)));
        }
        let [x, y] = placed.pose().translation;
        let local = PointQ16::new(position.x - x, position.y - y);
        if local.x.abs().max(local.y.abs()) > PointQ16::LIMIT {
            return None;
        }
        Some(match placed.shape() {
            ShapeRef::Mask(mask) => mask.ray_cast(local, motion),
            ShapeRef::Terrain(terrain) => terrain.ray_cast(local, motion),
            ShapeRef::Tiles(tiles) => tiles.ray_cast(local, motion),
            shape => {
                let pixels = Plain { shape, corner: Offset::ZERO }.into();
                ray_cast_past(&pixels, shape.extent(), &|x, y| shape.has(x, y), &Path::new(local, motion))
            }
        })
    }
}

/// A ray against the pixels that a placed shape covers, as pixels of the world.
fn ray_cast_covered(placed: &Placed<'_>, path: &Path) -> Cast {
    let footprint = placed.footprint();
    let extent = footprint.extent.intersection(Extent::WORLD);
    if let Some(plain) = footprint.plain(placed.shape()) {
        return ray_cast(extent, |x, y| plain.window(x, y) & 1 != 0, path);
    }
    let drawn = |part: Extent| {
        let mut drawn = Mask::try_new(part.to_rect()?.w, part.to_rect()?.h).ok()?;
        placed.draw(part.corner(), &mut drawn);
        Some(drawn)
    };
    // A picture that is larger than a mask may be is read pixel by pixel.
    if footprint.form == Form::Drawn
        && let Some(whole) = drawn(extent)
    {
        return ray_cast(extent, |x, y| whole.window(x - extent.x0, y - extent.y0) & 1 != 0, path);
    }
    let covers = |x: i64, y: i64| drawn(Extent::of_pixel(x, y)).is_some_and(|pixel| pixel.get((0, 0)));
    ray_cast_past(&(*placed).into(), extent, &covers, path)
}

/// How a mover deals with what is in its way. Lengths are in whole pixels. By default it climbs nothing, follows nothing down, goes around no
/// corner, drops through nothing and pushes nothing. Up, down and sideways are meant by the mover's [up](Body::up).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct MoveOptions {
    /// The highest ledge that it climbs while it stands on something, moves sideways and does not rise. Slopes of pixels are ledges of one
    /// pixel each. There must be room: at each height up to that of the ledge it must overlap no solid obstacle. If this is above 0, it also
    /// climbs onto one-way obstacles that are no higher: a pixel of theirs that a step sideways would newly cover counts as in the way,
    /// whatever lies above it. If it cannot climb them, it walks through.
    #[doc(alias = "step_height")]
    #[doc(alias = "max_step_height")]
    #[doc(alias = "autostep")]
    #[doc(alias = "stairs")]
    pub step_up: u32,
    /// How far it follows the ground down, where it would otherwise walk off into the air: to the nearest floor that is at most this far
    /// below. If there is none, it stays at its height. It does so only if it stood at the start and does not rise.
    #[doc(alias = "snap_to_ground")]
    #[doc(alias = "floor_snap_length")]
    pub step_down: u32,
    /// How far it goes aside around a corner. A refused step is tried again 1, 2, ... pixels aside, the nearest first; at equal distance first
    /// on the side to which the motion leans on that axis, or to the left or up if it does not lean. All of the way aside must be free. Steps
    /// down are never corrected, and steps sideways only while it does not stand: who stands has ledges, which come first. What a corner
    /// makes possible is not refused: nothing is named, and no speed is lost.
    ///
    /// A mover without an up is corrected on all steps, and pays for each: a correction by so many pixels leaves out as many of the next steps on
    /// the axis of the refused one. So one who walks straight into a slanting wall slides along it, and is not faster than its motion.
    #[doc(alias = "corner correction")]
    #[doc(alias = "bumped head correction")]
    pub corner: u32,
    /// Whether it drops through what it stands on, if that is one-way: the one-way pixels that refuse one more step down at the start of the move
    /// do not count in this move. So it lands on the next ledge, at any speed.
    #[doc(alias = "drop through")]
    #[doc(alias = "fall through")]
    pub drop: bool,
    /// Whether a step sideways that is refused by [crates](crate::ColliderKind::Crate) alone pushes them, if all can go, with what stands on
    /// them. They climb ledges and go around corners as it does, by the same options. For characters in a [`World`](crate::World).
    pub push: bool,
    /// The most crates that it pushes at once. 0, the default, is any number.
    pub push_limit: u32,
}

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
    /// the first. None if the motion leads up. Up and down are meant by the mover's [up](Body::up).
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

/// Moves a mover by a motion among obstacles: the move of a character in a platform game. The mover is a reference to any
/// [`Shape`](crate::Shape), or a [`Placed`] with its pose. Positions and motion are in the obstacles' world, in whole pixels or in 65 536ths
/// of a pixel ([`PointQ16`]).
///
/// The mover stands on whole pixels and keeps the rest of its motion as a **remainder** for the next move. Its position is the sum of both.
/// It covers what its shape covers at [`PointQ16::pixel`] of the position, so its cover does not change while it moves. Everything is judged
/// by [`PixelRule::Raster`](crate::PixelRule::Raster), as in the overlap verbs and in a [`World`](crate::World). The translation of a
/// [`Placed`] mover is the distance from the position to the shape's origin.
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
