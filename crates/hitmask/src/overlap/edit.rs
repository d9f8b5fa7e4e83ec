//! Editing a mask with any shape. The verbs of run masks are declared here, too; their work is in `runs_edit.rs`.

use crate::bits::column::Edit;
use crate::bits::{Lane, low_bits, span_bits, with_lanes};
use crate::geom::{Extent, Offset, Point};
use crate::mask::{Mask, RunMask};
use crate::placed::{self, Shape, ShapeRef};
use crate::shape::ConvexImage;

/// The four verbs that edit in place, for a type with a method `edit`. Masks and run masks have the same ones.
macro_rules! edit_verbs {
    () => {
        /// Makes every pixel solid that is solid in `other` at the [offset](crate::mask#the-offset). Pixels of `other` outside `self` are
        /// ignored.
        ///
        /// ```
        /// use hitmask::{Mask, Rect};
        /// let mut mask = Mask::new(8, 8);
        /// mask.union_with(&Rect::new(0, 0, 4, 4), (6, 6));
        /// assert_eq!(mask.bounds(), Some(Rect::new(6, 6, 2, 2)));
        /// ```
        ///
        /// # Complexity
        /// For a [`Mask`](crate::Mask), the words of the pixels that both cover. For a [`RunMask`](crate::RunMask), all runs: they are
        /// written again. The other verbs that edit cost the same.
        pub fn union_with<S: Shape + ?Sized>(&mut self, other: &S, offset: impl Into<Point>) {
            self.edit(placed::of(other), offset.into(), Edit::Union);
        }

        /// Clears every pixel that is solid in `other` at the [offset](crate::mask#the-offset).
        #[doc(alias = "subtract")]
        pub fn difference_with<S: Shape + ?Sized>(&mut self, other: &S, offset: impl Into<Point>) {
            self.edit(placed::of(other), offset.into(), Edit::Subtract);
        }

        /// Clears every pixel that is not solid in `other` at the [offset](crate::mask#the-offset). So all pixels outside `other` are
        /// cleared, too.
        pub fn intersect_with<S: Shape + ?Sized>(&mut self, other: &S, offset: impl Into<Point>) {
            self.edit(placed::of(other), offset.into(), Edit::Intersect);
        }

        /// Toggles every pixel that is solid in `other` at the [offset](crate::mask#the-offset): a clear pixel becomes solid, and a solid
        /// one clear.
        pub fn symmetric_difference_with<S: Shape + ?Sized>(&mut self, other: &S, offset: impl Into<Point>) {
            self.edit(placed::of(other), offset.into(), Edit::Toggle);
        }
    };
}

impl RunMask {
    edit_verbs!();
}

impl Mask {
    edit_verbs!();

    /// Edits the mask with any shape, by the operation that is asked for.
    pub(crate) fn edit(&mut self, other: ShapeRef<'_>, offset: Point, edit: Edit) {
        if let ShapeRef::Mask(other) = other {
            return self.edit_by_mask(other, offset, edit);
        }
        self.edit_by(other.extent().shifted(offset), other.is_tight(), edit, |mask, touched| {
            match other.spans() {
                Some(image) => mask.edit_spans(&image, offset.into(), edit, touched),
                None => mask.edit_squares(other, offset.into(), edit, touched),
            }
        });
    }

    /// Edits the mask with a convex shape, one row at a time: a row has at most one span.
    fn edit_spans(&mut self, image: &ConvexImage<'_>, offset: Offset, edit: Edit, touched: Extent) {
        let columns = touched.x0 as u32 / 64..(touched.x1 as u32).div_ceil(64);
        let mut edit_row = |y: i64, x0: i64, x1: i64| {
            for column in columns.clone() {
                let index = self.index(column, y as u32);
                let under = span_bits(x0, x1, i64::from(column) * 64);
                let word = edit.apply(self.columns().word(index), under);
                self.columns_mut().set_word(index, word);
            }
        };
        // Rows without a span count, too: an intersection clears them.
        let mut next = touched.y0;
        image.each_span(touched.shifted(-offset), |y, x0, x1| {
            let y = y + offset.y;
            (next..y).for_each(|y| edit_row(y, 0, 0));
            edit_row(y, x0 + offset.x, x1 + offset.x);
            next = y + 1;
        });
        (next..touched.y1).for_each(|y| edit_row(y, 0, 0));
    }

    /// Edits the mask with any shape, 64 × 64 pixels at a time.
    fn edit_squares(&mut self, other: ShapeRef<'_>, offset: Offset, edit: Edit, touched: Extent) {
        for column in touched.x0 as u32 / 64..(touched.x1 as u32).div_ceil(64) {
            let (x, keep) = (i64::from(column) * 64, low_bits(self.width() - column * 64));
            for y in (touched.y0..touched.y1).step_by(64) {
                let mut under = [0; 64];
                let under = &mut under[..(touched.y1 - y).min(64) as usize];
                other.copy_rows(x - offset.x, y - offset.y, under);
                let index = self.index(column, y as u32);
                with_lanes!(self.columns_mut(), lanes => edit_rows(&mut lanes[index..], under, edit, keep));
            }
        }
    }
}

fn edit_rows<L: Lane>(lanes: &mut [L], under: &[u64], edit: Edit, keep: u64) {
    for (lane, &under) in lanes.iter_mut().zip(under) {
        *lane = L::from_word(edit.apply((*lane).into(), under & keep));
    }
}
