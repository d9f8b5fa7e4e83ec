//! Queries along a segment: its pixels, and the first collider on them.

use crate::geom::{Extent, Offset, PixelLine, Point, Rect, Supercover};
use crate::world::collider::event::{EventDetail, Touch};
use crate::world::collider::handle::Handle;
use crate::world::narrow_phase::cover_meeting::Once;
use crate::world::narrow_phase::raster_cover::RasterCover;
use crate::world::plane::{ImagesAlong, Plane};
use crate::world::queries::query::QueryFilter;
use crate::world::store::Store;
use crate::world::store::world::World;

/// The first hit of a segment, from [`World::first_on_line`](crate::World::first_on_line).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct LineHit {
    /// The collider that is hit.
    pub handle: Handle,
    /// The collider's data.
    pub data: u64,
    /// The first pixel of the segment that the collider covers.
    pub pixel: Point,
    /// How many pixels of the segment come before that one.
    pub steps: u64,
}

impl World {
    /// The first collider on the pixels of a segment, walked from one point to the other, and where it is hit. None if there is none. Of
    /// several colliders at the same pixel, the one with the lowest handle. The pixels are those of [`Probe::line`](crate::Probe::line).
    /// Custom tests are not asked.
    ///
    /// The segment is one pixel wide, and its pixels may touch each other at corners alone. So it slips through a wall whose pixels do, too: a
    /// wall of one pixel that slants by 45 degrees has gaps for it. For lines of sight that nothing slips through, ask
    /// [`World::first_on_supercover`].
    ///
    /// # Complexity
    /// The segment's pixels in each collider whose box meets the box around the segment. For a long slanting segment those may be many.
    ///
    /// ```
    /// use hitmask::{Collider, Point, QueryFilter, Rect, World};
    /// let mut world = World::new();
    /// world.insert(Collider::new(Rect::new(40, 0, 8, 8)));
    /// let near = world.insert(Collider::new(Rect::new(20, 0, 8, 8)));
    /// let hit = world.first_on_line((0, 4), (100, 4), &QueryFilter::default()).unwrap();
    /// assert_eq!((hit.handle, hit.pixel, hit.steps), (near, Point::new(20, 4), 20));
    /// ```
    #[doc(alias = "line_of_sight")]
    #[doc(alias = "linecast")]
    #[doc(alias = "hitscan")]
    #[doc(alias = "segment cast")]
    #[doc(alias = "line of sight")]
    #[must_use]
    pub fn first_on_line(
        &self,
        from: impl Into<Point>,
        to: impl Into<Point>,
        filter: &QueryFilter<'_>,
    ) -> Option<LineHit> {
        let line = PixelLine::between(from.into(), to.into());
        self.store.first_on(line, filter, |line, cover| {
            self.store.first_in(line, cover).map(|step| (step as u64, line.at(step)))
        })
    }

    /// As [`World::first_on_line`], for every pixel that the segment between the centres of both pixels touches: each pixel whose inside it meets,
    /// and where it passes exactly through a corner, both pixels beside its way. So no wall has a gap for it, however its pixels touch.
    ///
    /// The pixels come in the order in which the segment reaches them. At a corner that is the pixel one step along x, then the one one step
    /// along y, then the one behind the corner.
    ///
    /// # Complexity
    /// As [`World::first_on_line`], with about twice the pixels.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, Point, QueryFilter, World};
    /// let mut world = World::new();
    /// world.insert(Collider::new(Mask::from_fn(9, 9, |x, y| x + y == 8)));         // a slanting wall
    /// let filter = QueryFilter::default();
    /// assert!(world.first_on_line((3, 4), (5, 6), &filter).is_none());              // between (4, 4) and (3, 5)
    /// let hit = world.first_on_supercover((3, 4), (5, 6), &filter).unwrap();
    /// assert_eq!((hit.pixel, hit.steps), (Point::new(4, 4), 1));
    /// ```
    #[doc(alias = "hitscan")]
    #[doc(alias = "line of sight")]
    #[must_use]
    pub fn first_on_supercover(
        &self,
        from: impl Into<Point>,
        to: impl Into<Point>,
        filter: &QueryFilter<'_>,
    ) -> Option<LineHit> {
        let line = PixelLine::between(from.into(), to.into());
        self.store.first_on(line, filter, |line, cover| self.store.first_touched(line, cover))
    }
}

impl Store {
    /// The first hit of a segment. `first_of` finds the first pixel of it in a cover, after the number of pixels before that.
    fn first_on(
        &self,
        line: PixelLine,
        filter: &QueryFilter<'_>,
        first_of: impl Fn(&PixelLine, &RasterCover<'_>) -> Option<(u64, Offset)>,
    ) -> Option<LineHit> {
        let line = self.plane().line(line);
        let mut first: Option<(u64, u32, Offset)> = None;
        self.each_cover_near(line.extent().into(), filter, |index, cover| {
            if let Some((steps, pixel)) = first_of(&line, &cover)
                && first.is_none_or(|(least, lowest, _)| (steps, index) < (least, lowest))
            {
                first = Some((steps, index, pixel));
            }
        });
        first.map(|(steps, index, pixel)| LineHit {
            handle: self.handle_at(index),
            data: self.at(index).data,
            pixel: self.plane().pixel(pixel).as_pixel(),
            steps,
        })
    }

    /// The first pixel that a segment touches and a cover covers, after the number of pixels before it.
    fn first_touched(&self, line: &PixelLine, cover: &RasterCover<'_>) -> Option<(u64, Offset)> {
        let once = Once::of(self.plane(), cover);
        let in_image = |by: Offset| {
            let line = Supercover::of(line.shifted(-by));
            let in_rank = |rank: i64| {
                let covered = |(at, _): &(Offset, u64)| once.region.contains(at.x, at.y) && once.covers(*at);
                line.rank(rank).filter(covered).min_by_key(|&(_, before)| before)
            };
            let mut ranks = line.ranks_in(once.region);
            let first = ranks.find_map(in_rank)?;
            // At a corner, a pixel of the next rank may come first.
            let next = ranks.next().and_then(in_rank);
            [Some(first), next].into_iter().flatten().min_by_key(|&(_, before)| before)
        };
        let all = images_along(self.plane(), line, once.region).filter_map(in_image);
        all.map(|(at, before)| (before, at)).min_by_key(|&(before, _)| before)
    }

    /// The first step at which the pixel of a segment is covered.
    pub(crate) fn first_in(&self, line: &PixelLine, cover: &RasterCover<'_>) -> Option<i64> {
        let once = Once::of(self.plane(), cover);
        images_along(self.plane(), line, once.region)
            .filter_map(|by| {
                let line = line.shifted(-by);
                line.steps_in(once.region).find(|&step| once.covers(line.at(step)))
            })
            .min()
    }

    /// Where a segment and a cover touch. A pixel that the line passes several times counts once.
    pub(crate) fn touch_on_line(&self, line: &PixelLine, cover: &RasterCover<'_>) -> Option<Touch> {
        let plane = self.plane();
        let once = Once::of(plane, cover);
        let mut hits = Hits::default();
        for by in images_along(plane, line, once.region) {
            let line_here = line.shifted(-by);
            for step in line_here.steps_in(once.region) {
                let pixel = line_here.at(step);
                if once.covers(pixel) && !was_passed(plane, line, pixel, step) {
                    hits.add(plane.pixel(pixel).as_pixel());
                }
            }
        }
        hits.touch(self.options.detail)
    }
}

/// The ways to move images of a box so that they may meet a line.
fn images_along(plane: Plane, line: &PixelLine, e: Extent) -> ImagesAlong {
    let q16 = |Offset { x, y }: Offset| Offset::new(x << 16, y << 16);
    plane.images_along(q16(line.start()), q16(line.way()), e)
}

/// Whether a line passes an image of a pixel before a step.
fn was_passed(plane: Plane, line: &PixelLine, pixel: Offset, step: i64) -> bool {
    if plane.is_open() {
        return false;
    }
    let one = Extent { x0: pixel.x, y0: pixel.y, x1: pixel.x + 1, y1: pixel.y + 1 };
    images_along(plane, line, one).any(|by| {
        let steps = line.shifted(-by).steps_in(one);
        steps.start < steps.end && steps.start < step
    })
}

/// Pixels at which a segment touches a cover.
#[derive(Default)]
struct Hits {
    first: Option<Point>,
    area: u64,
    bounds: Extent,
}

impl Hits {
    fn add(&mut self, pixel: Point) {
        self.first = Some(self.first.map_or(pixel, |first| first.min(pixel)));
        self.area += 1;
        self.bounds = self.bounds.around(Rect::new(pixel.x, pixel.y, 1, 1).extent());
    }

    fn touch(self, detail: EventDetail) -> Option<Touch> {
        Some(Touch {
            area: if detail.area { self.area } else { 0 },
            bounds: self.bounds.to_rect().filter(|_| detail.bounds),
            ..Touch::new(self.first?)
        })
    }
}
