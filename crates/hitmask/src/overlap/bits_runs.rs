//! Runs against bits, against alphas at a level, or against a terrain: tests the words that lie under each run.

use super::answer::{Meeting, RowWord, sum};
use crate::bits::{self, Isa, Kernel, low_bits};
use crate::geom::{Extent, Offset};
use crate::mask::{AlphaLevel, LabelView, Mask, RunMask};
use crate::tiles::Terrain;

/// A shape that gives its pixels in words.
pub(super) trait Words: Copy {
    /// A box that contains every solid pixel, in the shape's own pixels.
    fn extent(self) -> Extent;
    /// The 64 pixels of a row that begin at pixel 64 × column.
    fn word(self, column: u32, y: u32) -> u64;
}

macro_rules! words {
    ($($shape:ty: |$it:ident, $column:ident, $y:ident| $word:expr;)*) => {$(
        impl Words for $shape {
            #[inline(always)]
            fn extent(self) -> Extent {
                self.extent()
            }
            #[inline(always)]
            fn word(self, $column: u32, $y: u32) -> u64 {
                let $it = self;
                $word
            }
        }
    )*};
}
words! {
    &Mask: |mask, column, y| mask.columns().word(mask.index(column, y));
    AlphaLevel<'_>: |level, column, y| level.window(i64::from(column) * 64, i64::from(y));
    &LabelView<'_>: |view, column, y| view.window(i64::from(column) * 64, i64::from(y));
    &Terrain: |terrain, column, y| terrain.word(column, y);
}

/// A run mask, and a shape in words whose origin lies at `at` in the run mask's pixels.
#[derive(Clone, Copy)]
pub(super) struct UnderRuns<'a, W> {
    pub(super) runs: &'a RunMask,
    pub(super) words: W,
    pub(super) at: Offset,
}

impl<W: Words> Meeting for UnderRuns<'_, W> {
    type Piece = RowWord;

    #[inline(always)]
    fn each_piece(self, mut f: impl FnMut(i64, RowWord) -> bool) {
        let UnderRuns { runs, words, at } = self;
        let Offset { x: dx, y: dy } = at;
        let shared = runs.extent().intersection(words.extent().shifted(at));
        if shared.is_empty() {
            return;
        }
        for y in shared.y0..shared.y1 {
            let row = runs.row(y as usize);
            let from = row.partition_point(|run| i64::from(run.end) <= shared.x0);
            for run in &row[from..] {
                // In the pixels of the words.
                let start = i64::from(run.start).max(shared.x0) - dx;
                let end = i64::from(run.end).min(shared.x1) - dx;
                if start >= end {
                    break;
                }
                let (start, end) = (start as u32, end as u32);
                for column in start / 64..end.div_ceil(64) {
                    let x = column * 64;
                    let under = low_bits(end - x) & !low_bits(start.saturating_sub(x));
                    let bits = words.word(column, (y - dy) as u32) & under;
                    if bits != 0 && !f(y, RowWord { x: i64::from(x) + dx, bits }) {
                        return;
                    }
                }
            }
        }
    }

    fn area(self) -> u64 {
        bits::run::<AreaUnderRuns, _, _, _>(self, (), ())
    }
}

/// Compiled for each instruction set, because counting bits is slow without the instruction for it.
struct AreaUnderRuns;

impl<W: Words> Kernel<UnderRuns<'_, W>, (), ()> for AreaUnderRuns {
    type Output = u64;
    #[inline(always)]
    fn run<I: Isa>(_: I, meeting: UnderRuns<'_, W>, (): (), (): ()) -> u64 {
        sum(meeting)
    }
}
