//! Changing a mask in place.

use super::Mask;
use super::bounds::Bounds;
use super::low_bits;
use crate::Shape;
use crate::geom::{Extent, Point};
use crate::kernel::column::Edit;
use crate::narrow_phase::overlap::{self, ShapeRef};

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
        self.edit(overlap::of(other), offset.into(), Edit::Union);
    }

    /// Clears every pixel that is solid in `other` at the [offset](crate::mask#the-offset).
    pub fn subtract<S: Shape + ?Sized>(&mut self, other: &S, offset: impl Into<Point>) {
        self.edit(overlap::of(other), offset.into(), Edit::Subtract);
    }

    /// Clears every pixel that is not solid in `other` at the [offset](crate::mask#the-offset): all that lie outside it,
    /// too.
    pub fn intersect_with<S: Shape + ?Sized>(&mut self, other: &S, offset: impl Into<Point>) {
        self.edit(overlap::of(other), offset.into(), Edit::Intersect);
    }

    /// Makes solid what is clear and clear what is solid, wherever `other` is solid at the
    /// [offset](crate::mask#the-offset).
    pub fn toggle_with<S: Shape + ?Sized>(&mut self, other: &S, offset: impl Into<Point>) {
        self.edit(overlap::of(other), offset.into(), Edit::Toggle);
    }

    /// The pixels that are solid in both, as a mask of `self`'s size. The [offset](crate::mask#the-offset) is `other`'s
    /// origin minus `self`'s. Allocates the result; [`Mask::intersect_with`] on a mask of your own doesn't.
    #[must_use]
    pub fn overlap_mask<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> Mask {
        let (other, offset) = (overlap::of(other), offset.into());
        if let ShapeRef::Bits(other) = other {
            return overlap::meet_bits(self, other, offset);
        }
        let mut mask = self.clone();
        mask.edit(other, offset, Edit::Intersect);
        mask
    }

    /// Makes every clear pixel solid and every solid pixel clear.
    pub fn invert(&mut self) {
        self.map_words(|_, _, word| !word);
    }

    /// Makes every pixel solid.
    pub fn fill(&mut self) {
        self.map_words(|_, _, _| u64::MAX);
    }

    /// Makes every pixel clear.
    pub fn clear(&mut self) {
        self.map_words(|_, _, _| 0);
    }

    /// What all of these do.
    pub(crate) fn edit(&mut self, other: ShapeRef<'_>, offset: Point, edit: Edit) {
        let all = other.extent().shifted(offset);
        let whole = Extent::of_size(self.w, self.h);
        let touched = whole.intersection(all);
        if edit == Edit::Intersect {
            self.clear_outside(touched);
        }
        if touched.is_empty() {
            self.pixels_changed(if edit == Edit::Intersect { whole } else { touched });
            return;
        }
        match other {
            ShapeRef::Bits(other) => overlap::edit_bits(self, other, offset, edit),
            _ => self.edit_windows(other, offset, edit, touched),
        }
        match edit {
            Edit::Union | Edit::Toggle => self.include(touched),
            Edit::Subtract => {}
            Edit::Intersect => {
                let bounds = self.extent().intersection(touched);
                self.bounds = if bounds.is_empty() { Bounds::default() } else { Bounds::from_extent(bounds) };
            }
        }
        self.tight = self.tight && edit == Edit::Union && touched == all && other.is_tight();
        self.pixels_changed(if edit == Edit::Intersect { whole } else { touched });
    }

    /// Any shape, a word of self at a time.
    fn edit_windows(&mut self, other: ShapeRef<'_>, offset: Point, edit: Edit, touched: Extent) {
        for column in touched.x0 as u32 / 64..(touched.x1 as u32).div_ceil(64) {
            let keep = low_bits(self.w - column * 64);
            for y in touched.y0..touched.y1 {
                let index = self.index(column, y as u32);
                let x = i64::from(column) * 64 - i64::from(offset.x);
                let under = other.window(x, y - i64::from(offset.y)) & keep;
                self.columns.set_word(index, edit.apply(self.columns.word(index), under));
            }
        }
    }

    /// Clears the rows and the columns of words that lie wholly outside.
    fn clear_outside(&mut self, kept: Extent) {
        let (w, h) = (self.w, self.h);
        for column in 0..w.div_ceil(64) {
            let x = i64::from(column) * 64;
            let rows = if kept.is_empty() || x >= kept.x1 || x + 64 <= kept.x0 {
                0..0
            } else {
                kept.y0 as u32..kept.y1 as u32
            };
            for y in (0..rows.start).chain(rows.end..h) {
                let index = self.index(column, y);
                self.columns.set_word(index, 0);
            }
        }
        if kept.is_empty() {
            self.bounds = Bounds::default();
            self.tight = true;
        }
    }
}
