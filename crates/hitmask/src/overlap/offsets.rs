//! All offsets at once: at which offsets two masks overlap.

use crate::bits::column::Edit;
use crate::geom::{Extent, Point};
use crate::mask::{Mask, MaskError, check_size, pair};

impl Mask {
    /// Every offset at which the two masks overlap, as a mask: its pixel (i, j) is solid if and only if `self.overlaps(other, (i -
    /// (other.width() - 1), j - (other.height() - 1)))`. The result has width + other's width - 1 by height + other's height - 1 pixels, so
    /// every offset with an overlap lies in it. This is the convolution of `self` with the turned `other`. Motion planning calls it the
    /// configuration-space obstacle: its outline shows how close `other` can come.
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
    /// If the result would be larger than a mask may be.
    ///
    /// # Complexity
    /// Writes the words of one mask twice for each run of solid pixels of the other. The cheaper of the two ways round is taken.
    #[doc(alias = "convolve")]
    #[doc(alias = "configuration space")]
    #[must_use]
    pub fn overlap_offsets(&self, other: &Mask) -> Mask {
        let side = |a: u32, b: u32| a.saturating_add(b).saturating_sub(1);
        let whole = Extent::of_size(side(self.width(), other.width()), side(self.height(), other.height()));
        self.overlap_offsets_within(other, whole).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The part of [`Mask::overlap_offsets`] inside a window. An error if the window is larger than a mask may be.
    pub(crate) fn overlap_offsets_within(&self, other: &Mask, window: Extent) -> Result<Mask, MaskError> {
        // The offsets p - q of all solid p and q are the sums p + q', where q' are the solid pixels of the other mask turned by 180
        // degrees.
        sum(self, &other.flip_h().flip_v(), window)
    }

    /// The cost of [`Mask::overlap_offsets`], in words written.
    pub(crate) fn offsets_cost(&self, other: &Mask) -> u64 {
        strokes_cost(self, other).min(strokes_cost(other, self))
    }
}

/// How many words are written if the runs of one mask are drawn with the other mask as the stamp.
fn strokes_cost(strokes: &Mask, stamp: &Mask) -> u64 {
    let runs: u64 = (0..strokes.height()).map(|y| strokes.runs(y).count() as u64).sum();
    runs * u64::from(stamp.width().div_ceil(64)) * u64::from(stamp.height())
}

/// The Minkowski sum of two masks, inside a window: solid at all sums of a solid pixel of A and a solid pixel of B.
fn sum(a: &Mask, b: &Mask, window: Extent) -> Result<Mask, MaskError> {
    let side = |from: i64, to: i64| u32::try_from((to - from).max(0)).unwrap_or(u32::MAX);
    let mut result = Mask::try_new(side(window.x0, window.x1), side(window.y0, window.y1))?;
    let (stamp, strokes) = if strokes_cost(a, b) < strokes_cost(b, a) { (b, a) } else { (a, b) };
    let (stamp_w, stamp_h) = (i64::from(stamp.width()), i64::from(stamp.height()));
    // The stamp, drawn along 1, 2, 4, ... pixels. Two such strokes, which may overlap, make a stroke of up to twice that length.
    let mut drawn = alloc::vec![stamp.clone()];
    for y in 0..strokes.height() {
        let top = i64::from(y) - window.y0;
        if top + stamp_h <= 0 || i64::from(y) >= window.y1 {
            continue;
        }
        for (start, end) in strokes.runs(y) {
            // Considers only places from which the stamp reaches the window.
            let start = i64::from(start).max(window.x0 - stamp_w + 1);
            let end = i64::from(end).min(window.x1);
            if start >= end {
                continue;
            }
            let wanted = (end - start).ilog2() as usize;
            while drawn.len() <= wanted {
                let last = &drawn[drawn.len() - 1];
                let step = 1 << (drawn.len() - 1);
                // If a longer stamp would be wider than a mask may be, a stroke is made of more copies of the longest.
                if check_size(last.width() + step, last.height()).is_err() {
                    break;
                }
                let mut longer = Mask::of_legal_size(last.width() + step, last.height());
                for x in [0, step as i32] {
                    longer.union_with(last, (x, 0));
                }
                drawn.push(longer);
            }
            let size = wanted.min(drawn.len() - 1);
            let length = 1 << size;
            let mut x = start;
            while x < end {
                let left = x.min(end - length) - window.x0;
                pair::edit(&mut result, &drawn[size], Point::new(left as i32, top as i32), Edit::Union);
                x += length;
            }
        }
    }
    result.rebuild();
    Ok(result)
}
