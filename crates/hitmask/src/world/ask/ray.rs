//! Rays among the colliders of a world.

use core::ops::ControlFlow;

use crate::geom::{Extent, Offset, PointQ16};
use crate::invalid_argument::InvalidArgument;
use crate::sweep::cast::Cast;
use crate::sweep::path::Path;
use crate::sweep::ray::{ray_cast, ray_cast_past};
use crate::world::ask::query::QueryFilter;
use crate::world::pixels::cover_meeting::Once;
use crate::world::pixels::raster_cover::RasterCover;
use crate::world::plane::Plane;
use crate::world::store::Store;
use crate::world::types::handle::Handle;

/// The first hit of a ray, from [`World::ray_cast`](crate::World::ray_cast).
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

impl Store {
    /// The first collider that a ray hits on its way from a position along a motion, and exactly when.
    pub(crate) fn ray_cast(
        &self,
        position: impl Into<PointQ16>,
        motion: impl Into<PointQ16>,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<RayHit>, InvalidArgument> {
        let (from, motion) = (position.into().checked("position")?, motion.into().checked("motion")?);
        let from = self.plane().position(from);
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
            if let Some(cover) = self.pixels.cover(index) {
                let cast = ray_in_plane(self.plane(), &cover, from, motion);
                let earlier = first
                    .is_none_or(|(best, i)| cast.is_before(&best) || !best.is_before(&cast) && index < i);
                if cast != Cast::Miss && earlier {
                    first = Some((cast, index));
                }
            }
            ControlFlow::Continue(())
        });
        Ok(first.map(|(cast, index)| RayHit {
            handle: self.handle_at(index),
            data: self.at(index).data,
            cast,
        }))
    }
}

/// When a ray first hits an image of a cover. The pixel lies in tile 0.
fn ray_in_plane(plane: Plane, cover: &RasterCover<'_>, from: PointQ16, motion: PointQ16) -> Cast {
    let once = Once::of(plane, cover);
    // With the pixels around it, because a ray along a seam may be stopped by an image on each side.
    let around = once.region.grown(1);
    let path = Path::new(from, motion);
    let (from, way) = (Offset::new(from.x, from.y), Offset::new(motion.x, motion.y));
    if plane.is_open() {
        let covers = |x, y| once.covers_anywhere(x, y);
        return ray_cast_past(&cover.pixels(false), around, &covers, &path);
    }
    let mut first = Cast::Miss;
    for by in plane.images_along(from, way, around) {
        let cast = ray_cast(around, |x, y| once.covers_anywhere(x, y), &path.shifted(-by));
        if cast.is_before(&first) {
            first = cast;
        }
    }
    if let Cast::Hit { point, .. } = &mut first {
        *point = plane.pixel((*point).into()).as_pixel();
    }
    first
}
