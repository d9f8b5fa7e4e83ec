//! The slope of the ground under a collider's feet.

use core::ops::ControlFlow;

use crate::geom::{Direction, Offset};
use crate::invalid_argument::{InvalidArgument, OrPanic};
use crate::mask::Mask;
use crate::mover::{ObstaclePixels, pivot_pixel};
use crate::world::collider::handle::Handle;
use crate::world::queries::query::QueryFilter;
use crate::world::store::world::World;

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

impl World {
    /// The slope of the ground under a collider's feet. None if there is no ground, if the collider overlaps a solid collider, or if the
    /// handle is stale.
    ///
    /// The *foot* of a column is the lowest pixel that the collider covers in it. The ground of a column is the first pixel below its foot
    /// that something would land on, with at most `reach` clear pixels between (and never more than 2³⁰): a pixel of a body, or one of a one-way platform whose upper
    /// neighbour in that platform is clear. The slope is that between the leftmost and the rightmost column that have a ground. So a collider
    /// that stands on the edge of a cliff sees the part on which it stands, and a step or a stone under one end counts as a slope. A wide
    /// `reach` sees more of a steep slope; as many pixels as the feet are wide see all of one of 45 degrees.
    ///
    /// What is ground is what [`World::move_and_slide`] would stand on: see there for the filter.
    ///
    /// # Panics
    /// As [`World::unstick`].
    ///
    /// # Complexity
    /// A look at each collider nearby, in each column without ground at either end. Allocates only for what must be drawn and was not drawn yet by
    /// a step or a mover.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, QueryFilter, World};
    /// let mut world = World::new();
    /// world.insert(Collider::new(Mask::from_fn(100, 60, |x, y| 2 * y + x >= 100)));      // up by one pixel in every two columns
    /// let hero = world.insert(Collider::new(Mask::filled(9, 16)).at((30, 15)).character());
    /// let slope = world.ground_slope(hero, 9, &QueryFilter::default()).unwrap();
    /// assert_eq!((slope.rise, slope.run), (4, 8));
    /// let is_too_steep = slope.rise.unsigned_abs() > slope.run;
    /// assert!(!is_too_steep);
    /// ```
    #[doc(alias = "ground normal")]
    #[doc(alias = "floor angle")]
    #[must_use]
    pub fn ground_slope(&self, handle: Handle, reach: u32, filter: &QueryFilter<'_>) -> Option<Slope> {
        self.try_ground_slope(handle, reach, filter).or_panic()
    }

    /// The checked form of [`World::ground_slope`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::ground_slope`] panics.
    pub fn try_ground_slope(
        &self,
        handle: Handle,
        reach: u32,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<Slope>, InvalidArgument> {
        let store = &self.store;
        let Some(stored) = store.stored(handle) else { return Ok(None) };
        let body = store.mover(handle.index)?.moved(pivot_pixel(stored.position));
        let (mask, at, reach) = (body.mask(), body.corner(), i64::from(reach.min(MOST_REACH)));
        let (mut left, mut right): (Option<Ground>, Option<Ground>) = (None, None);
        let extent = body.extent();
        let Some(up) = stored.up else { return Ok(None) };
        let Offset { x, y } = up.offset();
        let way = extent.around(extent.shifted(Offset::new(-x * (1 + reach), -y * (1 + reach))));
        let looked = store.each_piece(way, handle, &filter.about(stored), &mut |mut piece| {
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
