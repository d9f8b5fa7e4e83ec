//! Runs against runs, or against a rectangle, which is one run per row. The two rows are merged: the run that ends first is replaced by the
//! next run of its row. Rows outside the tight bounds of either shape are never visited.

use super::answer::{Meeting, Piece, Stretch};
use crate::bits::{self, Isa, Kernel};
use crate::geom::{Extent, Offset};
use crate::mask::{Run, RunMask};

/// If one row has more than this many times the runs of the other, the merge skips runs by searching.
const LEAP: usize = 8;

/// Calls `f` with the (start, end) of each stretch that is solid in both rows, from left to right, in A's pixels. Some of these stretches
/// may be empty: their end is not greater than their start. Returns false as soon as `f` returns false. The runs of B are moved right by
/// `dx`.
#[inline(always)]
fn merge(a: &[Run], b: &[Run], dx: i32, mut f: impl FnMut(i32, i32) -> bool) -> bool {
    if one_has_many(a, b) {
        return leap(a, b, dx, f);
    }
    let (mut i, mut j) = (0, 0);
    // Which run is replaced is computed without a branch, because the processor could not predict it.
    while i < a.len() && j < b.len() {
        let (p, q) = (span(a[i], 0), span(b[j], dx));
        if !f(p.0.max(q.0), p.1.min(q.1)) {
            return false;
        }
        i += usize::from(p.1 <= q.1);
        j += usize::from(q.1 <= p.1);
    }
    true
}

#[inline(always)]
fn one_has_many(a: &[Run], b: &[Run]) -> bool {
    a.len() > LEAP * b.len() || b.len() > LEAP * a.len()
}

/// [`merge`] if one side has many more runs: for each run of the other side, searches for the first run that it can meet.
#[inline(never)]
fn leap(a: &[Run], b: &[Run], dx: i32, mut f: impl FnMut(i32, i32) -> bool) -> bool {
    let a_is_few = a.len() < b.len();
    // All coordinates are those of the side that has many runs.
    let (few, mut many, shift) = if a_is_few { (a, b, -dx) } else { (b, a, dx) };
    let back = if a_is_few { dx } else { 0 };
    for &run in few {
        let (start, end) = span(run, shift);
        many = &many[skip(many, start)..];
        for &other in many.iter().take_while(|other| i32::from(other.start) < end) {
            let both = (start.max(other.start.into()) + back, end.min(other.end.into()) + back);
            if !f(both.0, both.1) {
                return false;
            }
        }
    }
    true
}

/// How many runs end at or before x: steps of doubling length, then a binary search inside the last step.
fn skip(runs: &[Run], x: i32) -> usize {
    let mut step = 1;
    while step < runs.len() && i32::from(runs[step].end) <= x {
        step *= 2;
    }
    let end = runs.len().min(step + 1);
    step / 2 + runs[step / 2..end].partition_point(|run| i32::from(run.end) <= x)
}

#[inline(always)]
fn span(run: Run, dx: i32) -> (i32, i32) {
    (i32::from(run.start) + dx, i32::from(run.end) + dx)
}

/// A shape that is tested against a run mask, in that mask's pixels.
pub(super) trait Over: Copy {
    /// A box that contains the shape.
    fn extent(self) -> Extent;
    /// The runs of the shape in a row of the run mask, and by how much they must be moved right. The row must lie in the extent.
    fn row(&self, y: i64) -> (&[Run], i32);
    /// The runs of that row, and those of the rows below it.
    fn rows_from(&self, y: i64) -> &[Run];
    /// As [`Over::row`] for eight rows that begin at y, if each of them has exactly one run.
    fn singles(&self, y: i64) -> Option<(&[Run; 8], i32)>;
    /// The same if each of them has exactly two runs.
    fn doubles(&self, y: i64) -> Option<(&[Run; 16], i32)>;
}

/// Another run mask, and its origin in the pixels of the first.
#[derive(Clone, Copy)]
pub(super) struct PlacedRuns<'a> {
    pub(super) runs: &'a RunMask,
    pub(super) at: Offset,
}

impl Over for PlacedRuns<'_> {
    #[inline(always)]
    fn extent(self) -> Extent {
        self.runs.extent().shifted(self.at)
    }
    #[inline(always)]
    fn row(&self, y: i64) -> (&[Run], i32) {
        // Bounds that overlap are no farther apart than a mask is wide, so x fits.
        (self.runs.row((y - self.at.y) as usize), self.at.x as i32)
    }
    #[inline(always)]
    fn rows_from(&self, y: i64) -> &[Run] {
        &self.runs.all_runs()[self.runs.row_offsets()[(y - self.at.y) as usize] as usize..]
    }
    #[inline(always)]
    fn singles(&self, y: i64) -> Option<(&[Run; 8], i32)> {
        Some((eight_rows::<1, 8>(self.runs, y - self.at.y)?, self.at.x as i32))
    }
    #[inline(always)]
    fn doubles(&self, y: i64) -> Option<(&[Run; 16], i32)> {
        Some((eight_rows::<2, 16>(self.runs, y - self.at.y)?, self.at.x as i32))
    }
}

/// A rectangle inside the run mask's bounds.
#[derive(Clone, Copy)]
pub(super) struct RectRuns {
    extent: Extent,
    /// The same run for each of some rows.
    runs: [Run; GROUP],
}

impl RectRuns {
    /// The part of a box that lies in the mask's bounds, as runs.
    pub(super) fn new(runs: &RunMask, extent: Extent) -> RectRuns {
        let extent = extent.intersection(runs.extent());
        let extent = if extent.is_empty() { Extent::EMPTY } else { extent };
        RectRuns { extent, runs: [Run::new(extent.x0 as u16, extent.x1 as u16); GROUP] }
    }
}

impl Over for RectRuns {
    #[inline(always)]
    fn extent(self) -> Extent {
        self.extent
    }
    #[inline(always)]
    fn row(&self, _: i64) -> (&[Run], i32) {
        (&self.runs[..1], 0)
    }
    #[inline(always)]
    fn rows_from(&self, _: i64) -> &[Run] {
        &self.runs
    }
    #[inline(always)]
    fn singles(&self, _: i64) -> Option<(&[Run; 8], i32)> {
        Some((self.runs.first_chunk()?, 0))
    }
    #[inline(always)]
    fn doubles(&self, _: i64) -> Option<(&[Run; 16], i32)> {
        None
    }
}

/// A run mask, and a shape that is tested against it.
#[derive(Clone, Copy)]
pub(super) struct RunPair<'a, B> {
    pub(super) a: &'a RunMask,
    pub(super) b: B,
}

impl<B: Over> Meeting for RunPair<'_, B> {
    type Piece = Stretch;

    #[inline(always)]
    fn each_piece(self, mut f: impl FnMut(i64, Stretch) -> bool) {
        let RunPair { a, b } = self;
        let shared = a.extent().intersection(b.extent());
        if shared.is_empty() {
            return;
        }
        for y in shared.y0..shared.y1 {
            let (row, dx) = b.row(y);
            if !merge(a.row(y as usize), row, dx, |start, end| f(y, Stretch { start, end })) {
                return;
            }
        }
    }

    fn area(self) -> u64 {
        bits::run::<AreaOfRuns, _, _, _>(self.a, self.b, ())
    }
}

/// Counting never stops early, so many runs are compared at once. Eight rows with exactly one run on both sides, or with two, are counted
/// together: most rows of most sprites are like that. In other rows each run of A is compared with a [`GROUP`] of B's.
struct AreaOfRuns;

/// How many runs of B are compared with a run of A at once.
const GROUP: usize = 16;

/// What each run of a group shares with A, summed up over groups and rows. A row has fewer than 2¹⁶ pixels and a mask fewer than 2¹⁶ rows, so
/// 32 bits hold the sum.
type Sums = [u32; GROUP];

impl<B: Over> Kernel<&RunMask, B, ()> for AreaOfRuns {
    type Output = u64;
    #[inline(always)]
    fn run<I: Isa>(_: I, a: &RunMask, b: B, (): ()) -> u64 {
        let shared = a.extent().intersection(b.extent());
        if shared.is_empty() {
            return 0;
        }
        let (mut sum, mut sums) = (0, [0; GROUP]);
        let mut y = shared.y0;
        while y < shared.y1 {
            let is_eight = y + 8 <= shared.y1;
            if is_eight && let (Some(a), Some((b, dx))) = (eight_rows::<1, 8>(a, y), b.singles(y)) {
                sum += area_of_singles(a, b, dx);
                y += 8;
            } else if is_eight && let (Some(a), Some((b, dx))) = (eight_rows::<2, 16>(a, y), b.doubles(y)) {
                sum += area_of_doubles(a, b, dx);
                y += 8;
            } else {
                let end = shared.y1.min(y + 8);
                while y < end {
                    sum += area_of_row(a.row(y as usize), &b, y, &mut sums);
                    y += 1;
                }
            }
        }
        for shared in sums {
            sum += u64::from(shared);
        }
        sum
    }
}

/// Adds what a row of A shares with B to the sums, or returns it.
#[inline(always)]
fn area_of_row<B: Over>(mut a: &[Run], b: &B, y: i64, sums: &mut Sums) -> u64 {
    let ((mut row, dx), mut runs) = (b.row(y), b.rows_from(y));
    // A group costs as much as a few steps.
    if a.len().min(row.len()) < 2 || one_has_many(a, row) {
        return area_of_merged(a, row, dx);
    }
    loop {
        let Some(group) = runs.first_chunk::<GROUP>() else {
            // Near the end of all runs.
            return area_of_merged(a, row, dx);
        };
        let count = row.len().min(GROUP);
        let end = span(row[count - 1], dx).1;
        (row, runs) = (&row[count..], &runs[count..]);
        let group = shifted(group, count, dx);
        let mut lengths = [0; GROUP];
        for &run in a {
            if i32::from(run.start) >= end {
                break;
            }
            add_shared(&mut lengths, run, &group);
        }
        for i in 0..GROUP {
            sums[i] += u32::from(lengths[i]);
        }
        if row.is_empty() {
            return 0;
        }
        // Other runs may reach into the next group.
        while let [run, rest @ ..] = a
            && i32::from(run.end) <= end
        {
            a = rest;
        }
    }
}

#[inline(always)]
fn area_of_merged(a: &[Run], b: &[Run], dx: i32) -> u64 {
    let mut sum = 0;
    merge(a, b, dx, |start, end| {
        sum += Stretch { start, end }.count();
        true
    });
    sum
}

/// All bits of as many words as a group has, and no bits of as many more.
const FIRST: [u16; 2 * GROUP] = {
    let mut words = [0; 2 * GROUP];
    words.split_at_mut(GROUP).0.copy_from_slice(&[u16::MAX; GROUP]);
    words
};

/// The starts and the ends of the first `count` runs of a group, moved to the right. All others become empty. What lies left of A's pixels,
/// or right of all that a mask may have, is cut.
#[inline(always)]
fn shifted(group: &[Run; GROUP], count: usize, dx: i32) -> [[u16; GROUP]; 2] {
    let (right, left) = (dx.clamp(0, 0xFFFF) as u16, (-dx).clamp(0, 0xFFFF) as u16);
    let keep = &FIRST[GROUP - count..][..GROUP];
    let (mut starts, mut ends) = ([0; GROUP], [0; GROUP]);
    for i in 0..GROUP {
        starts[i] = group[i].start.saturating_add(right).saturating_sub(left);
        ends[i] = group[i].end.saturating_add(right).saturating_sub(left) & keep[i];
    }
    [starts, ends]
}

/// Adds what a run shares with each run of a group. No sum is longer than the group's run.
#[inline(always)]
fn add_shared(lengths: &mut [u16; GROUP], run: Run, [starts, ends]: &[[u16; GROUP]; 2]) {
    for i in 0..GROUP {
        lengths[i] += run.end.min(ends[i]).saturating_sub(run.start.max(starts[i]));
    }
}

/// The runs of eight rows, `ALL` in number, if each row has exactly `EACH`.
#[inline(always)]
fn eight_rows<const EACH: u32, const ALL: usize>(runs: &RunMask, y: i64) -> Option<&[Run; ALL]> {
    let offsets: &[u32; 9] = runs.row_offsets()[y as usize..].first_chunk()?;
    let first = offsets[0];
    let are_alike = (0..).zip(offsets).fold(true, |all, (i, &offset)| all & (offset == first + i * EACH));
    if are_alike { runs.all_runs()[first as usize..].first_chunk() } else { None }
}

#[inline(always)]
fn area_of_singles(a: &[Run; 8], b: &[Run; 8], dx: i32) -> u64 {
    let sum: i32 = a.iter().zip(b).map(|(&a, &b)| shared_length(span(a, 0), span(b, dx))).sum();
    sum.unsigned_abs().into()
}

/// Both runs of each row of A against both of B.
#[inline(always)]
fn area_of_doubles(a: &[Run; 16], b: &[Run; 16], dx: i32) -> u64 {
    let mut sum = 0;
    for i in 0..16 {
        let own = span(a[i], 0);
        sum += shared_length(own, span(b[i], dx)) + shared_length(own, span(b[i ^ 1], dx));
    }
    sum.unsigned_abs().into()
}

/// How many pixels two stretches share.
#[inline(always)]
fn shared_length(p: (i32, i32), q: (i32, i32)) -> i32 {
    (p.1.min(q.1) - p.0.max(q.0)).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::Mask;

    /// Rows of one, two, and up to 70 runs, alike for a few rows and then not, against the same as bits, at offsets to both sides.
    #[test]
    fn areas_of_rows_with_any_number_of_runs() {
        let mixed = |x: u32, seed: u32| (x + 1).wrapping_mul(0x9E37_79B9).rotate_left(seed % 31) ^ seed;
        let make = |seed: u32| {
            let (w, h) = ([140, 33, 300][seed as usize % 3], 40 + seed);
            Mask::from_fn(w, h, |x, y| match mixed(y / (1 + seed % 11), seed) >> 7 & 7 {
                0 => x > 3 && x < w - 5,
                1 | 2 => x > 3 && x < w - 5 && x.abs_diff(w / 2) > 4,
                3 => x % 2 == 0,
                4 => x % 9 < 4,
                5 => mixed(x * 331 + y, seed) & 3 == 0,
                6 => !(9..=30).contains(&x),
                _ => x == y,
            })
        };
        let masks: [Mask; 9] = core::array::from_fn(|seed| make(seed as u32));
        let runs = masks.each_ref().map(RunMask::from_mask);
        for (a, b) in (0..9).flat_map(|a| (0..9).map(move |b| (a, b))) {
            for at in [(0, 0), (1, 0), (-1, 3), (17, -9), (-64, 1), (120, 30), (-299, 0), (5, -39)] {
                let wanted = masks[a].overlap_area(&masks[b], at);
                assert_eq!(runs[a].overlap_area(&runs[b], at), wanted, "{a} {b} {at:?}");
            }
        }
    }

    /// As wide as a mask may be: 32 768 runs a row, and long ones, moved as far as they go.
    #[test]
    fn areas_of_the_widest_rows() {
        let side = Mask::MAX_SIDE;
        let (dots, half) =
            (Mask::from_fn(side, 9, |x, _| x % 2 == 0), Mask::from_fn(side, 9, |x, _| x % 40_000 < 30_000));
        let (a, b) = (RunMask::from_mask(&dots), RunMask::from_mask(&half));
        let far = side.cast_signed() - 1;
        for x in [0, 1, -1, 63, -65, 30_001, -30_001, far, -far] {
            let pairs = [
                (&a, &a, &dots, &dots),
                (&a, &b, &dots, &half),
                (&b, &a, &half, &dots),
                (&b, &b, &half, &half),
            ];
            for (a, b, bits_a, bits_b) in pairs {
                assert_eq!(a.overlap_area(b, (x, 0)), bits_a.overlap_area(bits_b, (x, 0)), "{x}");
            }
        }
    }
}
