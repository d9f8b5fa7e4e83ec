//! What a ray hits first.

use core::cell::Cell;
use core::ops::RangeInclusive;

use super::cast::Cast;
use super::path::{LatticePlace, Path, PathAxis, State};
use crate::contact::CoveredPixels;
use crate::geom::{Extent, Mapped, Moment, Point, PointQ16};
use crate::mask::Mask;

impl Mask {
    /// The first solid pixel that a point hits, moving straight from a position by a motion. Both are in `self`'s pixels, in whole pixels
    /// or 65 536ths of a pixel. For lines of sight, lasers and bullets.
    ///
    /// The point has no size. It passes along a side, and between two pixels that share only a corner. It does not pass along the seam
    /// between two solid pixels: the inside of all solid pixels together is closed to it. Starting inside is a [`Cast::InitialOverlap`].
    /// Starting on the border is a hit at time 0 if the motion leads inside. Reaching the border only at the very end is a [`Cast::Miss`].
    ///
    /// The normal points against the motion, out of the sides that the ray enters: out of both if it enters exactly across a corner. Along
    /// a seam the pixel is the one with the lower coordinates.
    ///
    /// ```
    /// use hitmask::{Cast, Mask, Point, PointQ16};
    /// let wall = Mask::filled(4, 4);
    /// let Cast::Hit { time, point, normal } = wall.ray_cast(PointQ16::new(-2 << 16, 0x1_8000), (8, 0)) else { panic!() };
    /// assert_eq!((time.to_f64(), point, normal), (0.25, Point::new(0, 1), Point::new(-1, 0)));
    /// assert_eq!(wall.ray_cast((-2, 0), (8, 0)), Cast::Miss);                             // along the upper side
    /// assert!(matches!(wall.ray_cast((-2, 1), (8, 0)), Cast::Hit { .. }));                // along a seam
    /// ```
    ///
    /// # Panics
    /// If a coordinate is beyond [`PointQ16::LIMIT`]: [`PointQ16::checked`] finds out.
    ///
    /// # Complexity
    /// One look at a pixel for each pixel of the way through the mask's bounds.
    #[doc(alias = "cast_ray")]
    #[doc(alias = "raycast")]
    #[doc(alias = "line of sight")]
    #[must_use]
    pub fn ray_cast(&self, position: impl Into<PointQ16>, motion: impl Into<PointQ16>) -> Cast {
        let solid = |x: i64, y: i64| matches!((i32::try_from(x), i32::try_from(y)), (Ok(x), Ok(y)) if self.get((x, y)));
        ray_cast(self.extent(), solid, &Path::given(position.into(), motion.into()))
    }
}

/// As [`Mask::ray_cast`], for anything that can say which pixels are solid. `solid` is only called for pixels inside the extent.
#[inline]
pub(crate) fn ray_cast(extent: Extent, solid: impl Fn(i64, i64) -> bool, path: &Path) -> Cast {
    ray_cast_through(extent, solid, |_, _| None, path)
}

/// As [`ray_cast`], past pixels that may be a huge circle or polygon. Empty squares, which grow as long as they are empty, are passed in one
/// step.
pub(crate) fn ray_cast_past(
    pixels: &CoveredPixels<'_>,
    extent: Extent,
    solid: &dyn Fn(i64, i64) -> bool,
    path: &Path,
) -> Cast {
    // Half the side of the least square, as a power of two. To find out that it is empty costs as much as some pixels.
    const LEAST: u32 = 6;
    const MOST: u32 = 31;
    if !pixels.is_convex() || (extent.x1 - extent.x0).max(extent.y1 - extent.y0) < 4 << LEAST {
        return ray_cast(extent, solid, path);
    }
    let power = Cell::new(LEAST);
    let clear = |x: i64, y: i64| loop {
        let square = Extent::of_pixel(x, y).grown(1 << power.get());
        if pixels.is_clear(square) {
            power.set((power.get() + 1).min(MOST));
            return Some(square);
        }
        if power.get() == LEAST {
            return None;
        }
        power.set(power.get() - 1);
    };
    ray_cast_through(extent, solid, clear, path)
}

/// As [`ray_cast`], for something that may know an empty box around a pixel. The ray passes such a box in one step.
pub(crate) fn ray_cast_through(
    extent: Extent,
    solid: impl Fn(i64, i64) -> bool,
    clear: impl Fn(i64, i64) -> Option<Extent>,
    path: &Path,
) -> Cast {
    // On WebAssembly, where a module's size counts, there is one copy for all functions.
    #[cfg(target_family = "wasm")]
    let (solid, clear): (&dyn Fn(_, _) -> _, &dyn Fn(_, _) -> _) = (&solid, &clear);
    follow(extent, solid, clear, path)
}

fn follow(
    extent: Extent,
    solid: impl Fn(i64, i64) -> bool,
    clear: impl Fn(i64, i64) -> Option<Extent>,
    path: &Path,
) -> Cast {
    let e = extent;
    if e.is_empty() {
        return Cast::Miss;
    }
    let Some([enter, leave]) = path.within(&[(e.x0, e.x1), (e.y0, e.y1)]) else { return Cast::Miss };
    // The first of some pixels, if all of them are solid.
    let first_if_all = |[xs, ys]: [RangeInclusive<i64>; 2]| {
        let (x, y) = (*xs.start(), *ys.start());
        for y in ys {
            for x in xs.clone() {
                if !(e.contains(x, y) && solid(x, y)) {
                    return None;
                }
            }
        }
        Some(Point::new(x as i32, y as i32))
    };
    let mut state = path.at(enter);
    if enter.numerator <= 0 && first_if_all([0, 1].mapped(|i| here(path.axes[i], state.place[i]))).is_some() {
        return Cast::InitialOverlap;
    }
    loop {
        #[cfg(test)]
        crate::work::add(1);
        let pixels = [0, 1].mapped(|i| ahead(path.axes[i], state.place[i]));
        let [x, y] = [*pixels[0].start(), *pixels[1].start()];
        if let Some(point) = first_if_all(pixels) {
            return hit(path, &state, point);
        }
        // The first of the pixels that the ray enters next. It can't hit anything before it leaves the empty box around that pixel.
        let next = match clear(x, y).and_then(|clear| leaves(path, clear)) {
            Some(at) => Some(path.at(at)),
            None => path.next(&state),
        };
        match next {
            Some(next) if next.at.is_before(leave) => state = next,
            _ => return Cast::Miss,
        }
    }
}

/// When a motion inside a box reaches one of its sides. None if it does not move.
#[inline]
fn leaves(path: &Path, clear: Extent) -> Option<Moment> {
    let reaches = |i: usize, (low, high): (i64, i64)| {
        let axis = path.axes[i];
        (axis.speed > 0).then(|| axis.reaches(if axis.sign < 0 { -low } else { high }))
    };
    let ends = [reaches(0, (clear.x0, clear.x1)), reaches(1, (clear.y0, clear.y1))];
    ends.into_iter().flatten().reduce(Moment::earlier)
}

/// The pixels, in actual coordinates, that have the place inside or on their border.
#[inline(always)]
fn here(axis: PathAxis, place: LatticePlace) -> RangeInclusive<i64> {
    let line = place.line * axis.sign;
    match (place.on_line, axis.sign) {
        (true, _) => line - 1..=line,
        (false, 1) => line..=line,
        (false, _) => line - 1..=line - 1,
    }
}

/// As [`here`], a little later.
#[inline(always)]
fn ahead(axis: PathAxis, place: LatticePlace) -> RangeInclusive<i64> {
    here(axis, LatticePlace { on_line: place.on_line && axis.speed == 0, ..place })
}

fn hit(path: &Path, state: &State, point: Point) -> Cast {
    let against = |i: usize| {
        let axis = path.axes[i];
        if state.place[i].on_line && axis.speed > 0 { -axis.sign as i32 } else { 0 }
    };
    Cast::Hit { time: state.at.into(), point, normal: Point::new(against(0), against(1)) }
}
