//! Hashes of the contents of masks.

use super::storage::Derived;
use super::{AlphaMask, Mask, RunMask};
use crate::bytes::Hasher64;

impl Mask {
    /// One number for the size and the pixels: the same on every machine. It is kept with the mask.
    pub(crate) fn content_hash(&self) -> u64 {
        self.derived.with(Derived::default, |derived| derived.hash.with(|| self.find_hash(), |&hash| hash))
    }

    fn find_hash(&self) -> u64 {
        let mut hash = Hasher64::new(u64::from_le_bytes(*b"mask\0\0\0\0"));
        hash.words([self.w.into(), self.h.into()]);
        // Words of 64 pixels, however wide the columns are.
        for x in (0..self.w).step_by(64) {
            hash.words((0..self.h).map(|y| self.window(x.into(), y.into())));
        }
        hash.finish()
    }
}

impl RunMask {
    /// One number for the size and the pixels: the same on every machine. It reads all runs.
    pub(crate) fn content_hash(&self) -> u64 {
        let mut hash = Hasher64::new(u64::from_le_bytes(*b"runs\0\0\0\0"));
        hash.words([self.width().into(), self.height().into()]);
        for y in 0..self.height() {
            let runs = self.row(y as usize);
            hash.word(runs.len() as u64);
            hash.words(runs.iter().map(|run| u64::from(run.start) << 16 | u64::from(run.end)));
        }
        hash.finish()
    }
}

impl AlphaMask {
    /// One number for the size and the alphas: the same on every machine. It is kept with the mask.
    pub(crate) fn content_hash(&self) -> u64 {
        self.derived.hash.with(|| self.find_hash(), |&hash| hash)
    }

    fn find_hash(&self) -> u64 {
        let mut hash = Hasher64::new(u64::from_le_bytes(*b"alpha\0\0\0"));
        hash.words([self.width().into(), self.height().into()]);
        hash.bytes(self.as_bytes());
        hash.finish()
    }
}
