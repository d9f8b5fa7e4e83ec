//! Masks whose memory is reused for other sizes.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Mask;
use super::bounds::Bounds;
use crate::bits::{Columns, PAD};

impl Mask {
    /// The number of words that a mask of this size takes after [`Mask::reset`].
    pub(crate) fn words_for(w: u32, h: u32) -> usize {
        if w == 0 || h == 0 { 0 } else { (h as usize + PAD) * w.div_ceil(64) as usize }
    }

    /// An empty mask of 0 × 0 pixels with capacity for this many words.
    pub(crate) fn with_room(words: usize) -> Mask {
        let mut mask = Mask::new_ungated(0, 0);
        mask.columns = Columns::L64(Vec::with_capacity(words));
        mask
    }

    /// Makes this an empty mask of another size, in the same memory if it is large enough. The caller guarantees that the size is legal.
    /// The lanes are always 64 bits wide, and there is no gate and no row spans. All queries give correct answers, some more slowly. But
    /// such a mask must not be compared with `==` and must not be returned to users.
    pub(crate) fn reset(&mut self, w: u32, h: u32) {
        if !matches!(self.columns, Columns::L64(_)) {
            self.columns = Columns::L64(Vec::new());
        }
        if let Columns::L64(words) = &mut self.columns {
            words.clear();
            words.resize(Mask::words_for(w, h), 0);
        }
        (self.w, self.h) = (w, h);
        (self.bounds, self.tight) = (Bounds::default(), true);
        if !self.spans.is_empty() {
            self.spans = Box::default();
        }
        self.gate = None;
        self.forget_derived();
    }
}
