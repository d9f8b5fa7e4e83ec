//! Run masks
//!
//! A hitmask_run_mask holds the solid runs of each row. It is small where shapes are huge and simple. Masks of bits are faster.

use crate::prelude::*;
use hitmask::Run;

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

    /// Frees it. NULL does nothing.
    free fn hitmask_run_mask_free(runs: *mut hitmask_run_mask);

    /// The runs of a row, from left to right. None if there is no such row.
    fn hitmask_run_mask_row(runs: *const hitmask_run_mask, row: u32, to: *mut hitmask_run, capacity: usize, count: *mut usize) {
        let row = object(runs)?.shared.runs(row).iter().map(|run| hitmask_run { start: run.start, end: run.end });
        give_list(row, to, capacity, count)
    }
}
