//! Where two masks meet: the columns of B that lie under a column of A, and the loops that run down both.

use core::marker::PhantomData;

use crate::geom::{Extent, Point};
use crate::kernel::Isa;
use crate::kernel::column::{self, BLOCK, One, Span, Two, Under, blocks};
use crate::mask::{Columns, Lane, Mask, RowSpan, with_lanes};

/// How mask B lies over mask A: the rows and columns that both may be solid in.
#[derive(Clone, Copy)]
pub(super) struct Shared {
    /// In A's pixels; not empty.
    pub(super) extent: Extent,
    pub(super) dx: i64,
    pub(super) dy: i64,
}

/// Rows of A, half-open.
pub(super) type Rows = core::ops::Range<i64>;

impl Shared {
    #[inline(always)]
    pub(super) fn new(a: &Mask, b: &Mask, offset: Point) -> Option<Shared> {
        Shared::within(a.extent(), b, offset)
    }

    /// Only the pixels of A in an extent, all of which lie in A.
    #[inline(always)]
    pub(super) fn within(extent: Extent, b: &Mask, offset: Point) -> Option<Shared> {
        let extent = extent.intersection(b.extent().shifted(offset));
        let shared = Shared { extent, dx: i64::from(offset.x), dy: i64::from(offset.y) };
        (!extent.is_empty()).then_some(shared)
    }

    /// All shared rows.
    #[inline(always)]
    pub(super) fn rows(&self) -> Rows {
        self.extent.y0..self.extent.y1
    }

    /// The columns of A that share pixels with B.
    #[inline(always)]
    pub(super) fn columns(&self) -> core::ops::Range<u32> {
        self.extent.x0 as u32 / 64..(self.extent.x1 as u32).div_ceil(64)
    }

    /// Runs a loop down those of some rows of a column of A in which it and what lies under it have solid pixels. None where
    /// there are no such rows.
    #[inline(always)]
    pub(super) fn meet<I: Isa, L: Loop>(
        &self,
        a: &Mask,
        b: &Mask,
        column: u32,
        rows: &Rows,
        body: L,
    ) -> Option<L::Output> {
        let below = self.below(b, column)?;
        let (span_a, span_b) = (a.span(column), below.span(b));
        let start = rows.start.max(span_a.start.into()).max(i64::from(span_b.start) + self.dy);
        let end = rows.end.min(span_a.end.into()).min(i64::from(span_b.end) + self.dy);
        if start >= end {
            return None;
        }
        let rows = start..end;
        let index = a.index(column, start as u32);
        let on_column =
            OnColumn::<I, L> { columns: a.columns(), index, rows: rows.clone(), body, isa: PhantomData };
        Some(self.under(b, below, &rows, on_column))
    }

    /// Which columns of B lie under a column of A.
    #[inline(always)]
    pub(super) fn below(&self, b: &Mask, column: u32) -> Option<Below> {
        // How far right of B's left edge the column's left edge lies.
        let x = i64::from(column) * 64 - self.dx;
        if b.has_one_column() {
            // No branch on the side that B sticks out at: no branch predictor could learn it.
            return Some(Below::One { column: 0, right: x.max(0) as u32, left: (-x).max(0) as u32 });
        }
        let (low, shift) = (x.div_euclid(64), x.rem_euclid(64) as u32);
        let (first, last) = ((self.extent.x0 - self.dx) / 64, (self.extent.x1 - 1 - self.dx) / 64);
        let shares = |column: i64| first <= column && column <= last;
        match (shares(low), shift > 0 && shares(low + 1)) {
            (false, false) => None,
            (true, true) => Some(Below::Two { low: low as u32, shift }),
            (true, false) => Some(Below::One { column: low as u32, right: shift, left: 0 }),
            (false, true) => Some(Below::One { column: (low + 1) as u32, right: 0, left: 64 - shift }),
        }
    }

    /// Calls `f` with the rows of B that lie under some rows of A.
    #[inline(always)]
    pub(super) fn under<F: OnUnder>(&self, b: &Mask, below: Below, rows: &Rows, f: F) -> F::Output {
        let (row, count) = ((rows.start - self.dy) as u32, (rows.end - rows.start) as usize);
        match below {
            Below::One { column, right, left } => with_lanes!(b.columns(), lanes =>
                f.call(One { column: blocks(&lanes[b.index(column, row)..], count), right, left })),
            Below::Two { low, shift } => {
                let Columns::L64(words) = b.columns() else { unreachable!("narrow lanes make one column") };
                let (low, high) = (&words[b.index(low, row)..], &words[b.index(low + 1, row)..]);
                f.call(Two { low: blocks(low, count), high: blocks(high, count), shift })
            }
        }
    }
}

/// What lies under a column of A: see [`One`] and [`Two`].
#[derive(Clone, Copy)]
pub(super) enum Below {
    One { column: u32, right: u32, left: u32 },
    Two { low: u32, shift: u32 },
}

impl Below {
    /// The rows of B that hold all its solid pixels there.
    #[inline(always)]
    fn span(self, b: &Mask) -> RowSpan {
        match self {
            Below::One { column, .. } => b.span(column),
            Below::Two { low, .. } => b.span(low).around(b.span(low + 1)),
        }
    }
}

/// A function of whatever lies under a column: a closure that is generic.
pub(super) trait OnUnder {
    type Output;
    fn call<U: Under>(self, under: U) -> Self::Output;
}

/// A loop down a column of A and what lies under it.
pub(super) trait Loop {
    type Output;
    /// `rows` are those of A; `a` and `under` begin at the first of them.
    fn run<I: Isa, A: Lane, U: Under>(self, rows: Rows, a: &[[A; BLOCK]], under: U) -> Self::Output;
}

/// A loop that knows its column of A.
struct OnColumn<'a, I, L> {
    columns: &'a Columns,
    index: usize,
    rows: Rows,
    body: L,
    isa: PhantomData<I>,
}

impl<I: Isa, L: Loop> OnUnder for OnColumn<'_, I, L> {
    type Output = L::Output;
    #[inline(always)]
    fn call<U: Under>(self, under: U) -> L::Output {
        let count = (self.rows.end - self.rows.start) as usize;
        with_lanes!(self.columns, lanes =>
            self.body.run::<I, _, _>(self.rows, blocks(&lanes[self.index..], count), under))
    }
}

macro_rules! loops {
    ($($name:ident = $function:ident -> $output:ty;)*) => {$(
        /// The loop of the same name, which counts rows from the first one it looks at.
        #[derive(Clone, Copy, Default)]
        pub(super) struct $name;
        impl Loop for $name {
            type Output = ($output, i64);
            #[inline(always)]
            fn run<I: Isa, A: Lane, U: Under>(self, rows: Rows, a: &[[A; BLOCK]], under: U) -> ($output, i64) {
                (column::$function::<I, A, U>(a, under), rows.start)
            }
        }
    )*};
}
loops! {
    Any = any -> bool;
    AnyFlat = any_flat -> bool;
    Area = area -> u64;
    First = first -> Option<(usize, u32)>;
    Bounds = span -> Option<Span>;
}
