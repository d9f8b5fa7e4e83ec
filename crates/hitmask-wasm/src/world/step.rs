//! Steps and their events.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use hitmask::{Contact, Event, EventKind, Handle, Member, TimeOfImpact, Touch, WayPart, WayPartEnd};

use super::{handle, number};
use crate::cast::TIME;
use crate::desk::{Fault, Floats, NONE, SOME, give_all, give_numbers, put, reply, taken_numbers};
use crate::export::export;
use crate::place::q16;
use crate::store::{change_world, with_world};

/// First pixel, area, then bounds, normal, separation and labels, each with a 1 before it if it is there.
const TOUCH: usize = 3 + 5 + 3 + 3 + 3;
/// Whether there is a hit, its labels, its pixel.
const HIT: usize = 5;
/// Kind, a, b, data of both, since, approximate, whether there is a time, the time, whether there is a touch, the touch, the hit.
const EVENT: usize = 8 + TIME + 1 + TOUCH + HIT;

impl Floats for Touch {
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; TOUCH];
        floats[0] = self.first.x.into();
        floats[1] = self.first.y.into();
        floats[2] = self.area as f64;
        let mut lay = |place: usize, value: Option<&[f64]>| {
            if let Some(value) = value {
                floats[place] = 1.0;
                floats[place + 1..][..value.len()].copy_from_slice(value);
            }
        };
        lay(3, self.bounds.as_ref().map(|bounds| bounds.floats().as_ref().to_vec()).as_deref());
        lay(
            8,
            self.normal.map(|normal| [normal.x.into(), normal.y.into()]).as_ref().map(|normal| &normal[..]),
        );
        lay(11, self.separation.map(|by| [by.x.into(), by.y.into()]).as_ref().map(|by| &by[..]));
        lay(14, self.labels.map(|labels| labels.map(f64::from)).as_ref().map(|labels| &labels[..]));
        floats
    }
}

/// Kind, a, b, data of both.
#[inline(always)]
fn head(event: &Event) -> [f64; 5] {
    let kind = match event.kind {
        EventKind::Begin => 0.0,
        EventKind::Stay => 1.0,
        EventKind::End => 2.0,
        EventKind::Pass => 3.0,
        _ => 4.0,
    };
    let [data_a, data_b] = event.data.map(|data| data as f64);
    [kind, number(event.a), number(event.b), data_a, data_b]
}

/// The head, then the first pixel and the area.
#[inline(always)]
fn short(event: &Event) -> [f64; 8] {
    let [kind, a, b, data_a, data_b] = head(event);
    let (x, y, area) =
        event.touch.as_ref().map_or((0, 0, 0), |touch| (touch.first.x, touch.first.y, touch.area));
    [kind, a, b, data_a, data_b, x.into(), y.into(), area as f64]
}

impl Floats for Event {
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; EVENT];
        floats[..5].copy_from_slice(&head(self));
        floats[5..7].copy_from_slice(&[self.since as f64, f64::from(u8::from(self.approximate))]);
        if let Some(time) = self.time {
            floats[7] = 1.0;
            floats[8..8 + TIME].copy_from_slice(time.floats().as_ref());
        }
        if let Some(touch) = &self.touch {
            floats[8 + TIME] = 1.0;
            floats[9 + TIME..][..TOUCH].copy_from_slice(touch.floats().as_ref());
        }
        if let Some(hit) = &self.hit {
            floats[9 + TIME + TOUCH] = 1.0;
            floats[10 + TIME + TOUCH..].copy_from_slice(hit.floats().as_ref());
        }
        floats
    }
}

impl Floats for Contact {
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut floats = [0.0; 2 + TOUCH];
        floats[0] = number(self.handle);
        floats[1] = self.data as f64;
        floats[2..].copy_from_slice(self.touch.floats().as_ref());
        floats
    }
}

export! {
    /// The number of events.
    fn world_step(world: usize) -> i32 {
        reply(change_world(world, |world| {
            let events = world.step()?.len();
            put(0, events as f64);
            Ok(SOME)
        }))
    }

    /// The same, along the ways in the list of floats: for each part the collider, from, to, the numerator and the denominator of the time in
    /// two halves each, and whether the collider is on the next part at that time already.
    fn world_step_along(world: usize) -> i32 {
        reply(ways(&taken_numbers()).and_then(|ways| change_world(world, |world| {
            let way = |member: Member<'_>| ways.get(&member.handle).map_or(&[][..], Vec::as_slice);
            let events = world.step_along(way)?.len();
            put(0, events as f64);
            Ok(SOME)
        })))
    }

    /// All events of the last step, in the list of floats.
    fn world_events(world: usize) -> f64 {
        with_world(world, |world| give_all(world.events().iter().cloned()))
    }

    /// The same, in the order of time.
    fn world_events_by_time(world: usize) -> f64 {
        change_world(world, |world| give_all(world.events_by_time().iter().cloned()))
    }

    /// Eight numbers for each event of the last step, in the list of floats: kind, a, b, data of both, first pixel, area.
    fn world_events_short(world: usize) -> f64 {
        with_world(world, |world| {
            let all: Vec<[f64; 8]> = world.events().iter().map(short).collect();
            give_numbers(all.into_flattened())
        })
    }

    fn world_steps(world: usize) -> f64 {
        with_world(world, |world| world.steps() as f64)
    }

    /// What a collider touches now, in the list of floats.
    fn world_collide_one(world: usize, collider: f64) -> i32 {
        with_world(world, |world| world.collide_one(handle(collider)).map_or(NONE, |contacts| {
            put(0, give_all(contacts));
            SOME
        }))
    }

    /// The pairs that touched in the last step, or what one collider touched, in the list of floats.
    fn world_contacts(world: usize) -> f64 {
        with_world(world, |world| give_numbers(world.contacts().flat_map(|(a, b)| [number(a), number(b)]).collect()))
    }

    fn world_contacts_of(world: usize, collider: f64) -> i32 {
        with_world(world, |world| world.contacts_of(handle(collider)).map_or(NONE, |others| {
            put(0, give_numbers(others.map(number).collect()));
            SOME
        }))
    }

    fn world_touching_since(world: usize, a: f64, b: f64) -> i32 {
        with_world(world, |world| world.touching_since(handle(a), handle(b)).map_or(NONE, |step| {
            put(0, step as f64);
            SOME
        }))
    }
}

/// The ways of colliders.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "JavaScript has checked that they are whole and fit"
)]
fn ways(numbers: &[f64]) -> Result<BTreeMap<Handle, Vec<WayPart>>, Fault> {
    let mut ways: BTreeMap<Handle, Vec<WayPart>> = BTreeMap::new();
    for &[collider, x, y, to_x, to_y, n1, n0, d1, d0, before] in numbers.as_chunks::<10>().0 {
        let [n, d] = [(n1, n0), (d1, d0)].map(|(upper, lower)| (upper as u64) << 32 | lower as u64);
        let time = TimeOfImpact::try_new(n, d)?;
        let until = if before == 0.0 { WayPartEnd::At(time) } else { WayPartEnd::Before(time) };
        let part = WayPart { from: q16(x, y), to: q16(to_x, to_y), until };
        ways.entry(handle(collider)).or_default().push(part);
    }
    ways.values().try_for_each(|way| WayPart::check(way))?;
    Ok(ways)
}
