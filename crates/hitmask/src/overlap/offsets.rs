//! All offsets at once: where two masks overlap and where they don't.

use crate::bits::column::Edit;
use crate::geom::Point;
use crate::mask::Mask;
use crate::mask::pair;

impl Mask {
    /// Every offset at which the two overlap, as a mask: the pixel (i, j) is solid if and only if
    /// `self.overlaps(other, (i - (other.width() - 1), j - (other.height() - 1)))`. It has width + other's width - 1 by height +
    /// other's height - 1 pixels, so that no overlapping offset lies outside. Known as convolution elsewhere, and as the
    /// obstacle of motion planning: its outline is how close `other` can come.
    ///
    /// ```
    /// use hitmask::Mask;
    /// let (a, b) = (Mask::filled(3, 1), Mask::filled(2, 1));
    /// let offsets = a.overlap_offsets(&b);
    /// assert_eq!(offsets.size(), (4, 1));
    /// assert!(offsets.get((0, 0)) && a.overlaps(&b, (-1, 0)));
    /// ```
    ///
    /// # Panics
    /// When the result would be larger than a mask may be.
    ///
    /// # Complexity
    /// Two unions of one mask's words for each run of solid pixels of the other, whichever way round is less.
    #[must_use]
    pub fn overlap_offsets(&self, other: &Mask) -> Mask {
        // The offsets p - q of all solid p and q are the sums of p and the pixels of the other mask turned by half a circle.
        sum(self, &other.flip_h().flip_v())
    }

    /// What [`Mask::overlap_offsets`] costs, in words written.
    pub(crate) fn offsets_cost(&self, other: &Mask) -> u64 {
        strokes_cost(self, other).min(strokes_cost(other, self))
    }
}

/// Words that are written when one mask's runs are drawn with the other as the stamp.
fn strokes_cost(strokes: &Mask, stamp: &Mask) -> u64 {
    let runs: u64 = (0..strokes.height()).map(|y| strokes.runs(y).count() as u64).sum();
    runs * u64::from(stamp.width().div_ceil(64)) * u64::from(stamp.height())
}

/// Solid wherever a solid pixel of one, seen as a vector, leads from a solid pixel of the other (the Minkowski sum).
fn sum(a: &Mask, b: &Mask) -> Mask {
    let side = |a: u32, b: u32| a.saturating_add(b).saturating_sub(1);
    let mut result = Mask::new(side(a.width(), b.width()), side(a.height(), b.height()));
    let (stamp, strokes) = if strokes_cost(a, b) < strokes_cost(b, a) { (b, a) } else { (a, b) };
    // The stamp, drawn along 1, 2, 4, ... pixels. Two of them, which may lie over each other, make a stroke of any length.
    let mut drawn = alloc::vec![stamp.clone()];
    for y in 0..strokes.height() {
        for (start, end) in strokes.runs(y) {
            let size = (end - start).ilog2();
            while drawn.len() <= size as usize {
                let last = &drawn[drawn.len() - 1];
                let step = 1 << (drawn.len() - 1);
                let mut longer = Mask::new_ungated(last.width() + step, last.height());
                for x in [0, step as i32] {
                    longer.union_with(last, (x, 0));
                }
                drawn.push(longer);
            }
            let stroke = &drawn[size as usize];
            for x in [start, end - (1 << size)] {
                pair::edit(&mut result, stroke, Point::new(x as i32, y as i32), Edit::Union);
                if end - start == 1 << size {
                    break;
                }
            }
        }
    }
    result.rebuild();
    result
}
