//! Characters among obstacles, without a world.

use crate::prelude::*;
use hitmask::{
    Body, ColliderShape, Direction, MoveOptions, Obstacle, try_move_and_slide, try_ray_cast_obstacles,
};

/// How many numbers describe an obstacle: its shape, whether it is one-way, its open side, the six numbers of its pose, its position.
const OBSTACLE: usize = 11;
/// How many floats a pose takes on the desk.
const POSE: usize = 6;

export! {
    /// The pose of the mover is on the desk, behind it the options; the obstacles are in the list of floats. The answer on the desk: a `Moved`.
    fn walk(mover: usize, up: f64, x: f64, y: f64, dx: f64, dy: f64) -> i32 {
        let (options, up) = (move_options(POSE), (up >= 0.0).then(|| numbered(up)));
        reply(with_obstacles(&mut |obstacles| walked(mover, up, [x, y], [dx, dy], &options, obstacles)))
    }

    /// The obstacles are in the list of floats. The number of the first one and the cast on the desk.
    fn ray_cast_obstacles(x: f64, y: f64, dx: f64, dy: f64) -> i32 = reply(with_obstacles(&mut |obstacles| {
        let Some((first, cast)) = try_ray_cast_obstacles(obstacles, q16(x, y), q16(dx, dy))? else { return Ok(NONE) };
        put(0, first as f64);
        lay(1, cast.floats().as_ref());
        Ok(SOME)
    }));
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
    let obstacle = |(shape, &[_, one_way, open_side, a, b, c, d, tx, ty, x, y]): (_, &[f64; OBSTACLE])| -> Result<Obstacle<'_>, Fault> {
        let pose = Pose::from_q16([a, b, c, d, tx, ty].map(|x| x as i64))?;
        let (placed, at) = (Placed::from(lent(shape)?).posed(&pose), q16(x, y));
        let solid = Obstacle::solid(placed, at);
        Ok(if one_way == 0.0 { solid } else { solid.one_way_to(numbered(open_side)) })
    };
    let obstacles: Result<Vec<_>, Fault> = shapes.iter().zip(obstacles).map(obstacle).collect();
    ask(&obstacles?)
}

fn walked(
    mover: usize,
    up: Option<Direction>,
    [x, y]: [f64; 2],
    [dx, dy]: [f64; 2],
    options: &MoveOptions,
    obstacles: &[Obstacle<'_>],
) -> Result<i32, Fault> {
    let pose = pose_on_desk(0)?;
    let mover = shape(mover);
    let mover = Body::new(Placed::from(lent(&mover)?).posed(&pose)).with_up(up);
    Ok(some(&try_move_and_slide(mover, q16(x, y), q16(dx, dy), obstacles, options)?))
}
