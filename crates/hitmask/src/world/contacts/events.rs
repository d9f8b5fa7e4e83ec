//! The touches of a step that count, and its events: what changed since the step before.

use core::cmp::Ordering;
use core::mem;

use crate::bits::prefetch;
use crate::geom::{CompactSort, Mapped};
use crate::sweep::time::TimeOfImpact;
use crate::world::collider::event::{Event, EventKind, Touch};
use crate::world::collider::handle::Handle;
use crate::world::store::Store;
use crate::world::store::scratch::{Touches, WayImpact};
use crate::world::store::step_state::StepState;
use crate::world::store::world::World;
use crate::world::threads::{for_each, for_each_chunk};

impl World {
    /// The events of the last step, sorted by `(time, a, b)`: what happened first comes first. Events without a [time](Event::time) are
    /// about the end of the step, so they count as time 1. Empty if that step ended with an error.
    ///
    /// For a game in which the order matters: who picks up the coin, which rock the shell hits before it bursts. If only the first touch of
    /// a collider counts at all, [`first_only`](field@crate::ColliderProps::first_only) says so to the step. [`World::events`] stays as it is.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, Rect, World};
    /// let mut world = World::new();
    /// let walls = [60, 20, 40].map(|x| world.insert(Collider::new(Rect::new(x, 0, 4, 20))));
    /// let shot = world.insert(Collider::new(Mask::filled(2, 2)).at((0, 9)).swept());
    /// world.step()?;
    /// world.set_position(shot, (100, 9)).unwrap();
    /// world.step()?;
    /// let order: Vec<_> = world.events_by_time().iter().map(|event| event.a).collect();
    /// assert_eq!(order, [walls[1], walls[2], walls[0]]);
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    ///
    /// # Complexity
    /// Copies the events and sorts them, at each call. The copy is kept in memory, so a warm call allocates nothing.
    pub fn events_by_time(&mut self) -> &[Event] {
        let timed = &mut self.scratch.touches.timed;
        timed.clone_from(&self.step.events);
        timed.sort_fast_by_key(|event| (event.time.unwrap_or(TimeOfImpact::END), event.a, event.b));
        timed
    }

    /// The events of the last step. Empty if that step ended with an error.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.step.events
    }

    /// The pairs that touched in the last successful step, with a < b, sorted. A collider may have moved or been removed since.
    #[must_use]
    pub fn contacts(&self) -> impl ExactSizeIterator<Item = (Handle, Handle)> + '_ {
        self.step.contacts.iter().map(|&[a, b]| (a, b))
    }

    /// All that a collider touched in the last successful step, sorted by handle: what [`World::contacts`] has about it. None if the handle
    /// is stale. Colliders that it touched may have moved or been removed since; [`World::collide_one`] looks anew.
    ///
    /// # Complexity
    /// A binary search among the contacts, and the contacts of this collider. Allocates nothing.
    #[doc(alias = "overlapping bodies")]
    #[doc(alias = "contact list")]
    #[must_use]
    pub fn contacts_of(&self, handle: Handle) -> Option<impl Iterator<Item = Handle> + '_> {
        self.store.stored(handle)?;
        Some(self.step.contacts_of(handle))
    }

    /// The number of the step in which two colliders began to touch, if they touched in the last successful step; None otherwise. The order
    /// of the two does not matter. So `world.steps() - since` is the number of steps for which they have touched before the last one.
    ///
    /// A pair that ends and begins again has a new number. Handles of removed colliders are known until the next step.
    ///
    /// # Complexity
    /// A binary search among the contacts.
    #[must_use]
    pub fn touching_since(&self, a: Handle, b: Handle) -> Option<u64> {
        let at = self.step.contacts.binary_search(&[a.min(b), a.max(b)]).ok()?;
        Some(self.step.history.since[at])
    }
}

impl Touches {
    /// Takes back the new touches that come after the first one of a first-only collider. `contacts` are those of the last step.
    pub(crate) fn keep_first(&mut self, store: &Store, contacts: &[[Handle; 2]]) {
        if !store.spaces.have_first_only() {
            return;
        }
        let Touches { pairs, impacts, fresh, has_hit, refused, .. } = self;
        fresh.clear();
        refused.clear();
        let is_first_only = |index: u32| store.at(index).first_only;
        let is_new = |pair: &[u32; 2]| {
            pair.iter().any(|&index| is_first_only(index))
                && contacts.binary_search(&pair.mapped(|index| store.handle_at(index))).is_err()
        };
        fresh.extend(pairs.iter().copied().filter(is_new).map(|pair| {
            let met = impacts.binary_search_by_key(&pair, |impact| impact.pair);
            (met.map_or(TimeOfImpact::END, |at| impacts[at].time), pair)
        }));
        let passes = impacts.iter().filter(|impact| impact.pass.is_some() && is_new(&impact.pair));
        fresh.extend(passes.map(|impact| (impact.time, impact.pair)));
        has_hit.resize(store.slots.len(), false);
        // Two slots of colliders that live at the same time are in the order of their handles.
        fresh.sort_compact();
        for &(_, pair) in &*fresh {
            if pair.iter().any(|&index| has_hit[index as usize]) {
                refused.push(pair);
            } else {
                pair.iter().for_each(|&index| has_hit[index as usize] = is_first_only(index));
            }
        }
        fresh.iter().for_each(|(_, pair)| pair.iter().for_each(|&index| has_hit[index as usize] = false));
        refused.sort_compact();
        if !refused.is_empty() {
            let counts = |pair: [u32; 2]| refused.binary_search(&pair).is_err();
            pairs.retain(|&pair| counts(pair));
            impacts.retain(|impact| counts(impact.pair));
        }
    }
}

impl StepState {
    /// Compares with the step before and makes the events. A pair that only touched before has an End, one that only touches now has a
    /// Begin, and one that touched and still touches has a Stay, if that is wanted. The passes of swept colliders come between them.
    pub(crate) fn compare(&mut self, store: &mut Store, touches: &mut Touches) {
        let StepState { contacts, history, events, removed_data, stats } = self;
        let (mut next, mut next_since) = (mem::take(&mut touches.contacts), mem::take(&mut touches.since));
        let touches_now = &*touches;
        let touch = |new: usize| touches_now.touch(touches_now.pairs[new]);
        store.now += 1;
        removed_data.sort_compact();
        let detail = store.options.detail;
        let parallel_from = store.options.parallel_from;
        // The data are filled in below.
        let event = |kind, [a, b]: [Handle; 2], touch, since| Event {
            kind,
            a,
            b,
            data: [0; 2],
            touch,
            since,
            time: None,
            approximate: false,
            hit: None,
        };
        next_since.clear();
        next.clear();
        next.extend(touches_now.pairs.iter().map(|pair| pair.mapped(|index| store.handle_at(index))));
        // What happened on the way, in the order of the contacts.
        let handles = |impact: &WayImpact| impact.pair.mapped(|index| store.handle_at(index));
        let mut met = touches_now.impacts.iter().map(|impact| (handles(impact), impact)).peekable();
        // Of a pair that met on the way. What else is wanted is added below.
        let timed = |event, &WayImpact { time, approximate, .. }: &WayImpact| Event {
            time: Some(time),
            approximate,
            ..event
        };
        let passing = |impact: &WayImpact, pair| {
            timed(event(EventKind::Pass, pair, impact.pass.map(Touch::new), store.now), impact)
        };
        for (order, old, new) in merge(contacts, &next) {
            let pair = if order == Ordering::Less { contacts[old] } else { next[new] };
            while let Some((pair, impact)) = met.next_if(|&(other, _)| other < pair) {
                events.push(passing(impact, pair));
            }
            // Of the old contact, or of the new one; a contact that goes on keeps its own.
            let since = if order == Ordering::Greater { store.now } else { history.since[old] };
            if order != Ordering::Less {
                next_since.push(since);
            }
            match order {
                Ordering::Less => events.push(event(EventKind::End, pair, None, since)),
                Ordering::Greater => {
                    let begin = event(EventKind::Begin, pair, touch(new), since);
                    let impact = met.next_if(|&(other, _)| other == pair);
                    events.push(impact.map_or(begin, |(_, impact)| timed(begin, impact)));
                }
                Ordering::Equal if detail.stay => {
                    events.push(event(EventKind::Stay, pair, touch(new), since));
                }
                Ordering::Equal => {}
            }
        }
        events.extend(met.map(|(pair, impact)| passing(impact, pair)));
        let now = &*store;
        for_each_chunk(events, parallel_from / 16, |events| complete(now, events, removed_data));
        // Where a pair touches is otherwise read from pictures.
        let is_open = |event: &&Event| event.kind != EventKind::End && event.touch.is_none();
        let open = events.iter().filter(is_open).flat_map(|event| [event.a.index, event.b.index]);
        store.slots.draw_all(open, parallel_from);
        (stats.drawn, stats.shared) = (store.slots.pictures.drawn, store.slots.pictures.shared);
        let now = &*store;
        for_each(events, parallel_from, |event| {
            if is_open(&&*event) {
                event.touch = now.slots.touch(event.a.index, event.b.index, detail);
            }
        });
        if detail.labels || detail.of_touches() {
            for_each(events, parallel_from, |event| add_details(now, touches_now, event));
        }
        mem::swap(contacts, &mut next);
        mem::swap(&mut history.since, &mut next_since);
        history.end_step(contacts, &next, store.slots.len());
        removed_data.clear();
        (touches.contacts, touches.since) = (next, next_since);
    }

    /// Keeps the data of a removed collider for the events of the next step. Only a collider that touched in the last step has such events.
    /// So there are never more than two for each contact, however many colliders come and go.
    pub(crate) fn bury(&mut self, handle: Handle, data: u64) {
        if self.contacts_of(handle).next().is_some() {
            self.removed_data.push((handle, data));
        }
    }
}

/// Fills in the data of events, and where pairs touch if that can be told without a picture. It prefetches the colliders of later events: in
/// a large world none of them is in the caches. `removed_data` is sorted.
fn complete(store: &Store, events: &mut [Event], removed_data: &[(Handle, u64)]) {
    // How many events ahead.
    const AHEAD: usize = 8;
    let detail = store.options.detail;
    let data = |handle: Handle| {
        store.stored(handle).map(|stored| stored.data).unwrap_or_else(|| {
            let at = removed_data.binary_search_by_key(&handle, |&(handle, _)| handle);
            removed_data[at.expect("the data of colliders removed since the last step are kept")].1
        })
    };
    for i in 0..events.len() {
        if let Some(Event { a, b, .. }) = prefetch::ahead(events, i + AHEAD) {
            // All of each, because a look at where its data lie would wait for it.
            prefetch::value(&store.slots.colliders[a.index as usize]);
            prefetch::value(&store.slots.colliders[b.index as usize]);
        }
        let event = &mut events[i];
        event.data = [data(event.a), data(event.b)];
        if event.kind != EventKind::End && event.touch.is_none() {
            event.touch = store.slots.touch_undrawn([event.a.index, event.b.index], detail);
        }
    }
}

/// Adds what is wanted to the touch of a pair that met on the way, and the labels that meet, unless a custom test decided.
fn add_details(store: &Store, touches: &Touches, event: &mut Event) {
    let pair = [event.a.index, event.b.index];
    let is_pass = event.kind == EventKind::Pass;
    let found = touches.touch(pair);
    if is_pass && found.is_some() {
        event.touch = found;
    }
    let Some(touch) = event.touch.as_mut().filter(|_| store.options.detail.labels) else { return };
    event.hit = event.time.and_then(|_| touches.hit(pair));
    if is_pass {
        touch.labels = event.hit.map(|hit| hit.labels);
    } else if found.is_none() {
        *touch = store.slots.touch_with_labels(*touch, pair[0], pair[1]);
        event.hit = event.hit.or_else(|| touch.hit().filter(|_| event.kind == EventKind::Begin));
    }
}

/// Goes through two sorted lists in order: each item with where it is found (only in the old list: `Less`; in both; only in the new one:
/// `Greater`), and the places that the old and the new list are at.
#[doc(hidden)]
#[inline]
pub fn merge<'a, T: Ord>(
    old: &'a [T],
    new: &'a [T],
) -> impl Iterator<Item = (Ordering, usize, usize)> + use<'a, T> {
    let (mut at_old, mut at_new) = (0, 0);
    core::iter::from_fn(move || {
        let order = match (old.get(at_old), new.get(at_new)) {
            (Some(old), Some(new)) => old.cmp(new),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return None,
        };
        let item = (order, at_old, at_new);
        at_old += usize::from(order != Ordering::Greater);
        at_new += usize::from(order != Ordering::Less);
        Some(item)
    })
}
