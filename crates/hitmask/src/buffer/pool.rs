//! Masks that are reused for masks of other sizes.

use alloc::vec::Vec;

use crate::mask::Mask;

/// Masks sorted by their room, in powers of two of words. The order in which masks are drawn then does not matter: once as many masks of
/// each size have been in use as ever will be, nothing is allocated.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    masks: Vec<Mask>,
    /// The free masks of each power of two.
    free: Vec<Vec<u32>>,
}

impl Pool {
    fn power(w: u32, h: u32) -> usize {
        Mask::words_for(w, h).max(64).next_power_of_two().trailing_zeros() as usize
    }

    /// Takes a mask of this size with all pixels clear.
    pub(super) fn take(&mut self, w: u32, h: u32) -> u32 {
        let power = Pool::power(w, h);
        if self.free.len() <= power {
            self.free.resize_with(power + 1, Vec::new);
        }
        let name = self.free[power].pop().unwrap_or_else(|| {
            self.masks.push(Mask::with_room(1 << power));
            self.masks.len() as u32 - 1
        });
        self.masks[name as usize].reset(w, h);
        name
    }

    /// Gives a mask back.
    pub(super) fn give(&mut self, name: u32) {
        let (w, h) = self.masks[name as usize].size();
        self.free[Pool::power(w, h)].push(name);
    }

    pub(super) fn get(&self, name: u32) -> &Mask {
        &self.masks[name as usize]
    }

    pub(super) fn get_mut(&mut self, name: u32) -> &mut Mask {
        &mut self.masks[name as usize]
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let free = self.free.iter().map(|names| names.capacity() * size_of::<u32>()).sum::<usize>();
        free + self.masks.iter().map(Mask::memory_bytes).sum::<usize>()
    }
}
