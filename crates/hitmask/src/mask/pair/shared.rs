//! Where two masks intersect: which columns of B lie under a column of A, and loops that run down both.

use crate::bits::column::{self, BLOCK, One, Span, Spot, Two, Under, blocks};
use crate::bits::{Columns, Isa, Lane, TileRows};
use crate::geom::{Extent, Point};
use crate::mask::{Mask, RowSpan};

/// A mask whose lanes a loop reads as lanes L.
pub(crate) trait LaneRows<L> {
    fn mask(&self) -> &Mask;
    /// None if the mask has other lanes.
    fn lanes(&self) -> Option<&[L]>;
}

impl<L: Lane> LaneRows<L> for Mask {
    #[inline(always)]
    fn mask(&self) -> &Mask {
        self
    }
    #[inline(always)]
    fn lanes(&self) -> Option<&[L]> {
        L::lanes(self.columns())
    }
}

/// A mask whose lanes are read as 64-bit lanes, whatever they are: narrow lanes are copied. Each pair of lane types is a copy of a loop.
/// Where two masks seldom have different lanes, a copy of the rows costs less than a copy of the loop.
pub(crate) struct Widened<'a> {
    mask: &'a Mask,
    /// The rows of a mask with narrow lanes.
    rows: [u64; 64],
}

impl<'a> Widened<'a> {
    #[inline(never)]
    pub(crate) fn of(mask: &'a Mask) -> Widened<'a> {
        fn copy<L: Lane>(lanes: &[L], rows: &mut [u64]) {
            for (row, &lane) in rows.iter_mut().zip(lanes) {
                *row = lane.into();
            }
        }
        let mut rows = [0; 64];
        match mask.columns() {
            Columns::L16(lanes) => copy(&**lanes, &mut rows),
            Columns::L32(lanes) => copy(&**lanes, &mut rows),
            Columns::Small(_) | Columns::L64(_) => {}
        }
        Widened { mask, rows }
    }
}

impl LaneRows<u64> for Widened<'_> {
    #[inline(always)]
    fn mask(&self) -> &Mask {
        self.mask
    }
    #[inline(always)]
    fn lanes(&self) -> Option<&[u64]> {
        Some(u64::lanes(self.mask.columns()).unwrap_or(&self.rows))
    }
}

/// How mask B lies over mask A, and the box in which both may have solid pixels.
#[derive(Clone, Copy)]
pub(crate) struct Shared {
    /// In A's pixel coordinates. Not empty.
    pub(crate) extent: Extent,
    pub(crate) dx: i64,
    pub(crate) dy: i64,
}

/// The rows of [`Shared::overlap_in_the_middle`].
const FEW: usize = 4;

/// A half-open range of A's rows.
pub(crate) type RowRange = core::ops::Range<i64>;

impl Shared {
    #[inline(always)]
    pub(crate) fn new(a: &Mask, b: &Mask, offset: Point) -> Option<Shared> {
        Shared::within(a.extent(), b, offset)
    }

    /// Considers only the pixels of A in an extent. The extent must lie inside A.
    #[cfg_attr(any(not(target_family = "wasm"), target_feature = "simd128"), inline(always))]
    pub(crate) fn within(extent: Extent, b: &Mask, offset: Point) -> Option<Shared> {
        let extent = extent.intersection(b.extent().shifted(offset));
        let shared = Shared { extent, dx: i64::from(offset.x), dy: i64::from(offset.y) };
        (!extent.is_empty()).then_some(shared)
    }

    /// The rows of the shared box.
    #[inline(always)]
    pub(crate) fn rows(&self) -> RowRange {
        self.extent.y0..self.extent.y1
    }

    /// The columns of A that share pixels with B.
    #[inline(always)]
    pub(crate) fn columns(&self) -> core::ops::Range<u32> {
        self.extent.x0 as u32 / 64..(self.extent.x1 as u32).div_ceil(64)
    }

    /// Runs a loop down a column of A and what lies under it. Of `rows`, it visits only those in which both may have solid pixels. None if
    /// there are no such rows. The masks must have lanes A and B.
    #[inline(always)]
    pub(crate) fn meet<I: Isa, A: Lane, B: Lane, L: Loop>(
        &self,
        isa: I,
        a: &impl LaneRows<A>,
        b: &impl LaneRows<B>,
        column: u32,
        rows: &RowRange,
        body: L,
    ) -> Option<L::Output> {
        self.meet_below::<I, A, B, L>(isa, a, b, column, rows, self.below(b.mask(), column)?, body)
    }

    /// The same for what is known to lie under the column.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "always inlined, so none of them is passed")]
    fn meet_below<I: Isa, A: Lane, B: Lane, L: Loop>(
        &self,
        isa: I,
        a: &impl LaneRows<A>,
        b: &impl LaneRows<B>,
        column: u32,
        rows: &RowRange,
        below: Below,
        body: L,
    ) -> Option<L::Output> {
        let rows = self.meeting_rows(a.mask(), b.mask(), column, rows, below)?;
        let lanes = a.lanes()?;
        self.lay::<I, A, B, L>(isa, &lanes[a.mask().index(column, rows.start as u32)..], rows, b, below, body)
    }

    /// Those of some rows of a column of A in which both may have solid pixels, with what is known to lie under it. None if there are none.
    #[cfg_attr(any(not(target_family = "wasm"), target_feature = "simd128"), inline(always))]
    fn meeting_rows(
        &self,
        a: &Mask,
        b: &Mask,
        column: u32,
        rows: &RowRange,
        below: Below,
    ) -> Option<RowRange> {
        let (span_a, span_b) = (a.span(column), below.span(b));
        let start = rows.start.max(span_a.start.into()).max(i64::from(span_b.start) + self.dy);
        let end = rows.end.min(span_a.end.into()).min(i64::from(span_b.end) + self.dy);
        (start < end).then_some(start..end)
    }

    /// Runs a loop down a 64 pixels wide tile of a terrain and what lies under it. The extent must lie in the tile.
    #[inline(always)]
    pub(crate) fn meet_tile<I: Isa, B: Lane, L: Loop>(
        &self,
        isa: I,
        tile: &TileRows,
        b: &Mask,
        body: L,
    ) -> Option<L::Output> {
        let (rows, below) = self.tile_rows(b)?;
        self.lay::<I, u64, B, L>(isa, &tile[rows.start as usize..], rows, b, below, body)
    }

    /// The rows of a tile under which B may have solid pixels, and what lies under the tile. None if there are none.
    #[inline(always)]
    pub(super) fn tile_rows(&self, b: &Mask) -> Option<(RowRange, Below)> {
        let below = self.below(b, 0)?;
        let span = below.span(b);
        let start = self.extent.y0.max(i64::from(span.start) + self.dy);
        let end = self.extent.y1.min(i64::from(span.end) + self.dy);
        (start < end).then_some((start..end, below))
    }

    /// Runs a loop down some rows of a column and what lies under them. `column` starts at the first of these rows.
    #[inline(always)]
    fn lay<I: Isa, A: Lane, B: Lane, L: Loop>(
        &self,
        isa: I,
        column: &[A],
        rows: RowRange,
        b: &impl LaneRows<B>,
        below: Below,
        body: L,
    ) -> Option<L::Output> {
        let count = (rows.end - rows.start) as usize;
        let column = blocks(column, count);
        match self.under::<B>(b, below, rows.start, count)? {
            Either::One(one) => Some(body.run(isa, rows, column, one)),
            Either::Two(two) => Some(body.run(isa, rows, column, two)),
        }
    }

    /// Whether the masks overlap at a few pixels in the middle of the shared box. Most sprites are solid there, and noise is the same
    /// everywhere. So this finds most hits, before anything is prepared for a loop. If false, nothing is known.
    #[inline(always)]
    pub(crate) fn overlap_in_the_middle<A: Lane, B: Lane>(&self, a: &Mask, b: &Mask) -> bool {
        let (Some(lanes_a), Some(lanes_b)) = (A::lanes(a.columns()), B::lanes(b.columns())) else {
            return false;
        };
        let Shared { extent: Extent { x0, y0, x1, y1 }, dx, dy } = *self;
        let (x, y) = ((x0 + x1) as u32 / 2, (y0 + y1) as u32 / 2);
        let (under_x, under_y) = ((i64::from(x) - dx) as u32, (i64::from(y) - dy) as u32);
        // The first row is a shared one, and there are clear rows below a mask's last.
        let (Some(rows_a), Some(rows_b)) = (
            lanes_a.get(a.index(x / 64, y)..).and_then(<[A]>::first_chunk::<FEW>),
            lanes_b.get(b.index(under_x / 64, under_y)..).and_then(<[B]>::first_chunk::<FEW>),
        ) else {
            return false;
        };
        let mut met = 0;
        for i in 0..FEW {
            met |= rows_a[i].into() >> (x % 64) & rows_b[i].into() >> (under_x % 64);
        }
        met != 0
    }

    /// Whether the masks overlap in the shared box. A loop for each kind of B: one loop that asks in every turn which kind B is needs more
    /// registers than there are.
    #[inline(always)]
    pub(crate) fn any<I: Isa, A: Lane, B: Lane>(&self, isa: I, a: &Mask, b: &Mask) -> bool {
        let rows = self.rows();
        if b.has_one_column() {
            for column in self.columns() {
                let below = self.below_one(column);
                if let Some((true, _)) = self.meet_below::<I, A, B, _>(isa, a, b, column, &rows, below, Any) {
                    return true;
                }
            }
        } else {
            for column in self.columns() {
                let Some(below) = self.below_two(column) else { continue };
                if let Some((true, _)) = self.meet_below::<I, A, B, _>(isa, a, b, column, &rows, below, Any) {
                    return true;
                }
            }
        }
        false
    }

    /// The columns of B that lie under a column of A.
    #[cfg_attr(any(not(target_family = "wasm"), target_feature = "simd128"), inline(always))]
    pub(crate) fn below(&self, b: &Mask, column: u32) -> Option<Below> {
        if b.has_one_column() { Some(self.below_one(column)) } else { self.below_two(column) }
    }

    /// [`Shared::below`] if B has a single column.
    #[inline(always)]
    fn below_one(&self, column: u32) -> Below {
        // The distance from B's left edge to the left edge of A's column; positive if the column lies further right.
        let x = i64::from(column) * 64 - self.dx;
        // No branch on whether B extends beyond the left or the right side: no branch predictor could learn that.
        Below::One { column: 0, right: x.max(0) as u32, left: (-x).max(0) as u32 }
    }

    /// [`Shared::below`] if B has several columns. An `Option`, though there is one for every column with shared pixels: without it the
    /// compiler makes one loop for all cases, and `overlaps` is 3 to 4 % slower.
    #[inline(always)]
    fn below_two(&self, column: u32) -> Option<Below> {
        // As in `below_one`.
        let x = i64::from(column) * 64 - self.dx;
        let (low, shift) = (x.div_euclid(64), x.rem_euclid(64) as u32);
        // B's columns with shared pixels. One of the two that lie under the column is among them.
        let column_of = |x: i64| i64::from((x - self.dx) as u32 / 64);
        let (first, last) = (column_of(self.extent.x0), column_of(self.extent.x1 - 1));
        Some(if low < first {
            Below::One { column: (low + 1) as u32, right: 0, left: 64 - shift }
        } else if low == last || shift == 0 {
            Below::One { column: low as u32, right: shift, left: 0 }
        } else {
            Below::Two { low: low as u32, shift }
        })
    }

    /// Some rows of B, from the row under row `start` of A on. None if B has other lanes.
    #[cfg_attr(any(not(target_family = "wasm"), target_feature = "simd128"), inline(always))]
    pub(crate) fn under<'b, B: Lane>(
        &self,
        b: &'b impl LaneRows<B>,
        below: Below,
        start: i64,
        rows: usize,
    ) -> Option<Either<'b, B>> {
        let lanes = b.lanes()?;
        // The compiler makes a function of a closure in WebAssembly.
        macro_rules! from {
            ($column:expr) => {
                blocks(&lanes[b.mask().index($column, (start - self.dy) as u32)..], rows)
            };
        }
        Some(match below {
            Below::One { column, right, left } => Either::One(One { column: from!(column), right, left }),
            Below::Two { low, shift } => Either::Two(Two { low: from!(low), high: from!(low + 1), shift }),
        })
    }
}

/// Some rows of B: one column, or two that lie side by side.
pub(crate) enum Either<'b, B> {
    One(One<'b, B>),
    Two(Two<'b, B>),
}

/// Which columns of B lie under a column of A, and by how much they are shifted. See [`One`] and [`Two`].
#[derive(Clone, Copy)]
pub(crate) enum Below {
    One { column: u32, right: u32, left: u32 },
    Two { low: u32, shift: u32 },
}

impl Below {
    /// The rows of B that contain all its solid pixels in these columns.
    #[inline(always)]
    fn span(self, b: &Mask) -> RowSpan {
        match self {
            Below::One { column, .. } => b.span(column),
            Below::Two { low, .. } => b.span(low).around(b.span(low + 1)),
        }
    }
}

/// A loop that runs down a column of A and what lies under it.
pub(crate) trait Loop {
    type Output;
    /// `rows` are rows of A. `a` and `under` begin at the first of them.
    fn run<I: Isa, A: Lane, U: Under>(
        self,
        isa: I,
        rows: RowRange,
        a: &[[A; BLOCK]],
        under: U,
    ) -> Self::Output;
}

/// A question about a column of A and what lies under it. The answer counts rows from the first one.
pub(crate) trait Question {
    type Answer;
    fn ask<I: Isa, A: Lane, U: Under>(isa: I, a: &[[A; BLOCK]], under: U) -> Self::Answer;
}

/// As a loop, a question also returns the first row.
impl<Q: Question> Loop for Q {
    type Output = (Q::Answer, i64);
    #[inline(always)]
    fn run<I: Isa, A: Lane, U: Under>(
        self,
        isa: I,
        rows: RowRange,
        a: &[[A; BLOCK]],
        under: U,
    ) -> Self::Output {
        (Q::ask(isa, a, under), rows.start)
    }
}

macro_rules! questions {
    ($($name:ident = $function:ident -> $answer:ty;)*) => {$(
        /// Runs the column function of the same name.
        #[derive(Clone, Copy)]
        pub(crate) struct $name;
        impl Question for $name {
            type Answer = $answer;
            #[inline(always)]
            fn ask<I: Isa, A: Lane, U: Under>(isa: I, a: &[[A; BLOCK]], under: U) -> $answer {
                column::$function(isa, a, under)
            }
        }
    )*};
}
questions! {
    Any = any -> bool;
    AnyOfFew = any_of_few -> bool;
    Area = area -> u64;
    First = first -> Option<Spot>;
    Bounds = span -> Option<Span>;
}
