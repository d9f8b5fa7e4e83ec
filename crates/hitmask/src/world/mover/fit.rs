//! Whether a collider fits where it is, or would fit: frames of an animation, other shapes, and the way out of what it is stuck in.

use core::mem;
use core::ops::ControlFlow;

use crate::geom::{Extent, Offset, Point, PointQ16};
use crate::invalid_argument::{InvalidArgument, InvalidReason, OrPanic};
use crate::mask::Mask;
use crate::mover::{ObstaclePixels, pivot_pixel};
use crate::world::collider::drawing::Drawing;
use crate::world::collider::handle::Handle;
use crate::world::collider::{Collider, ColliderKind};
use crate::world::mover::convoy::Start;
use crate::world::mover::slide::FEW;
use crate::world::queries::query::QueryFilter;
use crate::world::store::Store;
use crate::world::store::scratch::{MoverScratch, PieceStore};
use crate::world::store::world::World;

/// Whether a collider fits: the answer of [`World::fit_frame`](crate::World::fit_frame) and its relatives, of [`World::unstick`](crate::World::unstick) and of [`World::fit_at`](crate::World::fit_at).
#[doc(alias = "fit result")]
#[doc(alias = "placement")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[must_use = "`Stuck` says that nothing was changed"]
pub enum Fit {
    /// It overlaps no solid collider there.
    Free,
    /// It overlaps one there, but none after this move: whole pixels, the least by (dx² + dy², dy, dx) within the limit.
    Moved(Point),
    /// It overlaps this solid collider, and no move within the limit frees it. Of several, the lowest handle.
    Stuck(Handle),
}

impl World {
    /// Frees a collider from the solid colliders that it overlaps, by the least move of at most `limit` pixels, as
    /// [`World::fit_frame`] does. [`Fit::Free`] if it overlaps none. None if the handle is stale.
    ///
    /// A [crate](crate::ColliderKind::Crate) takes along who rides on it. Where they cannot go so far, they are in its way, too.
    ///
    /// # Panics
    /// If the collider is not a mask and covers a larger box than a mask may have, and if the search is too long: see
    /// [`World::fit_frame`]. [`World::try_unstick`] returns an error instead.
    #[doc(alias = "push_out")]
    #[doc(alias = "depenetrate")]
    #[must_use = "None says that the handle is stale, `Stuck` that nothing was changed"]
    pub fn unstick(&mut self, handle: Handle, limit: u32, filter: &QueryFilter<'_>) -> Option<Fit> {
        self.try_unstick(handle, limit, filter).or_panic()
    }

    /// The checked form of [`World::unstick`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::unstick`] panics.
    pub fn try_unstick(
        &mut self,
        handle: Handle,
        limit: u32,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<Fit>, InvalidArgument> {
        let World { store, scratch, .. } = self;
        let scratch = &mut scratch.movers;
        store.no_part(handle)?;
        let Some(changed) = store.changed(handle, |_| Ok(()))? else { return Ok(None) };
        scratch.jump.borne.clear();
        scratch.jump.borne.push(handle);
        if changed.kind != ColliderKind::Crate {
            // A crate's are found where it is freed, for they go along.
            let MoverScratch { convoy: lists, jump, .. } = scratch;
            store.with_convoy(&Start::at_rest(handle), lists, &mut |convoy| {
                jump.borne.extend(convoy.those(|now| now.is_borne));
            })?;
        }
        let fit = store.free(handle, &changed, limit, filter, scratch)?;
        store.take_on_fit(handle, changed, fit);
        if let Fit::Moved(_) = fit {
            store.apply(&scratch.convoy.changes);
            store.decide_supports(&scratch.jump.borne);
        }
        Ok(Some(fit))
    }

    /// Whether a collider would overlap a solid collider at a position, and which least move of at most `limit` pixels would free it there:
    /// as [`World::fit_frame`], but it only asks. With a limit of 0 it names what the collider would be stuck in. None if the handle is
    /// stale.
    ///
    /// # Panics
    /// If the position is beyond [`PointQ16::LIMIT`], and as [`World::unstick`].
    #[must_use]
    pub fn fit_at(
        &self,
        handle: Handle,
        position: impl Into<PointQ16>,
        limit: u32,
        filter: &QueryFilter<'_>,
    ) -> Option<Fit> {
        self.try_fit_at(handle, position, limit, filter).or_panic()
    }

    /// The checked form of [`World::fit_at`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::fit_at`] panics.
    pub fn try_fit_at(
        &self,
        handle: Handle,
        position: impl Into<PointQ16>,
        limit: u32,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<Fit>, InvalidArgument> {
        self.store.fit_at(handle, position.into(), limit, filter)
    }
}

impl Store {
    /// How a collider is freed, and what that does to those that ride on it: they go along. If they would be left inside it, they are in its
    /// way. Nothing has moved yet: their changes, whom it pushes and carries, and who was borne are in the lists.
    pub(crate) fn free(
        &mut self,
        handle: Handle,
        changed: &Collider,
        limit: u32,
        filter: &QueryFilter<'_>,
        scratch: &mut MoverScratch,
    ) -> Result<Fit, InvalidArgument> {
        let MoverScratch { pieces, convoy: lists, jump, trial } = scratch;
        lists.changes.clear();
        jump.pushed.clear();
        jump.carried.clear();
        let takes_along = self.is_movable(handle.index) && changed.kind == ColliderKind::Crate;
        if !takes_along {
            return self.fit(handle, changed, limit, filter, &[], (pieces, trial));
        }
        self.with_convoy(&Start::at_rest(handle), lists, &mut |convoy| {
            convoy.column_into(handle.index, &mut jump.column);
        })?;
        let mut carries = true;
        let borne = jump.borne.len();
        loop {
            let fit = self.fit(handle, changed, limit, filter, &jump.column, (pieces, trial))?;
            let by = if let Fit::Moved(by) = fit { Offset::from(by) } else { Offset::ZERO };
            let margin = by.x.abs().max(by.y.abs());
            let start = Start { margin, ..Start::at_rest(handle) };
            let mut goes = true;
            self.with_convoy(&start, lists, &mut |convoy| {
                jump.borne.truncate(borne);
                jump.pushed.clear();
                jump.carried.clear();
                jump.borne.extend(convoy.those(|now| now.is_borne));
                if by != Offset::ZERO && carries {
                    convoy.riders_into(handle.index, &mut jump.riders);
                    jump.riders.iter().for_each(|&(rider, _)| convoy.carry_one(rider, by));
                }
                // Where they cannot go far enough, they are in its way; and if even so one would be drawn into it, they stay.
                goes = !carries || convoy.overlapped(handle.index, by).next().is_none();
                if !goes {
                    return convoy.stay();
                }
                jump.pushed.extend(convoy.those(|now| now.was_pushed));
                jump.carried.extend(convoy.those(|now| now.was_carried));
            })?;
            if goes {
                return Ok(fit);
            }
            carries = !jump.column.is_empty();
            jump.column.clear();
        }
    }

    fn take_on_fit(&mut self, handle: Handle, mut changed: Collider, fit: Fit) {
        if let Fit::Moved(by) = fit {
            let position = changed.transform.position() + PointQ16::from(by);
            changed.transform.set_position(position);
        }
        if !matches!(fit, Fit::Stuck(_)) {
            self.change(handle, |stored| stored.take_on((&changed).into()));
        }
    }

    /// Whether a collider would overlap a solid collider at a position, and which least move of at most `limit` pixels would free it there: as [`World::fit_frame`], but it only asks.
    pub(crate) fn fit_at(
        &self,
        handle: Handle,
        position: PointQ16,
        limit: u32,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<Fit>, InvalidArgument> {
        self.no_part(handle)?;
        let changed = self.changed(handle, |collider| {
            collider.transform.set_position(position.checked("position")?);
            Ok(())
        })?;
        let Some(changed) = changed else { return Ok(None) };
        let (mut pieces, mut trial) = (PieceStore::default(), Drawing::default());
        self.fit(handle, &changed, limit, filter, &[], (&mut pieces, &mut trial)).map(Some)
    }

    /// Changes a collider if it then overlaps no solid collider; otherwise after the least move by whole pixels, at most `limit` pixels long,
    /// that frees it; otherwise nothing changes.
    pub(crate) fn fit_changed(
        &mut self,
        handle: Handle,
        limit: u32,
        filter: &QueryFilter<'_>,
        scratch: &mut MoverScratch,
        change: impl FnOnce(&mut Collider) -> Result<(), InvalidArgument>,
    ) -> Result<Option<Fit>, InvalidArgument> {
        self.no_part(handle)?;
        let Some(changed) = self.changed(handle, change)? else { return Ok(None) };
        let MoverScratch { pieces, trial, .. } = scratch;
        let fit = self.fit(handle, &changed, limit, filter, &[], (pieces, trial))?;
        self.take_on_fit(handle, changed, fit);
        Ok(Some(fit))
    }

    /// A copy of a collider, changed and on whole pixels. It is not in the world.
    pub(crate) fn changed(
        &self,
        handle: Handle,
        change: impl FnOnce(&mut Collider) -> Result<(), InvalidArgument>,
    ) -> Result<Option<Collider>, InvalidArgument> {
        let Some(collider) = self.get(handle) else { return Ok(None) };
        let mut changed = collider.to_collider();
        change(&mut changed)?;
        changed.whole_pixels = true;
        Ok(Some(changed))
    }

    /// Whether a changed collider fits. Some others are not in its way.
    fn fit(
        &self,
        handle: Handle,
        changed: &Collider,
        limit: u32,
        filter: &QueryFilter<'_>,
        without: &[u32],
        (kept, trial): (&mut PieceStore, &mut Drawing),
    ) -> Result<Fit, InvalidArgument> {
        let (plane, position) = (self.plane(), changed.transform.position());
        let body = self.body_after(handle.index, changed, trial)?;
        let at = body.corner() + pivot_pixel(position);
        // Around a torus no way is longer than half a lap.
        let (w, h) = plane.periods();
        let limit = i64::from(limit);
        let most = [limit.min(w / 2), limit.min(h / 2)];
        let place = body.mask().extent().shifted(at);
        let filter = filter.about(changed);
        let counts = |piece: &ObstaclePixels<'_>| piece.is_solid() && !without.contains(&piece.owner);
        // Mostly it is free, and needs no list.
        let mut met = None;
        let _ = self.each_piece(place, handle, &filter, &mut |mut piece| {
            let comes_first = met.is_none_or(|owner| piece.owner < owner);
            if comes_first && counts(&piece) && piece.meets(body.mask(), at) {
                met = Some(piece.owner);
            }
            ControlFlow::Continue(())
        });
        let Some(owner) = met else { return Ok(Fit::Free) };
        let Extent { x0, y0, x1, y1 } = place;
        let way = Extent { x0: x0 - most[0], y0: y0 - most[1], x1: x1 + most[0], y1: y1 + most[1] };
        let (mut few, mut many) = ([ObstaclePixels::NOTHING; FEW], mem::take(&mut kept.list));
        let found = self.pieces_in(way, handle, &filter, &mut few, &mut many);
        let mut counting = 0;
        for at in 0..found.len() {
            if counts(&found[at]) {
                found.swap(at, counting);
                counting += 1;
            }
        }
        let pieces = &mut found[..counting];
        let mut left = MOST_DRAWN;
        pieces.iter_mut().for_each(|piece| left -= piece.draw_all(left));
        // Around a torus every place exists.
        let exists = |by: Offset| {
            let inside = |q: i64, by: i64| (q + (by << 16)).abs() <= PointQ16::LIMIT;
            !plane.is_open() || inside(position.x, by.x) && inside(position.y, by.y)
        };
        let mut places = Places { mask: body.mask(), at, pieces, last: 0, left: MOST_WORK };
        let look = |by| if exists(by) { places.look(by) } else { Some([i64::MAX; 2]) };
        let least = least_move(limit, most, look);
        kept.keep(many);
        match least {
            // The caller's filter refuses now what it accepted before.
            Ok(Some(Offset::ZERO)) => Ok(Fit::Free),
            Ok(Some(by)) => Ok(Fit::Moved(by.as_pixel())),
            Ok(None) => Ok(Fit::Stuck(self.handle_at(owner))),
            Err(most) => Err(InvalidArgument::new("limit", InvalidReason::OutOfRange { least: 0, most })),
        }
    }
}

/// The most work of one search, in words of 64 pixels that are compared or drawn. It takes a second or two.
const MOST_WORK: u64 = 1 << 31;
/// The most pixels that one search draws before it begins. They take 32 MiB.
const MOST_DRAWN: u64 = 1 << 28;
/// What each look costs at least.
const LOOK: u64 = 256;

/// Where a mask meets obstacles.
struct Places<'a, 'w> {
    mask: &'a Mask,
    at: Offset,
    pieces: &'a mut [ObstaclePixels<'w>],
    /// The obstacle that was met last. It is often the next one, too.
    last: usize,
    /// The work that may still be done.
    left: u64,
}

impl Places<'_, '_> {
    /// How many moves to the left, and to the right, from this one on are known not to be free. 0 if this one is free. None if finding out
    /// is too much work.
    fn look(&mut self, by: Offset) -> Option<[i64; 2]> {
        let mut work = LOOK;
        let steps = (self.last..self.pieces.len()).chain(0..self.last).find_map(|i| {
            let (steps, looked_at) = self.pieces[i].steps_out(self.mask, self.at + by);
            work += looked_at;
            self.last = if steps.is_some() { i } else { self.last };
            steps
        });
        self.left = self.left.checked_sub(work)?;
        Some(steps.unwrap_or([0; 2]))
    }
}

/// The least move by (dx² + dy², dy, dx) that is free, at most `limit` pixels long and `most` along each axis. `look` says how many moves to
/// the left, and to the right, from one on are not free; 0 if it is. (0, 0) is not free. If `look` gives up, the error is a limit at which
/// it does not.
fn least_move(
    limit: i64,
    most: [i64; 2],
    mut look: impl FnMut(Offset) -> Option<[i64; 2]>,
) -> Result<Option<Offset>, i64> {
    let key = |by: Offset| (i128::from(by.x).pow(2) + i128::from(by.y).pow(2), by.y, by.x);
    let (mut best, mut nearest) = (None, (i128::from(limit).pow(2), i64::MAX, i64::MAX));
    for away in 0..=most[1] {
        if i128::from(away).pow(2) > nearest.0 {
            break;
        }
        // Moves to the left come before those to the right. Both are as long.
        let sides = [(-away, -1), (-away, 1), (away, -1), (away, 1)];
        for (y, side) in sides.into_iter().skip(if away == 0 { 2 } else { 0 }) {
            let mut x = 0;
            while x <= most[0] && key(Offset::new(side * x, y)) < nearest {
                let by = Offset::new(side * x, y);
                let [left, right] = look(by).ok_or((away - 1).max(0))?;
                if left == 0 {
                    (best, nearest) = (Some(by), key(by));
                }
                x = x.saturating_add(if side < 0 { left } else { right });
            }
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_move_is_found() {
        for limit in [0, 1, 2, 5, 9] {
            for seed in 0..400_u64 {
                // A few free places, by a hash.
                let is_free = |by: Offset| {
                    let n = (by.x * 31 + by.y * 17).unsigned_abs() + seed * 7919 + u64::from(by.x < 0);
                    n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 59 == 0
                };
                let most = i64::from(limit);
                let all = (-most..=most).flat_map(|y| (-most..=most).map(move |x| Offset::new(x, y)));
                let truth = all
                    .filter(|by| {
                        by.x * by.x + by.y * by.y <= most * most && *by != Offset::ZERO && is_free(*by)
                    })
                    .min_by_key(|by| (by.x * by.x + by.y * by.y, by.y, by.x));
                let look = |by| Some(if by != Offset::ZERO && is_free(by) { [0; 2] } else { [1; 2] });
                assert_eq!(least_move(most, [most; 2], look), Ok(truth), "limit {limit}, seed {seed}");
            }
        }
    }

    /// A search that gives up names a limit for which it does not.
    #[test]
    fn a_search_that_gives_up_names_a_limit() {
        for most_looks in [1, 2, 3, 10, 1000, 54_321] {
            let search = |limit: i64| {
                let mut looks = 0;
                let look = |_| {
                    looks += 1;
                    (looks <= most_looks).then_some([1, 2])
                };
                least_move(limit, [limit; 2], look)
            };
            let given_up = search(9999).unwrap_err();
            assert!(given_up == 0 || search(given_up) == Ok(None), "{most_looks} {given_up}");
            assert!(given_up > 0 || most_looks < 54_321);
        }
    }
}
