//! All offsets at once: at which offsets two masks overlap.

use core::marker::PhantomData;

use crate::bits::column::{self, Edit};
use crate::bits::{self, Columns, Isa, Kernel, Lane, last_bit};
use crate::geom::{Extent, Point};
use crate::invalid_argument::InvalidArgument;
use crate::mask::{Mask, pair};

impl Mask {
    /// Every offset at which the two masks overlap, as a mask: its pixel (i, j) is solid if and only if `self.overlaps(other, (i -
    /// (other.width() - 1), j - (other.height() - 1)))`. The result has width + other's width - 1 by height + other's height - 1 pixels, so
    /// every offset with an overlap lies in it. This is the convolution of `self` with the turned `other`. Motion planning calls it the
    /// configuration-space obstacle: its outline shows how close `other` can come.
    ///
    /// ```
    /// use hitmask::Mask;
    /// let (a, b) = (Mask::filled(3, 1), Mask::filled(2, 1));
    /// let offsets = a.overlap_offsets(&b)?;
    /// assert_eq!(offsets.size(), (4, 1));
    /// assert!(offsets.get((0, 0)) && a.overlaps(&b, (-1, 0)));
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidArgument`], if the result would be larger than a mask may be.
    ///
    /// # Complexity
    /// Writes the words of one mask twice for each run of solid pixels of the other. The cheaper of the two ways round is taken. If runs are
    /// short, it shifts the words of one mask once for each pixel of the other instead, and writes them once for each of its words.
    #[doc(alias = "minkowski sum")]
    #[doc(alias = "clearance")]
    #[doc(alias = "convolve")]
    #[doc(alias = "configuration space")]
    pub fn overlap_offsets(&self, other: &Mask) -> Result<Mask, InvalidArgument> {
        let side = |a: u32, b: u32| a.saturating_add(b).saturating_sub(1);
        let whole = Extent::of_size(side(self.width(), other.width()), side(self.height(), other.height()));
        self.overlap_offsets_within(other, whole)
    }

    /// The part of [`Mask::overlap_offsets`] inside a window. An error if the window is larger than a mask may be.
    pub(crate) fn overlap_offsets_within(
        &self,
        other: &Mask,
        window: Extent,
    ) -> Result<Mask, InvalidArgument> {
        // The offsets p - q of all solid p and q are the sums p + q', where q' are the solid pixels of the other mask turned by 180
        // degrees.
        sum(self, &other.flip_h().flip_v(), window)
    }

    /// The cost of [`Mask::overlap_offsets`], in words written.
    pub(crate) fn offsets_cost(&self, other: &Mask) -> u64 {
        strokes_cost(runs(self), other).min(strokes_cost(runs(other), self))
    }
}

/// How many words are written if so many runs of one mask are drawn with the other mask as the stamp.
fn strokes_cost(runs: u64, stamp: &Mask) -> u64 {
    runs * stamp.word_count()
}

/// The number of runs of solid pixels, in all rows.
fn runs(mask: &Mask) -> u64 {
    let (mut runs, mut open) = (0, None);
    mask.for_each_word(|x, y, word| {
        let starts = word & !(word << 1 | u64::from(open == Some((x, y))));
        runs += u64::from(starts.count_ones());
        open = last_bit(word).then_some((x + 64, y));
    });
    runs
}

/// The Minkowski sum of two masks, inside a window: solid at all sums of a solid pixel of A and a solid pixel of B.
fn sum(a: &Mask, b: &Mask, window: Extent) -> Result<Mask, InvalidArgument> {
    let side = |from: i64, to: i64| u32::try_from((to - from).max(0)).unwrap_or(u32::MAX);
    let mut result = Mask::try_new(side(window.x0, window.x1), side(window.y0, window.y1))
        .map_err(|refused| refused.of("result"))?;
    let (runs_a, runs_b) = (runs(a), runs(b));
    let a_is_drawn = strokes_cost(runs_a, b) < strokes_cost(runs_b, a);
    let (stamp, strokes, runs) = if a_is_drawn { (b, a, runs_a) } else { (a, b, runs_b) };
    if strokes.extent().is_empty() || stamp.extent().is_empty() {
        return Ok(result);
    }
    let whole = Extent::of_size(a.width() + b.width() - 1, a.height() + b.height() - 1);
    let wide = matches!(result.columns(), Columns::Small(_) | Columns::L64(_));
    if wide && window == whole && strokes.count() <= DOTS * runs {
        dots(&mut result, strokes, stamp);
    } else {
        draw_strokes(&mut result, strokes, stamp, window);
    }
    result.rebuild();
    Ok(result)
}

/// Up to this many pixels a run, [`dots`] is faster than [`draw_strokes`].
const DOTS: u64 = 4;

/// The whole sum, pixel by pixel: all pixels of a word at a time. The result has 64-bit lanes.
fn dots(result: &mut Mask, pixels: &Mask, stamp: &Mask) {
    match stamp.columns() {
        Columns::L16(_) => bits::run::<Dots<u16>, _, _, _>(result, pixels, stamp),
        Columns::L32(_) => bits::run::<Dots<u32>, _, _, _>(result, pixels, stamp),
        Columns::Small(_) | Columns::L64(_) => bits::run::<Dots<u64>, _, _, _>(result, pixels, stamp),
    }
}

struct Dots<L>(PhantomData<L>);

impl<L: Lane> Kernel<&mut Mask, &Mask, &Mask> for Dots<L> {
    type Output = ();
    #[inline(always)]
    fn run<I: Isa>(isa: I, result: &mut Mask, pixels: &Mask, stamp: &Mask) {
        let (stride, columns) = (result.stride(), result.width().div_ceil(64) as usize);
        let Some(rows) = L::lanes(stamp.columns()) else { return };
        let Some(out) = u64::lanes_mut(result.columns_mut()) else { return };
        for y in 0..pixels.height() {
            for from in 0..pixels.width().div_ceil(64) {
                let word = pixels.columns().word(pixels.index(from, y));
                if word == 0 {
                    continue;
                }
                for column in 0..stamp.width().div_ceil(64) {
                    let rows = column::blocks(&rows[stamp.index(column, 0)..], stamp.height() as usize);
                    // Pixels of a column and of a word add up to two columns. The second may lie beyond the result, and is clear then.
                    let low = (from + column) as usize;
                    let (left, right) = out[low * stride..].split_at_mut(stride);
                    let right = if low + 1 < columns { Some(&mut right[y as usize..stride]) } else { None };
                    column::smear(isa, &mut left[y as usize..], right, rows, word);
                }
            }
        }
    }
}

/// The part of the sum in a window: the runs of one mask, drawn with the other as the stamp.
fn draw_strokes(result: &mut Mask, strokes: &Mask, stamp: &Mask, window: Extent) {
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
                if Mask::check_size(last.width() + step, last.height()).is_err() {
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
                pair::edit(result, &drawn[size], Point::new(left as i32, top as i32), Edit::Union);
                x += length;
            }
        }
    }
}
