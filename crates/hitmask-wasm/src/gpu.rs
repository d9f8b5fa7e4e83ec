//! What `hitmask/gpu` uploads: pixels and posed sprites, as the shaders of `hitmask-gpu` read them.

use crate::prelude::*;
use hitmask::ColliderShape;

export! {
    /// The pixels of a mask, an alpha mask or a label mask in the list of bytes. Their number and the field `kind` of `sprite.wgsl` are on the
    /// desk. The list of floats has the labels of a label mask; their number is returned.
    fn gpu_pixels(shape: usize) -> f64 {
        let (kind, bytes, labels) = with_shape(shape, |shape| match shape {
            ColliderShape::Alpha(alpha, _) => (1, alpha.__device_bytes(), Vec::new()),
            ColliderShape::Labels(labels) => {
                let (labels, bytes) = labels.__device_bytes();
                (labels.len().max(1) + 1, bytes, labels)
            }
            ColliderShape::Mask(mask) => (0, mask.__device_bytes(), Vec::new()),
            _ => unreachable!("JavaScript gives pictures only"),
        });
        put(1, kind as f64);
        put(0, give_bytes(bytes));
        give_numbers(labels.into_iter().map(f64::from).collect())
    }

    /// Posed sprites. The list of floats has for each of them its mask of visible pixels, the number of its pixels on the device, the alpha
    /// level, and the pose. The list of bytes then has 64 bytes for each, and the list of floats five numbers: 0 if it covers nothing, 1 if the
    /// device finds its pixels, 2 if only the CPU does; and the window that it may cover.
    fn gpu_sprites() -> i32 = reply(sprites());
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "JavaScript has checked that they are whole and fit"
)]
fn sprites() -> Result<i32, Fault> {
    let asked = taken_numbers();
    let asked = asked.as_chunks::<9>().0;
    let (mut bytes, mut windows) =
        (Vec::with_capacity(64 * asked.len()), Vec::with_capacity(5 * asked.len()));
    for &[mask, index, level, ref pose @ ..] in asked {
        let pose = Pose::from_q16(pose.map(|number| number as i64))?;
        let on_device = [index as u32, level as u32];
        let (window, is_enough, words) =
            with_mask(mask as usize, |mask| mask.__device_sprite(&pose, on_device));
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
