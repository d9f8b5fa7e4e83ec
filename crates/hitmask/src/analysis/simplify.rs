//! Outlines with fewer corners that keep a promise.
//!
//! A sequence of corners (a *stretch*) is replaced by a straight edge only if two conditions hold. First, every corner of the stretch lies
//! within the tolerance and on the promised side. Second, no other corner of the outline lies between the stretch and the edge. The second
//! condition ensures that edges never cross, no matter which other stretches are replaced: to get between a stretch and its edge, another
//! line would have to cross the stretch, which no line of an outline does, or to turn around inside, where it has no corner. So each
//! stretch is judged alone, against the original outline. The result is filled and compared with the mask before it is returned.

use alloc::vec::Vec;

use super::distance::{BorderMode, DistanceField};
use super::fill::FillRule;
use super::outline::{Outline, Ring};
use crate::geom::{CompactSort, Point};
use crate::invalid_argument::{InvalidArgument, InvalidReason};
use crate::mask::Mask;

/// A distance in 65 536ths of a pixel, so that comparisons are exact.
#[derive(Clone, Copy)]
struct Tolerance(u32);

impl Tolerance {
    /// Whether the square root of `squared` / `divisor` is at most the tolerance.
    fn holds(self, squared: i128, divisor: i128) -> bool {
        squared << 32 <= i128::from(self.0) * i128::from(self.0) * divisor
    }

    /// Whether the square root of `squared` is at most the tolerance plus half a pixel.
    fn holds_beyond_half(self, squared: i128) -> bool {
        let more = i128::from(self.0) + (1 << 15);
        squared << 32 <= more * more
    }
}

/// On which side of the exact outline a simplified one may lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OutlineBound {
    /// Outside: the polygons contain every solid pixel completely.
    Outer,
    /// Inside: the polygons contain no part of a clear pixel.
    Inner,
    /// On both sides, within the tolerance.
    Within,
}

/// The options of [`Outline::simplify`].
///
/// ```
/// use hitmask::{Connectivity, InvalidReason, Mask, Simplify};
/// let stairs = Mask::from_fn(9, 9, |x, y| x <= y);
/// let outline = stairs.outline(Connectivity::Four);
/// let outer = outline.simplify(&Simplify::outer())?;
/// assert_eq!((outline.point_count(), outer.point_count()), (20, 5));
/// assert!(outer.to_mask().overlap_area(&stairs, (0, 0)) == stairs.count());
///
/// let refused = outline.simplify(&Simplify::outer().at_most(4)).unwrap_err();
/// assert_eq!(refused.reason, InvalidReason::TooManyPoints { needed: 5, allowed: 4 });
/// # Ok::<(), hitmask::InvalidArgument>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Simplify {
    /// On which side of the exact outline the result may lie.
    pub promise: OutlineBound,
    /// The largest distance between the simplified and the exact outline, measured from either one to the other, in pixels. It is rounded to
    /// the nearest 65 536th of a pixel, ties up. One pixel, the default, is enough to restore every straight line that was drawn in pixels.
    pub tolerance: f64,
    /// The largest number of corners that all rings together may have.
    pub max_points: usize,
}

impl Simplify {
    /// Polygons that contain every solid pixel completely, within one pixel of the outline.
    #[must_use]
    pub fn outer() -> Simplify {
        Simplify { promise: OutlineBound::Outer, tolerance: 1.0, max_points: usize::MAX }
    }

    /// Polygons that contain no part of a clear pixel, within one pixel of the outline.
    #[must_use]
    pub fn inner() -> Simplify {
        Simplify { promise: OutlineBound::Inner, ..Simplify::outer() }
    }

    /// Polygons that may lie on either side of the outline, within so many pixels.
    #[must_use]
    pub fn within(tolerance: f64) -> Simplify {
        Simplify { promise: OutlineBound::Within, tolerance, ..Simplify::outer() }
    }

    /// The same options with another tolerance, in pixels.
    #[must_use]
    pub fn tolerance(self, tolerance: f64) -> Simplify {
        Simplify { tolerance, ..self }
    }

    /// The tolerance in 65 536ths of a pixel, as it is used.
    ///
    /// # Errors
    /// [`InvalidArgument`], if the tolerance is negative, not finite, or 65 536 or more.
    ///
    /// ```
    /// use hitmask::Simplify;
    /// assert_eq!(Simplify::within(0.5).tolerance_q16(), Ok(1 << 15));
    /// let refused = Simplify::within(-1.0).tolerance_q16().unwrap_err();
    /// assert_eq!(refused.to_string(), "the tolerance must be from 0 to 65535");
    /// ```
    pub fn tolerance_q16(&self) -> Result<u32, InvalidArgument> {
        let parts = self.tolerance * 65_536.0 + 0.5;
        if self.tolerance >= 0.0 && parts < 4_294_967_296.0 {
            // The cast rounds down.
            return Ok(parts as u32);
        }
        let range = InvalidReason::OutOfRange { least: 0, most: i64::from(u16::MAX) };
        let reason = if self.tolerance.is_finite() { range } else { InvalidReason::NotFinite };
        Err(InvalidArgument::new("tolerance", reason))
    }

    /// The same options with a limit on the number of corners. If more are needed, `simplify` returns an error.
    #[must_use]
    pub fn at_most(self, points: usize) -> Simplify {
        Simplify { max_points: points, ..self }
    }
}

impl Outline {
    /// Simplifies the outline: the same rings with fewer corners, all of them corners of this outline.
    ///
    /// Every promise includes:
    /// - Every point of either outline lies within the tolerance of the other one (Hausdorff distance). So a pixel can be wrong only if its
    ///   centre is that close to an edge between a solid and a clear pixel.
    /// - Every ring remains, with its parent. No edges cross; rings touch only at corners where they touched before.
    ///
    /// The result is filled and compared with the mask. The number of corners is close to the minimum, but not always minimal.
    ///
    /// # Errors
    /// [`InvalidArgument`]: [`InvalidReason::TooManyPoints`] if the result has more corners than [`Simplify::max_points`];
    /// [`InvalidReason::BrokenPromise`] if the comparison finds a pixel that breaks the promise; or if the tolerance is
    /// [refused](Simplify::tolerance_q16).
    ///
    /// # Complexity
    /// O(corners × (longest replaced stretch)² + words of the mask).
    ///
    /// The worst case is an outline that folds many corners into each square of the size of the tolerance: a Hilbert curve in 1024 × 1024
    /// pixels, with 420 000 corners, takes about 3 seconds with a tolerance of 10 pixels and 5 seconds with 100, and four times as long at
    /// twice the side.
    #[doc(alias = "douglas_peucker")]
    #[doc(alias = "approximate_polygon")]
    pub fn simplify(&self, wish: &Simplify) -> Result<Outline, InvalidArgument> {
        let (wish, tolerance) = (*wish, Tolerance(wish.tolerance_q16()?));
        let refused = |reason| Err(InvalidArgument::new("simplified outline", reason));
        let corners = OutlineCorners::of(self);
        let mut points = Vec::new();
        let (w, h) = self.size();
        let mut simple = Outline::new(w, h);
        for (number, ring) in self.rings().enumerate() {
            let task =
                Task { ring, number: number as u32, corners: &corners, promise: wish.promise, tolerance };
            points.clear();
            points.extend(task.solve().into_iter().map(|i| task.point(i)));
            let first = (0..points.len()).min_by_key(|&i| (points[i].y, points[i].x));
            points.rotate_left(first.unwrap_or(0));
            simple.add_ring(&points, ring.is_hole, ring.parent);
        }
        let (needed, allowed) = (simple.point_count(), wish.max_points);
        if needed > allowed {
            return refused(InvalidReason::TooManyPoints { needed, allowed });
        }
        let mask = self.to_mask();
        match broken(&mask, &simple, wish.promise, tolerance) {
            Some(Point { x, y }) => refused(InvalidReason::BrokenPromise { x, y }),
            None => Ok(simple),
        }
    }
}

/// A pixel at which the filled rings break the promise.
fn broken(mask: &Mask, simple: &Outline, promise: OutlineBound, tolerance: Tolerance) -> Option<Point> {
    let (w, h) = mask.size();
    let filled = Mask::from_polygons(w, h, simple.rings().map(|ring| ring.points), FillRule::NonZero);
    let mut wrong = filled.clone();
    wrong.symmetric_difference_with(mask, (0, 0));
    let forbidden = match promise {
        OutlineBound::Outer => mask.first_overlap(&wrong, (0, 0)),
        OutlineBound::Inner => filled.first_overlap(&wrong, (0, 0)),
        OutlineBound::Within => None,
    };
    forbidden.or_else(|| {
        if wrong.is_empty() {
            return None;
        }
        // Every wrong pixel must be near a pixel of the other kind. If the tolerance is large, distances between centres decide most cases
        // quickly.
        let reach = (tolerance.0 >> 16) as i32 + 1;
        let fields =
            (reach > 8).then(|| (mask.distance_to_solid(), mask.distance_to_clear(BorderMode::Clear)));
        wrong.points().find(|&p| {
            let from_field = |(to_solid, to_clear): &(DistanceField, DistanceField)| {
                let squared = if mask.get(p) { to_clear } else { to_solid }.get(p)?;
                (squared < u32::MAX).then(|| i128::from(squared))
            };
            let middle = fields.as_ref().and_then(from_field);
            // The distance from a centre to a square is at least half a pixel less than to the centre of that square.
            let near = middle.is_some_and(|squared| tolerance.holds_beyond_half(squared));
            !near && !is_near_other(mask, p, reach, tolerance)
        })
    })
}

/// Whether a pixel of the other kind is within the tolerance of this pixel's centre. The distance is measured to its square, not to its
/// centre.
fn is_near_other(mask: &Mask, p: Point, reach: i32, tolerance: Tolerance) -> bool {
    let solid = mask.get(p);
    // Nearest first, so that it is usually found at once.
    (0..=reach).any(|ring| {
        (-ring..=ring).any(|dy| {
            let step = if dy.abs() == ring { 1 } else { (2 * ring).max(1) };
            (-ring..=ring).step_by(step as usize).any(|dx| {
                let other = Point::new(p.x + dx, p.y + dy);
                // From the centre of the pixel to the square of the other, doubled.
                let gap = |d: i32| i128::from((2 * d.abs() - 1).max(0));
                mask.get(other) != solid && tolerance.holds(gap(dx) * gap(dx) + gap(dy) * gap(dy), 4)
            })
        })
    })
}

/// All corners of an outline, sorted by position.
struct OutlineCorners {
    /// Row by row, left to right.
    all: Vec<Corner>,
    /// The index of each row's first corner, and the number of corners at the end.
    rows: Vec<usize>,
    /// For each ring, the index of its first corner in `pinched`.
    starts: Vec<usize>,
    /// For each corner of each ring, whether the outline passes it twice (a *pinch*).
    pinched: Vec<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Corner {
    y: i32,
    x: i32,
    ring: u32,
    index: u32,
}

impl OutlineCorners {
    fn of(outline: &Outline) -> OutlineCorners {
        let mut all = Vec::with_capacity(outline.point_count());
        let mut starts = Vec::with_capacity(outline.len());
        for (ring, number) in outline.rings().zip(0..) {
            starts.push(all.len());
            let corner = |(index, p): (u32, &Point)| Corner { y: p.y, x: p.x, ring: number, index };
            all.extend((0..).zip(ring.points).map(corner));
        }
        all.sort_compact();
        let mut pinched = alloc::vec![false; all.len()];
        for pair in all.windows(2) {
            if (pair[0].x, pair[0].y) == (pair[1].x, pair[1].y) {
                for corner in pair {
                    pinched[starts[corner.ring as usize] + corner.index as usize] = true;
                }
            }
        }
        let row = |y: i32| all.partition_point(|corner| corner.y < y);
        let rows = (0..=outline.size().1 as i32 + 1).map(row).collect();
        OutlineCorners { all, rows, starts, pinched }
    }

    /// The corners in a box, its sides included.
    fn within(&self, low: Point, high: Point) -> impl Iterator<Item = Corner> + '_ {
        (low.y..=high.y).flat_map(move |y| {
            let row = &self.all[self.rows[y as usize]..self.rows[y as usize + 1]];
            let from = row.partition_point(|corner| corner.x < low.x);
            row[from..].iter().copied().take_while(move |corner| corner.x <= high.x)
        })
    }
}

/// The simplification of one ring.
struct Task<'a> {
    ring: Ring<'a>,
    number: u32,
    corners: &'a OutlineCorners,
    promise: OutlineBound,
    tolerance: Tolerance,
}

impl Task<'_> {
    /// A corner by its index, modulo the number of corners.
    fn point(&self, i: usize) -> Point {
        self.ring.points[i % self.ring.points.len()]
    }

    fn is_pinched(&self, i: usize) -> bool {
        self.corners.pinched[self.corners.starts[self.number as usize] + i % self.ring.points.len()]
    }

    /// The corners to keep.
    fn solve(&self) -> Vec<usize> {
        let n = self.ring.points.len();
        let pinch = (0..n).find(|&i| self.is_pinched(i));
        // The starting corner changes the result by a corner or two. A pinch is kept anyway, so it is the best start. Otherwise the middle
        // of one result is a good start for the next try.
        let (mut start, tries) = pinch.map_or((0, 4), |i| (i, 1));
        let mut best: Vec<usize> = (0..n).collect();
        for _ in 0..tries {
            let mut kept = self.solve_from(start, n - 2);
            if kept.len() < 3 {
                // With stretches of less than half of the ring, at least three corners remain.
                kept = self.solve_from(start, (n - 1) / 2);
            }
            start = kept[kept.len() / 2] % n;
            if kept.len() < best.len() {
                best = kept;
            }
        }
        best
    }

    /// Starts at a corner that is kept, and repeatedly goes to the farthest corner in reach, at most `most` corners ahead.
    fn solve_from(&self, start: usize, most: usize) -> Vec<usize> {
        let n = self.ring.points.len();
        let mut kept = Vec::new();
        let mut at = start;
        // A stretch may extend at most to the next pinch.
        let (mut pinch, mut most_here) = (at, most);
        while at < start + n {
            kept.push(at);
            if at == pinch {
                pinch = (at + 1..start + n).find(|&i| self.is_pinched(i)).unwrap_or(start + n);
                // If that is the same point, the corners in between form a loop, of which three corners must remain.
                let is_loop = self.is_pinched(at) && self.point(pinch) == self.point(at);
                most_here = if is_loop { most.min((pinch - at - 1) / 2) } else { most };
            }
            at = self.farthest(at, (at + most_here).min(pinch));
        }
        kept
    }

    /// The farthest corner that an edge from `at` can reach, by a heuristic search. A nearer corner may be out of reach although a later
    /// one is not, so a few failures don't end the search.
    fn farthest(&self, at: usize, last: usize) -> usize {
        let mut reached = at + 1;
        let (mut to, mut failures) = (at + 2, 0);
        // Long stretches are searched in strides. Strides are odd, because corners alternate between left and right turns.
        let stride = |reached: usize| ((reached - at) / 16) | 1;
        while to <= last && failures < 24 {
            if self.can_replace(at, to) {
                reached = to;
                failures = 0;
            } else {
                failures += 1;
            }
            to += stride(reached);
        }
        // The corners that the last stride skipped.
        let skipped = reached + 1..(reached + stride(reached)).min(last + 1);
        skipped.rev().find(|&to| self.can_replace(at, to)).unwrap_or(reached)
    }

    /// Whether an edge between two corners may replace the stretch between them.
    fn can_replace(&self, from: usize, to: usize) -> bool {
        let Task { promise, tolerance, .. } = *self;
        let edge = ThickLine { from: self.point(from), to: self.point(to) };
        if edge.from == edge.to || self.is_pinched(from) && self.is_pinched(to) {
            // Two stretches between the same two pinches must not become the same edge.
            return false;
        }
        let (mut low, mut high) = (edge.from, edge.from);
        // Starting in the middle would find a violation slightly sooner. Starting at the far end is almost as good.
        for i in (from..=to).rev() {
            let p = self.point(i);
            // Solid lies on the right.
            let allowed = match promise {
                OutlineBound::Outer => edge.side(p) >= 0,
                OutlineBound::Inner => edge.side(p) <= 0,
                OutlineBound::Within => true,
            };
            if !allowed || !edge.is_within(p, tolerance) {
                return false;
            }
            low = Point::new(low.x.min(p.x), low.y.min(p.y));
            high = Point::new(high.x.max(p.x), high.y.max(p.y));
        }
        let n = self.ring.points.len();
        !self.corners.within(low, high).any(|corner| {
            let p = Point::new(corner.x, corner.y);
            let own = corner.ring == self.number && (corner.index as usize + n - from % n) % n <= to - from;
            !own && p != edge.from
                && p != edge.to
                && edge.is_within(p, tolerance)
                && (edge.side(p) == 0 || self.is_between(from, to, p))
        })
    }

    /// Whether a point lies between the stretch and the edge that replaces it.
    fn is_between(&self, from: usize, to: usize, p: Point) -> bool {
        let mut winding = 0;
        let mut before = self.point(to);
        for i in from..=to {
            let line = ThickLine { from: before, to: self.point(i) };
            // The ray goes to the right from slightly below p, so that no corner lies on it.
            if (line.from.y <= p.y) != (line.to.y <= p.y) {
                let down = line.from.y <= p.y;
                let side = line.side(p);
                if down && side > 0 {
                    winding += 1;
                } else if !down && side < 0 {
                    winding -= 1;
                }
            }
            before = line.to;
        }
        winding != 0
    }
}

#[derive(Clone, Copy)]
struct ThickLine {
    from: Point,
    to: Point,
}

impl ThickLine {
    /// Positive if the point lies to the right of the line, in the direction of the line with y pointing down; 0 if it lies on it.
    #[inline]
    fn side(self, p: Point) -> i64 {
        let (d, v) = (self.step(self.to), self.step(p));
        d.0 * v.1 - d.1 * v.0
    }

    /// Whether the point is within the tolerance of the line segment.
    fn is_within(self, p: Point, tolerance: Tolerance) -> bool {
        let (d, v) = (self.step(self.to), self.step(p));
        let dot = |a: (i64, i64), b: (i64, i64)| i128::from(a.0 * b.0 + a.1 * b.1);
        let (along, length) = (dot(d, v), dot(d, d));
        if along < 0 {
            tolerance.holds(dot(v, v), 1)
        } else if along > length {
            let v = (v.0 - d.0, v.1 - d.1);
            tolerance.holds(dot(v, v), 1)
        } else {
            let side = i128::from(self.side(p));
            tolerance.holds(side * side, length)
        }
    }

    fn step(self, to: Point) -> (i64, i64) {
        (i64::from(to.x) - i64::from(self.from.x), i64::from(to.y) - i64::from(self.from.y))
    }
}
