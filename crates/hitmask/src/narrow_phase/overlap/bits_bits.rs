//! Bits against bits: which columns of the two meet, and a loop down each meeting.

use core::marker::PhantomData;

use crate::geom::{Extent, Point, Rect};
use crate::kernel::column::{self, BLOCK, Edit, One, Span, Two, Under, blocks};
use crate::kernel::{self, Isa, Kernel};
use crate::mask::{Columns, Lane, Mask, low_bits, with_lanes};

/// How mask B lies over mask A: the rows and columns that both may be solid in.
#[derive(Clone, Copy)]
struct Shared {
    /// In A's pixels; not empty.
    extent: Extent,
    dx: i64,
    dy: i64,
}

impl Shared {
    #[inline(always)]
    fn new(a: &Mask, b: &Mask, offset: Point) -> Option<Shared> {
        let extent = a.extent().intersection(b.extent().shifted(offset));
        let shared = Shared { extent, dx: i64::from(offset.x), dy: i64::from(offset.y) };
        (!extent.is_empty()).then_some(shared)
    }

    #[inline(always)]
    fn rows(&self) -> Rows {
        Rows { skip: 0, rows: (self.extent.y1 - self.extent.y0) as usize }
    }

    /// The columns of A that share pixels with B.
    #[inline(always)]
    fn columns(&self) -> core::ops::Range<u32> {
        self.extent.x0 as u32 / 64..(self.extent.x1 as u32).div_ceil(64)
    }

    /// Runs a loop down some of the shared rows of a column of A and what lies under it. None where nothing does.
    #[inline(always)]
    fn meet<I: Isa, L: Loop>(
        &self,
        a: &Mask,
        b: &Mask,
        column: u32,
        rows: Rows,
        body: L,
    ) -> Option<L::Output> {
        let start = a.index(column, self.extent.y0 as u32) + rows.skip;
        let columns = a.columns();
        self.under(
            b,
            column,
            rows,
            OnColumn::<I, L> { columns, start, rows: rows.rows, body, isa: PhantomData },
        )
    }

    /// Calls `f` with what lies under some of the shared rows of a column of A.
    #[inline(always)]
    fn under<F: OnUnder>(&self, b: &Mask, column: u32, rows: Rows, f: F) -> Option<F::Output> {
        // How far right of B's left edge the column's left edge lies.
        let x = i64::from(column) * 64 - self.dx;
        let row = (self.extent.y0 - self.dy) as u32;
        if b.has_one_column() {
            // No branch on the side that B sticks out at: no branch predictor could learn it.
            let (right, left) = (x.max(0) as u32, (-x).max(0) as u32);
            let start = row as usize + rows.skip;
            return Some(with_lanes!(b.columns(), lanes =>
                f.call(One { column: blocks(&lanes[start..], rows.rows), right, left })));
        }
        let Columns::L64(words) = b.columns() else { unreachable!("a mask of narrow lanes has one column") };
        let from = |column: i64| blocks(&words[b.index(column as u32, row) + rows.skip..], rows.rows);
        let (low, shift) = (x.div_euclid(64), x.rem_euclid(64) as u32);
        let (first, last) = ((self.extent.x0 - self.dx) / 64, (self.extent.x1 - 1 - self.dx) / 64);
        let shares = |column: i64| first <= column && column <= last;
        match (shares(low), shift > 0 && shares(low + 1)) {
            (false, false) => None,
            (true, true) => Some(f.call(Two { low: from(low), high: from(low + 1), shift })),
            (true, false) => Some(f.call(One { column: from(low), right: shift, left: 0 })),
            (false, true) => Some(f.call(One { column: from(low + 1), right: 0, left: 64 - shift })),
        }
    }
}

/// Some of the shared rows.
#[derive(Clone, Copy)]
struct Rows {
    skip: usize,
    rows: usize,
}

/// A function of whatever lies under a column: a closure that is generic.
trait OnUnder {
    type Output;
    fn call<U: Under>(self, under: U) -> Self::Output;
}

/// A loop down a column of A and what lies under it.
trait Loop {
    type Output;
    fn run<I: Isa, A: Lane, U: Under>(self, a: &[[A; BLOCK]], under: U) -> Self::Output;
}

/// A loop that knows its column of A.
struct OnColumn<'a, I, L> {
    columns: &'a Columns,
    start: usize,
    rows: usize,
    body: L,
    isa: PhantomData<I>,
}

impl<I: Isa, L: Loop> OnUnder for OnColumn<'_, I, L> {
    type Output = L::Output;
    #[inline(always)]
    fn call<U: Under>(self, under: U) -> L::Output {
        with_lanes!(self.columns, lanes =>
            self.body.run::<I, _, _>(blocks(&lanes[self.start..], self.rows), under))
    }
}

macro_rules! loops {
    ($($name:ident = $function:ident -> $output:ty;)*) => {$(
        struct $name;
        impl Loop for $name {
            type Output = $output;
            #[inline(always)]
            fn run<I: Isa, A: Lane, U: Under>(self, a: &[[A; BLOCK]], under: U) -> $output {
                column::$function::<I, A, U>(a, under)
            }
        }
    )*};
}
loops! {
    Any = any -> bool;
    Area = area -> u64;
    First = first -> Option<(usize, u32)>;
    Bounds = span -> Option<Span>;
}

macro_rules! queries {
    ($($function:ident = $name:ident -> $output:ty;)*) => {$(
        pub(super) fn $function(a: &Mask, b: &Mask, offset: Point) -> $output {
            kernel::run::<$name, _, _, _>(a, b, offset)
        }
        struct $name;
        impl Kernel<&Mask, &Mask, Point> for $name {
            type Output = $output;
            #[inline(always)]
            fn run<I: Isa>(a: &Mask, b: &Mask, offset: Point) -> $output {
                Pair { a, b, offset }.$function::<I>()
            }
        }
    )*};
}
queries! {
    overlaps_wide = OverlapsWide -> bool;
    area = Area_ -> u64;
    first = First_ -> Option<Point>;
    bounds = Bounds_ -> Option<Rect>;
}

/// Whether two masks overlap. Small ones, which games ask about most, each have a function of their own for their lanes and
/// heights: no loop, hence no branch that a processor could guess wrong.
pub(super) fn overlaps(a: &Mask, b: &Mask, offset: Point) -> bool {
    use Columns::{L16, L32, L64};
    macro_rules! small {
        ($a:ty, $b:ty) => {
            kernel::run::<Small<$a, $b>, _, _, _>(a, b, offset)
        };
    }
    match (a.columns(), b.columns()) {
        (L16(_), L16(_)) => small!(u16, u16),
        (L32(_), L32(_)) => small!(u32, u32),
        (L64(_), L64(_)) if a.is_small() && b.is_small() => small!(u64, u64),
        (L16(_), L32(_)) => small!(u16, u32),
        (L32(_), L16(_)) => small!(u32, u16),
        (L16(_), L64(_)) if b.is_small() => small!(u16, u64),
        (L64(_), L16(_)) if a.is_small() => small!(u64, u16),
        (L32(_), L64(_)) if b.is_small() => small!(u32, u64),
        (L64(_), L32(_)) if a.is_small() => small!(u64, u32),
        _ => overlaps_wide(a, b, offset),
    }
}

/// [`overlaps`] for masks of one column and few rows.
struct Small<A, B>(PhantomData<(A, B)>);

impl<A: Lane, B: Lane> Kernel<&Mask, &Mask, Point> for Small<A, B> {
    type Output = bool;
    #[inline(always)]
    fn run<I: Isa>(a: &Mask, b: &Mask, offset: Point) -> bool {
        let (dx, dy) = (i64::from(offset.x), i64::from(offset.y));
        // The whole sizes, not the tight bounds: so short a loop costs no more than trimming for it.
        let near = |d: i64, a: u32, b: u32| -i64::from(b) < d && d < i64::from(a);
        if !near(dx, a.width(), b.width()) || !near(dy, a.height(), b.height()) {
            return false;
        }
        let (row_a, row_b) = (dy.max(0), (-dy).max(0));
        let rows = (i64::from(a.height()) - row_a).min(i64::from(b.height()) - row_b) as usize;
        let (Some(lanes_a), Some(lanes_b)) = (A::lanes(a.columns()), B::lanes(b.columns())) else {
            unreachable!()
        };
        let column = blocks(&lanes_b[row_b as usize..], rows);
        let under = One { column, right: (-dx).max(0) as u32, left: dx.max(0) as u32 };
        column::any_flat::<I, A, _>(blocks(&lanes_a[row_a as usize..], rows), under)
    }
}

/// Two masks and an offset: what every query is asked about.
#[derive(Clone, Copy)]
struct Pair<'a> {
    a: &'a Mask,
    b: &'a Mask,
    offset: Point,
}

/// Rows that [`Pair::first`] looks at in all columns before it goes on to the rows below.
const BAND: usize = 64;

impl Pair<'_> {
    #[inline(always)]
    fn overlaps_wide<I: Isa>(self) -> bool {
        let Pair { a, b, offset } = self;
        let Some(shared) = Shared::new(a, b, offset) else { return false };
        let rows = shared.rows();
        for column in shared.columns() {
            if shared.meet::<I, _>(a, b, column, rows, Any) == Some(true) {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn area<I: Isa>(self) -> u64 {
        let Pair { a, b, offset } = self;
        let Some(shared) = Shared::new(a, b, offset) else { return 0 };
        let rows = shared.rows();
        let mut sum = 0;
        for column in shared.columns() {
            sum += shared.meet::<I, _>(a, b, column, rows, Area).unwrap_or(0);
        }
        sum
    }

    #[inline(always)]
    fn first<I: Isa>(self) -> Option<Point> {
        let Pair { a, b, offset } = self;
        let shared = Shared::new(a, b, offset)?;
        let mut skip = 0;
        let all = shared.rows().rows;
        while skip < all {
            let mut rows = BAND.min(all - skip);
            let mut found = None;
            for column in shared.columns() {
                if let Some((row, bit)) =
                    shared.meet::<I, _>(a, b, column, Rows { skip, rows }, First).flatten()
                {
                    // The loop may look below the rows asked for: an answer there is no higher than an earlier column's.
                    if row < rows {
                        found = Some((row, column * 64 + bit));
                        rows = row;
                    }
                }
            }
            if let Some((row, x)) = found {
                return Some(Point::new(x as i32, (shared.extent.y0 as usize + skip + row) as i32));
            }
            skip += BAND;
        }
        None
    }

    #[inline(always)]
    fn bounds<I: Isa>(self) -> Option<Rect> {
        let Pair { a, b, offset } = self;
        let shared = Shared::new(a, b, offset)?;
        let rows = shared.rows();
        let mut found = Extent::EMPTY;
        for column in shared.columns() {
            if let Some(span) = shared.meet::<I, _>(a, b, column, rows, Bounds).flatten() {
                let x = i64::from(column) * 64;
                found = found.around(Extent {
                    x0: x + i64::from(span.bits.trailing_zeros()),
                    y0: shared.extent.y0 + span.first_row as i64,
                    x1: x + 64 - i64::from(span.bits.leading_zeros()),
                    y1: shared.extent.y0 + span.last_row as i64 + 1,
                });
            }
        }
        found.to_rect()
    }
}

/// Edits a column of A by what lies under it.
struct EditColumn<'a> {
    columns: &'a mut Columns,
    start: usize,
    rows: usize,
    edit: Edit,
    keep: u64,
}

impl OnUnder for EditColumn<'_> {
    type Output = ();
    #[inline(always)]
    fn call<U: Under>(self, under: U) {
        with_lanes!(self.columns, lanes =>
            column::edit(&mut lanes[self.start..][..self.rows], under, self.edit, self.keep));
    }
}

/// Edits the pixels of A that B's extent lies on; the others stay as they are.
pub(crate) fn edit(a: &mut Mask, b: &Mask, offset: Point, edit: Edit) {
    kernel::run::<EditQuery, _, _, _>(a, b, (offset, edit));
}

struct EditQuery;

impl Kernel<&mut Mask, &Mask, (Point, Edit)> for EditQuery {
    type Output = ();
    #[inline(always)]
    fn run<I: Isa>(a: &mut Mask, b: &Mask, (offset, edit): (Point, Edit)) {
        // A's own extent must not limit it: B may add pixels anywhere.
        let extent = Extent::of_size(a.width(), a.height()).intersection(b.extent().shifted(offset));
        if extent.is_empty() {
            return;
        }
        let shared = Shared { extent, dx: i64::from(offset.x), dy: i64::from(offset.y) };
        for column in shared.columns() {
            let start = a.index(column, extent.y0 as u32);
            let keep = low_bits(a.width() - column * 64);
            let columns = a.columns_mut();
            shared.under(
                b,
                column,
                shared.rows(),
                EditColumn { columns, start, rows: shared.rows().rows, edit, keep },
            );
        }
    }
}
