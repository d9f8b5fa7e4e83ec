//! Every kernel, once. All `#[inline(always)]`, so that a wrapper with a target feature compiles its own copy.

use core::ops::{BitAnd, BitOr, Shl, Shr};

use crate::mask::{Lane, PAD};

/// Rows that are looked at between two branches: enough to keep the vector units busy, few enough to stop early.
/// A column has this many clear rows below it.
pub(crate) const BLOCK: usize = PAD;

/// A lane that can be computed with.
pub(crate) trait Word:
    Lane
    + Eq
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
}
impl Word for u16 {}
impl Word for u32 {}
impl Word for u64 {}

/// The word of the wider of two lanes.
type Wider<A, B> = <A as Lane>::Wider<B>;

/// What lies under a column of A, row by row, moved so that it stands below A's pixels. Both start at the first shared row.
pub(crate) trait Under: Copy {
    /// The lane that it is stored in.
    type Lane: Lane;
    /// The [`BLOCK`] rows from `row` on, as words at least as wide as the lane.
    fn block<W: Word>(&self, row: usize) -> [W; BLOCK];
    /// One row.
    fn row(&self, row: usize) -> u64;
}

/// One column of B, shifted to the right or to the left: one of the two is 0, and less than the bits of either lane.
#[derive(Clone, Copy)]
pub(crate) struct One<'a, B> {
    pub(crate) column: &'a [B],
    /// A's left edge lies this far right of the column's: its pixels move to lower bits.
    pub(crate) right: u32,
    /// A's left edge lies this far left of the column's: its pixels move to higher bits.
    pub(crate) left: u32,
}

/// Two neighbouring columns of B; A's left edge lies `shift` pixels (1 to 63) right of the first one's.
#[derive(Clone, Copy)]
pub(crate) struct Two<'a> {
    pub(crate) low: &'a [u64],
    pub(crate) high: &'a [u64],
    pub(crate) shift: u32,
}

impl<B: Lane> Under for One<'_, B> {
    type Lane = B;

    #[inline(always)]
    fn block<W: Word>(&self, row: usize) -> [W; BLOCK] {
        rows(self.column, row).map(|b| widen::<_, W>(b) >> self.right << self.left)
    }

    #[inline(always)]
    fn row(&self, row: usize) -> u64 {
        self.column[row].into() >> self.right << self.left
    }
}

impl Under for Two<'_> {
    type Lane = u64;

    #[inline(always)]
    fn block<W: Word>(&self, row: usize) -> [W; BLOCK] {
        let (low, high) = (rows(self.low, row), rows(self.high, row));
        core::array::from_fn(|i| W::from_word(low[i] >> self.shift | high[i] << (64 - self.shift)))
    }

    #[inline(always)]
    fn row(&self, row: usize) -> u64 {
        self.low[row] >> self.shift | self.high[row] << (64 - self.shift)
    }
}

/// The BLOCK rows from `row` on. Panics past the end, which no caller reaches: the columns are padded.
#[inline(always)]
fn rows<L>(column: &[L], row: usize) -> &[L; BLOCK] {
    column[row..row + BLOCK].try_into().expect("a block's length")
}

#[inline(always)]
fn widen<L: Lane, W: Word>(lane: L) -> W {
    W::from_word(lane.into())
}

/// The pixels of a block of rows that are solid in both.
#[inline(always)]
fn meet<A: Lane, U: Under>(a: &[A], under: &U, row: usize) -> [Wider<A, U::Lane>; BLOCK] {
    let a = rows(a, row);
    let b = under.block::<Wider<A, U::Lane>>(row);
    core::array::from_fn(|i| widen::<_, Wider<A, U::Lane>>(a[i]) & b[i])
}

#[inline(always)]
fn or<W: Word>(block: [W; BLOCK]) -> W {
    block.into_iter().fold(W::default(), |all, word| all | word)
}

#[inline(always)]
pub(super) fn count<L: Lane>(lanes: &[L]) -> u64 {
    lanes.iter().map(|&lane| u64::from(lane.into().count_ones())).sum()
}

#[inline(always)]
pub(super) fn any<A: Lane, U: Under>(a: &[A], under: U, rows: usize) -> bool {
    let mut row = 0;
    while row < rows {
        if or(meet(a, &under, row)) != Default::default() {
            return true;
        }
        row += BLOCK;
    }
    false
}

#[inline(always)]
pub(super) fn area<A: Lane, U: Under>(a: &[A], under: U, rows: usize) -> u64 {
    let mut sum = 0;
    let mut row = 0;
    while row < rows {
        sum += count(&meet(a, &under, row));
        row += BLOCK;
    }
    sum
}

#[inline(always)]
pub(super) fn first<A: Lane, U: Under>(a: &[A], under: U, rows: usize) -> Option<(usize, u32)> {
    let mut row = 0;
    while row < rows {
        let block = meet(a, &under, row);
        if or(block) != Default::default() {
            let (i, word) = block.into_iter().enumerate().find(|&(_, word)| word != Default::default())?;
            return Some((row + i, word.into().trailing_zeros()));
        }
        row += BLOCK;
    }
    None
}

/// The rows and the bits that some pixels lie in.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    pub(crate) first_row: usize,
    pub(crate) last_row: usize,
    /// The bits that any row has.
    pub(crate) bits: u64,
}

#[inline(always)]
pub(super) fn span<A: Lane, U: Under>(a: &[A], under: U, rows: usize) -> Option<Span> {
    let mut span: Option<Span> = None;
    let mut row = 0;
    while row < rows {
        let block = meet(a, &under, row);
        let bits = or(block);
        if bits != Default::default() {
            let top = block.iter().position(|&word| word != Default::default())?;
            let bottom = block.iter().rposition(|&word| word != Default::default())?;
            let span = span.get_or_insert(Span { first_row: row + top, last_row: 0, bits: 0 });
            span.last_row = row + bottom;
            span.bits |= bits.into();
        }
        row += BLOCK;
    }
    span
}

/// What becomes of a pixel of A, given the pixel of B that lies under it.
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

#[inline(always)]
pub(super) fn edit<A: Lane, U: Under>(a: &mut [A], under: U, edit: Edit, keep: u64) {
    #[inline(always)]
    fn each<A: Lane, U: Under>(a: &mut [A], under: U, f: impl Fn(u64, u64) -> u64) {
        for (row, lane) in a.iter_mut().enumerate() {
            *lane = A::from_word(f((*lane).into(), under.row(row)));
        }
    }
    // The choice stands outside the loop, so that each loop is a few vector instructions.
    match edit {
        Edit::Union => each(a, under, |a, b| Edit::Union.apply(a, b & keep)),
        Edit::Subtract => each(a, under, |a, b| Edit::Subtract.apply(a, b)),
        Edit::Intersect => each(a, under, |a, b| Edit::Intersect.apply(a, b)),
        Edit::Toggle => each(a, under, |a, b| Edit::Toggle.apply(a, b & keep)),
    }
}
