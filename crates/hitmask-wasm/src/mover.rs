//! Characters among obstacles, without a world.

use alloc::vec::Vec;

use hitmask::{
    ColliderShape, MoveOptions, Obstacle, Placed, Pose, Stop, try_move_and_slide, try_ray_cast_obstacles,
};

use crate::cast::cast_floats;
use crate::desk::{Fault, Floats, NONE, SOME, lay, put, reply, taken_numbers};
use crate::export::export;
use crate::place::{pose_on_desk, q16};
use crate::shape::lent;
use crate::store::shape;

/// How many numbers describe an obstacle: its shape, whether it is one-way, the six numbers of its pose, its position.
const OBSTACLE: usize = 10;

/// What stops a mover: its number (-1 for nothing), the pixel and the normal.
pub(crate) fn stop_floats(number: f64, pixel: hitmask::Point, normal: hitmask::Point) -> [f64; 5] {
    [number, pixel.x.into(), pixel.y.into(), normal.x.into(), normal.y.into()]
}

pub(crate) const NO_STOP: [f64; 5] = [-1.0, 0.0, 0.0, 0.0, 0.0];

export! {
    /// The pose of the mover is on the desk, the obstacles are in the list of floats. The answer on the desk: position, velocity, floor,
    /// ceiling, wall, and what it is stuck in.
    fn walk(mover: usize, x: f64, y: f64, dx: f64, dy: f64, step_up: u32, step_down: u32) -> i32 {
        let options = MoveOptions { step_up, step_down, ..MoveOptions::default() };
        reply(with_obstacles(&mut |obstacles| walked(mover, [x, y], [dx, dy], &options, obstacles)))
    }

    /// The obstacles are in the list of floats. The number of the first one and the cast on the desk.
    fn ray_cast_obstacles(x: f64, y: f64, dx: f64, dy: f64) -> i32 {
        reply(with_obstacles(&mut |obstacles| {
            let Some((first, cast)) = try_ray_cast_obstacles(obstacles, q16(x, y), q16(dx, dy))? else { return Ok(NONE) };
            let cast = cast_floats(&cast);
            put(0, first as f64);
            lay(1, &cast);
            Ok(SOME)
        }))
    }
}

/// Calls a function with the obstacles in the list of floats.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "JavaScript has checked that they are whole and fit"
)]
fn with_obstacles(ask: &mut dyn FnMut(&[Obstacle<'_>]) -> Result<i32, Fault>) -> Result<i32, Fault> {
    let numbers = taken_numbers();
    let obstacles = numbers.as_chunks::<OBSTACLE>().0;
    let shapes: Vec<ColliderShape> = obstacles.iter().map(|obstacle| shape(obstacle[0] as usize)).collect();
    let obstacle = |(shape, &[_, one_way, a, b, c, d, tx, ty, x, y]): (_, &[f64; OBSTACLE])| -> Result<Obstacle<'_>, Fault> {
        let pose = Pose::from_q16([a, b, c, d, tx, ty].map(|x| x as i64))?;
        let (placed, at) = (Placed::from(lent(shape)?).posed(&pose), q16(x, y));
        Ok(if one_way == 0.0 { Obstacle::solid(placed, at) } else { Obstacle::one_way(placed, at) })
    };
    let obstacles: Result<Vec<_>, Fault> = shapes.iter().zip(obstacles).map(obstacle).collect();
    ask(&obstacles?)
}

fn walked(
    mover: usize,
    [x, y]: [f64; 2],
    [dx, dy]: [f64; 2],
    options: &MoveOptions,
    obstacles: &[Obstacle<'_>],
) -> Result<i32, Fault> {
    let pose = pose_on_desk(0)?;
    let mover = shape(mover);
    let mover: Placed<'_> = Placed::from(lent(&mover)?).posed(&pose);
    let moved = try_move_and_slide(mover, q16(x, y), q16(dx, dy), obstacles, options)?;
    lay(0, moved.position.floats().as_ref());
    lay(2, moved.velocity.floats().as_ref());
    let stop = |stop: Option<Stop>| {
        stop.map_or(NO_STOP, |stop| stop_floats(stop.index as f64, stop.pixel, stop.normal))
    };
    lay(4, &stop(moved.floor));
    lay(9, &stop(moved.ceiling));
    lay(14, &stop(moved.wall));
    put(19, moved.stuck.map_or(-1.0, |stuck| stuck as f64));
    Ok(SOME)
}
