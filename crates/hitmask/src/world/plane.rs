//! The plane that colliders lie in: open, or a torus, where what leaves on one side comes in on the opposite side.
//!
//! A torus is a plane that is paved with copies of the world, the *tiles*, and with them every collider has an *image* in each tile. Positions
//! are kept modulo the size. A collider's pose is that of the image whose box begins in tile 0, the pixels from (0, 0) up to the size. On the
//! open plane a collider has one image, itself, and there is one tile. So questions are asked about images. Other files only ask whether the
//! plane is open, where that saves work.
//!
//! The broad phase knows nothing of images. A box is cut at the seams, so that its parts lie in tile 0. Each part has a row of
//! its own there: see the ghosts of `broad_phase/space.rs`. The parts of a box don't overlap, so a collider never meets itself. A pair may meet in several parts, so it is reported once.

use core::ops::Range;

use crate::broad_phase::Aabb;
use crate::geom::{Extent, Mapped, Offset, PixelLine, PointQ16};
use crate::invalid_argument::{InvalidArgument, InvalidReason};

/// Where colliders lie.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Plane {
    #[default]
    Open,
    /// The size in pixels.
    Torus { w: i64, h: i64 },
}

/// The parts of a box that was cut at the seams, moved to tile 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts {
    boxes: [Aabb; 4],
    len: usize,
}

impl Parts {
    /// One part at least.
    #[inline]
    pub(crate) fn as_slice(&self) -> &[Aabb] {
        &self.boxes[..self.len]
    }
}

/// Longer than all distances between pixels: the side of the tile of the open plane.
const ENDLESS: i64 = 1 << 40;

impl Plane {
    #[inline]
    pub(crate) fn of(wrap: Option<(u32, u32)>) -> Plane {
        match wrap {
            None => Plane::Open,
            Some((w, h)) => Plane::Torus { w: w.into(), h: h.into() },
        }
    }

    /// A side of a torus. None if it is not legal.
    pub(crate) fn side(side: u64) -> Option<u32> {
        // Twice the largest side is the range of positive coordinates. So a box that begins in tile 0 ends where pixels exist.
        u32::try_from(side).ok().filter(|side| (1..=1 << 30).contains(side))
    }

    /// Refuses a size of a wrapped world that is not legal.
    pub(crate) fn check(wrap: Option<(u32, u32)>) -> Result<(), InvalidArgument> {
        let is_legal = |side: u32| Plane::side(side.into()).is_some();
        match wrap {
            Some((w, h)) if !is_legal(w) || !is_legal(h) => {
                Err(InvalidArgument::new("wrap", InvalidReason::OutOfRange { least: 1, most: 1 << 30 }))
            }
            _ => Ok(()),
        }
    }

    #[inline]
    pub(crate) fn is_open(self) -> bool {
        self == Plane::Open
    }

    /// The distances after which the plane repeats itself.
    #[inline]
    pub(crate) fn periods(self) -> (i64, i64) {
        match self {
            Plane::Open => (ENDLESS, ENDLESS),
            Plane::Torus { w, h } => (w, h),
        }
    }

    /// The size after which a torus repeats itself.
    pub(crate) fn size(self) -> Option<Offset> {
        match self {
            Plane::Open => None,
            Plane::Torus { w, h } => Some(Offset::new(w, h)),
        }
    }

    /// A box around all pixels that are at most so far from a box. On a torus it contains an image of each of them that is nearest to it: that
    /// is at most half a period away on each axis.
    pub(crate) fn around(self, Extent { x0, y0, x1, y1 }: Extent, reach: i64) -> Extent {
        let (w, h) = self.periods();
        let (x, y) = (reach.min(w / 2 + 1), reach.min(h / 2 + 1));
        Extent { x0: x0 - x, y0: y0 - y, x1: x1 + x, y1: y1 + y }
    }

    /// No two images are farther apart than this.
    pub(crate) fn longest(self) -> i64 {
        let (w, h) = self.periods();
        w.max(h)
    }

    /// Tile 0. On the open plane, the one that there is.
    #[inline]
    fn tile(self) -> Extent {
        match self {
            Plane::Open => Extent { x0: -ENDLESS, y0: -ENDLESS, x1: ENDLESS, y1: ENDLESS },
            Plane::Torus { w, h } => Extent { x0: 0, y0: 0, x1: w, y1: h },
        }
    }

    /// Tile 0, cut into squares of a side. Of the open plane, nothing: it is endless.
    pub(crate) fn squares(self, side: i64) -> impl Iterator<Item = Extent> {
        let tile = if self.is_open() { Extent::EMPTY } else { self.tile() };
        tile.parts(side)
    }

    /// The corner of the tile in which a pixel lies.
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub(crate) fn tile_of(self, Offset { x, y }: Offset) -> Offset {
        match self {
            Plane::Open => Offset::ZERO,
            Plane::Torus { w, h } => Offset::new(x.div_euclid(w) * w, y.div_euclid(h) * h),
        }
    }

    /// The tiles that an extent meets, row by row: each as the corner that its pixels have in tile 0's place, and the tile itself.
    pub(crate) fn tiles(self, e: Extent) -> impl Iterator<Item = (Offset, Extent)> {
        let tile = self.tile();
        self.images(e, tile).map(move |by| (by, tile.shifted(by)))
    }

    /// A pixel in tile 0.
    #[inline]
    pub(crate) fn pixel(self, pixel: Offset) -> Offset {
        pixel - self.tile_of(pixel)
    }

    /// A position in tile 0. Exact: parts of a pixel stay as they are.
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub(crate) fn position(self, PointQ16 { x, y }: PointQ16) -> PointQ16 {
        match self {
            Plane::Open => PointQ16::new(x, y),
            Plane::Torus { w, h } => PointQ16::new(x.rem_euclid(w << 16), y.rem_euclid(h << 16)),
        }
    }

    /// A line with its first pixel in tile 0.
    pub(crate) fn line(self, line: PixelLine) -> PixelLine {
        line.shifted(-self.tile_of(line.start()))
    }

    /// Whether images of a thing in a box don't overlap each other.
    pub(crate) fn fits(self, e: Extent) -> bool {
        let (w, h) = self.periods();
        e.x1 - e.x0 <= w && e.y1 - e.y0 <= h
    }

    /// Whether a box lies in tile 0 and crosses no seam. Two such boxes meet in one way only.
    #[inline]
    pub(crate) fn holds(self, e: Extent) -> bool {
        self.is_open() || e.intersection(self.tile()) == e
    }

    /// A box of which all pixels are covered, cut to the size of the plane: it need not cover a pixel twice.
    pub(crate) fn trimmed(self, Extent { x0, y0, x1, y1 }: Extent) -> Extent {
        let (w, h) = self.periods();
        Extent { x0, y0, x1: x1.min(x0 + w), y1: y1.min(y0 + h) }
    }

    /// Cuts a box at the seams. A box that is longer than the plane is cut to the plane's length.
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub(crate) fn cut(self, area: Aabb) -> Parts {
        match self {
            Plane::Torus { w, h } if !area.is_empty() => cut(area, w, h),
            _ => Parts { boxes: [area; 4], len: 1 },
        }
    }

    /// The box that was cut into these parts.
    pub(crate) fn joined(self, mut parts: impl Iterator<Item = Aabb>) -> Aabb {
        let first = parts.next().expect("a box has a part");
        let (w, h) = self.periods();
        parts.fold(first, |all, part| {
            if (part.y0, part.y1) == (first.y0, first.y1) {
                Aabb { x1: part.x1 + w as i32, ..all }
            } else if (part.x0, part.x1) == (first.x0, first.x1) {
                Aabb { y1: part.y1 + h as i32, ..all }
            } else {
                all
            }
        })
    }

    /// The ways to move images of a box so that they meet an area, row by row.
    #[inline]
    pub(crate) fn images(self, area: Extent, e: Extent) -> Images {
        let (w, h) = self.periods();
        let nothing = area.is_empty() || e.is_empty();
        let (xs, ys) = match self {
            _ if nothing => (0..0, 0..0),
            Plane::Open if area.intersection(e).is_empty() => (0..0, 0..0),
            Plane::Open => (0..1, 0..1),
            Plane::Torus { .. } => {
                (laps((area.x0, area.x1), (e.x0, e.x1), w), laps((area.y0, area.y1), (e.y0, e.y1), h))
            }
        };
        let (at, end) = (Offset::new(xs.start, ys.start), Offset::new(xs.end, ys.end));
        Images { at, end, start: xs.start, period: Offset::new(w, h) }
    }

    /// The ways to move images of a box so that they may meet a segment. Both are given in Q16. On a torus, the number of ways is in
    /// proportion to the length of the segment.
    pub(crate) fn images_along(self, from: Offset, way: Offset, e: Extent) -> ImagesAlong {
        let (w, _) = self.periods();
        let columns = match self {
            _ if e.is_empty() => 0..0,
            Plane::Open => 0..1,
            Plane::Torus { .. } => laps(pixels_between(from.x, from.x + way.x), (e.x0, e.x1), w),
        };
        ImagesAlong { plane: self, from, way, e, columns, x: 0, rows: 0..0 }
    }

    /// The ways to move images of a box so that they may meet another box that moves straight by a motion.
    pub(crate) fn images_on_the_way(self, moving: Extent, motion: PointQ16, e: Extent) -> ImagesAlong {
        // The corner of the moving box meets the box, enlarged by the size of the moving one, and by a pixel for rounding.
        let (w, h) = (moving.x1 - moving.x0, moving.y1 - moving.y0);
        let e = Extent { x0: e.x0 - w - 1, y0: e.y0 - h - 1, x1: e.x1 + 1, y1: e.y1 + 1 };
        let from = Offset::new(moving.x0 << 16, moving.y0 << 16);
        self.images_along(from, Offset::new(motion.x, motion.y), e)
    }
}

fn cut(area: Aabb, w: i64, h: i64) -> Parts {
    let [xs, ys] = [(area.x0, area.x1, w), (area.y0, area.y1, h)].mapped(|(first, last, size)| {
        let length = i64::from(last) - i64::from(first) + 1;
        let start = i64::from(first).rem_euclid(size);
        match start + length {
            _ if length >= size => [Some((0, size)), None],
            end if end <= size => [Some((start, end)), None],
            end => [Some((start, size)), Some((0, end - size))],
        }
    });
    let mut cut = Parts { boxes: [Aabb::EMPTY; 4], len: 0 };
    for (y0, y1) in ys.into_iter().flatten() {
        for (x0, x1) in xs.into_iter().flatten() {
            cut.boxes[cut.len] = Extent { x0, y0, x1, y1 }.into();
            cut.len += 1;
        }
    }
    cut
}

/// Ways to move the images of a box. It is written by hand, since each use of a `flat_map` is ten functions.
#[derive(Clone)]
pub(crate) struct Images {
    /// The next one, in laps.
    at: Offset,
    end: Offset,
    /// Where a row begins.
    start: i64,
    period: Offset,
}

impl Iterator for Images {
    type Item = Offset;

    #[inline]
    fn next(&mut self) -> Option<Offset> {
        let Offset { x, y } = self.at;
        if y >= self.end.y || x >= self.end.x {
            return None;
        }
        self.at = if x + 1 < self.end.x { Offset::new(x + 1, y) } else { Offset::new(self.start, y + 1) };
        Some(Offset::new(x * self.period.x, y * self.period.y))
    }
}

/// Ways to move the images of a box to a segment.
pub(crate) struct ImagesAlong {
    plane: Plane,
    from: Offset,
    way: Offset,
    e: Extent,
    columns: Range<i64>,
    /// The column of `rows`, in pixels.
    x: i64,
    rows: Range<i64>,
}

impl ImagesAlong {
    /// The rows of a column, in laps.
    fn rows_at(&self, x: i64) -> Range<i64> {
        let (from, way, e) = (self.from, self.way, self.e);
        let to = from + way;
        // The part of the segment in these columns, and one pixel more on each side.
        let at = |edge: i64| {
            let x = (edge << 16).clamp(from.x.min(to.x), from.x.max(to.x));
            let run = i128::from(way.y) * i128::from(x - from.x);
            from.y + run.div_euclid(i128::from(way.x).abs().max(1)) as i64 * way.x.signum()
        };
        let ends = if way.x == 0 { (from.y, to.y) } else { (at(e.x0 + x - 2), at(e.x1 + x + 2)) };
        laps(pixels_between(ends.0, ends.1), (e.y0, e.y1), self.plane.periods().1)
    }
}

impl Iterator for ImagesAlong {
    type Item = Offset;

    #[inline]
    fn next(&mut self) -> Option<Offset> {
        let (w, h) = self.plane.periods();
        loop {
            if let Some(row) = self.rows.next() {
                return Some(Offset::new(self.x, row * h));
            }
            self.x = self.columns.next()? * w;
            self.rows = if self.plane.is_open() { 0..1 } else { self.rows_at(self.x) };
        }
    }
}

/// The pixels between two ends in Q16, and one more on each side.
fn pixels_between(a: i64, b: i64) -> (i64, i64) {
    ((a.min(b) >> 16) - 1, (a.max(b) >> 16) + 2)
}

/// How often a range can be moved by a size so that it meets another one. Negative numbers move it back.
fn laps(area: (i64, i64), range: (i64, i64), size: i64) -> Range<i64> {
    (area.0 - range.1).div_euclid(size) + 1..-(range.0 - area.1).div_euclid(size)
}
