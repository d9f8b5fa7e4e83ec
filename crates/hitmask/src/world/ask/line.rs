//! Queries along a segment: its pixels, and the first collider on them.

use core::ops::ControlFlow;

use crate::geom::{Extent, Offset, PixelLine, Point, Rect};
use crate::world::World;
use crate::world::ask::query::QueryFilter;
use crate::world::pixels::cover::Cover;
use crate::world::types::event::{EventDetail, Touch};
use crate::world::types::handle::Handle;

/// The first hit of a segment, from [`World::first_on_line`].
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
        let line = self.wrap().map_or(line, |wrap| wrap.line(line));
        let mut first: Option<(i64, u32)> = None;
        let _ = self.each_near(line.extent().into(), filter, &mut |index| {
            let hit = self.at(index).cover().and_then(|cover| self.first_in(&line, &cover));
            if let Some(steps) = hit
                && first.is_none_or(|first| (steps, index) < first)
            {
                first = Some((steps, index));
            }
            ControlFlow::Continue(())
        });
        first.map(|(steps, index)| LineHit {
            handle: self.handle_at(index),
            data: self.at(index).collider.data,
            pixel: self.wrap().map_or(line.at(steps), |wrap| wrap.pixel(line.at(steps))).as_pixel(),
            steps: steps as u64,
        })
    }

    /// The first step at which the pixel of a segment is covered.
    pub(crate) fn first_in(&self, line: &PixelLine, cover: &Cover<'_>) -> Option<i64> {
        match self.wrap() {
            None => hits(line, cover).next(),
            Some(wrap) => wrap.first_on_line(line, cover),
        }
    }

    /// Where a segment and a cover touch.
    pub(crate) fn touch_on_line(&self, line: &PixelLine, cover: &Cover<'_>) -> Option<Touch> {
        let detail = self.options.detail;
        if let Some(wrap) = self.wrap() {
            return wrap.touch_on_line(line, cover, detail);
        }
        let mut all = Hits::default();
        hits(line, cover).for_each(|step| all.add(line.at(step).as_pixel()));
        all.touch(detail)
    }
}

/// The steps of a segment at which its pixels are covered, in order.
fn hits<'a>(line: &'a PixelLine, cover: &'a Cover<'a>) -> impl Iterator<Item = i64> + 'a {
    line.steps_in(cover.extent().intersection(Extent::WORLD)).filter(move |&step| {
        let Offset { x, y } = line.at(step);
        cover.covers(x, y)
    })
}

/// Pixels at which a segment touches a cover.
#[derive(Default)]
pub(crate) struct Hits {
    first: Option<Point>,
    area: u64,
    bounds: Extent,
}

impl Hits {
    pub(crate) fn add(&mut self, pixel: Point) {
        self.first = Some(self.first.map_or(pixel, |first| first.min(pixel)));
        self.area += 1;
        self.bounds = self.bounds.around(Rect::new(pixel.x, pixel.y, 1, 1).extent());
    }

    pub(crate) fn touch(self, detail: EventDetail) -> Option<Touch> {
        Some(Touch {
            area: if detail.area { self.area } else { 0 },
            bounds: self.bounds.to_rect().filter(|_| detail.bounds),
            ..Touch::new(self.first?)
        })
    }
}
