//! Run-length sprites
//!
//! The byte formats of games of the 1990s. Each row is a sequence of runs, from the top. A run begins with a code, a signed byte: n from 1
//! to 127 is n solid pixels, and their pixels follow; -n is n clear pixels, and nothing follows. In sprites of 8 bits a pixel is a byte. In
//! those of 16 bits it is a colour of two bytes, low byte first, and the code 0 with a byte n is a run of n pixels with an alpha each: a
//! colour, then the alpha. No run leaves its row. The bytes don't store the size.
//!
//! Make a run mask or an alpha mask of a sprite: they answer every question. Bytes that are damaged are HITMASK_BAD_BYTES, and the error
//! names the byte and the row.

use hitmask::rle::{Sprite8, Sprite16, encode8, encode16};

use crate::prelude::*;

verbs! {
    /// The solid pixels of a sprite of 8 bits a pixel.
    fn hitmask_sprite8_to_run_mask(w: u32, h: u32, bytes: *const u8, length: usize, out: *mut *mut hitmask_run_mask, error: *mut hitmask_error) {
        check(out)?;
        let sprite = Sprite8::new(w, h, array(bytes, length)?).or_tell(error)?;
        give_object(out, sprite.to_run_mask())
    }

    /// The picture of a sprite of 8 bits a pixel: w x h bytes. Clear pixels become the transparent one.
    fn hitmask_sprite8_to_indexed(
        w: u32, h: u32, bytes: *const u8, length: usize, transparent: u8, pixels: *mut u8, capacity: usize, count: *mut usize,
        error: *mut hitmask_error
    ) {
        check_list(pixels, capacity, count)?;
        let sprite = Sprite8::new(w, h, array(bytes, length)?).or_tell(error)?;
        give_list(sprite.to_indexed(transparent), pixels, capacity, count)
    }

    /// The bytes of a sprite of 8 bits a pixel, from a picture. Pixels of the transparent value are clear. Each run is as long as possible.
    fn hitmask_encode8(w: u32, h: u32, pixels: *const u8, pitch: usize, transparent: u8, out: *mut *mut hitmask_bytes) {
        let bytes = encode8(w, h, &rows(w, h, 1, pixels, pitch)?, transparent)?;
        give_object(out, bytes)
    }

    /// The pixels of a sprite of 16 bits a pixel that are not clear: solid runs, and alpha runs whatever their alphas.
    fn hitmask_sprite16_to_run_mask(w: u32, h: u32, bytes: *const u8, length: usize, out: *mut *mut hitmask_run_mask, error: *mut hitmask_error) {
        check(out)?;
        let sprite = Sprite16::new(w, h, array(bytes, length)?).or_tell(error)?;
        give_object(out, sprite.to_run_mask())
    }

    /// The alphas of a sprite of 16 bits a pixel: 255 in solid runs, 0 in clear ones.
    fn hitmask_sprite16_to_alpha_mask(w: u32, h: u32, bytes: *const u8, length: usize, out: *mut *mut hitmask_alpha_mask, error: *mut hitmask_error) {
        check(out)?;
        let sprite = Sprite16::new(w, h, array(bytes, length)?).or_tell(error)?;
        give_object(out, sprite.to_alpha_mask())
    }

    /// The colours of a sprite of 16 bits a pixel: w x h numbers, 0 in clear runs. hitmask_sprite16_to_alpha_mask has the alphas.
    fn hitmask_sprite16_to_picture(
        w: u32, h: u32, bytes: *const u8, length: usize, colors: *mut u16, capacity: usize, count: *mut usize, error: *mut hitmask_error
    ) {
        check_list(colors, capacity, count)?;
        let sprite = Sprite16::new(w, h, array(bytes, length)?).or_tell(error)?;
        give_list(sprite.to_picture().0, colors, capacity, count)
    }

    /// The bytes of a sprite of 16 bits a pixel, from w x h colours and as many alphas. Alpha 0 is clear and drops its colour, 255 is solid, all
    /// others go to alpha runs. Each run is as long as possible.
    fn hitmask_encode16(w: u32, h: u32, colors: *const u16, alphas: *const u8, out: *mut *mut hitmask_bytes) {
        Mask::check_size(w, h)?;
        // A checked size has fewer than 2^32 pixels.
        let count = w as usize * h as usize;
        let bytes = encode16(w, h, array(colors, count)?, array(alphas, count)?)?;
        give_object(out, bytes)
    }
}
