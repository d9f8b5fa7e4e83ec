//! Editing a mask by another.

use core::marker::PhantomData;

use super::meeting::{Loop, OnUnder, Rows, Shared};
use crate::geom::{Extent, Point};
use crate::kernel::column::{self, BLOCK, Edit, Under};
use crate::kernel::{self, Isa, Kernel};
use crate::mask::{Columns, Lane, Mask, low_bits, with_lanes};

/// Edits a column of A by what lies under it.
struct EditColumn<'a, I> {
    columns: &'a mut Columns,
    start: usize,
    rows: usize,
    edit: Edit,
    keep: u64,
    isa: PhantomData<I>,
}

impl<I: Isa> OnUnder for EditColumn<'_, I> {
    type Output = ();
    #[inline(always)]
    fn call<U: Under>(self, under: U) {
        with_lanes!(self.columns, lanes =>
            column::edit::<I, _, _>(&mut lanes[self.start..][..self.rows], under, self.edit, self.keep));
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
        let Some(shared) = Shared::within(Extent::of_size(a.width(), a.height()), b, offset) else { return };
        let extent = shared.extent;
        for column in shared.columns() {
            let Some(below) = shared.below(b, column) else { continue };
            let rows = (extent.y1 - extent.y0) as usize;
            let start = a.index(column, extent.y0 as u32);
            let keep = low_bits(a.width() - column * 64);
            let columns = a.columns_mut();
            shared.under(
                b,
                below,
                &shared.rows(),
                EditColumn::<I> { columns, start, rows, edit, keep, isa: PhantomData },
            );
        }
    }
}

/// The pixels solid in both, as a mask of A's size.
pub(crate) fn meet(a: &Mask, b: &Mask, offset: Point) -> Mask {
    let mut met = Mask::new_ungated(a.width(), a.height());
    kernel::run::<MeetQuery, _, _, _>(a, b, (offset, &mut met));
    met
}

struct MeetQuery;

impl Kernel<&Mask, &Mask, (Point, &mut Mask)> for MeetQuery {
    type Output = ();
    #[inline(always)]
    fn run<I: Isa>(a: &Mask, b: &Mask, (offset, met): (Point, &mut Mask)) {
        let Some(shared) = Shared::new(a, b, offset) else { return };
        met.include(shared.extent);
        met.loosen();
        for column in shared.columns() {
            let index = a.index(column, 0);
            let out = met.columns_mut();
            shared.meet::<I, _>(a, b, column, &shared.rows(), MeetInto { out, index });
        }
    }
}

/// Writes what is solid in both to a column of a mask of A's size.
struct MeetInto<'a> {
    out: &'a mut Columns,
    /// Where the column begins.
    index: usize,
}

impl Loop for MeetInto<'_> {
    type Output = ();
    #[inline(always)]
    fn run<I: Isa, A: Lane, U: Under>(self, rows: Rows, a: &[[A; BLOCK]], under: U) {
        let rows = self.index + rows.start as usize..self.index + rows.end as usize;
        if let Some(out) = A::lanes_mut(self.out) {
            column::meet_into::<I, A, U>(&mut out[rows], a, under);
        }
    }
}
