//! Masks of more than one column or many rows. First tests where a hit is likely, then the cells of the [`OccupancyGrid`], then only the pixels
//! around cells that meet.

use crate::bits::{self, Isa, Kernel};
use crate::geom::Point;
use crate::mask::pair::Shared;
use crate::mask::{Mask, OccupancyGrid};

/// Whether two masks overlap.
#[inline(never)]
pub(super) fn overlaps(a: &Mask, b: &Mask, offset: Point) -> bool {
    let Some(all) = Shared::new(a, b, offset) else { return false };
    if all.overlap_in_the_middle::<u64, u64>(a, b) {
        return true;
    }
    match Mask::occupancies(a, b) {
        Some((occupancy_a, occupancy_b)) => {
            OccupancyGrid::surely_overlap(occupancy_a, occupancy_b, offset)
                || shared(a, b, offset, occupancy_a, occupancy_b).is_some_and(|shared| any(a, b, shared))
        }
        None => any(a, b, all),
    }
}

/// The part of two large masks that must be tested. None if they can't overlap.
#[inline(never)]
pub(super) fn shared(
    a: &Mask,
    b: &Mask,
    offset: Point,
    occupancy_a: &OccupancyGrid,
    occupancy_b: &OccupancyGrid,
) -> Option<Shared> {
    let meeting = OccupancyGrid::meeting(occupancy_a, occupancy_b, offset)?;
    Shared::within(a.extent().intersection(meeting), b, offset)
}

/// Whether the masks overlap in the part that must be tested.
fn any(a: &Mask, b: &Mask, shared: Shared) -> bool {
    bits::run::<AnyQuery, _, _, _>(a, b, shared)
}

struct AnyQuery;

impl Kernel<&Mask, &Mask, Shared> for AnyQuery {
    type Output = bool;
    const GAINS: bool = true;
    #[inline(always)]
    fn run<I: Isa>(isa: I, a: &Mask, b: &Mask, shared: Shared) -> bool {
        // Masks with an occupancy grid are too large for narrow lanes.
        shared.any::<I, u64, u64>(isa, a, b)
    }
}
