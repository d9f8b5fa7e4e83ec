use alloc::boxed::Box;
use alloc::vec;
use core::fmt;

use super::build::check_size;
use super::columns::with_lanes;
use super::{Columns, Gate, MaskError, PAD};
use crate::geom::{Extent, Point, Rect};
use crate::kernel::{self, Isa, Kernel, column, prefetch};

/// One bit a pixel: which pixels of a sprite are solid.
///
/// # Guarantees
/// - Equality compares size and pixels, never how they came to be.
/// - No query allocates. `Mask` is `Send` and `Sync`; share it between sprites with an `Arc` or a reference.
/// - At most [`Mask::MAX_SIDE`] pixels a side and [`Mask::MAX_PIXELS`] in all.
///
/// # Memory
/// A bit a pixel in columns of 64 pixels (16 or 32 for sprites that narrow), each with 16 spare rows; about 64 bytes
/// beside. [`Mask::memory_bytes`] tells.
///
/// ```
/// use hitmask::Mask;
/// let alpha = [0, 0, 255, 255,
///              0, 90, 200, 0];
/// let mask = Mask::from_alpha(4, 2, &alpha, 128)?;
/// assert_eq!(mask.count(), 3);
/// assert!(mask.get((2, 0)) && !mask.get((1, 1)));
/// # Ok::<(), hitmask::MaskError>(())
/// ```
#[derive(Clone)]
pub struct Mask {
    pub(super) w: u32,
    pub(super) h: u32,
    /// Every solid pixel lies in here; and nothing smaller would do when `tight`.
    pub(super) bounds: Bounds,
    pub(super) tight: bool,
    pub(super) columns: Columns,
    /// For each column the rows that hold all its solid pixels. Empty when there is one column: its rows are the bounds'.
    pub(super) spans: Box<[RowSpan]>,
    /// Up to date unless an edit is going on. None for masks that are too small to need it, and for those that come out of
    /// [`Mask::overlap_mask`], which are rarely asked anything large.
    pub(super) gate: Option<Box<Gate>>,
}

/// How many bits are set.
struct Count;

impl Kernel<&Columns, (), ()> for Count {
    type Output = u64;
    #[inline(always)]
    fn run<I: Isa>(columns: &Columns, (): (), (): ()) -> u64 {
        with_lanes!(columns, lanes => column::count::<I, _>(lanes.as_slice()))
    }
}

/// A half-open range of rows; empty as (0, 0) or when its start is not before its end.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct RowSpan {
    pub(crate) start: u16,
    pub(crate) end: u16,
}

impl RowSpan {
    /// The rows of both and those between.
    pub(crate) fn around(self, other: RowSpan) -> RowSpan {
        match (self.start < self.end, other.start < other.end) {
            (false, _) => other,
            (true, false) => self,
            (true, true) => RowSpan { start: self.start.min(other.start), end: self.end.max(other.end) },
        }
    }
}

/// A half-open box inside a mask.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Bounds {
    pub(crate) x0: u16,
    pub(crate) y0: u16,
    pub(crate) x1: u16,
    pub(crate) y1: u16,
}

impl Mask {
    /// The longest side of a mask, in pixels.
    pub const MAX_SIDE: u32 = 65_535;
    /// The most pixels that a mask may have.
    pub const MAX_PIXELS: u64 = 1 << 31;

    /// An empty mask.
    ///
    /// # Panics
    /// Beyond [`Mask::MAX_SIDE`] or [`Mask::MAX_PIXELS`]. Where the size comes from outside, use [`Mask::try_new`].
    #[must_use]
    pub fn new(w: u32, h: u32) -> Mask {
        Mask::try_new(w, h).unwrap_or_else(|error| panic!("{error}"))
    }

    /// An empty mask, or [`MaskError::TooLarge`].
    pub fn try_new(w: u32, h: u32) -> Result<Mask, MaskError> {
        check_size(w, h)?;
        Ok(Mask { gate: Gate::new(w, h), ..Mask::new_ungated(w, h) })
    }

    /// An empty mask without a gate: for one that is asked little. The size is known to be allowed.
    pub(crate) fn new_ungated(w: u32, h: u32) -> Mask {
        let columns = w.div_ceil(64) as usize;
        Mask {
            w,
            h,
            bounds: Bounds::default(),
            tight: true,
            columns: Columns::new(w, h),
            spans: vec![RowSpan::default(); if columns > 1 { columns } else { 0 }].into(),
            gate: None,
        }
    }

    /// A mask with every pixel solid.
    ///
    /// # Panics
    /// As [`Mask::new`].
    #[must_use]
    pub fn filled(w: u32, h: u32) -> Mask {
        let mut mask = Mask::new(w, h);
        mask.fill();
        mask
    }

    /// Pixels from left to right.
    #[must_use]
    #[inline]
    pub fn width(&self) -> u32 {
        self.w
    }

    /// Pixels from top to bottom.
    #[must_use]
    #[inline]
    pub fn height(&self) -> u32 {
        self.h
    }

    /// Width and height.
    #[must_use]
    #[inline]
    pub fn size(&self) -> (u32, u32) {
        (self.w, self.h)
    }

    /// Whether the pixel is solid; false outside the mask.
    #[must_use]
    pub fn get(&self, point: impl Into<Point>) -> bool {
        match self.place(point.into()) {
            Some((index, bit)) => self.columns.word(index) >> bit & 1 != 0,
            None => false,
        }
    }

    /// Makes the pixel solid or clear.
    ///
    /// # Panics
    /// When the point lies outside the mask.
    pub fn set(&mut self, point: impl Into<Point>, solid: bool) {
        let p = point.into();
        let Some((index, bit)) = self.place(p) else {
            panic!("({}, {}) lies outside a mask of {} x {} pixels", p.x, p.y, self.w, self.h);
        };
        let word = self.columns.word(index);
        let pixel = Rect::new(p.x, p.y, 1, 1).extent();
        if solid {
            self.columns.set_word(index, word | 1 << bit);
            self.include(pixel);
        } else if word >> bit & 1 != 0 {
            self.columns.set_word(index, word & !(1 << bit));
            self.tight = false;
        }
        if (word >> bit & 1 != 0) != solid {
            self.refresh_gate(pixel);
        }
    }

    /// How many pixels are solid. Reads every word.
    #[must_use]
    pub fn count(&self) -> u64 {
        kernel::run::<Count, _, _, _>(&self.columns, (), ())
    }

    /// The smallest rectangle around the solid pixels; None when there are none. Free for a mask that no pixel was
    /// cleared in since it was made, a look at every word otherwise.
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        if self.tight { self.extent().to_rect() } else { self.scan_bounds().to_extent().to_rect() }
    }

    /// The pixel in which the mean position of the solid pixels lies: each coordinate is the mean of theirs, rounded
    /// down. None when there are none.
    ///
    /// ```
    /// use hitmask::{Mask, Point};
    /// assert_eq!(Mask::filled(4, 3).centroid(), Some(Point::new(1, 1)));     // the mean is (1.5, 1)
    /// ```
    #[must_use]
    pub fn centroid(&self) -> Option<Point> {
        let (mut n, mut sum_x, mut sum_y) = (0u64, 0u64, 0u64);
        self.for_each_word(|x, y, mut word| {
            let ones = u64::from(word.count_ones());
            n += ones;
            sum_x += ones * u64::from(x);
            sum_y += ones * u64::from(y);
            while word != 0 {
                sum_x += u64::from(word.trailing_zeros());
                word &= word - 1;
            }
        });
        let mean = |sum: u64| i32::try_from(sum / n).expect("a mean lies inside the mask");
        (n > 0).then(|| Point::new(mean(sum_x), mean(sum_y)))
    }

    /// Whether no pixel is solid.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bounds().is_none()
    }

    /// The bytes that the mask takes, its own fields included.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let spans = size_of_val(&*self.spans);
        size_of::<Mask>()
            + self.columns.memory_bytes()
            + spans
            + self.gate.as_ref().map_or(0, |gate| gate.memory_bytes())
    }

    /// The solid pixels, row by row from the top, left to right.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        (0..self.h).flat_map(move |y| {
            (0..self.w.div_ceil(64)).flat_map(move |column| {
                let word = self.columns.word(self.index(column, y));
                bits_of(word).map(move |bit| Point::new((column * 64 + bit) as i32, y as i32))
            })
        })
    }

    /// The stretches of solid pixels in a row, from left to right, as half-open pairs (start, end); none outside.
    ///
    /// ```
    /// let mask = hitmask::Mask::from_fn(9, 1, |x, _| x != 0 && x != 5);
    /// assert!(mask.runs(0).eq([(1, 5), (6, 9)]));
    /// ```
    pub fn runs(&self, row: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.runs_within(row, 0, self.w)
    }

    /// The whole runs of a row that have a pixel from `start` to before `end`.
    pub(crate) fn runs_within(
        &self,
        row: u32,
        start: u32,
        end: u32,
    ) -> impl Iterator<Item = (u32, u32)> + '_ {
        let mut x = start;
        core::iter::from_fn(move || {
            if row >= self.h {
                return None;
            }
            let found = self.next_pixel(x, row, true).filter(|&found| found < end)?;
            let left = if found == start { self.run_start(found, row) } else { found };
            x = self.next_pixel(found, row, false).unwrap_or(self.w);
            Some((left, x))
        })
    }

    /// Where the run of solid pixels begins that x lies in.
    fn run_start(&self, mut x: u32, row: u32) -> u32 {
        while x > 0 {
            let (column, bits) = ((x - 1) / 64, (x - 1) % 64 + 1);
            let clear = !self.columns.word(self.index(column, row)) << (64 - bits);
            let solid = clear.leading_zeros().min(bits);
            x -= solid;
            if solid < bits {
                break;
            }
        }
        x
    }

    /// The first pixel from x on in a row that is solid, or clear.
    fn next_pixel(&self, mut x: u32, row: u32, solid: bool) -> Option<u32> {
        while x < self.w {
            let word = self.columns.word(self.index(x / 64, row));
            let wanted = if solid { word } else { !word } >> (x % 64);
            if wanted != 0 {
                let found = x + wanted.trailing_zeros();
                return (found < self.w).then_some(found);
            }
            x = (x / 64 + 1) * 64;
        }
        None
    }

    /// Whether it is no wider than a column.
    #[inline(always)]
    pub(crate) fn has_one_column(&self) -> bool {
        self.w <= 64
    }

    /// Whether it has pixels, and no more than 64 × 64.
    #[inline(always)]
    pub(crate) fn is_small(&self) -> bool {
        (1..=64).contains(&self.w) && (1..=64).contains(&self.h)
    }

    /// Asks for the pixels, as far as a small mask has any.
    #[inline(always)]
    pub(crate) fn prefetch(&self) {
        with_lanes!(&self.columns, lanes => prefetch::slice(lanes.as_slice(), 10));
    }

    /// Where a column's row is stored.
    #[inline(always)]
    pub(crate) fn index(&self, column: u32, y: u32) -> usize {
        column as usize * self.stride() + y as usize
    }

    /// Rows stored a column.
    #[inline(always)]
    pub(crate) fn stride(&self) -> usize {
        self.h as usize + PAD
    }

    #[inline(always)]
    pub(crate) fn gate(&self) -> Option<&Gate> {
        self.gate.as_deref()
    }

    #[inline(always)]
    pub(crate) fn columns(&self) -> &Columns {
        &self.columns
    }

    #[inline]
    pub(crate) fn columns_mut(&mut self) -> &mut Columns {
        &mut self.columns
    }

    /// A box that holds every solid pixel, and is no larger than need be unless pixels were cleared.
    #[inline(always)]
    pub(crate) fn extent(&self) -> Extent {
        self.bounds.to_extent()
    }

    /// Whether nothing smaller than [`Mask::extent`] holds every solid pixel.
    pub(crate) fn is_tight(&self) -> bool {
        self.tight
    }

    #[expect(clippy::cast_sign_loss, reason = "the place was found inside")]
    fn place(&self, p: Point) -> Option<(usize, u32)> {
        let inside = Extent::of_size(self.w, self.h).contains(i64::from(p.x), i64::from(p.y));
        inside.then(|| (self.index(p.x as u32 / 64, p.y as u32), p.x as u32 % 64))
    }

    /// The 64 pixels of a row from x on; pixels outside are clear.
    #[inline]
    pub(crate) fn window(&self, x: i64, y: i64) -> u64 {
        if y < 0 || y >= i64::from(self.h) {
            return 0;
        }
        let column = x.div_euclid(64);
        let shift = x.rem_euclid(64) as u32;
        let word = |column: i64| {
            if column >= 0 && column < i64::from(self.w.div_ceil(64)) {
                self.columns.word(self.index(column as u32, y as u32))
            } else {
                0
            }
        };
        word(column) >> shift | word(column + 1) << 1 << (63 - shift)
    }

    /// Calls with (x of the lowest bit, y, word) for each stored word that is not zero, row by row.
    pub(crate) fn for_each_word(&self, mut f: impl FnMut(u32, u32, u64)) {
        let b = self.bounds;
        for y in u32::from(b.y0)..u32::from(b.y1) {
            for column in u32::from(b.x0) / 64..u32::from(b.x1).div_ceil(64) {
                let word = self.columns.word(self.index(column, y));
                if word != 0 {
                    f(column * 64, y, word);
                }
            }
        }
    }

    /// Rewrites every word: `f` gets (x of the lowest bit, y, word). Bits right of the mask are dropped.
    pub(super) fn map_words(&mut self, mut f: impl FnMut(u32, u32, u64) -> u64) {
        for column in 0..self.w.div_ceil(64) {
            let keep = low_bits(self.w - column * 64);
            for y in 0..self.h {
                let index = self.index(column, y);
                self.columns.set_word(index, f(column * 64, y, self.columns.word(index)) & keep);
            }
        }
        self.rebuild();
    }

    /// After any number of words were written: makes bounds, spans and gate right.
    pub(crate) fn rebuild(&mut self) {
        self.bounds = Bounds { x0: 0, y0: 0, x1: self.w as u16, y1: self.h as u16 };
        self.bounds = self.scan_bounds();
        self.tight = true;
        let mut spans = core::mem::take(&mut self.spans);
        spans.fill(RowSpan::default());
        if !spans.is_empty() {
            self.for_each_word(|x, y, _| {
                let span = &mut spans[x as usize / 64];
                *span = span.around(RowSpan { start: y as u16, end: y as u16 + 1 });
            });
        }
        self.spans = spans;
        self.refresh_gate(Extent::of_size(self.w, self.h));
    }

    /// Widens bounds and spans for an extent inside the mask in which pixels became solid.
    pub(crate) fn include(&mut self, extent: Extent) {
        if extent.is_empty() {
            return;
        }
        self.bounds = Bounds::from_extent(self.extent().around(extent));
        let (x0, x1) = (extent.x0 as usize / 64, (extent.x1 as usize).div_ceil(64));
        let rows = RowSpan { start: extent.y0 as u16, end: extent.y1 as u16 };
        for span in self.spans.iter_mut().take(x1).skip(x0) {
            *span = span.around(rows);
        }
    }

    /// Says that the kept bounds may be larger than need be.
    pub(crate) fn loosen(&mut self) {
        self.tight = false;
    }

    /// The rows that hold all solid pixels of a column.
    #[inline(always)]
    pub(crate) fn span(&self, column: u32) -> RowSpan {
        let bounds = RowSpan { start: self.bounds.y0, end: self.bounds.y1 };
        self.spans.get(column as usize).copied().unwrap_or(bounds)
    }

    /// The tight bounds, read off the words inside the kept ones.
    fn scan_bounds(&self) -> Bounds {
        let mut found = Extent::EMPTY;
        self.for_each_word(|x, y, word| {
            let (x, y) = (i64::from(x), i64::from(y));
            let last = 64 - i64::from(word.leading_zeros());
            found = found.around(Extent {
                x0: x + i64::from(word.trailing_zeros()),
                y0: y,
                x1: x + last,
                y1: y + 1,
            });
        });
        Bounds::from_extent(found)
    }
}

impl Bounds {
    /// The extent lies inside a mask, whose sides fit u16.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "inside a mask, so within u16"
    )]
    pub(super) fn from_extent(e: Extent) -> Bounds {
        Bounds { x0: e.x0 as u16, y0: e.y0 as u16, x1: e.x1 as u16, y1: e.y1 as u16 }
    }

    #[inline(always)]
    pub(super) fn to_extent(self) -> Extent {
        Extent {
            x0: i64::from(self.x0),
            y0: i64::from(self.y0),
            x1: i64::from(self.x1),
            y1: i64::from(self.y1),
        }
    }
}

/// The lowest n bits, all 64 from there on.
#[inline]
pub(crate) fn low_bits(n: u32) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

/// The positions of the set bits, lowest first.
pub(crate) fn bits_of(mut word: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

impl PartialEq for Mask {
    fn eq(&self, other: &Mask) -> bool {
        if self.size() != other.size() {
            return false;
        }
        match (&self.columns, &other.columns) {
            (Columns::L16(a), Columns::L16(b)) => a == b,
            (Columns::L32(a), Columns::L32(b)) => a == b,
            (Columns::L64(a), Columns::L64(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Mask {}

/// Draws masks of up to 64 × 64 pixels, `#` for solid and `.` for clear; names the size of larger ones.
impl fmt::Debug for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mask({} x {})", self.w, self.h)?;
        if self.w <= 64 && self.h <= 64 {
            for y in 0..self.h as i32 {
                f.write_str("\n")?;
                for x in 0..self.w as i32 {
                    f.write_str(if self.get((x, y)) { "#" } else { "." })?;
                }
            }
        }
        Ok(())
    }
}

impl Default for Mask {
    /// The mask of 0 × 0 pixels.
    fn default() -> Mask {
        Mask::new(0, 0)
    }
}
