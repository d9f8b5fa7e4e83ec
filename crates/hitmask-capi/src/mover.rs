//! Characters
//!
//! A character of a platform game moves among obstacles on whole pixels: it slides along floors and walls, climbs ledges, and lands on
//! one-way platforms. In a world, use hitmask_world_move_and_slide.

use hitmask::{MoveOptions, Moved, Obstacle, Stop, try_move_and_slide, try_ray_cast_obstacles};

use crate::border::{Checked, array, check, give, give_found, object, value};
use crate::geom::{hitmask_point, hitmask_point_q16};
use crate::hitmask_status::*;
use crate::motion::hitmask_cast;
use crate::shape::hitmask_placed;

/// Which motions an obstacle stops.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_obstacle_kind {
    /// All.
    HITMASK_SOLID = 0,
    /// Only steps down onto it: a platform to jump through.
    HITMASK_ONE_WAY_PLATFORM = 1,
}

/// What a character cannot walk through.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hitmask_obstacle {
    /// The shape and its pose.
    pub placed: hitmask_placed,
    /// How far it is moved from there.
    pub position: hitmask_point_q16,
    /// A hitmask_obstacle_kind.
    pub kind: i32,
}

/// How a character deals with ledges. Zero for both: it climbs nothing, and follows nothing down.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_move_options {
    /// How high a ledge may be that it climbs, in pixels.
    pub step_up: u32,
    /// How deep a floor may lie that it follows down.
    pub step_down: u32,
}

/// What refuses one more step.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_stop {
    /// Whether there is any. Otherwise the rest is 0.
    pub found: bool,
    /// The number of the obstacle.
    pub index: usize,
    /// The world pixel that refuses the step.
    pub pixel: hitmask_point,
    /// The direction against the step.
    pub normal: hitmask_point,
}

/// Where a motion led.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_moved {
    /// Where it is now, with the remainder. Pass it to the next move.
    pub position: hitmask_point_q16,
    /// The motion, but 0 on an axis that was stopped.
    pub velocity: hitmask_point_q16,
    /// What it stands on.
    pub floor: hitmask_stop,
    /// What refuses one more step up.
    pub ceiling: hitmask_stop,
    /// What refuses one more step sideways.
    pub wall: hitmask_stop,
    /// Whether it overlapped a solid at the start. Then it did not move.
    pub is_stuck: bool,
    /// The number of that obstacle.
    pub stuck: usize,
}

verbs! {
    /// Moves a character, whose shape lies under the matrix of its pose, from a position by a motion. NULL options climb nothing.
    /// HITMASK_TOO_LARGE if the character covers a larger box than a mask may have.
    fn hitmask_move_and_slide(
        mover: *const hitmask_placed, position: hitmask_point_q16, motion: hitmask_point_q16, obstacles: *const hitmask_obstacle, count: usize,
        options: *const hitmask_move_options, out: *mut hitmask_moved
    ) {
        check(out)?;
        let options = options_of(options)?;
        let mover = object(mover)?.lend()?;
        with_obstacles(obstacles, count, |obstacles| {
            give(out, try_move_and_slide(mover, position, motion, obstacles, &options)?.into())
        })
    }

    /// The obstacle that a moving point meets first, and when.
    fn hitmask_ray_cast_obstacles(
        obstacles: *const hitmask_obstacle, count: usize, position: hitmask_point_q16, motion: hitmask_point_q16, index: *mut usize,
        cast: *mut hitmask_cast, found: *mut bool
    ) {
        check(index)?;
        check(cast)?;
        let hit = with_obstacles(obstacles, count, |obstacles| {
            Ok(try_ray_cast_obstacles(obstacles, position, motion)?)
        })?;
        give_found(index, found, hit.as_ref().map(|(index, _)| *index))?;
        hit.map_or(Ok(()), |(_, hit)| give(cast, hit.into()))
    }
}

/// Calls a function with the obstacles of the caller in the form of the library.
unsafe fn with_obstacles<R>(
    obstacles: *const hitmask_obstacle,
    count: usize,
    f: impl FnOnce(&[Obstacle<'_>]) -> Checked<R>,
) -> Checked<R> {
    let obstacles = array(obstacles, count)?;
    let obstacle = |one: &hitmask_obstacle| match (one.placed.lend()?, one.kind) {
        (placed, 0) => Ok(Obstacle::solid(placed, one.position)),
        (placed, 1) => Ok(Obstacle::one_way(placed, one.position)),
        _ => Err(HITMASK_UNKNOWN_CONSTANT),
    };
    f(&obstacles.iter().map(obstacle).collect::<Checked<Vec<_>>>()?)
}

pub(crate) unsafe fn options_of(options: *const hitmask_move_options) -> Checked<MoveOptions> {
    if options.is_null() {
        return Ok(MoveOptions::default());
    }
    let hitmask_move_options { step_up, step_down } = value(options)?;
    Ok(MoveOptions { step_up, step_down, ..MoveOptions::default() })
}

impl From<Option<Stop>> for hitmask_stop {
    fn from(stop: Option<Stop>) -> hitmask_stop {
        stop.map_or(hitmask_stop::default(), |stop| hitmask_stop {
            found: true,
            index: stop.index,
            pixel: stop.pixel.into(),
            normal: stop.normal.into(),
        })
    }
}

impl From<Moved> for hitmask_moved {
    fn from(moved: Moved) -> hitmask_moved {
        hitmask_moved {
            position: moved.position.into(),
            velocity: moved.velocity.into(),
            floor: moved.floor.into(),
            ceiling: moved.ceiling.into(),
            wall: moved.wall.into(),
            is_stuck: moved.stuck.is_some(),
            stuck: moved.stuck.unwrap_or(0),
        }
    }
}
