//! Masks
//!
//! A hitmask_mask holds one bit for each pixel of a picture: solid or clear. Sides go up to 65535. The functions that take two masks are the
//! fast ones; hitmask_overlaps and its siblings take any two shapes and give the same answers.
//!
//! The pitch of a picture is the number of bytes from one row to the next. Rows may have padding; a pitch shorter than a row is refused. If
//! the picture is one row high or less, the pitch is still checked.

use crate::prelude::*;
use hitmask::overlaps_batch;

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
    make: impl FnOnce(&[u8]) -> Result<Mask, InvalidArgument>,
) -> Checked {
    let rows = rows(w, h, bytes_per_pixel, pixels, pitch)?;
    give_object(out, make(&rows)?)
}

verbs! {
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

    /// Frees a mask. NULL does nothing. Worlds that the mask was put into keep its pixels.
    free fn hitmask_mask_free(mask: *mut hitmask_mask);

    /// How many bytes of memory it takes, with what was computed about it and kept.
    fn hitmask_mask_memory(mask: *const hitmask_mask, out: *mut usize) {
        give(out, object(mask)?.memory_bytes())
    }

    /// Makes a pixel solid or clear. HITMASK_OUT_OF_RANGE if it lies outside.
    fn hitmask_mask_set(mask: *mut hitmask_mask, pixel: hitmask_point, solid: bool) {
        let mask = object_mut(mask)?;
        let pixel = Point::from(pixel).checked_in("point", mask.mask.size())?;
        mask.edit().set(pixel, solid);
        Ok(())
    }

    /// Scaled to a size. Each pixel takes the nearest of the old ones.
    fn hitmask_mask_scale_nearest(mask: *const hitmask_mask, w: u32, h: u32, out: *mut *mut hitmask_mask) {
        Mask::check_size(w, h)?;
        made(mask, out, |mask| Ok(mask.scale_nearest(w, h)))
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

/// Gives a mask that is made from another one.
unsafe fn made(
    mask: *const hitmask_mask,
    out: *mut *mut hitmask_mask,
    make: impl FnOnce(&Mask) -> Checked<Mask>,
) -> Checked {
    give_object(out, make(&object(mask)?.mask)?)
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
