//! Alpha masks
//!
//! A hitmask_alpha_mask holds the alpha of each pixel. Two of them overlap by alpha sum: at pixels where both are visible and their alphas
//! add up to 255 or more. hitmask_shape_level makes a shape of one, with a threshold that you choose with each question.

use std::sync::Arc;

use hitmask::{AlphaMask, Mask, Point};

use crate::border::{
    check, check_list, choice, give, give_found, give_list, give_object, object, object_mut, value,
};
use crate::geom::{hitmask_margins, hitmask_point, hitmask_pose, hitmask_rect};
use crate::mask::{give_placed, rows};
use crate::objects::{hitmask_alpha_mask, hitmask_mask};

verbs! {
    /// Alphas that are all 0.
    fn hitmask_alpha_mask_new(w: u32, h: u32, out: *mut *mut hitmask_alpha_mask) {
        Mask::check_size(w, h)?;
        give_object(out, AlphaMask::new(w, h))
    }

    /// From alphas, one byte a pixel.
    fn hitmask_alpha_mask_from_alpha(w: u32, h: u32, alpha: *const u8, pitch: usize, out: *mut *mut hitmask_alpha_mask) {
        let rows = rows(w, h, 1, alpha, pitch)?;
        give_object(out, AlphaMask::from_alpha(w, h, &rows)?)
    }

    /// From four bytes a pixel, of which the fourth is the alpha.
    fn hitmask_alpha_mask_from_rgba8(w: u32, h: u32, rgba: *const u8, pitch: usize, out: *mut *mut hitmask_alpha_mask) {
        let rows = rows(w, h, 4, rgba, pitch)?;
        give_object(out, AlphaMask::from_rgba8(w, h, &rows)?)
    }

    /// Alphas of 255 where the mask is solid, and 0 elsewhere.
    fn hitmask_alpha_mask_from_mask(mask: *const hitmask_mask, out: *mut *mut hitmask_alpha_mask) {
        give_object(out, AlphaMask::from_mask(&object(mask)?.mask))
    }

    /// As hitmask_mask_nine_slice.
    fn hitmask_alpha_mask_nine_slice(alpha: *const hitmask_alpha_mask, margins: hitmask_margins, w: u32, h: u32, fill: i32, out: *mut *mut hitmask_alpha_mask) {
        give_object(out, object(alpha)?.shared.nine_slice(margins.into(), (w, h), choice(fill)?)?)
    }

    /// A copy. Copies are cheap: the alphas are shared until one of the two is changed.
    fn hitmask_alpha_mask_clone(alpha: *const hitmask_alpha_mask, out: *mut *mut hitmask_alpha_mask) {
        give_object(out, hitmask_alpha_mask { shared: object(alpha)?.shared.clone() })
    }

    /// Whether two alpha masks have the same size and the same alphas.
    fn hitmask_alpha_mask_equals(a: *const hitmask_alpha_mask, b: *const hitmask_alpha_mask, out: *mut bool) {
        give(out, object(a)?.shared == object(b)?.shared)
    }

    /// Frees it. NULL does nothing.
    free fn hitmask_alpha_mask_free(alpha: *mut hitmask_alpha_mask);

    /// Its width and height.
    fn hitmask_alpha_mask_size(alpha: *const hitmask_alpha_mask, w: *mut u32, h: *mut u32) {
        let (width, height) = object(alpha)?.shared.size();
        check(h)?;
        give(w, width)?;
        give(h, height)
    }

    /// How many bytes of memory it takes, with what was computed about it and kept.
    fn hitmask_alpha_mask_memory(alpha: *const hitmask_alpha_mask, out: *mut usize) {
        give(out, object(alpha)?.shared.memory_bytes())
    }

    /// The alphas without padding: h rows of w bytes.
    fn hitmask_alpha_mask_to_alpha(alpha: *const hitmask_alpha_mask, to: *mut u8, capacity: usize, count: *mut usize) {
        let alphas = object(alpha)?.shared.as_bytes();
        give_list(alphas.iter().copied(), to, capacity, count)
    }

    /// The largest alpha. 0 if there are no pixels.
    fn hitmask_alpha_mask_max_alpha(alpha: *const hitmask_alpha_mask, out: *mut u8) {
        give(out, object(alpha)?.shared.max_alpha())
    }

    /// The alpha of a pixel. 0 outside.
    fn hitmask_alpha_mask_get(alpha: *const hitmask_alpha_mask, pixel: hitmask_point, out: *mut u8) {
        give(out, object(alpha)?.shared.alpha(pixel))
    }

    /// Sets the alpha of a pixel. HITMASK_OUT_OF_RANGE if it lies outside.
    fn hitmask_alpha_mask_set(alpha: *mut hitmask_alpha_mask, pixel: hitmask_point, to: u8) {
        let alpha = object_mut(alpha)?;
        let pixel = Point::from(pixel).checked_in("point", alpha.shared.size())?;
        Arc::make_mut(&mut alpha.shared).set(pixel, to);
        Ok(())
    }

    /// The pixels whose alpha is at least the level, as a mask.
    fn hitmask_alpha_mask_to_mask(alpha: *const hitmask_alpha_mask, level: u8, out: *mut *mut hitmask_mask) {
        give_object(out, object(alpha)?.shared.to_mask(level))
    }

    /// Whether any pixel meets by alpha sum.
    fn hitmask_alpha_mask_overlaps(a: *const hitmask_alpha_mask, b: *const hitmask_alpha_mask, offset: hitmask_point, out: *mut bool) {
        give(out, object(a)?.shared.overlaps(&object(b)?.shared, offset))
    }

    /// How many pixels meet by alpha sum.
    fn hitmask_alpha_mask_overlap_area(a: *const hitmask_alpha_mask, b: *const hitmask_alpha_mask, offset: hitmask_point, out: *mut u64) {
        give(out, object(a)?.shared.overlap_area(&object(b)?.shared, offset))
    }

    /// The first pixel that meets by alpha sum, in pixels of a.
    fn hitmask_alpha_mask_first_overlap(
        a: *const hitmask_alpha_mask, b: *const hitmask_alpha_mask, offset: hitmask_point, out: *mut hitmask_point, found: *mut bool
    ) {
        let first = object(a)?.shared.first_overlap(&object(b)?.shared, offset);
        give_found(out, found, first.map(Into::into))
    }

    /// The first pixel that meets by alpha sum in an order of your choice, a hitmask_scan_order.
    fn hitmask_alpha_mask_extreme_overlap(
        a: *const hitmask_alpha_mask, b: *const hitmask_alpha_mask, offset: hitmask_point, order: i32, out: *mut hitmask_point, found: *mut bool
    ) {
        let first = object(a)?.shared.extreme_overlap(&object(b)?.shared, offset, choice(order)?);
        give_found(out, found, first.map(Into::into))
    }

    /// All pixels that meet by alpha sum, row by row.
    fn hitmask_alpha_mask_overlap_points(
        a: *const hitmask_alpha_mask, b: *const hitmask_alpha_mask, offset: hitmask_point, points: *mut hitmask_point, capacity: usize,
        count: *mut usize
    ) {
        check_list(points, capacity, count)?;
        give_list(object(a)?.shared.overlap_points(&object(b)?.shared, offset).map(Into::into), points, capacity, count)
    }

    /// The smallest rectangle around all pixels that meet by alpha sum, in pixels of a.
    fn hitmask_alpha_mask_overlap_bounds(
        a: *const hitmask_alpha_mask, b: *const hitmask_alpha_mask, offset: hitmask_point, out: *mut hitmask_rect, found: *mut bool
    ) {
        let bounds = object(a)?.shared.overlap_bounds(&object(b)?.shared, offset);
        give_found(out, found, bounds.map(Into::into))
    }

    /// All pixels that meet by alpha sum, as a mask of the size of a.
    fn hitmask_alpha_mask_overlap_mask(
        a: *const hitmask_alpha_mask, b: *const hitmask_alpha_mask, offset: hitmask_point, out: *mut *mut hitmask_mask
    ) {
        give_object(out, object(a)?.shared.overlap_mask(&object(b)?.shared, offset))
    }

    /// Whether any world pixel meets by alpha sum, for two posed alpha masks.
    fn hitmask_alpha_mask_overlaps_posed(
        a: *const hitmask_alpha_mask, pose_a: *const hitmask_pose, b: *const hitmask_alpha_mask, pose_b: *const hitmask_pose, out: *mut bool
    ) {
        let (pose_a, pose_b) = (value(pose_a)?.library()?, value(pose_b)?.library()?);
        give(out, object(a)?.shared.overlaps_posed(&pose_a, &object(b)?.shared, &pose_b))
    }

    /// How many world pixels meet by alpha sum, for two posed alpha masks.
    fn hitmask_alpha_mask_overlap_area_posed(
        a: *const hitmask_alpha_mask, pose_a: *const hitmask_pose, b: *const hitmask_alpha_mask, pose_b: *const hitmask_pose, out: *mut u64
    ) {
        let (pose_a, pose_b) = (value(pose_a)?.library()?, value(pose_b)?.library()?);
        give(out, object(a)?.shared.overlap_area_posed(&pose_a, &object(b)?.shared, &pose_b))
    }

    /// The first world pixel that meets by alpha sum, for two posed alpha masks.
    fn hitmask_alpha_mask_first_overlap_posed(
        a: *const hitmask_alpha_mask, pose_a: *const hitmask_pose, b: *const hitmask_alpha_mask, pose_b: *const hitmask_pose, out: *mut hitmask_point,
        found: *mut bool
    ) {
        let (pose_a, pose_b) = (value(pose_a)?.library()?, value(pose_b)?.library()?);
        let first = object(a)?.shared.first_overlap_posed(&pose_a, &object(b)?.shared, &pose_b);
        give_found(out, found, first.map(Into::into))
    }

    /// The smallest rectangle around all world pixels that meet by alpha sum, for two posed alpha masks.
    fn hitmask_alpha_mask_overlap_bounds_posed(
        a: *const hitmask_alpha_mask, pose_a: *const hitmask_pose, b: *const hitmask_alpha_mask, pose_b: *const hitmask_pose, out: *mut hitmask_rect,
        found: *mut bool
    ) {
        let (pose_a, pose_b) = (value(pose_a)?.library()?, value(pose_b)?.library()?);
        let bounds = object(a)?.shared.overlap_bounds_posed(&pose_a, &object(b)?.shared, &pose_b);
        give_found(out, found, bounds.map(Into::into))
    }

    /// What a posed alpha mask shows in the world: the alphas, and the world pixel of the upper left one.
    fn hitmask_alpha_mask_bake(
        alpha: *const hitmask_alpha_mask, pose: *const hitmask_pose, out: *mut *mut hitmask_alpha_mask, corner: *mut hitmask_point
    ) {
        give_placed(object(alpha)?.shared.bake(&value(pose)?.library()?)?, out, corner)
    }
}
