//! The slope of the ground under a collider's feet.

use core::ops::ControlFlow;

use crate::geom::{Extent, Offset};
use crate::invalid_argument::InvalidArgument;
use crate::mask::Mask;
use crate::mover::{Body, ObstaclePixels};
use crate::world::ask::query::QueryFilter;
use crate::world::store::Store;
use crate::world::types::handle::Handle;

/// The slope of the ground under a collider, from [`World::ground_slope`](crate::World::ground_slope): `rise` over `run`, exactly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Slope {
    /// How many columns the right end of the ground lies to the right of its left end. 0 if there is ground under one column only.
    pub run: u32,
    /// How many pixels the ground lies higher at its right end than at its left end. Negative if it goes down to the right.
    pub rise: i32,
}

/// With this reach, two grounds are never farther apart than an `i32` can say.
const MOST_REACH: u32 = 1 << 30;

impl Store {
    /// The slope of the ground under a collider's feet.
    pub(crate) fn ground_slope(
        &self,
        handle: Handle,
        reach: u32,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<Slope>, InvalidArgument> {
        let Some(stored) = self.stored(handle) else { return Ok(None) };
        let body =
            self.pixels.cover(handle.index).map_or_else(|| Ok(Body::nothing()), |cover| cover.mover())?;
        let (mask, at, reach) = (body.mask(), body.corner(), i64::from(reach.min(MOST_REACH)));
        let (mut left, mut right): (Option<Ground>, Option<Ground>) = (None, None);
        let extent = body.extent();
        let way = Extent { y1: extent.y1 + 1 + reach, ..extent };
        let looked = self.each_piece(way, handle, &filter.about(stored), &mut |mut piece| {
            if !piece.one_way && piece.meets(mask, at) {
                return ControlFlow::Break(());
            }
            let columns = 0..i64::from(mask.width());
            let mut ground = |x: i64| Ground::of(&mut piece, mask, at, x, reach);
            let ends = [columns.clone().find_map(&mut ground), columns.rev().find_map(&mut ground)];
            left = left.into_iter().chain(ends[0]).min();
            right = right.into_iter().chain(ends[1]).min_by_key(|it| (-it.x, it.y));
            ControlFlow::Continue(())
        });
        let (Some(left), Some(right)) = (left, right) else { return Ok(None) };
        let slope = Slope { run: (right.x - left.x) as u32, rise: (left.y - right.y) as i32 };
        Ok(looked.is_continue().then_some(slope))
    }
}

/// The ground of a column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Ground {
    x: i64,
    y: i64,
}

impl Ground {
    /// What one obstacle is to a column of a mask that lies at a place.
    fn of(piece: &mut ObstaclePixels<'_>, mask: &Mask, at: Offset, x: i64, reach: i64) -> Option<Ground> {
        let foot = (0..i64::from(mask.height())).rev().find(|&y| mask.window(x, y) & 1 != 0)?;
        let y = piece.ground_below(at + Offset::new(x, foot), reach)?;
        Some(Ground { x, y })
    }
}
