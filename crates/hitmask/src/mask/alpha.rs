use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::build::check_length;
use super::kept::{Lazy, Stamp, Turned};
use super::storage::Mask;
use crate::bits::{bits_of, span_bits};
use crate::geom::{Extent, Point, Turn};
use crate::invalid_argument::InvalidArgument;

/// One alpha byte per pixel, for queries that a single threshold cannot answer.
///
/// - **A level chosen per query.** [`AlphaMask::at_level`] reads the alphas at a level and has every overlap method. Each side of a query
///   has its own level, so one query can ignore shadows or smoke and another can include them. If your level is always the same, call
///   [`AlphaMask::to_mask`] once: queries are then many times faster.
/// - **Alpha sum.** [`AlphaMask::overlaps`] and the other overlap methods collide two translucent sprites where both alphas are above 0 and
///   their sum is at least 255. So two panes of half-transparent glass touch where together they would hide the background.
///
/// Besides the bytes it stores two masks: the pixels with alpha above 0, and the pixels with alpha 255. These decide most pixels without
/// reading the bytes.
///
/// ```
/// use hitmask::AlphaMask;
/// let glass = AlphaMask::from_alpha(2, 1, &[128, 127])?;
/// assert_eq!(glass.overlap_area(&glass, (0, 0)), 1);                                // 128 + 128, not 127 + 127
/// assert!(glass.at_level(100).overlaps(&glass.at_level(128), (1, 0)));              // 127 >= 100 meets 128 >= 128
/// # Ok::<(), hitmask::InvalidArgument>(())
/// ```
#[derive(Clone)]
pub struct AlphaMask {
    bytes: Vec<u8>,
    /// Where alpha is above 0. The size of this mask is the size of the picture.
    visible: Mask,
    /// Where alpha is 255.
    opaque: Mask,
    pub(super) derived: DerivedAlphas,
}

/// The data that is kept with alphas.
#[derive(Clone, Default)]
pub(crate) struct DerivedAlphas {
    pub(super) turned: Lazy<Turned<AlphaMask>>,
    pub(super) stamp: Stamp,
    pub(super) hash: Lazy<u64>,
}

impl AlphaMask {
    /// An alpha mask of w × h pixels, all with alpha 0.
    ///
    /// # Panics
    /// The same as [`Mask::new`]: [`Mask::check_size`] finds out.
    #[must_use]
    pub fn new(w: u32, h: u32) -> AlphaMask {
        let visible = Mask::new(w, h);
        AlphaMask {
            bytes: vec![0; w as usize * h as usize],
            opaque: visible.clone(),
            visible,
            derived: DerivedAlphas::default(),
        }
    }

    /// An alpha mask from one byte per pixel, row by row from the top.
    ///
    /// # Errors
    /// [`InvalidArgument`], unless there are w × h bytes, or if the size exceeds the limits of a mask.
    pub fn from_alpha(w: u32, h: u32, alpha: &[u8]) -> Result<AlphaMask, InvalidArgument> {
        AlphaMask::of_bytes(w, h, alpha.into())
    }

    /// The same of a list that is kept, if it is one already.
    pub(crate) fn of_bytes(w: u32, h: u32, alpha: Cow<'_, [u8]>) -> Result<AlphaMask, InvalidArgument> {
        Ok(AlphaMask {
            visible: Mask::from_alpha(w, h, &alpha, 1)?,
            opaque: Mask::from_alpha(w, h, &alpha, 255)?,
            bytes: alpha.into_owned(),
            derived: DerivedAlphas::default(),
        })
    }

    /// An alpha mask with the alphas that `f(x, y)` returns. Calls `f` once per pixel, row by row from the top, left to right.
    ///
    /// # Panics
    /// The same as [`Mask::new`].
    #[must_use]
    pub fn from_fn(w: u32, h: u32, f: impl FnMut(u32, u32) -> u8) -> AlphaMask {
        let mut alphas = AlphaMask::new(w, h);
        alphas.redraw_by(w, h, f);
        alphas
    }

    /// Redraws at size w × h with the alphas that `f` returns. Reuses the memory if it is large enough.
    pub(crate) fn redraw_by(&mut self, w: u32, h: u32, mut f: impl FnMut(u32, u32) -> u8) {
        self.bytes.clear();
        for y in 0..h {
            self.bytes.extend((0..w).map(|x| f(x, y)));
        }
        self.take_bytes(w, h);
    }

    /// Redraws the masks of visible and of opaque pixels. Not in [`AlphaMask::redraw_by`], which is compiled for each function.
    fn take_bytes(&mut self, w: u32, h: u32) {
        let bytes = &self.bytes;
        let row = |y: u32| &bytes[y as usize * w as usize..][..w as usize];
        self.visible.redraw_by(w, h, |x, y| row(y)[x as usize] > 0);
        self.opaque.redraw_by(w, h, |x, y| row(y)[x as usize] == 255);
        self.derived = DerivedAlphas::default();
    }

    /// An alpha mask from four bytes per pixel: red, green, blue, alpha, row by row from the top.
    ///
    /// # Errors
    /// [`InvalidArgument`], unless there are 4 × w × h bytes, or if the size exceeds the limits of a mask.
    pub fn from_rgba8(w: u32, h: u32, rgba: &[u8]) -> Result<AlphaMask, InvalidArgument> {
        Mask::check_size(w, h)?;
        check_length(u64::from(w) * u64::from(h) * 4, rgba.len(), "bytes")?;
        let alpha: Vec<u8> = rgba.iter().skip(3).step_by(4).copied().collect();
        AlphaMask::of_bytes(w, h, alpha.into())
    }

    /// An alpha mask with alpha 255 where the mask is solid and 0 elsewhere.
    #[must_use]
    pub fn from_mask(mask: &Mask) -> AlphaMask {
        let mut bytes = vec![0; mask.width() as usize * mask.height() as usize];
        mask.for_each_word(|x, y, word| {
            let row = y as usize * mask.width() as usize + x as usize;
            bits_of(word).for_each(|bit| bytes[row + bit as usize] = 255);
        });
        AlphaMask { bytes, visible: mask.clone(), opaque: mask.clone(), derived: DerivedAlphas::default() }
    }

    /// The width in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.visible.width()
    }

    /// The height in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.visible.height()
    }

    /// The width and the height in pixels.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        self.visible.size()
    }

    /// The alpha of a pixel. 0 outside.
    #[must_use]
    pub fn alpha(&self, point: impl Into<Point>) -> u8 {
        self.index_of(point.into()).map_or(0, |index| self.bytes[index])
    }

    /// Sets the alpha of a pixel.
    ///
    /// # Panics
    /// If the point lies outside: [`Point::checked_in`] finds out.
    #[track_caller]
    pub fn set(&mut self, point: impl Into<Point>, alpha: u8) {
        let p = point.into();
        self.visible.set(p, alpha > 0);
        self.opaque.set(p, alpha == 255);
        let index = self.index_of(p).expect("both masks have the pixel");
        self.bytes[index] = alpha;
        self.derived = DerivedAlphas::default();
    }

    /// The alphas, row by row from the top.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The largest alpha; 0 if there are no pixels. Reads every byte. If it is below the level of a query, the sprite cannot collide in
    /// that query, even if you can see it.
    #[must_use]
    pub fn max_alpha(&self) -> u8 {
        self.bytes.iter().copied().max().unwrap_or(0)
    }

    /// A view of the alphas at a level: a pixel is solid if its alpha is at least the level. Level 0 makes every pixel solid. Takes
    /// constant time.
    #[doc(alias = "alpha_threshold")]
    #[doc(alias = "threshold")]
    #[must_use]
    pub fn at_level(&self, level: u8) -> AlphaLevel<'_> {
        AlphaLevel { alpha: self, level }
    }

    /// The mask of the pixels whose alpha is at least the threshold. The alphas are lost. If all of them are 0 or 255 and the threshold is
    /// above 0, [`AlphaMask::from_mask`] restores them.
    #[must_use]
    pub fn to_mask(&self, threshold: u8) -> Mask {
        let (w, h) = self.size();
        Mask::from_alpha(w, h, &self.bytes, threshold).expect("there is a byte for each pixel")
    }

    /// The memory that it uses, in bytes: its fields, its pixels, and the copies that posed queries keep with it.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.bytes.len()
            + self.visible.memory_bytes()
            + self.opaque.memory_bytes()
            + size_of::<Vec<u8>>()
            + self.derived.memory_bytes()
    }

    /// The alpha of the texel (u, v). None outside.
    #[inline]
    pub(crate) fn texel(&self, (u, v): (i64, i64)) -> Option<u8> {
        let inside = Extent::of_size(self.width(), self.height()).contains(u, v);
        inside.then(|| self.bytes[v as usize * self.width() as usize + u as usize])
    }

    /// Where alpha is above 0.
    pub(crate) fn visible(&self) -> &Mask {
        &self.visible
    }

    /// Where alpha is 255.
    pub(crate) fn opaque(&self) -> &Mask {
        &self.opaque
    }

    /// The alphas of a row from x to its end. The pixel (x, y) must lie inside.
    #[inline]
    pub(crate) fn row(&self, x: u32, y: u32) -> &[u8] {
        let start = y as usize * self.width() as usize;
        &self.bytes[start + x as usize..start + self.width() as usize]
    }

    fn index_of(&self, p: Point) -> Option<usize> {
        let inside = Extent::of_size(self.width(), self.height()).contains(i64::from(p.x), i64::from(p.y));
        inside.then(|| p.y as usize * self.width() as usize + p.x as usize)
    }
}

impl PartialEq for AlphaMask {
    fn eq(&self, other: &AlphaMask) -> bool {
        self.size() == other.size() && self.bytes == other.bytes
    }
}

impl Eq for AlphaMask {}

/// Hashes the size and the alphas.
impl Hash for AlphaMask {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.size().hash(state);
        self.bytes.hash(state);
    }
}

impl From<&Mask> for AlphaMask {
    /// The same as [`AlphaMask::from_mask`].
    fn from(mask: &Mask) -> AlphaMask {
        AlphaMask::from_mask(mask)
    }
}

impl fmt::Debug for AlphaMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AlphaMask({} x {}, greatest alpha {})", self.width(), self.height(), self.max_alpha())
    }
}

/// An [`AlphaMask`] read at a level: a pixel is solid if its alpha is at least the level. Made by [`AlphaMask::at_level`] in constant time.
#[derive(Clone, Copy, Debug)]
pub struct AlphaLevel<'a> {
    alpha: &'a AlphaMask,
    level: u8,
}

impl<'a> AlphaLevel<'a> {
    /// The level.
    #[must_use]
    pub fn level(&self) -> u8 {
        self.level
    }

    /// The width and the height in pixels.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        self.alpha.size()
    }

    /// The solid pixels as a mask. Use it if you ask many queries at the same level.
    #[must_use]
    pub fn to_mask(&self) -> Mask {
        self.alpha.to_mask(self.level)
    }

    /// Whether the pixel is solid. False outside.
    #[must_use]
    pub fn get(&self, point: impl Into<Point>) -> bool {
        self.alpha.index_of(point.into()).is_some_and(|index| self.alpha.bytes[index] >= self.level)
    }

    /// Whether the pixel is solid. False outside. The same as [`AlphaLevel::get`]; every shape has a method of this name.
    #[must_use]
    pub fn contains(&self, point: impl Into<Point>) -> bool {
        self.get(point)
    }

    /// The alphas behind the view.
    pub(crate) fn alpha(&self) -> &'a AlphaMask {
        self.alpha
    }

    /// Calls `f` with the alphas turned, at the same level.
    #[inline]
    pub(crate) fn with_turned<R>(&self, turn: Turn, f: impl FnOnce(&AlphaLevel<'_>) -> R) -> R {
        self.alpha.with_turned(turn, |alpha| f(&alpha.at_level(self.level)))
    }

    /// A box that contains every solid pixel. It may be larger than necessary.
    pub(crate) fn extent(self) -> Extent {
        if self.level == 0 {
            Extent::of_size(self.alpha.width(), self.alpha.height())
        } else {
            self.alpha.visible.extent()
        }
    }

    /// The 64 pixels of a row from x on. Pixels outside are clear.
    pub(crate) fn window(self, x: i64, y: i64) -> u64 {
        let (w, h) = self.alpha.size();
        if y < 0 || y >= i64::from(h) || x <= -64 || x >= i64::from(w) {
            return 0;
        }
        let opaque = self.alpha.opaque.window(x, y);
        // Only pixels with an alpha from 1 to 254 need their bytes.
        let unsure = match self.level {
            0 => return span_bits(0, w.into(), x),
            255 => 0,
            _ => self.alpha.visible.window(x, y) & !opaque,
        };
        if unsure == 0 {
            return opaque;
        }
        let left = x.max(0);
        let row = self.alpha.row(left as u32, y as u32);
        let inside = &row[..row.len().min((x + 64 - left) as usize)];
        let solid = inside.iter().rev().fold(0, |word, &a| word << 1 | u64::from(a >= self.level));
        solid << (left - x)
    }
}
