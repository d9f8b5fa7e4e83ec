//! How two covers overlap in the plane. On a torus each cover has many images, and the answers for all pairs of images that meet are added
//! up; on the open plane there is one pair.
//!
//! If both covers fit into the torus, no pixel is shared by two pairs of images, so their areas can be added.

use crate::contact::closest::{Closest, between};
use crate::contact::{self, CoveredPixels};
use crate::geom::{Extent, Mapped, Offset, Point, Rect};
use crate::mask::{AlphaMask, Mask};
use crate::placed::ShapeRef;
use crate::world::collider::event::{EventDetail, Touch};
use crate::world::narrow_phase::raster_cover::{CoverPair, PART, RasterCover, Verb, Where};
use crate::world::plane::Plane;
use crate::world::store::scratch::PairState;

/// The pairs that images of two covers make, each once; what their boxes share, which begins in tile 0; and how far both were moved.
#[inline]
pub(crate) fn pairs<'a>(
    plane: Plane,
    a: RasterCover<'a>,
    b: RasterCover<'a>,
) -> impl Iterator<Item = (CoverPair<'a>, Extent, [Offset; 2])> {
    plane.images(a.extent(), b.extent()).map(move |by| {
        let shared = a.extent().intersection(b.extent().shifted(by));
        let home = plane.tile_of(shared.corner());
        let moved = [-home, by - home];
        (CoverPair::of(&a.shifted(moved[0]), &b.shifted(moved[1])), shared.shifted(-home), moved)
    })
}

/// Whether two covers share a pixel, and what decided that.
pub(crate) fn touches(plane: Plane, a: &RasterCover<'_>, b: &RasterCover<'_>) -> PairState {
    if plane.is_open() {
        return CoverPair::of(a, b).state();
    }
    let mut all = PairState::BoxesApart;
    for (pair, ..) in pairs(plane, *a, *b) {
        match pair.state() {
            PairState::BoxesApart => {}
            found => all = found,
        }
        if all.touches() {
            break;
        }
    }
    all
}

/// Where two covers touch. None if they don't.
pub(crate) fn touch(
    plane: Plane,
    a: &RasterCover<'_>,
    b: &RasterCover<'_>,
    detail: EventDetail,
) -> Option<Touch> {
    let mut touch = touch_of_pixels(plane, a, b, detail)?;
    touch.normal = detail.normal.then(|| normal(plane, a, b));
    touch.separation = if detail.separation { separation(plane, a, b) } else { None };
    Some(touch)
}

fn touch_of_pixels(
    plane: Plane,
    a: &RasterCover<'_>,
    b: &RasterCover<'_>,
    detail: EventDetail,
) -> Option<Touch> {
    if plane.is_open() {
        return CoverPair::of(a, b).touch(detail);
    }
    if !plane.fits(a.extent()) || !plane.fits(b.extent()) {
        return touch_by_drawing(plane, a, b, detail);
    }
    let mut all = None;
    for (pair, shared, _) in pairs(plane, *a, *b) {
        for (by, tile) in plane.tiles(shared) {
            let window = Some(tile).filter(|&tile| shared.intersection(tile) != shared);
            let touch = pair.ask(&Where { detail, window });
            all = merged(all, touch.map(|touch| touch.shifted(-by)), detail);
        }
    }
    all
}

/// The contact normal. Areas of different pairs of images add up, so normals do.
pub(crate) fn normal(plane: Plane, a: &RasterCover<'_>, b: &RasterCover<'_>) -> Point {
    // One pixel more on each side: the normal looks at offsets that differ by one.
    let around = a.extent().grown(1);
    plane.images(around, b.extent()).fold(Point::ZERO, |sum, by| {
        let (a, b) = (*a).pair_pixels(&b.shifted(by));
        sum + contact::normal(&a, &b)
    })
}

/// The way out of an overlap. None if they overlap in several ways around a torus.
pub(crate) fn separation(plane: Plane, a: &RasterCover<'_>, b: &RasterCover<'_>) -> Option<Point> {
    let mut ways = plane.images(a.extent(), b.extent()).filter_map(|by| {
        let (a, b) = a.pair_pixels(&b.shifted(by));
        let way = contact::to_point(contact::separation(&a, &b));
        (way != Point::ZERO).then_some(way)
    });
    let first = ways.next().unwrap_or(Point::ZERO);
    if ways.next().is_none() { Some(first) } else { None }
}

/// The shortest way between two covers. Both are cut at the seams: pixels of one tile have the same order as their images in tile 0, so ties
/// are decided right.
pub(crate) fn closest(plane: Plane, a: &RasterCover<'_>, b: &RasterCover<'_>) -> Option<Closest> {
    let pixel = |p: Point| plane.pixel(p.into()).as_pixel();
    let mut best: Option<(u64, Point, Point)> = None;
    for by in plane.images(plane.around(a.extent(), plane.longest()), b.extent()) {
        let (a, b) = a.pair_pixels(&b.shifted(by));
        for (_, tile_a) in plane.tiles(a.extent) {
            for (_, tile_b) in plane.tiles(b.extent) {
                let a = CoveredPixels { extent: a.extent.intersection(tile_a), ..a };
                let b = CoveredPixels { extent: b.extent.intersection(tile_b), ..b };
                // Another image of this part is nearer.
                let is_far = plane.around(a.extent, plane.longest()).intersection(b.extent).is_empty();
                if is_far || best.is_some_and(|best| between(a.extent, b.extent) > best.0) {
                    continue;
                }
                let found = match contact::closest(&a, &b, [Offset::ZERO; 2]) {
                    None => continue,
                    Some(Closest::Apart { squared, a, b }) => (squared, pixel(a), pixel(b)),
                    overlapping => return overlapping,
                };
                best = Some(best.map_or(found, |best| best.min(found)));
            }
        }
    }
    best.map(|(squared, a, b)| Closest::Apart { squared, a, b })
}

/// As [`touch_of_pixels`], for things that are larger than a torus or have a box that is. All images are drawn on tile 0, so that a pixel
/// counts once.
fn touch_by_drawing(
    plane: Plane,
    a: &RasterCover<'_>,
    b: &RasterCover<'_>,
    detail: EventDetail,
) -> Option<Touch> {
    let sum = a.asks_sum() || b.asks_sum();
    let verb = Where { detail, window: None };
    let mut all = None;
    for window in plane.squares(PART) {
        let corner = window.corner();
        let touch = if sum {
            let [a, b] = [a, b].mapped(|cover| alpha_part(plane, cover, window));
            verb.sum(&a, &b, Point::ZERO, corner)
        } else {
            let [a, b] = [a, b].mapped(|cover| part(plane, cover, window));
            verb.shapes(ShapeRef::Mask(&a), ShapeRef::Mask(&b), Point::ZERO, corner)
        };
        all = merged(all, touch, detail);
    }
    all
}

/// The pixels of a window that images of a cover cover.
pub(crate) fn part(plane: Plane, cover: &RasterCover<'_>, window: Extent) -> Mask {
    let (w, h) = window.size();
    let mut all = Mask::new(w, h);
    for by in plane.images(window, cover.extent()) {
        all.union_with(&cover.shifted(by).part(window), Point::ZERO);
    }
    all
}

/// The alphas of a window. Where several images lie on each other, the largest.
pub(crate) fn alpha_part(plane: Plane, cover: &RasterCover<'_>, window: Extent) -> AlphaMask {
    let (w, h) = window.size();
    let mut all = AlphaMask::new(w, h);
    for by in plane.images(window, cover.extent()) {
        let part = cover.shifted(by).alpha_part(window);
        let alpha = |mask: &AlphaMask, x: u32, y: u32| mask.texel((x.into(), y.into())).unwrap_or(0);
        all = AlphaMask::from_fn(w, h, |x, y| alpha(&all, x, y).max(alpha(&part, x, y)));
    }
    all
}

fn merged(one: Option<Touch>, other: Option<Touch>, detail: EventDetail) -> Option<Touch> {
    match (one, other) {
        (Some(one), Some(other)) => Some(Where { detail, window: None }.merge(one, other)),
        (one, other) => one.or(other),
    }
}

impl Touch {
    fn shifted(self, by: Offset) -> Touch {
        let moved = |p: Point| (Offset::from(p) + by).as_pixel();
        let bounds = self.bounds.map(|bounds| {
            let Point { x, y } = moved(Point::new(bounds.x, bounds.y));
            Rect { x, y, ..bounds }
        });
        Touch { first: moved(self.first), bounds, ..self }
    }
}

/// A cover in a region that contains exactly one image of each of its pixels.
pub(crate) struct Once<'a> {
    plane: Plane,
    cover: &'a RasterCover<'a>,
    pub(crate) region: Extent,
}

impl<'a> Once<'a> {
    pub(crate) fn of(plane: Plane, cover: &'a RasterCover<'a>) -> Once<'a> {
        let region = plane.trimmed(cover.extent().intersection(Extent::WORLD));
        Once { plane, cover, region }
    }

    /// Whether it covers a pixel of the region.
    pub(crate) fn covers(&self, at: Offset) -> bool {
        let (Extent { x1, y1, .. }, (w, h)) = (self.cover.extent(), self.plane.periods());
        if self.plane.is_open() {
            return self.cover.covers(at.x, at.y);
        }
        // More than once only if the box is larger than a torus.
        let images =
            |from: i64, to: i64, period: i64| (0..=(to - 1 - from) / period).map(move |n| from + n * period);
        images(at.y, y1, h).any(|y| images(at.x, x1, w).any(|x| self.cover.covers(x, y)))
    }

    /// Whether an image covers a pixel.
    pub(crate) fn covers_anywhere(&self, x: i64, y: i64) -> bool {
        let corner = self.region.corner();
        let at = self.plane.pixel(Offset::new(x, y) - corner) + corner;
        self.region.contains(at.x, at.y) && self.covers(at)
    }
}
