//! Verbs of the same form
//!
//! They are a part of the sections that the marks name.

// Generated from docs/verbs.txt by `cargo xtask table --bless`: edit that table. It is one file because it comes from one table.
#![allow(clippy::useless_conversion, reason = "all verbs are written alike")]

use std::sync::Arc;

use hitmask::{AlphaMask, Handle, LabelMask, Mask, RunMask, Terrain};

use crate::analysis::{hitmask_components, hitmask_distance_field, hitmask_outline, hitmask_pieces};
use crate::ask::{ask, hitmask_probe, live, with_filter};
use crate::border::{
    check, check_list, choice, give, give_both, give_found, give_list, give_object, object, object_mut, value,
};
use crate::buffer::hitmask_buffer;
use crate::bytes::hitmask_bytes;
use crate::event::{handle, hitmask_handle};
use crate::geom::{
    hitmask_layers, hitmask_margins, hitmask_point, hitmask_point_q16, hitmask_pose, hitmask_rect,
    hitmask_transform,
};
use crate::hitmask_status::*;
use crate::in_use::{self, change, hitmask_world, look};
use crate::mask::give_placed;
use crate::objects::{
    hitmask_alpha_mask, hitmask_label_mask, hitmask_mask, hitmask_run_mask, hitmask_terrain,
    hitmask_tile_map, hitmask_tile_set,
};
use crate::overlap::hitmask_closest;
use crate::posed::hitmask_pose_cache;
use crate::shape::{hitmask_placed, hitmask_shape};
use crate::table::{
    hitmask_cache_stats, hitmask_cast, hitmask_cast_hit, hitmask_contact, hitmask_fit, hitmask_label_hit,
    hitmask_label_overlap, hitmask_line_hit, hitmask_moments, hitmask_nearest, hitmask_query_filter,
    hitmask_ray_hit, hitmask_step_cast, hitmask_tile_cell, hitmask_tile_overlap, hitmask_turning_hit,
    hitmask_turning_motion,
};
use crate::terrain::hitmask_terrain_snapshot;
use crate::tiles::view;

// in mask
verbs! {
    /// A mask with no solid pixel. HITMASK_TOO_LARGE if a side is above 65535.
    fn hitmask_mask_new(w: u32, h: u32, out: *mut *mut hitmask_mask) {
        give_object(out, Mask::try_new(w, h)?)
    }

    /// A copy with pixels of its own.
    fn hitmask_mask_clone(mask: *const hitmask_mask, out: *mut *mut hitmask_mask) {
        give_object(out, object(mask)?.mask.clone())
    }

    /// Whether two masks have the same size and the same pixels.
    fn hitmask_mask_equals(a: *const hitmask_mask, b: *const hitmask_mask, out: *mut bool) {
        give(out, object(a)?.mask.eq(&object(b)?.mask))
    }

    /// The width and the height in pixels.
    fn hitmask_mask_size(mask: *const hitmask_mask, w: *mut u32, h: *mut u32) {
        give_both(object(mask)?.mask.size(), w, h)
    }

    /// The number of solid pixels. Reads every word.
    fn hitmask_mask_count(mask: *const hitmask_mask, out: *mut u64) {
        give(out, object(mask)?.mask.count())
    }

    /// The smallest rectangle that contains all solid pixels. Not found if no pixel is solid. Takes constant time for a mask in which no
    /// pixel was cleared since it was made; otherwise it may read every word.
    fn hitmask_mask_bounds(mask: *const hitmask_mask, out: *mut hitmask_rect, found: *mut bool) {
        give_found(out, found, object(mask)?.mask.bounds().map(Into::into))
    }

    /// The mean of the coordinates of the solid pixels, each rounded down. Not found if no pixel is solid.
    fn hitmask_mask_centroid(mask: *const hitmask_mask, out: *mut hitmask_point, found: *mut bool) {
        give_found(out, found, object(mask)?.mask.centroid().map(Into::into))
    }

    /// Whether the pixel is solid. False outside the mask. Takes constant time.
    fn hitmask_mask_get(mask: *const hitmask_mask, pixel: hitmask_point, out: *mut bool) {
        give(out, object(mask)?.mask.get(pixel))
    }

    /// The pixels as bits, in the form of hitmask_mask_from_bits without padding: h rows of (w + 7) / 8 bytes.
    fn hitmask_mask_to_bits(mask: *const hitmask_mask, bits: *mut u8, capacity: usize, count: *mut usize) {
        check_list(bits, capacity, count)?;
        give_list(object(mask)?.mask.to_bytes(), bits, capacity, count)
    }

    /// The solid pixels, row by row from the top, left to right.
    fn hitmask_mask_points(mask: *const hitmask_mask, points: *mut hitmask_point, capacity: usize, count: *mut usize) {
        check_list(points, capacity, count)?;
        give_list(object(mask)?.mask.points().into_iter().map(Into::into), points, capacity, count)
    }

    /// Makes every pixel clear.
    fn hitmask_mask_clear(mask: *mut hitmask_mask) {
        object_mut(mask)?.edit().clear();
        Ok(())
    }

    /// Makes every pixel solid.
    fn hitmask_mask_fill(mask: *mut hitmask_mask) {
        object_mut(mask)?.edit().fill();
        Ok(())
    }

    /// Makes solid pixels clear and clear pixels solid.
    fn hitmask_mask_invert(mask: *mut hitmask_mask) {
        object_mut(mask)?.edit().invert();
        Ok(())
    }

    /// Makes the clear pixels solid that are enclosed by solid ones.
    fn hitmask_mask_fill_holes(mask: *mut hitmask_mask) {
        object_mut(mask)?.edit().fill_holes();
        Ok(())
    }

    /// Makes every pixel solid that is solid in the other shape. The shape may be this mask itself.
    fn hitmask_mask_union_with(mask: *mut hitmask_mask, other: *const hitmask_shape, offset: hitmask_point) {
        value(other)?.beside(mask, |other| {
            object_mut(mask)?.edit().union_with(&other, offset);
            Ok(())
        })
    }

    /// Clears every pixel that is not solid in the other shape.
    fn hitmask_mask_intersect_with(mask: *mut hitmask_mask, other: *const hitmask_shape, offset: hitmask_point) {
        value(other)?.beside(mask, |other| {
            object_mut(mask)?.edit().intersect_with(&other, offset);
            Ok(())
        })
    }

    /// Clears every pixel that is solid in the other shape.
    fn hitmask_mask_difference_with(mask: *mut hitmask_mask, other: *const hitmask_shape, offset: hitmask_point) {
        value(other)?.beside(mask, |other| {
            object_mut(mask)?.edit().difference_with(&other, offset);
            Ok(())
        })
    }

    /// Toggles every pixel that is solid in the other shape.
    fn hitmask_mask_symmetric_difference_with(mask: *mut hitmask_mask, other: *const hitmask_shape, offset: hitmask_point) {
        value(other)?.beside(mask, |other| {
            object_mut(mask)?.edit().symmetric_difference_with(&other, offset);
            Ok(())
        })
    }

    /// A part of a mask as a new mask. Pixels of the rectangle that lie outside of the mask are clear.
    fn hitmask_mask_crop(mask: *const hitmask_mask, rect: hitmask_rect, out: *mut *mut hitmask_mask) {
        give_object(out, object(mask)?.mask.crop(rect.checked()?))
    }

    /// Mirrored: left becomes right.
    fn hitmask_mask_flip_h(mask: *const hitmask_mask, out: *mut *mut hitmask_mask) {
        give_object(out, object(mask)?.mask.flip_h())
    }

    /// Mirrored: top becomes bottom.
    fn hitmask_mask_flip_v(mask: *const hitmask_mask, out: *mut *mut hitmask_mask) {
        give_object(out, object(mask)?.mask.flip_v())
    }

    /// Turned clockwise by 90 degrees.
    fn hitmask_mask_rotate90(mask: *const hitmask_mask, out: *mut *mut hitmask_mask) {
        give_object(out, object(mask)?.mask.rotate90())
    }

    /// Cut into nine slices and put together in another size. The corners keep their size; the slices between them are stretched or
    /// repeated. If the margins do not fit into the new size, they shrink in proportion. The fill is a hitmask_slice_fill.
    /// HITMASK_OUT_OF_RANGE if the margins are larger than the picture.
    fn hitmask_mask_nine_slice(mask: *const hitmask_mask, margins: hitmask_margins, w: u32, h: u32, fill: i32, out: *mut *mut hitmask_mask) {
        give_object(out, object(mask)?.mask.nine_slice(margins.into(), (w, h), choice(fill)?)?)
    }

    /// All pixels at most n pixels away, as a larger mask, and where its upper left pixel lies, in pixels of the old mask. The element is a
    /// hitmask_element.
    fn hitmask_mask_grow(mask: *const hitmask_mask, n: u32, element: i32, out: *mut *mut hitmask_mask, corner: *mut hitmask_point) {
        give_placed(object(mask)?.mask.try_grow(n, choice(element)?)?, out, corner)
    }

    /// All pixels that are more than n pixels away from every clear pixel, and the place of the result's corner. The element is a
    /// hitmask_element. As hitmask_mask_grow.
    fn hitmask_mask_shrink(mask: *const hitmask_mask, n: u32, element: i32, out: *mut *mut hitmask_mask, corner: *mut hitmask_point) {
        give_placed(object(mask)?.mask.shrink(n, choice(element)?), out, corner)
    }

    /// Whether any pixel is solid in both masks.
    fn hitmask_mask_overlaps(a: *const hitmask_mask, b: *const hitmask_mask, offset: hitmask_point, out: *mut bool) {
        give(out, object(a)?.mask.overlaps(&object(b)?.mask, offset))
    }

    /// How many pixels are solid in both masks.
    fn hitmask_mask_overlap_area(a: *const hitmask_mask, b: *const hitmask_mask, offset: hitmask_point, out: *mut u64) {
        give(out, object(a)?.mask.overlap_area(&object(b)?.mask, offset))
    }

    /// The first pixel that is solid in both masks, in a's pixels.
    fn hitmask_mask_first_overlap(a: *const hitmask_mask, b: *const hitmask_mask, offset: hitmask_point, out: *mut hitmask_point, found: *mut bool) {
        give_found(out, found, object(a)?.mask.first_overlap(&object(b)?.mask, offset).map(Into::into))
    }

    /// The smallest rectangle around all pixels that are solid in both masks, in a's pixels.
    fn hitmask_mask_overlap_bounds(a: *const hitmask_mask, b: *const hitmask_mask, offset: hitmask_point, out: *mut hitmask_rect, found: *mut bool) {
        give_found(out, found, object(a)?.mask.overlap_bounds(&object(b)?.mask, offset).map(Into::into))
    }

    /// All pixels that are solid in both masks, as a mask of a's size.
    fn hitmask_mask_overlap_mask(a: *const hitmask_mask, b: *const hitmask_mask, offset: hitmask_point, out: *mut *mut hitmask_mask) {
        give_object(out, object(a)?.mask.overlap_mask(&object(b)?.mask, offset))
    }
}

// in runs
verbs! {
    /// The runs of a mask.
    fn hitmask_run_mask_from_mask(mask: *const hitmask_mask, out: *mut *mut hitmask_run_mask) {
        give_object(out, RunMask::from_mask(&object(mask)?.mask))
    }

    /// A copy. Copies are cheap: the runs are shared until one of the two is changed.
    fn hitmask_run_mask_clone(runs: *const hitmask_run_mask, out: *mut *mut hitmask_run_mask) {
        give_object(out, object(runs)?.shared.clone())
    }

    /// Whether two run masks have the same size and the same pixels.
    fn hitmask_run_mask_equals(a: *const hitmask_run_mask, b: *const hitmask_run_mask, out: *mut bool) {
        give(out, object(a)?.shared.eq(&object(b)?.shared))
    }

    /// The same pixels as bits.
    fn hitmask_run_mask_to_mask(runs: *const hitmask_run_mask, out: *mut *mut hitmask_mask) {
        give_object(out, object(runs)?.shared.to_mask())
    }

    /// The width and the height in pixels.
    fn hitmask_run_mask_size(runs: *const hitmask_run_mask, w: *mut u32, h: *mut u32) {
        give_both(object(runs)?.shared.size(), w, h)
    }

    /// The number of solid pixels. Reads every run.
    fn hitmask_run_mask_count(runs: *const hitmask_run_mask, out: *mut u64) {
        give(out, object(runs)?.shared.count())
    }

    /// The number of runs in all rows.
    fn hitmask_run_mask_run_count(runs: *const hitmask_run_mask, out: *mut usize) {
        give(out, object(runs)?.shared.run_count())
    }

    /// The smallest rectangle that contains all solid pixels. Not found if no pixel is solid. Takes constant time.
    fn hitmask_run_mask_bounds(runs: *const hitmask_run_mask, out: *mut hitmask_rect, found: *mut bool) {
        give_found(out, found, object(runs)?.shared.bounds().map(Into::into))
    }

    /// The mean of the coordinates of the solid pixels, each rounded down. Not found if no pixel is solid.
    fn hitmask_run_mask_centroid(runs: *const hitmask_run_mask, out: *mut hitmask_point, found: *mut bool) {
        give_found(out, found, object(runs)?.shared.centroid().map(Into::into))
    }

    /// The memory that the mask uses, in bytes, its fields included.
    fn hitmask_run_mask_memory(runs: *const hitmask_run_mask, out: *mut usize) {
        give(out, object(runs)?.shared.memory_bytes())
    }

    /// Whether the pixel is solid. False outside the mask. Takes one binary search among the runs of the row.
    fn hitmask_run_mask_get(runs: *const hitmask_run_mask, pixel: hitmask_point, out: *mut bool) {
        give(out, object(runs)?.shared.get(pixel))
    }

    /// The pixels inside a rectangle, as a run mask of the rectangle's size. Pixels outside it are clear.
    fn hitmask_run_mask_crop(runs: *const hitmask_run_mask, rect: hitmask_rect, out: *mut *mut hitmask_run_mask) {
        give_object(out, object(runs)?.shared.crop(rect.checked()?))
    }

    /// Mirrored: left becomes right.
    fn hitmask_run_mask_flip_h(runs: *const hitmask_run_mask, out: *mut *mut hitmask_run_mask) {
        give_object(out, object(runs)?.shared.flip_h())
    }

    /// Mirrored: top becomes bottom.
    fn hitmask_run_mask_flip_v(runs: *const hitmask_run_mask, out: *mut *mut hitmask_run_mask) {
        give_object(out, object(runs)?.shared.flip_v())
    }

    /// Toggles every pixel.
    fn hitmask_run_mask_invert(runs: *mut hitmask_run_mask) {
        Arc::make_mut(&mut object_mut(runs)?.shared).invert();
        Ok(())
    }

    /// Also the pixels of the shape at the offset become solid.
    fn hitmask_run_mask_union_with(runs: *mut hitmask_run_mask, other: *const hitmask_shape, offset: hitmask_point) {
        value(other)?.beside(runs, |other| {
            Arc::make_mut(&mut object_mut(runs)?.shared).union_with(&other, offset);
            Ok(())
        })
    }

    /// Only the pixels of the shape at the offset stay solid.
    fn hitmask_run_mask_intersect_with(runs: *mut hitmask_run_mask, other: *const hitmask_shape, offset: hitmask_point) {
        value(other)?.beside(runs, |other| {
            Arc::make_mut(&mut object_mut(runs)?.shared).intersect_with(&other, offset);
            Ok(())
        })
    }

    /// The pixels of the shape at the offset become clear.
    fn hitmask_run_mask_difference_with(runs: *mut hitmask_run_mask, other: *const hitmask_shape, offset: hitmask_point) {
        value(other)?.beside(runs, |other| {
            Arc::make_mut(&mut object_mut(runs)?.shared).difference_with(&other, offset);
            Ok(())
        })
    }

    /// The pixels of the shape at the offset change from solid to clear and from clear to solid.
    fn hitmask_run_mask_symmetric_difference_with(runs: *mut hitmask_run_mask, other: *const hitmask_shape, offset: hitmask_point) {
        value(other)?.beside(runs, |other| {
            Arc::make_mut(&mut object_mut(runs)?.shared).symmetric_difference_with(&other, offset);
            Ok(())
        })
    }
}

// in alpha
verbs! {
    /// An alpha mask with alpha 255 where the mask is solid and 0 elsewhere.
    fn hitmask_alpha_mask_from_mask(mask: *const hitmask_mask, out: *mut *mut hitmask_alpha_mask) {
        give_object(out, AlphaMask::from_mask(&object(mask)?.mask))
    }

    /// A copy. Copies are cheap: the alphas are shared until one of the two is changed.
    fn hitmask_alpha_mask_clone(alpha: *const hitmask_alpha_mask, out: *mut *mut hitmask_alpha_mask) {
        give_object(out, object(alpha)?.shared.clone())
    }

    /// Whether two alpha masks have the same size and the same alphas.
    fn hitmask_alpha_mask_equals(a: *const hitmask_alpha_mask, b: *const hitmask_alpha_mask, out: *mut bool) {
        give(out, object(a)?.shared.eq(&object(b)?.shared))
    }

    /// The width and the height in pixels.
    fn hitmask_alpha_mask_size(alpha: *const hitmask_alpha_mask, w: *mut u32, h: *mut u32) {
        give_both(object(alpha)?.shared.size(), w, h)
    }

    /// The largest alpha; 0 if there are no pixels. Reads every byte. If it is below the level of a query, the sprite cannot collide in
    /// that query, even if you can see it.
    fn hitmask_alpha_mask_max_alpha(alpha: *const hitmask_alpha_mask, out: *mut u8) {
        give(out, object(alpha)?.shared.max_alpha())
    }

    /// The memory that it uses, in bytes: its fields, its pixels, and the copies that posed queries keep with it.
    fn hitmask_alpha_mask_memory(alpha: *const hitmask_alpha_mask, out: *mut usize) {
        give(out, object(alpha)?.shared.memory_bytes())
    }

    /// The alpha of a pixel. 0 outside.
    fn hitmask_alpha_mask_get(alpha: *const hitmask_alpha_mask, pixel: hitmask_point, out: *mut u8) {
        give(out, object(alpha)?.shared.alpha(pixel))
    }

    /// The pixels whose alpha is at least the threshold, as a mask.
    fn hitmask_alpha_mask_to_mask(alpha: *const hitmask_alpha_mask, threshold: u8, out: *mut *mut hitmask_mask) {
        give_object(out, object(alpha)?.shared.to_mask(threshold))
    }

    /// Cut into nine slices and put together in another size. The corners keep their size; the slices between them are stretched or
    /// repeated. If the margins do not fit into the new size, they shrink in proportion. The fill is a hitmask_slice_fill.
    fn hitmask_alpha_mask_nine_slice(alpha: *const hitmask_alpha_mask, margins: hitmask_margins, w: u32, h: u32, fill: i32, out: *mut *mut hitmask_alpha_mask) {
        give_object(out, object(alpha)?.shared.nine_slice(margins.into(), (w, h), choice(fill)?)?)
    }

    /// Whether the two collide by alpha sum: at some pixel both alphas are above 0 and they add up to 255 or more.
    fn hitmask_alpha_mask_overlaps(a: *const hitmask_alpha_mask, b: *const hitmask_alpha_mask, offset: hitmask_point, out: *mut bool) {
        give(out, object(a)?.shared.overlaps(&object(b)?.shared, offset))
    }

    /// The number of pixels that collide by alpha sum.
    fn hitmask_alpha_mask_overlap_area(a: *const hitmask_alpha_mask, b: *const hitmask_alpha_mask, offset: hitmask_point, out: *mut u64) {
        give(out, object(a)?.shared.overlap_area(&object(b)?.shared, offset))
    }

    /// The first pixel that collides by alpha sum, row by row from the top and from left to right; in a's pixels. Not found if no pixel
    /// collides.
    fn hitmask_alpha_mask_first_overlap(a: *const hitmask_alpha_mask, b: *const hitmask_alpha_mask, offset: hitmask_point, out: *mut hitmask_point, found: *mut bool) {
        give_found(out, found, object(a)?.shared.first_overlap(&object(b)?.shared, offset).map(Into::into))
    }

    /// The first pixel that collides by alpha sum, in a scan order of your choice; in a's pixels. Not found if no pixel collides. The order
    /// is a hitmask_scan_order.
    fn hitmask_alpha_mask_extreme_overlap(a: *const hitmask_alpha_mask, b: *const hitmask_alpha_mask, offset: hitmask_point, order: i32, out: *mut hitmask_point, found: *mut bool) {
        give_found(out, found, object(a)?.shared.extreme_overlap(&object(b)?.shared, offset, choice(order)?).map(Into::into))
    }

    /// The smallest rectangle that contains all pixels that collide by alpha sum; in a's pixels. Not found if no pixel collides.
    fn hitmask_alpha_mask_overlap_bounds(a: *const hitmask_alpha_mask, b: *const hitmask_alpha_mask, offset: hitmask_point, out: *mut hitmask_rect, found: *mut bool) {
        give_found(out, found, object(a)?.shared.overlap_bounds(&object(b)?.shared, offset).map(Into::into))
    }

    /// The pixels that collide by alpha sum, row by row from the top, left to right; in a's pixels.
    fn hitmask_alpha_mask_overlap_points(a: *const hitmask_alpha_mask, b: *const hitmask_alpha_mask, offset: hitmask_point, points: *mut hitmask_point, capacity: usize, count: *mut usize) {
        check_list(points, capacity, count)?;
        give_list(object(a)?.shared.overlap_points(&object(b)?.shared, offset).into_iter().map(Into::into), points, capacity, count)
    }

    /// The pixels that collide by alpha sum, as a mask of a's size.
    fn hitmask_alpha_mask_overlap_mask(a: *const hitmask_alpha_mask, b: *const hitmask_alpha_mask, offset: hitmask_point, out: *mut *mut hitmask_mask) {
        give_object(out, object(a)?.shared.overlap_mask(&object(b)?.shared, offset))
    }

    /// Whether any world pixel meets by alpha sum, for two posed alpha masks.
    fn hitmask_alpha_mask_overlaps_posed(a: *const hitmask_alpha_mask, pose: *const hitmask_pose, b: *const hitmask_alpha_mask, other_pose: *const hitmask_pose, out: *mut bool) {
        give(out, object(a)?.shared.overlaps_posed(&value(pose)?.library()?, &object(b)?.shared, &value(other_pose)?.library()?))
    }

    /// How many world pixels meet by alpha sum, for two posed alpha masks.
    fn hitmask_alpha_mask_overlap_area_posed(a: *const hitmask_alpha_mask, pose: *const hitmask_pose, b: *const hitmask_alpha_mask, other_pose: *const hitmask_pose, out: *mut u64) {
        give(out, object(a)?.shared.overlap_area_posed(&value(pose)?.library()?, &object(b)?.shared, &value(other_pose)?.library()?))
    }

    /// The first world pixel (the topmost, then the leftmost) that meets by alpha sum, for two posed alpha masks.
    fn hitmask_alpha_mask_first_overlap_posed(a: *const hitmask_alpha_mask, pose: *const hitmask_pose, b: *const hitmask_alpha_mask, other_pose: *const hitmask_pose, out: *mut hitmask_point, found: *mut bool) {
        give_found(out, found, object(a)?.shared.first_overlap_posed(&value(pose)?.library()?, &object(b)?.shared, &value(other_pose)?.library()?).map(Into::into))
    }

    /// The smallest rectangle around all world pixels that meet by alpha sum, for two posed alpha masks.
    fn hitmask_alpha_mask_overlap_bounds_posed(a: *const hitmask_alpha_mask, pose: *const hitmask_pose, b: *const hitmask_alpha_mask, other_pose: *const hitmask_pose, out: *mut hitmask_rect, found: *mut bool) {
        give_found(out, found, object(a)?.shared.overlap_bounds_posed(&value(pose)?.library()?, &object(b)?.shared, &value(other_pose)?.library()?).map(Into::into))
    }

    /// What a posed alpha mask shows in the world: the alphas, and the world pixel of the upper left one.
    fn hitmask_alpha_mask_bake(alpha: *const hitmask_alpha_mask, pose: *const hitmask_pose, out: *mut *mut hitmask_alpha_mask, corner: *mut hitmask_point) {
        give_placed(object(alpha)?.shared.bake(&value(pose)?.library()?)?, out, corner)
    }
}

// in labels
verbs! {
    /// A label mask with one label wherever the mask is solid.
    fn hitmask_label_mask_from_mask(mask: *const hitmask_mask, label: u8, out: *mut *mut hitmask_label_mask) {
        give_object(out, LabelMask::from_mask(&object(mask)?.mask, label))
    }

    /// A copy. Copies are cheap: the labels are shared until one of the two is changed.
    fn hitmask_label_mask_clone(labels: *const hitmask_label_mask, out: *mut *mut hitmask_label_mask) {
        give_object(out, object(labels)?.shared.clone())
    }

    /// Whether two label masks have the same size, labels, names and numbers.
    fn hitmask_label_mask_equals(a: *const hitmask_label_mask, b: *const hitmask_label_mask, out: *mut bool) {
        give(out, object(a)?.shared.eq(&object(b)?.shared))
    }

    /// The width and the height in pixels.
    fn hitmask_label_mask_size(labels: *const hitmask_label_mask, w: *mut u32, h: *mut u32) {
        give_both(object(labels)?.shared.size(), w, h)
    }

    /// The memory that it uses, in bytes: its fields, its labels and names, its solid pixels, and what posed queries keep with these.
    fn hitmask_label_mask_memory(labels: *const hitmask_label_mask, out: *mut usize) {
        give(out, object(labels)?.shared.memory_bytes())
    }

    /// One number for the size, the labels, and their names and numbers. It is the same on every machine and in every version of this
    /// library. Two label masks that differ have different hashes but for a chance of about 2⁻⁶⁴. It is kept until an edit.
    fn hitmask_label_mask_hash(labels: *const hitmask_label_mask, out: *mut u64) {
        give(out, object(labels)?.shared.state_hash())
    }

    /// The label of a pixel. 0 where it is clear, and outside.
    fn hitmask_label_mask_get(labels: *const hitmask_label_mask, pixel: hitmask_point, out: *mut u8) {
        give(out, object(labels)?.shared.label(pixel))
    }

    /// Gives a label to every pixel that is solid in the shape at the offset. Label 0 makes them clear.
    fn hitmask_label_mask_draw(labels: *mut hitmask_label_mask, shape: *const hitmask_shape, offset: hitmask_point, label: u8) {
        value(shape)?.beside(labels, |shape| {
            Arc::make_mut(&mut object_mut(labels)?.shared).draw(&shape, offset, label);
            Ok(())
        })
    }

    /// As hitmask_label_mask_draw, but clear pixels stay clear: a rough box around a head labels the pixels of the head.
    fn hitmask_label_mask_relabel(labels: *mut hitmask_label_mask, shape: *const hitmask_shape, offset: hitmask_point, label: u8) {
        value(shape)?.beside(labels, |shape| {
            Arc::make_mut(&mut object_mut(labels)?.shared).relabel(&shape, offset, label);
            Ok(())
        })
    }

    /// The pixels inside a rectangle, as a label mask of the rectangle's size. Pixels outside it are clear.
    fn hitmask_label_mask_crop(labels: *const hitmask_label_mask, rect: hitmask_rect, out: *mut *mut hitmask_label_mask) {
        give_object(out, object(labels)?.shared.crop(rect.checked()?))
    }

    /// Cut into nine slices and put together in another size. The corners keep their size; the slices between them are stretched or
    /// repeated. If the margins do not fit into the new size, they shrink in proportion. Names and numbers of labels stay. The fill is a
    /// hitmask_slice_fill.
    fn hitmask_label_mask_nine_slice(labels: *const hitmask_label_mask, margins: hitmask_margins, w: u32, h: u32, fill: i32, out: *mut *mut hitmask_label_mask) {
        give_object(out, object(labels)?.shared.nine_slice(margins.into(), (w, h), choice(fill)?)?)
    }

    /// Mirrored: left becomes right.
    fn hitmask_label_mask_flip_h(labels: *const hitmask_label_mask, out: *mut *mut hitmask_label_mask) {
        give_object(out, object(labels)?.shared.flip_h())
    }

    /// Mirrored: top becomes bottom.
    fn hitmask_label_mask_flip_v(labels: *const hitmask_label_mask, out: *mut *mut hitmask_label_mask) {
        give_object(out, object(labels)?.shared.flip_v())
    }

    /// Turned clockwise by 90 degrees.
    fn hitmask_label_mask_rotate90(labels: *const hitmask_label_mask, out: *mut *mut hitmask_label_mask) {
        give_object(out, object(labels)?.shared.rotate90())
    }

    /// What a posed label mask shows in the world: the labels, and the world pixel of the upper left one.
    fn hitmask_label_mask_bake(labels: *const hitmask_label_mask, pose: *const hitmask_pose, out: *mut *mut hitmask_label_mask, corner: *mut hitmask_point) {
        give_placed(object(labels)?.shared.bake(&value(pose)?.library()?)?, out, corner)
    }

    /// The label mask as bytes in a compact form with a checksum, to save it or to send it. Equal label masks give equal bytes.
    fn hitmask_label_mask_to_bytes(labels: *const hitmask_label_mask, out: *mut *mut hitmask_bytes) {
        give_object(out, object(labels)?.shared.to_bytes())
    }

    /// Which labels of a label mask and of a shape meet: for each pair of labels in how many pixels, and the first of these. Sorted by the
    /// labels. A shape without labels counts as label 0.
    fn hitmask_label_mask_overlap_labels(labels: *const hitmask_label_mask, other: *const hitmask_shape, offset: hitmask_point, list: *mut hitmask_label_overlap, capacity: usize, count: *mut usize) {
        check_list(list, capacity, count)?;
        give_list(object(labels)?.shared.overlap_labels(&value(other)?.lend()?, offset).iter().map(Into::into), list, capacity, count)
    }

    /// The first pixel that both share, and the labels there. Not found if they do not overlap.
    fn hitmask_label_mask_label_hit(labels: *const hitmask_label_mask, other: *const hitmask_shape, offset: hitmask_point, out: *mut hitmask_label_hit, found: *mut bool) {
        give_found(out, found, object(labels)?.shared.label_hit(&value(other)?.lend()?, offset).as_ref().map(Into::into))
    }

    /// Which labels meet under poses: the pixels are those of the world.
    fn hitmask_label_mask_overlap_labels_posed(labels: *const hitmask_label_mask, pose: *const hitmask_pose, other: *const hitmask_shape, other_pose: *const hitmask_pose, list: *mut hitmask_label_overlap, capacity: usize, count: *mut usize) {
        check_list(list, capacity, count)?;
        give_list(object(labels)?.shared.overlap_labels_posed(&value(pose)?.library()?, &value(other)?.lend()?, &value(other_pose)?.library()?).iter().map(Into::into), list, capacity, count)
    }

    /// The first world pixel that both share under poses, and the labels there.
    fn hitmask_label_mask_label_hit_posed(labels: *const hitmask_label_mask, pose: *const hitmask_pose, other: *const hitmask_shape, other_pose: *const hitmask_pose, out: *mut hitmask_label_hit, found: *mut bool) {
        give_found(out, found, object(labels)?.shared.label_hit_posed(&value(pose)?.library()?, &value(other)?.lend()?, &value(other_pose)?.library()?).as_ref().map(Into::into))
    }
}

// in terrain
verbs! {
    /// A terrain with the size and the pixels of a mask.
    fn hitmask_terrain_from_mask(mask: *const hitmask_mask, out: *mut *mut hitmask_terrain) {
        give_object(out, Terrain::from_mask(&object(mask)?.mask))
    }

    /// A copy. Copies are cheap: they share what neither has changed since.
    fn hitmask_terrain_clone(terrain: *const hitmask_terrain, out: *mut *mut hitmask_terrain) {
        give_object(out, object(terrain)?.shared.clone())
    }

    /// The width and the height in pixels.
    fn hitmask_terrain_size(terrain: *const hitmask_terrain, w: *mut u32, h: *mut u32) {
        give_both(object(terrain)?.shared.size(), w, h)
    }

    /// The number of solid pixels. Takes constant time.
    fn hitmask_terrain_count(terrain: *const hitmask_terrain, out: *mut u64) {
        give(out, object(terrain)?.shared.count())
    }

    /// The smallest rectangle that contains all solid pixels. Not found if no pixel is solid. Takes constant time.
    fn hitmask_terrain_bounds(terrain: *const hitmask_terrain, out: *mut hitmask_rect, found: *mut bool) {
        give_found(out, found, object(terrain)?.shared.bounds().map(Into::into))
    }

    /// The memory that the terrain uses, in bytes. Copies and snapshots share most of it, and each of them counts it all.
    fn hitmask_terrain_memory(terrain: *const hitmask_terrain, out: *mut usize) {
        give(out, object(terrain)?.shared.memory_bytes())
    }

    /// The pixels inside a rectangle, as a mask of the rectangle's size. Pixels outside the terrain are clear.
    fn hitmask_terrain_crop(terrain: *const hitmask_terrain, rect: hitmask_rect, out: *mut *mut hitmask_mask) {
        give_object(out, object(terrain)?.shared.crop(rect.checked()?))
    }

    /// Remembers the state of a terrain. It costs little: what does not change is shared.
    fn hitmask_terrain_snapshot_new(terrain: *const hitmask_terrain, out: *mut *mut hitmask_terrain_snapshot) {
        give_object(out, object(terrain)?.shared.snapshot())
    }

    /// One number for the size and the pixels: equal terrains have equal hashes, on every machine and in every version of this library.
    /// Other terrains have the same hash with a chance of about 2⁻⁶⁴, unless somebody looks for such a pair on purpose.
    fn hitmask_terrain_content_hash(terrain: *const hitmask_terrain, out: *mut u64) {
        give(out, object(terrain)?.shared.content_hash())
    }

    /// The terrain as bytes in a compact form with a checksum, to save it or to send it. Empty and full regions take a few bytes, a tile
    /// with a surface about a hundred. Equal terrains give equal bytes.
    fn hitmask_terrain_to_bytes(terrain: *const hitmask_terrain, out: *mut *mut hitmask_bytes) {
        give_object(out, object(terrain)?.shared.to_bytes())
    }
}

// in analysis
verbs! {
    /// The number of components.
    fn hitmask_components_count(components: *const hitmask_components, out: *mut usize) {
        give(out, object(components)?.components.len())
    }

    /// The number of the component with the most pixels; if there are several, the first of them. Not found if there are no components.
    fn hitmask_components_largest(components: *const hitmask_components, out: *mut usize, found: *mut bool) {
        give_found(out, found, object(components)?.components.largest())
    }

    /// The number of the component that contains the pixel. Not found for clear pixels and outside the mask. Takes one binary search among
    /// the runs of the row.
    fn hitmask_components_at(components: *const hitmask_components, pixel: hitmask_point, out: *mut usize, found: *mut bool) {
        give_found(out, found, object(components)?.components.component_at(pixel))
    }

    /// A label image: for each pixel, row by row, 0 if it is clear, otherwise its component's number plus one.
    fn hitmask_components_labels(components: *const hitmask_components, labels: *mut u32, capacity: usize, count: *mut usize) {
        check_list(labels, capacity, count)?;
        give_list(object(components)?.components.labels(), labels, capacity, count)
    }
}

// in analysis
verbs! {
    /// The connected components of the solid pixels. The connectivity is a hitmask_connectivity.
    fn hitmask_mask_components(mask: *const hitmask_mask, connectivity: i32, out: *mut *mut hitmask_components) {
        give_object(out, object(mask)?.mask.components(choice(connectivity)?))
    }

    /// The outline (contour) of the solid pixels. The connectivity is a hitmask_connectivity.
    fn hitmask_mask_outline(mask: *const hitmask_mask, connectivity: i32, out: *mut *mut hitmask_outline) {
        give_object(out, object(mask)?.mask.outline(choice(connectivity)?))
    }

    /// Convex polygons with disjoint interiors that together cover exactly the squares of the solid pixels.
    fn hitmask_mask_convex_pieces(mask: *const hitmask_mask, out: *mut *mut hitmask_pieces) {
        give_object(out, object(mask)?.mask.convex_pieces())
    }

    /// Disjoint rectangles that together contain exactly the solid pixels, ordered from the top, left to right.
    fn hitmask_mask_rectangles(mask: *const hitmask_mask, rects: *mut hitmask_rect, capacity: usize, count: *mut usize) {
        check_list(rects, capacity, count)?;
        give_list(object(mask)?.mask.rectangles().into_iter().map(Into::into), rects, capacity, count)
    }

    /// The convex hull: the corners of the smallest convex polygon that contains the squares of all solid pixels. They are listed clockwise
    /// on a screen. The first is the topmost; if there are several, the leftmost of those. No three corners lie on a line. Empty if no
    /// pixel is solid.
    fn hitmask_mask_convex_hull(mask: *const hitmask_mask, corners: *mut hitmask_point, capacity: usize, count: *mut usize) {
        check_list(corners, capacity, count)?;
        give_list(object(mask)?.mask.convex_hull().into_iter().map(Into::into), corners, capacity, count)
    }

    /// The area and the first and second moments of the solid pixels.
    fn hitmask_mask_moments(mask: *const hitmask_mask, out: *mut hitmask_moments) {
        give(out, (&object(mask)?.mask.moments()).into())
    }

    /// The squared distance from each pixel to the nearest clear pixel: how deep inside the shape it lies. The outside is a
    /// hitmask_border_mode.
    fn hitmask_mask_distance_to_clear(mask: *const hitmask_mask, outside: i32, out: *mut *mut hitmask_distance_field) {
        give_object(out, object(mask)?.mask.distance_to_clear(choice(outside)?))
    }

    /// The squared distance from each pixel to the nearest solid pixel.
    fn hitmask_mask_distance_to_solid(mask: *const hitmask_mask, out: *mut *mut hitmask_distance_field) {
        give_object(out, object(mask)?.mask.distance_to_solid())
    }
}

// in analysis
verbs! {
    /// The connected components of a run mask. The connectivity is a hitmask_connectivity.
    fn hitmask_run_mask_components(runs: *const hitmask_run_mask, connectivity: i32, out: *mut *mut hitmask_components) {
        give_object(out, object(runs)?.shared.components(choice(connectivity)?))
    }

    /// The area and the first and second moments of the solid pixels.
    fn hitmask_run_mask_moments(runs: *const hitmask_run_mask, out: *mut hitmask_moments) {
        give(out, (&object(runs)?.shared.moments()).into())
    }
}

// in analysis
verbs! {
    /// The mask that the outline was made from. For a simplified outline, the pixels whose centres lie inside it.
    fn hitmask_outline_to_mask(outline: *const hitmask_outline, out: *mut *mut hitmask_mask) {
        give_object(out, object(outline)?.outline.to_mask())
    }

    /// Convex polygons with disjoint interiors that together cover exactly the area inside the outline.
    fn hitmask_outline_convex_pieces(outline: *const hitmask_outline, out: *mut *mut hitmask_pieces) {
        give_object(out, object(outline)?.outline.convex_pieces())
    }
}

// in analysis
verbs! {
    /// How many polygons there are.
    fn hitmask_pieces_count(pieces: *const hitmask_pieces, out: *mut usize) {
        give(out, object(pieces)?.pieces.len())
    }
}

// in analysis
verbs! {
    /// The squared distance at a pixel. Not found outside the mask, and everywhere if there is no wanted pixel.
    fn hitmask_distance_field_get(field: *const hitmask_distance_field, pixel: hitmask_point, squared: *mut u32, found: *mut bool) {
        give_found(squared, found, object(field)?.field.get(pixel))
    }

    /// The pixels whose squared distance is at most squared. Empty if there is no wanted pixel.
    fn hitmask_distance_field_within(field: *const hitmask_distance_field, squared: u32, out: *mut *mut hitmask_mask) {
        give_object(out, object(field)?.field.within(squared))
    }
}

// in overlap
verbs! {
    /// Whether a pixel is solid.
    fn hitmask_contains(shape: *const hitmask_shape, pixel: hitmask_point, out: *mut bool) {
        give(out, object(shape)?.lend()?.contains(pixel))
    }

    /// Whether any pixel is solid in both shapes.
    fn hitmask_overlaps(a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, out: *mut bool) {
        give(out, object(a)?.lend()?.overlaps(&object(b)?.lend()?, offset))
    }

    /// How many pixels are solid in both shapes.
    fn hitmask_overlap_area(a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, out: *mut u64) {
        give(out, object(a)?.lend()?.overlap_area(&object(b)?.lend()?, offset))
    }

    /// The first pixel that is solid in both shapes, in a's pixels.
    fn hitmask_first_overlap(a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, out: *mut hitmask_point, found: *mut bool) {
        give_found(out, found, object(a)?.lend()?.first_overlap(&object(b)?.lend()?, offset).map(Into::into))
    }

    /// The smallest rectangle around all pixels that are solid in both shapes, in a's pixels.
    fn hitmask_overlap_bounds(a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, out: *mut hitmask_rect, found: *mut bool) {
        give_found(out, found, object(a)?.lend()?.overlap_bounds(&object(b)?.lend()?, offset).map(Into::into))
    }

    /// The first pixel that is solid in both shapes in an order of your choice, a hitmask_scan_order.
    fn hitmask_extreme_overlap(a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, order: i32, out: *mut hitmask_point, found: *mut bool) {
        give_found(out, found, object(a)?.lend()?.extreme_overlap(&object(b)?.lend()?, offset, choice(order)?).map(Into::into))
    }

    /// All pixels that are solid in both shapes, row by row.
    fn hitmask_overlap_points(a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, points: *mut hitmask_point, capacity: usize, count: *mut usize) {
        check_list(points, capacity, count)?;
        give_list(object(a)?.lend()?.overlap_points(&object(b)?.lend()?, offset).into_iter().map(Into::into), points, capacity, count)
    }

    /// All pixels that are solid in both shapes, as a mask, and the place of its upper left pixel. The mask has the size of a; if a is a
    /// terrain, a circle or a polygon, it is the smallest one that holds the pixels.
    fn hitmask_overlap_mask(a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, out: *mut *mut hitmask_mask, corner: *mut hitmask_point) {
        give_placed(object(a)?.lend()?.try_overlap_mask(&object(b)?.lend()?, offset)?, out, corner)
    }

    /// The shortest way out: the least change of the offset after which the shapes do not overlap. (0, 0) if they do not overlap.
    fn hitmask_separation(a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, out: *mut hitmask_point) {
        give(out, object(a)?.lend()?.separation(&object(b)?.lend()?, offset).into())
    }

    /// The least multiple of a direction by which the offset must change so that the shapes do not overlap. (0, 0) if they do not overlap.
    /// Not found if they do and the direction is (0, 0).
    fn hitmask_separation_along(a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, direction: hitmask_point, out: *mut hitmask_point, found: *mut bool) {
        give_found(out, found, object(a)?.lend()?.separation_along(&object(b)?.lend()?, offset, direction).map(Into::into))
    }

    /// The direction of a contact, from a to b: on each axis, how many pixels the overlap would lose if b went one pixel on, and gain if it
    /// went back. (0, 0) if the shapes do not overlap and do not touch.
    fn hitmask_normal(a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, out: *mut hitmask_point) {
        give(out, object(a)?.lend()?.normal(&object(b)?.lend()?, offset).into())
    }

    /// How far apart the shapes are, and the nearest pixels. Not found if either has no pixel.
    fn hitmask_closest_pixels(a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, out: *mut hitmask_closest, found: *mut bool) {
        give_found(out, found, object(a)?.lend()?.closest(&object(b)?.lend()?, offset).map(Into::into))
    }
}

// in overlap
verbs! {
    /// The shortest way out of two shapes that may be turned, in whole pixels: move b by it. (0, 0) if they do not overlap.
    fn hitmask_placed_separation(a: *const hitmask_placed, b: *const hitmask_placed, out: *mut hitmask_point) {
        give(out, object(a)?.lend()?.separation(object(b)?.lend()?).into())
    }

    /// The direction of a contact of two shapes that may be turned: see hitmask_normal.
    fn hitmask_placed_normal(a: *const hitmask_placed, b: *const hitmask_placed, out: *mut hitmask_point) {
        give(out, object(a)?.lend()?.normal(object(b)?.lend()?).into())
    }

    /// How far apart two shapes are that may be turned, and the nearest world pixels. Not found if either covers no pixel.
    fn hitmask_placed_closest(a: *const hitmask_placed, b: *const hitmask_placed, out: *mut hitmask_closest, found: *mut bool) {
        give_found(out, found, object(a)?.lend()?.closest(object(b)?.lend()?).map(Into::into))
    }
}

// in posed
verbs! {
    /// Whether two posed masks overlap, by the raster rule. The pictures are kept.
    fn hitmask_pose_cache_overlaps(cache: *mut hitmask_pose_cache, a: *const hitmask_mask, pose_a: *const hitmask_pose, b: *const hitmask_mask, pose_b: *const hitmask_pose, out: *mut bool) {
        give(out, object_mut(cache)?.cache.overlaps_posed(&object(a)?.mask, &value(pose_a)?.library()?, &object(b)?.mask, &value(pose_b)?.library()?))
    }

    /// How many world pixels two posed masks both cover. The pictures are kept.
    fn hitmask_pose_cache_overlap_area(cache: *mut hitmask_pose_cache, a: *const hitmask_mask, pose_a: *const hitmask_pose, b: *const hitmask_mask, pose_b: *const hitmask_pose, out: *mut u64) {
        give(out, object_mut(cache)?.cache.overlap_area_posed(&object(a)?.mask, &value(pose_a)?.library()?, &object(b)?.mask, &value(pose_b)?.library()?))
    }

    /// The first world pixel (the topmost, then the leftmost) that two posed masks both cover. The pictures are kept.
    fn hitmask_pose_cache_first_overlap(cache: *mut hitmask_pose_cache, a: *const hitmask_mask, pose_a: *const hitmask_pose, b: *const hitmask_mask, pose_b: *const hitmask_pose, out: *mut hitmask_point, found: *mut bool) {
        give_found(out, found, object_mut(cache)?.cache.first_overlap_posed(&object(a)?.mask, &value(pose_a)?.library()?, &object(b)?.mask, &value(pose_b)?.library()?).map(Into::into))
    }

    /// The smallest rectangle around the world pixels that two posed masks both cover. The pictures are kept.
    fn hitmask_pose_cache_overlap_bounds(cache: *mut hitmask_pose_cache, a: *const hitmask_mask, pose_a: *const hitmask_pose, b: *const hitmask_mask, pose_b: *const hitmask_pose, out: *mut hitmask_rect, found: *mut bool) {
        give_found(out, found, object_mut(cache)?.cache.overlap_bounds_posed(&object(a)?.mask, &value(pose_a)?.library()?, &object(b)?.mask, &value(pose_b)?.library()?).map(Into::into))
    }

    /// Drops every mask. The counters of hits, misses and evictions are kept.
    fn hitmask_pose_cache_clear(cache: *mut hitmask_pose_cache) {
        object_mut(cache)?.cache.clear();
        Ok(())
    }

    /// Hits and misses since the cache was made, and its current contents.
    fn hitmask_pose_cache_stats(cache: *const hitmask_pose_cache, out: *mut hitmask_cache_stats) {
        give(out, (&object(cache)?.cache.stats()).into())
    }
}

// in motion
verbs! {
    /// When b, moving straight from a position by a motion, first overlaps a. The position is b's origin in a's pixels.
    fn hitmask_mask_cast(a: *const hitmask_mask, b: *const hitmask_mask, position: hitmask_point_q16, motion: hitmask_point_q16, out: *mut hitmask_cast) {
        give(out, object(a)?.mask.cast(&object(b)?.mask, position.checked("position")?, motion.checked("motion")?).into())
    }

    /// When b, moving in whole pixels from an offset along a straight line, first overlaps a.
    fn hitmask_mask_cast_pixels(a: *const hitmask_mask, b: *const hitmask_mask, offset: hitmask_point, motion: hitmask_point, out: *mut hitmask_step_cast) {
        give(out, object(a)?.mask.cast_pixels(&object(b)?.mask, offset, motion).into())
    }

    /// The first solid pixel that a point hits, moving straight from a position by a motion. Both are in its pixels, in whole pixels or 65
    /// 536ths of a pixel. For lines of sight, lasers and bullets.
    fn hitmask_mask_ray_cast(mask: *const hitmask_mask, position: hitmask_point_q16, motion: hitmask_point_q16, out: *mut hitmask_cast) {
        give(out, object(mask)?.mask.ray_cast(position.checked("position")?, motion.checked("motion")?).into())
    }
}

// in motion
verbs! {
    /// When a mask, moving straight from a position by a motion, first overlaps the terrain.
    fn hitmask_terrain_cast(terrain: *const hitmask_terrain, other: *const hitmask_mask, position: hitmask_point_q16, motion: hitmask_point_q16, out: *mut hitmask_cast) {
        give(out, object(terrain)?.shared.cast(&object(other)?.mask, position.checked("position")?, motion.checked("motion")?).into())
    }

    /// When a mask, moving in whole pixels along a straight line from an offset, first overlaps the terrain.
    fn hitmask_terrain_cast_pixels(terrain: *const hitmask_terrain, other: *const hitmask_mask, offset: hitmask_point, motion: hitmask_point, out: *mut hitmask_step_cast) {
        give(out, object(terrain)?.shared.cast_pixels(&object(other)?.mask, offset, motion).into())
    }

    /// The first solid pixel that a point hits, moving straight from a position by a motion.
    fn hitmask_terrain_ray_cast(terrain: *const hitmask_terrain, position: hitmask_point_q16, motion: hitmask_point_q16, out: *mut hitmask_cast) {
        give(out, object(terrain)?.shared.ray_cast(position.checked("position")?, motion.checked("motion")?).into())
    }
}

// in buffer
verbs! {
    /// The region of the world that the buffer holds.
    fn hitmask_buffer_region(buffer: *const hitmask_buffer, out: *mut hitmask_rect) {
        give(out, object(buffer)?.buffer.region().into())
    }

    /// Moves the buffer to another region, which may have another size, and erases what was drawn. The latched ids stay. Going back to an
    /// earlier region needs no new memory.
    fn hitmask_buffer_set_region(buffer: *mut hitmask_buffer, region: hitmask_rect) {
        Ok(object_mut(buffer)?.buffer.set_region(region.into())?)
    }

    /// Moves the region, and erases what was drawn.
    fn hitmask_buffer_move_to(buffer: *mut hitmask_buffer, corner: hitmask_point) {
        object_mut(buffer)?.buffer.move_to(corner);
        Ok(())
    }

    /// Erases what was drawn, at the start of a frame. The latched ids stay.
    fn hitmask_buffer_clear(buffer: *mut hitmask_buffer) {
        object_mut(buffer)?.buffer.clear();
        Ok(())
    }

    /// The ids at a pixel, ascending, each once. Empty outside the region.
    fn hitmask_buffer_ids_at(buffer: *const hitmask_buffer, pixel: hitmask_point, ids: *mut u32, capacity: usize, count: *mut usize) {
        check_list(ids, capacity, count)?;
        give_list(object(buffer)?.buffer.ids_at(pixel), ids, capacity, count)
    }

    /// Of the ids at a pixel, the one that was drawn last. Not found if there is no id, and outside the region.
    fn hitmask_buffer_top_at(buffer: *const hitmask_buffer, pixel: hitmask_point, out: *mut u32, found: *mut bool) {
        give_found(out, found, object(buffer)?.buffer.top_at(pixel))
    }

    /// The bytes that the buffer takes, its own fields included.
    fn hitmask_buffer_memory(buffer: *const hitmask_buffer, out: *mut usize) {
        give(out, object(buffer)?.buffer.memory_bytes())
    }
}

// in tiles
verbs! {
    /// Whether two sets have the same tiles.
    fn hitmask_tile_set_equals(a: *const hitmask_tile_set, b: *const hitmask_tile_set, out: *mut bool) {
        give(out, object(a)?.set.eq(&object(b)?.set))
    }

    /// The number of tiles.
    fn hitmask_tile_set_count(set: *const hitmask_tile_set, out: *mut usize) {
        give(out, object(set)?.set.len())
    }
}

// in tiles
verbs! {
    /// A copy. Copies are cheap: they share what neither has changed since.
    fn hitmask_tile_map_clone(map: *const hitmask_tile_map, out: *mut *mut hitmask_tile_map) {
        give_object(out, object(map)?.shared.clone())
    }

    /// Whether two maps have the same sizes, cells and tiles.
    fn hitmask_tile_map_equals(a: *const hitmask_tile_map, b: *const hitmask_tile_map, out: *mut bool) {
        give(out, object(a)?.shared.eq(&object(b)?.shared))
    }

    /// The number of columns and of rows of cells.
    fn hitmask_tile_map_size(map: *const hitmask_tile_map, columns: *mut u32, rows: *mut u32) {
        give_both(object(map)?.shared.size(), columns, rows)
    }

    /// The width and the height of a cell, in pixels.
    fn hitmask_tile_map_cell_size(map: *const hitmask_tile_map, w: *mut u32, h: *mut u32) {
        give_both(object(map)?.shared.cell_size(), w, h)
    }

    /// The memory that the map uses, in bytes: its cells, and what was drawn of them. Its set is not counted.
    fn hitmask_tile_map_memory(map: *const hitmask_tile_map, out: *mut usize) {
        give(out, object(map)?.shared.memory_bytes())
    }

    /// One number for the sizes, the cells and the tiles: equal maps have equal hashes, on every machine and in every version of this
    /// library. Other maps have the same hash with a chance of about 2⁻⁶⁴, unless somebody looks for such a pair on purpose.
    fn hitmask_tile_map_content_hash(map: *const hitmask_tile_map, out: *mut u64) {
        give(out, object(map)?.shared.content_hash())
    }

    /// The number of cells that are not empty. Takes constant time.
    fn hitmask_tile_map_filled(map: *const hitmask_tile_map, out: *mut u64) {
        give(out, object(map)?.shared.filled())
    }

    /// What a cell shows. Not found if it is empty, or outside the map. Takes constant time.
    fn hitmask_tile_map_get(map: *const hitmask_tile_map, cell: hitmask_point, out: *mut hitmask_tile_cell, found: *mut bool) {
        give_found(out, found, object(map)?.shared.get(cell).as_ref().map(Into::into))
    }

    /// Empties all cells.
    fn hitmask_tile_map_clear(map: *mut hitmask_tile_map) {
        Arc::make_mut(&mut object_mut(map)?.shared).clear();
        Ok(())
    }

    /// The map and its set as bytes in a compact form with a checksum, to save it or to send it. Equal maps give equal bytes.
    fn hitmask_tile_map_to_bytes(map: *const hitmask_tile_map, out: *mut *mut hitmask_bytes) {
        give_object(out, object(map)?.shared.to_bytes())
    }
}

// in tiles
verbs! {
    /// Whether a pixel is solid. False outside.
    fn hitmask_tile_map_contains(map: *const hitmask_tile_map, kinds: u32, pixel: hitmask_point, out: *mut bool) {
        give(out, view(map, kinds)?.contains(pixel))
    }

    /// The number of solid pixels. Reads all tiles, and keeps nothing: a map does not count its pixels while it changes.
    fn hitmask_tile_map_count(map: *const hitmask_tile_map, kinds: u32, out: *mut u64) {
        give(out, view(map, kinds)?.count())
    }

    /// The smallest rectangle that contains all solid pixels. Not found if no pixel is solid. Reads all tiles, and keeps nothing.
    fn hitmask_tile_map_bounds(map: *const hitmask_tile_map, kinds: u32, out: *mut hitmask_rect, found: *mut bool) {
        give_found(out, found, view(map, kinds)?.bounds().map(Into::into))
    }

    /// A part of a map as a mask.
    fn hitmask_tile_map_crop(map: *const hitmask_tile_map, kinds: u32, rect: hitmask_rect, out: *mut *mut hitmask_mask) {
        give_object(out, view(map, kinds)?.crop(rect.checked()?))
    }

    /// Draws the pixels in a rectangle now, so that the first questions there are fast. They allocate nothing then. A world asks about each
    /// kind by itself, so do it for each.
    fn hitmask_tile_map_draw_ahead(map: *const hitmask_tile_map, kinds: u32, rect: hitmask_rect) {
        view(map, kinds)?.draw_ahead(rect.into());
        Ok(())
    }

    /// The tiles that a shape meets, row by row of cells, left to right. The offset is the shape's origin in pixels of the map.
    fn hitmask_tile_map_overlap_tiles(map: *const hitmask_tile_map, kinds: u32, shape: *const hitmask_shape, offset: hitmask_point, list: *mut hitmask_tile_overlap, capacity: usize, count: *mut usize) {
        check_list(list, capacity, count)?;
        give_list(view(map, kinds)?.overlap_tiles(&value(shape)?.lend()?, offset).iter().map(Into::into), list, capacity, count)
    }

    /// The tile that is seen at a pixel: of several that are solid there, the one that is drawn last, in the lowest row of cells and there
    /// farthest to the right. Not found if the pixel is clear. Its area is 1.
    fn hitmask_tile_map_tile_at(map: *const hitmask_tile_map, kinds: u32, pixel: hitmask_point, out: *mut hitmask_tile_overlap, found: *mut bool) {
        give_found(out, found, view(map, kinds)?.tile_at(pixel).as_ref().map(Into::into))
    }

    /// When a mask, moving straight from a position by a motion, first overlaps the tiles.
    fn hitmask_tile_map_cast(map: *const hitmask_tile_map, kinds: u32, other: *const hitmask_mask, position: hitmask_point_q16, motion: hitmask_point_q16, out: *mut hitmask_cast) {
        give(out, view(map, kinds)?.cast(&object(other)?.mask, position.checked("position")?, motion.checked("motion")?).into())
    }

    /// When a mask, moving in whole pixels along a straight line from an offset, first overlaps the tiles.
    fn hitmask_tile_map_cast_pixels(map: *const hitmask_tile_map, kinds: u32, other: *const hitmask_mask, offset: hitmask_point, motion: hitmask_point, out: *mut hitmask_step_cast) {
        give(out, view(map, kinds)?.cast_pixels(&object(other)?.mask, offset, motion).into())
    }

    /// When a point, moving straight from a position by a motion, first enters a solid pixel of the tiles.
    fn hitmask_tile_map_ray_cast(map: *const hitmask_tile_map, kinds: u32, position: hitmask_point_q16, motion: hitmask_point_q16, out: *mut hitmask_cast) {
        give(out, view(map, kinds)?.ray_cast(position.checked("position")?, motion.checked("motion")?).into())
    }
}

// in world
verbs! {
    /// A copy of a world, with the same handles and contacts.
    fn hitmask_world_clone(world: *const hitmask_world, out: *mut *mut hitmask_world) {
        give_object(out, in_use::ask(world)?.clone())
    }

    /// Removes all colliders. Their handles become stale. Their contacts end at the next step.
    fn hitmask_world_clear(world: *mut hitmask_world) {
        change(world)?.world.clear();
        Ok(())
    }

    /// How many colliders there are, disabled ones included.
    fn hitmask_world_count(world: *const hitmask_world, out: *mut usize) {
        give(out, look(world)?.len())
    }

    /// Whether a collider of this handle is in the world. False if the handle is stale.
    fn hitmask_world_contains(world: *const hitmask_world, collider: hitmask_handle, out: *mut bool) {
        give(out, look(world)?.contains(handle(collider)))
    }

    /// The bytes that the world allocated, and its own size.
    fn hitmask_world_memory(world: *const hitmask_world, out: *mut usize) {
        give(out, look(world)?.memory_bytes())
    }

    /// Where a collider's pivot lies; without a pivot, its shape's origin. As it was set, or as a move left it: a character's remainder is
    /// part of it. In a wrapped world, modulo the size.
    fn hitmask_world_position(world: *const hitmask_world, collider: hitmask_handle, out: *mut hitmask_point_q16) {
        give(out, look(world)?.position(handle(collider)).ok_or(HITMASK_NO_SUCH_COLLIDER)?.into())
    }

    /// A rectangle around the world pixels that a collider may cover. Not found if it covers none.
    fn hitmask_world_bounds(world: *const hitmask_world, collider: hitmask_handle, out: *mut hitmask_rect, found: *mut bool) {
        let world = look(world)?;
        world.contains(handle(collider)).then_some(()).ok_or(HITMASK_NO_SUCH_COLLIDER)?;
        give_found(out, found, world.bounds(handle(collider)).map(Into::into))
    }

    /// Where and how a collider lies, as it was set.
    fn hitmask_world_transform(world: *const hitmask_world, collider: hitmask_handle, out: *mut hitmask_transform) {
        give(out, (&look(world)?.transform(handle(collider)).ok_or(HITMASK_NO_SUCH_COLLIDER)?).into())
    }

    /// Moves a collider: its pivot then lies at the position; without a pivot, its shape's origin (for most shapes the upper left corner).
    /// The other parts of its transform stay as they are.
    fn hitmask_world_set_position(world: *mut hitmask_world, collider: hitmask_handle, position: hitmask_point_q16) {
        change(world)?.world.set_position(handle(collider), position.checked("position")?).ok_or(HITMASK_NO_SUCH_COLLIDER)
    }

    /// Puts a collider at a position. A swept one was not on the way there.
    fn hitmask_world_teleport(world: *mut hitmask_world, collider: hitmask_handle, position: hitmask_point_q16) {
        change(world)?.world.teleport(handle(collider), position.checked("position")?).ok_or(HITMASK_NO_SUCH_COLLIDER)
    }

    /// Sets a collider's transform: all parts at once.
    fn hitmask_world_set_transform(world: *mut hitmask_world, collider: hitmask_handle, transform: *const hitmask_transform) {
        change(world)?.world.set_transform(handle(collider), value(transform)?.library()?).ok_or(HITMASK_NO_SUCH_COLLIDER)
    }

    /// Shows another frame of a collider's animation, counted from 0. HITMASK_WRONG_SHAPE if it has no animation, HITMASK_NO_SUCH_INDEX if
    /// there is no such frame.
    fn hitmask_world_set_frame(world: *mut hitmask_world, collider: hitmask_handle, frame: usize) {
        change(world)?.world.try_set_frame(handle(collider), frame)?.ok_or(HITMASK_NO_SUCH_COLLIDER)
    }
}

// in step
verbs! {
    /// How many steps succeeded so far. So it is the number of the last successful step, counted from 1.
    fn hitmask_world_steps(world: *const hitmask_world, out: *mut u64) {
        give(out, look(world)?.steps())
    }

    /// The colliders that touched this one in the last step.
    fn hitmask_world_contacts_of(world: *const hitmask_world, collider: hitmask_handle, handles: *mut hitmask_handle, capacity: usize, count: *mut usize) {
        check_list(handles, capacity, count)?;
        give_list(look(world)?.contacts_of(handle(collider)).ok_or(HITMASK_NO_SUCH_COLLIDER)?.into_iter().map(Handle::to_bits), handles, capacity, count)
    }

    /// The number of the step in which two colliders began to touch. Not found if they did not touch in the last step.
    fn hitmask_world_touching_since(world: *const hitmask_world, a: hitmask_handle, b: hitmask_handle, out: *mut u64, found: *mut bool) {
        give_found(out, found, look(world)?.touching_since(handle(a), handle(b)))
    }
}

// in ask
verbs! {
    /// What a collider touches now, custom tests included. The contacts are in ascending order of their handles.
    fn hitmask_world_collide_one(world: *const hitmask_world, collider: hitmask_handle, contacts: *mut hitmask_contact, capacity: usize, count: *mut usize) {
        check_list(contacts, capacity, count)?;
        give_list(in_use::ask(world)?.collide_one(handle(collider)).ok_or(HITMASK_NO_SUCH_COLLIDER)?.iter().map(Into::into), contacts, capacity, count)
    }

    /// The topmost collider that covers a pixel: by order, then by handle.
    fn hitmask_world_pick(world: *const hitmask_world, pixel: hitmask_point, filter: *const hitmask_query_filter, out: *mut hitmask_handle, found: *mut bool) {
        ask(world, filter, |world, filter| {
            give_found(out, found, world.pick(pixel, filter).map(Handle::to_bits))
        })
    }

    /// All colliders that cover a pixel, the topmost first.
    fn hitmask_world_pick_all(world: *const hitmask_world, pixel: hitmask_point, filter: *const hitmask_query_filter, handles: *mut hitmask_handle, capacity: usize, count: *mut usize) {
        ask(world, filter, |world, filter| {
            check_list(handles, capacity, count)?;
            give_list(world.pick_all(pixel, filter).into_iter().map(Handle::to_bits), handles, capacity, count)
        })
    }

    /// The collider that covers the pixel nearest to this one, at most so many pixels away.
    fn hitmask_world_nearest(world: *const hitmask_world, pixel: hitmask_point, within: u32, filter: *const hitmask_query_filter, out: *mut hitmask_nearest, found: *mut bool) {
        ask(world, filter, |world, filter| {
            give_found(out, found, world.nearest(pixel, within, filter).as_ref().map(Into::into))
        })
    }

    /// The first collider on a line of pixels. The line slips through walls whose pixels touch at corners alone.
    fn hitmask_world_first_on_line(world: *const hitmask_world, from: hitmask_point, to: hitmask_point, filter: *const hitmask_query_filter, out: *mut hitmask_line_hit, found: *mut bool) {
        ask(world, filter, |world, filter| {
            give_found(out, found, world.first_on_line(from, to, filter).as_ref().map(Into::into))
        })
    }

    /// The first collider on all pixels that a line between the centres of two pixels touches, also those beside a corner that it passes.
    /// No wall has a gap for it.
    fn hitmask_world_first_on_supercover(world: *const hitmask_world, from: hitmask_point, to: hitmask_point, filter: *const hitmask_query_filter, out: *mut hitmask_line_hit, found: *mut bool) {
        ask(world, filter, |world, filter| {
            give_found(out, found, world.first_on_supercover(from, to, filter).as_ref().map(Into::into))
        })
    }

    /// The collider that a moving point meets first.
    fn hitmask_world_ray_cast(world: *const hitmask_world, position: hitmask_point_q16, motion: hitmask_point_q16, filter: *const hitmask_query_filter, out: *mut hitmask_ray_hit, found: *mut bool) {
        ask(world, filter, |world, filter| {
            give_found(out, found, world.ray_cast(position.checked("position")?, motion.checked("motion")?, filter).as_ref().map(Into::into))
        })
    }

    /// What a collider meets if it moves while all others rest: all that it meets, in the order of the hits.
    fn hitmask_world_cast(world: *const hitmask_world, collider: hitmask_handle, motion: hitmask_point_q16, filter: *const hitmask_query_filter, hits: *mut hitmask_cast_hit, capacity: usize, count: *mut usize) {
        ask(world, filter, |world, filter| {
            check_list(hits, capacity, count)?;
            give_list(world.try_cast_all(live(world, collider)?, motion, filter)?.iter().map(Into::into), hits, capacity, count)
        })
    }

    /// What a collider meets first if it moves while all others rest.
    fn hitmask_world_cast_first(world: *const hitmask_world, collider: hitmask_handle, motion: hitmask_point_q16, filter: *const hitmask_query_filter, out: *mut hitmask_cast_hit, found: *mut bool) {
        ask(world, filter, |world, filter| {
            give_found(out, found, world.try_cast(live(world, collider)?, motion, filter)?.as_ref().map(Into::into))
        })
    }

    /// What a probe meets if it moves: all that it meets, in the order of the hits.
    fn hitmask_world_cast_probe(world: *const hitmask_world, probe: *const hitmask_probe, motion: hitmask_point_q16, filter: *const hitmask_query_filter, hits: *mut hitmask_cast_hit, capacity: usize, count: *mut usize) {
        ask(world, filter, |world, filter| {
            check_list(hits, capacity, count)?;
            give_list(world.try_cast_all(&value(probe)?.library()?, motion, filter)?.iter().map(Into::into), hits, capacity, count)
        })
    }

    /// What a probe meets first if it moves.
    fn hitmask_world_cast_probe_first(world: *const hitmask_world, probe: *const hitmask_probe, motion: hitmask_point_q16, filter: *const hitmask_query_filter, out: *mut hitmask_cast_hit, found: *mut bool) {
        ask(world, filter, |world, filter| {
            give_found(out, found, world.try_cast(&value(probe)?.library()?, motion, filter)?.as_ref().map(Into::into))
        })
    }

    /// What a collider meets if it moves and turns while all others rest: all that it meets, or may meet.
    fn hitmask_world_cast_turning(world: *const hitmask_world, collider: hitmask_handle, motion: *const hitmask_turning_motion, filter: *const hitmask_query_filter, hits: *mut hitmask_turning_hit, capacity: usize, count: *mut usize) {
        ask(world, filter, |world, filter| {
            check_list(hits, capacity, count)?;
            give_list(world.try_cast_turning_all(live(world, collider)?, &value(motion)?.library()?, filter)?.iter().map(Into::into), hits, capacity, count)
        })
    }

    /// The shortest way out of two colliders: move b by it.
    fn hitmask_world_separation(world: *const hitmask_world, a: hitmask_handle, b: hitmask_handle, out: *mut hitmask_point) {
        give(out, in_use::ask(world)?.separation(handle(a), handle(b)).ok_or(HITMASK_NO_SUCH_COLLIDER)?.into())
    }

    /// The direction of a collider's surface within a radius of a world pixel, such as the one that a ray has hit: it points out of the
    /// ground, across it. A radius of 16 is right to about a degree. (0, 0) if nothing lies there.
    fn hitmask_world_surface_normal(world: *const hitmask_world, collider: hitmask_handle, pixel: hitmask_point, radius: u32, out: *mut hitmask_point) {
        give(out, in_use::ask(world)?.surface_normal(handle(collider), pixel, radius).ok_or(HITMASK_NO_SUCH_COLLIDER)?.into())
    }

    /// The direction of the contact of two colliders, from a to b.
    fn hitmask_world_normal(world: *const hitmask_world, a: hitmask_handle, b: hitmask_handle, out: *mut hitmask_point) {
        give(out, in_use::ask(world)?.normal(handle(a), handle(b)).ok_or(HITMASK_NO_SUCH_COLLIDER)?.into())
    }

    /// Which labels of two colliders meet as they are now, in world pixels.
    fn hitmask_world_overlap_labels(world: *const hitmask_world, a: hitmask_handle, b: hitmask_handle, list: *mut hitmask_label_overlap, capacity: usize, count: *mut usize) {
        check_list(list, capacity, count)?;
        give_list(in_use::ask(world)?.overlap_labels(handle(a), handle(b)).ok_or(HITMASK_NO_SUCH_COLLIDER)?.iter().map(Into::into), list, capacity, count)
    }

    /// The first world pixel that two colliders share as they are now, and their labels there.
    fn hitmask_world_label_hit(world: *const hitmask_world, a: hitmask_handle, b: hitmask_handle, out: *mut hitmask_label_hit, found: *mut bool) {
        give_found(out, found, in_use::ask(world)?.label_hit(handle(a), handle(b)).as_ref().map(Into::into))
    }

    /// The label that a collider shows at a world pixel: which part a click, a ray or a cast has found. 0 if its shape has no labels. Not
    /// found if it does not cover the pixel.
    fn hitmask_world_label_at(world: *const hitmask_world, collider: hitmask_handle, pixel: hitmask_point, out: *mut u8, found: *mut bool) {
        give_found(out, found, in_use::ask(world)?.label_at(handle(collider), pixel))
    }
}

// in move
verbs! {
    /// Whether a collider would overlap a solid collider at a position, and which least move of at most limit pixels would free it there.
    /// Nothing changes. This and the functions below give HITMASK_TOO_LARGE if the collider covers a larger box than a mask may have.
    fn hitmask_world_fit_at(world: *const hitmask_world, collider: hitmask_handle, position: hitmask_point_q16, limit: u32, filter: *const hitmask_query_filter, out: *mut hitmask_fit) {
        ask(world, filter, |world, filter| {
            give(out, world.try_fit_at(handle(collider), position, limit, filter)?.ok_or(HITMASK_NO_SUCH_COLLIDER)?.into())
        })
    }

    /// Shows another frame of an animation if the collider then overlaps no solid collider; otherwise after the least move of at most limit
    /// pixels that frees it; otherwise nothing changes. The answer says which.
    fn hitmask_world_fit_frame(world: *mut hitmask_world, collider: hitmask_handle, frame: usize, limit: u32, filter: *const hitmask_query_filter, out: *mut hitmask_fit) {
        check(out)?;
        let mut changing = change(world)?;
        with_filter(filter, |filter| {
            give(out, changing.world.fit_frame(handle(collider), frame, limit, filter)?.ok_or(HITMASK_NO_SUCH_COLLIDER)?.into())
        })
    }

    /// Gives a collider another shape, if it fits there, or after a move of at most limit pixels.
    fn hitmask_world_fit_shape(world: *mut hitmask_world, collider: hitmask_handle, shape: *const hitmask_shape, limit: u32, filter: *const hitmask_query_filter, out: *mut hitmask_fit) {
        check(out)?;
        let mut changing = change(world)?;
        with_filter(filter, |filter| {
            give(out, changing.world.fit_shape(handle(collider), object(shape)?.hold()?, limit, filter)?.ok_or(HITMASK_NO_SUCH_COLLIDER)?.into())
        })
    }

    /// Gives a collider another transform, if it fits there, or after a move of at most limit pixels.
    fn hitmask_world_fit_transform(world: *mut hitmask_world, collider: hitmask_handle, transform: *const hitmask_transform, limit: u32, filter: *const hitmask_query_filter, out: *mut hitmask_fit) {
        check(out)?;
        let mut changing = change(world)?;
        with_filter(filter, |filter| {
            give(out, changing.world.fit_transform(handle(collider), value(transform)?.library()?, limit, filter)?.ok_or(HITMASK_NO_SUCH_COLLIDER)?.into())
        })
    }

    /// Frees a collider from the solid colliders that it overlaps by the least move of at most limit pixels.
    fn hitmask_world_unstick(world: *mut hitmask_world, collider: hitmask_handle, limit: u32, filter: *const hitmask_query_filter, out: *mut hitmask_fit) {
        check(out)?;
        let mut changing = change(world)?;
        with_filter(filter, |filter| {
            give(out, changing.world.try_unstick(handle(collider), limit, filter)?.ok_or(HITMASK_NO_SUCH_COLLIDER)?.into())
        })
    }

    /// What carries a character or a crate. Not found if nothing does.
    fn hitmask_world_support(world: *const hitmask_world, collider: hitmask_handle, out: *mut hitmask_handle, found: *mut bool) {
        let world = in_use::ask(world)?;
        world.contains(handle(collider)).then_some(()).ok_or(HITMASK_NO_SUCH_COLLIDER)?;
        give_found(out, found, world.support(handle(collider)).map(Handle::to_bits))
    }
}

// in parts
verbs! {
    /// Makes a collider a part of a root. HITMASK_WRONG_PART if the root is the same collider or a part of it, or if parts would lie too
    /// deep.
    fn hitmask_world_attach(world: *mut hitmask_world, root: hitmask_handle, part: hitmask_handle) {
        change(world)?.world.try_attach(handle(root), handle(part))?.ok_or(HITMASK_NO_SUCH_COLLIDER)
    }

    /// The parts that were attached to a collider, sorted by handle; not the parts of these.
    fn hitmask_world_parts_of(world: *const hitmask_world, root: hitmask_handle, parts: *mut hitmask_handle, capacity: usize, count: *mut usize) {
        check_list(parts, capacity, count)?;
        give_list(look(world)?.parts_of(handle(root)).ok_or(HITMASK_NO_SUCH_COLLIDER)?.into_iter().map(Handle::to_bits), parts, capacity, count)
    }

    /// What a part was attached to: its root, or a part of it. Not found if the collider is no part.
    fn hitmask_world_parent_of(world: *const hitmask_world, part: hitmask_handle, parent: *mut hitmask_handle, found: *mut bool) {
        let world = look(world)?;
        world.contains(handle(part)).then_some(()).ok_or(HITMASK_NO_SUCH_COLLIDER)?;
        give_found(parent, found, world.parent_of(handle(part)).map(Handle::to_bits))
    }

    /// The root of a part: of a part of a part, the collider above them all that is no part. Not found if the collider is no part.
    fn hitmask_world_root_of(world: *const hitmask_world, part: hitmask_handle, root: *mut hitmask_handle, found: *mut bool) {
        let world = look(world)?;
        world.contains(handle(part)).then_some(()).ok_or(HITMASK_NO_SUCH_COLLIDER)?;
        give_found(root, found, world.root_of(handle(part)).map(Handle::to_bits))
    }
}

// in tiles
verbs! {
    /// The tile of a collider's map that covers a world pixel: the first pixel of an event, the pixel of a blocker. Its first is a pixel of
    /// the map.
    fn hitmask_world_tile_at(world: *const hitmask_world, collider: hitmask_handle, pixel: hitmask_point, out: *mut hitmask_tile_overlap, found: *mut bool) {
        give_found(out, found, in_use::ask(world)?.tile_at(handle(collider), pixel).as_ref().map(Into::into))
    }
}

// in save
verbs! {
    /// One number for the state of the world, to find out whether two machines still agree. Two worlds that were built by equal calls have
    /// equal hashes: on every machine, with every broad phase, on any number of threads, and no matter whether one of them was restored
    /// from a snapshot or from bytes. Worlds that differ have the same hash with a chance of about 2⁻⁶⁴.
    fn hitmask_world_state_hash(world: *const hitmask_world, out: *mut u64) {
        give(out, in_use::ask(world)?.state_hash())
    }
}

// in world
verbs! {
    /// Sets the kind of a collider. How it takes part. A hitmask_collider_kind.
    fn hitmask_world_set_kind(world: *mut hitmask_world, collider: hitmask_handle, kind: i32) {
        let kind = choice(kind)?;
        change(world)?.world.edit(handle(collider), |it| it.kind = kind).ok_or(HITMASK_NO_SUCH_COLLIDER)
    }

    /// Sets the layers that it is on, and those that it meets, 32 bits each.
    fn hitmask_world_set_layers(world: *mut hitmask_world, collider: hitmask_handle, layers: hitmask_layers) {
        let layers = layers.into();
        change(world)?.world.edit(handle(collider), |it| it.layers = layers).ok_or(HITMASK_NO_SUCH_COLLIDER)
    }

    /// Sets the group of a collider. Colliders of the same group never meet. 0 is no group.
    fn hitmask_world_set_group(world: *mut hitmask_world, collider: hitmask_handle, group: u32) {
        change(world)?.world.edit(handle(collider), |it| it.group = group).ok_or(HITMASK_NO_SUCH_COLLIDER)
    }

    /// Sets the space of a collider. Only colliders of the same space meet.
    fn hitmask_world_set_space(world: *mut hitmask_world, collider: hitmask_handle, space: u32) {
        change(world)?.world.edit(handle(collider), |it| it.space = space).ok_or(HITMASK_NO_SUCH_COLLIDER)
    }

    /// Sets its place in the drawing order, for picking: higher is on top.
    fn hitmask_world_set_order(world: *mut hitmask_world, collider: hitmask_handle, order: i32) {
        change(world)?.world.edit(handle(collider), |it| it.order = order).ok_or(HITMASK_NO_SUCH_COLLIDER)
    }

    /// Sets the data of a collider. Yours: a number that events carry.
    fn hitmask_world_set_data(world: *mut hitmask_world, collider: hitmask_handle, data: u64) {
        change(world)?.world.edit(handle(collider), |it| it.data = data).ok_or(HITMASK_NO_SUCH_COLLIDER)
    }

    /// Sets whether it meets anything at all.
    fn hitmask_world_set_enabled(world: *mut hitmask_world, collider: hitmask_handle, enabled: bool) {
        change(world)?.world.edit(handle(collider), |it| it.enabled = enabled).ok_or(HITMASK_NO_SUCH_COLLIDER)
    }

    /// Sets whether steps look at its whole path since the last step, so that it passes through nothing.
    fn hitmask_world_set_swept(world: *mut hitmask_world, collider: hitmask_handle, swept: bool) {
        change(world)?.world.edit(handle(collider), |it| it.swept = swept).ok_or(HITMASK_NO_SUCH_COLLIDER)
    }

    /// Sets whether only the first of its new touches in a step counts: by their times, those without a time at the end.
    fn hitmask_world_set_first_only(world: *mut hitmask_world, collider: hitmask_handle, first_only: bool) {
        change(world)?.world.edit(handle(collider), |it| it.first_only = first_only).ok_or(HITMASK_NO_SUCH_COLLIDER)
    }

    /// Sets the up of a collider. Where up is for a character or a crate. HITMASK_DIRECTION_NONE if it is seen from above: then there is no
    /// floor, and every blocker is a wall. A hitmask_direction.
    fn hitmask_world_set_up(world: *mut hitmask_world, collider: hitmask_handle, up: i32) {
        let up = if up == 4 { None } else { Some(choice(up)?) };
        change(world)?.world.edit(handle(collider), |it| it.up = up).ok_or(HITMASK_NO_SUCH_COLLIDER)
    }

    /// Sets the side from which one comes onto a one-way collider. It refuses only steps against that side. A hitmask_direction.
    fn hitmask_world_set_open_side(world: *mut hitmask_world, collider: hitmask_handle, open_side: i32) {
        let open_side = choice(open_side)?;
        change(world)?.world.edit(handle(collider), |it| it.open_side = open_side).ok_or(HITMASK_NO_SUCH_COLLIDER)
    }

    /// Sets whether it stands on whole pixels and keeps the rest of its position as a remainder.
    fn hitmask_world_set_whole_pixels(world: *mut hitmask_world, collider: hitmask_handle, whole_pixels: bool) {
        change(world)?.world.edit(handle(collider), |it| it.whole_pixels = whole_pixels).ok_or(HITMASK_NO_SUCH_COLLIDER)
    }
}
