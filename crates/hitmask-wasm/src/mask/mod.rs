//! Making masks. What changes them is in `edit`, what is found out about them in `analysis`.

#[cfg(feature = "full")]
pub(crate) mod analysis;
mod edit;

use crate::prelude::*;
#[cfg(feature = "full")]
pub(crate) use edit::slice_fill;

/// Refuses a mask for which there is no memory. The library refuses what is larger than a mask may be.
pub(crate) fn mask_room(w: u32, h: u32) -> Result<(), Fault> {
    if Mask::check_size(w, h).is_ok() { room(u64::from(w) * u64::from(h) / 8) } else { Ok(()) }
}

/// A clear mask, if there is memory for it.
pub(crate) fn new_mask(w: u32, h: u32) -> Result<Mask, Fault> {
    mask_room(w, h)?;
    Ok(Mask::try_new(w, h)?)
}

export! {
    fn mask_new(w: u32, h: u32) -> i32 = reply(new_mask(w, h).map(keep_shape));

    fn mask_filled(w: u32, h: u32) -> i32 = reply(new_mask(w, h).map(|mut mask| {
        mask.fill();
        keep_shape(mask)
    }));

    fn mask_from_alpha(w: u32, h: u32, threshold: u8) -> i32 =
        reply(Mask::from_alpha(w, h, &taken_bytes(), threshold).map(keep_shape).map_err(Fault::from));

    fn mask_from_rgba(w: u32, h: u32, threshold: u8) -> i32 =
        reply(Mask::from_rgba8(w, h, &taken_bytes(), threshold).map(keep_shape).map_err(Fault::from));

    fn mask_from_indexed(w: u32, h: u32, transparent: u8) -> i32 =
        reply(Mask::from_indexed(w, h, &taken_bytes(), transparent).map(keep_shape).map_err(Fault::from));

    fn mask_from_color_key(w: u32, h: u32, r: u8, g: u8, b: u8, tolerance: u8) -> i32 {
        let mask = Mask::from_color_key(w, h, &taken_bytes(), [r, g, b], tolerance);
        reply(mask.map(keep_shape).map_err(Fault::from))
    }

    fn mask_from_bytes(w: u32, h: u32) -> i32 = reply(Mask::from_bytes(w, h, &taken_bytes()).map(keep_shape).map_err(Fault::from));

    fn mask_to_bytes(mask: usize) -> f64 = with_mask(mask, |mask| give_bytes(mask.to_bytes()));
}
