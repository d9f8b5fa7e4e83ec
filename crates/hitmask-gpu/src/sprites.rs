//! Posed sprites as the shaders read them.

use hitmask::{Pose, Rect};

use crate::masks::{MaskId, Pixels};
use crate::words::{halves, push_words};

/// The bytes of a sprite in the buffer: the struct `Sprite` of `sprite.wgsl`.
pub(crate) const SPRITE: u64 = 128;

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
    const WORDS: usize = SPRITE as usize / 4;
    let Some((rect, lines)) = pixels.mask.__texel_lines(pose) else {
        push_words(bytes, [0; WORDS]);
        return Window::Nothing;
    };
    let Some(lines) = lines else {
        push_words(bytes, [rect.x as u32, rect.y as u32, id.index, 0, 0, 0, rect.w, rect.h]);
        push_words(bytes, [0; WORDS - 8]);
        return Window::OnlyCpu(rect);
    };
    push_words(bytes, [rect.x as u32, rect.y as u32, id.index, id.level.into()]);
    push_words(bytes, halves(lines.determinant).into_iter().chain([rect.w, rect.h]));
    for [corner, right, down, sure, exact_corner, exact_right, exact_down] in [lines.u, lines.v] {
        push_words(bytes, [corner, right, down, exact_corner].into_iter().flat_map(halves));
        push_words(bytes, [exact_right as u32, exact_down as u32, sure as u32, 0]);
    }
    Window::Here(rect)
}
