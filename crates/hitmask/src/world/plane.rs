//! Wrapped worlds: what leaves on one side comes in on the opposite side, as on a torus.
//!
//! This file is long because all of it is one idea: what is asked about a collider is asked about its images. Each answer is short.
//!
//! The plane is paved with copies of the world, the *tiles*, and with them every collider has an *image* in each tile. Positions are kept
//! modulo the size. A collider's pose is that of the image whose box begins in tile 0, the pixels from (0, 0) up to the size.
//!
//! The broad phase knows nothing of this. A box is cut at the seams, so that its parts lie in tile 0, and each part has a row in the space.
//! The parts of a box don't overlap, so a collider never meets itself. A pair may meet in several parts, so it is reported once.
//!
//! Pixels are then compared for each way in which an image of one meets the other. If both fit into the world, two such ways never share
//! a pixel, so areas add up.

use core::array;
use core::ops::{ControlFlow, Range};

use crate::broad_phase::Aabb;
use crate::contact::closest::{Closest, between};
use crate::contact::{self, CoveredPixels};
use crate::geom::{Extent, Offset, PixelLine, Point, PointQ16, Pose, Rect};
use crate::mask::{AlphaMask, Mask};
use crate::overlap::{self, ConvexMeeting, answer::Meeting};
use crate::placed::{Footprint, Form, ShapeRef};
use crate::sweep::cast::Cast;
use crate::sweep::path::Path;
use crate::sweep::ray::ray_cast;
use crate::world::ask::line;
use crate::world::ask::nearest::NearPixel;
use crate::world::pixels::cover::{Cover, CoverPair, PART, Verb, Where};
use crate::world::pixels::quick::Quick;
use crate::world::pixels::texels::Texels;
use crate::world::pixels::turned::TurnedMasks;
use crate::world::store::space::{Filter, Space};
use crate::world::types::event::{EventDetail, Touch};
use crate::world::{Collider, ColliderShape, Live, World, WorldOptions};

/// The size of a wrapped world, in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wrap {
    w: i64,
    h: i64,
}

/// The parts of a box that was cut at the seams, moved to tile 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts {
    boxes: [Aabb; 4],
    len: usize,
}

/// A ghost is a row for a part of a collider's box beyond a seam.
pub(crate) type Ghosts = [Option<u32>; 3];

impl Parts {
    pub(crate) fn as_slice(&self) -> &[Aabb] {
        &self.boxes[..self.len]
    }
}

impl Wrap {
    /// None if the world is not wrapped.
    #[inline]
    pub(crate) fn of(options: &WorldOptions) -> Option<Wrap> {
        options.wrap.map(|(w, h)| Wrap { w: w.into(), h: h.into() })
    }

    /// A side of a wrapped world. None if it is not legal.
    pub(crate) fn side(side: u64) -> Option<u32> {
        // Twice the largest side is the range of positive coordinates. So a box that begins in tile 0 ends where pixels exist.
        u32::try_from(side).ok().filter(|side| (1..=1 << 30).contains(side))
    }

    /// # Panics
    /// If the size of a wrapped world is not legal.
    pub(crate) fn check(options: &WorldOptions) {
        if let Some((w, h)) = options.wrap {
            let fits = |side: u32| Wrap::side(side.into()).is_some();
            assert!(
                fits(w) && fits(h),
                "a wrapped world of {w} x {h} pixels: each side must be from 1 to 2^30"
            );
        }
    }

    /// The pixels from (0, 0) up to the size.
    fn tile(self) -> Extent {
        Extent { x0: 0, y0: 0, x1: self.w, y1: self.h }
    }

    /// The height of the world.
    pub(crate) fn height(self) -> i64 {
        self.h
    }

    /// The longer side.
    pub(crate) fn longest(self) -> i64 {
        self.w.max(self.h)
    }

    /// The corner of the tile in which a pixel lies.
    fn tile_of(self, Offset { x, y }: Offset) -> Offset {
        Offset::new(x.div_euclid(self.w) * self.w, y.div_euclid(self.h) * self.h)
    }

    /// The tiles that an extent meets, row by row.
    fn tiles(self, e: Extent) -> impl Iterator<Item = Extent> {
        let tile = self.tile();
        self.shifts(e, tile).map(move |by| tile.shifted(by))
    }

    /// A pixel in tile 0.
    pub(crate) fn pixel(self, pixel: Offset) -> Offset {
        pixel - self.tile_of(pixel)
    }

    /// A position modulo the size. Exact: parts of a pixel stay as they are.
    pub(crate) fn position(self, PointQ16 { x, y }: PointQ16) -> PointQ16 {
        PointQ16::new(x.rem_euclid(self.w << 16), y.rem_euclid(self.h << 16))
    }

    /// A line with its first pixel in tile 0.
    pub(crate) fn line(self, line: PixelLine) -> PixelLine {
        line.shifted(-self.tile_of(line.start()))
    }

    /// The pose of that image of a shape whose box begins in tile 0, and where it then lies.
    pub(crate) fn place(self, shape: &ColliderShape, pose: Pose) -> (Pose, Footprint) {
        let image = Texels::of(shape, pose).placed.extent();
        let Offset { x, y } = self.tile_of(image.corner());
        let [tx, ty] = pose.translation;
        let pose = Pose { translation: [tx - (x << 16), ty - (y << 16)], ..pose };
        let mut footprint = Texels::of(shape, pose).footprint();
        if footprint.form == Form::Box {
            // A box that is larger than the world covers all of it. It need not do so twice.
            let e = &mut footprint.extent;
            (e.x1, e.y1) = (e.x1.min(e.x0 + self.w), e.y1.min(e.y0 + self.h));
        }
        (pose, footprint)
    }

    /// Whether images of a thing in a box don't overlap each other.
    fn fits(self, e: Extent) -> bool {
        e.x1 - e.x0 <= self.w && e.y1 - e.y0 <= self.h
    }

    /// Cuts a box at the seams. A box that is longer than the world is cut to the world's length.
    pub(crate) fn cut(self, area: Aabb) -> Parts {
        let mut cut = Parts { boxes: [Aabb::EMPTY; 4], len: 1 };
        if area.is_empty() {
            return cut;
        }
        let [xs, ys] = [(area.x0, area.x1, self.w), (area.y0, area.y1, self.h)].map(|(first, last, size)| {
            let length = i64::from(last) - i64::from(first) + 1;
            let start = i64::from(first).rem_euclid(size);
            match start + length {
                _ if length >= size => [Some((0, size)), None],
                end if end <= size => [Some((start, end)), None],
                end => [Some((start, size)), Some((0, end - size))],
            }
        });
        cut.len = 0;
        for (y0, y1) in ys.into_iter().flatten() {
            for (x0, x1) in xs.into_iter().flatten() {
                cut.boxes[cut.len] = Extent { x0, y0, x1, y1 }.into();
                cut.len += 1;
            }
        }
        cut
    }

    /// The box that was cut into these parts.
    pub(crate) fn joined(self, mut parts: impl Iterator<Item = Aabb>) -> Aabb {
        let first = parts.next().expect("a box has a part");
        parts.fold(first, |all, part| {
            if (part.y0, part.y1) == (first.y0, first.y1) {
                Aabb { x1: part.x1 + self.w as i32, ..all }
            } else if (part.x0, part.x1) == (first.x0, first.x1) {
                Aabb { y1: part.y1 + self.h as i32, ..all }
            } else {
                all
            }
        })
    }

    fn set_rows(self, space: &mut Space, index: u32, live: &mut Live, area: Aabb) {
        let cut = self.cut(area);
        let filter = live.filter();
        space.set_box(live.row, cut.boxes[0]);
        for (ghost, part) in live.ghosts.iter_mut().zip(1..) {
            match (*ghost, cut.as_slice().get(part)) {
                (Some(row), Some(&part)) => space.set_box(row, part),
                (None, Some(&part)) => *ghost = Some(space.insert_ghost(index, part, filter)),
                (Some(row), None) => {
                    space.remove_ghost(row);
                    *ghost = None;
                }
                (None, None) => {}
            }
        }
    }

    /// Whether a collider lies in tile 0 and crosses no seam. Two of them meet in one way only.
    fn holds(self, live: &Live) -> bool {
        let e = live.footprint.extent;
        e.intersection(self.tile()) == e
    }

    fn settle_quick(self, quick: &mut Quick, live: &Live) {
        if self.holds(live) {
            quick.settle(&live.collider, &live.footprint);
        } else {
            quick.forget();
        }
    }

    /// The ways to move images of a box so that they meet an area, row by row.
    fn shifts(self, area: Extent, e: Extent) -> impl Iterator<Item = Offset> {
        let nothing = area.is_empty() || e.is_empty();
        let xs = if nothing { 0..0 } else { laps((area.x0, area.x1), (e.x0, e.x1), self.w) };
        let ys = if nothing { 0..0 } else { laps((area.y0, area.y1), (e.y0, e.y1), self.h) };
        ys.flat_map(move |y| xs.clone().map(move |x| Offset::new(x * self.w, y * self.h)))
    }

    /// The ways to move images of a box so that they may meet a segment. Both are given in Q16. The number of ways is in proportion to the
    /// length of the segment.
    fn shifts_along(self, from: Offset, way: Offset, e: Extent) -> impl Iterator<Item = Offset> {
        let to = from + way;
        let range = |a: i64, b: i64| ((a.min(b) >> 16) - 1, (a.max(b) >> 16) + 2);
        let columns = if e.is_empty() { 0..0 } else { laps(range(from.x, to.x), (e.x0, e.x1), self.w) };
        columns.flat_map(move |column| {
            let x = column * self.w;
            // The part of the segment in these columns, and one pixel more on each side.
            let at = |edge: i64| {
                let x = (edge << 16).clamp(from.x.min(to.x), from.x.max(to.x));
                let run = i128::from(way.y) * i128::from(x - from.x);
                from.y + run.div_euclid(i128::from(way.x).abs().max(1)) as i64 * way.x.signum()
            };
            let (low, high) =
                if way.x == 0 { range(from.y, to.y) } else { range(at(e.x0 + x - 2), at(e.x1 + x + 2)) };
            laps((low, high), (e.y0, e.y1), self.h).map(move |row| Offset::new(x, row * self.h))
        })
    }

    /// The ways to move images of a box so that they may meet another box that moves straight by a motion.
    pub(crate) fn shifts_on_the_way(
        self,
        moving: Extent,
        motion: PointQ16,
        e: Extent,
    ) -> impl Iterator<Item = Offset> {
        // The corner of the moving box meets the box, enlarged by the size of the moving one, and by a pixel for rounding.
        let (w, h) = (moving.x1 - moving.x0, moving.y1 - moving.y0);
        let e = Extent { x0: e.x0 - w - 1, y0: e.y0 - h - 1, x1: e.x1 + 1, y1: e.y1 + 1 };
        let from = Offset::new(moving.x0 << 16, moving.y0 << 16);
        self.shifts_along(from, Offset::new(motion.x, motion.y), e)
    }

    /// The pairs that images of two covers make, each once, and what their boxes share, which begins in tile 0.
    fn pairs<'a>(self, a: Cover<'a>, b: Cover<'a>) -> impl Iterator<Item = (CoverPair<'a>, Extent)> {
        self.shifts(a.extent(), b.extent()).map(move |by| {
            let shared = a.extent().intersection(b.extent().shifted(by));
            let home = self.tile_of(shared.corner());
            (CoverPair::of(&a.shifted(-home), &b.shifted(by - home)), shared.shifted(-home))
        })
    }

    /// Whether two covers share a pixel, and whether boxes alone decided that.
    pub(crate) fn touches(self, a: &Cover<'_>, b: &Cover<'_>) -> (bool, bool) {
        let mut by_boxes = true;
        for (pair, _) in self.pairs(*a, *b) {
            let is_decided = pair.is_decided();
            if pair.touches() {
                return (true, is_decided);
            }
            by_boxes &= is_decided;
        }
        (false, by_boxes)
    }

    /// Where two covers touch. None if they don't.
    pub(crate) fn touch(self, a: &Cover<'_>, b: &Cover<'_>, detail: EventDetail) -> Option<Touch> {
        if !self.fits(a.extent()) || !self.fits(b.extent()) {
            return self.touch_by_drawing(a, b, detail);
        }
        let mut all = None;
        for (pair, shared) in self.pairs(*a, *b) {
            for tile in self.tiles(shared) {
                let touch = if shared.intersection(tile) == shared {
                    pair.touch(detail)
                } else {
                    pair.ask(&Within { window: tile, all: Where(detail) })
                };
                all = merged(all, touch.map(|touch| touch.shifted(-tile.corner())), detail);
            }
        }
        all
    }

    /// As [`Wrap::touch`], with all that is asked for besides.
    fn touch_with_detail(self, a: &Cover<'_>, b: &Cover<'_>, detail: EventDetail) -> Option<Touch> {
        let mut touch = self.touch(a, b, detail)?;
        touch.normal = detail.normal.then(|| self.normal(a, b));
        touch.separation = if detail.separation { self.separation(a, b) } else { None };
        Some(touch)
    }

    /// The contact normal. Areas of different pairs of images add up, so normals do.
    pub(crate) fn normal(self, a: &Cover<'_>, b: &Cover<'_>) -> Point {
        // One pixel more on each side: the normal looks at offsets that differ by one.
        let around = a.extent().grown(1);
        self.shifts(around, b.extent()).fold(Point::ZERO, |sum, by| {
            let (a, b) = (*a).pair_pixels(&b.shifted(by));
            sum + contact::normal(&a, &b)
        })
    }

    /// The way out of an overlap. None if they overlap in several ways around the torus.
    pub(crate) fn separation(self, a: &Cover<'_>, b: &Cover<'_>) -> Option<Point> {
        let mut ways = self.shifts(a.extent(), b.extent()).filter_map(|by| {
            let (a, b) = a.pair_pixels(&b.shifted(by));
            let way = contact::to_point(contact::separation(&a, &b));
            (way != Point::ZERO).then_some(way)
        });
        let first = ways.next().unwrap_or(Point::ZERO);
        if ways.next().is_none() { Some(first) } else { None }
    }

    /// The shortest way between two covers. Both are cut at the seams: pixels of one tile have the same order as their images in tile 0, so
    /// ties are decided right.
    pub(crate) fn closest(self, a: &Cover<'_>, b: &Cover<'_>) -> Option<Closest> {
        let reach = self.longest();
        let pixel = |p: Point| self.pixel(p.into()).as_pixel();
        let mut best: Option<(u64, Point, Point)> = None;
        for by in self.shifts(a.extent().grown(reach), b.extent()) {
            let (a, b) = a.pair_pixels(&b.shifted(by));
            for tile_a in self.tiles(a.extent) {
                for tile_b in self.tiles(b.extent) {
                    let a = CoveredPixels { extent: a.extent.intersection(tile_a), ..a };
                    let b = CoveredPixels { extent: b.extent.intersection(tile_b), ..b };
                    if best.is_some_and(|best| between(a.extent, b.extent) > best.0) {
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

    /// As [`Wrap::touch`], for things that are larger than the world or have a box that is. All images are drawn on tile 0, so that a pixel
    /// counts once.
    fn touch_by_drawing(self, a: &Cover<'_>, b: &Cover<'_>, detail: EventDetail) -> Option<Touch> {
        let sum = a.asks_sum() || b.asks_sum();
        let mut all = None;
        for window in self.tile().parts(PART) {
            let corner = window.corner();
            let touch = if sum {
                let [a, b] = [a, b].map(|cover| self.alpha_part(cover, window));
                Where(detail).sum(&a, &b, Point::ZERO, corner)
            } else {
                let [a, b] = [a, b].map(|cover| self.part(cover, window));
                Where(detail).shapes(ShapeRef::Bits(&a), ShapeRef::Bits(&b), Point::ZERO, corner)
            };
            all = merged(all, touch, detail);
        }
        all
    }

    /// The pixels of a window that images of a cover cover.
    fn part(self, cover: &Cover<'_>, window: Extent) -> Mask {
        let (w, h) = window.size();
        let mut all = Mask::new(w, h);
        for by in self.shifts(window, cover.extent()) {
            all.union_with(&cover.shifted(by).part(window), Point::ZERO);
        }
        all
    }

    /// The alphas of a window. Where several images lie on each other, the largest.
    fn alpha_part(self, cover: &Cover<'_>, window: Extent) -> AlphaMask {
        let (w, h) = window.size();
        let mut all = AlphaMask::new(w, h);
        for by in self.shifts(window, cover.extent()) {
            let part = cover.shifted(by).alpha_part(window);
            let alpha = |mask: &AlphaMask, x: u32, y: u32| mask.texel((x.into(), y.into())).unwrap_or(0);
            all = AlphaMask::from_fn(w, h, |x, y| alpha(&all, x, y).max(alpha(&part, x, y)));
        }
        all
    }

    /// The first step of a line, which begins in tile 0, whose pixel is covered.
    pub(crate) fn first_on_line(self, line: &PixelLine, cover: &Cover<'_>) -> Option<i64> {
        let once = Once::of(self, cover);
        self.shifts_along_line(line, once.region)
            .filter_map(|by| {
                let line = line.shifted(-by);
                line.steps_in(once.region).find(|&step| once.covers(line.at(step)))
            })
            .min()
    }

    /// Where a line, which begins in tile 0, and a cover touch. A pixel that the line passes several times counts once.
    pub(crate) fn touch_on_line(
        self,
        line: &PixelLine,
        cover: &Cover<'_>,
        detail: EventDetail,
    ) -> Option<Touch> {
        let once = Once::of(self, cover);
        let mut hits = line::Hits::default();
        for by in self.shifts_along_line(line, once.region) {
            let line_here = line.shifted(-by);
            for step in line_here.steps_in(once.region) {
                let pixel = line_here.at(step);
                if once.covers(pixel) && !self.was_passed(line, pixel, step) {
                    hits.add(self.pixel(pixel).as_pixel());
                }
            }
        }
        hits.touch(detail)
    }

    /// Whether a line passes an image of a pixel before a step.
    fn was_passed(self, line: &PixelLine, pixel: Offset, step: i64) -> bool {
        let one = Extent { x0: pixel.x, y0: pixel.y, x1: pixel.x + 1, y1: pixel.y + 1 };
        self.shifts_along_line(line, one).any(|by| {
            let steps = line.shifted(-by).steps_in(one);
            steps.start < steps.end && steps.start < step
        })
    }

    fn shifts_along_line(self, line: &PixelLine, e: Extent) -> impl Iterator<Item = Offset> + use<> {
        let q16 = |Offset { x, y }: Offset| Offset::new(x << 16, y << 16);
        self.shifts_along(q16(line.start()), q16(line.way()), e)
    }

    /// When a ray first hits a cover. The pixel lies in tile 0.
    pub(crate) fn ray_cast(self, cover: &Cover<'_>, from: PointQ16, motion: PointQ16) -> Cast {
        let once = Once::of(self, cover);
        // With the pixels around it, because a ray along a seam may be stopped by an image on each side.
        let around = once.region.grown(1);
        let path = Path::new(from, motion);
        let (from, way) = (Offset::new(from.x, from.y), Offset::new(motion.x, motion.y));
        let mut first = Cast::Miss;
        for by in self.shifts_along(from, way, around) {
            let cast = ray_cast(around, |x, y| once.covers_anywhere(x, y), &path.shifted(-by));
            if cast.is_before(&first) {
                first = cast;
            }
        }
        if let Cast::Hit { point, .. } = &mut first {
            *point = self.pixel((*point).into()).as_pixel();
        }
        first
    }

    /// The covered pixel nearest to a pixel of tile 0, among the images that meet a square around it. The result lies in tile 0.
    pub(crate) fn nearest(
        self,
        cover: &Cover<'_>,
        from: (i64, i64),
        square: Extent,
        limit: u64,
    ) -> Option<NearPixel> {
        let images = self.shifts(square, cover.extent()).map(|by| cover.shifted(by));
        // Pixels of one tile have the same order as their images in tile 0, so ties are decided right.
        let cut = images.flat_map(|image| {
            let seen = image.extent().intersection(square);
            self.tiles(seen).map(move |tile| (image.clipped(tile), tile))
        });
        cut.filter_map(|(image, tile)| {
            let NearPixel { squared, y, x } = image.nearest(from, limit)?;
            Some(NearPixel { squared, y: y - tile.y0, x: x - tile.x0 })
        })
        .min()
    }
}

/// How often a range can be moved by a size so that it meets another one. Negative numbers move it back.
fn laps(area: (i64, i64), range: (i64, i64), size: i64) -> Range<i64> {
    (area.0 - range.1).div_euclid(size) + 1..-(range.0 - area.1).div_euclid(size)
}

fn merged(one: Option<Touch>, other: Option<Touch>, detail: EventDetail) -> Option<Touch> {
    match (one, other) {
        (Some(one), Some(other)) => Some(Where(detail).merge(one, other)),
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
struct Once<'a> {
    wrap: Wrap,
    cover: &'a Cover<'a>,
    region: Extent,
}

impl<'a> Once<'a> {
    fn of(wrap: Wrap, cover: &'a Cover<'a>) -> Once<'a> {
        let Extent { x0, y0, x1, y1 } = cover.extent();
        let region = Extent { x0, y0, x1: x1.min(x0 + wrap.w), y1: y1.min(y0 + wrap.h) };
        Once { wrap, cover, region }
    }

    /// Whether it covers a pixel of the region.
    fn covers(&self, Offset { x, y }: Offset) -> bool {
        let Extent { x1, y1, .. } = self.cover.extent();
        // More than once only if the box is larger than the world.
        (y..y1)
            .step_by(self.wrap.h as usize)
            .any(|y| (x..x1).step_by(self.wrap.w as usize).any(|x| self.cover.covers(x, y)))
    }

    /// Whether an image covers a pixel.
    fn covers_anywhere(&self, x: i64, y: i64) -> bool {
        let corner = self.region.corner();
        let at = self.wrap.pixel(Offset::new(x, y) - corner) + corner;
        self.region.contains(at.x, at.y) && self.covers(at)
    }
}

/// Where they touch inside a window.
struct Within {
    window: Extent,
    all: Where,
}

impl Within {
    fn answer(&self, meeting: impl Meeting, corner: Offset) -> Option<Touch> {
        let first = meeting.first().to_rect().map(|rect| Point::new(rect.x, rect.y));
        self.all.answer(corner, first, || meeting.area(), || meeting.bounds().to_rect())
    }
}

impl Verb for Within {
    type Answer = Touch;
    fn shapes(&self, a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point, corner: Offset) -> Option<Touch> {
        self.answer(overlap::clipped(a, b, offset, self.window.shifted(-corner)), corner)
    }
    fn sum(&self, a: &AlphaMask, b: &AlphaMask, offset: Point, corner: Offset) -> Option<Touch> {
        self.answer(overlap::alpha_clipped(a, b, offset, self.window.shifted(-corner)), corner)
    }
    fn convex(&self, meeting: ConvexMeeting<'_>) -> Option<Touch> {
        self.answer(meeting.within(self.window), Offset::ZERO)
    }
    fn all(&self, shared: Rect) -> Touch {
        let inside = shared.extent().intersection(self.window).to_rect();
        self.all.all(inside.expect("the window meets what the boxes share"))
    }
    fn merge(&self, one: Touch, other: Touch) -> Touch {
        self.all.merge(one, other)
    }
    fn open(&self, answer: &Touch, part: Extent) -> Extent {
        self.all.open(answer, part)
    }
}

impl Live {
    /// The rows of its box: the main row, and in a wrapped world one for each part beyond a seam.
    pub(crate) fn rows(&self) -> impl Iterator<Item = u32> + Clone + use<> {
        let [a, b, c] = self.ghosts;
        [Some(self.row), a, b, c].into_iter().flatten()
    }
}

impl World {
    /// The box in which a collider may meet others. In a wrapped world it begins in tile 0.
    pub(crate) fn area_of(&self, live: &Live) -> Aabb {
        let boxes = &self.spaces[live.space as usize].boxes;
        let Some(wrap) = self.wrap().filter(|_| live.ghosts[0].is_some()) else {
            return boxes[live.row as usize];
        };
        wrap.joined(live.rows().map(|row| boxes[row as usize]))
    }

    /// A position modulo the size of a wrapped world.
    pub(crate) fn reduced(&self, position: PointQ16) -> PointQ16 {
        self.wrap().map_or(position, |wrap| wrap.position(position))
    }

    /// A pixel modulo the size of a wrapped world.
    pub(crate) fn reduced_pixel(&self, pixel: Point) -> Point {
        self.wrap().map_or(pixel, |wrap| wrap.pixel(pixel.into()).as_pixel())
    }

    /// The size of the world if it is wrapped.
    #[inline]
    pub(crate) fn wrap(&self) -> Option<Wrap> {
        Wrap::of(&self.options)
    }

    /// What a collider covers, as it is seen from an area: in a wrapped world, all its images whose boxes meet the area, moved to where they
    /// lie in the area's plane. Otherwise the cover itself, if its box meets the area.
    pub(crate) fn covers_in(&self, index: u32, area: Extent) -> impl Iterator<Item = Cover<'_>> {
        let wrap = self.wrap();
        self.at(index).cover().into_iter().flat_map(move |cover| {
            let images = wrap.map(|wrap| wrap.shifts(area, cover.extent()).map(move |by| cover.shifted(by)));
            let itself = wrap.is_none() && !cover.extent().intersection(area).is_empty();
            images.into_iter().flatten().chain(itself.then_some(cover))
        })
    }

    /// Whether two covers share a pixel of the world.
    #[inline]
    pub(crate) fn covers_touch(&self, a: &Cover<'_>, b: &Cover<'_>) -> bool {
        match self.wrap() {
            None => CoverPair::of(a, b).touches(),
            Some(wrap) => wrap.touches(a, b).0,
        }
    }

    /// Where two covers touch. None if they don't.
    #[inline]
    pub(crate) fn touch_of(&self, a: &Cover<'_>, b: &Cover<'_>, detail: EventDetail) -> Option<Touch> {
        match self.wrap() {
            None => a.touch(b, detail),
            Some(wrap) => wrap.touch_with_detail(a, b, detail),
        }
    }

    /// Calls `f` once with the slot of each member of a space that may meet the filter and of which a part meets one of these parts of a
    /// box. The order is unspecified.
    pub(crate) fn each_in_parts(
        &self,
        space: &Space,
        parts: &[Aabb],
        filter: Filter,
        f: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        parts.iter().enumerate().try_for_each(|(number, part)| {
            space.each_row_in(*part, filter, &mut |row| {
                let index = space.members[row as usize];
                let mut rows = self.at(index).rows();
                let meets = |row: u32, part: &Aabb| space.boxes[row as usize].meets(part);
                let met_before = parts[..number].iter().any(|part| rows.clone().any(|row| meets(row, part)));
                let is_first = rows.find(|&row| meets(row, part)) == Some(row);
                if !met_before && is_first { f(index) } else { ControlFlow::Continue(()) }
            })
        })
    }

    /// Calls `f` once with the slot of each collider that may meet a collider and whose box meets the box of that one. It calls `f` with
    /// the collider itself, too.
    pub(crate) fn each_beside(
        &self,
        live: &Live,
        f: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let space = &self.spaces[live.space as usize];
        if self.wrap().is_none() {
            return space.each_in(space.boxes[live.row as usize], live.filter(), f);
        }
        let mut rows = live.rows();
        let mut len = 0;
        let parts: [Aabb; 4] = array::from_fn(|_| match rows.next() {
            Some(row) => {
                len += 1;
                space.boxes[row as usize]
            }
            None => Aabb::EMPTY,
        });
        self.each_in_parts(space, &parts[..len], live.filter(), f)
    }
}

/// Gives a collider its box: in a wrapped world a row for each part of it. Frees rows that it no longer needs.
#[inline]
pub(crate) fn set_rows(wrap: Option<Wrap>, space: &mut Space, index: u32, live: &mut Live, area: Aabb) {
    match wrap {
        None => space.set_box(live.row, area),
        Some(wrap) => wrap.set_rows(space, index, live, area),
    }
}

/// Updates the fast path of a collider. In a wrapped world it is for colliders that cross no seam: two of them meet in one way only.
#[inline]
pub(crate) fn settle_quick(wrap: Option<Wrap>, quick: &mut Quick, live: &Live) {
    match wrap {
        None => quick.settle(&live.collider, &live.footprint),
        Some(wrap) => wrap.settle_quick(quick, live),
    }
}

/// Updates what decides pairs of turned masks without drawing. In a wrapped world it is for colliders that cross no seam, as the fast path
/// is.
#[inline]
pub(crate) fn settle_turned(wrap: Option<Wrap>, turned: &mut TurnedMasks, index: u32, live: &Live) {
    turned.settle(index, crosses_no_seam(wrap, live).then_some(live));
}

/// Whether a collider is decided as in a world that is not wrapped: it crosses no seam.
#[inline]
pub(crate) fn crosses_no_seam(wrap: Option<Wrap>, live: &Live) -> bool {
    wrap.is_none_or(|wrap| wrap.holds(live))
}

/// The pose and the footprint of a collider; in a wrapped world, of its image whose box begins in tile 0.
#[inline]
pub(crate) fn place(collider: &Collider, wrap: Option<Wrap>) -> (Option<Pose>, Footprint) {
    let Some(pose) = collider.pose() else { return (None, Footprint::NOTHING) };
    let (pose, footprint) = match wrap {
        None => (pose, Texels::of(&collider.shape, pose).footprint()),
        Some(wrap) => wrap.place(&collider.shape, pose),
    };
    (Some(pose), footprint)
}
