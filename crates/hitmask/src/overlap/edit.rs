//! Editing a mask with any shape.

use crate::bits::column::Edit;
use crate::bits::low_bits;
use crate::geom::{Extent, Point};
use crate::mask::Mask;
use crate::placed::{self, Shape, ShapeRef};

impl Mask {
    /// Makes every pixel solid that is solid in `other` at the [offset](crate::mask#the-offset). Pixels of `other` outside `self` are
    /// ignored.
    ///
    /// ```
    /// use hitmask::{Mask, Rect};
    /// let mut mask = Mask::new(8, 8);
    /// mask.union_with(&Rect::new(0, 0, 4, 4), (6, 6));
    /// assert_eq!(mask.bounds(), Some(Rect::new(6, 6, 2, 2)));
    /// ```
    pub fn union_with<S: Shape + ?Sized>(&mut self, other: &S, offset: impl Into<Point>) {
        self.edit(placed::of(other), offset.into(), Edit::Union);
    }

    /// Clears every pixel that is solid in `other` at the [offset](crate::mask#the-offset).
    pub fn difference_with<S: Shape + ?Sized>(&mut self, other: &S, offset: impl Into<Point>) {
        self.edit(placed::of(other), offset.into(), Edit::Subtract);
    }

    /// Clears every pixel that is not solid in `other` at the [offset](crate::mask#the-offset). So all pixels outside `other` are cleared,
    /// too.
    pub fn intersect_with<S: Shape + ?Sized>(&mut self, other: &S, offset: impl Into<Point>) {
        self.edit(placed::of(other), offset.into(), Edit::Intersect);
    }

    /// Toggles every pixel that is solid in `other` at the [offset](crate::mask#the-offset): a clear pixel becomes solid, and a solid one
    /// clear.
    pub fn symmetric_difference_with<S: Shape + ?Sized>(&mut self, other: &S, offset: impl Into<Point>) {
        self.edit(placed::of(other), offset.into(), Edit::Toggle);
    }

    /// Edits the mask with any shape, by the operation that is asked for.
    pub(crate) fn edit(&mut self, other: ShapeRef<'_>, offset: Point, edit: Edit) {
        if let ShapeRef::Bits(other) = other {
            return self.edit_by_mask(other, offset, edit);
        }
        self.edit_by(other.extent().shifted(offset), other.is_tight(), edit, |mask, touched| {
            mask.edit_windows(other, offset, edit, touched);
        });
    }

    /// Edits the mask with any shape, one word of `self` at a time.
    fn edit_windows(&mut self, other: ShapeRef<'_>, offset: Point, edit: Edit, touched: Extent) {
        for column in touched.x0 as u32 / 64..(touched.x1 as u32).div_ceil(64) {
            let keep = low_bits(self.width() - column * 64);
            for y in touched.y0..touched.y1 {
                let index = self.index(column, y as u32);
                let x = i64::from(column) * 64 - i64::from(offset.x);
                let under = other.window(x, y - i64::from(offset.y)) & keep;
                let word = edit.apply(self.columns().word(index), under);
                self.columns_mut().set_word(index, word);
            }
        }
    }
}
