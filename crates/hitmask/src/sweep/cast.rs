//! When two masks first overlap, one of them moving.

use super::ladder::Ladder;
use super::path::{Moment, Path, State, offsets_of_bounds};
use super::time::TimeOfImpact;

use crate::geom::{Point, PointQ16};
use crate::mask::Mask;
use crate::overlap;
use crate::placed::{self, Shape, ShapeRef};

/// What a motion meets: see [`Mask::cast`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
pub enum Cast {
    /// It begins in an overlap.
    InitialOverlap,
    /// It is free until it hits.
    Hit {
        /// From 0 to before 1: the first moment after which there is an overlap.
        time: TimeOfImpact,
        /// The pixel that is hit: of those met at that moment the one with the lowest y, then the lowest x.
        point: Point,
        /// The sides of that pixel that are hit, as a direction from what is hit towards what moves: each coordinate is -1, 0 or 1.
        normal: Point,
    },
    /// It is free all the way.
    Miss,
}

impl Cast {
    /// Whether it happens before another: an overlap from the start before any hit, a hit before none.
    pub(crate) fn is_before(&self, other: &Cast) -> bool {
        match (self, other) {
            (Cast::Miss, _) | (_, Cast::InitialOverlap) => false,
            (Cast::InitialOverlap, _) | (_, Cast::Miss) => true,
            (Cast::Hit { time, .. }, Cast::Hit { time: other, .. }) => time < other,
        }
    }
}

impl Mask {
    /// When `other`, moving straight from a position by a motion, first overlaps `self`. Both are in 65 536ths of a pixel, the
    /// position being `other`'s origin in `self`'s pixels: [`PointQ16`].
    ///
    /// The answer is exact, at any speed: nothing is stepped over. Pixels are squares that overlap where they share area, so to
    /// touch is not to hit: sliding along a wall is a [`Cast::Miss`], and so is touching it only at the very end. Touching at the
    /// start is a hit at time 0 if the motion leads in, else nothing.
    ///
    /// The pixel is one of `self`. The normal is that of the pixel and of the first pixel of `other` (lowest y, then lowest x) that
    /// meets it then: against the motion on each axis on which these two begin to overlap at that moment, 0 on the other.
    ///
    /// ```
    /// use hitmask::{Cast, Mask, Point, PointQ16};
    /// let (wall, ball) = (Mask::filled(4, 100), Mask::filled(3, 3));
    /// // From 20 pixels right of the wall's origin 1000 to the left: the wall's right side is at 4.
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
    /// When a coordinate lies beyond [`PointQ16::LIMIT`].
    ///
    /// # Complexity
    /// Where nothing is near, one [`Mask::overlaps`] for up to 64 pixels of the way; where something is, up to two times
    /// [`Mask::overlaps`] a pixel.
    ///
    /// # Memory
    /// The smaller of the two masks keeps copies of itself, grown along motions, from its first cast to its next edit: up to 10 to 20
    /// times its own bytes for slanting motions, and as much again for level and for upright ones. [`Mask::memory_bytes`] tells.
    /// Without the feature `std` there is no place to keep them, and every pixel of the way is looked at.
    #[must_use]
    pub fn cast(&self, other: &Mask, position: impl Into<PointQ16>, motion: impl Into<PointQ16>) -> Cast {
        cast(self, other, position.into(), motion.into())
    }
}

/// [`Mask::cast`] against any shape.
pub(crate) fn cast<A: Shape>(a: &A, b: &Mask, position: PointQ16, motion: PointQ16) -> Cast {
    let path = Path::new(position, motion);
    let Some(bounds) = offsets_of_bounds(placed::of(a), b) else { return Cast::Miss };
    CastSweep { a, b, path }.run(bounds)
}

/// A motion of B against A.
struct CastSweep<'a, A> {
    a: &'a A,
    b: &'a Mask,
    path: Path,
}

impl<A: Shape> CastSweep<'_, A> {
    fn run(&self, bounds: [(i64, i64); 2]) -> Cast {
        let path = &self.path;
        let Some((enter, leave)) = path.within(bounds) else { return Cast::Miss };
        let mut state = path.at(enter);
        if enter.numerator <= 0 && self.overlaps_now(&state) {
            return Cast::InitialOverlap;
        }
        let mut ladder = Ladder::new(self.a, self.b, path, &state);
        loop {
            // Everything that began to overlap before this moment was found free.
            if let Some(hit) = self.hit(&state) {
                return hit;
            }
            if let Some(reach) = ladder.jump(path, &state) {
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

    /// When the motion reaches the end of a box of offsets that begins at its place.
    fn end_of_jump(&self, state: &State, reach: [i64; 2]) -> Moment {
        let ends = [0, 1].map(|i| {
            let axis = self.path.axes[i];
            (axis.speed > 0).then(|| axis.reaches(state.place[i].line + reach[i]))
        });
        match ends {
            [Some(x), Some(y)] => x.earlier(y),
            [Some(end), None] | [None, Some(end)] => end,
            [None, None] => Moment::END,
        }
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
            .is_some_and(|offset| overlap::overlaps(self.shape(), ShapeRef::Bits(self.b), offset))
    }

    /// A, whose kind the compiler knows.
    #[inline(always)]
    fn shape(&self) -> ShapeRef<'_> {
        placed::of(self.a)
    }

    /// No mask reaches as far as the offsets that don't exist.
    #[inline]
    fn offset(&self, lines: [i64; 2]) -> Option<Point> {
        let [x, y] = self.path.unmirrored(lines);
        Some(Point::new(i32::try_from(x).ok()?, i32::try_from(y).ok()?))
    }

    /// The lattice points whose overlaps begin at the state, and on which axes they do: the lines just reached, each with all
    /// that is around the motion on the other axis.
    #[inline]
    fn fresh(&self, state: &State) -> impl Iterator<Item = ([i64; 2], [bool; 2])> + use<A> {
        let [x, y] = state.place;
        let [width_x, width_y] = [0, 1].map(|i| self.path.axes[i].width(state.place[i].on_line));
        let reached = [0, 1].map(|i| state.place[i].on_line && self.path.axes[i].speed > 0);
        (0..=width_y).flat_map(move |dy| (0..=width_x).map(move |dx| (dx, dy))).filter_map(move |(dx, dy)| {
            let begins = [reached[0] && dx == 1, reached[1] && dy == 1];
            (begins[0] || begins[1]).then_some(([x.line + dx, y.line + dy], begins))
        })
    }

    /// The hit at the state, if there is one.
    #[inline]
    fn hit(&self, state: &State) -> Option<Cast> {
        let [x, y] = state.place;
        let [right, down] = [0, 1].map(|i| self.path.axes[i].width(state.place[i].on_line));
        let [fresh_x, fresh_y] = [0, 1].map(|i| state.place[i].on_line && self.path.axes[i].speed > 0);
        // As [`CastSweep::fresh`], in plain loops.
        let met = fresh_x && (0..=down).any(|dy| self.overlaps_at([x.line + 1, y.line + dy]))
            || fresh_y
                && (0..=right - i64::from(fresh_x)).any(|dx| self.overlaps_at([x.line + dx, y.line + 1]));
        if met { self.describe(state) } else { None }
    }

    /// Which pixel is hit at the state, and on which sides.
    #[cold]
    fn describe(&self, state: &State) -> Option<Cast> {
        let met = self.fresh(state).filter_map(|(lines, begins)| {
            let offset = self.offset(lines)?;
            let a = overlap::first(self.shape(), ShapeRef::Bits(self.b), offset)?;
            // The same pixel of A may meet several of B, each at its own offset.
            Some((a.y, a.x, a.y - offset.y, a.x - offset.x, begins))
        });
        let (y, x, _, _, begins) = met.min()?;
        let against = |i: usize| if begins[i] { -self.path.axes[i].sign as i32 } else { 0 };
        let Moment { numerator, denominator } = state.at;
        Some(Cast::Hit {
            time: TimeOfImpact::new(numerator.unsigned_abs(), denominator.unsigned_abs()),
            point: Point::new(x, y),
            normal: Point::new(against(0), against(1)),
        })
    }
}
