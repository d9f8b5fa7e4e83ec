//! What a mask stores: its pixels, where the solid ones lie, and what is kept for later queries. Among that are masks again, such as turned
//! copies and the cells of the occupancy grid. So all these types are declared here; what is done with them is in the files of their names.

use alloc::boxed::Box;
use alloc::vec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::sync::atomic::AtomicBool;

use super::bounds::{Bounds, RowSpan};
use super::kept::{Cracks, Field, Lazy, RUNGS, Reach, Silhouette, Stamp, Turned};
use crate::bits::{self, Columns, Isa, Kernel, Lane, MadeOnce, PAD, column, prefetch, with_lanes};
use crate::geom::{Point, Rect};
use crate::invalid_argument::{InvalidArgument, OrPanic};

/// Which pixels of a sprite are solid: one bit per pixel.
///
/// # Guarantees
/// - Two masks are equal if their sizes and pixels are equal. How they were made does not matter.
/// - Between two masks, `overlaps`, `overlap_area`, `first_overlap` and `overlap_bounds` never allocate. Queries that return a mask or a
///   list allocate it; casts, separations and posed queries allocate where they need to.
/// - `Mask` is `Send` and `Sync`. To share one between sprites, use an `Arc` or a reference.
/// - A mask has at most [`Mask::MAX_SIDE`] pixels per side and [`Mask::MAX_PIXELS`] in total.
///
/// # Edits
/// Methods that keep the size edit the mask in place and return nothing: `set`, `fill`, `invert`, `union_with`, `fill_holes`. Methods that
/// may change the size return a new mask: `crop`, `flip_h`, `rotate90`, `grow`, `shrink`; `grow` also returns where its origin lies.
///
/// # Memory
/// One bit per pixel, in columns that are 64 pixels wide (16 or 32 for sprites that are that narrow), each with 16 spare rows, plus about
/// 100 bytes. Posed queries and casts keep more data with the mask: a distance field, the boundary, rotated and grown copies. Each is built
/// when it is first needed. [`Mask::memory_bytes`] returns the total.
///
/// ```
/// use hitmask::Mask;
/// let alpha = [0, 0, 255, 255,
///              0, 90, 200, 0];
/// let mask = Mask::from_alpha(4, 2, &alpha, 128)?;
/// assert_eq!(mask.count(), 3);
/// assert!(mask.get((2, 0)) && !mask.get((1, 1)));
/// # Ok::<(), hitmask::InvalidArgument>(())
/// ```
#[doc(alias = "hitmask")]
#[doc(alias = "bitmask")]
#[doc(alias = "bitmap")]
#[doc(alias = "hitbox")]
#[doc(alias = "collision mask")]
#[derive(Clone)]
// In this order: what a question about small masks reads is in the first 40 bytes, which are one or two cache lines and not two or three.
#[repr(C)]
pub struct Mask {
    pub(super) columns: Columns,
    pub(super) w: u32,
    pub(super) h: u32,
    /// A box that contains every solid pixel. If `tight`, it is the smallest one.
    pub(super) bounds: Bounds,
    /// For each column, the rows that contain all its solid pixels. Empty if there is only one column: then the rows of `bounds` apply.
    pub(super) spans: Box<[RowSpan]>,
    /// None for masks that are too small to need a occupancy grid, for those that were never edited, which are empty, and for results of
    /// [`Mask::overlap_mask`], because large queries on those are rare.
    pub(super) occupancy: Option<Box<KeptOccupancy>>,
    /// Data computed from the pixels and kept for later queries.
    pub(super) derived: Lazy<Derived>,
    pub(super) stamp: Stamp,
    pub(super) tight: bool,
}

/// The data that is kept with a mask.
#[derive(Default)]
pub(crate) struct Derived {
    pub(super) field: Lazy<Field>,
    pub(super) cracks: Lazy<Cracks>,
    pub(super) turned: Turned<Mask>,
    pub(super) grown: Lazy<Grown>,
    pub(super) silhouette: Lazy<Silhouette>,
    pub(super) hash: Lazy<u64>,
}

/// The grown copies of a mask: the levels that were needed so far.
#[derive(Default)]
pub(super) struct Grown(pub(super) [[Lazy<Mask>; RUNGS]; Reach::COUNT]);

/// The cells of a mask.
#[derive(Clone)]
pub(crate) struct OccupancyGrid {
    /// Cells with at least one solid pixel.
    pub(super) some: Mask,
    /// `some`, grown by one cell to the right and down. The cell grid of another mask may lie up to seven pixels to the left of and above
    /// this grid. In that grid, these are the cells that `some` touches.
    pub(super) near: Mask,
    /// Cells in which all pixels are solid.
    pub(super) full: Mask,
}

/// The occupancy grid of a mask. Edits that change much of the mask forget it, and the second question after such an edit makes it again: one
/// question alone is answered faster without it. Questions do not allocate memory, so edits allocate it for them.
///
/// Where nothing can be kept there is no occupancy grid. Without `std` there is no lock for the memory of a occupancy grid either, so questions allocate it.
pub(super) struct KeptOccupancy {
    pub(super) made: MadeOnce<OccupancyGrid>,
    /// The memory of a occupancy grid that was forgotten.
    #[cfg(feature = "std")]
    pub(super) room: std::sync::Mutex<Option<OccupancyGrid>>,
    /// Whether there was a question since it was forgotten.
    pub(super) asked: AtomicBool,
}

/// Refuses a size that exceeds the limits of [`Mask`].
pub(crate) fn fits_mask(argument: &'static str, (w, h): (u32, u32)) -> Result<(), InvalidArgument> {
    let pixels = u64::from(w) * u64::from(h);
    if w.max(h) > Mask::MAX_SIDE || pixels > Mask::MAX_PIXELS {
        return Err(InvalidArgument::too_large(argument, (w, h), Mask::MAX_SIDE, Mask::MAX_PIXELS));
    }
    Ok(())
}

/// Counts the bits that are set.
struct Count;

impl Kernel<&Columns, (), ()> for Count {
    type Output = u64;
    const GAINS: bool = true;
    #[inline(always)]
    fn run<I: Isa>(isa: I, columns: &Columns, (): (), (): ()) -> u64 {
        with_lanes!(columns, lanes => column::count(isa, lanes.as_slice()))
    }
}

impl Mask {
    /// The longest side that a mask may have, in pixels.
    pub const MAX_SIDE: u32 = 65_535;
    /// The largest number of pixels that a mask may have.
    pub const MAX_PIXELS: u64 = 1 << 31;

    /// A mask of w × h pixels, all clear.
    ///
    /// # Panics
    /// If the size exceeds [`Mask::MAX_SIDE`] or [`Mask::MAX_PIXELS`]. If the size comes from untrusted input, use [`Mask::try_new`].
    #[must_use]
    pub fn new(w: u32, h: u32) -> Mask {
        Mask::try_new(w, h).or_panic()
    }

    /// A mask of w × h pixels, all clear.
    ///
    /// # Errors
    /// [`InvalidArgument`], if the size exceeds [`Mask::MAX_SIDE`] or [`Mask::MAX_PIXELS`].
    pub fn try_new(w: u32, h: u32) -> Result<Mask, InvalidArgument> {
        fits_mask("size", (w, h))?;
        Ok(Mask::of_legal_size(w, h))
    }

    /// Refuses a size that no mask may have, such as that of a picture of which no pixel has been read yet.
    ///
    /// # Errors
    /// [`InvalidArgument`], if the size exceeds [`Mask::MAX_SIDE`] or [`Mask::MAX_PIXELS`].
    pub fn check_size(w: u32, h: u32) -> Result<(), InvalidArgument> {
        fits_mask("size", (w, h))
    }

    /// The same for a size that is known to be legal.
    pub(crate) fn of_legal_size(w: u32, h: u32) -> Mask {
        let columns = w.div_ceil(64) as usize;
        Mask {
            w,
            h,
            bounds: Bounds::default(),
            tight: true,
            columns: Columns::new(w, h),
            spans: vec![RowSpan::default(); if columns > 1 { columns } else { 0 }].into(),
            occupancy: None,
            derived: Lazy::new(),
            stamp: Stamp::default(),
        }
    }

    /// A mask of w × h pixels, all solid.
    ///
    /// # Panics
    /// If the size exceeds [`Mask::MAX_SIDE`] or [`Mask::MAX_PIXELS`].
    #[must_use]
    pub fn filled(w: u32, h: u32) -> Mask {
        let mut mask = Mask::new(w, h);
        mask.fill();
        mask
    }

    /// The width in pixels.
    #[must_use]
    #[inline]
    pub fn width(&self) -> u32 {
        self.w
    }

    /// The height in pixels.
    #[must_use]
    #[inline]
    pub fn height(&self) -> u32 {
        self.h
    }

    /// The width and the height in pixels.
    #[must_use]
    #[inline]
    pub fn size(&self) -> (u32, u32) {
        (self.w, self.h)
    }

    /// Whether the pixel is solid. False outside the mask. Takes constant time.
    #[must_use]
    pub fn get(&self, point: impl Into<Point>) -> bool {
        let p = point.into();
        self.has_texel((p.x.into(), p.y.into()))
    }

    /// Whether the pixel is solid. False outside the mask. The same as [`Mask::get`]; every shape has a method of this name.
    #[doc(alias = "point-in-polygon")]
    #[doc(alias = "hit test")]
    #[must_use]
    pub fn contains(&self, point: impl Into<Point>) -> bool {
        self.get(point)
    }

    /// Makes the pixel solid or clear. Takes constant time, but forgets the data that earlier queries kept with the mask.
    ///
    /// # Panics
    /// If the point lies outside the mask: [`Point::checked_in`] finds out.
    #[track_caller]
    #[expect(clippy::cast_sign_loss, reason = "the place was found inside")]
    pub fn set(&mut self, point: impl Into<Point>, solid: bool) {
        let p = point.into().checked_in("point", self.size()).or_panic();
        let (index, bit) = (self.index(p.x as u32 / 64, p.y as u32), p.x as u32 % 64);
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

    /// The number of solid pixels. Reads every word.
    #[doc(alias = "area")]
    #[doc(alias = "popcount")]
    #[must_use]
    pub fn count(&self) -> u64 {
        bits::run::<Count, _, _, _>(&self.columns, (), ())
    }

    /// The smallest rectangle that contains all solid pixels. None if no pixel is solid. Takes constant time for a mask in which no pixel
    /// was cleared since it was made; otherwise it may read every word.
    #[doc(alias = "aabb")]
    #[doc(alias = "bounding box")]
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        if self.tight { self.extent().to_rect() } else { self.scan_bounds().to_extent().to_rect() }
    }

    /// Whether no pixel is solid. Costs the same as [`Mask::bounds`].
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bounds().is_none()
    }

    /// The memory that the mask uses, in bytes: its fields, its pixels, and the data that queries keep with it. Clones share that data, and
    /// each clone counts it.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let spans = size_of_val(&*self.spans);
        size_of::<Mask>()
            + self.columns.memory_bytes()
            + spans
            + self.occupancy.as_ref().map_or(0, |occupancy| occupancy.memory_bytes())
            + self.derived.made().map_or(0, Derived::memory_bytes)
    }

    /// The memory of a new mask of this size, in bytes, as [`Mask::memory_bytes`] would tell it.
    pub(crate) fn bytes_of_size(w: u32, h: u32) -> usize {
        let columns = w.div_ceil(64) as usize;
        let spans = if columns > 1 { columns * size_of::<RowSpan>() } else { 0 };
        size_of::<Mask>() + Columns::bytes_of_size(w, h) + spans + KeptOccupancy::bytes_of_size(w, h)
    }

    /// The number of words that hold the pixels: 64 pixels of a row each.
    pub(crate) fn word_count(&self) -> u64 {
        u64::from(self.w.div_ceil(64)) * u64::from(self.h)
    }

    /// Whether the mask is at most one column wide.
    #[inline(always)]
    pub(crate) fn has_one_column(&self) -> bool {
        self.w <= 64
    }

    /// Prefetches the first column from a row on, at most so many cache lines.
    #[inline(always)]
    pub(crate) fn prefetch(&self, first_row: u32, lines: usize) {
        with_lanes!(&self.columns, lanes => {
            prefetch::slice(lanes.as_slice().get(first_row as usize..).unwrap_or_default(), lines);
        });
    }

    /// Whether the texel (u, v) is solid. False outside the mask.
    #[inline(always)]
    pub(crate) fn has_texel(&self, (u, v): (i64, i64)) -> bool {
        with_lanes!(&self.columns, lanes => self.has_texel_in(lanes.as_slice(), (u, v)))
    }

    /// The same for loops over many texels: the caller passes the mask's own lanes.
    #[inline(always)]
    pub(crate) fn has_texel_in<L: Lane>(&self, lanes: &[L], (u, v): (i64, i64)) -> bool {
        // As unsigned numbers, negative coordinates are larger than any side.
        let inside = (u as u64) < u64::from(self.w) && (v as u64) < u64::from(self.h);
        inside && lanes[self.index(u as u32 / 64, v as u32)].into() >> (u as u32 % 64) & 1 != 0
    }

    /// The index of the lane that stores row y of a column.
    #[inline(always)]
    pub(crate) fn index(&self, column: u32, y: u32) -> usize {
        column as usize * self.stride() + y as usize
    }

    /// The number of rows stored per column.
    #[inline(always)]
    pub(crate) fn stride(&self) -> usize {
        self.h as usize + PAD
    }

    #[inline(always)]
    pub(crate) fn columns(&self) -> &Columns {
        &self.columns
    }

    #[inline]
    pub(crate) fn columns_mut(&mut self) -> &mut Columns {
        &mut self.columns
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
            (Columns::Small(a), Columns::Small(b)) | (Columns::L64(a), Columns::L64(b)) => a == b,
            // One of them has narrow lanes, so both have one column; the other was made by `reset`.
            (a, b) => (0..self.h as usize).all(|y| a.word(y) == b.word(y)),
        }
    }
}

impl Eq for Mask {}

/// Hashes the size and the pixels.
impl Hash for Mask {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.size().hash(state);
        match &self.columns {
            Columns::Small(words) | Columns::L64(words) if self.w.max(self.h) > 32 || self.w == 0 => {
                words.hash(state);
            }
            // Lanes of either kind may hold so small a mask; their words are the same.
            columns => (0..self.h as usize).for_each(|y| columns.word(y).hash(state)),
        }
    }
}

/// Draws masks of up to 64 × 64 pixels, with `#` for solid and `.` for clear. Larger masks print only their size.
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
    /// A mask of 0 × 0 pixels.
    fn default() -> Mask {
        Mask::new(0, 0)
    }
}
