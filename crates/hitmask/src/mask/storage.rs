use alloc::boxed::Box;
use alloc::vec;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::bounds::{Bounds, RowSpan};
use super::build::check_size;
use super::kept::{Derived, Lazy, Stamp};
use super::{Gate, MaskError};
use crate::bits::{self, Columns, Isa, Kernel, Lane, PAD, column, prefetch, with_lanes};
use crate::geom::{Extent, Point, Rect};

/// One bit a pixel: which pixels of a sprite are solid.
///
/// # Guarantees
/// - Equality compares size and pixels, never how they came to be.
/// - No query allocates but the first few posed ones. `Mask` is `Send` and `Sync`; share it between sprites with an `Arc` or a reference.
/// - At most [`Mask::MAX_SIDE`] pixels a side and [`Mask::MAX_PIXELS`] in all.
///
/// # Memory
/// A bit a pixel in columns of 64 pixels (16 or 32 for sprites that narrow), each with 16 spare rows; about 64 bytes
/// beside. Posed queries keep more with the mask: a distance field, the boundary, turned copies, each built when first
/// needed. [`Mask::memory_bytes`] tells.
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
    /// What posed queries found out about the pixels.
    pub(super) derived: Lazy<Derived>,
    pub(super) stamp: Stamp,
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
            derived: Lazy::new(),
            stamp: Stamp::default(),
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
        let p = point.into();
        self.has_texel((p.x.into(), p.y.into()))
    }

    /// Whether the pixel is solid; false outside. The name that every shape has for this; [`Mask::get`] is the same.
    #[must_use]
    pub fn contains(&self, point: impl Into<Point>) -> bool {
        self.get(point)
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
            self.pixels_changed(pixel);
        }
    }

    /// How many pixels are solid. Reads every word.
    #[must_use]
    pub fn count(&self) -> u64 {
        bits::run::<Count, _, _, _>(&self.columns, (), ())
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

    /// The bytes that the mask takes, its own fields included, and what posed queries keep with it. Clones share the latter,
    /// and each reports it.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let spans = size_of_val(&*self.spans);
        size_of::<Mask>()
            + self.columns.memory_bytes()
            + spans
            + self.gate.as_ref().map_or(0, |gate| gate.memory_bytes())
            + self.derived_bytes()
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

    /// Whether the texel (u, v) is solid; false outside the mask.
    #[inline(always)]
    pub(crate) fn has_texel(&self, (u, v): (i64, i64)) -> bool {
        with_lanes!(&self.columns, lanes => self.has_texel_in(lanes.as_slice(), (u, v)))
    }

    /// The same, with the mask's own lanes, for loops over many texels.
    #[inline(always)]
    pub(crate) fn has_texel_in<L: Lane>(&self, lanes: &[L], (u, v): (i64, i64)) -> bool {
        // As unsigned numbers, negative ones are beyond any side.
        let inside = (u as u64) < u64::from(self.w) && (v as u64) < u64::from(self.h);
        inside && lanes[self.index(u as u32 / 64, v as u32)].into() >> (u as u32 % 64) & 1 != 0
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

    #[expect(clippy::cast_sign_loss, reason = "the place was found inside")]
    fn place(&self, p: Point) -> Option<(usize, u32)> {
        let inside = Extent::of_size(self.w, self.h).contains(i64::from(p.x), i64::from(p.y));
        inside.then(|| (self.index(p.x as u32 / 64, p.y as u32), p.x as u32 % 64))
    }
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

/// Of the size and the pixels.
impl Hash for Mask {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.size().hash(state);
        with_lanes!(&self.columns, lanes => lanes.hash(state));
    }
}

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
