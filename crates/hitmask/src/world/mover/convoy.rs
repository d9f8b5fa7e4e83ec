//! What moves together: characters and crates near something that moves, which are pushed out of its way and carried with it.
//!
//! All make the same step of one pixel, one after the other, as if at once: what has made it is no obstacle for what makes it later. So all
//! obstacles stay where they were until the step is over.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::geom::{Direction, Offset, PixelCrossings, PointQ16};
use crate::invalid_argument::{InvalidArgument, InvalidReason};
use crate::mover::{BodyPixels, Company, MoveOptions, NO_CARRIER, ObstaclePixels, Walk, pivot_pixel};
use crate::world::collider::ColliderKind;
use crate::world::collider::handle::Handle;
use crate::world::queries::query::QueryFilter;
use crate::world::store::Store;

/// A character or a crate.
pub(crate) struct Movable<'a> {
    pub(crate) handle: Handle,
    body: BodyPixels<'a>,
    up: Option<Direction>,
    start: Offset,
    /// The pixel of the body's mask now.
    at: Offset,
    /// What may refuse its steps, what moves included.
    pieces: Vec<ObstaclePixels<'a>>,
    is_crate: bool,
    /// Whether the caller says that it rides.
    is_named: bool,
    /// What carries it, as it was decided last.
    support: Option<Handle>,
    /// Whether it has made the step that is made now, or is about to, and by which way.
    went: bool,
    goes: bool,
    moved: Offset,
    pub(crate) was_pushed: bool,
    pub(crate) was_carried: bool,
    pub(crate) was_crushed: bool,
}

/// Something that moves, and the characters and crates that it may meet.
pub(crate) struct Convoy<'a> {
    store: &'a Store,
    /// The slot of what moves first, if it carries.
    leader: Option<u32>,
    options: MoveOptions,
    motion: PointQ16,
    /// In the order of their handles.
    pub(crate) movables: Vec<Movable<'a>>,
    /// The slots of the carriers that make the step that is made now.
    along: Vec<u32>,
    /// The numbers of those that must make it together.
    party: Vec<usize>,
    /// The most crates that it pushes at once.
    most: usize,
}

/// What a convoy is made of.
pub(crate) struct Start<'s> {
    pub(crate) leader: Handle,
    /// Whether the leader carries who stands on it.
    pub(crate) carries: bool,
    /// The leader's motion, and the pixels that it leads to.
    pub(crate) motion: PointQ16,
    pub(crate) by: Offset,
    /// How far from that way it may look.
    pub(crate) margin: i64,
    pub(crate) options: MoveOptions,
    pub(crate) named: &'s [Handle],
}

impl Start<'_> {
    /// Of a carrier that stays where it is.
    pub(crate) fn at_rest(leader: Handle) -> Start<'static> {
        let (motion, by, options) = (PointQ16::ZERO, Offset::ZERO, MoveOptions::default());
        Start { leader, carries: true, motion, by, margin: 0, options, named: &[] }
    }

    /// How far ledges and corners may lead from the straight way: each step may lead up a ledge or around a corner.
    fn aside(&self) -> i64 {
        let MoveOptions { step_up, corner, .. } = self.options;
        (self.by.x.abs() + self.by.y.abs() + 1).saturating_mul(step_up.max(corner).into()).min(1 << 34)
    }
}

impl Movable<'_> {
    /// Whether something that a carrier takes along would overlap it after a step.
    fn is_in_the_way(&mut self, carrier: u32, by: Offset) -> bool {
        let Movable { body, at, pieces, .. } = self;
        let mut own = pieces.iter_mut().filter(|piece| piece.carrier == carrier && piece.is_solid());
        own.any(|piece| piece.meets(body.mask(), *at - by))
    }

    fn walk<'w, 'a>(
        body: &'w BodyPixels<'a>,
        pieces: &'w mut [ObstaclePixels<'a>],
        at: Offset,
        up: Option<Direction>,
        options: &MoveOptions,
        motion: PointQ16,
    ) -> Walk<'w, 'a> {
        Walk::new(body.mask(), pieces, at, up, options, motion)
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

    /// The slots of the characters and crates that may be pushed or carried, and of those that these may push or carry, in their order.
    fn movables_near(&self, start: &Start<'_>) -> Result<Vec<u32>, InvalidArgument> {
        let leader = start.leader.index;
        let mut found: Vec<u32> = Vec::new();
        for &rider in start.named {
            let Some(stored) = self.stored(rider) else { continue };
            if !self.is_movable(rider.index) {
                return Err(InvalidArgument::new("riders", InvalidReason::CannotRide));
            }
            if stored.enabled && stored.space == self.at(leader).space && !found.contains(&rider.index) {
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
            self.solids(leader).for_each(|slot| near(leader, slot, &mut found));
        } else {
            near(leader, leader, &mut found);
        }
        let mut next = 0;
        while let Some(&index) = found.get(next) {
            next += 1;
            if self.at(index).kind == ColliderKind::Crate {
                self.solids(index).for_each(|slot| near(index, slot, &mut found));
            }
        }
        found.retain(|&index| index != leader);
        found.sort_unstable();
        Ok(found)
    }
}

impl<'a> Convoy<'a> {
    /// Finds all that a leader may push or carry on its way.
    pub(crate) fn new(store: &'a Store, start: &Start<'_>) -> Result<Convoy<'a>, InvalidArgument> {
        let &Start { leader, carries, motion, by, margin, options, named } = start;
        let found = store.movables_near(start)?;
        let is_crate = |index: u32| store.at(index).kind == ColliderKind::Crate;
        let carrier_of = |owner: u32| {
            let root = store.carrier(owner);
            let moves =
                carries && root == leader.index || is_crate(root) && found.binary_search(&root).is_ok();
            if moves { root } else { NO_CARRIER }
        };
        let aside = start.aside();
        let movable = |&index: &u32| {
            let stored = store.at(index);
            let body = store.mover(index)?;
            let start = body.corner() + pivot_pixel(stored.position);
            let extent = body.mask().extent().shifted(start);
            let way = extent.around(extent.shifted(by)).around(extent.shifted(-by)).grown(1 + margin + aside);
            let handle = store.handle_at(index);
            let mut pieces = store.pieces(way, handle, &QueryFilter::default().about(stored));
            pieces.retain(|piece| !piece.yields);
            pieces.iter_mut().for_each(|piece| piece.carrier = carrier_of(piece.owner));
            Ok(Movable {
                handle,
                body,
                up: stored.up,
                start,
                at: start,
                pieces,
                is_crate: is_crate(index),
                is_named: named.contains(&handle),
                support: stored.support(),
                went: false,
                goes: false,
                moved: Offset::ZERO,
                was_pushed: false,
                was_carried: false,
                was_crushed: false,
            })
        };
        let movables = found.iter().map(movable).collect::<Result<_, _>>()?;
        let leader = carries.then_some(leader.index);
        // Only the push of a character has a limit.
        let most = match options.push_limit {
            _ if carries => usize::MAX,
            0 => usize::MAX,
            most => most as usize,
        };
        // Alone, it allocates nothing.
        let along = leader.into_iter().filter(|_| !found.is_empty()).collect();
        Ok(Convoy { store, leader, options, motion, movables, along, party: Vec::new(), most })
    }

    /// Makes a step of a solid, which nothing stops: pushes, then carries.
    pub(crate) fn step_solid(&mut self, by: Offset) {
        let Some(leader) = self.leader else { return };
        for k in 0..self.movables.len() {
            if self.movables[k].went || !self.movables[k].is_in_the_way(leader, by) {
                continue;
            }
            if !self.go_together(&[k], by, true, true) {
                self.movables[k].was_crushed = true;
            }
        }
        self.carry(0, by);
        self.end_step(by);
    }

    /// Makes steps of a rider, as far as they are not refused, with all that it carries.
    pub(crate) fn carry_one(&mut self, rider: Handle, way: Offset) {
        let Some(k) = self.number(rider.index) else { return };
        let mut crossings = [PixelCrossings::new(0, way.x << 16), PixelCrossings::new(0, way.y << 16)];
        while let Some(axis) = PixelCrossings::next_axis(&crossings) {
            let by = PixelCrossings::one(&crossings, axis);
            if self.go_together(&[k], by, true, false) {
                self.movables[k].was_carried = true;
                crossings[axis].skip(1);
            } else {
                crossings[axis].stop();
            }
            self.carry(1, by);
            self.end_step(by);
        }
    }

    /// Those that ride on a carrier before a step.
    pub(crate) fn riders(&mut self, carrier: u32) -> Vec<(Handle, Handle)> {
        let numbers: Vec<usize> = (0..self.movables.len()).filter(|&k| self.rides(k, carrier)).collect();
        let of = |k: usize| Some((self.movables[k].handle, self.movables[k].support?));
        numbers.into_iter().filter_map(of).collect()
    }

    /// The pixel of a support that bears a rider: see [`Walk::bearing`].
    pub(crate) fn bearing_pixel(&mut self, rider: Handle, support: Handle) -> Option<Offset> {
        let k = self.number(rider.index)?;
        let Movable { body, at, up, pieces, .. } = &mut self.movables[k];
        Movable::walk(body, pieces, *at, *up, &self.options, PointQ16::ZERO).bearing(support.index)
    }

    /// Those that a carrier overlaps.
    pub(crate) fn overlapped(&mut self, carrier: u32) -> Vec<Handle> {
        let met = self
            .movables
            .iter_mut()
            .filter_map(|it| it.is_in_the_way(carrier, Offset::ZERO).then_some(it.handle));
        met.collect()
    }

    /// Where one has moved and what carries it, if that has changed.
    pub(crate) fn changes(&self) -> Result<Vec<MovableChange>, InvalidArgument> {
        let change = |movable: &Movable<'_>| {
            let stored = self.store.at(movable.handle.index);
            let Offset { x, y } = movable.at - movable.start;
            let by = PointQ16::new(x << 16, y << 16);
            let support = movable.support;
            let position = (stored.position + by).checked("motion")?;
            Ok(MovableChange {
                handle: movable.handle,
                position: (by != PointQ16::ZERO).then_some(position),
                support,
            })
        };
        self.movables.iter().map(change).collect()
    }

    fn number(&self, slot: u32) -> Option<usize> {
        self.movables.binary_search_by_key(&slot, |movable| movable.handle.index).ok()
    }

    /// Carries all that ride on the carriers that make a step, from one on, and what they carry.
    fn carry(&mut self, from: usize, by: Offset) {
        let mut next = from;
        while let Some(&carrier) = self.along.get(next) {
            next += 1;
            for k in 0..self.movables.len() {
                let is_named = self.movables[k].is_named && self.leader == Some(carrier);
                if !self.movables[k].went
                    && (is_named || self.rides(k, carrier))
                    && !self.overlaps_along(k)
                    && self.go_together(&[k], by, true, false)
                {
                    self.movables[k].was_carried = true;
                }
            }
        }
    }

    /// Whether one overlaps a carrier that makes the step: nothing carries it then.
    fn overlaps_along(&mut self, k: usize) -> bool {
        let Convoy { movables, along, .. } = self;
        along.iter().any(|&carrier| movables[k].is_in_the_way(carrier, Offset::ZERO))
    }

    /// Whether one rides on a carrier: its support belongs to it. The support is decided anew if it bears no more.
    fn rides(&mut self, k: usize, carrier: u32) -> bool {
        let Convoy { store, movables, options, .. } = self;
        let Movable { body, at, up, pieces, support, .. } = &mut movables[k];
        let mut walk = Movable::walk(body, pieces, *at, *up, options, PointQ16::ZERO);
        if !walk.stands_on(|piece| piece.carrier == carrier) {
            return false;
        }
        let is_current = support.is_some_and(|old| {
            store.stored(old).is_some() && walk.stands_on(|piece| piece.owner == old.index)
        });
        if !is_current {
            *support = walk.support().map(|refusal| store.handle_at(refusal.owner));
        }
        support.is_some_and(|support| store.carrier(support.index) == carrier)
    }

    /// Whether some can make a step, with all that is in the way of the crates among them, and so on. If so, and `really`, they make it.
    fn go_together(&mut self, first: &[usize], by: Offset, really: bool, is_push: bool) -> bool {
        let before = self.along.len();
        self.party.clear();
        self.party.extend(first);
        first.iter().for_each(|&k| self.movables[k].goes = true);
        let mut next = 0;
        while let Some(&i) = self.party.get(next) {
            next += 1;
            if !self.movables[i].is_crate {
                continue;
            }
            let carrier = self.movables[i].handle.index;
            self.along.push(carrier);
            for (k, movable) in self.movables.iter_mut().enumerate() {
                if !movable.went && !movable.goes && movable.is_in_the_way(carrier, by) {
                    movable.goes = true;
                    self.party.push(k);
                }
            }
        }
        let is_short = self.along.len() - before <= if is_push { self.most } else { usize::MAX };
        let can = is_short
            && self
                .party
                .iter()
                .all(|&k| self.movables[k].makes(by, &self.along, &self.options, self.motion));
        for &k in &self.party {
            let movable = &mut self.movables[k];
            movable.goes = false;
            if can && really {
                movable.went = true;
                movable.at = movable.at + movable.moved;
                movable.was_pushed |= is_push || !first.contains(&k);
            }
        }
        if !(can && really) {
            self.along.truncate(before);
        }
        can
    }

    /// Brings all obstacles to where they are after a step.
    fn end_step(&mut self, by: Offset) {
        let Convoy { movables, along, leader, .. } = self;
        for movable in movables {
            movable.went = false;
            let moving = movable.pieces.iter_mut().filter(|piece| piece.carrier != NO_CARRIER);
            moving.filter(|piece| along.contains(&piece.carrier)).for_each(|piece| piece.shift(by));
        }
        along.clear();
        along.extend(*leader);
    }
}

impl Movable<'_> {
    /// Whether it can make a step with some carriers, and by which way: see `moved`. A crate goes straight.
    fn makes(&mut self, by: Offset, along: &[u32], options: &MoveOptions, motion: PointQ16) -> bool {
        let Movable { body, at, up, pieces, is_crate, moved, .. } = self;
        let straight = MoveOptions::default();
        let options = if *is_crate { &straight } else { options };
        let mut walk = Movable::walk(body, pieces, *at, *up, options, motion).with(along);
        let is_made = walk.make(by).is_some();
        *moved = walk.at - *at;
        is_made
    }
}

impl Company for Convoy<'_> {
    fn go(&mut self, carriers: &[u32], by: Offset, really: bool) -> bool {
        let numbers: Option<Vec<usize>> = carriers.iter().map(|&carrier| self.number(carrier)).collect();
        numbers.is_some_and(|first| self.go_together(&first, by, really, true))
    }

    fn follow(&mut self, by: Offset, obstacles: &mut [ObstaclePixels<'_>]) {
        self.carry(0, by);
        for obstacle in obstacles.iter_mut().filter(|piece| piece.carrier != NO_CARRIER) {
            if let Some(k) = self.number(obstacle.carrier)
                && self.movables[k].went
            {
                obstacle.shift(self.movables[k].moved);
            }
        }
        self.end_step(by);
    }
}

/// What a convoy has done to one of its movables.
pub(crate) struct MovableChange {
    handle: Handle,
    position: Option<PointQ16>,
    support: Option<Handle>,
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
