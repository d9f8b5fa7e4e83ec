//! Segments: their pixels, and what they hit first.

use core::ops::{ControlFlow, Range};

use super::World;
use super::cover::Cover;
use super::event::{EventDetail, Touch};
use super::handle::Handle;
use super::place::aabb;
use super::query::QueryFilter;
use crate::geom::{Extent, Point, Rect};

/// The pixels of a segment by Bresenham's rule, numbered from the first point on. The k-th pixel is found by a division: nobody has to walk
/// there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    from: Point,
    to: Point,
}

/// What a segment hits first: see [`World::first_on_line`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct LineHit {
    /// Whom.
    pub handle: Handle,
    /// Its data.
    pub data: u64,
    /// The first pixel of the segment that it covers.
    pub pixel: Point,
    /// How many pixels of the segment lie before that one.
    pub steps: u64,
}

impl World {
    /// The first collider that a segment's pixels hit on their way from one point to the other, and where; None when they hit nothing.
    /// Of several at the same pixel the one with the lowest handle. By pixels; custom tests are not asked.
    ///
    /// ```
    /// use hitmask::{Collider, Point, QueryFilter, Rect, World};
    /// let mut world = World::new();
    /// world.insert(Collider::new(Rect::new(40, 0, 8, 8)));
    /// let near = world.insert(Collider::new(Rect::new(20, 0, 8, 8)));
    /// let hit = world.first_on_line((0, 4), (100, 4), &QueryFilter::default()).unwrap();
    /// assert_eq!((hit.handle, hit.pixel, hit.steps), (near, Point::new(20, 4), 20));
    /// ```
    #[must_use]
    pub fn first_on_line(
        &self,
        from: impl Into<Point>,
        to: impl Into<Point>,
        filter: &QueryFilter,
    ) -> Option<LineHit> {
        let line = Line::new(from.into(), to.into());
        let mut first: Option<(u64, u32)> = None;
        let _ = self.each_near(aabb(line.extent()), filter, &mut |index| {
            let hit = self.at(index).cover().and_then(|cover| line.first_in(&cover));
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
            pixel: line.point(steps),
            steps,
        })
    }
}

impl Line {
    pub(super) fn new(from: Point, to: Point) -> Line {
        Line { from, to }
    }

    /// Around both ends.
    pub(super) fn extent(&self) -> Extent {
        let one = |p: Point| Rect::new(p.x, p.y, 1, 1).extent();
        one(self.from).around(one(self.to))
    }

    /// How many steps the last pixel is away from the first.
    fn steps(&self) -> u64 {
        self.from.x.abs_diff(self.to.x).max(self.from.y.abs_diff(self.to.y)).into()
    }

    /// A coordinate after so many steps: rounded to nearest, halves towards the end.
    fn along(&self, from: i32, to: i32, step: u64) -> i64 {
        let (way, all) = (u128::from(from.abs_diff(to)), u128::from(self.steps().max(1)));
        let gone = ((2 * way * u128::from(step) + all) / (2 * all)) as i64;
        i64::from(from) + if to < from { -gone } else { gone }
    }

    fn pixel(&self, step: u64) -> (i64, i64) {
        (self.along(self.from.x, self.to.x, step), self.along(self.from.y, self.to.y, step))
    }

    fn point(&self, step: u64) -> Point {
        let (x, y) = self.pixel(step);
        Point::new(x as i32, y as i32)
    }

    /// The steps whose pixels lie in an extent: each coordinate only grows or only falls.
    fn steps_in(&self, extent: Extent) -> Range<u64> {
        let end = self.steps() + 1;
        // The first step from which on a coordinate has come to a limit, going its way.
        let reached = |from: i32, to: i32, limit: i64| {
            let (mut low, mut high) = (0, end);
            while low < high {
                let middle = low + (high - low) / 2;
                let at = self.along(from, to, middle);
                if if to < from { at <= limit } else { at >= limit } {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            low
        };
        let within = |from: i32, to: i32, low: i64, high: i64| {
            if to < from {
                reached(from, to, high - 1)..reached(from, to, low - 1)
            } else {
                reached(from, to, low)..reached(from, to, high)
            }
        };
        let x = within(self.from.x, self.to.x, extent.x0, extent.x1);
        let y = within(self.from.y, self.to.y, extent.y0, extent.y1);
        x.start.max(y.start)..x.end.min(y.end)
    }

    /// The steps whose pixels are covered, in order.
    fn hits<'a>(&'a self, cover: &'a Cover<'a>) -> impl Iterator<Item = u64> + 'a {
        self.steps_in(cover.extent().intersection(Extent::WORLD)).filter(move |&step| {
            let (x, y) = self.pixel(step);
            cover.covers(x, y)
        })
    }

    /// The first step whose pixel is covered.
    pub(super) fn first_in(&self, cover: &Cover<'_>) -> Option<u64> {
        self.hits(cover).next()
    }

    /// Where it touches.
    pub(super) fn touch(&self, cover: &Cover<'_>, detail: EventDetail) -> Option<Touch> {
        let mut hits = self.hits(cover);
        let (mut first, mut area) = (self.point(hits.next()?), 1);
        let mut bounds = Rect::new(first.x, first.y, 1, 1).extent();
        for step in hits {
            let p = self.point(step);
            area += 1;
            bounds = bounds.around(Rect::new(p.x, p.y, 1, 1).extent());
            if (p.y, p.x) < (first.y, first.x) {
                first = p;
            }
        }
        Some(Touch {
            first,
            area: if detail.area { area } else { 0 },
            bounds: bounds.to_rect().filter(|_| detail.bounds),
        })
    }
}
