//! Masks
//!
//! A hitmask_mask holds one bit for each pixel of a picture: solid or clear. Sides go up to 65535. The functions that take two masks are the
//! fast ones; hitmask_overlaps and its siblings take any two shapes and give the same answers.
//!
//! The pitch of a picture is the number of bytes from one row to the next. Rows may have padding; a pitch shorter than a row is refused. If
//! the picture is one row high or less, the pitch is still checked.

use std::borrow::Cow;

use hitmask::{Mask, MaskError, Point, ShapeRef, StructuringElement, overlaps_batch};

use crate::border::{
    Checked, array, check, check_list, choice, give, give_found, give_list, give_object, object, object_mut,
};
use crate::geom::{hitmask_margins, hitmask_point, hitmask_rect};
use crate::hitmask_status::*;
use crate::objects::hitmask_mask;
use crate::shape::hitmask_shape;

/// Two masks at an offset: a question of hitmask_masks_overlap_batch.
#[repr(C)]
pub struct hitmask_mask_pair {
    /// The mask at the origin.
    pub a: *const hitmask_mask,
    /// The mask at the offset.
    pub b: *const hitmask_mask,
    /// The origin of b minus the origin of a.
    pub offset: hitmask_point,
}

/// The rows of a picture of the caller, without padding.
///
/// # Safety
/// The pointer keeps the contract of the crate: it points to `pitch` bytes for each row but the last, and to a whole row for that.
pub(crate) unsafe fn rows<'a>(
    w: u32,
    h: u32,
    bytes_per_pixel: usize,
    pixels: *const u8,
    pitch: usize,
) -> Checked<Cow<'a, [u8]>> {
    Mask::check_size(w, h)?;
    // At most 65 535 pixels of 4 bytes in a row.
    let (row, h) = (w as usize * bytes_per_pixel, h as usize);
    if pitch < row {
        return Err(HITMASK_BAD_PITCH);
    }
    if row == 0 || h == 0 {
        return Ok(Cow::Borrowed(&[]));
    }
    let bytes = pitch.checked_mul(h - 1).and_then(|bytes| bytes.checked_add(row)).ok_or(HITMASK_TOO_LARGE)?;
    let all = array(pixels, bytes)?;
    if pitch == row {
        return Ok(Cow::Borrowed(all));
    }
    Ok(Cow::Owned(all.chunks(pitch).flat_map(|line| &line[..row]).copied().collect()))
}

/// Makes a mask from a picture of the caller.
unsafe fn from_rows(
    (w, h, bytes_per_pixel): (u32, u32, usize),
    pixels: *const u8,
    pitch: usize,
    out: *mut *mut hitmask_mask,
    make: impl FnOnce(&[u8]) -> Result<Mask, MaskError>,
) -> Checked {
    let rows = rows(w, h, bytes_per_pixel, pixels, pitch)?;
    give_object(out, make(&rows)?)
}

verbs! {
    /// A mask with no solid pixel. HITMASK_TOO_LARGE if a side is above 65535.
    fn hitmask_mask_new(w: u32, h: u32, out: *mut *mut hitmask_mask) {
        give_object(out, Mask::try_new(w, h)?)
    }

    /// A mask with every pixel solid.
    fn hitmask_mask_filled(w: u32, h: u32, out: *mut *mut hitmask_mask) {
        let mut mask = Mask::try_new(w, h)?;
        mask.fill();
        give_object(out, mask)
    }

    /// A mask from alphas, one byte a pixel: solid where the alpha is at least the threshold.
    fn hitmask_mask_from_alpha(w: u32, h: u32, alpha: *const u8, pitch: usize, threshold: u8, out: *mut *mut hitmask_mask) {
        from_rows((w, h, 1), alpha, pitch, out, |rows| Mask::from_alpha(w, h, rows, threshold))
    }

    /// A mask from four bytes a pixel, of which the fourth is the alpha (RGBA or BGRA): solid where the alpha is at least the threshold.
    fn hitmask_mask_from_rgba8(w: u32, h: u32, rgba: *const u8, pitch: usize, threshold: u8, out: *mut *mut hitmask_mask) {
        from_rows((w, h, 4), rgba, pitch, out, |rows| Mask::from_rgba8(w, h, rows, threshold))
    }

    /// A mask from three bytes a pixel: solid where a channel differs from the key colour by more than the tolerance.
    fn hitmask_mask_from_color_key(
        w: u32, h: u32, rgb: *const u8, pitch: usize, red: u8, green: u8, blue: u8, tolerance: u8, out: *mut *mut hitmask_mask
    ) {
        from_rows((w, h, 3), rgb, pitch, out, |rows| {
            Mask::from_color_key(w, h, rows, [red, green, blue], tolerance)
        })
    }

    /// A mask from palette indices, one byte a pixel: solid where the index is not the transparent one.
    fn hitmask_mask_from_indexed(w: u32, h: u32, indices: *const u8, pitch: usize, transparent: u8, out: *mut *mut hitmask_mask) {
        from_rows((w, h, 1), indices, pitch, out, |rows| Mask::from_indexed(w, h, rows, transparent))
    }

    /// A mask from bits. Each row takes (w + 7) / 8 bytes; the highest bit of a byte is its leftmost pixel. Bits past the width are ignored.
    fn hitmask_mask_from_bits(w: u32, h: u32, bits: *const u8, pitch: usize, out: *mut *mut hitmask_mask) {
        Mask::check_size(w, h)?;
        let rows = rows(w.div_ceil(8), h, 1, bits, pitch)?;
        give_object(out, Mask::from_bytes(w, h, &rows)?)
    }

    /// A mask from polygons in whole pixels: the corners of all rings one after the other, and how many corners each ring has. The rule is a
    /// hitmask_fill_rule.
    fn hitmask_mask_from_polygons(
        w: u32, h: u32, corners: *const hitmask_point, corner_count: usize, ring_lengths: *const usize, ring_count: usize, rule: i32,
        out: *mut *mut hitmask_mask
    ) {
        let rule = choice(rule)?;
        let points: Vec<Point> = array(corners, corner_count)?.iter().map(|&corner| corner.into()).collect();
        let (mut rest, mut rings) = (&points[..], Vec::new());
        for &length in array(ring_lengths, ring_count)? {
            let (ring, others) = rest.split_at_checked(length).ok_or(HITMASK_WRONG_LENGTH)?;
            rings.push(ring);
            rest = others;
        }
        if !rest.is_empty() {
            return Err(HITMASK_WRONG_LENGTH);
        }
        give_object(out, Mask::try_from_polygons(w, h, rings, rule)?)
    }

    /// A copy with pixels of its own.
    fn hitmask_mask_clone(mask: *const hitmask_mask, out: *mut *mut hitmask_mask) {
        give_object(out, object(mask)?.mask.clone())
    }

    /// Whether two masks have the same size and the same pixels.
    fn hitmask_mask_equals(a: *const hitmask_mask, b: *const hitmask_mask, out: *mut bool) {
        give(out, object(a)?.mask == object(b)?.mask)
    }

    /// Frees a mask. NULL does nothing. Worlds that the mask was put into keep its pixels.
    free fn hitmask_mask_free(mask: *mut hitmask_mask);

    /// Its width and height.
    fn hitmask_mask_size(mask: *const hitmask_mask, w: *mut u32, h: *mut u32) {
        let (width, height) = object(mask)?.mask.size();
        check(h)?;
        give(w, width)?;
        give(h, height)
    }

    /// The number of its solid pixels.
    fn hitmask_mask_count(mask: *const hitmask_mask, out: *mut u64) {
        give(out, object(mask)?.mask.count())
    }

    /// The smallest rectangle around its solid pixels. Not found if there are none.
    fn hitmask_mask_bounds(mask: *const hitmask_mask, out: *mut hitmask_rect, found: *mut bool) {
        give_found(out, found, object(mask)?.mask.bounds().map(Into::into))
    }

    /// The mean of the coordinates of its solid pixels, each rounded down. Not found if there are none.
    fn hitmask_mask_centroid(mask: *const hitmask_mask, out: *mut hitmask_point, found: *mut bool) {
        give_found(out, found, object(mask)?.mask.centroid().map(Into::into))
    }

    /// How many bytes of memory it takes, with what was computed about it and kept.
    fn hitmask_mask_memory(mask: *const hitmask_mask, out: *mut usize) {
        give(out, object(mask)?.memory_bytes())
    }

    /// Whether a pixel is solid. Pixels outside are clear.
    fn hitmask_mask_get(mask: *const hitmask_mask, pixel: hitmask_point, out: *mut bool) {
        give(out, object(mask)?.mask.get(pixel))
    }

    /// Makes a pixel solid or clear. HITMASK_OUT_OF_RANGE if it lies outside.
    fn hitmask_mask_set(mask: *mut hitmask_mask, pixel: hitmask_point, solid: bool) {
        let mask = object_mut(mask)?;
        let pixel = Point::from(pixel).checked_in("point", mask.mask.size())?;
        mask.edit().set(pixel, solid);
        Ok(())
    }

    /// The pixels as bits, in the form of hitmask_mask_from_bits without padding: h rows of (w + 7) / 8 bytes.
    fn hitmask_mask_to_bits(mask: *const hitmask_mask, bits: *mut u8, capacity: usize, count: *mut usize) {
        check_list(bits, capacity, count)?;
        give_list(object(mask)?.mask.to_bytes(), bits, capacity, count)
    }

    /// The solid pixels, row by row.
    fn hitmask_mask_points(mask: *const hitmask_mask, points: *mut hitmask_point, capacity: usize, count: *mut usize) {
        give_list(object(mask)?.mask.points().map(Into::into), points, capacity, count)
    }

    /// Makes every pixel clear.
    fn hitmask_mask_clear(mask: *mut hitmask_mask) {
        change(mask, Mask::clear)
    }

    /// Makes every pixel solid.
    fn hitmask_mask_fill(mask: *mut hitmask_mask) {
        change(mask, Mask::fill)
    }

    /// Makes solid pixels clear and clear pixels solid.
    fn hitmask_mask_invert(mask: *mut hitmask_mask) {
        change(mask, Mask::invert)
    }

    /// Makes the clear pixels solid that are enclosed by solid ones.
    fn hitmask_mask_fill_holes(mask: *mut hitmask_mask) {
        change(mask, Mask::fill_holes)
    }

    /// Also the pixels of the shape at the offset become solid. The shape may be this mask itself.
    fn hitmask_mask_union_with(mask: *mut hitmask_mask, shape: *const hitmask_shape, offset: hitmask_point) {
        change_by(mask, shape, |mask, shape| mask.union_with(&shape, offset))
    }

    /// Only the pixels of the shape at the offset stay solid.
    fn hitmask_mask_intersect_with(mask: *mut hitmask_mask, shape: *const hitmask_shape, offset: hitmask_point) {
        change_by(mask, shape, |mask, shape| mask.intersect_with(&shape, offset))
    }

    /// The pixels of the shape at the offset become clear.
    fn hitmask_mask_difference_with(mask: *mut hitmask_mask, shape: *const hitmask_shape, offset: hitmask_point) {
        change_by(mask, shape, |mask, shape| mask.difference_with(&shape, offset))
    }

    /// The pixels of the shape at the offset change from solid to clear and from clear to solid.
    fn hitmask_mask_symmetric_difference_with(mask: *mut hitmask_mask, shape: *const hitmask_shape, offset: hitmask_point) {
        change_by(mask, shape, |mask, shape| mask.symmetric_difference_with(&shape, offset))
    }

    /// A part of a mask as a new mask. Pixels of the rectangle that lie outside of the mask are clear.
    fn hitmask_mask_crop(mask: *const hitmask_mask, rect: hitmask_rect, out: *mut *mut hitmask_mask) {
        made(mask, out, |mask| Ok(mask.crop(rect.checked()?)))
    }

    /// Mirrored: left becomes right.
    fn hitmask_mask_flip_h(mask: *const hitmask_mask, out: *mut *mut hitmask_mask) {
        made(mask, out, |mask| Ok(mask.flip_h()))
    }

    /// Mirrored: top becomes bottom.
    fn hitmask_mask_flip_v(mask: *const hitmask_mask, out: *mut *mut hitmask_mask) {
        made(mask, out, |mask| Ok(mask.flip_v()))
    }

    /// Turned clockwise by 90 degrees.
    fn hitmask_mask_rotate90(mask: *const hitmask_mask, out: *mut *mut hitmask_mask) {
        made(mask, out, |mask| Ok(mask.rotate90()))
    }

    /// Scaled to a size. Each pixel takes the nearest of the old ones.
    fn hitmask_mask_scale_nearest(mask: *const hitmask_mask, w: u32, h: u32, out: *mut *mut hitmask_mask) {
        Mask::check_size(w, h)?;
        made(mask, out, |mask| Ok(mask.scale_nearest(w, h)))
    }

    /// Cut into nine slices and put together in another size. The corners keep their size; the slices between them fill their place as a
    /// hitmask_slice_fill says. If the margins do not fit into the new size, they shrink in proportion. HITMASK_OUT_OF_RANGE if they are
    /// larger than the picture.
    fn hitmask_mask_nine_slice(mask: *const hitmask_mask, margins: hitmask_margins, w: u32, h: u32, fill: i32, out: *mut *mut hitmask_mask) {
        let fill = choice(fill)?;
        made(mask, out, |mask| Ok(mask.nine_slice(margins.into(), (w, h), fill)?))
    }

    /// Grown by n pixels on each side. The element is a hitmask_element. The corner receives where its upper left pixel lies, in pixels of the
    /// old mask.
    fn hitmask_mask_grow(mask: *const hitmask_mask, n: u32, element: i32, out: *mut *mut hitmask_mask, corner: *mut hitmask_point) {
        resized(mask, (n, element), out, corner, |mask, n, element| Ok(mask.try_grow(n, element)?))
    }

    /// Shrunk by n pixels: what is left when everything outside of the solid pixels grows. As hitmask_mask_grow.
    fn hitmask_mask_shrink(mask: *const hitmask_mask, n: u32, element: i32, out: *mut *mut hitmask_mask, corner: *mut hitmask_point) {
        resized(mask, (n, element), out, corner, |mask, n, element| Ok(mask.shrink(n, element)))
    }

    /// Whether any pixel is solid in both masks.
    fn hitmask_mask_overlaps(a: *const hitmask_mask, b: *const hitmask_mask, offset: hitmask_point, out: *mut bool) {
        give(out, object(a)?.mask.overlaps(&object(b)?.mask, offset))
    }

    /// How many pixels are solid in both masks.
    fn hitmask_mask_overlap_area(a: *const hitmask_mask, b: *const hitmask_mask, offset: hitmask_point, out: *mut u64) {
        give(out, object(a)?.mask.overlap_area(&object(b)?.mask, offset))
    }

    /// The first pixel that is solid in both masks, in pixels of a.
    fn hitmask_mask_first_overlap(a: *const hitmask_mask, b: *const hitmask_mask, offset: hitmask_point, out: *mut hitmask_point, found: *mut bool) {
        let first = object(a)?.mask.first_overlap(&object(b)?.mask, offset);
        give_found(out, found, first.map(Into::into))
    }

    /// The smallest rectangle around all pixels that are solid in both masks, in pixels of a.
    fn hitmask_mask_overlap_bounds(a: *const hitmask_mask, b: *const hitmask_mask, offset: hitmask_point, out: *mut hitmask_rect, found: *mut bool) {
        let bounds = object(a)?.mask.overlap_bounds(&object(b)?.mask, offset);
        give_found(out, found, bounds.map(Into::into))
    }

    /// All pixels that are solid in both masks, as a mask of the size of a.
    fn hitmask_mask_overlap_mask(a: *const hitmask_mask, b: *const hitmask_mask, offset: hitmask_point, out: *mut *mut hitmask_mask) {
        made(a, out, |a| Ok(a.overlap_mask(&object(b)?.mask, offset)))
    }

    /// As hitmask_mask_overlap_mask, into an existing mask, whose old pixels and size are replaced. If that has the size of a,
    /// nothing is allocated. It may be one of the two masks itself.
    fn hitmask_mask_overlap_mask_into(a: *const hitmask_mask, b: *const hitmask_mask, offset: hitmask_point, to: *mut hitmask_mask) {
        check(a)?;
        check(b)?;
        check(to)?;
        if std::ptr::eq(a, to) || std::ptr::eq(b, to) {
            let both = object(a)?.mask.overlap_mask(&object(b)?.mask, offset);
            *object_mut(to)?.edit() = both;
        } else {
            object(a)?.mask.overlap_mask_into(&object(b)?.mask, offset, object_mut(to)?.edit());
        }
        Ok(())
    }

    /// Answers many questions in one call: answer i is whether any pixel is solid in both masks of pair i. The arrays are yours. If one pointer
    /// is NULL, no answer is written.
    fn hitmask_masks_overlap_batch(pairs: *const hitmask_mask_pair, count: usize, answers: *mut bool) {
        let pairs = array(pairs, count)?;
        if count > 0 {
            check(answers)?;
        }
        for pair in pairs {
            check(pair.a)?;
            check(pair.b)?;
        }
        // The questions are handed on in parts, on the stack.
        const PART: usize = 256;
        let nothing = Mask::new(0, 0);
        let mut written = 0;
        for part in pairs.chunks(PART) {
            let mut questions = [(&nothing, &nothing, Point::ZERO); PART];
            for (question, pair) in questions.iter_mut().zip(part) {
                *question = (&object(pair.a)?.mask, &object(pair.b)?.mask, pair.offset.into());
            }
            let mut found = [false; PART];
            overlaps_batch(&questions[..part.len()], &mut found[..part.len()])?;
            for &answer in &found[..part.len()] {
                give(answers.add(written), answer)?;
                written += 1;
            }
        }
        Ok(())
    }
}

unsafe fn change(mask: *mut hitmask_mask, how: impl FnOnce(&mut Mask)) -> Checked {
    how(object_mut(mask)?.edit());
    Ok(())
}

unsafe fn change_by(
    mask: *mut hitmask_mask,
    shape: *const hitmask_shape,
    how: impl FnOnce(&mut Mask, ShapeRef<'_>),
) -> Checked {
    object(shape)?.beside(mask, |shape| {
        how(object_mut(mask)?.edit(), shape);
        Ok(())
    })
}

/// Gives a mask that is made from another one.
unsafe fn made(
    mask: *const hitmask_mask,
    out: *mut *mut hitmask_mask,
    make: impl FnOnce(&Mask) -> Checked<Mask>,
) -> Checked {
    give_object(out, make(&object(mask)?.mask)?)
}

unsafe fn resized(
    mask: *const hitmask_mask,
    (n, element): (u32, i32),
    out: *mut *mut hitmask_mask,
    corner: *mut hitmask_point,
    resize: impl FnOnce(&Mask, u32, StructuringElement) -> Checked<(Mask, Point)>,
) -> Checked {
    give_placed(resize(&object(mask)?.mask, n, choice(element)?)?, out, corner)
}

/// Gives a mask of any kind and the place of its upper left pixel.
///
/// # Safety
/// The pointers keep the contract of the crate.
pub(crate) unsafe fn give_placed<T>(
    (mask, at): (impl Into<T>, Point),
    out: *mut *mut T,
    corner: *mut hitmask_point,
) -> Checked {
    check(out)?;
    give(corner, at.into())?;
    give_object(out, mask)
}
