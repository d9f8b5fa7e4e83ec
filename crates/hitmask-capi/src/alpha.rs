//! Alpha masks
//!
//! A hitmask_alpha_mask holds the alpha of each pixel. Two of them overlap by alpha sum: at pixels where both are visible and their alphas
//! add up to 255 or more. hitmask_shape_level makes a shape of one, with a threshold that you choose with each question.

use crate::prelude::*;

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

    /// Frees it. NULL does nothing.
    free fn hitmask_alpha_mask_free(alpha: *mut hitmask_alpha_mask);

    /// The alphas without padding: h rows of w bytes.
    fn hitmask_alpha_mask_to_alpha(alpha: *const hitmask_alpha_mask, to: *mut u8, capacity: usize, count: *mut usize) {
        let alphas = object(alpha)?.shared.as_bytes();
        give_list(alphas.iter().copied(), to, capacity, count)
    }

    /// Sets the alpha of a pixel. HITMASK_OUT_OF_RANGE if it lies outside.
    fn hitmask_alpha_mask_set(alpha: *mut hitmask_alpha_mask, pixel: hitmask_point, to: u8) {
        let alpha = object_mut(alpha)?;
        let pixel = Point::from(pixel).checked_in("point", alpha.shared.size())?;
        Arc::make_mut(&mut alpha.shared).set(pixel, to);
        Ok(())
    }
}
