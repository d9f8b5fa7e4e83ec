//! A collider that moves among the others: the character of a platform game. The walk itself is in the crate's `mover/going.rs`, and which
//! obstacles refuse its next step in `mover/walk.rs`; here obstacles get handles.

use alloc::vec::Vec;
use core::mem;
use core::ops::ControlFlow;

use crate::geom::{CompactSort, Extent, Point, PointQ16};
use crate::invalid_argument::InvalidArgument;
use crate::mover::{
    Escort, Going, Laps, MoveOptions, NO_CARRIER, ObstaclePixels, Pushes, Refusal, walk, way,
};
use crate::world::collider::ColliderKind;
use crate::world::collider::handle::Handle;
use crate::world::mover::convoy::{Convoy, Start};
use crate::world::narrow_phase::raster_cover::RasterCover;
use crate::world::queries::query::QueryFilter;
use crate::world::store::Store;
use crate::world::store::scratch::MoverScratch;

/// The result of [`World::move_and_slide`](crate::World::move_and_slide): where the collider is now, and what is in its way there.
#[doc(alias = "move result")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Slid {
    /// Where it is now, with the remainder that it keeps for the next move.
    pub position: PointQ16,
    /// What is left of the motion's speed: the motion, but 0 on an axis on which a floor, a ceiling or a wall is named. (0, 0) if it is
    /// stuck.
    pub velocity: PointQ16,
    /// What it stands on, its [support](crate::World::support): of all that refuses one more step down from where it is now, what does so
    /// under the most of its columns; of equals the lowest handle. None if the motion leads up. Up and down are meant by
    /// [`ColliderProps::up`](crate::ColliderProps::up).
    #[doc(alias = "is_on_floor")]
    #[doc(alias = "is_grounded")]
    #[doc(alias = "on_ground")]
    pub floor: Option<Blocker>,
    /// What refuses one more step up. None if the motion does not lead up.
    #[doc(alias = "is_on_ceiling")]
    pub ceiling: Option<Blocker>,
    /// What refuses one more step sideways, in the direction of the motion. None if the motion does not lead sideways. A ledge that it could
    /// climb is no wall, and neither is a corner that it could go around. Without an [up](crate::ColliderProps::up), whatever refuses a step is a
    /// wall.
    #[doc(alias = "is_on_wall")]
    pub wall: Option<Blocker>,
    /// The solid collider that it overlaps at the start. In that case it does not move, and nothing else is named.
    pub stuck: Option<Handle>,
}

/// A collider that refuses a step of another one.
#[doc(alias = "move hit")]
#[doc(alias = "KinematicCollision2D")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Blocker {
    /// The collider. In [`Slid`], of several, the one with the lowest handle; of several floors, the one that bears the most.
    pub handle: Handle,
    /// The collider's data.
    pub data: u64,
    /// The pixel of the world that refuses the step. Of several pixels of this collider, the one with the lowest y, then the lowest x. In a
    /// wrapped world these are the pixels from (0, 0) up to its size.
    pub pixel: Point,
    /// The direction from that pixel towards the collider that moves, against the step: (0, -1) for a floor.
    pub normal: Point,
}

/// What a motion comes to, and where it ends in the plane: in a wrapped world that may be beyond a seam.
struct Sliding {
    slid: Slid,
    end: PointQ16,
    support: Option<Handle>,
    /// Whether others may have gone along.
    has_company: bool,
}

/// Questions find so many obstacles without memory.
pub(crate) const FEW: usize = 8;

/// Why a move is done again.
struct Again {
    /// How much farther what goes along is looked for.
    margin: i64,
    /// Whether what must be drawn is drawn first.
    draws: bool,
}

impl Store {
    /// Moves a collider by a motion among the colliders that the filter lets through, and lists all that stops it.
    pub(crate) fn move_and_slide(
        &mut self,
        handle: Handle,
        motion: PointQ16,
        options: &MoveOptions,
        filter: &QueryFilter<'_>,
        scratch: &mut MoverScratch,
        mut blockers: Option<&mut Vec<Blocker>>,
    ) -> Result<Option<Slid>, InvalidArgument> {
        self.no_part(handle)?;
        let end = self.end_of(handle, motion)?;
        if end.is_none() {
            return Ok(None);
        }
        self.on_whole_pixels(handle, |store| {
            store.draw_body(handle.index);
            let mut again = Again { margin: 0, draws: true };
            let slid = loop {
                let blockers = blockers.as_deref_mut();
                let slid = store.slide(handle, motion, options, filter, &mut again, scratch, blockers)?;
                if let Some(slid) = slid {
                    break slid;
                }
                store.draw_noted(&mut scratch.convoy.undrawn);
            };
            if slid.has_company {
                store.apply(&scratch.convoy.changes);
            }
            store.set_position(handle, slid.end);
            if slid.slid.stuck.is_none() {
                store.set_support(handle, slid.support);
            }
            Ok(slid.slid)
        })
    }

    /// Where a motion leads, unless that is too far away. None if the handle is stale.
    pub(crate) fn end_of(
        &self,
        handle: Handle,
        motion: PointQ16,
    ) -> Result<Option<PointQ16>, InvalidArgument> {
        let motion = motion.checked("motion")?;
        let end = self.stored(handle).map(|stored| (stored.position + motion).checked("motion"));
        end.transpose()
    }

    /// What a collider's motion comes to. Nothing has moved yet. None if it must be done again: something must be drawn before, and is noted in
    /// the lists, or what goes along must be looked for farther by a margin.
    #[expect(clippy::too_many_arguments, reason = "those of the verb, and one for what must be done again")]
    fn slide(
        &self,
        handle: Handle,
        motion: PointQ16,
        options: &MoveOptions,
        filter: &QueryFilter<'_>,
        again: &mut Again,
        scratch: &mut MoverScratch,
        blockers: Option<&mut Vec<Blocker>>,
    ) -> Result<Option<Sliding>, InvalidArgument> {
        let MoverScratch { pieces: kept, convoy: lists, .. } = scratch;
        let stored = self.at(handle.index);
        let (position, up) = (stored.position, stored.up);
        let body = &self.mover(handle.index)?;
        let way = way(body.extent(), up, position, motion, options);
        let mut pieces: Vec<ObstaclePixels<'_>> = mem::take(&mut kept.list);
        let laps = Laps::of(self.plane().size(), body.mask().extent(), way);
        let way = laps.near(body.mask().extent(), way);
        self.pieces_into(way, handle, &filter.about(stored), &mut pieces);
        self.note_undrawn(&pieces, &mut lists.undrawn);
        // Where nothing stands, one jump goes any number of times around.
        let laps = if pieces.is_empty() { Laps::default() } else { laps };
        let blocker = |refusal: Refusal| Blocker {
            handle: self.handle_at(refusal.owner),
            data: self.at(refusal.owner).data,
            pixel: refusal.pixel,
            normal: refusal.normal(),
        };
        let mut each = blockers.map(|blockers| {
            blockers.clear();
            move |refusal: Refusal| blockers.push(blocker(refusal))
        });
        let each = each.as_mut().map(|each| each as &mut dyn FnMut(Refusal));
        let going = Going { body, up, position, motion, options };
        let is_crate = stored.kind == ColliderKind::Crate;
        let pushes = match is_crate {
            true => Pushes::Always,
            false if options.push => Pushes::Sideways,
            false => Pushes::Nothing,
        };
        // Where nothing else can move, it walks alone.
        let mut convoy = None;
        if pushes != Pushes::Nothing && pieces.iter().any(|piece| piece.carrier != NO_CARRIER) {
            let by = self.pixels_of(handle, motion);
            let margin = again.margin.max(options.step_down.into());
            let (carries, options, at_rest) = (is_crate, *options, Start::at_rest(handle));
            let start = Start { carries, motion, by, is_at_rest: false, margin, options, ..at_rest };
            convoy = Some(Convoy::new(self, &start, mem::take(lists))?);
        }
        let has_undrawn = !lists.undrawn.is_empty() || convoy.as_ref().is_some_and(Convoy::has_undrawn);
        if again.draws && has_undrawn {
            again.draws = false;
            if let Some(convoy) = convoy {
                *lists = convoy.given_up();
            }
            kept.keep(pieces);
            return Ok(None);
        }
        let escort = convoy.as_mut().map(|company| Escort { pushes, company });
        let walked = walk(&going, &mut pieces, laps, escort, each);
        let has_company = convoy.is_some();
        let mut farther = None;
        if let Some(convoy) = convoy {
            farther = convoy.farther();
            *lists = convoy.finished()?;
        }
        kept.keep(pieces);
        if let Some(margin) = farther {
            *again = Again { margin, draws: true };
            return Ok(None);
        }
        // A ledge that it climbs may lead beyond the limit, too.
        let end = walked.position.checked("motion")?;
        let slid = Slid {
            position: self.plane().position(end),
            velocity: walked.velocity,
            floor: walked.floor.map(blocker),
            ceiling: walked.ceiling.map(blocker),
            wall: walked.wall.map(blocker),
            stuck: walked.stuck.map(|owner| self.handle_at(owner)),
        };
        let support = walked.support.map(|owner| self.handle_at(owner));
        Ok(Some(Sliding { slid, end, support, has_company }))
    }

    /// Does something with a collider that stands on whole pixels from now on, unless it is refused. None if the handle is stale.
    pub(crate) fn on_whole_pixels<R>(
        &mut self,
        handle: Handle,
        f: impl FnOnce(&mut Store) -> Result<R, InvalidArgument>,
    ) -> Result<Option<R>, InvalidArgument> {
        let Some(stored) = self.stored(handle) else { return Ok(None) };
        if stored.on_whole_pixels() {
            return f(self).map(Some);
        }
        let start = |index: u32| self.slots.places[index as usize].start;
        let parts: Vec<_> = self.below(handle.index).map(|part| (part, start(part))).collect();
        let from = start(handle.index);
        self.change(handle, |stored| stored.whole_pixels = true);
        // It stands where it stood before, and its way begins where it began, and so do those of its parts.
        let undo = |store: &mut &mut Store| {
            store.change(handle, |stored| stored.whole_pixels = false);
            for (index, start) in parts.into_iter().chain([(handle.index, from)]) {
                store.slots.places[index as usize].start = start;
            }
        };
        or_undone(self, |store| f(store), undo).map(Some)
    }

    /// The obstacles of a mover near its way, in the order of their handles, in an empty vector: bodies and one-way platforms that the filter
    /// lets through.
    pub(crate) fn pieces_into<'w>(
        &'w self,
        way: Extent,
        mover: Handle,
        filter: &QueryFilter<'_>,
        pieces: &mut Vec<ObstaclePixels<'w>>,
    ) {
        let _ = self.each_piece(way, mover, filter, &mut |piece| {
            pieces.push(piece);
            ControlFlow::Continue(())
        });
        sort_by_owner(pieces);
    }

    /// As [`Store::pieces_into`]. A question that changes nothing has no memory that is kept, so few obstacles allocate none.
    pub(crate) fn pieces_in<'p, 'w>(
        &'w self,
        way: Extent,
        mover: Handle,
        filter: &QueryFilter<'_>,
        few: &'p mut [ObstaclePixels<'w>],
        many: &'p mut Vec<ObstaclePixels<'w>>,
    ) -> &'p mut [ObstaclePixels<'w>] {
        let mut found = 0;
        let _ = self.each_piece(way, mover, filter, &mut |piece| {
            match few.get_mut(found) {
                Some(place) => *place = piece,
                None => many.push(piece),
            }
            found += 1;
            ControlFlow::Continue(())
        });
        let pieces = if many.is_empty() {
            &mut few[..found]
        } else {
            many.extend(few.iter_mut().map(|piece| mem::replace(piece, ObstaclePixels::NOTHING)));
            many
        };
        sort_by_owner(pieces);
        pieces
    }

    /// Calls `f` with the obstacles of a mover near its way, until it breaks. The order is unspecified. For a crate these are characters, too,
    /// which get out of its way if they can.
    pub(crate) fn each_piece<'w>(
        &'w self,
        way: Extent,
        mover: Handle,
        filter: &QueryFilter<'_>,
        f: &mut impl FnMut(ObstaclePixels<'w>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        const GO_ON: ControlFlow<()> = ControlFlow::Continue(());
        let is_crate = self.at(mover.index).kind == ColliderKind::Crate;
        self.each_near(way.into(), filter, &mut |index| {
            let is_obstacle = self.at(index).is_obstacle();
            let yields = !is_obstacle && is_crate && self.is_movable(index);
            if !is_obstacle && !yields || self.are_one(index, mover.index) {
                return GO_ON;
            }
            let carrier = if yields { index } else { self.crate_of(index).unwrap_or(NO_CARRIER) };
            let mut covers = self.covers_in(index, way);
            covers.try_for_each(|cover| match self.piece(&cover, index, way) {
                Some(piece) => f(piece.carried_by(carrier, yields)),
                None => GO_ON,
            })
        })
    }

    /// What a collider covers, as it is seen from an area: all its images whose boxes meet the area, moved to where they lie in the area's
    /// plane.
    pub(crate) fn covers_in(&self, index: u32, area: Extent) -> impl Iterator<Item = RasterCover<'_>> {
        let plane = self.plane();
        self.slots
            .cover(index)
            .into_iter()
            .flat_map(move |cover| plane.images(area, cover.extent()).map(move |by| cover.shifted(by)))
    }

    /// What a cover is to a mover. None if it covers nothing near the way.
    pub(crate) fn piece<'w>(
        &self,
        cover: &RasterCover<'w>,
        owner: u32,
        way: Extent,
    ) -> Option<ObstaclePixels<'w>> {
        let piece = cover.piece(owner, self.at(owner).one_way_to(), way)?;
        Some(match self.plane().size() {
            None => piece,
            Some(size) => piece.on_torus(size),
        })
    }
}

/// By the owner, images on a torus by their places. Not in each of its callers: it is compiled once.
fn sort_by_owner(pieces: &mut [ObstaclePixels<'_>]) {
    pieces.sort_fast_by_key(|piece| piece.order());
}

/// Does something, and undoes it if it is refused, or if the caller's filter panics.
pub(super) fn or_undone<T, R>(
    on: T,
    f: impl FnOnce(&mut T) -> Result<R, InvalidArgument>,
    undo: impl FnOnce(&mut T),
) -> Result<R, InvalidArgument> {
    struct Trial<T, F: FnOnce(&mut T)>(T, Option<F>);

    impl<T, F: FnOnce(&mut T)> Drop for Trial<T, F> {
        fn drop(&mut self) {
            if let Some(undo) = self.1.take() {
                undo(&mut self.0);
            }
        }
    }

    let mut trial = Trial(on, Some(undo));
    let done = f(&mut trial.0)?;
    trial.1 = None;
    Ok(done)
}
