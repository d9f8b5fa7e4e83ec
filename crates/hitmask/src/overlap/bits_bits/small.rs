//! Two small masks, the most frequent case in games. Each pair of lane types has a function of its own. There is no loop over columns, and
//! for narrow lanes the number of blocks is fixed.

use core::marker::PhantomData;

use crate::bits::column::{BLOCK, One};
use crate::bits::{self, Isa, Kernel};
use crate::bits::{Columns, Lane};
use crate::geom::Point;
use crate::mask::Mask;
use crate::mask::pair::Loop;

/// Runs a loop down the rows that two masks share. None unless both masks are small. If they share no rows, the loop runs over no rows.
#[inline(always)]
pub(super) fn meet<L: Loop + Default>(a: &Mask, b: &Mask, offset: Point) -> Option<L::Output> {
    use Columns::{L16, L32, L64};
    macro_rules! small {
        ($a:ty, $b:ty) => {
            Some(bits::run::<Small<L, $a, $b>, _, _, _>(a, b, offset))
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

/// [`meet`] for known lane types.
struct Small<L, A, B>(PhantomData<(L, A, B)>);

impl<L: Loop + Default, A: Lane, B: Lane> Kernel<&Mask, &Mask, Point> for Small<L, A, B> {
    type Output = L::Output;
    #[inline(always)]
    fn run<I: Isa>(a: &Mask, b: &Mask, offset: Point) -> L::Output {
        let (dx, dy) = (i64::from(offset.x), i64::from(offset.y));
        // Uses the whole sizes instead of the tight bounds: in such a short loop, cutting to the bounds would cost as much as it saves. The
        // comparison tests -b < d < a in one step.
        let far = |d: i64, a: u32, b: u32| (d + i64::from(b) - 1) as u64 >= u64::from(a) + u64::from(b) - 1;
        if far(dx, a.width(), b.width()) | far(dy, a.height(), b.height()) {
            return L::default().run::<I, A, _>(0..0, &[], One::<B> { column: &[], right: 0, left: 0 });
        }
        let (row_a, row_b) = (dy.max(0) as usize, (-dy).max(0) as usize);
        let (Some(rows_a), Some(rows_b)) = (A::small(a.columns(), row_a), B::small(b.columns(), row_b))
        else {
            unreachable!("the lanes were looked at")
        };
        // For narrow lanes the number of blocks is fixed, so that the compiler unrolls the loop. For 64-bit lanes only the shared blocks
        // are visited.
        let least = A::BLOCKS.min(B::BLOCKS);
        let blocks = if least < u64::BLOCKS {
            least.min(rows_a.len()).min(rows_b.len())
        } else {
            (a.height() as usize - row_a).min(b.height() as usize - row_b).div_ceil(BLOCK)
        };
        let under = One { column: &rows_b[..blocks], right: (-dx).max(0) as u32, left: dx.max(0) as u32 };
        let start = row_a as i64;
        L::default().run::<I, A, _>(start..start + (blocks * BLOCK) as i64, &rows_a[..blocks], under)
    }
}
