//! Run masks
//!
//! A hitmask_run_mask holds the solid runs of each row. It is small where shapes are huge and simple. Masks of bits are faster.

use std::sync::Arc;

use hitmask::{Mask, Run, RunMask, ShapeRef};

use crate::border::{Checked, array, check, give, give_found, give_list, give_object, object, object_mut};
use crate::fault::OrTell;
use crate::geom::{hitmask_point, hitmask_rect};
use crate::hitmask_status::*;
use crate::objects::{hitmask_mask, hitmask_run_mask};
use crate::shape::hitmask_shape;
use crate::status::hitmask_error;

/// A run of solid pixels in a row: from start up to, and without, end.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct hitmask_run {
    /// The first column.
    pub start: u16,
    /// The column after the last.
    pub end: u16,
}

verbs! {
    /// The runs of a mask.
    fn hitmask_run_mask_from_mask(mask: *const hitmask_mask, out: *mut *mut hitmask_run_mask) {
        give_object(out, RunMask::from_mask(&object(mask)?.mask))
    }

    /// A run mask from the runs of all rows, one after the other, and how many runs each of the h rows has. Within a row they go from left to
    /// right and do not touch.
    fn hitmask_run_mask_from_runs(
        w: u32, h: u32, runs: *const hitmask_run, run_count: usize, row_lengths: *const usize, out: *mut *mut hitmask_run_mask,
        error: *mut hitmask_error
    ) {
        check(out)?;
        Mask::check_size(w, h)?;
        let all: Vec<Run> = array(runs, run_count)?.iter().map(|run| Run::new(run.start, run.end)).collect();
        let (mut rest, mut rows) = (&all[..], Vec::new());
        for &length in array(row_lengths, h as usize)? {
            let (row, others) = rest.split_at_checked(length).ok_or(HITMASK_WRONG_LENGTH)?;
            rows.push(row);
            rest = others;
        }
        if !rest.is_empty() {
            return Err(HITMASK_WRONG_LENGTH);
        }
        give_object(out, RunMask::from_runs(w, h, &rows).or_tell(error)?)
    }

    /// A copy. Copies are cheap: the runs are shared until one of the two is changed.
    fn hitmask_run_mask_clone(runs: *const hitmask_run_mask, out: *mut *mut hitmask_run_mask) {
        give_object(out, hitmask_run_mask { shared: object(runs)?.shared.clone() })
    }

    /// Whether two run masks have the same size and the same pixels.
    fn hitmask_run_mask_equals(a: *const hitmask_run_mask, b: *const hitmask_run_mask, out: *mut bool) {
        give(out, object(a)?.shared == object(b)?.shared)
    }

    /// Frees it. NULL does nothing.
    free fn hitmask_run_mask_free(runs: *mut hitmask_run_mask);

    /// Its width and height.
    fn hitmask_run_mask_size(runs: *const hitmask_run_mask, w: *mut u32, h: *mut u32) {
        let (width, height) = object(runs)?.shared.size();
        check(h)?;
        give(w, width)?;
        give(h, height)
    }

    /// The number of its solid pixels.
    fn hitmask_run_mask_count(runs: *const hitmask_run_mask, out: *mut u64) {
        give(out, object(runs)?.shared.count())
    }

    /// The number of its runs.
    fn hitmask_run_mask_run_count(runs: *const hitmask_run_mask, out: *mut usize) {
        give(out, object(runs)?.shared.run_count())
    }

    /// The smallest rectangle around its solid pixels.
    fn hitmask_run_mask_bounds(runs: *const hitmask_run_mask, out: *mut hitmask_rect, found: *mut bool) {
        give_found(out, found, object(runs)?.shared.bounds().map(Into::into))
    }

    /// The mean of the coordinates of its solid pixels, each rounded down. Not found if there are none.
    fn hitmask_run_mask_centroid(runs: *const hitmask_run_mask, out: *mut hitmask_point, found: *mut bool) {
        give_found(out, found, object(runs)?.shared.centroid().map(Into::into))
    }

    /// How many bytes of memory it takes.
    fn hitmask_run_mask_memory(runs: *const hitmask_run_mask, out: *mut usize) {
        give(out, object(runs)?.shared.memory_bytes())
    }

    /// Whether a pixel is solid. Pixels outside are clear.
    fn hitmask_run_mask_get(runs: *const hitmask_run_mask, pixel: hitmask_point, out: *mut bool) {
        give(out, object(runs)?.shared.get(pixel))
    }

    /// The runs of a row, from left to right. None if there is no such row.
    fn hitmask_run_mask_row(runs: *const hitmask_run_mask, row: u32, to: *mut hitmask_run, capacity: usize, count: *mut usize) {
        let row = object(runs)?.shared.runs(row).iter().map(|run| hitmask_run { start: run.start, end: run.end });
        give_list(row, to, capacity, count)
    }

    /// The same pixels as a mask of bits.
    fn hitmask_run_mask_to_mask(runs: *const hitmask_run_mask, out: *mut *mut hitmask_mask) {
        let mask: Mask = object(runs)?.shared.to_mask();
        give_object(out, mask)
    }

    /// A part of it as a new run mask. Pixels of the rectangle that lie outside are clear.
    fn hitmask_run_mask_crop(runs: *const hitmask_run_mask, rect: hitmask_rect, out: *mut *mut hitmask_run_mask) {
        made(runs, out, |runs| Ok(runs.crop(rect.checked()?)))
    }

    /// Mirrored: left becomes right.
    fn hitmask_run_mask_flip_h(runs: *const hitmask_run_mask, out: *mut *mut hitmask_run_mask) {
        made(runs, out, |runs| Ok(runs.flip_h()))
    }

    /// Mirrored: top becomes bottom.
    fn hitmask_run_mask_flip_v(runs: *const hitmask_run_mask, out: *mut *mut hitmask_run_mask) {
        made(runs, out, |runs| Ok(runs.flip_v()))
    }

    /// Makes solid pixels clear and clear pixels solid.
    fn hitmask_run_mask_invert(runs: *mut hitmask_run_mask) {
        Arc::make_mut(&mut object_mut(runs)?.shared).invert();
        Ok(())
    }

    /// Also the pixels of the shape at the offset become solid.
    fn hitmask_run_mask_union_with(runs: *mut hitmask_run_mask, shape: *const hitmask_shape, offset: hitmask_point) {
        change_by(runs, shape, |runs, shape| runs.union_with(&shape, offset))
    }

    /// Only the pixels of the shape at the offset stay solid.
    fn hitmask_run_mask_intersect_with(runs: *mut hitmask_run_mask, shape: *const hitmask_shape, offset: hitmask_point) {
        change_by(runs, shape, |runs, shape| runs.intersect_with(&shape, offset))
    }

    /// The pixels of the shape at the offset become clear.
    fn hitmask_run_mask_difference_with(runs: *mut hitmask_run_mask, shape: *const hitmask_shape, offset: hitmask_point) {
        change_by(runs, shape, |runs, shape| runs.difference_with(&shape, offset))
    }

    /// The pixels of the shape at the offset change from solid to clear and from clear to solid.
    fn hitmask_run_mask_symmetric_difference_with(runs: *mut hitmask_run_mask, shape: *const hitmask_shape, offset: hitmask_point) {
        change_by(runs, shape, |runs, shape| runs.symmetric_difference_with(&shape, offset))
    }
}

/// Gives a run mask that is made from another one.
unsafe fn made(
    runs: *const hitmask_run_mask,
    out: *mut *mut hitmask_run_mask,
    make: impl FnOnce(&RunMask) -> Checked<RunMask>,
) -> Checked {
    give_object(out, make(&object(runs)?.shared)?)
}

unsafe fn change_by(
    runs: *mut hitmask_run_mask,
    shape: *const hitmask_shape,
    how: impl FnOnce(&mut RunMask, ShapeRef<'_>),
) -> Checked {
    object(shape)?.beside(runs, |shape| {
        how(Arc::make_mut(&mut object_mut(runs)?.shared), shape);
        Ok(())
    })
}
