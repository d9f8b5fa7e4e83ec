//! The loops down a column of mask A and what lies [`Under`] it. This is [`One`] column of B, or [`Two`] neighbouring ones, shifted so that
//! their pixels line up with A's. The loops themselves (any, area, first, span, edit) don't handle shifts.
//!
//! All loops begin at the first shared row and proceed by whole blocks. So they may look at up to [`BLOCK`] - 1 rows too many. The caller
//! guarantees that these rows are clear in A or in B. A and what lies under it have the same number of blocks.
//!
//! There must be no closures on the path to a block: see [`super::Kernel`].

use core::num::NonZeroU32;

use super::Lane;
pub(crate) use super::block::BLOCK;
use super::block::{Block, Isa, Word};
use super::row::{ends_of, slide};
use crate::geom::Extent;

/// The block in which two lane types are combined: that of the wider one.
type Wider<I, A, B> = <<A as Lane>::Wider<B> as Word>::In<I>;

/// The blocks of a column from its first shared row on: as many as `rows` rows touch.
#[inline(always)]
pub(crate) fn blocks<L>(column: &[L], rows: usize) -> &[[L; BLOCK]] {
    &column.as_chunks().0[..rows.div_ceil(BLOCK)]
}

/// What lies under a column of A, block by block, shifted so that it lines up with A's pixels.
pub(crate) trait Under: Copy {
    /// The lane type in which it is stored.
    type Lane: Lane;
    /// The i-th block. Its words must be at least as wide as the lane.
    fn block<I: Isa, B: Block<I>>(&self, isa: I, i: usize) -> B;
    /// One row of the i-th block.
    fn row(&self, i: usize, row: usize) -> u64;
}

/// One column of B, shifted to the right or to the left. One of the two shifts is 0; the other is less than the bits of either lane.
#[derive(Clone, Copy)]
pub(crate) struct One<'a, L> {
    pub(crate) column: &'a [[L; BLOCK]],
    /// How far A's left edge lies to the right of the column's left edge: the pixels move to lower bits.
    pub(crate) right: u32,
    /// How far A's left edge lies to the left of the column's left edge: the pixels move to higher bits.
    pub(crate) left: u32,
}

/// The same for short columns: a block costs more, but what comes before the loop costs less.
#[derive(Clone, Copy)]
pub(crate) struct ShortColumn<'a, L> {
    pub(crate) column: &'a [[L; BLOCK]],
    /// How far the column's left edge lies to the right of A's: the pixels move to higher bits, or to lower bits if this is negative.
    /// Without its sign it is less than the bits of either lane.
    pub(crate) by: i32,
}

/// Two neighbouring columns of B, which then have 64-bit lanes. A's left edge lies `shift` pixels (0 to 63) to the right of the first
/// column's left edge.
#[derive(Clone, Copy)]
pub(crate) struct Two<'a, L> {
    pub(crate) low: &'a [[L; BLOCK]],
    pub(crate) high: &'a [[L; BLOCK]],
    pub(crate) shift: u32,
}

impl<L: Lane> Under for One<'_, L> {
    type Lane = L;

    #[inline(always)]
    fn block<I: Isa, B: Block<I>>(&self, isa: I, i: usize) -> B {
        let rows = B::load(isa, &self.column[i]);
        if I::SLIDES_AT_ONCE {
            rows.slide(self.left.cast_signed() - self.right.cast_signed())
        } else {
            rows.shr(self.right).shl(self.left)
        }
    }

    #[inline(always)]
    fn row(&self, i: usize, row: usize) -> u64 {
        self.column[i][row % BLOCK].into() >> self.right << self.left
    }
}

impl<L: Lane> Under for ShortColumn<'_, L> {
    type Lane = L;

    #[inline(always)]
    fn block<I: Isa, B: Block<I>>(&self, isa: I, i: usize) -> B {
        B::load(isa, &self.column[i]).slide(self.by)
    }

    #[inline(always)]
    fn row(&self, i: usize, row: usize) -> u64 {
        slide(self.column[i][row % BLOCK].into(), self.by)
    }
}

impl<L: Lane> Under for Two<'_, L> {
    type Lane = L;

    #[inline(always)]
    fn block<I: Isa, B: Block<I>>(&self, isa: I, i: usize) -> B {
        B::load(isa, &self.low[i]).shr_pair(B::load(isa, &self.high[i]), self.shift)
    }

    #[inline(always)]
    fn row(&self, i: usize, row: usize) -> u64 {
        let (low, high) = (self.low[i][row % BLOCK].into(), self.high[i][row % BLOCK].into());
        low >> self.shift | high << 1 << (63 - self.shift)
    }
}

/// The pixels of the i-th block that are solid in both.
#[inline(always)]
fn meet<I: Isa, A: Lane, U: Under>(isa: I, a: &[[A; BLOCK]], under: &U, i: usize) -> Wider<I, A, U::Lane> {
    Wider::<I, A, U::Lane>::load(isa, &a[i]).and(under.block(isa, i))
}

/// The number of set bits.
#[inline(always)]
pub(crate) fn count<I: Isa, L: Lane>(isa: I, lanes: &[L]) -> u64 {
    let (blocks, rest) = lanes.as_chunks::<BLOCK>();
    let mut sum = Wider::<I, L, L>::no_sum(isa);
    for rows in blocks {
        sum = Wider::<I, L, L>::load(isa, rows).count(sum);
    }
    let mut total = Wider::<I, L, L>::total(isa, sum);
    for &lane in rest {
        total += u64::from(lane.into().count_ones());
    }
    total
}

/// Whether any pixel is solid in both. Most sprites are solid in the middle, so it begins there.
#[inline(always)]
pub(crate) fn any<I: Isa, A: Lane, U: Under>(isa: I, a: &[[A; BLOCK]], under: U) -> bool {
    let mut i = a.len() / 2;
    for _ in 0..a.len() {
        if !meet(isa, a, &under, i).is_zero() {
            return true;
        }
        i = if i + 1 < a.len() { i + 1 } else { 0 };
    }
    false
}

/// The same for a few blocks: two at a time, and the last one twice if their number is odd. How many there are, and in which of them the
/// first shared pixel lies, is random, and every test is a guess of the branch predictor.
#[inline(always)]
pub(crate) fn any_of_few<I: Isa, A: Lane, U: Under>(isa: I, a: &[[A; BLOCK]], under: U) -> bool {
    for i in (0..a.len()).step_by(2) {
        let next = (i + 1).min(a.len() - 1);
        if !meet(isa, a, &under, i).or(meet(isa, a, &under, next)).is_zero() {
            return true;
        }
    }
    false
}

/// The number of pixels that are solid in both.
#[inline(always)]
pub(crate) fn area<I: Isa, A: Lane, U: Under>(isa: I, a: &[[A; BLOCK]], under: U) -> u64 {
    let mut sum = Wider::<I, A, U::Lane>::no_sum(isa);
    for i in 0..a.len() {
        sum = meet(isa, a, &under, i).count(sum);
    }
    Wider::<I, A, U::Lane>::total(isa, sum)
}

/// A pixel of a column. Small enough for a register, with room to say that there is none.
#[derive(Clone, Copy)]
pub(crate) struct Spot(NonZeroU32);

impl Spot {
    /// A mask has fewer than 2¹⁶ rows, and a row of a column has 64 bits.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "a row is below 2^16")]
    fn new(row: usize, bit: u32) -> Spot {
        Spot(NonZeroU32::MIN.saturating_add((row as u32) << 6 | bit))
    }

    /// The row, counted from the first one of the loop.
    #[inline(always)]
    pub(crate) fn row(self) -> i64 {
        i64::from((self.0.get() - 1) >> 6)
    }

    /// The bit in the row.
    #[inline(always)]
    pub(crate) fn bit(self) -> u32 {
        (self.0.get() - 1) & 63
    }
}

/// The first row with a pixel that is solid in both, and the lowest set bit of that row.
#[inline(always)]
pub(crate) fn first<I: Isa, A: Lane, U: Under>(isa: I, a: &[[A; BLOCK]], under: U) -> Option<Spot> {
    for i in 0..a.len() {
        let block = meet(isa, a, &under, i);
        let solid = block.solid_rows();
        if solid != 0 {
            let row = solid.trailing_zeros() as usize;
            let word = a[i][row % BLOCK].into() & under.row(i, row);
            return Some(Spot::new(i * BLOCK + row, word.trailing_zeros()));
        }
    }
    None
}

/// The rows and the bits in which some pixels lie.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    pub(crate) first_row: usize,
    pub(crate) last_row: usize,
    /// The union of the bits of all rows.
    pub(crate) bits: u64,
}

impl Span {
    /// Adds the i-th block. One bit of `solid_rows` for each of its rows that has a pixel, which is at least one; `bits` is their union.
    #[inline(always)]
    fn add(span: &mut Option<Span>, i: usize, solid_rows: u32, bits: u64) {
        let (top, bottom) = (solid_rows.trailing_zeros() as usize, solid_rows.ilog2() as usize);
        let span = span.get_or_insert(Span { first_row: i * BLOCK + top, last_row: 0, bits: 0 });
        span.last_row = i * BLOCK + bottom;
        span.bits |= bits;
    }

    /// The smallest box around the pixels, if the lowest bit is pixel `x` and row 0 is row `top`.
    #[inline(always)]
    pub(crate) fn extent(&self, x: i64, top: i64) -> Extent {
        let (start, end) = ends_of(self.bits);
        Extent {
            x0: x + start,
            y0: top + self.first_row as i64,
            x1: x + end,
            y1: top + self.last_row as i64 + 1,
        }
    }
}

/// The span of the pixels that are solid in both. None if there are none.
#[inline(always)]
pub(crate) fn span<I: Isa, A: Lane, U: Under>(isa: I, a: &[[A; BLOCK]], under: U) -> Option<Span> {
    let mut span: Option<Span> = None;
    for i in 0..a.len() {
        let block = meet(isa, a, &under, i);
        if !block.is_zero() {
            Span::add(&mut span, i, block.solid_rows(), block.or_rows().into());
        }
    }
    span
}

/// Clears the pixels of A that are solid in both. Returns how many there were, and their span. None if there were none.
#[inline(always)]
pub(crate) fn carve<I: Isa, U: Under>(isa: I, a: &mut [[u64; BLOCK]], under: U) -> Option<(u64, Span)> {
    let mut sum = I::B64::no_sum(isa);
    let mut span: Option<Span> = None;
    for (i, rows) in a.iter_mut().enumerate() {
        let old = I::B64::load(isa, rows);
        let met = old.and(under.block(isa, i));
        if !met.is_zero() {
            *rows = old.without(met).to_rows();
            sum = met.count(sum);
            Span::add(&mut span, i, met.solid_rows(), met.or_rows());
        }
    }
    span.map(|span| (I::B64::total(isa, sum), span))
}

/// How a pixel of A changes, given the pixel of B under it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Edit {
    Union,
    Subtract,
    Intersect,
    Toggle,
}

impl Edit {
    #[inline(always)]
    pub(crate) fn apply(self, a: u64, b: u64) -> u64 {
        match self {
            Edit::Union => a | b,
            Edit::Subtract => a & !b,
            Edit::Intersect => a & b,
            Edit::Toggle => a ^ b,
        }
    }
}

/// Writes the pixels that are solid in both, by whole blocks: also the rows too many, which are clear.
#[inline(always)]
pub(crate) fn meet_into<I: Isa, A: Lane, U: Under>(isa: I, out: &mut [A], a: &[[A; BLOCK]], under: U) {
    for (i, rows) in out.as_chunks_mut().0.iter_mut().take(a.len()).enumerate() {
        *rows = meet(isa, a, &under, i).to_lanes();
    }
}

/// Edits every row of A with what lies under it. Bits that are not in `keep` are never set.
#[inline(always)]
pub(crate) fn edit<I: Isa, A: Lane, U: Under>(isa: I, a: &mut [A], under: U, edit: Edit, keep: u64) {
    let (blocks, rest) = a.as_chunks_mut::<BLOCK>();
    let whole = blocks.len();
    let keep_block = Wider::<I, A, U::Lane>::load(isa, &[A::from_word(keep); BLOCK]);
    for (i, rows) in blocks.iter_mut().enumerate() {
        let a = Wider::<I, A, U::Lane>::load(isa, rows);
        let b = under.block::<I, Wider<I, A, U::Lane>>(isa, i);
        let edited = match edit {
            Edit::Union => a.or(b.and(keep_block)),
            Edit::Subtract => a.without(b),
            Edit::Intersect => a.and(b),
            Edit::Toggle => a.xor(b.and(keep_block)),
        };
        *rows = edited.to_lanes();
    }
    for (i, lane) in rest.iter_mut().enumerate() {
        *lane = A::from_word(edit.apply((*lane).into(), under.row(whole, i) & keep));
    }
}

/// Adds a column to two neighbouring ones, once for each set bit of a word, and shifted to that bit. Each block is loaded and written once
/// for all bits. Without a second column, nothing must reach it.
#[inline(always)]
pub(crate) fn smear<I: Isa, L: Lane>(
    isa: I,
    left: &mut [u64],
    mut right: Option<&mut [u64]>,
    column: &[[L; BLOCK]],
    word: u64,
) {
    for (i, rows) in column.iter().enumerate() {
        let rows = Wider::<I, u64, L>::load(isa, rows);
        let (mut low, mut high) = (Wider::<I, u64, L>::zero(isa), Wider::<I, u64, L>::zero(isa));
        let mut bits = word;
        while bits != 0 {
            let bit = bits.trailing_zeros();
            low = low.or(rows.shl(bit));
            high = high.or(rows.shr(64 - bit));
            bits &= bits - 1;
        }
        add::<I, L>(isa, &mut left[i * BLOCK..], low);
        if let Some(right) = &mut right {
            add::<I, L>(isa, &mut right[i * BLOCK..], high);
        }
    }
}

/// Adds a block to the first rows.
#[inline(always)]
fn add<I: Isa, L: Lane>(isa: I, rows: &mut [u64], block: Wider<I, u64, L>) {
    if let Some(rows) = rows.first_chunk_mut::<BLOCK>() {
        *rows = Wider::<I, u64, L>::load(isa, rows).or(block).to_lanes();
    }
}
