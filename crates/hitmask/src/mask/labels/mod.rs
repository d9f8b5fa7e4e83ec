//! A label for each pixel: which part of a sprite it belongs to.

mod build;
mod codec;
mod names;
mod set;
mod transform;
mod view;

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};

pub use names::LabelNames;
pub use set::Labels;
pub use view::LabelView;

use super::Mask;
use super::kept::Lazy;
use crate::bits::bits_of;
use crate::geom::{Extent, Point};

/// One label per pixel: 0 where the sprite is clear, 1 to 255 for its parts (a head, a body, a shield). So a hit can say which part was
/// met. Each label may have a name and a number of yours: see [`LabelNames`].
///
/// As a [`Shape`](crate::Shape) it is solid where its label is not 0. [`LabelMask::only`] is a view of some labels, which is a shape, too.
/// [`LabelMask::overlap_labels`] tells which labels meet, how many pixels of each, and where; [`LabelMask::label_hit`] those of the first
/// pixel. As the shape of a [`Collider`](crate::Collider) it tells events what was hit: see
/// [`EventDetail::labels`](crate::EventDetail::labels).
///
/// ```
/// use hitmask::{LabelMask, Mask};
/// const HEAD: u8 = 1;
/// const BODY: u8 = 2;
/// let mut hero = LabelMask::from_labels(3, 3, &[0, 1, 0,
///                                               2, 2, 2,
///                                               2, 0, 2])?;
/// hero.names_mut().set(HEAD, "head", 100);                 // a name, and what a hit costs
/// let bullet = Mask::filled(2, 1);
/// let hit = hero.label_hit(&bullet, (0, 0)).unwrap();
/// assert_eq!(hero.names().name(hit.labels[0]), "head");
/// assert!(!hero.only(HEAD).overlaps(&bullet, (0, 1)));     // this one meets the body alone
/// # Ok::<(), hitmask::InvalidArgument>(())
/// ```
///
/// # Memory
/// One byte per pixel, and the mask of the solid pixels: one bit per pixel and a little more. A mask and a label mask of the same pixels
/// answer every question about solid pixels in the same time.
#[doc(alias = "hurtbox")]
#[doc(alias = "body part")]
#[derive(Clone)]
pub struct LabelMask {
    bytes: Vec<u8>,
    /// Where the label is not 0. The size of this mask is the size of the picture.
    solid: Arc<Mask>,
    names: LabelNames,
    /// The hash of all of it.
    hash: Lazy<u64>,
}

impl LabelMask {
    /// A label mask of w × h pixels, all clear.
    ///
    /// # Panics
    /// The same as [`Mask::new`]: [`Mask::check_size`] finds out.
    #[must_use]
    pub fn new(w: u32, h: u32) -> LabelMask {
        let solid = Mask::new(w, h);
        LabelMask::of_parts(vec![0; w as usize * h as usize], solid, LabelNames::new())
    }

    /// The bytes must be those of the mask: its size, and 0 where it is clear.
    fn of_parts(bytes: Vec<u8>, solid: Mask, names: LabelNames) -> LabelMask {
        LabelMask { bytes, solid: Arc::new(solid), names, hash: Lazy::new() }
    }

    /// The width in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.solid.width()
    }

    /// The height in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.solid.height()
    }

    /// The width and the height in pixels.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        self.solid.size()
    }

    /// The label of a pixel. 0 where it is clear, and outside.
    #[must_use]
    pub fn label(&self, point: impl Into<Point>) -> u8 {
        let Point { x, y } = point.into();
        self.texel((x.into(), y.into()))
    }

    /// Whether the pixel is solid: whether its label is not 0. False outside.
    #[must_use]
    pub fn contains(&self, point: impl Into<Point>) -> bool {
        self.label(point) != 0
    }

    /// Sets the label of a pixel. 0 makes it clear.
    ///
    /// # Panics
    /// If the point lies outside: [`Point::checked_in`] finds out.
    #[track_caller]
    pub fn set(&mut self, point: impl Into<Point>, label: u8) {
        let p = point.into();
        self.solid_mut().set(p, label != 0);
        let place = p.y as usize * self.width() as usize + p.x as usize;
        self.bytes[place] = label;
    }

    /// The labels, row by row from the top.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The solid pixels: those whose label is not 0. Use it for the verbs that only masks have.
    #[must_use]
    pub fn mask(&self) -> &Mask {
        &self.solid
    }

    /// The labels that some pixel has, without 0. Reads every byte.
    #[must_use]
    pub fn labels(&self) -> Labels {
        self.bytes.iter().copied().filter(|&label| label != 0).collect()
    }

    /// The number of pixels with a label. Reads every byte.
    #[must_use]
    pub fn count(&self, label: u8) -> u64 {
        self.bytes.iter().map(|&byte| u64::from(byte == label)).sum()
    }

    /// The names and numbers of its labels.
    #[must_use]
    pub fn names(&self) -> &LabelNames {
        &self.names
    }

    /// The names and numbers of its labels, to be changed.
    pub fn names_mut(&mut self) -> &mut LabelNames {
        self.forget_hash();
        &mut self.names
    }

    /// The same label mask with these names and numbers.
    #[must_use]
    pub fn with_names(mut self, names: impl Into<LabelNames>) -> LabelMask {
        *self.names_mut() = names.into();
        self
    }

    /// One number for the size, the labels, and their names and numbers. It is the same on every machine and in every version of this
    /// library. Two label masks that differ have different hashes but for a chance of about 2⁻⁶⁴. It is kept until an edit.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        self.hash.with(|| self.find_hash(), |&hash| hash)
    }

    /// The memory that it uses, in bytes: its fields, its labels and names, its solid pixels, and what posed queries keep with these.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.bytes.len() + self.solid.memory_bytes() + size_of::<LabelMask>() + self.names.memory_bytes()
    }

    /// The solid pixels, shared.
    #[inline]
    pub(crate) fn solid(&self) -> &Arc<Mask> {
        &self.solid
    }

    /// The solid pixels, to be changed together with the bytes.
    pub(crate) fn solid_mut(&mut self) -> &mut Mask {
        self.forget_hash();
        Arc::make_mut(&mut self.solid)
    }

    /// Is called with every change.
    pub(crate) fn forget_hash(&mut self) {
        self.hash = Lazy::new();
    }

    /// The label of the texel (u, v). 0 outside.
    #[inline]
    pub(crate) fn texel(&self, (u, v): (i64, i64)) -> u8 {
        let inside = Extent::of_size(self.width(), self.height()).contains(u, v);
        if inside { self.bytes[v as usize * self.width() as usize + u as usize] } else { 0 }
    }

    /// Gives a label to some of the 64 pixels of row y from x on, the first in the lowest bit. They must lie inside. The caller must change
    /// the solid pixels in the same way.
    pub(crate) fn write_word(&mut self, x: u32, y: u32, word: u64, label: u8) {
        let row = y as usize * self.width() as usize + x as usize;
        bits_of(word).for_each(|bit| self.bytes[row + bit as usize] = label);
    }
}

impl PartialEq for LabelMask {
    fn eq(&self, other: &LabelMask) -> bool {
        self.size() == other.size() && self.bytes == other.bytes && self.names == other.names
    }
}

impl Eq for LabelMask {}

/// Hashes the size, the labels, and their names and numbers.
impl Hash for LabelMask {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.size().hash(state);
        self.bytes.hash(state);
        self.names.hash(state);
    }
}

impl fmt::Debug for LabelMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LabelMask({} x {}, {} labels)", self.width(), self.height(), self.labels().len())
    }
}
