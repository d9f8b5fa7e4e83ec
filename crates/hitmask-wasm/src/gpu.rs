//! What `hitmask/gpu` uploads: masks and posed sprites, as the shaders of `hitmask-gpu` read them.

use alloc::vec;
use alloc::vec::Vec;

use crate::desk::{Fault, SOME, give_bytes, give_numbers, put, reply, taken_numbers};
use crate::export::export;
use crate::store::with_mask;

export! {
    /// The pixels of a mask in the list of bytes, whose length is returned: for each column of 64 pixels eight bytes a row.
    fn gpu_mask(mask: usize) -> f64 {
        with_mask(mask, |mask| {
            let mut rows = vec![0u64; mask.height() as usize];
            let mut bytes = Vec::new();
            for column in 0..mask.width().div_ceil(64) {
                mask.__copy_column64(column, &mut rows);
                bytes.extend(rows.iter().flat_map(|row| row.to_le_bytes()));
            }
            give_bytes(bytes)
        })
    }

    /// Posed sprites. The list of floats has for each of them the mask, the mask's number on the device, and the pose. The list of bytes then
    /// has 128 bytes for each, and the list of floats five numbers: 0 if it covers nothing, 1 if the device finds its pixels, 2 if only the
    /// CPU does; and the window that it may cover.
    fn gpu_sprites() -> i32 {
        reply(sprites())
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "JavaScript has checked that they are whole and fit"
)]
fn sprites() -> Result<i32, Fault> {
    let asked = taken_numbers();
    let asked = asked.as_chunks::<8>().0;
    let (mut bytes, mut windows) =
        (Vec::with_capacity(128 * asked.len()), Vec::with_capacity(5 * asked.len()));
    for &[mask, index, ref pose @ ..] in asked {
        let pose = hitmask::Pose::from_q16(pose.map(|number| number as i64))?;
        let (window, is_enough, words) =
            with_mask(mask as usize, |mask| mask.__device_sprite(&pose, [index as u32, 1]));
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        windows.extend(window.map_or([0.0; 5], |window| {
            let who = if is_enough { 1.0 } else { 2.0 };
            [who, window.x.into(), window.y.into(), window.w.into(), window.h.into()]
        }));
    }
    put(0, give_bytes(bytes));
    let _ = give_numbers(windows);
    Ok(SOME)
}
