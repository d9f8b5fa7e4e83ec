//! Steps and their events.

use alloc::collections::BTreeMap;

use hitmask::{Event, Member, PathSegment};

use super::{handle, number};
use crate::prelude::*;

/// What a list without objects has of an event: kind, a, b, data of both, first pixel, area.
fn short(event: &Event) -> [f64; 8] {
    let (x, y, area) =
        event.touch.as_ref().map_or((0, 0, 0), |touch| (touch.first.x, touch.first.y, touch.area));
    let [data_a, data_b] = event.data.map(|data| data as f64);
    let [a, b] = [event.a, event.b].map(number);
    [event.kind.number(), a, b, data_a, data_b, x.into(), y.into(), area as f64]
}

export! {
    /// The number of events.
    fn world_step(world: usize) -> i32 = reply(change_world(world, |world| {
        let events = world.step()?.len();
        put(0, events as f64);
        Ok(SOME)
    }));

    /// The same, along the ways in the list of floats: for each part the collider, from, to, the numerator and the denominator of the time in
    /// two halves each, and whether the collider is on the next part at that time already.
    fn world_step_along(world: usize) -> i32 = reply(ways(&taken_numbers()).and_then(|ways| change_world(world, |world| {
        let way = |member: Member<'_>| ways.get(&member.handle).map_or(&[][..], Vec::as_slice);
        let events = world.step_along(way)?.len();
        put(0, events as f64);
        Ok(SOME)
    })));

    /// All events of the last step, in the list of floats.
    fn world_events(world: usize) -> f64 = with_world(world, |world| give_all(world.events().iter().cloned()));

    /// The same, in the order of time.
    fn world_events_by_time(world: usize) -> f64 = change_world(world, |world| give_all(world.events_by_time().iter().cloned()));

    /// Eight numbers for each event of the last step, in the list of floats: kind, a, b, data of both, first pixel, area.
    fn world_events_short(world: usize) -> f64 = with_world(world, |world| {
        let all: Vec<[f64; 8]> = world.events().iter().map(short).collect();
        give_numbers(all.into_flattened())
    });

    fn world_steps(world: usize) -> f64 = with_world(world, |world| world.steps() as f64);

    /// What a collider touches now, in the list of floats.
    fn world_collide_one(world: usize, collider: f64) -> i32 = with_world(world, |world| world.collide_one(handle(collider)).map_or(NONE, |contacts| {
        put(0, give_all(contacts));
        SOME
    }));

    /// The pairs that touched in the last step, or what one collider touched, in the list of floats.
    fn world_contacts(world: usize) -> f64 =
        with_world(world, |world| give_numbers(world.contacts().flat_map(|(a, b)| [number(a), number(b)]).collect()));

    fn world_contacts_of(world: usize, collider: f64) -> i32 = with_world(world, |world| world.contacts_of(handle(collider)).map_or(NONE, |others| {
        put(0, give_numbers(others.map(number).collect()));
        SOME
    }));

    fn world_touching_since(world: usize, a: f64, b: f64) -> i32 =
        with_world(world, |world| world.touching_since(handle(a), handle(b)).map_or(NONE, |step| {
            put(0, step as f64);
            SOME
        }));
}

/// The ways of colliders.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "JavaScript has checked that they are whole and fit"
)]
fn ways(numbers: &[f64]) -> Result<BTreeMap<Handle, Vec<PathSegment>>, Fault> {
    let mut ways: BTreeMap<Handle, Vec<PathSegment>> = BTreeMap::new();
    for &[collider, x, y, to_x, to_y, n1, n0, d1, d0, before] in numbers.as_chunks::<10>().0 {
        let [n, d] = [(n1, n0), (d1, d0)].map(|(upper, lower)| (upper as u64) << 32 | lower as u64);
        let until = TimeOfImpact::try_new(n, d)?;
        let part = PathSegment { from: q16(x, y), to: q16(to_x, to_y), until, before: before != 0.0 };
        ways.entry(handle(collider)).or_default().push(part);
    }
    ways.values().try_for_each(|way| PathSegment::check(way))?;
    Ok(ways)
}
