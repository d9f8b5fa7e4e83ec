//! Some labels of a label mask, as a shape.

use super::{LabelMask, Labels};
use crate::bits::bits_of;
use crate::geom::{Extent, Point};
use crate::mask::Mask;

/// A [`LabelMask`] of which only some labels count: a pixel is solid if its label is one of these. Made by [`LabelMask::only`] in constant
/// time.
#[derive(Clone, Copy, Debug)]
pub struct LabelView<'a> {
    labels: &'a LabelMask,
    only: Labels,
}

impl LabelMask {
    /// A view in which only pixels with one of these labels are solid: `only(1)`, `only([1, 4])`, `only(1..=9)`. Label 0 is always clear.
    /// Takes constant time. A query reads the label of every solid pixel in question, so it is slower than that of a mask; if you ask the
    /// same often, make a mask: [`LabelView::to_mask`].
    ///
    /// ```
    /// use hitmask::{LabelMask, Rect};
    /// let shield = LabelMask::from_labels(4, 1, &[1, 1, 2, 0])?;
    /// let hit = Rect::new(0, 0, 3, 1);
    /// assert_eq!(shield.only(1).overlap_area(&hit, (0, 0)), 2);
    /// assert_eq!(shield.only([0, 2]).overlap_area(&hit, (0, 0)), 1);
    /// assert!(!shield.only(3..=255).overlaps(&hit, (0, 0)));
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    #[must_use]
    pub fn only(&self, labels: impl Into<Labels>) -> LabelView<'_> {
        let mut only = labels.into();
        only.remove(0);
        LabelView { labels: self, only }
    }
}

impl<'a> LabelView<'a> {
    /// The labels that count. 0 is never among them.
    #[must_use]
    pub fn labels(&self) -> Labels {
        self.only
    }

    /// The width and the height in pixels.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        self.labels.size()
    }

    /// Whether the pixel is solid. False outside.
    #[must_use]
    pub fn contains(&self, point: impl Into<Point>) -> bool {
        self.only.contains(self.labels.label(point))
    }

    /// The solid pixels as a mask. Use it if you ask many queries.
    #[must_use]
    pub fn to_mask(&self) -> Mask {
        let (w, h) = self.size();
        let is_solid = |&[label]: &[u8; 1]| self.only.contains(label);
        Mask::from_pixels(w, h, &self.labels.bytes, is_solid).expect("there is a label for each pixel")
    }

    /// The labels behind the view.
    pub(crate) fn behind(&self) -> &'a LabelMask {
        self.labels
    }

    /// A box that contains every solid pixel. It may be larger than necessary.
    pub(crate) fn extent(&self) -> Extent {
        self.labels.solid.extent()
    }

    /// The 64 pixels of a row from x on. Pixels outside are clear.
    pub(crate) fn window(&self, x: i64, y: i64) -> u64 {
        let solid = self.labels.solid.window(x, y);
        bits_of(solid)
            .filter(|&bit| self.only.contains(self.labels.texel((x + i64::from(bit), y))))
            .fold(0, |word, bit| word | 1 << bit)
    }
}
