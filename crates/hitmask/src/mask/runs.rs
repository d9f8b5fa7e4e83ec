use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::bounds::Bounds;
use super::storage::{Mask, fits_mask};
use crate::bits::span_bits;
use crate::geom::{Extent, Point, Rect};
use crate::invalid_argument::{InvalidArgument, InvalidReason, OrPanic};

/// A horizontal run of solid pixels in a row, half-open: from `start` up to but not including `end`. Runs are ordered by start, then by
/// end.
#[doc(alias = "span")]
#[doc(alias = "interval")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Run {
    /// The x coordinate of the first pixel of the run.
    pub start: u16,
    /// The x coordinate just right of the last pixel of the run (exclusive).
    pub end: u16,
}

impl Run {
    /// The run from `start` up to but not including `end`.
    #[must_use]
    pub const fn new(start: u16, end: u16) -> Run {
        Run { start, end }
    }
}

impl From<(u16, u16)> for Run {
    fn from((start, end): (u16, u16)) -> Run {
        Run { start, end }
    }
}

/// The solid runs of each row (run-length encoding): a compact form of the same pixels as a [`Mask`].
///
/// Large simple shapes need a fraction of the memory. Queries are exact and give the same answers as on bits, but take longer on most
/// sprites. Choose runs for storage, interchange and huge simple shapes; choose bits for speed.
///
/// # Guarantees
/// - The runs of a row are sorted and not empty. Between two of them lies at least one clear pixel. So two run masks are equal if and only
///   if their sizes and pixels are equal.
/// - No overlap query allocates, except [`RunMask::overlap_mask`].
/// - The size limits are those of [`Mask`].
///
/// # Memory
/// Four bytes per run, four bytes per row, and the fields. [`RunMask::memory_bytes`] returns the total.
///
/// ```
/// use hitmask::{Mask, Run, RunMask};
/// let mask = Mask::from_fn(9, 2, |x, y| y == 1 && x != 4);
/// let runs = RunMask::from(&mask);
/// assert_eq!(runs.runs(1), [Run::new(0, 4), Run::new(5, 9)]);
/// assert!(runs.overlaps(&mask, (4, 0)));
/// assert_eq!(Mask::from(&runs), mask);                        // nothing is lost
/// ```
#[doc(alias = "RLE")]
#[doc(alias = "run-length encoding")]
#[derive(Clone, PartialEq, Eq)]
pub struct RunMask {
    w: u32,
    h: u32,
    /// The smallest box that contains every solid pixel.
    bounds: Bounds,
    /// The index of each row's first run, and the number of runs at the end. There are at most 2³⁰ runs: one per two pixels.
    rows: Vec<u32>,
    runs: Vec<Run>,
}

impl RunMask {
    /// A run mask of w × h pixels, all clear.
    ///
    /// # Panics
    /// The same as [`Mask::new`]: [`Mask::check_size`] finds out.
    #[must_use]
    pub fn new(w: u32, h: u32) -> RunMask {
        RunBuilder::new(w, h).or_panic().finish()
    }

    /// A run mask of w × h pixels, all solid.
    ///
    /// # Panics
    /// The same as [`Mask::new`].
    #[must_use]
    pub fn filled(w: u32, h: u32) -> RunMask {
        RunMask::build(w, h, |builder, _| builder.push(0, w))
    }

    /// A run mask of w × h pixels, solid where `f(x, y)` returns true. Calls `f` once per pixel, row by row from the top, left to right.
    ///
    /// # Panics
    /// The same as [`Mask::new`].
    #[must_use]
    pub fn from_fn(w: u32, h: u32, mut f: impl FnMut(u32, u32) -> bool) -> RunMask {
        RunMask::build(w, h, |builder, y| {
            (0..w).filter(|&x| f(x, y)).for_each(|x| builder.push(x, x + 1));
        })
    }

    /// The runs of a mask. [`RunMask::to_mask`] gives the same mask back.
    #[must_use]
    pub fn from_mask(mask: &Mask) -> RunMask {
        RunMask::build(mask.width(), mask.height(), |builder, y| {
            mask.each_stretch(y, 0, |start, end| builder.push(start, end));
        })
    }

    /// A run mask from the runs of each row: rows from the top, runs from left to right. Runs that touch are merged.
    ///
    /// # Errors
    /// [`InvalidReason::TooLarge`] if the size exceeds the limits of a mask. [`InvalidReason::WrongLength`] unless there are `h` rows.
    /// [`InvalidReason::BadRun`] if a run contains no pixel, extends beyond the right edge of the mask, or starts before the end of the
    /// previous run.
    ///
    /// ```
    /// use hitmask::{InvalidReason, Run, RunMask};
    /// let mask = RunMask::from_runs(9, 2, &[vec![], vec![Run::new(0, 4), Run::new(4, 9)]])?;
    /// assert_eq!((mask.run_count(), mask.count()), (1, 9));
    ///
    /// let bad = RunMask::from_runs(9, 1, &[[Run::new(0, 4), Run::new(3, 9)]]);
    /// let fault = "starts before the end of the previous run";
    /// assert!(matches!(bad.unwrap_err().reason, InvalidReason::BadRun { row: 0, index: 1, fault: f, .. } if f == fault));
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    pub fn from_runs<R: AsRef<[Run]>>(w: u32, h: u32, rows: &[R]) -> Result<RunMask, InvalidArgument> {
        Mask::check_size(w, h)?;
        let mut builder = RunBuilder::new(w, h).or_panic();
        super::build::check_length(u64::from(h), rows.len(), "rows")?;
        for (row, runs) in (0..).zip(rows) {
            let mut before = 0;
            for (index, &run) in runs.as_ref().iter().enumerate() {
                let fault = match run {
                    Run { start, end } if start >= end => "contains no pixel",
                    Run { end, .. } if u32::from(end) > w => "extends beyond the right edge of the mask",
                    Run { start, .. } if start < before => "starts before the end of the previous run",
                    _ => {
                        builder.push(run.start.into(), run.end.into());
                        before = run.end;
                        continue;
                    }
                };
                let reason = InvalidReason::BadRun { row, index, start: run.start, end: run.end, fault };
                return Err(InvalidArgument::new("run", reason));
            }
            builder.end_row();
        }
        Ok(builder.finish())
    }

    /// The same pixels as bits.
    #[must_use]
    pub fn to_mask(&self) -> Mask {
        let mut mask = Mask::new(self.w, self.h);
        for y in 0..self.h {
            for &Run { start, end } in self.runs(y) {
                mask.fill_run(y, start.into(), end.into());
            }
        }
        mask.rebuild();
        mask
    }

    /// The width in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.w
    }

    /// The height in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.h
    }

    /// The width and the height in pixels.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.w, self.h)
    }

    /// Whether the pixel is solid. False outside the mask. Takes one binary search among the runs of the row.
    #[must_use]
    pub fn get(&self, point: impl Into<Point>) -> bool {
        let p = point.into();
        self.window(p.x.into(), p.y.into()) & 1 != 0
    }

    /// Whether the pixel is solid. False outside the mask. The same as [`RunMask::get`]; every shape has a method of this name.
    #[must_use]
    pub fn contains(&self, point: impl Into<Point>) -> bool {
        self.get(point)
    }

    /// The number of solid pixels. Reads every run.
    #[doc(alias = "area")]
    #[must_use]
    pub fn count(&self) -> u64 {
        self.runs.iter().map(|run| u64::from(run.end - run.start)).sum()
    }

    /// The number of runs in all rows.
    #[must_use]
    pub fn run_count(&self) -> usize {
        self.runs.len()
    }

    /// The runs of a row, from left to right. Empty if there is no such row.
    #[must_use]
    #[inline]
    pub fn runs(&self, row: u32) -> &[Run] {
        if row < self.h { self.row(row as usize) } else { &[] }
    }

    /// The smallest rectangle that contains all solid pixels. None if no pixel is solid. Takes constant time.
    #[doc(alias = "aabb")]
    #[doc(alias = "bounding box")]
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        self.extent().to_rect()
    }

    /// Whether no pixel is solid. Takes constant time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// The memory that the mask uses, in bytes, its fields included.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        size_of::<RunMask>() + size_of_val(self.rows.as_slice()) + size_of_val(self.runs.as_slice())
    }

    /// The solid pixels, row by row from the top, left to right.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        (0..self.h).flat_map(move |y| {
            let pixels = self.runs(y).iter().flat_map(|run| run.start..run.end);
            pixels.map(move |x| Point::new(x.into(), y as i32))
        })
    }

    /// The mask mirrored horizontally: left and right are exchanged.
    #[doc(alias = "mirror")]
    #[must_use]
    pub fn flip_h(&self) -> RunMask {
        RunMask::build(self.w, self.h, |builder, y| {
            for run in self.runs(y).iter().rev() {
                builder.push(self.w - u32::from(run.end), self.w - u32::from(run.start));
            }
        })
    }

    /// The mask mirrored vertically: top and bottom are exchanged.
    #[doc(alias = "mirror")]
    #[must_use]
    pub fn flip_v(&self) -> RunMask {
        RunMask::build(self.w, self.h, |builder, y| builder.extend(self.runs(self.h - 1 - y)))
    }

    /// The tight bounds.
    #[inline]
    pub(crate) fn extent(&self) -> Extent {
        self.bounds.to_extent()
    }

    /// The index of each row's first run among the runs of all rows, and the number of runs at the end.
    #[inline]
    pub(crate) fn row_offsets(&self) -> &[u32] {
        &self.rows
    }

    /// The runs of all rows.
    #[inline]
    pub(crate) fn all_runs(&self) -> &[Run] {
        &self.runs
    }

    /// The runs of a row. The row must lie inside.
    #[inline]
    pub(crate) fn row(&self, y: usize) -> &[Run] {
        &self.runs[self.rows[y] as usize..self.rows[y + 1] as usize]
    }

    /// The 64 pixels of a row from x on. Pixels outside are clear.
    pub(crate) fn window(&self, x: i64, y: i64) -> u64 {
        if !(0..i64::from(self.h)).contains(&y) || x <= -64 || x >= i64::from(self.w) {
            return 0;
        }
        let row = self.row(y as usize);
        let from = row.partition_point(|run| i64::from(run.end) <= x);
        row[from..]
            .iter()
            .take_while(|run| i64::from(run.start) < x + 64)
            .fold(0, |word, run| word | span_bits(run.start.into(), run.end.into(), x))
    }

    /// Builds a run mask of a legal size. `f` writes the rows.
    fn build(w: u32, h: u32, mut f: impl FnMut(&mut RunBuilder, u32)) -> RunMask {
        let mut builder = RunBuilder::new(w, h).or_panic();
        for y in 0..h {
            f(&mut builder, y);
            builder.end_row();
        }
        builder.finish()
    }
}

/// Builds a run mask from runs that come from the top, left to right.
pub(crate) struct RunBuilder {
    w: u32,
    h: u32,
    rows: Vec<u32>,
    runs: Vec<Run>,
}

impl RunBuilder {
    pub(crate) fn new(w: u32, h: u32) -> Result<RunBuilder, InvalidArgument> {
        fits_mask("size", (w, h))?;
        let mut rows = Vec::with_capacity(h as usize + 1);
        rows.push(0);
        Ok(RunBuilder { w, h, rows, runs: Vec::new() })
    }

    /// Adds a run to the current row. It must lie inside the mask and to the right of the previous runs. A run that touches the previous
    /// one is merged with it.
    #[inline]
    pub(crate) fn push(&mut self, start: u32, end: u32) {
        debug_assert!(end <= self.w, "a run leaves its mask");
        let in_row = self.rows.last().is_some_and(|&first| self.runs.len() > first as usize);
        match self.runs.last_mut() {
            _ if start >= end => {}
            Some(last) if in_row && u32::from(last.end) == start => last.end = end as u16,
            _ => self.runs.push(Run::new(start as u16, end as u16)),
        }
    }

    /// Adds the runs of a whole row.
    pub(crate) fn extend(&mut self, row: &[Run]) {
        self.runs.extend_from_slice(row);
    }

    /// Ends the current row.
    pub(crate) fn end_row(&mut self) {
        self.rows.push(self.runs.len() as u32);
    }

    /// The finished mask. Rows that were not written are clear.
    pub(crate) fn finish(mut self) -> RunMask {
        self.rows.resize(self.h as usize + 1, self.runs.len() as u32);
        self.runs.shrink_to_fit();
        let mut bounds = Extent::EMPTY;
        for (y, row) in (0..).zip(self.rows.windows(2)) {
            if let [first, .., last] | [first @ last] = &self.runs[row[0] as usize..row[1] as usize] {
                bounds =
                    bounds.around(Extent { x0: first.start.into(), y0: y, x1: last.end.into(), y1: y + 1 });
            }
        }
        let bounds = Bounds::from_extent(bounds);
        RunMask { w: self.w, h: self.h, bounds, rows: self.rows, runs: self.runs }
    }
}

/// Hashes the size and the runs.
impl Hash for RunMask {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.size().hash(state);
        self.rows.hash(state);
        self.runs.hash(state);
    }
}

impl From<&Mask> for RunMask {
    /// The same as [`RunMask::from_mask`].
    fn from(mask: &Mask) -> RunMask {
        RunMask::from_mask(mask)
    }
}

impl From<&RunMask> for Mask {
    /// The same as [`RunMask::to_mask`].
    fn from(runs: &RunMask) -> Mask {
        runs.to_mask()
    }
}

impl fmt::Debug for RunMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RunMask({} x {}, {} runs)", self.w, self.h, self.runs.len())
    }
}

impl Default for RunMask {
    /// A run mask of 0 × 0 pixels.
    fn default() -> RunMask {
        RunMask::new(0, 0)
    }
}
