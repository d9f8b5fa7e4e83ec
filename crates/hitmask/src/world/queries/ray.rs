//! Rays among the colliders of a world.

use crate::geom::{Extent, Mapped, Offset, PointQ16};
use crate::invalid_argument::OrPanic;
use crate::sweep::cast::Cast;
use crate::sweep::path::Path;
use crate::sweep::ray::{ray_cast, ray_cast_past};
use crate::world::collider::handle::Handle;
use crate::world::narrow_phase::cover_meeting::Once;
use crate::world::narrow_phase::raster_cover::RasterCover;
use crate::world::plane::Plane;
use crate::world::queries::query::QueryFilter;
use crate::world::store::Store;
use crate::world::store::world::World;

/// The first hit of a ray, from [`World::ray_cast`](crate::World::ray_cast).
#[doc(alias = "RayIntersection")]
#[doc(alias = "RaycastHit")]
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
    /// that holds the start comes first, as [`Cast::InitialOverlap`](crate::Cast::InitialOverlap). The ray hits the pixels that colliders cover;
    /// custom tests are not asked.
    ///
    /// The ray sees all colliders that the filter lets through together, as one mask: [`Mask::ray_cast`](crate::Mask::ray_cast) says how. A ray
    /// along the side of a collider passes it. A ray along the common side of two colliders is stopped, as it is by one that is as large as both;
    /// a wall that is built of blocks has no gaps. Between two pixels that touch at a corner alone it passes. The hit names the lowest handle of
    /// those that cover a pixel where it is stopped. Of the two pixels beside a seam it tells the left or upper one, which may be another
    /// collider's.
    ///
    /// [`World::first_on_line`] steps from pixel to pixel. This verb knows parts of a pixel and the side that is hit.
    ///
    /// # Panics
    /// If the position or the motion is beyond [`PointQ16::LIMIT`]: [`PointQ16::checked`] finds out.
    ///
    /// # Complexity
    /// One ray cast against each collider whose box meets the box around the ray. For a long slanting ray those may be many. A ray between two
    /// rows or columns of pixels looks at both in turn, piece by piece.
    ///
    /// ```
    /// use hitmask::{Cast, Collider, Point, QueryFilter, Rect, World};
    /// let mut world = World::new();
    /// let crate_ = world.insert(Collider::new(Rect::new(20, 0, 8, 8)));
    /// let hit = world.ray_cast((0, 4), (80, 0), &QueryFilter::default()).unwrap();
    /// let Cast::Hit { time, normal, .. } = hit.cast else { panic!() };
    /// assert_eq!((hit.handle, time.to_f64(), normal), (crate_, 0.25, Point::new(-1, 0)));
    ///
    /// assert!(world.ray_cast((0, 8), (80, 0), &QueryFilter::default()).is_none());        // along its lower side
    /// world.insert(Collider::new(Rect::new(20, 8, 8, 8)));
    /// let hit = world.ray_cast((0, 8), (80, 0), &QueryFilter::default()).unwrap();        // between it and the one below
    /// assert_eq!(hit.handle, crate_);
    /// ```
    #[doc(alias = "cast_ray")]
    #[doc(alias = "intersect_ray")]
    #[doc(alias = "raycast")]
    #[doc(alias = "line of sight")]
    #[must_use]
    pub fn ray_cast(
        &self,
        position: impl Into<PointQ16>,
        motion: impl Into<PointQ16>,
        filter: &QueryFilter<'_>,
    ) -> Option<RayHit> {
        let (from, motion) =
            (position.into().checked("position").or_panic(), motion.into().checked("motion").or_panic());
        let from = self.store.plane().position(from);
        let inside = match is_on_line(from.x) || is_on_line(from.y) {
            true => self.store.lowest_around(here(from), filter).map(|index| (Cast::InitialOverlap, index)),
            false => None,
        };
        let [along_x, along_y] = [0, 1].mapped(|axis| Seam::along(from, motion, axis));
        let first = inside.or_else(|| match along_x.or(along_y) {
            Some(seam) => self.store.first_on_seam(&seam, filter).and_then(|row| {
                // Two pixels alone stop this ray as all of them do. They are moved to tile 0, where they are near enough for a cast.
                let (pixels, path) = (seam.pixels(row), Path::new(from, motion));
                let by = -self.store.plane().tile_of(pixels.corner());
                let cast = ray_cast(pixels.shifted(by), |_, _| true, &path.shifted(by));
                Some((cast, self.store.lowest_around(pixels, filter)?))
            }),
            None => self.store.first_by_itself(from, motion, filter),
        });
        let (mut cast, index) = first?;
        if let Cast::Hit { point, .. } = &mut cast {
            *point = self.store.plane().pixel((*point).into()).as_pixel();
        }
        Some(RayHit { handle: self.store.handle_at(index), data: self.store.at(index).data, cast })
    }
}

impl Store {
    /// The first hit if each collider is asked alone. Of several at the same time, the lowest.
    fn first_by_itself(
        &self,
        from: PointQ16,
        motion: PointQ16,
        filter: &QueryFilter<'_>,
    ) -> Option<(Cast, u32)> {
        let to = from + motion;
        // A ray along the border of two pixels may be stopped by the pixels on both sides of it.
        let way = Extent {
            x0: (from.x.min(to.x) >> 16) - 1,
            y0: (from.y.min(to.y) >> 16) - 1,
            x1: (from.x.max(to.x) >> 16) + 2,
            y1: (from.y.max(to.y) >> 16) + 2,
        };
        let mut first: Option<(Cast, u32)> = None;
        self.each_cover_near(way.into(), filter, |index, cover| {
            let cast = ray_in_plane(self.plane(), &cover, from, motion);
            let earlier =
                first.is_none_or(|(best, i)| cast.is_before(&best) || !best.is_before(&cast) && index < i);
            if cast != Cast::Miss && earlier {
                first = Some((cast, index));
            }
        });
        first
    }

    /// The lowest of the colliders that cover any of at most four pixels, if they together cover all of them.
    fn lowest_around(&self, pixels: Extent, filter: &QueryFilter<'_>) -> Option<u32> {
        let (w, h) = (pixels.x1 - pixels.x0, pixels.y1 - pixels.y0);
        let mut open = (1u32 << (w * h)) - 1;
        let mut lowest: Option<u32> = None;
        self.each_cover_near(pixels.into(), filter, |index, cover| {
            let once = Once::of(self.plane(), &cover);
            for bit in 0..w * h {
                if once.covers_anywhere(pixels.x0 + bit % w, pixels.y0 + bit / w) {
                    open &= !(1 << bit);
                    lowest = lowest.into_iter().chain([index]).min();
                }
            }
        });
        lowest.filter(|_| open == 0)
    }

    /// How many rows a ray on a seam passes before the first one in which both pixels are covered. None if there is no such row.
    ///
    /// Both sides are searched in turn: what is clear on one side need not be looked at on the other.
    fn first_on_seam(&self, seam: &Seam, filter: &QueryFilter<'_>) -> Option<i64> {
        let mut row = 0;
        loop {
            let left = self.first_covered(seam, 0, row, filter)?;
            let right = self.first_covered(seam, 1, left, filter)?;
            if left == right {
                return Some(left);
            }
            row = right;
        }
    }

    /// The first row from a row on in which the pixel on one side of a seam is covered. It looks a short way ahead, then farther and farther.
    fn first_covered(&self, seam: &Seam, side: i64, mut row: i64, filter: &QueryFilter<'_>) -> Option<i64> {
        const SHORT: i64 = 64;
        let mut ahead = SHORT;
        while row < seam.rows {
            let rows = ahead.min(seam.rows - row);
            // From the middle of the first pixel to the middle of the last.
            let (from, motion) = seam.middle(side, row, rows - 1);
            if let Some((cast, _)) = self.first_by_itself(from, motion, filter) {
                return Some(row + steps(cast, rows - 1));
            }
            row += rows;
            ahead *= 4;
        }
        None
    }
}

/// A ray along an axis, on the border of two lines of pixels. Its rows are the pairs of pixels that it passes between, in order from 0.
struct Seam {
    /// 0 if it runs along x, 1 along y.
    axis: usize,
    sign: i64,
    /// The first pixel on its left or upper side.
    first: [i64; 2],
    rows: i64,
}

impl Seam {
    /// None if the ray is not parallel to this axis, or lies inside of pixels.
    fn along(from: PointQ16, motion: PointQ16, axis: usize) -> Option<Seam> {
        let (from, motion) = ([from.x, from.y], [motion.x, motion.y]);
        let (start, way) = (from[axis], motion[axis]);
        if way == 0 || motion[1 - axis] != 0 || !is_on_line(from[1 - axis]) {
            return None;
        }
        let sign = way.signum();
        // A pixel that is reached only at the very end is not entered.
        let (one, last) = if sign > 0 {
            (start >> 16, (start + way - 1) >> 16)
        } else {
            ((start - 1) >> 16, (start + way) >> 16)
        };
        let mut first = [(from[0] >> 16) - 1, (from[1] >> 16) - 1];
        first[axis] = one;
        Some(Seam { axis, sign, first, rows: (last - one) * sign + 1 })
    }

    /// The two pixels of a row.
    fn pixels(&self, row: i64) -> Extent {
        let mut at = self.first;
        at[self.axis] += row * self.sign;
        let mut size = [2, 2];
        size[self.axis] = 1;
        Extent { x0: at[0], y0: at[1], x1: at[0] + size[0], y1: at[1] + size[1] }
    }

    /// The middle of a pixel on a side, and the motion from it over some more pixels.
    fn middle(&self, side: i64, row: i64, more: i64) -> (PointQ16, PointQ16) {
        let (mut at, mut way) = (self.first, [0, 0]);
        at[self.axis] += row * self.sign;
        at[1 - self.axis] += side;
        way[self.axis] = more * self.sign;
        let [x, y] = at.mapped(|pixel| (pixel << 16) + (1 << 15));
        (PointQ16::new(x, y), PointQ16::new(way[0] << 16, way[1] << 16))
    }
}

/// How many pixels a ray along an axis, which begins in the middle of a pixel and moves by whole pixels, enters before it is stopped.
fn steps(cast: Cast, pixels: i64) -> i64 {
    let Cast::Hit { time, .. } = cast else { return 0 };
    // It enters pixel n at n - ½.
    let (numerator, denominator) = (i128::from(time.numerator()), i128::from(time.denominator()));
    ((2 * numerator * i128::from(pixels) + denominator) / (2 * denominator)) as i64
}

fn is_on_line(q16: i64) -> bool {
    q16 & 0xFFFF == 0
}

/// The pixels that have a point inside or on their border.
fn here(PointQ16 { x, y }: PointQ16) -> Extent {
    let range = |q: i64| ((q - 1) >> 16, (q >> 16) + 1);
    let ((x0, x1), (y0, y1)) = (range(x), range(y));
    Extent { x0, y0, x1, y1 }
}

/// When a ray first hits an image of a cover. On a torus, the pixel lies in any tile.
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
    first
}
