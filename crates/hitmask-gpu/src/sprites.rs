//! Posed sprites as the shaders read them.

use hitmask::{Pose, Rect};

use crate::masks::{MaskId, Pixels};
use crate::words::push_words;

/// The bytes of a pair's window: the struct `PairJob` of `sprite.wgsl`.
pub(crate) const PAIR_JOB: u64 = 32;

/// Where a sprite's pixels may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Window {
    /// Nowhere.
    Nothing,
    /// In a rectangle, where the device finds them.
    Here(Rect),
    /// In a rectangle, but the device cannot find them.
    OnlyCpu(Rect),
}

/// Adds a sprite.
pub(crate) fn push_sprite(bytes: &mut Vec<u8>, pixels: &Pixels, id: MaskId, pose: &Pose) -> Window {
    // At level 0 all pixels are solid. At others, those of level 1 are enough to say where they may be.
    let all = (id.level == 0).then(|| pixels.solid());
    let mask = all.as_ref().unwrap_or(&pixels.mask);
    let (window, is_enough, words) = mask.__device_sprite(pose, [id.index, id.level.into()]);
    push_words(bytes, words);
    match window {
        None => Window::Nothing,
        Some(rect) if is_enough => Window::Here(rect),
        Some(rect) => Window::OnlyCpu(rect),
    }
}
