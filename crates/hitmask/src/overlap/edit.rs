//! Editing a mask by any shape.

use crate::bits::column::Edit;
use crate::bits::low_bits;
use crate::geom::{Extent, Point};
use crate::mask::{AlphaLevel, Mask, pair};
use crate::placed::{self, Shape, ShapeRef};

impl Mask {
    /// Makes solid every pixel that is solid in `other` at the [offset](crate::mask#the-offset). What lies outside `self`
    /// is left out.
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

    /// Clears every pixel that is not solid in `other` at the [offset](crate::mask#the-offset): all that lie outside it,
    /// too.
    pub fn intersect_with<S: Shape + ?Sized>(&mut self, other: &S, offset: impl Into<Point>) {
        self.edit(placed::of(other), offset.into(), Edit::Intersect);
    }

    /// Makes solid what is clear and clear what is solid, wherever `other` is solid at the
    /// [offset](crate::mask#the-offset).
    pub fn symmetric_difference_with<S: Shape + ?Sized>(&mut self, other: &S, offset: impl Into<Point>) {
        self.edit(placed::of(other), offset.into(), Edit::Toggle);
    }

    /// The pixels that are solid in both, as a mask of `self`'s size. The [offset](crate::mask#the-offset) is `other`'s
    /// origin minus `self`'s. Allocates the result; [`Mask::intersect_with`] on a mask of your own doesn't.
    #[must_use]
    pub fn overlap_mask<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> Mask {
        let (other, offset) = (placed::of(other), offset.into());
        if let ShapeRef::Bits(other) = other {
            return pair::meet(self, other, offset);
        }
        let mut mask = self.clone();
        mask.edit(other, offset, Edit::Intersect);
        mask
    }

    /// What all of these do.
    pub(crate) fn edit(&mut self, other: ShapeRef<'_>, offset: Point, edit: Edit) {
        if let ShapeRef::Bits(other) = other {
            return self.edit_by_mask(other, offset, edit);
        }
        self.edit_by(other.extent().shifted(offset), other.is_tight(), edit, |mask, touched| {
            mask.edit_windows(other, offset, edit, touched);
        });
    }

    /// Any shape, a word of self at a time.
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

impl AlphaLevel<'_> {
    /// The pixels that are solid in both, as a mask of `self`'s size. The [offset](crate::mask#the-offset) is `other`'s
    /// origin minus `self`'s.
    #[must_use]
    pub fn overlap_mask<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> Mask {
        self.to_mask().overlap_mask(other, offset)
    }
}
