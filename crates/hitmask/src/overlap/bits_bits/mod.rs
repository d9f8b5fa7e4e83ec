//! Bits against bits.

mod large;
mod small;

use core::marker::PhantomData;

use crate::bits::column::Spot;
use crate::bits::{self, Columns, Isa, Kernel, Lane};
use crate::geom::{Extent, Point, Rect};
use crate::mask::Mask;
use crate::mask::pair::{Area, Bounds, First, LaneRows, Shared, Widened};

/// [`first`] searches this many rows in all columns before it goes on to the rows below.
const BAND: i64 = 64;

/// Whether two masks overlap.
pub(super) fn overlaps(a: &Mask, b: &Mask, offset: Point) -> bool {
    if small::both(a, b) { small::overlaps(a, b, offset) } else { overlaps_large(a, b, offset) }
}

/// The same if one of them is not small. Kept out of the way of small masks, which would pay for its registers.
#[inline(never)]
fn overlaps_large(a: &Mask, b: &Mask, offset: Point) -> bool {
    if a.may_have_occupancy() && b.may_have_occupancy() {
        large::overlaps(a, b, offset)
    } else {
        overlaps_wide(a, b, offset)
    }
}

/// The number of pixels that are solid in both.
pub(super) fn area(a: &Mask, b: &Mask, offset: Point) -> u64 {
    small::ask_alike::<Area>(a, b, offset).unwrap_or_else(|| area_wide(a, b, offset))
}

/// The first pixel that is solid in both. Inlined, because the answer about small masks fits a register, and a point that may be missing
/// does not.
#[inline]
pub(super) fn first(a: &Mask, b: &Mask, offset: Point) -> Option<Point> {
    if !small::alike(a, b) {
        return first_wide(a, b, offset);
    }
    let spot = first_small(a, b, offset)?;
    Some(Point::new(spot.bit() as i32, (small::top(offset) + spot.row()) as i32))
}

#[inline(never)]
fn first_small(a: &Mask, b: &Mask, offset: Point) -> Option<Spot> {
    small::ask_alike::<First>(a, b, offset)?
}

/// The smallest rectangle that contains all pixels that are solid in both.
pub(super) fn bounds(a: &Mask, b: &Mask, offset: Point) -> Option<Rect> {
    match small::ask_alike::<Bounds>(a, b, offset) {
        Some(span) => span?.extent(0, small::top(offset)).to_rect(),
        None => bounds_wide(a, b, offset),
    }
}

/// Whether two masks overlap of which one is not small.
fn overlaps_wide(a: &Mask, b: &Mask, offset: Point) -> bool {
    use Columns::{L16, L32, L64, Small};
    match (a.columns(), b.columns()) {
        (Small(_) | L64(_), Small(_) | L64(_)) => bits::run::<OverlapsQuery<u64>, _, _, _>(a, b, offset),
        (_, L16(_)) => bits::run::<OverlapsQuery<u16>, _, _, _>(a, b, offset),
        (_, L32(_)) => bits::run::<OverlapsQuery<u32>, _, _, _>(a, b, offset),
        // The narrow one comes second: so there are three loops and not five. The least numbers stay as they are: that far away there is
        // no mask.
        _ => overlaps_wide(b, a, Point::new(offset.x.wrapping_neg(), offset.y.wrapping_neg())),
    }
}

struct OverlapsQuery<B>(PhantomData<B>);

impl<B: Lane> Kernel<&Mask, &Mask, Point> for OverlapsQuery<B> {
    type Output = bool;
    const GAINS: bool = true;
    /// Tests all pixels that they share, those in the middle first.
    #[inline(always)]
    fn run<I: Isa>(isa: I, a: &Mask, b: &Mask, offset: Point) -> bool {
        match Shared::new(a, b, offset) {
            Some(shared) => {
                shared.overlap_in_the_middle::<u64, B>(a, b) || shared.any::<I, u64, B>(isa, a, b)
            }
            None => false,
        }
    }
}

macro_rules! queries {
    ($($function:ident = $name:ident -> $output:ty, gains: $gains:literal;)*) => {$(
        fn $function(a: &Mask, b: &Mask, offset: Point) -> $output {
            use Columns::{L64, Small};
            #[inline(never)]
            fn widened(a: &Mask, b: &Mask, offset: Point) -> $output {
                bits::run::<$name, _, _, _>(&Widened::of(a), &Widened::of(b), offset)
            }
            match (a.columns(), b.columns()) {
                (Small(_) | L64(_), Small(_) | L64(_)) => bits::run::<$name, _, _, _>(a, b, offset),
                _ => widened(a, b, offset),
            }
        }
        struct $name;
        impl<A: LaneRows<u64>, B: LaneRows<u64>> Kernel<&A, &B, Point> for $name {
            type Output = $output;
            const GAINS: bool = $gains;
            #[inline(always)]
            fn run<I: Isa>(isa: I, a: &A, b: &B, offset: Point) -> $output {
                MaskPair { a, b, offset }.$function(isa)
            }
        }
    )*};
}
queries! {
    area_wide = AreaQuery -> u64, gains: true;
    first_wide = FirstQuery -> Option<Point>, gains: false;
    bounds_wide = BoundsQuery -> Option<Rect>, gains: false;
}

/// Two masks and an offset: what all of these questions are about.
struct MaskPair<'a, A, B> {
    a: &'a A,
    b: &'a B,
    offset: Point,
}

impl<A: LaneRows<u64>, B: LaneRows<u64>> MaskPair<'_, A, B> {
    /// The part that must be tested. None if the masks can't overlap.
    #[inline(always)]
    fn shared(&self) -> Option<Shared> {
        let (a, b, offset) = (self.a.mask(), self.b.mask(), self.offset);
        match Mask::occupancies(a, b) {
            Some((occupancy_a, occupancy_b)) => large::shared(a, b, offset, occupancy_a, occupancy_b),
            None => Shared::new(a, b, offset),
        }
    }

    #[inline(always)]
    fn area_wide<I: Isa>(&self, isa: I) -> u64 {
        let MaskPair { a, b, .. } = *self;
        let Some(shared) = self.shared() else { return 0 };
        let mut sum = 0;
        for column in shared.columns() {
            if let Some((area, _)) = shared.meet(isa, a, b, column, &shared.rows(), Area) {
                sum += area;
            }
        }
        sum
    }

    #[inline(always)]
    fn first_wide<I: Isa>(&self, isa: I) -> Option<Point> {
        let MaskPair { a, b, .. } = *self;
        let shared = self.shared()?;
        let mut top = shared.extent.y0;
        while top < shared.extent.y1 {
            let mut rows = top..(top + BAND).min(shared.extent.y1);
            let mut found = None;
            for column in shared.columns() {
                if let Some((Some(spot), start)) = shared.meet(isa, a, b, column, &rows, First) {
                    let y = start + spot.row();
                    // The loop may read rows below `rows`. A hit there is no higher than a hit that an earlier column has found.
                    if y < rows.end {
                        found = Some(Point::new((column * 64 + spot.bit()) as i32, y as i32));
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
    fn bounds_wide<I: Isa>(&self, isa: I) -> Option<Rect> {
        let MaskPair { a, b, .. } = *self;
        let shared = self.shared()?;
        let mut found = Extent::EMPTY;
        for column in shared.columns() {
            if let Some((Some(span), top)) = shared.meet(isa, a, b, column, &shared.rows(), Bounds) {
                found = found.around(span.extent(i64::from(column) * 64, top));
            }
        }
        found.to_rect()
    }
}
