//! Swept colliders, against a step at every moment of the ways.

mod common;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use common::travel_case::{Pixels, any_matrix, coordinate, filled, is_exact};
use common::{Blame, Rng, cases};
use hitmask::broad_phase::BroadPhaseKind;
use hitmask::{
    Collider, ColliderKind, ColliderShape, CustomTest, Event, EventDetail, EventKind, Handle, Mask, Member,
    MoveOptions, PointQ16, Pose, QueryFilter, Rect, TimeOfImpact, Touch, Verdict, WayPart, WayPartEnd, World,
    WorldOptions,
};
use hitmask_oracle::{self as oracle, Cover, StraightWay, instants};
use std::sync::Arc;

const ONE: i64 = 1 << 16;
const DETAIL: EventDetail =
    EventDetail { stay: true, area: true, bounds: true, normal: false, separation: false };

/// A collider in the oracle's form.
#[derive(Clone, Debug)]
struct Thing {
    pixels: Pixels,
    matrix: [i64; 4],
    at: (i64, i64),
    /// Where its way starts, and its matrix there. None if it rests.
    start: Option<((i64, i64), [i64; 4])>,
    swept: bool,
    whole: bool,
    sensor: bool,
    enabled: bool,
    space: u32,
    group: u32,
    data: u64,
}

/// The least whole pixel that is not below x - 1/2.
fn pixel(x: i64) -> i64 {
    (x + ONE / 2 - 1) >> 16
}

impl Thing {
    fn any(rng: &mut Rng, room: i64) -> Thing {
        Thing {
            pixels: Pixels::any(rng),
            matrix: any_matrix(rng),
            at: (coordinate(rng, room), coordinate(rng, room)),
            start: None,
            swept: rng.one_in(2),
            whole: rng.one_in(5),
            sensor: rng.one_in(8),
            enabled: !rng.one_in(10),
            space: u32::from(rng.one_in(6)),
            group: rng.pick(&[0, 0, 0, 1, 2]),
            data: rng.below(100),
        }
    }

    /// Moves it by whole laps, so that its position lies in the world.
    fn reduce(&mut self, torus: Torus) {
        let Some((w, h)) = torus else { return };
        let laps = (self.at.0.div_euclid(w * ONE) * w * ONE, self.at.1.div_euclid(h * ONE) * h * ONE);
        let moved = |(x, y): (i64, i64)| (x - laps.0, y - laps.1);
        self.at = moved(self.at);
        self.start = self.start.map(|(at, matrix)| (moved(at), matrix));
    }

    fn pose(&self) -> [i64; 6] {
        let [a, b, c, d] = self.matrix;
        [a, b, c, d, self.at.0, self.at.1]
    }

    fn collider(&self) -> Collider {
        let mut collider =
            self.pixels.collider(self.pose()).with_data(self.data).in_space(self.space).in_group(self.group);
        collider.kind = if self.sensor { ColliderKind::Sensor } else { ColliderKind::Body };
        collider.whole_pixels = self.whole;
        collider.swept = self.swept;
        collider.enabled = self.enabled;
        collider
    }

    fn keep_start(&mut self) {
        self.start.get_or_insert((self.at, self.matrix));
    }

    fn way(&self) -> StraightWay {
        StraightWay { from: self.start.map_or(self.at, |(at, _)| at), to: self.at }
    }

    /// Its way, if it has moved, cut at some times.
    fn parts(&self, rng: &mut Rng) -> Vec<WayPart> {
        let StraightWay { from, to } = self.way();
        if from == to {
            return Vec::new();
        }
        let [from, to] = [from, to].map(|(x, y)| PointQ16::new(x, y));
        let mut times: Vec<TimeOfImpact> = (0..rng.below(4))
            .map(|_| {
                let below = rng.pick(&[1, 2, 3, 64, 1000]);
                TimeOfImpact::new(rng.below(below + 1), below)
            })
            .collect();
        times.sort();
        times.push(TimeOfImpact::new(1, 1));
        let end = |time| if rng.one_in(2) { WayPartEnd::Before(time) } else { WayPartEnd::At(time) };
        times.into_iter().map(end).map(|until| WayPart { from, to, until }).collect()
    }

    /// Its cover, with its position on a pixel instead of where it is now.
    fn cover_at(&self, (x, y): (i64, i64)) -> Cover {
        let [a, b, c, d] = self.matrix;
        let (px, py) = (pixel(self.at.0), pixel(self.at.1));
        let part = if self.whole { (0, 0) } else { (self.at.0 - px * ONE, self.at.1 - py * ONE) };
        self.pixels.cover([a, b, c, d, x * ONE + part.0, y * ONE + part.1])
    }

    fn is_exact(&self) -> bool {
        let turned = self.start.is_some_and(|(_, matrix)| matrix != self.matrix);
        let moved = self.start.is_some_and(|(at, _)| at != self.at);
        !turned && (!moved || self.whole || is_exact(&self.pixels, self.matrix))
    }

    fn may_meet(&self, other: &Thing) -> bool {
        let is_one_group = self.group != 0 && self.group == other.group;
        self.enabled
            && other.enabled
            && self.space == other.space
            && !(self.sensor && other.sensor)
            && !is_one_group
    }
}

/// An event as far as it is compared.
type Seen = (Handle, Handle, EventKind, Option<Touch>, Option<TimeOfImpact>, bool);

fn seen(event: &Event) -> Seen {
    (event.a, event.b, event.kind, event.touch, event.time, event.approximate)
}

fn touch_of(touch: oracle::Touch) -> Touch {
    let (x, y, w, h) = touch.bounds;
    let mut ours = Touch::new((touch.first.0 as i32, touch.first.1 as i32));
    ours.area = touch.area;
    ours.bounds = Some(Rect::new(x as i32, y as i32, w as u32, h as u32));
    ours
}

/// The size of a wrapped world, in pixels.
type Torus = Option<(i64, i64)>;

/// A cover as a world sees it.
fn seen_in(torus: Torus, cover: Cover) -> Cover {
    torus.map_or_else(|| cover.clone(), |size| cover.wrapped(size))
}

/// The first moment at which two things touch, and how.
fn impact(a: &Thing, b: &Thing, torus: Torus) -> Option<((u64, u64), oracle::Touch)> {
    let by_sum = a.pixels.is_sum() || b.pixels.is_sum();
    let mut covers: [HashMap<(i64, i64), Cover>; 2] = Default::default();
    let mut last = None;
    for look in instants(&[a.way(), b.way()]) {
        let at = [look.pixels[0], look.pixels[1]];
        if last == Some(at) {
            continue;
        }
        last = Some(at);
        let far = |a: i64, b: i64| (a - b).abs() > 100;
        if torus.is_none() && (far(at[0].0, at[1].0) || far(at[0].1, at[1].1)) {
            continue;
        }
        for (i, thing) in [a, b].into_iter().enumerate() {
            covers[i].entry(at[i]).or_insert_with(|| seen_in(torus, thing.cover_at(at[i])));
        }
        if let Some(touch) = covers[0][&at[0]].touch(&covers[1][&at[1]], by_sum) {
            return Some((look.time, touch));
        }
    }
    None
}

/// What a step says, and the contacts after it.
fn truth(
    things: &BTreeMap<Handle, Thing>,
    contacts: &BTreeSet<(Handle, Handle)>,
    torus: Torus,
    keep: impl Fn(u64, u64) -> bool,
) -> (Vec<Seen>, BTreeSet<(Handle, Handle)>) {
    let mut events: Vec<Seen> = Vec::new();
    let mut next = BTreeSet::new();
    for (&i, a) in things {
        for (&j, b) in things {
            if i >= j || !a.may_meet(b) || !keep(a.data, b.data) {
                continue;
            }
            let by_sum = a.pixels.is_sum() || b.pixels.is_sum();
            let here = |thing: &Thing| seen_in(torus, thing.cover_at((pixel(thing.at.0), pixel(thing.at.1))));
            let end = here(a).touch(&here(b), by_sum).map(touch_of);
            if end.is_some() {
                next.insert((i, j));
            }
            if contacts.contains(&(i, j)) {
                events.extend(end.map(|touch| (i, j, EventKind::Stay, Some(touch), None, false)));
                continue;
            }
            if !a.swept && !b.swept {
                events.extend(end.map(|touch| (i, j, EventKind::Begin, Some(touch), None, false)));
                continue;
            }
            if let Some((time, touch)) = impact(a, b, torus) {
                let time = Some(TimeOfImpact::new(time.0, time.1));
                let approximate = !(a.is_exact() && b.is_exact());
                let (kind, touch) = match end {
                    Some(end) => (EventKind::Begin, end),
                    None => (EventKind::Pass, touch_of(touch)),
                };
                events.push((i, j, kind, Some(touch), time, approximate));
            }
        }
    }
    for &(i, j) in contacts.difference(&next) {
        events.push((i, j, EventKind::End, None, None, false));
    }
    events.sort_by_key(|event| (event.0, event.1));
    (events, next)
}

/// The world that is read from a world's bytes.
fn reloaded(world: &World) -> World {
    let mut shapes = Vec::new();
    let key = |_, shape: &ColliderShape| {
        shapes.push(shape.clone());
        shapes.len() as u64 - 1
    };
    let bytes = world.to_bytes(key, |_, _| panic!("no collider has a custom test"));
    let loaded = World::from_bytes(&bytes, |key| shapes.get(key as usize).cloned(), |_| None).unwrap();
    assert_eq!(loaded.state_hash(), world.state_hash());
    loaded
}

/// Plays a story of changes, and counts what it sees.
fn story(seed: u64, wrapped: bool, counts: &mut BTreeMap<String, u32>) -> u64 {
    let rng = &mut Rng::new(seed);
    let room = rng.pick(&[4, 8, 16, 40]);
    let torus: Torus = wrapped.then(|| (rng.between(9, 40), rng.between(9, 40)));
    let broad_phase = rng.pick(&BroadPhaseKind::ALL);
    let wrap = torus.map(|(w, h)| (w as u32, h as u32));
    let max_pairs = if wrapped { 5 * 60 } else { 60 };
    let options = WorldOptions { broad_phase, detail: DETAIL, max_pairs, wrap, ..WorldOptions::default() };
    let mut world = World::with_options(options);
    let mut things: BTreeMap<Handle, Thing> = BTreeMap::new();
    let mut contacts = BTreeSet::new();
    let mut compared = 0;
    let mut saved = None;
    for step in 0..8 {
        while things.len() < 6 {
            let mut thing = Thing::any(rng, room);
            let handle = world.insert(thing.collider());
            thing.reduce(torus);
            things.insert(handle, thing);
        }
        for handle in things.keys().copied().collect::<Vec<_>>() {
            for _ in 0..rng.below(3) {
                change(rng, room, &mut world, &mut things, torus, handle);
            }
        }
        let _blame = Blame(&(seed, step));
        world.validate().unwrap();
        // Some have moved already. Their ways must go on from where they began.
        match rng.below(8) {
            0 => saved = Some((world.snapshot(), things.clone(), contacts.clone())),
            1 => {
                if let Some((snapshot, then, touching)) = &saved {
                    world.restore(snapshot);
                    (things, contacts) = (then.clone(), touching.clone());
                }
            }
            2 => world = reloaded(&world),
            _ => {}
        }
        if rng.one_in(5) {
            // Too many pairs in another space: nothing is lost.
            let crowd: Vec<Handle> = (0..if wrapped { 30 } else { 14 })
                .map(|_| world.insert(Collider::new(Rect::new(0, 0, 2, 2)).in_space(9)))
                .collect();
            world.step().unwrap_err();
            crowd.into_iter().for_each(|handle| assert!(world.remove(handle).is_some()));
            for handle in things.keys().copied().collect::<Vec<_>>() {
                if rng.one_in(2) {
                    change(rng, room, &mut world, &mut things, torus, handle);
                }
            }
        }
        let refuses = rng.one_in(3);
        let keep = |a: u64, b: u64| !refuses || !(a + b).is_multiple_of(3);
        let (expected, next) = truth(&things, &contacts, torus, keep);
        let ours: Vec<Seen> = if refuses {
            let mut asked = BTreeSet::new();
            let events = world.step_with(|a, b| {
                assert!(asked.insert((a.handle, b.handle)), "asked twice");
                keep(a.collider.data, b.collider.data)
            });
            events.unwrap().iter().map(seen).collect()
        } else if !wrapped && rng.one_in(2) {
            // The same ways, cut into parts.
            let parts: BTreeMap<Handle, Vec<WayPart>> =
                things.iter().map(|(&handle, thing)| (handle, thing.parts(rng))).collect();
            world.step_along(|member| &parts[&member.handle]).unwrap().iter().map(seen).collect()
        } else {
            world.step().unwrap().iter().map(seen).collect()
        };
        assert_eq!(ours, expected, "{things:#?}");
        assert_eq!(world.contacts().collect::<BTreeSet<_>>(), next);
        for (_, _, kind, _, time, approximate) in &ours {
            let time = if time.is_some_and(|time| time.numerator() > 0) { " late" } else { "" };
            *counts.entry(format!("{kind:?}{time} {approximate}")).or_default() += 1;
        }
        contacts = next;
        for thing in things.values_mut() {
            thing.start = None;
        }
        compared += 1;
        if rng.one_in(3) {
            let handle = *things.keys().next().unwrap();
            things.remove(&handle);
            world.remove(handle).unwrap();
            // The end of its contacts would carry its data; here it is compared only by its handles.
        }
    }
    compared
}

/// Changes a collider in one of many ways.
fn change(
    rng: &mut Rng,
    room: i64,
    world: &mut World,
    things: &mut BTreeMap<Handle, Thing>,
    torus: Torus,
    handle: Handle,
) {
    let thing = things.get_mut(&handle).unwrap();
    match rng.below(16) {
        0..=8 => {
            let axis = |rng: &mut Rng, from: i64| match rng.below(4) {
                0 => from,
                1 => from + rng.between(-5, 5) * ONE / 2,
                _ => coordinate(rng, room),
            };
            let to = (axis(rng, thing.at.0), axis(rng, thing.at.1));
            thing.keep_start();
            thing.at = to;
            world.set_position(handle, PointQ16::new(to.0, to.1)).unwrap();
        }
        9 => {
            let to = (coordinate(rng, room), coordinate(rng, room));
            (thing.at, thing.start) = (to, None);
            world.teleport(handle, PointQ16::new(to.0, to.1)).unwrap();
        }
        10 => {
            let enabled = rng.one_in(2);
            if enabled && !thing.enabled {
                thing.start = None;
            }
            thing.enabled = enabled;
            world.set_enabled(handle, enabled).unwrap();
        }
        11 => {
            let space = u32::from(rng.one_in(3));
            if space != thing.space {
                thing.start = None;
            }
            thing.space = space;
            world.set_space(handle, space).unwrap();
        }
        12 => {
            thing.swept = rng.one_in(2);
            world.set_swept(handle, thing.swept).unwrap();
        }
        13 => {
            thing.keep_start();
            thing.matrix = any_matrix(rng);
            world.set_pose(handle, common::posed_case::pose_of(thing.pose())).unwrap();
        }
        14 => {
            thing.pixels = Pixels::any(rng);
            world.set_shape(handle, thing.pixels.shape()).unwrap();
        }
        _ => {
            // It vanishes, and appears somewhere else.
            world.set_pose(handle, None).unwrap();
            (thing.at, thing.start) = ((coordinate(rng, room), coordinate(rng, room)), None);
            world.set_pose(handle, common::posed_case::pose_of(thing.pose())).unwrap();
        }
    }
    thing.reduce(torus);
}

#[test]
fn steps_are_those_of_the_definition() {
    let counts = std::cell::RefCell::new(BTreeMap::new());
    cases(92_000_000, 600, |seed| story(seed, false, &mut counts.borrow_mut()));
    let counts = counts.into_inner();
    println!("{counts:?}");
    for what in
        ["Pass late false", "Pass late true", "Begin late false", "Begin false", "Stay false", "End false"]
    {
        assert!(counts.get(what).is_some_and(|&count| count > 15), "{what}: {counts:?}");
    }
}

#[test]
fn steps_on_a_torus_are_those_of_the_definition() {
    let counts = std::cell::RefCell::new(BTreeMap::new());
    cases(93_000_000, 400, |seed| story(seed, true, &mut counts.borrow_mut()));
    let counts = counts.into_inner();
    println!("{counts:?}");
    for what in ["Pass late false", "Pass late true", "Begin late false", "Begin false", "Stay false"] {
        assert!(counts.get(what).is_some_and(|&count| count > 15), "{what}: {counts:?}");
    }
}

/// Shots across the seams of a world of 100 x 60 pixels, far and many times around.
#[test]
fn ways_around_a_torus() {
    let options = WorldOptions { wrap: Some((100, 60)), ..WorldOptions::default() };
    let shoot = |from: (i32, i32), to: (i32, i32)| {
        let mut world = World::with_options(options);
        world.insert(Collider::new(Rect::new(0, 0, 2, 10)).at((4, 0)));
        let shot = world.insert(Collider::new(filled(2, 2)).at(from).swept());
        world.step().unwrap();
        world.set_position(shot, to).unwrap();
        let events = world.step().unwrap().to_vec();
        world.validate().unwrap();
        assert!(events.len() <= 1);
        events.first().map(|event| (event.kind, event.time.unwrap().to_string(), event.touch.unwrap().first))
    };
    // Its right side comes to column 104, which is 4, when it is just beyond 102.5.
    let pass = |time: &str| Some((EventKind::Pass, time.to_owned(), (4, 5).into()));
    assert_eq!(shoot((95, 5), (115, 5)), pass("3/8"));
    // The other way to the same place is free.
    assert_eq!(shoot((95, 5), (15, 5)), None);
    // Down across the lower seam: rows 0 to 9 are 60 to 69.
    assert_eq!(shoot((4, 50), (4, 80)), Some((EventKind::Pass, "17/60".to_owned(), (4, 0).into())));
    // Around the world and back to its place, and seven million times around a free row.
    assert_eq!(shoot((50, 5), (150, 5)), pass("21/40"));
    assert_eq!(shoot((50, 5), (-50, 5)), Some((EventKind::Pass, "89/200".to_owned(), (5, 5).into())));
    // Characters cross the seam by their short way.
    let mut world = World::with_options(options);
    let wall = world.insert(Collider::new(Rect::new(0, 0, 2, 10)).at((50, 0)));
    let hero = world.insert(Collider::new(filled(2, 2)).at((99, 5)).character().swept());
    world.step().unwrap();
    let slid = world.move_and_slide(hero, (3, 0), &MoveOptions::default(), &QueryFilter::default()).unwrap();
    assert_eq!((slid.position, world.step().unwrap().len()), ((2, 5).into(), 0));
    let _ = wall;
}

/// The touches of k equal sub-steps are among those of one swept step.
#[test]
fn sub_steps_find_no_more() {
    let mut found = 0;
    for seed in 0..1000 {
        let rng = &mut Rng::new(seed);
        let (mut fast, mut slow) = (World::new(), World::new());
        let k = rng.pick(&[2, 3, 8]);
        let count = 12;
        let mut ways = Vec::new();
        for _ in 0..count {
            let (w, h) = (rng.between(1, 9) as u32, rng.between(1, 9) as u32);
            let mask = Arc::new(Mask::from_fn(w, h, |x, y| (x + y) % 2 == 0));
            let mut axis = || (coordinate(rng, 40), rng.between(-9 * ONE, 9 * ONE));
            let ((x, dx), (y, dy)) = (axis(), axis());
            let at = PointQ16::new(x, y);
            let one = fast.insert(Collider::new(&mask).at(at).swept());
            let other = slow.insert(Collider::new(&mask).at(at));
            assert_eq!(one, other);
            ways.push((one, at, PointQ16::new(dx, dy)));
        }
        fast.step().unwrap();
        slow.step().unwrap();
        let mut touched: BTreeSet<(Handle, Handle)> = fast.contacts().collect();
        let mut sub_steps = BTreeSet::new();
        for step in 1..=k {
            for &(handle, at, by) in &ways {
                slow.set_position(handle, at + by * step).unwrap();
            }
            slow.step().unwrap();
            sub_steps.extend(slow.contacts());
        }
        for &(handle, at, by) in &ways {
            fast.set_position(handle, at + by * k).unwrap();
        }
        touched.extend(fast.step().unwrap().iter().map(|event| (event.a, event.b)));
        assert!(sub_steps.is_subset(&touched), "seed {seed}: {sub_steps:?}, but {touched:?}");
        found += sub_steps.len();
    }
    assert!(found > 400, "{found}");
}

/// Touches whatever comes near, or nothing, or says nothing.
struct Says(Option<Verdict>);

impl CustomTest for Says {
    fn test(&self, _: Member<'_>, _: Member<'_>) -> Option<Verdict> {
        self.0
    }
}

#[test]
fn custom_tests_answer_for_the_end() {
    let shoot = |says: Option<Verdict>| {
        let mut world = World::new();
        world.insert(Collider::new(Rect::new(50, 0, 4, 40)).with_test(Arc::new(Says(says))));
        let shot = world.insert(Collider::new(filled(4, 2)).at((0, 10)).swept());
        world.step().unwrap();
        world.set_position(shot, (100, 10)).unwrap();
        world.step().unwrap().iter().map(|event| (event.kind, event.time)).collect::<Vec<_>>()
    };
    // The right side comes to the wall just after 46.5 of 100 pixels.
    assert_eq!(shoot(None), [(EventKind::Pass, Some(TimeOfImpact::new(93, 200)))]);
    assert_eq!(shoot(Some(Verdict::Apart)), []);
    assert_eq!(shoot(Some(Verdict::Touching(Touch::new((9, 9))))), [(EventKind::Begin, None)]);
}

/// Through a portal: what lies between its two ends is not touched.
#[test]
fn parts_may_jump() {
    let mut world = World::new();
    let [near, between, far] =
        [20, 50, 80].map(|x| world.insert(Collider::new(Rect::new(0, 0, 1, 40)).at((x, 0))));
    let shot = world.insert(Collider::new(filled(1, 1)).at((10, 10)).swept());
    world.step().unwrap();
    // 40 pixels to the right. At 30, after half of them, it goes on at 70.
    world.set_position(shot, (90, 10)).unwrap();
    let portal = WayPartEnd::Before(TimeOfImpact::new(1, 2));
    let part = |from: i32, to: i32| WayPart { from: (from, 10).into(), to: (to, 10).into(), until: portal };
    let parts = [part(10, 50), part(50, 90)];
    let ways = |member: Member<'_>| if member.handle == shot { &parts[..] } else { &[] };
    let events = world.step_along(ways).unwrap().iter();
    let met: Vec<_> = events.map(|event| (event.a, event.kind, event.time, event.touch)).collect();
    let at = |half: u64, x: i32| (Some(TimeOfImpact::new(half, 80)), Some(Touch::new((x, 10))));
    assert_eq!(met.len(), 2, "{met:?}");
    for (found, (handle, (time, touch))) in met.iter().zip([(near, at(19, 20)), (far, at(59, 80))]) {
        assert_eq!((found.0, found.1, found.2), (handle, EventKind::Pass, time));
        assert_eq!(found.3.unwrap().first, touch.unwrap().first);
    }
    assert!(met.iter().all(|found| found.0 != between));
    // The parts are not kept: it rests now.
    assert!(world.step().unwrap().is_empty());
}

#[test]
fn times_that_cannot_be_are_refused() {
    for time in [TimeOfImpact::new(3, 2), TimeOfImpact::new(1, u64::MAX)] {
        let mut world = World::new();
        world.insert(Collider::new(filled(1, 1)).swept());
        let part = |until| WayPart { from: (0, 0).into(), to: (0, 0).into(), until };
        let parts = [part(WayPartEnd::At(time)), part(WayPartEnd::At(time))];
        let step = std::panic::AssertUnwindSafe(|| world.step_along(|_| &parts).map(<[Event]>::len));
        let refusal = std::panic::catch_unwind(step).unwrap_err();
        let said = refusal.downcast_ref::<String>().unwrap();
        assert!(said.contains("a time must be from 0 to 1"), "{said}");
    }
}

#[test]
fn turned_and_round_things_say_that_they_are_approximate() {
    let mut world = World::new();
    world.insert(Collider::new(Rect::new(50, 0, 4, 40)));
    let turned = Pose::about((2.0, 2.0), (0.0, 20.0), hitmask::Angle::Degrees(30.0)).unwrap();
    let shot = world.insert(Collider::new(filled(4, 4)).posed(turned).swept());
    world.step().unwrap();
    world.set_position(shot, (100, 20)).unwrap();
    let event = world.step().unwrap()[0];
    assert_eq!((event.kind, event.approximate), (EventKind::Pass, true));
    // What spins in its place does not move.
    world.rotate_by(shot, hitmask::Angle::Degrees(90.0)).unwrap();
    assert!(world.step().unwrap().is_empty());
}

#[test]
fn a_fractional_pivot_is_rounded_with_the_corner() {
    let mut world = World::new();
    world.insert(Collider::new(Rect::new(50, 0, 4, 40)));
    let shot = world.insert(Collider::new(filled(5, 5)).with_pivot([2.5, 2.5]).at((0.5, 20.5)).swept());
    world.step().unwrap();
    world.set_position(shot, (100.5, 20.5)).unwrap();
    let event = world.step().unwrap()[0];
    // The corner goes from -2 to 98, and is at 46 just after 45.5.
    assert_eq!((event.time, event.approximate), (Some(TimeOfImpact::new(95, 200)), false));
}

/// The same events on any number of threads.
#[cfg(feature = "parallel")]
#[test]
fn threads_change_nothing() {
    let play = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let rng = &mut Rng::new(5);
            let options = WorldOptions { parallel_from: 16, detail: DETAIL, ..WorldOptions::default() };
            let mut world = World::with_options(options);
            let mask = filled(6, 6);
            let handles: Vec<Handle> = (0..3000)
                .map(|i| {
                    let collider =
                        Collider::new(&mask).at((rng.between(0, 2000) as i32, rng.between(0, 2000) as i32));
                    world.insert(if i % 3 == 0 { collider.swept() } else { collider })
                })
                .collect();
            let mut all = Vec::new();
            for _ in 0..4 {
                for &handle in &handles {
                    let p = world.position(handle).unwrap();
                    let by =
                        PointQ16::new(rng.between(-200 * ONE, 200 * ONE), rng.between(-200 * ONE, 200 * ONE));
                    world.set_position(handle, p + by).unwrap();
                }
                all.extend(world.step().unwrap().iter().copied());
            }
            all
        })
    };
    let one = play(1);
    assert!(one.iter().filter(|event| event.kind == EventKind::Pass).count() > 1000);
    for threads in [2, 4] {
        assert_eq!(play(threads), one, "{threads} threads");
    }
}
