//! Masks of more than one column or many rows: look where a hit is likely, then at the cells of the [`Gate`], then only around
//! the cells that meet.

use core::marker::PhantomData;

use super::meeting::{Any, Rows, Shared, with_lanes_of};
use crate::geom::Point;
use crate::kernel::column::BLOCK;
use crate::kernel::{self, Isa, Kernel};
use crate::mask::{Gate, Lane, Mask};

/// Whether two masks overlap.
pub(super) fn overlaps(a: &Mask, b: &Mask, offset: Point) -> bool {
    let Some(mut all) = Shared::new(a, b, offset) else { return false };
    if let (Some(gate_a), Some(gate_b)) = (a.gate(), b.gate()) {
        // Most sprites are solid in the middle, and noise is everywhere: the quickest way to a hit.
        let (columns, rows) = (all.columns(), all.rows());
        let column = columns.start + (columns.end - columns.start) / 2;
        let row = rows.start + (rows.end - rows.start) / 2;
        if any(a, b, all, column..column + 1, row..(row + BLOCK as i64).min(rows.end))
            || Gate::surely_overlap(gate_a, gate_b, offset)
        {
            return true;
        }
        let Some(shared) = shared(a, b, offset, gate_a, gate_b) else { return false };
        all = shared;
    }
    any(a, b, all, all.columns(), all.rows())
}

/// The pixels of large masks that must be looked at; None where the masks can't overlap.
#[inline(never)]
pub(super) fn shared(a: &Mask, b: &Mask, offset: Point, gate_a: &Gate, gate_b: &Gate) -> Option<Shared> {
    let meeting = Gate::meeting(gate_a, gate_b, offset)?;
    Shared::within(a.extent().intersection(meeting), b, offset)
}

/// Whether the masks overlap in some rows of some columns of A.
fn any(a: &Mask, b: &Mask, shared: Shared, columns: core::ops::Range<u32>, rows: Rows) -> bool {
    fn run<A: Lane, B: Lane>(a: &Mask, b: &Mask, part: (Shared, core::ops::Range<u32>, Rows)) -> bool {
        kernel::run::<AnyQuery<A, B>, _, _, _>(a, b, part)
    }
    with_lanes_of!(a, b, run(a, b, (shared, columns, rows)))
}

struct AnyQuery<A, B>(PhantomData<(A, B)>);

impl<A: Lane, B: Lane> Kernel<&Mask, &Mask, (Shared, core::ops::Range<u32>, Rows)> for AnyQuery<A, B> {
    type Output = bool;
    #[inline(always)]
    fn run<I: Isa>(
        a: &Mask,
        b: &Mask,
        (shared, columns, rows): (Shared, core::ops::Range<u32>, Rows),
    ) -> bool {
        for column in columns {
            if let Some((true, _)) = shared.meet::<I, A, B, _>(a, b, column, &rows, Any) {
                return true;
            }
        }
        false
    }
}
