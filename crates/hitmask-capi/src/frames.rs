//! Animations
//!
//! A hitmask_frames holds the masks of an animation's frames. A collider that has it shows one frame at a time.

use crate::prelude::*;
use std::sync::Arc;

/// A frame of an animation.
#[repr(C)]
pub struct hitmask_frame {
    /// Its solid pixels. They are shared, so you may free or change your mask afterwards.
    pub mask: *const hitmask_mask,
    /// Where the mask's upper left pixel lies in the whole picture. Not (0, 0) if the frame was trimmed.
    pub offset: hitmask_point,
}

verbs! {
    /// An animation of one frame or more, which shows its first one. HITMASK_WRONG_LENGTH if there is none.
    fn hitmask_frames_new(frames: *const hitmask_frame, count: usize, out: *mut *mut hitmask_frames) {
        let frame = |frame: &hitmask_frame| -> Checked<(Arc<Mask>, Point)> {
            Ok((object(frame.mask)?.share(), frame.offset.into()))
        };
        let frames = array(frames, count)?.iter().map(frame).collect::<Checked<Vec<_>>>()?;
        give_object(out, hitmask_frames { frames: Frames::try_new(frames)? })
    }

    /// Frees it. NULL does nothing.
    free fn hitmask_frames_free(frames: *mut hitmask_frames);

    /// How many frames it has.
    fn hitmask_frames_count(frames: *const hitmask_frames, out: *mut usize) {
        give(out, object(frames)?.frames.all().len())
    }
}
