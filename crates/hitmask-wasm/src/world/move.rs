//! Characters, lifts, and what must fit.

use hitmask::SolidMoved;

use super::{handle, number, with_filter};
use crate::prelude::*;
use crate::table::SLID;

/// What a solid did to others.
fn lay_carried(moved: Option<SolidMoved>) -> i32 {
    let Some(moved) = moved else { return NONE };
    lay(0, moved.position.floats().as_ref());
    let lists = [&moved.pushed, &moved.carried, &moved.crushed];
    lay(2, &lists.map(|list| list.len() as f64));
    let _ = give_numbers(lists.into_iter().flatten().copied().map(number).collect());
    SOME
}

export! {
    /// The filter is on the desk, behind it the options. The answer on the desk: a `Slid`, the number of all that stops it; these in the list
    /// of floats.
    fn world_move_and_slide(world: usize, collider: f64, dx: f64, dy: f64) -> i32 {
        let (collider, options) = (handle(collider), move_options(QUERY_FILTER));
        reply(with_filter(0, |filter| change_world(world, |world| {
            let mut all = Vec::new();
            let slid = world.try_move_and_slide_into(collider, q16(dx, dy), &options, filter, &mut all)?;
            let Some(slid) = slid else { return Ok(NONE) };
            put(SLID, give_all(all));
            Ok(some(&slid))
        })))
    }

    /// The filter is on the desk. The answer on the desk: a `Slope`.
    fn world_ground_slope(world: usize, collider: f64, reach: u32) -> i32 {
        let collider = handle(collider);
        reply(with_filter(0, |filter| change_world(world, |world| {
            Ok(option(world.try_ground_slope(collider, reach, filter)?))
        })))
    }

    /// The riders are in the list of floats, the options on the desk. The answer: position on the desk, with the numbers of pushed, carried and
    /// crushed ones; these in the list of floats.
    fn world_move_solid(world: usize, collider: f64, dx: f64, dy: f64) -> i32 {
        let (collider, options) = (handle(collider), move_options(0));
        let riders: Vec<Handle> = taken_numbers().into_iter().map(handle).collect();
        reply(change_world(world, |world| Ok(lay_carried(world.try_move_solid(collider, q16(dx, dy), &riders, &options)?))))
    }

    /// Behind the filter on the desk: which parts are given, as bits; the parts of a pose; the frame. The
    /// shape's number is 0 if it stays. The answer: as of `world_move_solid`.
    fn world_reshape_solid(world: usize, collider: f64, limit: u32, to: usize) -> i32 {
        const PARTS: usize = QUERY_FILTER + 1;
        let given = whole(QUERY_FILTER);
        let to = (given & 64 != 0).then(|| shape(to));
        let change = |collider: &mut Collider| {
            let transform = &mut collider.transform;
            for part in (0..5).filter(|part| given >> part & 1 != 0) {
                match part {
                    0 => transform.try_set_pivot(pair(PARTS + 11))?,
                    1 => transform.try_set_scale(pair(PARTS + 5))?,
                    2 => transform.set_flip(pair(PARTS + 7).map(|flip| flip != 0.0)),
                    3 => transform.try_set_rotation(angle(PARTS + 2))?,
                    _ => transform.set_position(q16(get(PARTS), get(PARTS + 1)).checked("position")?),
                }
            }
            if let Some(to) = to {
                collider.shape = to;
            }
            if given & 32 != 0 { collider.try_set_frame(whole(PARTS + 13) as usize) } else { Ok(()) }
        };
        reply(with_filter(0, |filter| change_world(world, |world| {
            Ok(lay_carried(world.try_reshape_solid(handle(collider), limit, filter, change)?))
        })))
    }

    /// The handle on the desk.
    fn world_support(world: usize, collider: f64) -> i32 = with_world(world, |world| option(world.support(handle(collider))));

    /// Place and filter are on the desk. 0 a frame, 1 a shape, 2 a place, 3 unstick, 4 only asks about the position on the desk.
    fn world_fit(world: usize, collider: f64, what: u32, frame: usize, new_shape: usize, limit: u32) -> i32 {
        let collider = handle(collider);
        reply(with_filter(PLACE, |filter| change_world(world, |world| {
            if !world.contains(collider) {
                return Ok(NONE);
            }
            Ok(option(match what {
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
