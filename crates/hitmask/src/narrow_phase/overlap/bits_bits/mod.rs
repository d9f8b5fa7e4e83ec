//! Bits against bits.

mod edit;
mod large;
mod meeting;
mod small;

use crate::geom::{Extent, Point, Rect};
use crate::kernel::{self, Isa, Kernel};
use crate::mask::Mask;
pub(crate) use edit::edit;
use meeting::{Area, Bounds, First, Shared};

/// Rows that [`first`] looks at in all columns before it goes on to the rows below.
const BAND: i64 = 64;

/// Whether two masks overlap.
pub(super) fn overlaps(a: &Mask, b: &Mask, offset: Point) -> bool {
    match small::overlaps(a, b, offset) {
        Some(answer) => answer,
        None => large::overlaps(a, b, offset),
    }
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
    area = AreaQuery -> u64;
    first = FirstQuery -> Option<Point>;
    bounds = BoundsQuery -> Option<Rect>;
}

/// Two masks and an offset: what every query is asked about.
#[derive(Clone, Copy)]
struct Pair<'a> {
    a: &'a Mask,
    b: &'a Mask,
    offset: Point,
}

impl Pair<'_> {
    /// The pixels that must be looked at; None where the masks can't overlap.
    #[inline(always)]
    fn shared(self) -> Option<Shared> {
        let Pair { a, b, offset } = self;
        match (a.gate(), b.gate()) {
            (Some(gate_a), Some(gate_b)) => large::shared(a, b, offset, gate_a, gate_b),
            _ => Shared::new(a, b, offset),
        }
    }

    #[inline(always)]
    fn area<I: Isa>(self) -> u64 {
        let Pair { a, b, .. } = self;
        let Some(shared) = self.shared() else { return 0 };
        let mut sum = 0;
        for column in shared.columns() {
            if let Some((_, area)) = shared.meet::<I, _>(a, b, column, &shared.rows(), Area) {
                sum += area;
            }
        }
        sum
    }

    #[inline(always)]
    fn first<I: Isa>(self) -> Option<Point> {
        let Pair { a, b, .. } = self;
        let shared = self.shared()?;
        let mut top = shared.extent.y0;
        while top < shared.extent.y1 {
            let mut rows = top..(top + BAND).min(shared.extent.y1);
            let mut found = None;
            for column in shared.columns() {
                if let Some((start, Some((row, bit)))) = shared.meet::<I, _>(a, b, column, &rows, First) {
                    let y = start + row as i64;
                    // The loop may look below the rows asked for: an answer there is no higher than an earlier column's.
                    if y < rows.end {
                        found = Some(Point::new((column * 64 + bit) as i32, y as i32));
                        rows.end = y;
                    }
                }
            }
            if found.is_some() {
                return found;
            }
            top += BAND;
        }
        None
    }

    #[inline(always)]
    fn bounds<I: Isa>(self) -> Option<Rect> {
        let Pair { a, b, .. } = self;
        let shared = self.shared()?;
        let mut found = Extent::EMPTY;
        for column in shared.columns() {
            if let Some((start, Some(span))) = shared.meet::<I, _>(a, b, column, &shared.rows(), Bounds) {
                let x = i64::from(column) * 64;
                found = found.around(Extent {
                    x0: x + i64::from(span.bits.trailing_zeros()),
                    y0: start + span.first_row as i64,
                    x1: x + 64 - i64::from(span.bits.leading_zeros()),
                    y1: start + span.last_row as i64 + 1,
                });
            }
        }
        found.to_rect()
    }
}
