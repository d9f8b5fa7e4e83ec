//! Runs against runs, and against a rectangle, which is one run a row: a merge of the two rows, the run that ends first giving
//! way to the next. Rows outside either shape's tight bounds are never looked at.

use crate::geom::Extent;
use crate::mask::{Run, RunMask};

/// One side may have this many times the runs of the other before the merge leaps.
const LEAP: usize = 8;

/// Calls with the (start, end) in A's pixels of each stretch that both rows hold, from left to right, and now and then with an
/// empty one, whose end is not right of its start. Stops with false when `f` returns false. A run of B lies `dx` right of
/// where it says.
#[inline(always)]
fn merge(a: &[Run], b: &[Run], dx: i32, mut f: impl FnMut(i32, i32) -> bool) -> bool {
    if a.len() > LEAP * b.len() || b.len() > LEAP * a.len() {
        return leap(a, b, dx, f);
    }
    let (mut i, mut j) = (0, 0);
    // Which run gives way is data to the processor, not a branch that it could guess wrong.
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

/// [`merge`] where one side has many more runs: for each run of the other, a search for the first that it can meet.
#[inline(never)]
fn leap(a: &[Run], b: &[Run], dx: i32, mut f: impl FnMut(i32, i32) -> bool) -> bool {
    let a_is_few = a.len() < b.len();
    // Everything in the plane of the side that has many.
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

/// How many runs end at x or left of it: doubling steps, then a binary search in the last one.
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

/// What a run mask meets, in that mask's pixels.
pub(super) trait Over: Copy {
    /// A box that holds it.
    fn extent(self) -> Extent;
    /// The runs in a row of the run mask that the box reaches, and how far right of where they say they lie.
    fn row(&self, y: i64) -> (&[Run], i32);
}

/// Another run mask with its origin at (x, y).
#[derive(Clone, Copy)]
pub(super) struct Placed<'a> {
    pub(super) runs: &'a RunMask,
    pub(super) x: i64,
    pub(super) y: i64,
}

impl Over for Placed<'_> {
    #[inline(always)]
    fn extent(self) -> Extent {
        let e = self.runs.extent();
        Extent { x0: e.x0 + self.x, y0: e.y0 + self.y, x1: e.x1 + self.x, y1: e.y1 + self.y }
    }
    #[inline(always)]
    fn row(&self, y: i64) -> (&[Run], i32) {
        // Bounds that meet are no further apart than a mask is wide, so x fits.
        (self.runs.row((y - self.y) as usize), self.x as i32)
    }
}

/// A rectangle inside the run mask's bounds.
#[derive(Clone, Copy)]
pub(super) struct Block {
    extent: Extent,
    run: [Run; 1],
}

impl Block {
    /// The part of a box that lies in the mask's bounds.
    pub(super) fn new(runs: &RunMask, extent: Extent) -> Block {
        let extent = extent.intersection(runs.extent());
        let extent = if extent.is_empty() { Extent::EMPTY } else { extent };
        Block { extent, run: [Run::new(extent.x0 as u16, extent.x1 as u16)] }
    }
}

impl Over for Block {
    #[inline(always)]
    fn extent(self) -> Extent {
        self.extent
    }
    #[inline(always)]
    fn row(&self, _: i64) -> (&[Run], i32) {
        (&self.run, 0)
    }
}

/// Calls with (y, start, end) for what [`merge`] finds in each shared row, from the top; stops when `f` returns false.
#[inline(always)]
fn visit<B: Over>(a: &RunMask, b: B, mut f: impl FnMut(i64, i32, i32) -> bool) {
    let shared = a.extent().intersection(b.extent());
    if shared.is_empty() {
        return;
    }
    for y in shared.y0..shared.y1 {
        let (row, dx) = b.row(y);
        if !merge(a.row(y as usize), row, dx, |start, end| f(y, start, end)) {
            return;
        }
    }
}

pub(super) fn area<B: Over>(a: &RunMask, b: B) -> u64 {
    let mut sum = 0;
    visit(a, b, |_, start, end| {
        sum += u64::from((end - start).max(0).unsigned_abs());
        true
    });
    sum
}

/// The first pixel as a box.
pub(super) fn first<B: Over>(a: &RunMask, b: B) -> Extent {
    let mut found = Extent::EMPTY;
    visit(a, b, |y, start, end| {
        if start < end {
            found = Extent { x0: start.into(), y0: y, x1: i64::from(start) + 1, y1: y + 1 };
        }
        start >= end
    });
    found
}

pub(super) fn bounds<B: Over>(a: &RunMask, b: B) -> Extent {
    let mut found = Extent::EMPTY;
    visit(a, b, |y, start, end| {
        if start < end {
            found = found.around(Extent { x0: start.into(), y0: y, x1: end.into(), y1: y + 1 });
        }
        true
    });
    found
}
