//! Editing a mask with another mask.

use core::marker::PhantomData;

use super::shared::{Either, LaneRows, Loop, RowRange, Shared, Widened};
use crate::bits::column::{self, BLOCK, Edit, Under};
use crate::bits::{self, Columns, Isa, Kernel, Lane, TileRows, low_bits};
use crate::geom::{Extent, Offset, Point};
use crate::mask::Mask;

/// Runs a kernel for the lanes of two masks. Narrow lanes of B that have another width than A's are copied to 64 bits first.
macro_rules! run_by_lanes {
    ($kernel:ident, $a:ident, $b:ident, $how:expr) => {
        match ($a.columns(), $b.columns()) {
            (Columns::Small(_) | Columns::L64(_), Columns::Small(_) | Columns::L64(_)) => {
                bits::run::<$kernel<u64, u64>, _, _, _>($a, $b, $how)
            }
            (Columns::L16(_), Columns::L16(_)) => bits::run::<$kernel<u16, u16>, _, _, _>($a, $b, $how),
            (Columns::L32(_), Columns::L32(_)) => bits::run::<$kernel<u32, u32>, _, _, _>($a, $b, $how),
            (Columns::L16(_), _) => bits::run::<$kernel<u16, u64>, _, _, _>($a, &Widened::of($b), $how),
            (Columns::L32(_), _) => bits::run::<$kernel<u32, u64>, _, _, _>($a, &Widened::of($b), $how),
            _ => bits::run::<$kernel<u64, u64>, _, _, _>($a, &Widened::of($b), $how),
        }
    };
}

/// Edits the pixels of A that lie under the extent of B. All other pixels keep their value. The caller must update bounds, spans and occupancy grid.
pub(crate) fn edit(a: &mut Mask, b: &Mask, offset: Point, edit: Edit) {
    run_by_lanes!(EditQuery, a, b, (offset, edit));
}

struct EditQuery<A, B>(PhantomData<(A, B)>);

impl<A: Lane, B: Lane, M: LaneRows<B>> Kernel<&mut Mask, &M, (Point, Edit)> for EditQuery<A, B> {
    type Output = ();
    #[inline(always)]
    fn run<I: Isa>(isa: I, a: &mut Mask, b: &M, (offset, edit): (Point, Edit)) {
        // A's own extent must not limit the edit: B may add pixels anywhere in A.
        let all = Extent::of_size(a.width(), a.height());
        let Some(shared) = Shared::within(all, b.mask(), offset) else { return };
        let (start, rows) = (shared.extent.y0, (shared.extent.y1 - shared.extent.y0) as usize);
        for column in shared.columns() {
            let Some(below) = shared.below(b.mask(), column) else { continue };
            let Some(under) = shared.under(b, below, start, rows) else { continue };
            let (index, keep) = (a.index(column, start as u32), low_bits(a.width() - column * 64));
            let Some(lanes) = A::lanes_mut(a.columns_mut()) else { continue };
            let lanes = &mut lanes[index..][..rows];
            match under {
                Either::One(one) => column::edit(isa, lanes, one, edit, keep),
                Either::Two(two) => column::edit(isa, lanes, two, edit, keep),
            }
        }
    }
}

/// Clears the pixels of a tile that are solid in a mask, whose origin lies at `at` in the tile's pixels. Returns how many were solid in
/// both, and the smallest box around them. None if there were none.
pub(crate) fn carve_tile(tile: &mut TileRows, mask: &Mask, at: Offset) -> Option<(u32, Extent)> {
    match mask.columns() {
        Columns::L16(_) => bits::run::<CarveTile<u16>, _, _, _>(tile, mask, at),
        Columns::L32(_) => bits::run::<CarveTile<u32>, _, _, _>(tile, mask, at),
        Columns::Small(_) | Columns::L64(_) => bits::run::<CarveTile<u64>, _, _, _>(tile, mask, at),
    }
}

struct CarveTile<B>(PhantomData<B>);

impl<B: Lane> Kernel<&mut TileRows, &Mask, Offset> for CarveTile<B> {
    type Output = Option<(u32, Extent)>;
    const GAINS: bool = true;
    #[inline(always)]
    fn run<I: Isa>(isa: I, tile: &mut TileRows, mask: &Mask, at: Offset) -> Option<(u32, Extent)> {
        let extent = Extent::of_size(64, 64).intersection(mask.extent().shifted(at));
        if extent.is_empty() {
            return None;
        }
        let shared = Shared { extent, dx: at.x, dy: at.y };
        let (rows, below) = shared.tile_rows(mask)?;
        let count = (rows.end - rows.start) as usize;
        let under = shared.under::<B>(mask, below, rows.start, count)?;
        let column = &mut tile[rows.start as usize..].as_chunks_mut().0[..count.div_ceil(BLOCK)];
        let (pixels, span) = match under {
            Either::One(one) => column::carve(isa, column, one),
            Either::Two(two) => column::carve(isa, column, two),
        }?;
        Some((pixels as u32, span.extent(0, rows.start)))
    }
}

/// The pixels that are solid in both, as a mask of A's size.
pub(crate) fn meet(a: &Mask, b: &Mask, offset: Point) -> Mask {
    let mut met = a.blank();
    meet_into(a, b, offset, &mut met);
    met
}

/// The same, drawn into a clear mask that has A's size and lanes, and no occupancy grid.
pub(crate) fn meet_into(a: &Mask, b: &Mask, offset: Point, met: &mut Mask) {
    run_by_lanes!(MeetQuery, a, b, (offset, met));
}

struct MeetQuery<A, B>(PhantomData<(A, B)>);

impl<A: Lane, B: Lane, M: LaneRows<B>> Kernel<&Mask, &M, (Point, &mut Mask)> for MeetQuery<A, B> {
    type Output = ();
    #[inline(always)]
    fn run<I: Isa>(isa: I, a: &Mask, b: &M, (offset, met): (Point, &mut Mask)) {
        let Some(shared) = Shared::new(a, b.mask(), offset) else { return };
        met.include(shared.extent);
        met.loosen();
        for column in shared.columns() {
            let index = a.index(column, 0);
            let out = met.columns_mut();
            shared.meet::<I, A, B, _>(isa, a, b, column, &shared.rows(), MeetInto { out, index });
        }
    }
}

/// Writes the pixels that are solid in both to a column of a mask of A's size.
struct MeetInto<'a> {
    out: &'a mut Columns,
    /// The index at which the column begins.
    index: usize,
}

impl Loop for MeetInto<'_> {
    type Output = ();
    #[inline(always)]
    fn run<I: Isa, A: Lane, U: Under>(self, isa: I, rows: RowRange, a: &[[A; BLOCK]], under: U) {
        if let Some(out) = A::lanes_mut(self.out) {
            column::meet_into(isa, &mut out[self.index + rows.start as usize..], a, under);
        }
    }
}
