//! Characters
//!
//! A character of a platform game moves among obstacles on whole pixels: it slides along floors and walls, climbs ledges, and lands on
//! one-way platforms. In a world, use hitmask_world_move_and_slide.

use hitmask::{Body, Direction, MoveOptions, Obstacle, try_move_and_slide, try_ray_cast_obstacles};

use crate::prelude::*;
use crate::table::{hitmask_cast, hitmask_direction, hitmask_moved};

/// Which motions an obstacle stops.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_obstacle_kind {
    /// All.
    HITMASK_SOLID = 0,
    /// Only steps down onto it: a platform to jump through.
    HITMASK_ONE_WAY_PLATFORM = 1,
    /// Only steps to the left, onto its right side.
    HITMASK_ONE_WAY_RIGHT = 2,
    /// Only steps up, onto its lower side.
    HITMASK_ONE_WAY_DOWN = 3,
    /// Only steps to the right, onto its left side.
    HITMASK_ONE_WAY_LEFT = 4,
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

verbs! {
    /// Moves a character, whose shape lies under the matrix of its pose, from a position by a motion. NULL options climb nothing.
    /// HITMASK_TOO_LARGE if the character covers a larger box than a mask may have.
    fn hitmask_move_and_slide(
        mover: *const hitmask_placed, position: hitmask_point_q16, motion: hitmask_point_q16, obstacles: *const hitmask_obstacle, count: usize,
        options: *const hitmask_move_options, out: *mut hitmask_moved
    ) {
        slide(mover, Some(Direction::Up), [position, motion], obstacles, count, options, out)
    }

    /// The same for a character that has its up elsewhere, a hitmask_direction, or that is seen from above: HITMASK_DIRECTION_NONE.
    fn hitmask_move_and_slide_up(
        mover: *const hitmask_placed, up: i32, position: hitmask_point_q16, motion: hitmask_point_q16, obstacles: *const hitmask_obstacle,
        count: usize, options: *const hitmask_move_options, out: *mut hitmask_moved
    ) {
        slide(mover, up_of(up)?, [position, motion], obstacles, count, options, out)
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

unsafe fn slide(
    mover: *const hitmask_placed,
    up: Option<Direction>,
    [position, motion]: [hitmask_point_q16; 2],
    obstacles: *const hitmask_obstacle,
    count: usize,
    options: *const hitmask_move_options,
    out: *mut hitmask_moved,
) -> Checked {
    check(out)?;
    let options = options_of(options)?;
    let mover = Body::new(object(mover)?.lend()?).with_up(up);
    with_obstacles(obstacles, count, |obstacles| {
        give(out, (&try_move_and_slide(mover, position, motion, obstacles, &options)?).into())
    })
}

/// Where up is for a character, or none.
pub(crate) fn up_of(number: i32) -> Checked<Option<Direction>> {
    if number == hitmask_direction::HITMASK_DIRECTION_NONE as i32 {
        Ok(None)
    } else {
        choice(number).map(Some)
    }
}

/// Calls a function with the obstacles of the caller in the form of the library.
unsafe fn with_obstacles<R>(
    obstacles: *const hitmask_obstacle,
    count: usize,
    f: impl FnOnce(&[Obstacle<'_>]) -> Checked<R>,
) -> Checked<R> {
    let obstacles = array(obstacles, count)?;
    let obstacle = |one: &hitmask_obstacle| {
        let solid = Obstacle::solid(one.placed.lend()?, one.position);
        match one.kind {
            0 => Ok(solid),
            // The numbers of the sides, and one more.
            kind => Ok(solid.one_way_to(choice(kind.wrapping_sub(1))?)),
        }
    };
    f(&obstacles.iter().map(obstacle).collect::<Checked<Vec<_>>>()?)
}

pub(crate) unsafe fn options_of(options: *const hitmask_move_options) -> Checked<MoveOptions> {
    if options.is_null() {
        return Ok(MoveOptions::default());
    }
    value(options)?.library()
}
