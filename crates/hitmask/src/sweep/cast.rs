//! When a moving mask first overlaps another one.

use super::dilation_pyramid::DilationPyramid;
use super::motion::ranges;
use super::path::{Path, Ranges, State};
use super::time::TimeOfImpact;

use crate::contact;
use crate::geom::{Mapped, Moment, Point, PointQ16};
use crate::mask::Mask;
use crate::overlap;
use crate::placed::{self, Shape, ShapeRef};

/// The result of a motion, from [`Mask::cast`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
pub enum Cast {
    /// The masks overlap at the start.
    InitialOverlap,
    /// The motion is free at first, and then hits.
    Hit {
        /// The moment from which on they overlap: at least 0 and less than 1.
        time: TimeOfImpact,
        /// The pixel that is hit. Of several that are hit at that moment, the one with the lowest y, then the lowest x.
        point: Point,
        /// The side of that pixel that is hit, as a direction from it towards the moving mask. Each coordinate is -1, 0 or 1.
        normal: Point,
    },
    /// The motion is free all the way.
    Miss,
}

impl Cast {
    /// The direction of the surface that was hit, as it is within a radius of the pixel: a vector that points out of the ground, across it, at no
    /// certain length. `of` is the shape that was cast at. None if nothing was hit. (0, 0) if the ground lies around the pixel on all sides alike.
    ///
    /// The normal of [`Cast::Hit`] says through which side of a pixel the hit came, which is exact and says nothing of a slope. This one is the
    /// gradient of the area that a disc of this radius shares with the shape: [`Mask::normal`]. Of a straight slope, a radius of 16 is right to
    /// about a degree, 8 to three. A larger disc looks past bumps, but also around corners.
    ///
    /// ```
    /// use hitmask::{Cast, Mask, Terrain};
    /// let slope = Terrain::from_mask(&Mask::from_fn(200, 100, |x, y| 2 * y >= x));          // falls by 1 in 2 to the right
    /// let hit = slope.ray_cast((100, -20), (0, 100));
    /// let Cast::Hit { normal, .. } = hit else { panic!("there is ground") };
    /// assert_eq!((normal.x, normal.y), (0, -1));                                            // the upper side of a pixel
    /// let out = hit.surface_normal(&slope, 16).unwrap();
    /// assert!((f64::from(out.x) / f64::from(-out.y) - 0.5).abs() < 0.03, "{out:?}");        // (1, -2), across the slope
    /// ```
    ///
    /// # Complexity
    /// Four overlap areas of the disc.
    #[doc(alias = "slope")]
    #[doc(alias = "bounce")]
    #[doc(alias = "reflect")]
    #[must_use]
    pub fn surface_normal<S: Shape + ?Sized>(&self, of: &S, radius: u32) -> Option<Point> {
        let Cast::Hit { point, .. } = *self else { return None };
        let Some(disc) = contact::around_a_pixel(radius) else { return Some(Point::ZERO) };
        let (ground, disc) = contact::pair(placed::of(of), placed::of(&disc), point);
        Some(contact::normal(&ground, &disc))
    }

    /// Whether this comes before another result: an initial overlap before any hit, a hit before a miss.
    pub(crate) fn is_before(&self, other: &Cast) -> bool {
        match (self, other) {
            (Cast::Miss, _) | (_, Cast::InitialOverlap) => false,
            (Cast::InitialOverlap, _) | (_, Cast::Miss) => true,
            (Cast::Hit { time, .. }, Cast::Hit { time: other, .. }) => time < other,
        }
    }
}

impl Mask {
    /// When `other`, moving straight from a position by a motion, first overlaps `self`. The position is `other`'s origin in `self`'s
    /// pixels. Both are whole pixels or 65 536ths of a pixel: [`PointQ16`].
    ///
    /// The answer is exact at any speed: no pixel is skipped. Pixels are squares, and they overlap when they share area, so touching is not
    /// a hit. Sliding along a wall is a [`Cast::Miss`], and so is touching it only at the very end. Masks that touch at the start hit at
    /// time 0 if the motion leads into the other mask.
    ///
    /// The pixel is one of `self`. The normal belongs to that pixel and to the first pixel of `other` (lowest y, then lowest x) that meets
    /// it at that moment. It points against the motion on each axis on which these two pixels begin to overlap, and is 0 on the other axis.
    ///
    /// ```
    /// use hitmask::{Cast, Mask, Point, PointQ16};
    /// let (wall, ball) = (Mask::filled(4, 100), Mask::filled(3, 3));
    /// // It starts 20 pixels right of the wall's origin and moves 1000 to the left. The wall's right side is at 4.
    /// let Cast::Hit { time, point, normal } = wall.cast(&ball, (20, 50), (-1000, 0)) else { panic!("no tunnel") };
    /// assert_eq!((time.numerator(), time.denominator()), (2, 125));
    /// assert_eq!((point, normal), (Point::new(3, 50), Point::new(1, 0)));
    ///
    /// assert_eq!(wall.cast(&ball, (4, 0), (0, 50)), Cast::Miss);                  // along the wall
    /// assert_eq!(wall.cast(&ball, (20, 50), (-16, 0)), Cast::Miss);               // up to the wall
    /// assert_eq!(wall.cast(&ball, PointQ16::new(4 * 65_536 - 1, 0), (9, 0)), Cast::InitialOverlap);
    /// ```
    ///
    /// # Panics
    /// If a coordinate is beyond [`PointQ16::LIMIT`]: [`PointQ16::checked`] finds out.
    ///
    /// # Complexity
    /// One [`Mask::overlaps`] for up to 64 pixels of the way while nothing is near. Up to two [`Mask::overlaps`] a pixel otherwise.
    ///
    /// # Memory
    /// The smaller mask keeps copies of itself that are grown along motions, from its first cast until its next edit. They take 10 to 20
    /// times its own bytes for slanting motions, and as much again for horizontal and for vertical ones. [`Mask::memory_bytes`] counts
    /// them. Without the feature `std` there is no place to keep them (but on WebAssembly), and each pixel of the way is tested.
    #[doc(alias = "cast_shape")]
    #[doc(alias = "shape_cast")]
    #[doc(alias = "shape cast")]
    #[doc(alias = "sweep test")]
    #[doc(alias = "continuous collision detection")]
    #[doc(alias = "ccd")]
    #[doc(alias = "time of impact")]
    #[doc(alias = "toi")]
    #[must_use]
    pub fn cast(&self, other: &Mask, position: impl Into<PointQ16>, motion: impl Into<PointQ16>) -> Cast {
        cast(self, other, Path::given(position.into(), motion.into()))
    }
}

/// [`Mask::cast`] against any shape.
pub(crate) fn cast<A: Shape>(a: &A, b: &Mask, path: Path) -> Cast {
    let Some(bounds) = ranges(placed::of(a).extent(), b.extent()) else { return Cast::Miss };
    // On WebAssembly, where a module's size counts, there is one copy for all kinds of shapes.
    #[cfg(target_family = "wasm")]
    let a = &placed::of(a);
    CastSweep { a, b, path }.run(&bounds)
}

/// A motion of B against A.
struct CastSweep<'a, A> {
    a: &'a A,
    b: &'a Mask,
    path: Path,
}

impl<A: Shape> CastSweep<'_, A> {
    fn run(&self, bounds: &Ranges) -> Cast {
        let path = &self.path;
        let Some([enter, leave]) = path.within(bounds) else { return Cast::Miss };
        let mut state = path.at(enter);
        if enter.numerator <= 0 && self.overlaps_now(&state) {
            return Cast::InitialOverlap;
        }
        let speeds = path.axes.mapped(|axis| axis.speed);
        let beside = [0, 1].mapped(|i| path.axes[i].width(state.place[i].on_line));
        let mut pyramid = DilationPyramid::new(self.shape(), self.b, speeds, beside);
        loop {
            // Everything that began to overlap before this moment is known to be free.
            if let Some(hit) = self.hit(&state) {
                return hit;
            }
            if let Some(reach) =
                pyramid.jump(state.place.mapped(|place| place.line), path.axes.mapped(|axis| axis.sign))
            {
                let at = self.end_of_jump(&state, reach);
                if !at.is_before(leave) {
                    return Cast::Miss;
                }
                state = path.at(at);
                continue;
            }
            match path.next(&state) {
                Some(next) if next.at.is_before(leave) => state = next,
                _ => return Cast::Miss,
            }
        }
    }

    /// When the motion leaves a box of offsets that begins at its present position.
    fn end_of_jump(&self, state: &State, reach: [i64; 2]) -> Moment {
        let ends = [0, 1].mapped(|i| {
            let axis = self.path.axes[i];
            (axis.speed > 0).then(|| axis.reaches(state.place[i].line + reach[i]))
        });
        ends.into_iter().flatten().reduce(Moment::earlier).unwrap_or(Moment::END)
    }

    /// Whether they overlap at the state itself, not a little later.
    fn overlaps_now(&self, state: &State) -> bool {
        let [x, y] = state.place;
        let lines = |line: i64, on_line: bool| line..=line + i64::from(!on_line);
        lines(y.line, y.on_line).any(|y| lines(x.line, x.on_line).any(|x| self.overlaps_at([x, y])))
    }

    /// Whether they overlap at a lattice point of the mirrored axes.
    #[inline]
    fn overlaps_at(&self, lines: [i64; 2]) -> bool {
        self.offset(lines)
            .is_some_and(|offset| overlap::overlaps(self.shape(), ShapeRef::Mask(self.b), offset))
    }

    /// A, as a kind of shape that the compiler knows.
    #[inline(always)]
    fn shape(&self) -> ShapeRef<'_> {
        placed::of(self.a)
    }

    /// The offset of a lattice point. At offsets beyond i32 nothing overlaps, so they give None.
    #[inline]
    fn offset(&self, lines: [i64; 2]) -> Option<Point> {
        self.path.unmirrored(lines).to_point()
    }

    /// The hit at the state, if there is one.
    #[inline]
    fn hit(&self, state: &State) -> Option<Cast> {
        let [x, y] = state.place;
        let [right, down] = [0, 1].mapped(|i| self.path.axes[i].width(state.place[i].on_line));
        let [fresh_x, fresh_y] = [0, 1].mapped(|i| state.place[i].on_line && self.path.axes[i].speed > 0);
        // The same points as those of [`CastSweep::describe`].
        let met = fresh_x && (0..=down).any(|dy| self.overlaps_at([x.line + 1, y.line + dy]))
            || fresh_y
                && (0..=right - i64::from(fresh_x)).any(|dx| self.overlaps_at([x.line + dx, y.line + 1]));
        if met { self.describe(state) } else { None }
    }

    /// Which pixel is hit at the state, and on which sides. Overlaps begin on the lines just reached, each with all lines around the motion on
    /// the other axis.
    #[cold]
    fn describe(&self, state: &State) -> Option<Cast> {
        let [x, y] = state.place;
        let [right, down] = [0, 1].mapped(|i| self.path.axes[i].width(state.place[i].on_line));
        let reached = [0, 1].mapped(|i| state.place[i].on_line && self.path.axes[i].speed > 0);
        let mut first = None;
        for dy in 0..=down {
            for dx in 0..=right {
                let begins = [reached[0] && dx == 1, reached[1] && dy == 1];
                if begins == [false; 2] {
                    continue;
                }
                let Some(offset) = self.offset([x.line + dx, y.line + dy]) else { continue };
                let a = overlap::first(self.shape(), ShapeRef::Mask(self.b), offset);
                // One pixel of A may meet several pixels of B, each at its own offset.
                let met = a.map(|a| (a.y, a.x, a.y - offset.y, a.x - offset.x, begins));
                first = first.into_iter().chain(met).min();
            }
        }
        let (y, x, _, _, begins) = first?;
        let against = |i: usize| if begins[i] { -self.path.axes[i].sign as i32 } else { 0 };
        Some(Cast::Hit {
            time: state.at.into(),
            point: Point::new(x, y),
            normal: Point::new(against(0), against(1)),
        })
    }
}
