//! Runs against bits, and against alphas at a level: the words that lie under each run.

use crate::bits::low_bits;
use crate::bits::{self, Isa, Kernel};
use crate::geom::{Extent, Offset};
use crate::mask::{AlphaLevel, Mask, RunMask};
use crate::tiles::Terrain;

/// Something that has its pixels in words.
pub(super) trait Words: Copy {
    /// A box that holds every solid pixel, in pixels of its own.
    fn extent(self) -> Extent;
    /// The 64 pixels of a row from 64 × column on.
    fn word(self, column: u32, y: u32) -> u64;
}

impl Words for &Mask {
    #[inline(always)]
    fn extent(self) -> Extent {
        self.extent()
    }
    #[inline(always)]
    fn word(self, column: u32, y: u32) -> u64 {
        self.columns().word(self.index(column, y))
    }
}

impl Words for AlphaLevel<'_> {
    #[inline(always)]
    fn extent(self) -> Extent {
        self.extent()
    }
    #[inline(always)]
    fn word(self, column: u32, y: u32) -> u64 {
        self.window(i64::from(column) * 64, i64::from(y))
    }
}

impl Words for &Terrain {
    #[inline(always)]
    fn extent(self) -> Extent {
        self.extent()
    }
    #[inline(always)]
    fn word(self, column: u32, y: u32) -> u64 {
        self.word(column, y)
    }
}

/// Calls with (x of the lowest bit, y, pixels solid in both), in the runs' pixels, for each word that a run lies on, from the
/// top, left to right; stops when `f` returns false. The words' origin lies at (x, y) in the runs' pixels.
#[inline(always)]
fn visit<W: Words>(runs: &RunMask, words: W, at: Offset, mut f: impl FnMut(i64, i64, u64) -> bool) {
    let Offset { x: dx, y: dy } = at;
    let shared = runs.extent().intersection(words.extent().shifted(at));
    if shared.is_empty() {
        return;
    }
    for y in shared.y0..shared.y1 {
        let row = runs.row(y as usize);
        let from = row.partition_point(|run| i64::from(run.end) <= shared.x0);
        for run in &row[from..] {
            // In the words' pixels.
            let start = i64::from(run.start).max(shared.x0) - dx;
            let end = i64::from(run.end).min(shared.x1) - dx;
            if start >= end {
                break;
            }
            let (start, end) = (start as u32, end as u32);
            for column in start / 64..end.div_ceil(64) {
                let x = column * 64;
                let under = low_bits(end - x) & !low_bits(start.saturating_sub(x));
                let word = words.word(column, (y - dy) as u32) & under;
                if !f(i64::from(x) + dx, y, word) {
                    return;
                }
            }
        }
    }
}

pub(super) fn area<W: Words>(runs: &RunMask, words: W, at: Offset) -> u64 {
    bits::run::<Area, _, _, _>(runs, words, at)
}

/// Compiled for each instruction set, because counting bits is slow without an instruction for it.
struct Area;

impl<W: Words> Kernel<&RunMask, W, Offset> for Area {
    type Output = u64;
    #[inline(always)]
    fn run<I: Isa>(runs: &RunMask, words: W, at: Offset) -> u64 {
        let mut sum = 0;
        visit(runs, words, at, |_, _, word| {
            sum += u64::from(word.count_ones());
            true
        });
        sum
    }
}

/// The first pixel as a box.
pub(super) fn first<W: Words>(runs: &RunMask, words: W, at: Offset) -> Extent {
    let mut found = Extent::EMPTY;
    visit(runs, words, at, |x, y, word| {
        if word != 0 {
            let x0 = x + i64::from(word.trailing_zeros());
            found = Extent { x0, y0: y, x1: x0 + 1, y1: y + 1 };
        }
        word == 0
    });
    found
}

pub(super) fn bounds<W: Words>(runs: &RunMask, words: W, at: Offset) -> Extent {
    let mut found = Extent::EMPTY;
    visit(runs, words, at, |x, y, word| {
        if word != 0 {
            let (x0, x1) = (x + i64::from(word.trailing_zeros()), x + 64 - i64::from(word.leading_zeros()));
            found = found.around(Extent { x0, y0: y, x1, y1: y + 1 });
        }
        true
    });
    found
}
