//! Two small masks, the most frequent case in games. There is no loop over columns, and for narrow lanes the number of blocks is fixed.

use core::marker::PhantomData;
use core::mem::discriminant;

use crate::bits::column::{BLOCK, One, ShortColumn};
use crate::bits::{self, Isa, Kernel};
use crate::bits::{Columns, Lane};
use crate::geom::Point;
use crate::mask::Mask;
use crate::mask::pair::{Any, AnyOfFew, Question};

/// Whether both are small.
#[inline(always)]
pub(super) fn both(a: &Mask, b: &Mask) -> bool {
    !matches!(a.columns(), Columns::L64(_)) && !matches!(b.columns(), Columns::L64(_))
}

/// Whether both are small and have lanes of one type.
#[inline(always)]
pub(super) fn alike(a: &Mask, b: &Mask) -> bool {
    !matches!(a.columns(), Columns::L64(_)) && discriminant(a.columns()) == discriminant(b.columns())
}

macro_rules! ask {
    ($question:ty, ($a:expr, $rows_a:expr, $lane_a:ty), ($b:expr, $rows_b:expr, $lane_b:ty), $offset:expr) => {
        bits::run::<SmallQuery<$question, $lane_a, $lane_b>, _, _, _>(($a, $rows_a), ($b, $rows_b), $offset)
    };
}

/// Asks about the rows that two small masks with lanes of one type share. The answer counts rows from the first shared one, which is
/// [`top`]. If they share no rows, the answer is that about no rows. None if they are not [`alike`].
#[inline(always)]
pub(super) fn ask_alike<Q: Question>(a: &Mask, b: &Mask, offset: Point) -> Option<Q::Answer> {
    use Columns::{L16, L32, Small};
    // Asked first, which is a comparison or two. All kinds in one `match` become two tables of jumps.
    if discriminant(a.columns()) != discriminant(b.columns()) {
        return None;
    }
    Some(match (a.columns(), b.columns()) {
        (L16(one), L16(other)) => ask!(Q, (a, &**one, u16), (b, &**other, u16), offset),
        (L32(one), L32(other)) => ask!(Q, (a, &**one, u32), (b, &**other, u32), offset),
        (Small(one), Small(other)) => ask!(Q, (a, one, u64), (b, other, u64), offset),
        _ => return None,
    })
}

/// Whether two small masks overlap. Only this question is so frequent that each pair of lane types has a loop of its own.
#[inline(always)]
fn ask_any(a: &Mask, b: &Mask, offset: Point) -> bool {
    use Columns::{L16, L32, Small};
    if let Some(answer) = ask_alike::<AnyOfFew>(a, b, offset) {
        return answer;
    }
    match (a.columns(), b.columns()) {
        (L16(one), L32(other)) => ask!(AnyOfFew, (a, &**one, u16), (b, &**other, u32), offset),
        (L32(one), L16(other)) => ask!(AnyOfFew, (a, &**one, u32), (b, &**other, u16), offset),
        (L16(one), Small(other)) => ask!(AnyOfFew, (a, &**one, u16), (b, other, u64), offset),
        (Small(one), L16(other)) => ask!(AnyOfFew, (a, one, u64), (b, &**other, u16), offset),
        (L32(one), Small(other)) => ask!(AnyOfFew, (a, &**one, u32), (b, other, u64), offset),
        (Small(one), L32(other)) => ask!(AnyOfFew, (a, one, u64), (b, &**other, u32), offset),
        _ => unreachable!("two of a kind were asked above, and both are small"),
    }
}

/// Whether two small masks overlap.
#[inline(always)]
pub(super) fn overlaps(a: &Mask, b: &Mask, offset: Point) -> bool {
    if cfg!(target_family = "wasm") { overlaps_by_one_shift(a, b, offset) } else { ask_any(a, b, offset) }
}

/// The same for 64-bit lanes. A shift of a vector takes four instructions on WebAssembly, and B may lie to the right of A or to the left. So
/// the mask that lies further to the left comes first, and the other one is shifted to the right only.
#[inline(always)]
fn overlaps_by_one_shift(a: &Mask, b: &Mask, offset: Point) -> bool {
    // The least numbers stay as they are. That far away there is no mask.
    let back = Point::new(offset.x.wrapping_neg(), offset.y.wrapping_neg());
    let (a, b, offset) = if offset.x < 0 { (b, a, back) } else { (a, b, offset) };
    match (a.columns(), b.columns()) {
        (Columns::Small(one), Columns::Small(other)) => {
            bits::run::<OverlapsToTheRight, _, _, _>((a, one), (b, other), offset)
        }
        _ => unreachable!("there are no narrow lanes, and both are small"),
    }
}

/// [`overlaps`] for masks with 64-bit lanes, of which B does not begin further to the left than A.
struct OverlapsToTheRight;

impl<'a> Kernel<WithRows<'a, u64>, WithRows<'a, u64>, Point> for OverlapsToTheRight {
    type Output = bool;
    #[inline(always)]
    fn run<I: Isa>(
        isa: I,
        (a, rows_a): WithRows<'a, u64>,
        (b, rows_b): WithRows<'a, u64>,
        offset: Point,
    ) -> bool {
        let Point { x: dx, y: dy } = offset;
        if apart(dx, a.width(), b.width()) || apart(dy, a.height(), b.height()) {
            return false;
        }
        let row_a = dy.max(0);
        let (row_a, row_b) = (row_a as usize, (row_a - dy) as usize);
        let rows = (a.height() as usize - row_a).min(b.height() as usize - row_b);
        // The `%` tells the compiler that no bit is lost.
        let left = dx.unsigned_abs() % u64::BITS;
        if meet_in_four_rows(&rows_a[row_a + rows / 2..], &rows_b[row_b + rows / 2..], left) {
            return true;
        }
        let blocks = rows.div_ceil(BLOCK);
        let (rows_a, rows_b) = (u64::small(rows_a, row_a), u64::small(rows_b, row_b));
        let under = One { column: &rows_b[..blocks], right: 0, left };
        Any::ask(isa, &rows_a[..blocks], under)
    }
}

/// Whether some pixel of the first four rows is solid in both. Most overlaps are deep, so a look at the middle finds them before a block is
/// loaded. There are clear rows below a mask's last one.
#[inline(always)]
fn meet_in_four_rows(a: &[u64], b: &[u64], left: u32) -> bool {
    let (Some([a, c, e, g]), Some([b, d, f, h])) = (a.first_chunk(), b.first_chunk()) else { return false };
    (a & b << left) | (c & d << left) | (e & f << left) | (g & h << left) != 0
}

/// The first row of A that B shares.
#[inline(always)]
pub(super) fn top(offset: Point) -> i64 {
    i64::from(offset.y).max(0)
}

/// A question about two small masks with known lane types.
struct SmallQuery<Q, A, B>(PhantomData<(Q, A, B)>);

type WithRows<'a, L> = (&'a Mask, &'a <L as Lane>::Rows);

impl<'a, Q: Question, A: Lane, B: Lane> Kernel<WithRows<'a, A>, WithRows<'a, B>, Point>
    for SmallQuery<Q, A, B>
{
    type Output = Q::Answer;
    const GAINS: bool = true;
    #[inline(always)]
    fn run<I: Isa>(
        isa: I,
        (a, rows_a): WithRows<'a, A>,
        (b, rows_b): WithRows<'a, B>,
        offset: Point,
    ) -> Q::Answer {
        let Point { x: dx, y: dy } = offset;
        // Uses the whole sizes instead of the tight bounds: in such a short loop, cutting to the bounds would cost as much as it saves.
        if apart(dx, a.width(), b.width()) || apart(dy, a.height(), b.height()) {
            return Q::ask::<I, A, _>(isa, &[], ShortColumn::<B> { column: &[], by: 0 });
        }
        let row_a = dy.max(0);
        let (row_a, row_b) = (row_a as usize, (row_a - dy) as usize);
        let (rows_a, rows_b) = (A::small(rows_a, row_a), B::small(rows_b, row_b));
        // For narrow lanes the number of blocks is fixed, so that the compiler unrolls the loop. For 64-bit lanes only the shared blocks
        // are visited.
        let least = A::BLOCKS.min(B::BLOCKS);
        let blocks = if least < u64::BLOCKS {
            least.min(rows_a.len()).min(rows_b.len())
        } else {
            (a.height() as usize - row_a).min(b.height() as usize - row_b).div_ceil(BLOCK)
        };
        Q::ask(isa, &rows_a[..blocks], ShortColumn { column: &rows_b[..blocks], by: dx })
    }
}

/// Whether the pixels d to d + b - 1 lie outside of the pixels 0 to a - 1, for sizes of 1 to 64. One comparison: as an unsigned number, a
/// negative sum is larger than any size.
#[inline(always)]
#[allow(clippy::cast_sign_loss, reason = "meant")]
fn apart(d: i32, a: u32, b: u32) -> bool {
    (d as u32).wrapping_add(b - 1) >= a + b - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// The way of WebAssembly, which all machines can go for masks with 64-bit lanes, against a look at every pixel.
    #[test]
    fn one_shift_finds_what_pixels_tell() {
        let mut state = 9_u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        for _ in 0..12 {
            let mut mask = |few: u32| {
                let (w, h) = (33 + random(32), 1 + random(64));
                let mut mask = Mask::new(w, h);
                // A few pixels, so that the middle seldom decides.
                for _ in 0..few {
                    mask.set((random(w) as i32, random(h) as i32), true);
                }
                mask
            };
            let (a, b) = (mask(40), mask(12));
            let pixels = |m: &Mask| {
                let all = (0..m.height() as i32).flat_map(|y| (0..m.width() as i32).map(move |x| (x, y)));
                all.filter(|&p| m.get(p)).collect::<Vec<_>>()
            };
            let of_b = pixels(&b);
            for dy in -65..=65 {
                for dx in -65..=65 {
                    let truth = of_b.iter().any(|&(x, y)| a.get((x + dx, y + dy)));
                    assert_eq!(overlaps_by_one_shift(&a, &b, Point::new(dx, dy)), truth, "{dx} {dy}");
                }
            }
            for far in [i32::MIN, i32::MIN + 1, i32::MAX] {
                for offset in [Point::new(far, 0), Point::new(0, far), Point::new(far, far)] {
                    assert!(!overlaps_by_one_shift(&a, &b, offset), "{offset:?}");
                }
            }
        }
    }
}
