//! Set operations on runs. They visit the edges of both operands in order, and write a run for each stretch in which the result is solid.

use alloc::vec::Vec;

use crate::bits::column::Edit;
use crate::bits::each_stretch;
use crate::geom::{Extent, Point, Rect};
use crate::invalid_argument::OrPanic;
use crate::mask::{Mask, Run, RunBuilder, RunMask};
use crate::placed::{Shape, ShapeRef};

impl RunMask {
    /// The pixels that are solid in both shapes, as a mask of `self`'s size. The [offset](crate::mask#the-offset) is `other`'s origin minus
    /// `self`'s.
    #[must_use]
    pub fn overlap_mask<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> Mask {
        let mut both = self.clone();
        both.intersect_with(other, offset);
        both.to_mask()
    }

    /// Toggles every pixel.
    pub fn invert(&mut self) {
        self.symmetric_difference_with(&Rect::new(0, 0, self.width(), self.height()), Point::ZERO);
    }

    /// The pixels inside a rectangle, as a run mask of the rectangle's size. Pixels outside `self` are clear.
    ///
    /// # Panics
    /// If the rectangle is larger than a mask may be. [`Rect::checked`] finds out.
    #[must_use]
    pub fn crop(&self, rect: Rect) -> RunMask {
        let rect = rect.checked("rect").or_panic();
        let mut part = RunMask::new(rect.w, rect.h);
        // If the opposite of a corner does not fit i32, the corner is farther away than any mask is wide, and the part is empty.
        if let Some(offset) = Point::new(rect.x, rect.y).checked_neg() {
            part.union_with(self, offset);
        }
        part
    }

    /// Edits the mask with any shape, by the operation that is asked for.
    pub(super) fn edit(&mut self, other: ShapeRef<'_>, offset: Point, edit: Edit) {
        let touched =
            Extent::of_size(self.width(), self.height()).intersection(other.extent().shifted(offset));
        let mut builder = RunBuilder::new(self.width(), self.height()).expect("the size is that of a mask");
        let mut under = Vec::new();
        for y in 0..self.height() {
            let row = self.runs(y);
            if (touched.y0..touched.y1).contains(&y.into()) {
                under.clear();
                runs_of(other, offset, touched, y.into(), &mut under);
                merge(row, &under, edit, &mut builder);
            } else if edit != Edit::Intersect {
                builder.extend(row);
            }
            builder.end_row();
        }
        *self = builder.finish();
    }
}

/// The runs of row `y` of a shape that lies at `offset`, cut to the range from `within.x0` up to but not including `within.x1`, which fits
/// u16. Runs may touch each other.
fn runs_of(shape: ShapeRef<'_>, offset: Point, within: Extent, y: i64, out: &mut Vec<Run>) {
    let (dx, dy) = (i64::from(offset.x), i64::from(offset.y));
    let mut push = |start: i64, end: i64| {
        let (start, end) = (start.max(within.x0), end.min(within.x1));
        if start < end {
            out.push(Run::new(start as u16, end as u16));
        }
    };
    match shape {
        ShapeRef::Runs(mask) => {
            for run in mask.row((y - dy) as usize) {
                push(i64::from(run.start) + dx, i64::from(run.end) + dx);
            }
        }
        ShapeRef::Mask(mask) => {
            for (start, end) in mask.runs((y - dy) as u32) {
                push(i64::from(start) + dx, i64::from(end) + dx);
            }
        }
        ShapeRef::Rect(_) => push(within.x0, within.x1),
        ShapeRef::Circle(_) | ShapeRef::Polygon(_) => {
            if let Some((start, end)) = shape.spans().and_then(|image| image.span(y - dy)) {
                push(start + dx, end + dx);
            }
        }
        ShapeRef::Level(_)
        | ShapeRef::LabelMask(_)
        | ShapeRef::Labels(_)
        | ShapeRef::Terrain(_)
        | ShapeRef::Tiles(_) => {
            for x in (within.x0..within.x1).step_by(64) {
                each_stretch(shape.window(x - dx, y - dy), |start, end| {
                    push(x + start, x + end);
                    true
                });
            }
        }
    }
}

/// Walks the edges of both rows in order. After an odd number of its edges, a row is solid.
fn merge(a: &[Run], b: &[Run], edit: Edit, out: &mut RunBuilder) {
    let edge = |runs: &[Run], i: usize| {
        runs.get(i / 2).map_or(u32::MAX, |run| u32::from(if i % 2 == 1 { run.end } else { run.start }))
    };
    let (mut i, mut j) = (0, 0);
    let mut start = None;
    loop {
        let x = edge(a, i).min(edge(b, j));
        if x == u32::MAX {
            return;
        }
        i += usize::from(edge(a, i) == x);
        j += usize::from(edge(b, j) == x);
        let solid = edit.apply((i % 2) as u64, (j % 2) as u64) != 0;
        match start {
            None if solid => start = Some(x),
            Some(from) if !solid => {
                out.push(from, x);
                start = None;
            }
            _ => {}
        }
    }
}
