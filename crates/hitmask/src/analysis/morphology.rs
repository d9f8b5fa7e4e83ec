//! Larger, smaller, without holes: a mask need not be the picture.

use alloc::vec::Vec;

use crate::bits::column::Edit;
use crate::geom::Point;
use crate::mask::Mask;

/// Which neighbours count as within n pixels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum StructuringElement {
    /// A square: max(|dx|, |dy|) ≤ n.
    Box,
    /// A square on its corner: |dx| + |dy| ≤ n.
    Diamond,
    /// A disc: dx² + dy² ≤ n².
    Disc,
}

impl StructuringElement {
    /// How far it reaches to the left and right in the row that lies dy from its middle, |dy| ≤ n.
    fn half_width(self, n: u32, dy: u32) -> u32 {
        match self {
            StructuringElement::Box => n,
            StructuringElement::Diamond => n - dy,
            StructuringElement::Disc => {
                let (n, dy) = (u64::from(n), u64::from(dy));
                (n * n - dy * dy).isqrt() as u32
            }
        }
    }
}

impl Mask {
    /// Solid wherever a solid pixel lies within n pixels: a target that is easier to hit. The result is n pixels larger on
    /// every side; the point is where its origin lies in `self`'s pixels, (-n, -n).
    ///
    /// ```
    /// use hitmask::{Mask, Point, StructuringElement};
    /// let (disc, origin) = Mask::filled(1, 1).grow(2, StructuringElement::Disc);
    /// assert_eq!((disc.size(), disc.count(), origin), ((5, 5), 13, Point::new(-2, -2)));
    /// ```
    ///
    /// # Panics
    /// When the result would be larger than a mask may be.
    ///
    /// # Complexity
    /// O(words of the result × n).
    #[must_use]
    pub fn grow(&self, n: u32, element: StructuringElement) -> (Mask, Point) {
        let side = |pixels: u32| pixels.saturating_add(n.saturating_mul(2));
        let mut grown = Mask::new(side(self.width()), side(self.height()));
        let reach =
            i32::try_from(n).expect("a mask that can be grown by n has fewer pixels than i32 can count");
        let mut moved = grown.clone();
        moved.edit_by_mask(self, Point::new(reach, reach), Edit::Union);
        sweep(&mut grown, moved, n, element, Edit::Union);
        (grown, Point::new(-reach, -reach))
    }

    /// Solid where every pixel within n pixels is: a target that is harder to hit. What lies outside `self` is clear, so the
    /// rim of a full mask goes too. The size stays, and the point is (0, 0): where the result's origin lies in `self`'s
    /// pixels.
    ///
    /// # Complexity
    /// O(words × n).
    #[must_use]
    pub fn shrink(&self, n: u32, element: StructuringElement) -> (Mask, Point) {
        let (w, h) = self.size();
        if n >= w.min(h) {
            return (Mask::new(w, h), Point::ZERO);
        }
        let mut shrunk = Mask::filled(w, h);
        sweep(&mut shrunk, self.clone(), n, element, Edit::Intersect);
        (shrunk, Point::ZERO)
    }

    /// Makes solid every clear pixel from which no way of single steps left, right, up and down over clear pixels leads out
    /// of the mask: windows, gaps between spokes. A gap that is open only across a corner counts as closed.
    ///
    /// ```
    /// use hitmask::Mask;
    /// let mut ring = Mask::from_fn(5, 5, |x, y| x == 0 || y == 0 || x == 4 || y == 4);
    /// ring.fill_holes();
    /// assert_eq!(ring, Mask::filled(5, 5));
    /// ```
    pub fn fill_holes(&mut self) {
        let mut clear = self.clone();
        clear.invert();
        let mut outside = Mask::new(self.width(), self.height());
        // Flood from the rim, a whole clear run at a time: (start, end, row) of runs to look at.
        let mut runs: Vec<(u32, u32, u32)> = Vec::new();
        let (w, h) = self.size();
        for y in 0..h {
            for (start, end) in clear.runs(y) {
                if y == 0 || y == h - 1 || start == 0 || end == w {
                    runs.push((start, end, y));
                }
            }
        }
        while let Some((start, end, y)) = runs.pop() {
            if outside.get((start as i32, y as i32)) {
                continue;
            }
            outside.fill_run(y, start, end);
            for y in [y.wrapping_sub(1), y + 1] {
                runs.extend(clear.runs_within(y, start, end).map(|(start, end)| (start, end, y)));
            }
        }
        outside.rebuild();
        outside.invert();
        *self = outside;
    }
}

/// Combines into `result` the mask moved by every offset of the element: the union of them grows, the intersection shrinks.
fn sweep(result: &mut Mask, mut row: Mask, n: u32, element: StructuringElement, edit: Edit) {
    // `row` is the mask combined over one row of the element. Rows far from the middle are the narrowest: from them inwards
    // it only ever gets wider.
    let mut half = 0;
    for dy in (0..=n).rev() {
        let wanted = element.half_width(n, dy);
        while half < wanted {
            // Twice the rows' width at the most, or a gap would be left.
            let step = (wanted - half).min(2 * half + 1);
            let copy = row.clone();
            for dx in [-(step as i32), step as i32] {
                row.edit_by_mask(&copy, Point::new(dx, 0), edit);
            }
            half += step;
        }
        for dy in [-(dy as i32), dy as i32] {
            result.edit_by_mask(&row, Point::new(0, dy), edit);
        }
    }
}
