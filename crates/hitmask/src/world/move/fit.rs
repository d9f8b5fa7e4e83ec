//! Whether a collider fits where it is, or would fit: frames of an animation, other shapes, and the way out of what it is stuck in.

use crate::geom::{Extent, Offset, Point, PointQ16, Transform};
use crate::mover::{ObstaclePixels, pivot_pixel};
use crate::refused::{Refused, RefusedReason};
use crate::world::ask::query::QueryFilter;
use crate::world::r#move::slide::mover;
use crate::world::pixels::stored_collider::StoredCollider;
use crate::world::store::Store;
use crate::world::types::collider::Collider;
use crate::world::types::handle::Handle;
use crate::world::types::shape::ColliderShape;

/// Whether a collider fits: the answer of [`World::try_set_frame`](crate::World::try_set_frame) and its relatives, of [`World::unstick`](crate::World::unstick) and of [`World::fit_at`](crate::World::fit_at).
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

impl Store {
    /// Shows another frame of a collider's animation if the collider then overlaps no solid collider; otherwise after the least move by whole pixels, at most `limit` pixels long, that frees it; otherwise nothing changes.
    pub(crate) fn try_set_frame(
        &mut self,
        handle: Handle,
        frame: usize,
        limit: u32,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<Fit>, Refused> {
        self.try_change(handle, limit, filter, |collider| {
            let ColliderShape::Frames(frames) = &mut collider.shape else {
                return Err(Refused::new("frame", RefusedReason::WrongShape));
            };
            frames.try_show(frame)
        })
    }

    /// As [`World::try_set_frame`], with another shape.
    pub(crate) fn try_set_shape(
        &mut self,
        handle: Handle,
        shape: impl Into<ColliderShape>,
        limit: u32,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<Fit>, Refused> {
        let shape = shape.into();
        self.try_change(handle, limit, filter, |collider| {
            collider.shape = shape;
            Ok(())
        })
    }

    /// As [`World::try_set_frame`], with another transform: position, rotation, scale, flips.
    pub(crate) fn try_set_transform(
        &mut self,
        handle: Handle,
        transform: impl Into<Transform>,
        limit: u32,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<Fit>, Refused> {
        let transform = transform.into();
        self.try_change(handle, limit, filter, |collider| {
            collider.transform = transform;
            Ok(())
        })
    }

    /// Frees a collider from the solid colliders that it overlaps, by the least move of at most `limit` pixels, as [`World::try_set_frame`] does.
    pub(crate) fn unstick(
        &mut self,
        handle: Handle,
        limit: u32,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<Fit>, Refused> {
        self.try_change(handle, limit, filter, |_| Ok(()))
    }

    /// Whether a collider would overlap a solid collider at a position, and which least move of at most `limit` pixels would free it there: as [`World::try_set_frame`], but it only asks.
    pub(crate) fn fit_at(
        &self,
        handle: Handle,
        position: impl Into<PointQ16>,
        limit: u32,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<Fit>, Refused> {
        self.no_part(handle)?;
        let position = position.into();
        let changed = self.changed(handle, |collider| collider.transform.try_set_position(position))?;
        changed.map(|changed| self.fit(handle, &changed, limit, filter)).transpose()
    }

    fn try_change(
        &mut self,
        handle: Handle,
        limit: u32,
        filter: &QueryFilter<'_>,
        change: impl FnOnce(&mut Collider) -> Result<(), Refused>,
    ) -> Result<Option<Fit>, Refused> {
        self.no_part(handle)?;
        let Some(mut changed) = self.changed(handle, change)? else { return Ok(None) };
        let fit = self.fit(handle, &changed, limit, filter)?;
        match fit {
            Fit::Stuck(_) => return Ok(Some(fit)),
            Fit::Moved(by) => {
                changed.position += PointQ16::from(by);
            }
            Fit::Free => {}
        }
        self.change(handle, |stored| stored.take_on(changed.lend()));
        Ok(Some(fit))
    }

    /// A copy of a collider, changed and on whole pixels. It is not in the world.
    fn changed(
        &self,
        handle: Handle,
        change: impl FnOnce(&mut Collider) -> Result<(), Refused>,
    ) -> Result<Option<StoredCollider>, Refused> {
        let Some(collider) = self.get(handle) else { return Ok(None) };
        let mut changed = collider.to_collider();
        change(&mut changed)?;
        changed.whole_pixels = true;
        Ok(Some(StoredCollider::new(changed)))
    }

    fn fit(
        &self,
        handle: Handle,
        changed: &StoredCollider,
        limit: u32,
        filter: &QueryFilter<'_>,
    ) -> Result<Fit, Refused> {
        let position = changed.position;
        let body = mover(changed, self.plane())?;
        let at = body.corner() + pivot_pixel(position);
        let most = i64::from(limit);
        let Extent { x0, y0, x1, y1 } = body.mask().extent().shifted(at);
        let way = Extent { x0: x0 - most, y0: y0 - most, x1: x1 + most, y1: y1 + most };
        let mut pieces = self.pieces(way, handle, &filter.about(changed));
        pieces.retain(|piece| !piece.one_way);
        let first = |pieces: &mut [ObstaclePixels<'_>], by: Offset| {
            pieces.iter_mut().find_map(|piece| piece.meets(body.mask(), at + by).then_some(piece.owner))
        };
        let Some(owner) = first(&mut pieces, Offset::ZERO) else { return Ok(Fit::Free) };
        pieces.iter_mut().for_each(ObstaclePixels::draw_all);
        let exists = |by: Offset| {
            let inside = |q: i64, by: i64| (q + (by << 16)).abs() <= PointQ16::LIMIT;
            inside(position.x, by.x) && inside(position.y, by.y)
        };
        Ok(match least_move(limit, |by| exists(by) && first(&mut pieces, by).is_none()) {
            Some(by) => Fit::Moved(by.as_pixel()),
            None => Fit::Stuck(self.handle_at(owner)),
        })
    }
}

/// The least move by (dx² + dy², dy, dx), at most `limit` pixels long, that is free. (0, 0) is not asked.
fn least_move(limit: u32, mut is_free: impl FnMut(Offset) -> bool) -> Option<Offset> {
    let limit = i64::from(limit);
    let key = |by: Offset| (i128::from(by.x).pow(2) + i128::from(by.y).pow(2), by.y, by.x);
    let mut best: Option<Offset> = None;
    let is_better = |by: Offset, best: Option<Offset>| match best {
        None => key(by).0 <= i128::from(limit).pow(2),
        Some(best) => key(by) < key(best),
    };
    for away in 0..=limit {
        if !is_better(Offset::new(0, -away), best) {
            break;
        }
        for y in [-away, away] {
            for x in 0..=limit {
                // Moves to the left come before those to the right. Both are as long.
                if !is_better(Offset::new(-x, y), best) {
                    break;
                }
                let free = [Offset::new(-x, y), Offset::new(x, y)]
                    .into_iter()
                    .find(|&by| by != Offset::ZERO && is_better(by, best) && is_free(by));
                if free.is_some() {
                    best = free;
                    break;
                }
            }
        }
    }
    best
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
                assert_eq!(least_move(limit, is_free), truth, "limit {limit}, seed {seed}");
            }
        }
    }
}
