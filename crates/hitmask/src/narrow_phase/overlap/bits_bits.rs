//! Bits against bits: the columns of both that meet, and a kernel for each meeting.

use crate::geom::{Extent, Point, Rect};
use crate::kernel::{self, Edit, One, Span, Two, Under};
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
    #[inline]
    fn new(a: &Mask, b: &Mask, offset: Point) -> Option<Shared> {
        let extent = a.extent().intersection(b.extent().shifted(offset));
        let shared = Shared { extent, dx: i64::from(offset.x), dy: i64::from(offset.y) };
        (!extent.is_empty()).then_some(shared)
    }

    #[inline]
    fn rows(&self) -> usize {
        (self.extent.y1 - self.extent.y0) as usize
    }

    /// The columns of A that share pixels with B.
    #[inline]
    fn columns(&self) -> core::ops::Range<u32> {
        self.extent.x0 as u32 / 64..(self.extent.x1 as u32).div_ceil(64)
    }

    /// Calls `f` with what lies under a column of A from the `skip`th shared row on.
    #[inline]
    fn under<F: OnUnder>(&self, b: &Mask, column: u32, skip: usize, f: F) -> Option<F::Output> {
        let x = i64::from(column) * 64 - self.dx;
        let (low, shift) = (x.div_euclid(64), x.rem_euclid(64) as u32);
        let shared = (self.extent.x0 - self.dx) / 64..=(self.extent.x1 - 1 - self.dx) / 64;
        let start = |column: i64| b.index(column as u32, (self.extent.y0 - self.dy) as u32) + skip;
        match (shared.contains(&low), shift > 0 && shared.contains(&(low + 1))) {
            (false, false) => None,
            (true, true) => {
                let Columns::L64(words) = b.columns() else { unreachable!("a narrow mask has one column") };
                Some(f.call(Two { low: &words[start(low)..], high: &words[start(low + 1)..], shift }))
            }
            (true, false) => Some(with_lanes!(b.columns(), lanes =>
                f.call(One { column: &lanes[start(low)..], right: shift, left: 0 }))),
            (false, true) => Some(with_lanes!(b.columns(), lanes =>
                f.call(One { column: &lanes[start(low + 1)..], right: 0, left: 64 - shift }))),
        }
    }

    /// Runs a kernel on a column of A and what lies under it, from the `skip`th shared row on. None where nothing does.
    #[inline]
    fn meet<K: Kernel>(&self, a: &Mask, b: &Mask, column: u32, skip: usize, kernel: K) -> Option<K::Output> {
        let start = a.index(column, self.extent.y0 as u32) + skip;
        self.under(b, column, skip, OnColumn { columns: a.columns(), start, kernel })
    }
}

/// A function of whatever lies under a column: a closure that is generic.
trait OnUnder {
    type Output;
    fn call<U: Under>(self, under: U) -> Self::Output;
}

/// A function of a column of A and what lies under it.
trait Kernel {
    type Output;
    fn run<A: Lane, U: Under>(self, a: &[A], under: U) -> Self::Output;
}

/// A kernel that knows its column of A.
struct OnColumn<'a, K> {
    columns: &'a Columns,
    start: usize,
    kernel: K,
}

impl<K: Kernel> OnUnder for OnColumn<'_, K> {
    type Output = K::Output;
    #[inline]
    fn call<U: Under>(self, under: U) -> K::Output {
        with_lanes!(self.columns, lanes => self.kernel.run(&lanes[self.start..], under))
    }
}

macro_rules! kernels {
    ($($name:ident = $kernel:ident -> $output:ty;)*) => {$(
        struct $name {
            rows: usize,
        }
        impl Kernel for $name {
            type Output = $output;
            #[inline]
            fn run<A: Lane, U: Under>(self, a: &[A], under: U) -> $output {
                kernel::$kernel(a, under, self.rows)
            }
        }
    )*};
}
kernels! {
    Any = any -> bool;
    Area = area -> u64;
    First = first -> Option<(usize, u32)>;
    Bounds = span -> Option<Span>;
}

pub(super) fn overlaps(a: &Mask, b: &Mask, offset: Point) -> bool {
    let Some(shared) = Shared::new(a, b, offset) else { return false };
    let rows = shared.rows();
    shared.columns().any(|column| shared.meet(a, b, column, 0, Any { rows }) == Some(true))
}

pub(super) fn area(a: &Mask, b: &Mask, offset: Point) -> u64 {
    let Some(shared) = Shared::new(a, b, offset) else { return 0 };
    let rows = shared.rows();
    shared.columns().filter_map(|column| shared.meet(a, b, column, 0, Area { rows })).sum()
}

/// Rows that [`first`] looks at in all columns before it goes on to the rows below.
const BAND: usize = 64;

pub(super) fn first(a: &Mask, b: &Mask, offset: Point) -> Option<Point> {
    let shared = Shared::new(a, b, offset)?;
    let mut skip = 0;
    while skip < shared.rows() {
        let mut rows = BAND.min(shared.rows() - skip);
        let mut found = None;
        for column in shared.columns() {
            if let Some((row, bit)) = shared.meet(a, b, column, skip, First { rows }).flatten() {
                // A block may reach below the rows asked for, so a later column can answer a row that is no higher.
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

pub(super) fn bounds(a: &Mask, b: &Mask, offset: Point) -> Option<Rect> {
    let shared = Shared::new(a, b, offset)?;
    let rows = shared.rows();
    let mut found = Extent::EMPTY;
    for column in shared.columns() {
        if let Some(span) = shared.meet(a, b, column, 0, Bounds { rows }).flatten() {
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
    #[inline]
    fn call<U: Under>(self, under: U) {
        with_lanes!(self.columns, lanes =>
            kernel::edit(&mut lanes[self.start..][..self.rows], under, self.edit, self.keep));
    }
}

/// Edits the pixels of A that B's extent lies on; the others stay as they are.
pub(crate) fn edit(a: &mut Mask, b: &Mask, offset: Point, edit: Edit) {
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
        shared.under(b, column, 0, EditColumn { columns, start, rows: shared.rows(), edit, keep });
    }
}
