//! Two small masks: what games ask about most. Each pair of lanes has a function of its own, which looks at all the rows without a
//! branch on what it finds: a processor could not guess it, and a wrong guess costs more than the rows.

use core::marker::PhantomData;

use crate::geom::Point;
use crate::kernel::column::{self, One, blocks};
use crate::kernel::{self, Isa, Kernel};
use crate::mask::{Columns, Lane, Mask};

/// Whether two masks overlap; None unless both are small.
#[inline(always)]
pub(super) fn overlaps(a: &Mask, b: &Mask, offset: Point) -> Option<bool> {
    use Columns::{L16, L32, L64};
    macro_rules! small {
        ($a:ty, $b:ty) => {
            Some(kernel::run::<Small<$a, $b>, _, _, _>(a, b, offset))
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
        _ => None,
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
