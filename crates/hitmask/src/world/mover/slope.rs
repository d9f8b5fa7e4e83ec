//! The slope of the ground under a collider's feet.

use core::ops::ControlFlow;

use crate::geom::{Direction, Offset};
use crate::invalid_argument::InvalidArgument;
use crate::mask::Mask;
use crate::mover::{ObstaclePixels, pivot_pixel};
use crate::world::collider::handle::Handle;
use crate::world::queries::query::QueryFilter;
use crate::world::store::Store;

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
        let body = self.mover(handle.index)?.moved(pivot_pixel(stored.position));
        let (mask, at, reach) = (body.mask(), body.corner(), i64::from(reach.min(MOST_REACH)));
        let (mut left, mut right): (Option<Ground>, Option<Ground>) = (None, None);
        let extent = body.extent();
        let Some(up) = stored.up else { return Ok(None) };
        let Offset { x, y } = up.offset();
        let way = extent.around(extent.shifted(Offset::new(-x * (1 + reach), -y * (1 + reach))));
        let looked = self.each_piece(way, handle, &filter.about(stored), &mut |mut piece| {
            if piece.yields {
                return ControlFlow::Continue(());
            }
            if piece.is_solid() && piece.meets(mask, at) {
                return ControlFlow::Break(());
            }
            let columns = 0..i64::from(if x == 0 { mask.width() } else { mask.height() });
            let mut ground = |column: i64| Ground::of(&mut piece, mask, at, (up, column), reach);
            let ends = [columns.clone().find_map(&mut ground), columns.rev().find_map(&mut ground)];
            left = left.into_iter().chain(ends[0]).min();
            right = right.into_iter().chain(ends[1]).min_by_key(|it| (-it.column, it.depth));
            ControlFlow::Continue(())
        });
        let (Some(left), Some(right)) = (left, right) else { return Ok(None) };
        let slope =
            Slope { run: (right.column - left.column) as u32, rise: (left.depth - right.depth) as i32 };
        Ok(looked.is_continue().then_some(slope))
    }
}

/// The ground of a column: how far to the right, and how far down. Seen as if up were up: turned, not mirrored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Ground {
    column: i64,
    depth: i64,
}

impl Ground {
    /// What one obstacle is to a column of a mask that lies at a place.
    fn of(
        piece: &mut ObstaclePixels<'_>,
        mask: &Mask,
        at: Offset,
        (up, column): (Direction, i64),
        reach: i64,
    ) -> Option<Ground> {
        let size = (mask.width().into(), mask.height().into());
        // The pixel of a column that lies so far down from the top.
        let pixel = |down: i64| up.as_it_lies(Offset::new(column, down), size);
        let foot = (0..up.upright_size(size).1).rev().find(|&down| {
            let Offset { x, y } = pixel(down);
            mask.window(x, y) & 1 != 0
        })?;
        let depth = foot + piece.ground_below(at + pixel(foot), reach, up)?;
        Some(Ground { column, depth })
    }
}
