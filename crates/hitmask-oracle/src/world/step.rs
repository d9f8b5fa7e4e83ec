//! Steps: what touches at the end of all ways, and what touches first on them.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::glide::{Gliding, first_glide, glide_covers};
use super::script::{Area, Contact, Event, Given, Happening, Own, Touching};
use super::truth::{Key, ONE, Thing, Truth, UNKNOWN, area, matrix_of, nearest_pixel, pixel};
use crate::cover::{Cover, Touch};
use crate::{StraightWay, instants};

/// A new touch, in the order in which first-only colliders take them: by time, then by pair. What has no time is at the end of the step.
fn by_time(one: &((Key, Key), Event), other: &((Key, Key), Event)) -> Ordering {
    let time = |event: &Event| event.time.map_or((1, 1), |(n, d)| (u128::from(n), u128::from(d)));
    let ((n, d), (m, e)) = (time(&one.1), time(&other.1));
    (n * e).cmp(&(m * d)).then(one.0.cmp(&other.0))
}

/// What a collider's own test says, from the boxes of both. None leaves the answer to others; Some(None) means apart.
#[must_use]
pub fn own_verdict(own: Own, me: Option<Area>, other: Option<Area>) -> Option<Option<Touch>> {
    let block = |[x, y, w, h]: Area| Cover::block(x, y, w, h);
    let shared = |a: Option<Area>| block(a?).touch(&block(other?), false);
    match own {
        Own::Silent => None,
        Own::Ghost => Some(None),
        Own::Boxy => Some(shared(me)),
        Own::Far(reach) => Some(shared(Some(reach))),
    }
}

impl Truth<'_> {
    /// What the own tests of a pair say. The lower handle's is asked first.
    fn verdict(&self, a: &Thing, b: &Thing) -> Option<Option<Touch>> {
        let (low, high) = if a.key < b.key { (a, b) } else { (b, a) };
        let bounds = |thing: &Thing| self.cover(thing).bounds().map(area);
        let says = |me: &Thing, other: &Thing| own_verdict(me.own?, bounds(me), bounds(other));
        says(low, high).or_else(|| says(high, low))
    }

    /// Where two colliders touch now. Directions are from the first to the second.
    fn touch_now(&self, a: &Thing, b: &Thing) -> Option<Touching> {
        if let Some(said) = self.verdict(a, b) {
            return said.map(|touch| Touching {
                first: pixel(touch.first),
                area: touch.area,
                bounds: Some(area(touch.bounds)),
                normal: None,
                separation: None,
            });
        }
        let by_sum = a.figure.is_by_sum() || b.figure.is_by_sum();
        let touch = self.cover(a).touch(&self.cover(b), by_sum)?;
        Some(self.told_touch(touch, &self.cover_on_plane(a), &self.cover_on_plane(b), by_sum))
    }

    pub(super) fn touched_by(&self, number: usize) -> Vec<Contact> {
        let one = self.thing(number);
        let met = |(collider, thing): (usize, &Thing)| {
            let may = collider != number && one.rule.may_meet(&thing.rule);
            Some(Contact {
                collider,
                touch: may.then(|| self.touch_now(one, thing)).flatten()?,
                data: thing.data,
            })
        };
        self.all().into_iter().filter_map(met).collect()
    }

    /// Calls `f` with a thing as one that goes through its texels. If it does not, its pixels are taken as texels.
    fn gliding<R>(&self, thing: &Thing, f: impl FnOnce(&Gliding<'_>) -> R) -> R {
        let (matrix, cover) = if thing.glides() {
            (thing.matrix(), self.texels(thing))
        } else {
            let (x, y) = nearest_pixel(thing.anchor().point);
            (matrix_of([ONE, 0, 0, ONE, 0, 0]), self.cover_moved(thing, (-x, -y)))
        };
        let (x, y, w, h) = cover.window();
        let show = |u, v| cover.at(u, v);
        f(&Gliding { show: &show, texels: (x, y, x + w, y + h), matrix, way: thing.way().0 })
    }

    /// As [`Truth::impact`], if one of the two goes through its texels.
    fn glide_impact(&self, a: &Gliding<'_>, b: &Gliding<'_>, by_sum: bool) -> Option<((u64, u64), Touching)> {
        // The images of B that A may meet: far more than enough.
        let most = |size: i64| {
            let ends = [a.way.from, a.way.to, b.way.from, b.way.to];
            let reach = ends.iter().map(|end| end.0.abs().max(end.1.abs()) >> 16).max().unwrap_or(0);
            2 * (reach + 40) / size + 2
        };
        let laps = |size: Option<i64>| size.map_or(0..=0, |size| -most(size)..=most(size));
        let (w, h) = self.wrap.unwrap_or((0, 0));
        let (across, down) = (laps(self.wrap.map(|w| w.0)), laps(self.wrap.map(|w| w.1)));
        let images = across.flat_map(|i| down.clone().map(move |j| (i * w * ONE, j * h * ONE)));
        let looks = images.filter_map(|(x, y)| {
            let moved = |(px, py): (i64, i64)| (px + x, py + y);
            let way = StraightWay { from: moved(b.way.from), to: moved(b.way.to) };
            first_glide(a, &Gliding { way, ..*b }, by_sum)
        });
        let look = looks.min_by(|one, other| {
            let ((n, d), (m, e)) = (one.0, other.0);
            let [n, d, m, e] = [n, d, m, e].map(u128::from);
            (n * e).cmp(&(m * d)).then(one.1.cmp(&other.1))
        })?;
        let [by_texels, refused] = self.seen.get();
        self.seen.set([by_texels + 1, refused]);
        let [one, other] = glide_covers([a, b], look);
        Some((look.0, self.touching(&one, &other, by_sum).expect("they meet at that look")))
    }

    /// The first moment at which two colliders touch on their ways, and how.
    fn impact(&self, a: &Thing, b: &Thing) -> Option<((u64, u64), Touching)> {
        let by_sum = a.figure.is_by_sum() || b.figure.is_by_sum();
        if a.glides() || b.glides() {
            return self.gliding(a, |one| self.gliding(b, |other| self.glide_impact(one, other, by_sum)));
        }
        let things = [a, b];
        let end = things.map(|thing| nearest_pixel(thing.anchor().point));
        let mut moved: [HashMap<(i64, i64), Cover>; 2] = Default::default();
        let mut last = Vec::new();
        for look in instants(&things.map(|thing| thing.way().0)) {
            if look.pixels == last {
                continue;
            }
            for (i, &(x, y)) in look.pixels.iter().enumerate() {
                let by = (x - end[i].0, y - end[i].1);
                moved[i].entry((x, y)).or_insert_with(|| self.on_torus(&self.cover_moved(things[i], by)));
            }
            let [one, other] = [0, 1].map(|i| &moved[i][&look.pixels[i]]);
            if let Some(touch) = one.touch(other, by_sum) {
                let [one, other] = [0, 1].map(|i| {
                    self.cover_moved(things[i], (look.pixels[i].0 - end[i].0, look.pixels[i].1 - end[i].1))
                });
                return Some((look.time, self.told_touch(touch, &one, &other, by_sum)));
            }
            last = look.pixels;
        }
        None
    }

    /// Tests every pair. With `refuses`, pairs whose data are both odd are left out.
    pub(super) fn step(&mut self, refuses: bool, given: &Given) -> Given {
        let all = self.all();
        let may_meet = |a: &Thing, b: &Thing| {
            a.rule.may_meet(&b.rule) && !(refuses && a.data % 2 == 1 && b.data % 2 == 1)
        };
        let bounds: Vec<_> = all.iter().map(|(_, thing)| self.cover(thing).bounds()).collect();
        let (mut least_pairs, mut most_pairs) = (0, 0);
        for (i, (_, a)) in all.iter().enumerate() {
            for (j, (_, b)) in
                all.iter().enumerate().skip(i + 1).filter(|(_, (_, b))| a.rule.may_meet(&b.rule))
            {
                let block = |at: usize| bounds[at].map(|(x, y, w, h)| Cover::block(x, y, w, h));
                let meet = || block(i)?.touch(&block(j)?, false);
                most_pairs += 1;
                least_pairs += usize::from(self.wrap.is_none() && b.own.is_none() && meet().is_some());
            }
        }
        if *given == Given::TooManyPairs {
            // Around a torus, parts of a collider count.
            let parts = if self.wrap.is_some() { 16 } else { 1 };
            assert!(most_pairs * parts > self.max_pairs, "{most_pairs} pairs are not too many");
            return Given::TooManyPairs;
        }
        assert!(least_pairs <= self.max_pairs, "{least_pairs} pairs are too many");
        let now = self.state.steps + 1;
        let mut events: Vec<((Key, Key), Event)> = Vec::new();
        let mut contacts = BTreeMap::new();
        for (i, &(one, a)) in all.iter().enumerate() {
            for &(other, b) in &all[i + 1..] {
                if !may_meet(a, b) {
                    continue;
                }
                let pair = (a.key, b.key);
                let end = self.touch_now(a, b);
                let old = self.state.contacts.get(&pair).copied();
                let since = old.unwrap_or(now);
                if end.is_some() {
                    contacts.insert(pair, since);
                }
                // An own test answers for the end of the ways.
                let is_swept = (a.swept || b.swept) && self.verdict(a, b).is_none();
                let (kind, touch, time, approximate) = match (old, end) {
                    (Some(_), Some(touch)) => (Happening::Stay, touch, None, false),
                    (Some(_), None) => continue,
                    (None, end) if is_swept => {
                        let Some((time, touch)) = self.impact(a, b) else {
                            assert!(end.is_none(), "the end belongs to the way");
                            continue;
                        };
                        let approximate = !(a.way().1 && b.way().1);
                        let kind = if end.is_some() { Happening::Begin } else { Happening::Pass };
                        (kind, end.unwrap_or(touch), Some(time), approximate)
                    }
                    (None, Some(touch)) => (Happening::Begin, touch, None, false),
                    (None, None) => continue,
                };
                let (touch, data) = (Some(touch), [a.data, b.data]);
                events.push((pair, Event { kind, a: one, b: other, since, time, approximate, touch, data }));
            }
        }
        for (&pair, &since) in &self.state.contacts {
            if !contacts.contains_key(&pair) {
                let (kind, [a, b]) = (Happening::End, [pair.0, pair.1].map(|key| self.number(key)));
                let data = [a, b].map(|number| self.state.data[number]);
                events.push((
                    pair,
                    Event { kind, a, b, since, time: None, approximate: false, touch: None, data },
                ));
            }
        }
        let refused = self.refused_by_first_only(&mut events);
        let [by_texels, before] = self.seen.get();
        self.seen.set([by_texels, before + refused.len() as u32]);
        for pair in refused {
            contacts.remove(&pair);
        }
        events.sort_by_key(|event| event.0);
        self.state.hash = None;
        self.state.steps = now;
        self.shorten();
        self.state.contacts = contacts;
        self.state.things.iter_mut().flatten().for_each(|thing| thing.start = None);
        Given::Events(events.into_iter().map(|(_, event)| event).collect())
    }

    /// Takes back the new touches that come after the first one of a first-only collider. Returns their pairs.
    fn refused_by_first_only(&self, events: &mut Vec<((Key, Key), Event)>) -> BTreeSet<(Key, Key)> {
        events.sort_by(by_time);
        let (mut had_one, mut refused) = (BTreeSet::new(), BTreeSet::new());
        for (pair, event) in
            events.iter().filter(|(_, event)| matches!(event.kind, Happening::Begin | Happening::Pass))
        {
            if had_one.contains(&event.a) || had_one.contains(&event.b) {
                refused.insert(*pair);
                continue;
            }
            had_one.extend([event.a, event.b].into_iter().filter(|&number| self.thing(number).first_only));
        }
        events.retain(|(pair, _)| !refused.contains(pair));
        refused
    }

    /// Events in the order of time.
    #[must_use]
    pub fn in_time(&self, events: &[Event]) -> Vec<Event> {
        let key = |number: usize| self.state.keys[number];
        let mut all: Vec<_> =
            events.iter().map(|event| ((key(event.a), key(event.b)), event.clone())).collect();
        all.sort_by(by_time);
        all.into_iter().map(|(_, event)| event).collect()
    }
}

/// Takes what the truth does not know from hitmask's answer, so that the two can be compared.
pub fn fill(truth: &mut Given, given: &Given) {
    let fill = |truth: &mut Touching, given: &Touching| {
        for (truth, given) in [(&mut truth.normal, given.normal), (&mut truth.separation, given.separation)] {
            if *truth == Some(UNKNOWN) {
                *truth = given;
            }
        }
    };
    match (truth, given) {
        (Given::Events(truth), Given::Events(given)) => {
            for (truth, given) in truth.iter_mut().zip(given) {
                if let (Some(truth), Some(given)) = (&mut truth.touch, &given.touch) {
                    fill(truth, given);
                }
            }
        }
        (Given::Contacts(truth), Given::Contacts(given)) => {
            truth.iter_mut().zip(given).for_each(|(truth, given)| fill(&mut truth.touch, &given.touch));
        }
        (Given::Relation { normal, separation, .. }, Given::Relation { normal: n, separation: s, .. })
            if *normal == UNKNOWN =>
        {
            (*normal, *separation) = (*n, *s);
        }
        _ => {}
    }
}
