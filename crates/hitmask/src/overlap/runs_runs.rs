//! Runs against runs, or against a rectangle, which is one run per row. The two rows are merged: the run that ends first is replaced by the
//! next run of its row. Rows outside the tight bounds of either shape are never visited.

use super::answer::{Meeting, Piece, Stretch};
use crate::bits::{self, Isa, Kernel};
use crate::geom::{Extent, Offset};
use crate::mask::{Run, RunMask};

/// If one row has more than this many times the runs of the other, the merge skips runs by searching.
const LEAP: usize = 8;

/// Calls `f` with the (start, end) of each stretch that is solid in both rows, from left to right, in A's pixels. Some of these stretches
/// may be empty: their end is not greater than their start. Returns false as soon as `f` returns false. The runs of B are moved right by
/// `dx`.
#[inline(always)]
fn merge(a: &[Run], b: &[Run], dx: i32, mut f: impl FnMut(i32, i32) -> bool) -> bool {
    if one_has_many(a, b) {
        return leap(a, b, dx, f);
    }
    let (mut i, mut j) = (0, 0);
    // Which run is replaced is computed without a branch, because the processor could not predict it.
    while i < a.len() && j < b.len() {
        let (p, q) = (span(a[i], 0), span(b[j], dx));
        if !f(p.0.max(q.0), p.1.min(q.1)) {
            return false;
        }
        i += usize::from(p.1 <= q.1);
        j += usize::from(q.1 <= p.1);
    }
    true
}

#[inline(always)]
fn one_has_many(a: &[Run], b: &[Run]) -> bool {
    a.len() > LEAP * b.len() || b.len() > LEAP * a.len()
}

/// [`merge`] if one side has many more runs: for each run of the other side, searches for the first run that it can meet.
#[inline(never)]
fn leap(a: &[Run], b: &[Run], dx: i32, mut f: impl FnMut(i32, i32) -> bool) -> bool {
    let a_is_few = a.len() < b.len();
    // All coordinates are those of the side that has many runs.
    let (few, mut many, shift) = if a_is_few { (a, b, -dx) } else { (b, a, dx) };
    let back = if a_is_few { dx } else { 0 };
    for &run in few {
        let (start, end) = span(run, shift);
        many = &many[skip(many, start)..];
        for &other in many.iter().take_while(|other| i32::from(other.start) < end) {
            let both = (start.max(other.start.into()) + back, end.min(other.end.into()) + back);
            if !f(both.0, both.1) {
                return false;
            }
        }
    }
    true
}

/// How many runs end at or before x: steps of doubling length, then a binary search inside the last step.
fn skip(runs: &[Run], x: i32) -> usize {
    let mut step = 1;
    while step < runs.len() && i32::from(runs[step].end) <= x {
        step *= 2;
    }
    let end = runs.len().min(step + 1);
    step / 2 + runs[step / 2..end].partition_point(|run| i32::from(run.end) <= x)
}

#[inline(always)]
fn span(run: Run, dx: i32) -> (i32, i32) {
    (i32::from(run.start) + dx, i32::from(run.end) + dx)
}

/// A shape that is tested against a run mask, in that mask's pixels.
pub(super) trait Over: Copy {
    /// A box that contains the shape.
    fn extent(self) -> Extent;
    /// The runs of the shape in a row of the run mask, and by how much they must be moved right. The row must lie in the extent.
    fn row(&self, y: i64) -> (&[Run], i32);
    /// The same for eight rows that begin at y, if each of them has exactly one run.
    fn singles(&self, y: i64) -> Option<(&[Run; 8], i32)>;
}

/// Another run mask, and its origin in the pixels of the first.
#[derive(Clone, Copy)]
pub(super) struct PlacedRuns<'a> {
    pub(super) runs: &'a RunMask,
    pub(super) at: Offset,
}

impl Over for PlacedRuns<'_> {
    #[inline(always)]
    fn extent(self) -> Extent {
        self.runs.extent().shifted(self.at)
    }
    #[inline(always)]
    fn row(&self, y: i64) -> (&[Run], i32) {
        // Bounds that overlap are no farther apart than a mask is wide, so x fits.
        (self.runs.row((y - self.at.y) as usize), self.at.x as i32)
    }
    #[inline(always)]
    fn singles(&self, y: i64) -> Option<(&[Run; 8], i32)> {
        Some((singles(self.runs, y - self.at.y)?, self.at.x as i32))
    }
}

/// A rectangle inside the run mask's bounds.
#[derive(Clone, Copy)]
pub(super) struct RectRuns {
    extent: Extent,
    /// The same run for each of eight rows.
    runs: [Run; 8],
}

impl RectRuns {
    /// The part of a box that lies in the mask's bounds, as runs.
    pub(super) fn new(runs: &RunMask, extent: Extent) -> RectRuns {
        let extent = extent.intersection(runs.extent());
        let extent = if extent.is_empty() { Extent::EMPTY } else { extent };
        RectRuns { extent, runs: [Run::new(extent.x0 as u16, extent.x1 as u16); 8] }
    }
}

impl Over for RectRuns {
    #[inline(always)]
    fn extent(self) -> Extent {
        self.extent
    }
    #[inline(always)]
    fn row(&self, _: i64) -> (&[Run], i32) {
        (&self.runs[..1], 0)
    }
    #[inline(always)]
    fn singles(&self, _: i64) -> Option<(&[Run; 8], i32)> {
        Some((&self.runs, 0))
    }
}

/// A run mask, and a shape that is tested against it.
#[derive(Clone, Copy)]
pub(super) struct RunPair<'a, B> {
    pub(super) a: &'a RunMask,
    pub(super) b: B,
}

impl<B: Over> Meeting for RunPair<'_, B> {
    type Piece = Stretch;

    #[inline(always)]
    fn each_piece(self, mut f: impl FnMut(i64, Stretch) -> bool) {
        let RunPair { a, b } = self;
        let shared = a.extent().intersection(b.extent());
        if shared.is_empty() {
            return;
        }
        for y in shared.y0..shared.y1 {
            let (row, dx) = b.row(y);
            if !merge(a.row(y as usize), row, dx, |start, end| f(y, Stretch { start, end })) {
                return;
            }
        }
    }

    fn area(self) -> u64 {
        bits::run::<AreaOfRuns, _, _, _>(self.a, self.b, ())
    }
}

/// Counting never stops early, so several rows are counted together. Eight rows with exactly one run on both sides are counted at once:
/// most rows of most sprites are like that. Other rows are merged four at a time, because each step of a merge waits for the step before,
/// but not for the other merges.
struct AreaOfRuns;

impl<B: Over> Kernel<&RunMask, B, ()> for AreaOfRuns {
    type Output = u64;
    #[inline(always)]
    fn run<I: Isa>(_: I, a: &RunMask, b: B, (): ()) -> u64 {
        let shared = a.extent().intersection(b.extent());
        if shared.is_empty() {
            return 0;
        }
        let mut sum = 0;
        let mut y = shared.y0;
        while y < shared.y1 {
            let eight = if y + 8 <= shared.y1 { b.singles(y) } else { None };
            if let (Some((b, dx)), Some(a)) = (eight, singles(a, y)) {
                sum += area_of_singles(a, b, dx);
                y += 8;
            } else {
                let end = shared.y1.min(y + 8);
                for y in y..end {
                    let (row, dx) = b.row(y);
                    merge(a.row(y as usize), row, dx, |start, end| {
                        sum += Stretch { start, end }.count();
                        true
                    });
                }
                y = end;
            }
        }
        sum
    }
}

/// The runs of eight rows, if each has exactly one.
#[inline(always)]
fn singles(runs: &RunMask, y: i64) -> Option<&[Run; 8]> {
    let offsets: &[u32; 9] = runs.row_offsets()[y as usize..].first_chunk()?;
    let first = offsets[0];
    let each_has_one = (0..).zip(offsets).fold(true, |all, (i, &offset)| all & (offset == first + i));
    if each_has_one { runs.all_runs()[first as usize..].first_chunk() } else { None }
}

#[inline(always)]
fn area_of_singles(a: &[Run; 8], b: &[Run; 8], dx: i32) -> u64 {
    let sum: i32 = a.iter().zip(b).map(|(&a, &b)| shared_length(span(a, 0), span(b, dx))).sum();
    sum.unsigned_abs().into()
}

/// How many pixels two stretches share.
#[inline(always)]
fn shared_length(p: (i32, i32), q: (i32, i32)) -> i32 {
    (p.1.min(q.1) - p.0.max(q.0)).max(0)
}
