//! Rays among the colliders of a world.

use core::ops::ControlFlow;

use crate::geom::{Extent, PointQ16};
use crate::sweep::cast::Cast;
use crate::sweep::path::Path;
use crate::sweep::ray::ray_cast;
use crate::world::World;
use crate::world::ask::query::QueryFilter;
use crate::world::types::handle::Handle;

/// The first hit of a ray, from [`World::ray_cast`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct RayHit {
    /// The collider that is hit.
    pub handle: Handle,
    /// The collider's data.
    pub data: u64,
    /// When the ray hits, and from which side. The point is a pixel of the world.
    pub cast: Cast,
}

impl World {
    /// The first collider that a ray hits on its way from a position along a motion, and exactly when. None if it hits nothing. A collider
    /// that holds the start comes first, as [`Cast::InitialOverlap`]. Of several that are hit at the same moment, the one with the lowest
    /// handle. The ray hits the pixels that colliders cover; custom tests are not asked.
    ///
    /// [`World::first_on_line`] steps from pixel to pixel. This verb knows parts of a pixel and the side that is hit. A ray along the side
    /// of a collider passes it. So it also passes between two colliders that stand side by side, and between two pixels that touch at a
    /// corner.
    ///
    /// # Panics
    /// If the position or the motion is beyond [`PointQ16::LIMIT`].
    ///
    /// # Complexity
    /// One ray cast against each collider whose box meets the box around the ray. For a long slanting ray those may be many.
    ///
    /// ```
    /// use hitmask::{Cast, Collider, Point, QueryFilter, Rect, World};
    /// let mut world = World::new();
    /// let crate_ = world.insert(Collider::new(Rect::new(20, 0, 8, 8)));
    /// let hit = world.ray_cast((0, 4), (80, 0), &QueryFilter::default()).unwrap();
    /// let Cast::Hit { time, normal, .. } = hit.cast else { panic!() };
    /// assert_eq!((hit.handle, time.to_f64(), normal), (crate_, 0.25, Point::new(-1, 0)));
    /// ```
    #[doc(alias = "raycast")]
    #[doc(alias = "line of sight")]
    #[must_use]
    pub fn ray_cast(
        &self,
        position: impl Into<PointQ16>,
        motion: impl Into<PointQ16>,
        filter: &QueryFilter<'_>,
    ) -> Option<RayHit> {
        let (from, motion) = (position.into().checked(), motion.into().checked());
        let wrap = self.wrap();
        let from = wrap.map_or(from, |wrap| wrap.position(from));
        let path = Path::new(from, motion);
        let to = from + motion;
        // A ray along the border of two pixels may be stopped by the pixels on both sides of it.
        let way = Extent {
            x0: (from.x.min(to.x) >> 16) - 1,
            y0: (from.y.min(to.y) >> 16) - 1,
            x1: (from.x.max(to.x) >> 16) + 2,
            y1: (from.y.max(to.y) >> 16) + 2,
        };
        let mut first: Option<(Cast, u32)> = None;
        let _ = self.each_near(way.into(), filter, &mut |index| {
            if let Some(cover) = self.at(index).cover() {
                let extent = cover.extent().intersection(Extent::WORLD);
                let cast = match wrap {
                    None => ray_cast(extent, |x, y| cover.covers(x, y), &path),
                    Some(wrap) => wrap.ray_cast(&cover, from, motion),
                };
                let earlier = first
                    .is_none_or(|(best, i)| cast.is_before(&best) || !best.is_before(&cast) && index < i);
                if cast != Cast::Miss && earlier {
                    first = Some((cast, index));
                }
            }
            ControlFlow::Continue(())
        });
        let (cast, index) = first?;
        Some(RayHit { handle: self.handle_at(index), data: self.at(index).collider.data, cast })
    }
}
