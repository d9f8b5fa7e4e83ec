//! New label masks by moving whole pixels: crop, flips, quarter turns. Names and numbers stay.

use alloc::vec;
use alloc::vec::Vec;

use super::LabelMask;
use crate::geom::{Extent, Rect};
use crate::mask::Mask;
use crate::mask::build::of_each;

impl LabelMask {
    /// The pixels inside a rectangle, as a label mask of the rectangle's size. Pixels outside `self` are clear.
    ///
    /// # Panics
    /// If the rectangle exceeds the size limits of a mask. [`Rect::checked`] finds out.
    #[must_use]
    pub fn crop(&self, rect: Rect) -> LabelMask {
        let solid = self.solid.crop(rect);
        let mut bytes = vec![0; rect.w as usize * rect.h as usize];
        // In the pixels of self.
        let corner = Extent { x0: rect.x.into(), y0: rect.y.into(), x1: 0, y1: 0 };
        let whole = Extent { x1: corner.x0 + i64::from(rect.w), y1: corner.y0 + i64::from(rect.h), ..corner };
        let inside = whole.intersection(Extent::of_size(self.width(), self.height()));
        if !inside.is_empty() {
            let n = (inside.x1 - inside.x0) as usize;
            for y in inside.y0..inside.y1 {
                let from = y as usize * self.width() as usize + inside.x0 as usize;
                let to = (y - corner.y0) as usize * rect.w as usize + (inside.x0 - corner.x0) as usize;
                bytes[to..to + n].copy_from_slice(&self.bytes[from..from + n]);
            }
        }
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
