//! Morphology: grow (dilate), shrink (erode), and fill holes. A collision mask need not match the picture exactly.

use alloc::vec::Vec;

use crate::bits::column::Edit;
use crate::geom::Point;
use crate::invalid_argument::{InvalidArgument, OrPanic};
use crate::mask::Mask;

/// The shape of the neighbourhood used by [`Mask::grow`] and [`Mask::shrink`]: which offsets (dx, dy) count as within n pixels.
#[doc(alias = "kernel")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum StructuringElement {
    /// A square: max(|dx|, |dy|) ≤ n.
    Box,
    /// A diamond (a square standing on a corner): |dx| + |dy| ≤ n.
    Diamond,
    /// A disc: dx² + dy² ≤ n².
    Disc,
}

impl StructuringElement {
    /// How far the element extends to the left and right in the row at distance dy from its centre. |dy| ≤ n.
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
    /// Dilation: a pixel of the result is solid if a solid pixel lies within n pixels of it. This makes a target easier to hit. The result
    /// is n pixels larger on every side. The returned point is the position of its origin in the pixel coordinates of `self`: (-n, -n).
    ///
    /// ```
    /// use hitmask::{Mask, Point, StructuringElement};
    /// let (disc, origin) = Mask::filled(1, 1).grow(2, StructuringElement::Disc);
    /// assert_eq!((disc.size(), disc.count(), origin), ((5, 5), 13, Point::new(-2, -2)));
    /// ```
    ///
    /// # Panics
    /// If the result would exceed the size limits of a mask. [`Mask::try_grow`] returns an error instead.
    ///
    /// # Complexity
    /// O(words of the result × n).
    #[doc(alias = "closing")]
    #[doc(alias = "dilate")]
    #[doc(alias = "dilation")]
    #[doc(alias = "expand")]
    #[doc(alias = "inflate")]
    #[must_use]
    pub fn grow(&self, n: u32, element: StructuringElement) -> (Mask, Point) {
        self.try_grow(n, element).or_panic()
    }

    /// The checked form of [`Mask::grow`].
    ///
    /// # Errors
    /// [`InvalidArgument`], if the result would exceed the size limits of a mask.
    pub fn try_grow(&self, n: u32, element: StructuringElement) -> Result<(Mask, Point), InvalidArgument> {
        let side = |pixels: u32| pixels.saturating_add(n.saturating_mul(2));
        let grown = Mask::try_new(side(self.width()), side(self.height()));
        let mut grown = grown.map_err(|refused| refused.of("result"))?;
        let reach = i32::try_from(n).expect("n fits i32, because the grown mask is within the limits");
        let mut moved = grown.clone();
        moved.edit_by_mask(self, Point::new(reach, reach), Edit::Union);
        sweep(&mut grown, moved, n, element, Edit::Union);
        Ok((grown, Point::new(-reach, -reach)))
    }

    /// Erosion: a pixel stays solid if every pixel within n pixels of it is solid. This makes a target harder to hit. Everything outside
    /// `self` is clear, so the outermost pixels of a full mask become clear too. The size stays the same. The returned point is the
    /// position of the result's origin in the pixel coordinates of `self`: always (0, 0).
    ///
    /// # Complexity
    /// O(words × n).
    #[doc(alias = "opening")]
    #[doc(alias = "erode")]
    #[doc(alias = "erosion")]
    #[doc(alias = "deflate")]
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

    /// Makes the holes of the mask solid. A hole is a set of clear pixels from which no path of single steps left, right, up and down over
    /// clear pixels leads out of the mask: a window, or the gap between two spokes. A gap that is open only across a corner counts as
    /// closed.
    ///
    /// ```
    /// use hitmask::Mask;
    /// let mut ring = Mask::from_fn(5, 5, |x, y| x == 0 || y == 0 || x == 4 || y == 4);
    /// ring.fill_holes();
    /// assert_eq!(ring, Mask::filled(5, 5));
    /// ```
    ///
    /// # Complexity
    /// Usually O(words + runs).
    #[doc(alias = "flood_fill")]
    #[doc(alias = "flood fill")]
    pub fn fill_holes(&mut self) {
        let mut clear = self.clone();
        clear.invert();
        let mut outside = Mask::new(self.width(), self.height());
        // Flood fill from the rim, one clear run at a time. Entries are (start, end, row) of runs still to visit.
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

/// Moves the mask by every offset of the element and combines the copies in `result`: their union dilates, their intersection erodes.
fn sweep(result: &mut Mask, mut row: Mask, n: u32, element: StructuringElement, edit: Edit) {
    // `row` is the mask combined over one row of the element. Rows far from the centre are the narrowest, so from there inwards the row
    // only becomes wider.
    let mut half = 0;
    for dy in (0..=n).rev() {
        let wanted = element.half_width(n, dy);
        while half < wanted {
            // A step is at most one more than twice the half width so far, or a gap would remain.
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
