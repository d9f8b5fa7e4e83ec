//! What moves together: characters and crates near something that moves, which are pushed out of its way and carried with it.
//!
//! All of them make the same step of one pixel. They make it one after the other, but with the result of one common step: whoever has made
//! the step is no obstacle for those that make it later. Obstacles stay where they were until the step is over. A crate that climbs a ledge
//! or goes around a corner does so before its step, by whole steps of its own, with all that it carries: such a step is *nested* in the
//! common one.
//!
//! This file is long because all of this works on one list of those that move.

use alloc::vec::Vec;
use core::mem;
use core::ops::{ControlFlow, Range};

use crate::geom::{CompactSort, Extent, Offset, PixelCrossings, PointQ16};
use crate::invalid_argument::{InvalidArgument, InvalidReason};
use crate::mover::{BodyPixels, Company, MoveOptions, NO_CARRIER, ObstaclePixels, Walk, pivot_pixel};
use crate::world::collider::ColliderKind;
use crate::world::collider::handle::Handle;
use crate::world::collider::stored_collider::StoredCollider;
use crate::world::queries::query::QueryFilter;
use crate::world::store::Store;
use crate::world::store::movable::{ConvoyLists, Movable, MovableChange, Whereabouts};

/// Something that moves, and the characters and crates that it may meet.
pub(crate) struct Convoy<'a> {
    pub(crate) store: &'a Store,
    /// The slot of what moves first, if it carries.
    leader: Option<u32>,
    options: MoveOptions,
    motion: PointQ16,
    /// In the order of their handles.
    pub(crate) movables: Vec<Movable<'a>>,
    /// The slots of the carriers that make the step that is made now.
    along: Vec<u32>,
    /// Those that lead, in it: of the open step, and of a nested one.
    leads: Range<usize>,
    /// 1 in a nested step.
    depth: usize,
    /// How many attempts there were.
    attempts: u32,
    /// The numbers of those that must make it together, and the memory for those of a nested one.
    party: [Vec<usize>; 2],
    spare: Vec<u32>,
    marks: Vec<Whereabouts>,
    /// The memory of these, and of more.
    lists: ConvoyLists<'a>,
    /// The most crates that it pushes at once.
    most: usize,
    /// Where the leader is, beside its start. At rest it makes none of the steps.
    leader_at: Offset,
    is_at_rest: bool,
    /// The steps of a solid that are still to be made, this one included.
    pub(crate) left: Offset,
    /// How far the obstacles of each are known, beside its start, and whether one has gone farther: see [`Convoy::farther`].
    known: Extent,
    is_beyond: bool,
    margin: i64,
}

/// What a convoy is made of.
pub(crate) struct Start<'s> {
    pub(crate) leader: Handle,
    /// Whether the leader carries who stands on it.
    pub(crate) carries: bool,
    /// The leader's motion, and the pixels that it leads to.
    pub(crate) motion: PointQ16,
    pub(crate) by: Offset,
    /// Whether it stays where it is while others go. What carries these is decided by the caller when it is over.
    pub(crate) is_at_rest: bool,
    /// How far from that way it may look.
    pub(crate) margin: i64,
    pub(crate) options: MoveOptions,
    pub(crate) named: &'s [Handle],
}

impl Start<'_> {
    /// Of a carrier that stays where it is.
    pub(crate) fn at_rest(leader: Handle) -> Start<'static> {
        let (motion, by, options) = (PointQ16::ZERO, Offset::ZERO, MoveOptions::default());
        Start { leader, carries: true, motion, by, is_at_rest: true, margin: 0, options, named: &[] }
    }

    /// How far ledges and corners may lead from the straight way: each step may lead up a ledge or around a corner.
    fn aside(&self) -> i64 {
        let MoveOptions { step_up, corner, .. } = self.options;
        (self.by.x.abs() + self.by.y.abs() + 1).saturating_mul(step_up.max(corner).into()).min(1 << 34)
    }
}

impl Store {
    /// By how many whole pixels a collider's pivot moves.
    pub(crate) fn pixels_of(&self, handle: Handle, motion: PointQ16) -> Offset {
        let position = self.at(handle.index).position;
        pivot_pixel(position + motion) - pivot_pixel(position)
    }

    /// Whether a collider is moved as a character or a crate. A part goes where its root goes, whatever its kind is.
    pub(crate) fn is_movable(&self, index: u32) -> bool {
        let is_kind = matches!(self.at(index).kind, ColliderKind::Character | ColliderKind::Crate);
        is_kind && self.root(index).is_none()
    }

    /// The slot of the crate that takes a collider along: the crate itself, or its root.
    pub(crate) fn crate_of(&self, index: u32) -> Option<u32> {
        let root = self.carrier(index);
        (self.at(root).kind == ColliderKind::Crate).then_some(root)
    }

    /// The slot of a collider's root, or its own.
    fn carrier(&self, index: u32) -> u32 {
        self.root(index).unwrap_or(index)
    }

    /// The slots of a collider and its parts that may be in the way.
    fn solids(&self, index: u32) -> impl Iterator<Item = u32> {
        core::iter::once(index).chain(self.below(index)).filter(|&index| {
            let stored = self.at(index);
            stored.enabled && stored.is_obstacle()
        })
    }

    /// Finds the slots of the characters and crates that may be pushed or carried, and of those that these may push or carry, in their order.
    fn movables_near(&self, start: &Start<'_>, found: &mut Vec<u32>) -> Result<(), InvalidArgument> {
        let leader = start.leader.index;
        for &rider in start.named {
            let is_near = |stored: &StoredCollider| stored.enabled && stored.space == self.at(leader).space;
            let can_ride = self.stored(rider).is_some_and(is_near) && self.is_movable(rider.index);
            if !can_ride || rider == start.leader {
                return Err(InvalidArgument::new("riders", InvalidReason::CannotRide));
            }
            if !found.contains(&rider.index) {
                found.push(rider.index);
            }
        }
        let near = |from: u32, slot: u32, found: &mut Vec<u32>| {
            let Some(cover) = self.slots.cover(slot) else { return };
            let extent = cover.extent();
            let area = extent.around(extent.shifted(start.by)).grown(1 + start.margin + start.aside());
            let filter = QueryFilter::default().about(self.at(slot));
            let _ = self.each_near(area.into(), &filter, &mut |index| {
                if self.is_movable(index) && !self.are_one(index, from) && !found.contains(&index) {
                    found.push(index);
                }
                ControlFlow::Continue(())
            });
        };
        if start.carries {
            self.solids(leader).for_each(|slot| near(leader, slot, found));
        } else {
            near(leader, leader, found);
        }
        let mut next = 0;
        while let Some(&index) = found.get(next) {
            next += 1;
            if self.at(index).kind == ColliderKind::Crate {
                self.solids(index).for_each(|slot| near(index, slot, found));
            }
        }
        found.retain(|&index| index != leader);
        found.sort_fast();
        Ok(())
    }
}

/// Whether what carries one refuses a step down.
fn is_borne(store: &Store, movable: &mut Movable<'_>) -> bool {
    let old = movable.now.support.filter(|&old| store.stored(old).is_some());
    let mut walk = movable.walk(&MoveOptions::default(), PointQ16::ZERO);
    old.is_some_and(|old| walk.stands_on(|piece| piece.owner == old.index))
}

impl Store {
    /// Does something with a convoy, and leaves its changes in the lists. What would have to be drawn for it is drawn before, once for all
    /// calls: so that the next one finds the pictures. It is done again if one goes [`Convoy::farther`], so `f` begins anew each time.
    pub(crate) fn with_convoy(
        &mut self,
        start: &Start<'_>,
        lists: &mut ConvoyLists<'static>,
        f: &mut dyn FnMut(&mut Convoy<'_>),
    ) -> Result<(), InvalidArgument> {
        let mut margin = start.margin;
        loop {
            let start = Start { margin, ..*start };
            let mut convoy = Convoy::new(self, &start, mem::take(lists))?;
            if convoy.has_undrawn() {
                *lists = convoy.given_up();
                self.draw_noted(&mut lists.undrawn);
                convoy = Convoy::new(self, &start, mem::take(lists))?;
            }
            f(&mut convoy);
            let farther = convoy.farther();
            *lists = convoy.finished()?;
            match farther {
                Some(farther) => margin = farther,
                None => return Ok(()),
            }
        }
    }
}

impl<'a> Convoy<'a> {
    /// Finds all that a leader may push or carry on its way.
    pub(crate) fn new(
        store: &'a Store,
        start: &Start<'_>,
        mut lists: ConvoyLists<'a>,
    ) -> Result<Convoy<'a>, InvalidArgument> {
        let &Start { leader, carries, motion, by, is_at_rest, margin, options, named } = start;
        store.movables_near(start, &mut lists.found)?;
        let found = &lists.found;
        let is_crate = |index: u32| store.at(index).kind == ColliderKind::Crate;
        let carrier_of = |owner: u32| {
            let root = store.carrier(owner);
            let moves =
                carries && root == leader.index || is_crate(root) && found.binary_search(&root).is_ok();
            if moves { root } else { NO_CARRIER }
        };
        let aside = start.aside();
        let mut movable = |&index: &u32| {
            let stored = store.at(index);
            let body = store.mover(index)?;
            let start = body.corner() + pivot_pixel(stored.position);
            let extent = body.mask().extent().shifted(start);
            // Riders of a solid that shrinks go towards each other, each by up to the margin.
            let margin = 2 * margin;
            let way = extent.around(extent.shifted(by)).around(extent.shifted(-by)).grown(1 + margin + aside);
            let handle = store.handle_at(index);
            let mut pieces = lists.pieces.pop().unwrap_or_default();
            pieces.reserve(lists.room);
            store.pieces_into(way, handle, &QueryFilter::default().about(stored), &mut pieces);
            lists.most[1] = lists.most[1].max(pieces.len());
            pieces.retain(|piece| !piece.yields);
            pieces.iter_mut().for_each(|piece| piece.carrier = carrier_of(piece.owner));
            store.note_undrawn(&pieces, &mut lists.undrawn);
            store.note_undrawn_body(index, &mut lists.undrawn);
            Ok(Movable {
                handle,
                body,
                up: stored.up,
                start,
                now: Whereabouts {
                    at: start,
                    before: start,
                    support: stored.support(),
                    ..Whereabouts::default()
                },
                pieces,
                is_crate: is_crate(index),
                is_named: named.contains(&handle),
                went: [false; 2],
                ahead: [Offset::ZERO; 2],
                was_tried: false,
                climbed: 0,
                moved: Offset::ZERO,
                told: start,
            })
        };
        for index in found {
            lists.movables.push(movable(index)?);
        }
        // Where something must be drawn first, this is a convoy to be given up.
        if lists.undrawn.is_empty() {
            for movable in &mut lists.movables {
                movable.now.is_borne = is_borne(store, movable);
            }
        }
        let leader = carries.then_some(leader.index);
        // Only the push of a character has a limit.
        let most = match options.push_limit {
            _ if carries => usize::MAX,
            0 => usize::MAX,
            most => most as usize,
        };
        lists.along.extend(leader);
        Ok(Convoy {
            store,
            leader,
            options,
            motion,
            leads: 0..lists.along.len(),
            depth: 0,
            attempts: 0,
            movables: mem::take(&mut lists.movables),
            along: mem::take(&mut lists.along),
            party: mem::take(&mut lists.party),
            spare: mem::take(&mut lists.spare),
            marks: mem::take(&mut lists.marks),
            lists,
            most,
            leader_at: Offset::ZERO,
            is_at_rest,
            left: Offset::ZERO,
            known: Extent::of_pixel(0, 0).around(Extent::of_pixel(by.x, by.y)).grown(margin + aside),
            is_beyond: false,
            margin,
        })
    }

    /// Makes a step of a solid, which nothing stops: pushes, then carries.
    pub(crate) fn step_solid(&mut self, by: Offset) {
        self.push_all(by);
        self.carry(0, by);
        // A crate that has climbed may have lifted others into the way.
        self.push_all(by);
        self.left = self.left - by;
        self.end_step(by);
    }

    /// Pushes all that is in the way of what makes the step. Who cannot go is crushed.
    fn push_all(&mut self, by: Offset) {
        let mut k = 0;
        while let Some(movable) = self.movables.get_mut(k) {
            k += 1;
            let is_open = !movable.went[0] && !movable.was_tried;
            if !is_open || !self.along.iter().any(|&carrier| movable.is_in_the_way(carrier, by)) {
                continue;
            }
            movable.was_tried = true;
            if !self.go_alone(k - 1, by, true) {
                self.movables[k - 1].now.was_crushed = true;
            }
            k = 0;
        }
    }

    /// Makes steps of a rider, as far as nothing but the leader refuses them, with all that it carries. The leader stays where it is. What it has
    /// gone before, pushed by another rider, is a part of its way.
    pub(crate) fn carry_one(&mut self, rider: Handle, way: Offset) {
        let Some(k) = self.number(rider.index) else { return };
        let gone = self.movables[k].now.at - self.movables[k].start;
        let left = |way: i64, gone: i64| {
            if way < 0 { (way - gone.min(0)).min(0) } else { (way - gone.max(0)).max(0) }
        };
        let way = [left(way.x, gone.x), left(way.y, gone.y)];
        let mut crossings = way.map(|way| PixelCrossings::new(0, way << 16));
        while let Some(axis) = PixelCrossings::next_axis(&crossings) {
            let by = PixelCrossings::one(&crossings, axis);
            if self.go_alone(k, by, false) {
                self.movables[k].now.was_carried = true;
                crossings[axis].skip(1);
            } else {
                crossings[axis].stop();
            }
            self.carry(1, by);
            self.end_step(by);
        }
    }

    /// Those that ride on a carrier before a step, and what carries them.
    pub(crate) fn riders_into(&mut self, carrier: u32, riders: &mut Vec<(Handle, Handle)>) {
        riders.clear();
        for k in 0..self.movables.len() {
            if self.rides(k, carrier) {
                let Movable { handle, now: Whereabouts { support, .. }, .. } = self.movables[k];
                riders.extend(support.map(|support| (handle, support)));
            }
        }
    }

    /// Those that a carrier takes along, wherever it goes: its riders, theirs, and so on. Who overlaps one of these is carried by nothing.
    pub(crate) fn column_into(&mut self, carrier: u32, column: &mut Vec<u32>) {
        column.clear();
        column.push(carrier);
        let mut next = 0;
        while let Some(&carrier) = column.get(next) {
            next += 1;
            for k in 0..self.movables.len() {
                let slot = self.movables[k].handle.index;
                let is_inside = self.movables[k].is_in_the_way(carrier, Offset::ZERO);
                if !column.contains(&slot) && !is_inside && self.rides(k, carrier) {
                    column.push(slot);
                }
            }
        }
    }

    /// The pixel of a support that bears a rider: see [`Walk::bearing`].
    pub(crate) fn bearing_pixel(&mut self, rider: Handle, support: Handle) -> Option<Offset> {
        let k = self.number(rider.index)?;
        self.movables[k].walk(&self.options, PointQ16::ZERO).bearing(support.index)
    }

    /// Those that a carrier overlaps, or would overlap after a way.
    pub(crate) fn overlapped(&mut self, carrier: u32, by: Offset) -> impl Iterator<Item = Handle> {
        self.movables.iter_mut().filter_map(move |it| it.is_in_the_way(carrier, by).then_some(it.handle))
    }

    /// The margin with which all must be done again, because one has gone farther than its obstacles are known: of several crates on each other
    /// that climb in one step, the last is lifted by all, and what several push goes the ways of all.
    pub(crate) fn farther(&self) -> Option<i64> {
        let widest = (self.known.x1 - self.known.x0).max(self.known.y1 - self.known.y0);
        self.is_beyond.then_some(self.margin + widest + 7)
    }

    /// Those of whom something is true now: who was pushed, or is borne by what carries them.
    pub(crate) fn those(&self, are: fn(&Whereabouts) -> bool) -> impl Iterator<Item = Handle> {
        self.movables.iter().filter(move |movable| are(&movable.now)).map(|movable| movable.handle)
    }

    /// Whether something near it must be drawn first.
    pub(crate) fn has_undrawn(&self) -> bool {
        !self.lists.undrawn.is_empty()
    }

    /// Nothing moves.
    pub(crate) fn stay(&mut self) {
        self.movables.iter_mut().for_each(|movable| movable.now.at = movable.start);
    }

    /// The lists again, empty but for what must be drawn.
    pub(crate) fn given_up(self) -> ConvoyLists<'static> {
        let Convoy { movables, along, party, spare, marks, lists, .. } = self;
        ConvoyLists { movables, along, party, spare, marks, ..lists }.emptied()
    }

    /// The lists again, empty but for the changes: where each has moved, and what carries it.
    pub(crate) fn finished(mut self) -> Result<ConvoyLists<'static>, InvalidArgument> {
        let store = self.store;
        let change = |movable: &Movable<'_>| {
            let stored = store.at(movable.handle.index);
            let Offset { x, y } = movable.now.at - movable.start;
            let by = PointQ16::new(x << 16, y << 16);
            let support = if self.is_at_rest { stored.support() } else { movable.now.support };
            let position = (stored.position + by).checked("motion")?;
            Ok(MovableChange {
                handle: movable.handle,
                position: (by != PointQ16::ZERO).then_some(position),
                support,
            })
        };
        self.lists.changes.clear();
        for movable in &self.movables {
            self.lists.changes.push(change(movable)?);
        }
        Ok(self.given_up())
    }

    fn number(&self, slot: u32) -> Option<usize> {
        self.movables.binary_search_by_key(&slot, |movable| movable.handle.index).ok()
    }

    /// Carries all that ride on the carriers that make a step, from one on, and what they carry.
    fn carry(&mut self, from: usize, by: Offset) {
        let mut next = self.leads.start + from;
        while let Some(&carrier) = self.along.get(next) {
            next += 1;
            for k in 0..self.movables.len() {
                let Movable { went, is_named, .. } = self.movables[k];
                // A leader at rest has named those that have ways of their own.
                let is_led = is_named && self.leader == Some(carrier);
                if !(went[self.depth] || is_named && self.is_at_rest)
                    && (is_led || self.rides(k, carrier))
                    && !self.overlaps_along(k)
                    && self.go_alone(k, by, false)
                {
                    self.movables[k].now.was_carried = true;
                }
            }
        }
    }

    /// Whether one overlaps a carrier that makes the step: nothing carries it then.
    fn overlaps_along(&mut self, k: usize) -> bool {
        let Convoy { movables, along, leads, leader, is_at_rest, .. } = self;
        let moving = along[leads.start..].iter().filter(|&&slot| !*is_at_rest || Some(slot) != *leader);
        moving.copied().any(|carrier| movables[k].is_in_the_way(carrier, Offset::ZERO))
    }

    /// Whether one rides on a carrier: its support belongs to it. What is about to be lifted off all else by a solid rides on that, and what a
    /// solid is about to leave on something else does not: so it goes with one of several that move alike, whichever moves first.
    fn rides(&mut self, k: usize, carrier: u32) -> bool {
        let Convoy { store, movables, options, left, depth, .. } = self;
        let Offset { x, y } = movables[k].up.map_or(Offset::ZERO, |up| up.offset());
        let rises = if *depth == 0 { x * left.x + y * left.y } else { 0 };
        let mut walk = movables[k].walk(options, PointQ16::ZERO);
        if !walk.stands_on(|piece| piece.carrier == carrier) {
            return false;
        }
        if rises > 0 && walk.stands_on(|piece| piece.carrier == carrier && piece.is_solid()) {
            return true;
        }
        let store = *store;
        let stays =
            |piece: &ObstaclePixels<'_>| piece.carrier == NO_CARRIER && store.crate_of(piece.owner).is_none();
        if rises < 0 && walk.stands_on(stays) {
            return false;
        }
        self.decide(k);
        self.movables[k].now.support.is_some_and(|support| store.carrier(support.index) == carrier)
    }

    /// Decides anew what carries one, if that no longer bears it.
    fn decide(&mut self, k: usize) {
        let Convoy { store, movables, options, .. } = self;
        let movable = &mut movables[k];
        movable.now.is_borne = is_borne(store, movable);
        if !movable.now.is_borne {
            let support = movable.walk(options, PointQ16::ZERO).support(None);
            movable.now.support = support.map(|refusal| store.handle_at(refusal.owner));
            movable.now.is_borne = movable.now.support.is_some();
        }
    }

    /// As [`Convoy::go_together`], for one.
    fn go_alone(&mut self, k: usize, by: Offset, is_push: bool) -> bool {
        self.party[0].clear();
        self.party[0].push(k);
        self.go_together(by, true, is_push)
    }

    /// Whether the party can make a step, with all that is in the way of the crates among them, and so on. If so, and `really`, they make it.
    fn go_together(&mut self, by: Offset, really: bool, is_push: bool) -> bool {
        let (before, start, first) = (self.along.len(), self.mark(), self.party[0].len());
        self.attempts += 1;
        let attempt = self.attempts;
        // Who climbs may have more in its way then.
        let can = loop {
            self.along.truncate(before);
            if let Some(can) = self.try_together(by, is_push, attempt) {
                break can;
            }
        };
        if can && really {
            for i in 0..self.party[0].len() {
                let k = self.party[0][i];
                let movable = &mut self.movables[k];
                movable.went[self.depth] = true;
                movable.now.at = movable.now.at + movable.moved;
                movable.ahead[self.depth] = movable.moved;
                movable.now.was_pushed |= is_push || i >= first;
            }
        } else {
            self.along.truncate(before);
            self.restore(start, &mut []);
        }
        self.forget(start);
        can
    }

    /// As [`Convoy::go_together`], for a party that is begun, and nobody has made the step yet. None if a crate has climbed before it.
    fn try_together(&mut self, by: Offset, is_push: bool, attempt: u32) -> Option<bool> {
        let before = self.along.len();
        let mut next = 0;
        while let Some(&i) = self.party[0].get(next) {
            next += 1;
            if !self.movables[i].is_crate {
                continue;
            }
            let carrier = self.movables[i].handle.index;
            self.along.push(carrier);
            for (k, movable) in self.movables.iter_mut().enumerate() {
                // The party is searched last: few are in the way of one crate, and many may be in the party.
                let is_met = !movable.went[self.depth] && movable.is_in_the_way(carrier, by);
                if is_met && !self.party[0].contains(&k) {
                    self.party[0].push(k);
                }
            }
        }
        // What a crate lifts in its climb is not pushed.
        if is_push && self.depth == 0 && self.along.len() - before > self.most {
            return Some(false);
        }
        let tries = self.depth == 0 && (self.options.step_up > 0 || self.options.corner > 0);
        for i in 0..if tries { self.party[0].len() } else { 0 } {
            let k = self.party[0][i];
            let Movable { is_crate, climbed, now: Whereabouts { at, .. }, .. } = self.movables[k];
            if is_crate && climbed != attempt {
                self.movables[k].climbed = attempt;
                if !self.climb(k, by) {
                    return Some(false);
                }
                if self.movables[k].now.at != at {
                    return None;
                }
            }
        }
        Some((0..self.party[0].len()).all(|i| self.makes(self.party[0][i], by)))
    }

    /// Whether one can make a step, and by which way: see `moved`. A crate has climbed before, so it goes straight.
    fn makes(&mut self, k: usize, by: Offset) -> bool {
        let Convoy { movables, along, leads, options, motion, .. } = self;
        let movable = &mut movables[k];
        let (straight, at) = (MoveOptions::default(), movable.place());
        let options = if movable.is_crate { &straight } else { &*options };
        let mut walk = movable.walk(options, *motion).with(&along[leads.start..]);
        let is_made = walk.make(by).is_some();
        movable.moved = walk.at - at;
        is_made
    }

    /// Brings a crate to where it can make a step straight: up a ledge, or around a corner, with all that it carries. False if it cannot make it.
    fn climb(&mut self, k: usize, by: Offset) -> bool {
        let mut along = mem::take(&mut self.spare);
        along.clear();
        along.extend_from_slice(&self.along);
        let leads = self.leads.clone();
        let movable = &mut self.movables[k];
        let (at, up, carrier) = (movable.place(), movable.up, movable.handle.index);
        let (body, mut pieces) =
            (mem::replace(&mut movable.body, BodyPixels::nothing()), mem::take(&mut movable.pieces));
        self.depth = 1;
        self.movables[k].went[1] = true;
        self.along.push(carrier);
        self.leads = self.along.len() - 1..self.along.len();
        self.party.swap(0, 1);
        let (options, motion) = (self.options, self.motion);
        let walk = Walk::new(body.mask(), &mut pieces, at, up, &options, motion);
        let is_made = walk.with(&along).taking_along(self).way_past(by, true, false).is_some();
        self.party.swap(0, 1);
        self.along.truncate(self.leads.start);
        self.leads = leads;
        self.movables[k].went[1] = false;
        self.depth = 0;
        (self.movables[k].body, self.movables[k].pieces) = (body, pieces);
        self.spare = along;
        is_made
    }

    /// Brings all obstacles to where they are after a step.
    fn end_step(&mut self, by: Offset) {
        let Convoy { movables, along, leader, leads, is_at_rest, known, is_beyond, .. } = self;
        let made =
            |slot: u32| along[leads.start..].contains(&slot) && !(*is_at_rest && Some(slot) == *leader);
        let store = self.store;
        for movable in movables {
            movable.shift_pieces(by, made);
            let support = movable.now.support.filter(|&support| store.stored(support).is_some());
            let support = support.map(|support| store.carrier(support.index));
            movable.now.is_loose |= movable.now.at != movable.now.before || support.is_some_and(made);
            movable.now.before = movable.now.at;
            let gone = movable.now.at - movable.start;
            *is_beyond |= !known.contains(gone.x, gone.y);
        }
        self.close_step();
        if self.depth > 0 || self.is_at_rest {
            return;
        }
        for k in 0..self.movables.len() {
            let movable = &mut self.movables[k];
            if !mem::take(&mut movable.now.is_loose) {
                continue;
            }
            if movable.now.is_borne {
                self.decide(k);
            } else {
                movable.now.is_borne = is_borne(self.store, movable);
            }
        }
    }

    /// Nobody has made a step.
    fn close_step(&mut self) {
        let Convoy { movables, along, leads, depth, .. } = self;
        along.truncate(leads.end);
        for movable in movables {
            // A crate that climbs has always made it.
            movable.went[*depth] = *depth == 1 && along[leads.start] == movable.handle.index;
            movable.ahead[*depth] = Offset::ZERO;
            movable.was_tried &= *depth == 1;
        }
    }

    /// Puts all back to where they were, and the obstacles of a crate that climbs with them.
    fn restore(&mut self, mark: usize, climber: &mut [ObstaclePixels<'_>]) {
        let back = self.marks[mark].at - self.leader_at;
        self.leader_at = self.marks[mark].at;
        if let Some(leader) = self.leader.filter(|_| back != Offset::ZERO) {
            self.movables.iter_mut().for_each(|movable| movable.shift_pieces(back, |slot| slot == leader));
        }
        for k in 0..self.movables.len() {
            let movable = &mut self.movables[k];
            let then = mem::replace(&mut movable.now, self.marks[mark + 1 + k]);
            let (back, carrier) = (movable.now.at - then.at, movable.handle.index);
            if back != Offset::ZERO && movable.is_crate {
                self.movables
                    .iter_mut()
                    .for_each(|movable| movable.shift_pieces(back, |slot| slot == carrier));
                climber.iter_mut().filter(|piece| piece.carrier == carrier).for_each(|it| it.shift(back));
            }
        }
    }

    /// Tells the obstacles of what moves of its own where all are now.
    fn tell(&mut self, obstacles: &mut [ObstaclePixels<'_>]) {
        for obstacle in obstacles.iter_mut().filter(|piece| piece.carrier != NO_CARRIER) {
            if let Some(k) = self.number(obstacle.carrier) {
                obstacle.shift(self.movables[k].now.at - self.movables[k].told);
            }
        }
        self.movables.iter_mut().for_each(|movable| movable.told = movable.now.at);
    }
}

impl Company for Convoy<'_> {
    fn go(&mut self, carriers: &mut dyn Iterator<Item = u32>, by: Offset, really: bool) -> bool {
        self.party[0].clear();
        for carrier in carriers {
            let Some(k) = self.number(carrier) else { return false };
            if !self.party[0].contains(&k) {
                self.party[0].push(k);
            }
        }
        self.go_together(by, really, true)
    }

    fn make_way(&mut self, by: Offset, pushes: bool) -> bool {
        let Some(&carrier) = self.along.get(self.leads.start) else { return true };
        let Convoy { movables, party, depth, .. } = &mut *self;
        let all = movables.iter_mut().enumerate();
        let met = all.filter_map(|(k, it)| (!it.went[*depth] && it.is_in_the_way(carrier, by)).then_some(k));
        party[0].clear();
        party[0].extend(met);
        party[0].is_empty() || pushes && self.go_together(by, true, true)
    }

    fn follow(&mut self, by: Offset, obstacles: &mut [ObstaclePixels<'_>]) {
        self.carry(0, by);
        if self.depth == 0 {
            self.tell(obstacles);
            self.leader_at = self.leader_at + by;
        } else {
            let made = &self.along[self.leads.start..];
            let moving = obstacles.iter_mut().filter(|piece| piece.carrier != NO_CARRIER);
            moving.filter(|piece| made.contains(&piece.carrier)).for_each(|piece| piece.shift(by));
            if let Some(k) = self.number(made[0]) {
                self.movables[k].now.at = self.movables[k].now.at + by;
            }
        }
        self.end_step(by);
    }

    fn mark(&mut self) -> usize {
        let mark = self.marks.len();
        self.marks.push(Whereabouts { at: self.leader_at, ..Whereabouts::default() });
        self.marks.extend(self.movables.iter().map(|movable| movable.now));
        let most = &mut self.lists.most[2];
        *most = self.marks.len().max(*most);
        mark
    }

    fn go_back(&mut self, mark: usize, obstacles: &mut [ObstaclePixels<'_>]) {
        // A step may have been begun: the obstacles of those who have made it are not there yet.
        for movable in &mut self.movables {
            movable.now.at = movable.now.at - movable.ahead[self.depth];
        }
        self.close_step();
        if self.depth == 0 {
            self.restore(mark, &mut []);
            self.tell(obstacles);
        } else {
            self.restore(mark, obstacles);
        }
    }

    fn forget(&mut self, mark: usize) {
        self.marks.truncate(mark);
    }
}

impl Store {
    pub(crate) fn apply(&mut self, changes: &[MovableChange]) {
        for &MovableChange { handle, position, support } in changes {
            if let Some(position) = position {
                self.set_position(handle, position);
            }
            self.set_support(handle, support);
        }
    }
}
