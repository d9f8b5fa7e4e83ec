//! Steps that fail, because there are too many pairs or because a function of the caller's panics, beside a twin world that never tried
//! them. Both must be equal right after it, and must go on with the same events.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use hitmask::broad_phase::BroadPhaseKind;
use hitmask::{
    Angle, Circle, Collider, ColliderProps, ColliderRef, CustomTest, Event, EventDetail, Handle, Mask,
    Member, PathSegment, Point, Probe, QueryFilter, Rect, TimeOfImpact, Touch, Verdict, World, WorldOptions,
};

use crate::common::{self, Rng};

/// How many more calls go well. Below 0 nothing panics.
#[derive(Clone, Default)]
struct Mood(Arc<AtomicI64>);

impl Mood {
    fn calm() -> Mood {
        let mood = Mood::default();
        mood.set(-1);
        mood
    }

    fn set(&self, calls: i64) {
        self.0.store(calls, Ordering::Relaxed);
    }

    fn call(&self) {
        if self.0.fetch_sub(1, Ordering::Relaxed) == 0 {
            std::panic::resume_unwind(Box::new("as it was told"));
        }
    }
}

/// A custom test that panics when its world's mood says so.
struct Moody(Mood);

impl CustomTest for Moody {
    fn test(&self, me: Member<'_>, other: Member<'_>) -> Option<Verdict> {
        self.0.call();
        match (me.collider.data + other.collider.data) % 3 {
            0 => None,
            1 => Some(Verdict::Apart),
            _ => Some(Verdict::Touching(Touch::new(Point::new(3, 4)))),
        }
    }

    fn reach(&self, _: ColliderRef<'_>, own: Option<Rect>) -> Option<Rect> {
        self.0.call();
        own.map(|own| Rect::new(own.x - 5, own.y - 5, own.w + 10, own.h + 10))
    }
}

/// Two worlds in which the same happens, except for what goes wrong in the first one.
struct Twins {
    worlds: [World; 2],
    moods: [Mood; 2],
    handles: Vec<Handle>,
}

fn bytes(world: &World) -> Vec<u8> {
    world.to_bytes(|_, _| 0, |_, _| 0)
}

/// Pieces of the ways of a bent step: half of the colliders jump there and back.
fn parts(member: Member<'_>, far: i64) -> [PathSegment; 2] {
    let to = member.collider.position();
    let (from, until) = (hitmask::PointQ16::new(to.x - (far << 16), to.y), TimeOfImpact::new(1, 3));
    [from, to].map(|to| PathSegment { from, to, until, before: false })
}

impl Twins {
    fn new(rng: &mut Rng) -> Twins {
        let options = WorldOptions {
            wrap: rng.pick(&[None, None, Some((70, 60))]),
            max_pairs: rng.pick(&[4, 12, 40]),
            broad_phase: rng.pick(&BroadPhaseKind::ALL),
            detail: EventDetail { stay: rng.one_in(2), area: true, bounds: true, ..EventDetail::default() },
            ..WorldOptions::default()
        };
        let worlds = [World::with_options(options), World::with_options(options)];
        Twins { worlds, moods: [Mood::calm(), Mood::calm()], handles: Vec::new() }
    }

    fn collider(rng: &mut Rng) -> Collider {
        let place = (rng.below(50) as i32, rng.below(40) as i32);
        let collider = match rng.below(4) {
            0 => Collider::new(Rect::new(0, 0, 12, 4)),
            1 => Collider::new(Circle::new((3, 3), 260_000).unwrap()),
            // Every mask of one world has the same key.
            _ => Collider::new(Mask::from_fn(9, 7, |x, y| (x + 2 * y) % 5 != 0)),
        };
        let collider = if rng.one_in(3) { collider.rotated(Angle::Degrees(30.0)) } else { collider };
        let props = ColliderProps {
            swept: rng.one_in(2),
            first_only: rng.one_in(4),
            space: rng.pick(&[0, 0, 0, 9]),
            ..collider.props
        };
        Collider { props, data: rng.below(100), ..collider.at(place) }
    }

    /// Changes both.
    fn change(&mut self, rng: &mut Rng) {
        let (kind, collider, with_test) = (rng.below(8), Twins::collider(rng), rng.one_in(4));
        let [handle, other] =
            [0, 1].map(|_| if self.handles.is_empty() { None } else { Some(rng.pick(&self.handles)) });
        let place = (rng.below(90) as i32, rng.below(40) as i32);
        let mut fresh = Vec::new();
        for (world, mood) in self.worlds.iter_mut().zip(&self.moods) {
            let mut collider = collider.clone();
            if with_test {
                collider = collider.with_test(Arc::new(Moody(mood.clone())));
            }
            match (kind, handle) {
                (0 | 1, _) | (_, None) => fresh.push(world.insert(collider)),
                (2, Some(handle)) => drop(world.remove(handle)),
                (3, Some(handle)) => drop(world.edit(handle, |old| *old = collider)),
                (4, Some(handle)) => drop(world.try_attach(other.unwrap_or(handle), handle)),
                (5, Some(handle)) => drop(world.detach(handle)),
                (_, Some(handle)) => drop(world.set_position(handle, place)),
            }
        }
        if let [one, other] = fresh[..] {
            assert_eq!(one, other);
            self.handles.push(one);
        }
    }

    /// Something goes wrong in the first world. Returns whether it did.
    fn mishap(&mut self, rng: &mut Rng) -> bool {
        let (Twins { worlds: [world, _], moods: [mood, _], handles }, calls) = (self, rng.below(6) as i64);
        let nth = AtomicI64::new(calls);
        let due = || nth.fetch_sub(1, Ordering::Relaxed) <= 0;
        let is_bent = world.options().wrap.is_none();
        let went = catch_unwind(AssertUnwindSafe(|| match rng.below(6) {
            0 => {
                let refused =
                    |_: Member<'_>, _: Member<'_>| !due() || std::panic::resume_unwind(Box::new(()));
                world.step_with(refused).is_err()
            }
            1 if is_bent => {
                let all: Vec<(Handle, [PathSegment; 2])> =
                    world.members().map(|member| (member.handle, parts(member, 9))).collect();
                let ways = |member: Member<'_>| {
                    if due() {
                        std::panic::resume_unwind(Box::new(()));
                    }
                    &all.iter().find(|(handle, _)| *handle == member.handle).expect("it is listed").1[..]
                };
                world.step_along(ways).is_err()
            }
            2 if is_bent => {
                // A time above 1.
                let (mut bad, good) = (
                    [PathSegment {
                        from: (0, 0).into(),
                        to: (0, 0).into(),
                        until: TimeOfImpact::new(2, 1),
                        before: false,
                    }; 2],
                    [],
                );
                bad[1].until = TimeOfImpact::new(1, 1);
                world.step_along(|_| if due() { &bad[..] } else { &good[..] }).is_err()
            }
            3 => {
                let filter = QueryFilter::default();
                let refused = |_: Member<'_>| !due() || std::panic::resume_unwind(Box::new(()));
                let filter = filter.only_if(&refused);
                let probe = Probe::shape(Rect::new(0, 0, 50, 40), None);
                let _ = world.query(&probe, &filter).all();
                let _ = handles.first().map(|&handle| world.cast(handle, (40, 11), &filter));
                let _ = handles.first().map(|&handle| {
                    world.move_and_slide(handle, (2, 2), &hitmask::MoveOptions::default(), &filter)
                });
                true
            }
            _ => {
                mood.set(calls);
                world.step().is_err()
            }
        }));
        mood.set(-1);
        // A step that went well after all, or a mover that moved, is made good.
        went.is_err()
    }
}

/// What each world tells about a few questions.
fn answers(world: &World, handles: &[Handle]) -> String {
    let filter = QueryFilter::default();
    let probe = Probe::shape(Rect::new(10, 10, 20, 20), None);
    let all = world.query(&probe, &filter).all();
    let cast = handles.last().map(|&handle| world.cast(handle, (-30, 17), &filter));
    let near = world.nearest((20, 20), 1000, &filter);
    let contacts: Vec<_> =
        handles.iter().map(|&handle| world.contacts_of(handle).map(Iterator::collect::<Vec<_>>)).collect();
    format!("{all:?} {cast:?} {near:?} {contacts:?}")
}

fn run(seed: u64) -> u64 {
    let rng = &mut Rng::new(seed);
    let _blame = common::Blame(&seed);
    let mut twins = Twins::new(rng);
    let mut mishaps = 0;
    for _ in 0..30 {
        for _ in 0..=rng.below(5) {
            twins.change(rng);
        }
        if rng.one_in(2) {
            // What a mishap would do if it went well is not wanted, so it is tried on a clone first.
            let (before, mut tried) = (
                rng.clone(),
                Twins {
                    worlds: [twins.worlds[0].clone(), World::new()],
                    moods: twins.moods.clone(),
                    handles: twins.handles.clone(),
                },
            );
            if tried.mishap(rng) {
                *rng = before;
                assert!(twins.mishap(rng), "a clone does the same");
                mishaps += 1;
                let [world, twin] = &twins.worlds;
                world.validate().unwrap();
                assert_eq!(bytes(world), bytes(twin), "something has changed");
                assert_eq!(answers(world, &twins.handles), answers(twin, &twins.handles));
            }
        }
        if let Some(&handle) = twins.handles.last()
            && rng.one_in(4)
        {
            // Its test panics when it is asked how far it reaches. The same change once more makes it good.
            let data = rng.below(60);
            let change = |world: &mut World| match data % 3 {
                0 => drop(world.set_position(handle, (data as i32 / 2, 9))),
                1 => drop(world.teleport(handle, (data as i32 / 2, 9))),
                _ => drop(world.edit(handle, |collider| collider.transform.set_position((data as i32, 5)))),
            };
            let [world, twin] = &mut twins.worlds;
            twins.moods[0].set(0);
            let has_panicked = catch_unwind(AssertUnwindSafe(|| change(world))).is_err();
            twins.moods[0].set(-1);
            if has_panicked {
                mishaps += 1;
                change(world);
            }
            change(twin);
            assert!(
                bytes(world) == bytes(twin),
                "{data} has changed something: {:?} {:?}",
                world.get(handle),
                twin.get(handle)
            );
        }
        let steps = twins.worlds.each_mut().map(|world| {
            let events: Result<Vec<Event>, _> = world.step().map(<[Event]>::to_vec);
            events
        });
        assert_eq!(steps[0], steps[1]);
        if steps[0].is_err() {
            mishaps += 1;
            assert!(twins.worlds[0].events().is_empty());
            // The twin goes on as if there had been no step.
            let alone = World::from_bytes(
                &bytes(&twins.worlds[0]),
                |_| Some(Mask::from_fn(9, 7, |x, y| (x + 2 * y) % 5 != 0).into()),
                |_| Some(Arc::new(Moody(twins.moods[1].clone())) as Arc<dyn CustomTest>),
            );
            twins.worlds[1] = alone.unwrap();
        }
        twins.worlds.iter().for_each(|world| world.validate().unwrap());
        let [one, other] = &twins.worlds;
        assert_eq!(answers(one, &twins.handles), answers(other, &twins.handles));
    }
    mishaps
}

#[test]
fn a_failed_step_leaves_nothing_behind() {
    common::cases(0, 1000, run);
}
