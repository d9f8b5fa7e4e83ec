//! Questions about a world between steps.

use hitmask::{Caster, ColliderShape, Probe, TurningMotion};

use super::{handle, number, with_filter};
use crate::cast::path;
use crate::prelude::*;
use crate::shape::lay_closest;

/// The filter of a question lies behind a place.
const AFTER_PLACE: usize = PLACE;

/// The shape under the place on the desk.
fn probe(number: usize) -> Result<(ColliderShape, Option<Pose>), Fault> {
    Ok((shape(number), transform(0)?.pose()))
}

fn give_handles(handles: Vec<Handle>) -> i32 {
    put(0, give_numbers(handles.into_iter().map(number).collect()));
    SOME
}

/// What moves: a collider, or the shape at the place on the desk if the collider is -1. None if the collider is no more.
enum Mover {
    Collider(Handle),
    Probe(Probe),
}

impl Mover {
    fn of(world: &World, collider: f64, probed: usize) -> Result<Option<Mover>, Fault> {
        if collider < 0.0 {
            let (shape, pose) = probe(probed)?;
            return Ok(Some(Mover::Probe(Probe::shape(shape, pose))));
        }
        let collider = handle(collider);
        Ok(world.contains(collider).then_some(Mover::Collider(collider)))
    }

    fn caster(&self) -> Caster<'_> {
        match self {
            Mover::Collider(collider) => Caster::Collider(*collider),
            Mover::Probe(probe) => Caster::Probe(probe),
        }
    }
}

/// Gives all that is met, or only the first.
fn cast(
    world: &World,
    collider: f64,
    probed: usize,
    motion: PointQ16,
    filter: &QueryFilter<'_>,
    all: bool,
) -> Result<i32, Fault> {
    let Some(mover) = Mover::of(world, collider, probed)? else { return Ok(NONE) };
    put(
        0,
        give_all(if all {
            world.try_cast_all(mover.caster(), motion, filter)?
        } else {
            world.try_cast(mover.caster(), motion, filter)?.into_iter().collect()
        }),
    );
    Ok(SOME)
}

export! {
    /// The colliders that cover a pixel of the shape at the place on the desk: 0 by handle, 1 by order.
    fn world_query(world: usize, probed: usize, by_order: i32) -> i32 =
        reply(probe(probed).map(|(shape, pose)| with_filter(AFTER_PLACE, |filter| with_world(world, |world| {
            let probe = Probe::shape(shape, pose);
            let query = world.query(&probe, filter);
            give_handles(if by_order == 0 { query.all() } else { query.all_by_order() })
        }))));

    /// 0 the topmost, 1 all.
    fn world_pick(world: usize, x: i32, y: i32, all: i32) -> i32 = with_filter(0, |filter| with_world(world, |world| give_handles(if all == 0 {
        world.pick((x, y), filter).into_iter().collect()
    } else {
        world.pick_all((x, y), filter)
    })));

    /// Handle, data, pixel, squared distance.
    fn world_nearest(world: usize, x: i32, y: i32, within: u32) -> i32 =
        with_filter(0, |filter| with_world(world, |world| option(world.nearest((x, y), within, filter))));

    fn world_cast(world: usize, collider: f64, probed: usize, dx: f64, dy: f64, all: i32) -> i32 =
        reply(with_filter(AFTER_PLACE, |filter| with_world(world, |world| cast(world, collider, probed, q16(dx, dy), filter, all != 0))));

    /// Motion, degrees and steps lie behind the filter on the desk.
    fn world_cast_turning(world: usize, collider: f64, probed: usize, all: i32) -> i32 {
        const MOTION: usize = AFTER_PLACE + QUERY_FILTER;
        let [dx, dy, degrees] = [get(MOTION), get(MOTION + 1), get(MOTION + 2)];
        let steps = whole(MOTION + 3);
        reply(with_filter(AFTER_PLACE, |filter| with_world(world, |world| {
            let Some(mover) = Mover::of(world, collider, probed)? else { return Ok(NONE) };
            let motion = TurningMotion { by: q16(dx, dy), degrees, steps };
            put(0, give_all(if all != 0 {
                world.try_cast_turning_all(mover.caster(), &motion, filter)?
            } else {
                world.try_cast_turning(mover.caster(), &motion, filter)?.into_iter().collect()
            }));
            Ok(SOME)
        })))
    }

    fn world_ray_cast(world: usize, x: f64, y: f64, dx: f64, dy: f64) -> i32 = reply(with_filter(0, |filter| with_world(world, |world| {
        let (position, motion) = path(x, y, dx, dy)?;
        Ok(option(world.ray_cast(position, motion, filter)))
    })));

    /// Handle, data, pixel, steps. 1: all pixels that the line touches.
    fn world_first_on_line(world: usize, x0: i32, y0: i32, x1: i32, y1: i32, supercover: u32) -> i32 =
        with_filter(0, |filter| with_world(world, |world| {
            option(match supercover {
                0 => world.first_on_line((x0, y0), (x1, y1), filter),
                _ => world.first_on_supercover((x0, y0), (x1, y1), filter),
            })
        }));

    fn world_surface_normal(world: usize, collider: f64, x: i32, y: i32, radius: u32) -> i32 =
        with_world(world, |world| option(world.surface_normal(handle(collider), (x, y), radius)));

    /// 0 separation, 1 normal, 2 closest pixels.
    fn world_between(world: usize, a: f64, b: f64, what: u32) -> i32 {
        let (a, b) = (handle(a), handle(b));
        with_world(world, |world| match what {
            0 => option(world.separation(a, b)),
            1 => option(world.normal(a, b)),
            _ => lay_closest(world.closest(a, b)),
        })
    }
}
