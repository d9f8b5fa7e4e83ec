//! Masks that are reused for masks of other sizes.

use alloc::vec::Vec;

use crate::bits::Columns;
use crate::heap::bytes_of;
use crate::mask::Mask;

/// Masks sorted by their room, in powers of two of words. The order in which masks are drawn then does not matter: once as many masks of
/// each size have been in use as ever will be, nothing is allocated.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    masks: Vec<Mask>,
    /// The free masks of each [kind](Pool::kind).
    free: Vec<Vec<u32>>,
}

impl Pool {
    /// Which masks have room for the same: narrow lanes for themselves, others by a power of two of words.
    fn kind(mask: &Mask) -> usize {
        match mask.columns() {
            Columns::L16(_) => 0,
            Columns::L32(_) => 1,
            Columns::Small(_) | Columns::L64(_) => Pool::power(mask.width(), mask.height()),
        }
    }

    /// At least 6, since a mask has room for 64 words.
    fn power(w: u32, h: u32) -> usize {
        Mask::words_for(w, h).max(64).next_power_of_two().trailing_zeros() as usize
    }

    /// A free mask of a kind, or a new one.
    fn free_of(&mut self, kind: usize, new: impl FnOnce() -> Mask) -> u32 {
        if self.free.len() <= kind {
            self.free.resize_with(kind + 1, Vec::new);
        }
        self.free[kind].pop().unwrap_or_else(|| {
            self.masks.push(new());
            self.masks.len() as u32 - 1
        })
    }

    /// Takes a mask of this size with all pixels clear.
    pub(super) fn take(&mut self, w: u32, h: u32) -> u32 {
        let power = Pool::power(w, h);
        let name = self.free_of(power, || Mask::with_room(1 << power));
        self.masks[name as usize].reset(w, h);
        name
    }

    /// Takes a copy of a small mask.
    pub(super) fn take_copy(&mut self, small: &Mask) -> u32 {
        let kind = Pool::kind(small);
        let name = self.free_of(kind, || match small.columns() {
            Columns::L16(_) | Columns::L32(_) => small.blank(),
            // So much room that it can be any mask of its kind.
            Columns::Small(_) | Columns::L64(_) => Mask::with_room(1 << kind),
        });
        self.masks[name as usize].copy_small(small);
        name
    }

    /// Gives a mask back.
    pub(super) fn give(&mut self, name: u32) {
        let kind = Pool::kind(&self.masks[name as usize]);
        self.free[kind].push(name);
    }

    pub(super) fn get(&self, name: u32) -> &Mask {
        &self.masks[name as usize]
    }

    pub(super) fn get_mut(&mut self, name: u32) -> &mut Mask {
        &mut self.masks[name as usize]
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.free.iter().map(bytes_of).sum::<usize>()
            + self.masks.iter().map(Mask::memory_bytes).sum::<usize>()
    }
}
