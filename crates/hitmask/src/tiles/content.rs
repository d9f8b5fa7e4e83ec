//! The hash of a terrain's pixels.

use super::Terrain;
use super::page::{COUNT, Page, PageTiles};
use super::tile::SIDE;
use crate::bytes::Hasher64;

/// What stands for an empty and for a full tile or page in a hash. Hashes of tiles and pages with both kinds of pixels are numbers, too;
/// they are these with a chance of 2⁻⁶³.
const EMPTY: u64 = 0;
const FULL: u64 = 1;

impl Terrain {
    /// One number for the size and the pixels: equal terrains have equal hashes, on every machine and in every version of this library.
    /// Other terrains have the same hash with a chance of about 2⁻⁶⁴, unless somebody looks for such a pair on purpose.
    ///
    /// ```
    /// use hitmask::{Rect, Terrain};
    /// let (ground, mut other) = (Terrain::filled(5000, 3000), Terrain::filled(5000, 3000));
    /// assert_eq!(ground.content_hash(), other.content_hash());
    /// let _ = other.carve(&Rect::new(7, 7, 1, 1), (0, 0));
    /// assert_ne!(ground.content_hash(), other.content_hash());
    /// ```
    ///
    /// # Complexity
    /// The tiles of the pages of 1024 × 1024 pixels that changed since the last call, and a word for each other page. Clones and snapshots
    /// share what is known. Without `std` nothing is kept, so all tiles are read.
    #[doc(alias = "checksum")]
    #[must_use]
    pub fn content_hash(&self) -> u64 {
        let mut hash = Hasher64::new(u64::from_le_bytes(*b"terrain\0"));
        hash.words([self.w.into(), self.h.into()]);
        hash.words(self.pages.iter().map(|page| match page {
            Page::Empty => EMPTY,
            Page::Full => FULL,
            Page::Tiles(tiles) => tiles.content_hash(),
        }));
        hash.finish()
    }
}

impl PageTiles {
    fn content_hash(&self) -> u64 {
        self.hash.with(|| self.find_hash(), |&hash| hash)
    }

    fn find_hash(&self) -> u64 {
        let mut hash = Hasher64::new(COUNT as u64);
        hash.words(self.all().iter().map(|tile| match tile.mixed() {
            None if tile.is_empty() => EMPTY,
            None => FULL,
            Some(rows) => {
                let mut hash = Hasher64::default();
                hash.words(rows[..SIDE as usize].iter().copied());
                hash.finish()
            }
        }));
        hash.finish()
    }

    /// Checks that the kept hash is correct.
    pub(super) fn validate_hash(&self) {
        if let Some(&kept) = self.hash.made() {
            assert_eq!(kept, self.find_hash(), "the hash of a page");
        }
    }
}
