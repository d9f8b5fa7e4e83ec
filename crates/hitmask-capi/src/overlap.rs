//! Two shapes
//!
//! Whether, where and how much any two shapes overlap, and the shortest way out. An offset is the origin of b minus the origin of a;
//! answers are in pixels of a.

use hitmask::{Closest, Placed, ShapeRef};

use crate::border::{Checked, check_list, choice, give, give_found, give_list, object};
use crate::geom::{hitmask_point, hitmask_rect};
use crate::mask::give_placed;
use crate::objects::hitmask_mask;
use crate::shape::{hitmask_placed, hitmask_shape};

/// How far apart two shapes are.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_closest {
    /// Whether they overlap. Then the rest is 0.
    pub overlapping: bool,
    /// The squared length of the gap between the nearest pixels, as squares: 0 if they touch.
    pub squared: u64,
    /// The nearest pixel of a, in a's own coordinates; in the world, if the shapes are placed.
    pub a: hitmask_point,
    /// The nearest pixel of b, in b's own coordinates; in the world, if the shapes are placed.
    pub b: hitmask_point,
}

/// Reads two shapes, and answers.
unsafe fn ask(
    a: *const hitmask_shape,
    b: *const hitmask_shape,
    answer: impl FnOnce(ShapeRef<'_>, ShapeRef<'_>) -> Checked,
) -> Checked {
    answer(object(a)?.lend()?, object(b)?.lend()?)
}

verbs! {
    /// Whether a pixel of a shape is solid.
    fn hitmask_contains(shape: *const hitmask_shape, pixel: hitmask_point, out: *mut bool) {
        give(out, object(shape)?.lend()?.contains(pixel))
    }

    /// Whether any pixel is solid in both shapes.
    fn hitmask_overlaps(a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, out: *mut bool) {
        ask(a, b, |a, b| give(out, a.overlaps(&b, offset)))
    }

    /// How many pixels are solid in both shapes.
    fn hitmask_overlap_area(a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, out: *mut u64) {
        ask(a, b, |a, b| give(out, a.overlap_area(&b, offset)))
    }

    /// The first pixel that is solid in both shapes.
    fn hitmask_first_overlap(a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, out: *mut hitmask_point, found: *mut bool) {
        ask(a, b, |a, b| give_found(out, found, a.first_overlap(&b, offset).map(Into::into)))
    }

    /// The smallest rectangle around all pixels that are solid in both shapes.
    fn hitmask_overlap_bounds(a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, out: *mut hitmask_rect, found: *mut bool) {
        ask(a, b, |a, b| give_found(out, found, a.overlap_bounds(&b, offset).map(Into::into)))
    }

    /// The first common pixel in an order of your choice, a hitmask_scan_order: the lowest, the rightmost, ...
    fn hitmask_extreme_overlap(
        a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, order: i32, out: *mut hitmask_point, found: *mut bool
    ) {
        ask(a, b, |a, b| {
            give_found(out, found, a.extreme_overlap(&b, offset, choice(order)?).map(Into::into))
        })
    }

    /// All pixels that are solid in both shapes, row by row.
    fn hitmask_overlap_points(
        a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, points: *mut hitmask_point, capacity: usize, count: *mut usize
    ) {
        ask(a, b, |a, b| {
            check_list(points, capacity, count)?;
            give_list(a.overlap_points(&b, offset).map(Into::into), points, capacity, count)
        })
    }

    /// All pixels that are solid in both shapes, as a mask, and the place of its upper left pixel. The mask has the size of a; if a is a
    /// terrain, a circle or a polygon, it is the smallest one that holds the pixels.
    fn hitmask_overlap_mask(
        a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, out: *mut *mut hitmask_mask, corner: *mut hitmask_point
    ) {
        ask(a, b, |a, b| give_placed(a.try_overlap_mask(&b, offset)?, out, corner))
    }

    /// The shortest way out: the least change of the offset after which the shapes do not overlap. (0, 0) if they do not overlap.
    fn hitmask_separation(a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, out: *mut hitmask_point) {
        ask(a, b, |a, b| give(out, a.separation(&b, offset).into()))
    }

    /// The least multiple of a direction by which the offset must change so that the shapes do not overlap. (0, 0) if they do not overlap. Not
    /// found if they do and the direction is (0, 0).
    fn hitmask_separation_along(
        a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, direction: hitmask_point, out: *mut hitmask_point, found: *mut bool
    ) {
        ask(a, b, |a, b| give_found(out, found, a.separation_along(&b, offset, direction).map(Into::into)))
    }

    /// The shortest ways out of b: along x alone, and along y alone. (0, 0) if the shapes do not overlap.
    fn hitmask_separation_by_axis(a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, out: *mut hitmask_point) {
        ask(a, b, |a, b| {
            let [x, y] = a.separation_by_axis(&b, offset);
            give(out, hitmask_point { x, y })
        })
    }

    /// The direction of a contact, from a to b: on each axis, how many pixels the overlap would lose if b went one pixel on, and gain if it
    /// went back. (0, 0) if the shapes do not overlap and do not touch.
    fn hitmask_normal(a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, out: *mut hitmask_point) {
        ask(a, b, |a, b| give(out, a.normal(&b, offset).into()))
    }

    /// How far apart the shapes are, and the nearest pixels. Not found if either has no pixel.
    fn hitmask_closest_pixels(a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, out: *mut hitmask_closest, found: *mut bool) {
        ask(a, b, |a, b| give_found(out, found, a.closest(&b, offset).map(Into::into)))
    }

    /// The shortest way out of two shapes that may be turned, in whole pixels: move b by it. (0, 0) if they do not overlap.
    fn hitmask_placed_separation(a: *const hitmask_placed, b: *const hitmask_placed, out: *mut hitmask_point) {
        ask_placed(a, b, |a, b| give(out, a.separation(b).into()))
    }

    /// The direction of a contact of two shapes that may be turned: see hitmask_normal.
    fn hitmask_placed_normal(a: *const hitmask_placed, b: *const hitmask_placed, out: *mut hitmask_point) {
        ask_placed(a, b, |a, b| give(out, a.normal(b).into()))
    }

    /// How far apart two shapes are that may be turned, and the nearest world pixels. Not found if either covers no pixel.
    fn hitmask_placed_closest(a: *const hitmask_placed, b: *const hitmask_placed, out: *mut hitmask_closest, found: *mut bool) {
        ask_placed(a, b, |a, b| give_found(out, found, a.closest(b).map(Into::into)))
    }
}

/// Reads two placed shapes, and answers.
unsafe fn ask_placed(
    a: *const hitmask_placed,
    b: *const hitmask_placed,
    answer: impl FnOnce(Placed<'_>, Placed<'_>) -> Checked,
) -> Checked {
    answer(object(a)?.lend()?, object(b)?.lend()?)
}

impl From<Closest> for hitmask_closest {
    fn from(closest: Closest) -> hitmask_closest {
        match closest {
            Closest::Overlapping => hitmask_closest { overlapping: true, ..Default::default() },
            Closest::Apart { squared, a, b } => {
                hitmask_closest { overlapping: false, squared, a: a.into(), b: b.into() }
            }
        }
    }
}
