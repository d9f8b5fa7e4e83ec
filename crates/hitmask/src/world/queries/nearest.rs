//! The collider nearest to a pixel.

use crate::contact::with_spans;
use crate::geom::{Extent, Offset, Point};
use crate::world::collider::handle::Handle;
use crate::world::narrow_phase::raster_cover::RasterCover;
use crate::world::plane::Plane;
use crate::world::queries::query::QueryFilter;
use crate::world::store::world::World;

/// The collider nearest to a pixel, from [`World::nearest`](crate::World::nearest).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Nearest {
    /// The collider.
    pub handle: Handle,
    /// The collider's data.
    pub data: u64,
    /// The nearest pixel that it covers. Among equally near pixels, the one with the lowest y, then the lowest x.
    pub pixel: Point,
    /// The squared distance between the two pixels, dx² + dy². 0 if the collider covers the pixel that was asked about.
    pub squared: u64,
}

/// A covered pixel and its distance. The order is that of preference: nearest, then topmost, then leftmost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct NearPixel {
    squared: u64,
    y: i64,
    x: i64,
}

/// The square fits: two pixels are at most 2³² − 1 apart along an axis.
fn squared(distance: i64) -> u64 {
    distance.unsigned_abs() * distance.unsigned_abs()
}

impl World {
    /// The collider that covers the pixel nearest to a given pixel, at most `within` pixels away. Of several equally near colliders the one
    /// with the lowest handle. None if there is none. Distances are between covered pixels; custom tests are not asked. In a wrapped world
    /// a distance is that of the shortest way around.
    ///
    /// # Complexity
    /// Looks at colliders in squares around the pixel, 64 pixels to each side at first, then doubled until one is found.
    ///
    /// ```
    /// use hitmask::{Collider, Point, QueryFilter, Rect, World};
    /// let mut world = World::new();
    /// let crate_ = world.insert(Collider::new(Rect::new(10, 0, 8, 8)));
    /// let found = world.nearest((6, 11), 100, &QueryFilter::default()).unwrap();
    /// assert_eq!((found.handle, found.pixel, found.squared), (crate_, Point::new(10, 7), 4 * 4 + 4 * 4));
    /// assert!(world.nearest((6, 11), 5, &QueryFilter::default()).is_none());
    /// ```
    #[doc(alias = "closest")]
    #[doc(alias = "nearest neighbour")]
    #[doc(alias = "nearest neighbor")]
    #[must_use]
    pub fn nearest(&self, pixel: impl Into<Point>, within: u32, filter: &QueryFilter<'_>) -> Option<Nearest> {
        let plane = self.store.plane();
        let Offset { x, y } = plane.pixel(pixel.into().into());
        // No way around a torus is longer.
        let within = i64::from(within).min(plane.longest());
        let mut found: Option<(NearPixel, u32)> = None;
        let mut reach = 64.min(within);
        loop {
            let square = plane.around(Extent::of_pixel(x, y), reach);
            self.store.each_cover_near(square.into(), filter, |index, cover| {
                let limit = found.map_or(squared(within), |(near, _)| near.squared);
                if let Some(near) = nearest_in_plane(plane, &cover, (x, y), square, limit)
                    && found.is_none_or(|(best, lowest)| (near.squared, index) < (best.squared, lowest))
                {
                    found = Some((near, index));
                }
            });
            // Whatever is not in the square is farther away than `reach`.
            let is_near = found.is_some_and(|(near, _)| near.squared <= squared(reach));
            if is_near || reach == within {
                break;
            }
            reach = (2 * reach).min(within);
        }
        found.map(|(near, index)| Nearest {
            handle: self.store.handle_at(index),
            data: self.store.at(index).data,
            pixel: Point::new(near.x as i32, near.y as i32),
            squared: near.squared,
        })
    }
}

/// The covered pixel nearest to a pixel of tile 0, among the images that meet a square around it. The result lies in tile 0.
fn nearest_in_plane(
    plane: Plane,
    cover: &RasterCover<'_>,
    from: (i64, i64),
    square: Extent,
    limit: u64,
) -> Option<NearPixel> {
    let images = plane.images(square, cover.extent()).map(|by| cover.shifted(by));
    // Pixels of one tile have the same order as their images in tile 0, so ties are decided right.
    let cut = images.flat_map(|image| {
        let seen = image.extent().intersection(square);
        plane.tiles(seen).map(move |(by, tile)| (image.clipped(tile), by))
    });
    cut.filter_map(|(image, by)| {
        let NearPixel { squared, y, x } = image.nearest(from, limit)?;
        Some(NearPixel { squared, y: y - by.y, x: x - by.x })
    })
    .min()
}

/// Covers are searched in squares of at most this side.
const SQUARE: i64 = 1 << 8;

impl RasterCover<'_> {
    /// The covered pixel nearest to (x, y), if its squared distance is at most the limit.
    fn nearest(&self, at: (i64, i64), limit: u64) -> Option<NearPixel> {
        let e = self.extent().intersection(Extent::WORLD);
        match self.convex() {
            Some(convex) => with_spans(convex, |spans| {
                nearest_of_rows(e, at, limit, |row, x, reach| {
                    let (x0, x1) = spans.image.span(row)?;
                    let (x0, x1) = (x0.max(e.x0), x1.min(e.x1));
                    let nearest = x.min(x1 - 1).max(x0);
                    (x0 < x1 && (nearest - x).abs() <= reach).then_some(nearest)
                })
            }),
            None => self.nearest_in(e, at, limit, None),
        }
    }

    /// The better one of a pixel that was found before and the nearest pixel in a box. The nearer half of a box is searched first.
    fn nearest_in(
        &self,
        e: Extent,
        at: (i64, i64),
        limit: u64,
        found: Option<NearPixel>,
    ) -> Option<NearPixel> {
        let limit = found.map_or(limit, |near| near.squared);
        if e.is_empty() || distance(e, at) > limit {
            return found;
        }
        let (w, h) = (e.x1 - e.x0, e.y1 - e.y0);
        if w.max(h) <= SQUARE {
            let near = self.nearest_in_square(e, at, limit);
            return found.into_iter().chain(near).min();
        }
        if self.pixels(false).is_clear(e) {
            return found;
        }
        let mut halves = e.halves();
        if distance(halves[1], at) < distance(halves[0], at) {
            halves.swap(0, 1);
        }
        halves.into_iter().fold(found, |found, half| self.nearest_in(half, at, limit, found))
    }

    fn nearest_in_square(&self, e: Extent, at: (i64, i64), limit: u64) -> Option<NearPixel> {
        if self.plain().is_some() {
            return nearest_of_rows(e, at, limit, |row, x, reach| self.nearest_in_row(e, row, x, reach));
        }
        let part = self.part(e);
        let drawn = RasterCover::of_mask(&part, e.corner().as_pixel());
        nearest_of_rows(e, at, limit, |row, x, reach| drawn.nearest_in_row(e, row, x, reach))
    }

    /// The covered pixel of a row of a box nearest to x, at most `reach` away. Of two equally near ones the left one.
    fn nearest_in_row(&self, e: Extent, row: i64, x: i64, reach: i64) -> Option<i64> {
        let (low, high) = (e.x0.max(x - reach), e.x1.min(x + reach + 1));
        // First to the left, from x on; then to the right, from x + 1 on.
        let mut left = None;
        let mut end = high.min(x + 1);
        while left.is_none() && end > low {
            let start = (end - 64).max(low);
            let word = self.window(start, row, (end - start) as u32);
            left = (word != 0).then(|| start + 63 - i64::from(word.leading_zeros()));
            end = start;
        }
        let high = left.map_or(high, |left| high.min(x + (x - left)));
        let mut start = low.max(x + 1);
        while start < high {
            let end = (start + 64).min(high);
            let word = self.window(start, row, (end - start) as u32);
            if word != 0 {
                return Some(start + i64::from(word.trailing_zeros()));
            }
            start = end;
        }
        left
    }
}

/// The squared distance from a pixel to the nearest pixel of a box.
fn distance(e: Extent, (x, y): (i64, i64)) -> u64 {
    squared(x.clamp(e.x0, e.x1 - 1) - x).saturating_add(squared(y.clamp(e.y0, e.y1 - 1) - y))
}

/// The nearest pixel to (x, y) in a box, if its squared distance is at most the limit. `in_row` finds the nearest pixel of a row that is at most
/// a number of columns away.
fn nearest_of_rows(
    e: Extent,
    (x, y): (i64, i64),
    limit: u64,
    in_row: impl Fn(i64, i64, i64) -> Option<i64>,
) -> Option<NearPixel> {
    if e.is_empty() {
        return None;
    }
    let mut best: Option<NearPixel> = None;
    // The rows in order of their distance from y, up and down in turn.
    let start = y.clamp(e.y0, e.y1 - 1);
    for away in 0.. {
        let rows = [start - away, start + away];
        let rows = if away == 0 { &rows[..1] } else { &rows[..] };
        let mut any = false;
        for &row in rows.iter().filter(|row| (e.y0..e.y1).contains(row)) {
            let (down, limit) = (squared(row - y), best.map_or(limit, |near| near.squared));
            if down > limit {
                continue;
            }
            any = true;
            if let Some(at) = in_row(row, x, (limit - down).isqrt() as i64) {
                let near = NearPixel { squared: down + squared(at - x), y: row, x: at };
                best = Some(best.map_or(near, |best| best.min(near)));
            }
        }
        if !any {
            break;
        }
    }
    best
}
