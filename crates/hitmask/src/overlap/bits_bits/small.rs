//! Two small masks, the most frequent case in games. Each pair of lane types has a function of its own. There is no loop over columns, and
//! for narrow lanes the number of blocks is fixed.

use core::marker::PhantomData;

use crate::bits::column::{BLOCK, One};
use crate::bits::{self, Isa, Kernel};
use crate::bits::{Columns, Lane};
use crate::geom::Point;
use crate::mask::Mask;
use crate::mask::pair::Question;

/// Asks about the rows that two masks share. The answer counts rows from the first shared one, which is [`top`]. None unless both masks are
/// small. If they share no rows, the answer is that about no rows.
#[inline(always)]
pub(super) fn ask<Q: Question>(a: &Mask, b: &Mask, offset: Point) -> Option<Q::Answer> {
    use Columns::{L16, L32, L64};
    macro_rules! small {
        ($rows_a:expr, $a:ty, $rows_b:expr, $b:ty) => {
            Some(bits::run::<Small<Q, $a, $b>, _, _, _>((a, $rows_a), (b, $rows_b), offset))
        };
    }
    match (a.columns(), b.columns()) {
        (L16(one), L16(other)) => small!(&**one, u16, &**other, u16),
        (L32(one), L32(other)) => small!(&**one, u32, &**other, u32),
        (L64(one), L64(other)) if a.is_small() && b.is_small() => small!(one, u64, other, u64),
        (L16(one), L32(other)) => small!(&**one, u16, &**other, u32),
        (L32(one), L16(other)) => small!(&**one, u32, &**other, u16),
        (L16(one), L64(other)) if b.is_small() => small!(&**one, u16, other, u64),
        (L64(one), L16(other)) if a.is_small() => small!(one, u64, &**other, u16),
        (L32(one), L64(other)) if b.is_small() => small!(&**one, u32, other, u64),
        (L64(one), L32(other)) if a.is_small() => small!(one, u64, &**other, u32),
        _ => None,
    }
}

/// The first row of A that B shares.
#[inline(always)]
pub(super) fn top(offset: Point) -> i64 {
    i64::from(offset.y).max(0)
}

/// [`ask`] for known lane types.
struct Small<Q, A, B>(PhantomData<(Q, A, B)>);

type WithRows<'a, L> = (&'a Mask, &'a <L as Lane>::Rows);

impl<'a, Q: Question, A: Lane, B: Lane> Kernel<WithRows<'a, A>, WithRows<'a, B>, Point> for Small<Q, A, B> {
    type Output = Q::Answer;
    #[inline(always)]
    fn run<I: Isa>((a, rows_a): WithRows<'a, A>, (b, rows_b): WithRows<'a, B>, offset: Point) -> Q::Answer {
        let (dx, dy) = (i64::from(offset.x), i64::from(offset.y));
        // Uses the whole sizes instead of the tight bounds: in such a short loop, cutting to the bounds would cost as much as it saves. The
        // comparison tests -b < d < a in one step.
        let far = |d: i64, a: u32, b: u32| (d + i64::from(b) - 1) as u64 >= u64::from(a) + u64::from(b) - 1;
        if far(dx, a.width(), b.width()) | far(dy, a.height(), b.height()) {
            return Q::ask::<I, A, _>(&[], One::<B> { column: &[], right: 0, left: 0 });
        }
        let (row_a, row_b) = (top(offset) as usize, (-dy).max(0) as usize);
        let (rows_a, rows_b) = (A::small(rows_a, row_a), B::small(rows_b, row_b));
        // For narrow lanes the number of blocks is fixed, so that the compiler unrolls the loop. For 64-bit lanes only the shared blocks
        // are visited.
        let least = A::BLOCKS.min(B::BLOCKS);
        let blocks = if least < u64::BLOCKS {
            least.min(rows_a.len()).min(rows_b.len())
        } else {
            (a.height() as usize - row_a).min(b.height() as usize - row_b).div_ceil(BLOCK)
        };
        let under = One { column: &rows_b[..blocks], right: (-dx).max(0) as u32, left: dx.max(0) as u32 };
        Q::ask::<I, A, _>(&rows_a[..blocks], under)
    }
}
