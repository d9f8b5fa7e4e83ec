//! New label masks by moving whole pixels: crop, flips, quarter turns. Names and numbers stay.

use alloc::vec::Vec;

use super::LabelMask;
use crate::geom::Rect;
use crate::mask::Mask;
use crate::mask::build::{crop_bytes, of_each};

impl LabelMask {
    /// The pixels inside a rectangle, as a label mask of the rectangle's size. Pixels outside `self` are clear.
    ///
    /// # Panics
    /// If the rectangle exceeds the size limits of a mask. [`Rect::checked`] finds out.
    #[must_use]
    pub fn crop(&self, rect: Rect) -> LabelMask {
        let solid = self.solid.crop(rect);
        let bytes = crop_bytes(&self.bytes, self.size(), rect);
        LabelMask::of_parts(bytes, solid, self.names.clone())
    }

    /// The label mask mirrored horizontally: left and right are exchanged.
    #[doc(alias = "mirror")]
    #[must_use]
    pub fn flip_h(&self) -> LabelMask {
        let mut bytes = self.bytes.clone();
        // Without columns there are no bytes.
        bytes.chunks_mut(self.width().max(1) as usize).for_each(<[u8]>::reverse);
        self.moved(bytes, Mask::flip_h)
    }

    /// The label mask mirrored vertically: top and bottom are exchanged.
    #[doc(alias = "mirror")]
    #[must_use]
    pub fn flip_v(&self) -> LabelMask {
        let rows: Vec<&[u8]> = self.bytes.rchunks(self.width().max(1) as usize).collect();
        self.moved(rows.concat(), Mask::flip_v)
    }

    /// The label mask rotated clockwise by a quarter turn: the left column, read from the bottom up, becomes the top row.
    #[doc(alias = "rotate")]
    #[must_use]
    pub fn rotate90(&self) -> LabelMask {
        let (w, h) = self.solid.size();
        let bytes = of_each(h, w, |y, x| self.bytes[((h - 1 - y) * w + x) as usize]);
        self.moved(bytes, Mask::rotate90)
    }

    fn moved(&self, bytes: Vec<u8>, solid: impl FnOnce(&Mask) -> Mask) -> LabelMask {
        LabelMask::of_parts(bytes, solid(&self.solid), self.names.clone())
    }
}
