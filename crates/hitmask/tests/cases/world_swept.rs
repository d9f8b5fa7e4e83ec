//! Stories of swept colliders, against a step at every moment of the ways.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use hitmask::broad_phase::BroadPhaseKind;
use hitmask::{
    Collider, ColliderKind, ColliderShape, Event, EventDetail, EventKind, Handle, PointQ16, Rect,
    TimeOfImpact, Touch, WayPart, WayPartEnd, World, WorldOptions,
};
use hitmask_oracle::{self as oracle, Cover, Gliding, StraightWay, instants};

use crate::common::travel_case::{Pixels, any_matrix, coordinate, is_exact};
use crate::common::{Blame, Rng};

const ONE: i64 = 1 << 16;
pub(crate) const DETAIL: EventDetail =
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
    first_only: bool,
    whole: bool,
    sensor: bool,
    enabled: bool,
    space: u32,
    group: u32,
    data: u64,
}

/// Often turned, scaled, sheared or mirrored. Many have lines between texels that go through centres of pixels, and through corners.
fn turned_matrix(rng: &mut Rng) -> [i64; 4] {
    const HALF: i64 = ONE / 2;
    match rng.below(3) {
        0 => rng.pick(&[
            [ONE, -ONE, ONE, ONE],
            [-HALF, HALF, HALF, HALF],
            [HALF, -HALF, HALF, HALF],
            [HALF, 0, 0, -2 * ONE],
            [0, HALF, -ONE, 0],
            [ONE, HALF, 0, ONE],
            [56_756, -32_768, 32_768, 56_756],
            [-20_000, 30_001, 50_000, 12_345],
        ]),
        _ => any_matrix(rng),
    }
}

/// The least whole pixel that is not below x - 1/2.
fn pixel(x: i64) -> i64 {
    (x + ONE / 2 - 1) >> 16
}

impl Thing {
    fn any(rng: &mut Rng, room: Room) -> Thing {
        Thing {
            pixels: Pixels::any(rng),
            matrix: turned_matrix(rng),
            at: room.place(rng),
            start: None,
            swept: rng.one_in(2),
            first_only: rng.one_in(8),
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
        collider.first_only = self.first_only;
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
        !turned && (!moved || self.whole || is_exact(&self.pixels, self.matrix) || self.glides())
    }

    /// Whether it is followed through its texels.
    fn glides(&self) -> bool {
        let moved = self.start.is_some_and(|(at, matrix)| at != self.at && matrix == self.matrix);
        moved && !self.whole && !is_exact(&self.pixels, self.matrix) && self.pixels.texels().is_some()
    }

    /// Calls `f` with the thing as one that goes through its texels. If it does not, its pixels are taken as texels.
    fn gliding<R>(&self, f: impl FnOnce(&Gliding<'_>) -> R) -> R {
        let way = self.way();
        if self.glides() {
            let (texels, show) = self.pixels.texels().unwrap();
            return f(&Gliding { show: &*show, texels, matrix: self.matrix, way });
        }
        let cover = self.cover_at((0, 0));
        let (x, y, w, h) = cover.window();
        let show = |u, v| cover.at(u, v);
        f(&Gliding { show: &show, texels: (x, y, x + w, y + h), matrix: [ONE, 0, 0, ONE], way })
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

/// The covers of a thing at the pixels where it was looked at in a step. Each is computed once, for all other things.
struct Covers<'a> {
    thing: &'a Thing,
    torus: Torus,
    at: HashMap<(i64, i64), Rc<Cover>>,
}

impl<'a> Covers<'a> {
    fn new(thing: &'a Thing, torus: Torus) -> Covers<'a> {
        Covers { thing, torus, at: HashMap::new() }
    }

    fn at(&mut self, pixel: (i64, i64)) -> Rc<Cover> {
        let cover = || Rc::new(seen_in(self.torus, self.thing.cover_at(pixel)));
        Rc::clone(self.at.entry(pixel).or_insert_with(cover))
    }

    /// Where the thing is at the end of the step.
    fn here(&mut self) -> Rc<Cover> {
        self.at((pixel(self.thing.at.0), pixel(self.thing.at.1)))
    }
}

/// The first moment at which two things touch, and how.
fn impact(a: &mut Covers<'_>, b: &mut Covers<'_>) -> Option<((u64, u64), oracle::Touch)> {
    let by_sum = a.thing.pixels.is_sum() || b.thing.pixels.is_sum();
    if a.thing.glides() || b.thing.glides() {
        return a.thing.gliding(|one| b.thing.gliding(|other| glide_impact(one, other, a.torus, by_sum)));
    }
    let mut last = None;
    for look in instants(&[a.thing.way(), b.thing.way()]) {
        let at = [look.pixels[0], look.pixels[1]];
        if last == Some(at) {
            continue;
        }
        last = Some(at);
        let far = |a: i64, b: i64| (a - b).abs() > 100;
        if a.torus.is_none() && (far(at[0].0, at[1].0) || far(at[0].1, at[1].1)) {
            continue;
        }
        if let Some(touch) = a.at(at[0]).touch(&b.at(at[1]), by_sum) {
            return Some((look.time, touch));
        }
    }
    None
}

/// The first moment at which two things touch of which one goes through its texels, and how.
fn glide_impact(
    a: &Gliding<'_>,
    b: &Gliding<'_>,
    torus: Torus,
    by_sum: bool,
) -> Option<((u64, u64), oracle::Touch)> {
    // The images of B that A may meet: far more than enough.
    let laps = |size: i64| 300 / size + 2;
    let (w, h) = torus.unwrap_or((1, 1));
    let (across, down) = if torus.is_some() { (laps(w), laps(h)) } else { (0, 0) };
    let images = (-across..=across).flat_map(|i| (-down..=down).map(move |j| (i * w * ONE, j * h * ONE)));
    let looks = images.filter_map(|(x, y)| {
        let moved = |(px, py): (i64, i64)| (px + x, py + y);
        let way = StraightWay { from: moved(b.way.from), to: moved(b.way.to) };
        oracle::first_glide(a, &Gliding { way, ..*b }, by_sum)
    });
    let order = |look: &oracle::Look| (TimeOfImpact::new(look.0.0, look.0.1), look.1);
    let look = looks.min_by_key(order)?;
    let [one, other] = oracle::glide_covers([a, b], look).map(|cover| seen_in(torus, cover));
    Some((look.0, one.touch(&other, by_sum).expect("they meet at that look")))
}

/// What a step says, and the contacts after it.
fn truth(
    things: &BTreeMap<Handle, Thing>,
    contacts: &BTreeSet<(Handle, Handle)>,
    torus: Torus,
    keep: impl Fn(u64, u64) -> bool,
) -> (Vec<Seen>, BTreeSet<(Handle, Handle)>, usize) {
    let mut events: Vec<Seen> = Vec::new();
    let mut next = BTreeSet::new();
    let mut covers: Vec<Covers<'_>> = things.values().map(|thing| Covers::new(thing, torus)).collect();
    for (at, (&i, a)) in things.iter().enumerate() {
        let (until, after) = covers.split_at_mut(at + 1);
        let of_a = &mut until[at];
        for ((&j, b), of_b) in things.iter().skip(at + 1).zip(after) {
            if !a.may_meet(b) || !keep(a.data, b.data) {
                continue;
            }
            let by_sum = a.pixels.is_sum() || b.pixels.is_sum();
            let end = of_a.here().touch(&of_b.here(), by_sum).map(touch_of);
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
            if let Some((time, touch)) = impact(of_a, of_b) {
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
    let refused = first_hits(things, &mut events);
    next.retain(|pair| !refused.contains(pair));
    (events, next, refused.len())
}

/// Whether one event comes before another one in the order (time, a, b). What has no time is at the end of the step.
fn by_time(one: &Seen, other: &Seen) -> std::cmp::Ordering {
    let time = |event: &Seen| {
        let time = event.4.map_or((1, 1), |time| (time.numerator(), time.denominator()));
        (u128::from(time.0), u128::from(time.1))
    };
    let ((n, d), (m, e)) = (time(one), time(other));
    (n * e, one.0, one.1).cmp(&(m * d, other.0, other.1))
}

/// Takes back the new touches that come after the first one of a first-only thing. Returns their pairs.
fn first_hits(things: &BTreeMap<Handle, Thing>, events: &mut Vec<Seen>) -> BTreeSet<(Handle, Handle)> {
    let is_new = |event: &Seen| matches!(event.2, EventKind::Begin | EventKind::Pass);
    let mut new: Vec<Seen> = events.iter().copied().filter(is_new).collect();
    new.sort_by(by_time);
    let (mut kept, mut refused): (Vec<Seen>, BTreeSet<_>) = (Vec::new(), BTreeSet::new());
    for event in new {
        let had_one = |thing: Handle| {
            things[&thing].first_only && kept.iter().any(|kept| kept.0 == thing || kept.1 == thing)
        };
        if had_one(event.0) || had_one(event.1) {
            refused.insert((event.0, event.1));
        } else {
            kept.push(event);
        }
    }
    events.retain(|event| !is_new(event) || kept.contains(event));
    refused
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

/// Where things are: around a point.
#[derive(Clone, Copy)]
struct Room {
    size: i64,
    centre: (i64, i64),
}

impl Room {
    fn place(self, rng: &mut Rng) -> (i64, i64) {
        let (x, y) = (coordinate(rng, self.size), coordinate(rng, self.size));
        (legal(self.centre.0 + x), legal(self.centre.1 + y))
    }
}

/// The nearest coordinate that a position may have.
fn legal(q16: i64) -> i64 {
    q16.clamp(-PointQ16::LIMIT, PointQ16::LIMIT)
}

/// Plays a story of changes, and counts what it sees.
pub(crate) fn story(seed: u64, wrapped: bool, counts: &mut BTreeMap<String, u32>) -> u64 {
    play(seed, &mut Rng::new(seed), (0, 0), wrapped, counts)
}

/// A story where the world ends.
#[allow(dead_code, reason = "only the tests of the library play it")]
pub(crate) fn corner_story(seed: u64, counts: &mut BTreeMap<String, u32>) -> u64 {
    let rng = &mut Rng::new(seed);
    let far = i64::from(i32::MAX) * ONE;
    let centre = (rng.pick(&[far, -far]), rng.pick(&[0, far, -far]));
    play(seed, rng, centre, false, counts)
}

fn play(
    seed: u64,
    rng: &mut Rng,
    centre: (i64, i64),
    wrapped: bool,
    counts: &mut BTreeMap<String, u32>,
) -> u64 {
    let room = Room { size: rng.pick(&[4, 8, 16, 40]), centre };
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
        let (expected, next, refused) = truth(&things, &contacts, torus, keep);
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
        let mut in_order = expected;
        in_order.sort_by(by_time);
        assert_eq!(world.events_by_time().iter().map(seen).collect::<Vec<_>>(), in_order);
        *counts.entry("refused".to_owned()).or_default() += refused as u32;
        for (a, b, kind, _, time, approximate) in &ours {
            if time.is_some() && (things[a].glides() || things[b].glides()) {
                *counts.entry(format!("{kind:?} by texels")).or_default() += 1;
            }
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
    room: Room,
    world: &mut World,
    things: &mut BTreeMap<Handle, Thing>,
    torus: Torus,
    handle: Handle,
) {
    let thing = things.get_mut(&handle).unwrap();
    match rng.below(16) {
        0..=8 => {
            let axis = |rng: &mut Rng, from: i64, centre: i64| match rng.below(4) {
                0 => from,
                1 => legal(from + rng.between(-5, 5) * ONE / 2),
                _ => legal(centre + coordinate(rng, room.size)),
            };
            let to = (axis(rng, thing.at.0, room.centre.0), axis(rng, thing.at.1, room.centre.1));
            thing.keep_start();
            thing.at = to;
            world.set_position(handle, PointQ16::new(to.0, to.1)).unwrap();
        }
        9 => {
            let to = room.place(rng);
            (thing.at, thing.start) = (to, None);
            world.teleport(handle, PointQ16::new(to.0, to.1)).unwrap();
        }
        10 => {
            let enabled = rng.one_in(2);
            if enabled && !thing.enabled {
                thing.start = None;
            }
            thing.enabled = enabled;
            world.edit(handle, |collider| collider.enabled = enabled).unwrap();
        }
        11 => {
            let space = u32::from(rng.one_in(3));
            if space != thing.space {
                thing.start = None;
            }
            thing.space = space;
            world.edit(handle, |collider| collider.space = space).unwrap();
        }
        12 if rng.one_in(2) => {
            thing.first_only = rng.one_in(2);
            world.edit(handle, |collider| collider.first_only = thing.first_only).unwrap();
        }
        12 => {
            thing.swept = rng.one_in(2);
            world.edit(handle, |collider| collider.swept = thing.swept).unwrap();
        }
        13 => {
            thing.keep_start();
            thing.matrix = turned_matrix(rng);
            world.set_pose(handle, crate::common::posed_case::pose_of(thing.pose())).unwrap();
        }
        14 => {
            thing.pixels = Pixels::any(rng);
            world.edit(handle, |collider| collider.shape = thing.pixels.shape()).unwrap();
        }
        _ => {
            // It vanishes, and appears somewhere else.
            world.set_pose(handle, None).unwrap();
            (thing.at, thing.start) = (room.place(rng), None);
            world.set_pose(handle, crate::common::posed_case::pose_of(thing.pose())).unwrap();
        }
    }
    thing.reduce(torus);
}
