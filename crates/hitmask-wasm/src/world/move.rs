//! Characters, lifts, and what must fit.

use alloc::vec::Vec;

use hitmask::{Blocker, Handle, MoveOptions};

use super::{handle, lay_fit, number, with_filter};
use crate::desk::{Floats, NONE, SOME, get, give_numbers, lay, put, reply, taken_numbers};
use crate::export::export;
use crate::mover::{NO_STOP, stop_floats};
use crate::place::{PLACE, q16, transform};
use crate::store::{change_world, shape};

fn blocker(blocker: Option<Blocker>) -> [f64; 5] {
    blocker.map_or(NO_STOP, |blocker| stop_floats(number(blocker.handle), blocker.pixel, blocker.normal))
}

export! {
    /// The filter is on the desk. The answer on the desk: position, velocity, floor, ceiling, wall, what it is stuck in, the number of all
    /// that stops it; these in the list of floats.
    fn world_move_and_slide(world: usize, collider: f64, dx: f64, dy: f64, step_up: u32, step_down: u32) -> i32 {
        let collider = handle(collider);
        reply(with_filter(0, |filter| change_world(world, |world| {
            let (options, mut all) = (MoveOptions { step_up, step_down, ..MoveOptions::default() }, Vec::new());
            let slid = world.try_move_and_slide_into(collider, q16(dx, dy), &options, filter, &mut all)?;
            let Some(slid) = slid else { return Ok(NONE) };
            lay(0, slid.position.floats().as_ref());
            lay(2, slid.velocity.floats().as_ref());
            lay(4, &blocker(slid.floor));
            lay(9, &blocker(slid.ceiling));
            lay(14, &blocker(slid.wall));
            put(19, slid.stuck.map_or(-1.0, number));
            put(20, all.len() as f64);
            let _ = give_numbers(all.into_iter().flat_map(|it| blocker(Some(it))).collect());
            Ok(SOME)
        })))
    }

    /// The filter is on the desk. The answer on the desk: rise, run.
    fn world_ground_slope(world: usize, collider: f64, reach: u32) -> i32 {
        let collider = handle(collider);
        reply(with_filter(0, |filter| change_world(world, |world| {
            let Some(slope) = world.try_ground_slope(collider, reach, filter)? else { return Ok(NONE) };
            lay(0, &[slope.rise.into(), slope.run.into()]);
            Ok(SOME)
        })))
    }

    /// The riders are in the list of floats. The answer: position on the desk, with the numbers of pushed, carried and crushed ones; these
    /// in the list of floats.
    fn world_move_solid(world: usize, collider: f64, dx: f64, dy: f64) -> i32 {
        let collider = handle(collider);
        let riders: Vec<Handle> = taken_numbers().into_iter().map(handle).collect();
        reply(change_world(world, |world| {
            let Some(moved) = world.try_move_solid(collider, q16(dx, dy), &riders, &MoveOptions::default())? else { return Ok(NONE) };
            lay(0, moved.position.floats().as_ref());
            let lists = [&moved.pushed, &moved.carried, &moved.crushed];
            lay(2, &lists.map(|list| list.len() as f64));
            let _ = give_numbers(lists.into_iter().flatten().copied().map(number).collect());
            Ok(SOME)
        }))
    }

    /// Place and filter are on the desk. 0 a frame, 1 a shape, 2 a place, 3 unstick, 4 only asks about the position on the desk.
    fn world_fit(world: usize, collider: f64, what: u32, frame: usize, new_shape: usize, limit: u32) -> i32 {
        let collider = handle(collider);
        reply(with_filter(PLACE, |filter| change_world(world, |world| {
            if !world.contains(collider) {
                return Ok(NONE);
            }
            Ok(lay_fit(match what {
                0 => {
                    world.fit_frame(collider, frame, limit, filter)?
                }
                1 => {
                    world.fit_shape(collider, shape(new_shape), limit, filter)?
                }
                2 => {
                    world.fit_transform(collider, transform(0)?, limit, filter)?
                }
                3 => {
                    world.try_unstick(collider, limit, filter)?
                }
                _ => {
                    world.try_fit_at(collider, q16(get(0), get(1)), limit, filter)?
                }
            }))
        })))
    }
}
