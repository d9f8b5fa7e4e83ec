//! Masks whose memory is used again for other sizes.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Mask;
use super::bounds::Bounds;
use crate::bits::{Columns, PAD};

impl Mask {
    /// The words that a mask of this size takes after [`Mask::reset`].
    pub(crate) fn words_for(w: u32, h: u32) -> usize {
        if w == 0 || h == 0 { 0 } else { (h as usize + PAD) * w.div_ceil(64) as usize }
    }

    /// An empty mask of 0 × 0 pixels with room for so many words.
    pub(crate) fn with_room(words: usize) -> Mask {
        let mut mask = Mask::new_ungated(0, 0);
        mask.columns = Columns::L64(Vec::with_capacity(words));
        mask
    }

    /// Makes it an empty mask of another size, which is known to be allowed, in the memory that it has if that is enough. Lanes
    /// are wide ones whatever the size, and there is neither gate nor spans: as good for every question, though not always as fast,
    /// but not to be compared by `==` nor given to users.
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
