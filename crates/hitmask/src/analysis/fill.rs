//! Masks from polygons (scan conversion).
//!
//! For every row whose centre line an edge crosses, the edge turns all pixels to the right of the crossing: solid to clear, clear to solid.
//! Only the crossing's word is turned at once ([`Mask::turn_from`]); [`Mask::finish_turns`] does the words to the right of it.
//! From one row to the next, a crossing moves by an exact quotient and remainder.

use alloc::vec::Vec;

use crate::geom::{PointQ16, nearest_pixel, sort_as_numbers};
use crate::invalid_argument::{InvalidArgument, OrPanic};
use crate::mask::Mask;

/// The rule that decides which points are inside a set of closed polygons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum FillRule {
    /// A point is inside if a ray from it crosses an odd number of edges. A polygon inside another one is a hole; its direction does not
    /// matter.
    EvenOdd,
    /// A point is inside if the polygons wind around it a nonzero number of times: one direction counts +1, the other -1. Overlapping
    /// polygons of the same direction are merged; a hole must go in the opposite direction.
    NonZero,
}

impl Mask {
    /// A mask of w × h pixels. A pixel is solid if its centre lies inside the polygons. A polygon is a list of corners, as
    /// [`Point`](crate::Point) or [`PointQ16`]; the edge from the last to the first closes it. Corner (x, y) is the upper-left corner of pixel
    /// (x, y), so (0, 0), (w, 0), (w, h), (0, h) goes around the whole mask. Corners may lie outside the mask.
    ///
    /// If a centre lies on an edge, its pixel belongs to the region to the right of that edge, and below it if it is horizontal. So polygons
    /// that share an edge have no pixel in common and leave no gap.
    ///
    /// ```
    /// use hitmask::{FillRule, Mask, Point};
    /// let triangle = [(0, 0), (4, 0), (0, 4)].map(Point::from);
    /// let mask = Mask::from_polygons(4, 4, [triangle], FillRule::EvenOdd);
    /// assert_eq!(mask, Mask::from_fn(4, 4, |x, y| x + y < 3));     // the centres of x + y = 3 lie on the edge
    /// let other = [(4, 0), (4, 4), (0, 4)].map(Point::from);
    /// assert_eq!(Mask::from_polygons(4, 4, [triangle, other], FillRule::NonZero), Mask::filled(4, 4));
    /// let half = [(0.5, 0.5), (3.5, 0.5), (3.5, 3.5), (0.5, 3.5)].map(hitmask::PointQ16::from);
    /// assert_eq!(Mask::from_polygons(4, 4, [half], FillRule::NonZero), Mask::from_fn(4, 4, |x, y| x < 3 && y < 3));
    /// ```
    ///
    /// # Panics
    /// The same as [`Mask::new`], or if a corner is beyond [`PointQ16::LIMIT`]. [`Mask::try_from_polygons`] returns an error instead.
    ///
    /// # Complexity
    /// O(words + rows that each edge crosses). [`FillRule::NonZero`] also sorts the crossings.
    #[doc(alias = "rasterize")]
    #[doc(alias = "scan conversion")]
    #[must_use]
    pub fn from_polygons<P: AsRef<[C]>, C: Copy + Into<PointQ16>>(
        w: u32,
        h: u32,
        polygons: impl IntoIterator<Item = P>,
        rule: FillRule,
    ) -> Mask {
        Mask::try_from_polygons(w, h, polygons, rule).or_panic()
    }

    /// The checked form of [`Mask::from_polygons`].
    ///
    /// # Errors
    /// [`InvalidArgument`], if the size exceeds the limits of a mask, or a corner is beyond [`PointQ16::LIMIT`].
    pub fn try_from_polygons<P: AsRef<[C]>, C: Copy + Into<PointQ16>>(
        w: u32,
        h: u32,
        polygons: impl IntoIterator<Item = P>,
        rule: FillRule,
    ) -> Result<Mask, InvalidArgument> {
        let mut mask = Mask::try_new(w, h)?;
        let (mut corners, mut crossings) = (Vec::new(), Vec::new());
        for polygon in polygons {
            corners.clear();
            corners.extend(polygon.as_ref().iter().map(|&corner| corner.into()));
            mask.add_crossings(&corners, rule, &mut crossings)?;
        }
        mask.fill_between_crossings(rule, &mut crossings);
        Ok(mask)
    }

    /// Where the edges of a polygon cross the rows: turns the pixels to the right, and [`Mask::finish_turns`] must follow; or lists the row
    /// and the column, doubled, and 1 more where the edge goes down.
    fn add_crossings(
        &mut self,
        corners: &[PointQ16],
        rule: FillRule,
        crossings: &mut Vec<[u32; 2]>,
    ) -> Result<(), InvalidArgument> {
        let (w, h) = self.size();
        // The number after the last pixel stands for everything to the right of the mask.
        let column = |x: i64| x.clamp(0, i64::from(w)) as u32;
        each_crossing(corners, h, |x, y, winding| match rule {
            FillRule::EvenOdd => self.turn_from(y, column(x)),
            FillRule::NonZero => crossings.push([y, 2 * column(x) + u32::from(winding > 0)]),
        })
    }

    fn fill_between_crossings(&mut self, rule: FillRule, crossings: &mut [[u32; 2]]) {
        if rule == FillRule::EvenOdd {
            return self.finish_turns();
        }
        sort_as_numbers(crossings);
        let mut winding = 0;
        for pair in crossings.windows(2) {
            let ([y, start], [_, end]) = (pair[0], pair[1]);
            winding += if start % 2 == 0 { -1 } else { 1 };
            let (start, end) = (start / 2, end / 2);
            // The windings of each row add up to 0, so a filled run never extends into the next row.
            if winding != 0 && start < end {
                self.fill_run(y, start, end);
            }
        }
        self.rebuild();
    }
}

/// Calls `f` for each edge and each row from 0 to h - 1 whose centre line the edge crosses. The arguments are the first pixel to the right
/// of the crossing, the row, and the winding: 1 if the edge goes down, -1 if it goes up.
fn each_crossing(
    polygon: &[PointQ16],
    h: u32,
    mut f: impl FnMut(i64, u32, i32),
) -> Result<(), InvalidArgument> {
    const HALF: i64 = PointQ16::ONE / 2;
    let mut from = match polygon.last() {
        Some(last) => last.checked("corner")?,
        None => return Ok(()),
    };
    for &to in polygon {
        let to = to.checked("corner")?;
        let (top, bottom, winding) = if from.y < to.y { (from, to, 1) } else { (to, from, -1) };
        from = to;
        // A line through the centres is crossed if it lies at or below the top, and above the bottom.
        let rows = nearest_pixel(top.y).max(0)..nearest_pixel(bottom.y).min(h.into());
        if rows.is_empty() {
            continue;
        }
        let (dx, dy) = (bottom.x - top.x, bottom.y - top.y);
        // In the first row the edge is at e = top.x + dx (line - top.y) / dy. The centre of pixel x lies to the right of it if ONE x + HALF
        // >= e. Both sides are multiplied by dy:
        let line = rows.start * PointQ16::ONE + HALF;
        let edge = i128::from(top.x - HALF) * i128::from(dy) + i128::from(dx) * i128::from(line - top.y);
        let unit = i128::from(dy) * i128::from(PointQ16::ONE);
        let ahead = edge + unit - 1;
        let mut x = ahead.div_euclid(unit) as i64;
        // Each further row adds dx / dy, so what is left of a pixel is counted in dy-ths of it, rounded down.
        let mut rest = (ahead.rem_euclid(unit) / i128::from(PointQ16::ONE)) as i64;
        let (step, more) = (dx.div_euclid(dy), dx.rem_euclid(dy));
        for y in rows {
            f(x, y as u32, winding);
            x += step;
            rest += more;
            if rest >= dy {
                rest -= dy;
                x += 1;
            }
        }
    }
    Ok(())
}
