//! Editing a mask by another.

use super::meeting::{OnUnder, Shared};
use crate::geom::{Extent, Point};
use crate::kernel::column::{self, Edit, Under};
use crate::kernel::{self, Isa, Kernel};
use crate::mask::{Columns, Mask, low_bits, with_lanes};

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
        let Some(shared) = Shared::within(Extent::of_size(a.width(), a.height()), b, offset) else { return };
        let extent = shared.extent;
        for column in shared.columns() {
            let Some(below) = shared.below(b, column) else { continue };
            let rows = (extent.y1 - extent.y0) as usize;
            let start = a.index(column, extent.y0 as u32);
            let keep = low_bits(a.width() - column * 64);
            let columns = a.columns_mut();
            shared.under(b, below, &shared.rows(), EditColumn { columns, start, rows, edit, keep });
        }
    }
}
