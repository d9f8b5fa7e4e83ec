//! The hash of a map's cells and tiles.

use super::chunk::Chunk;
use super::{SIDE, TileMap};
use crate::bytes::Hasher64;
use crate::geom::Mapped;

impl TileMap {
    /// One number for the sizes, the cells and the tiles: equal maps have equal hashes, on every machine and in every version of this library.
    /// Other maps have the same hash with a chance of about 2⁻⁶⁴, unless somebody looks for such a pair on purpose.
    ///
    /// # Complexity
    /// The chunks that changed since the last call, and a word for each other chunk. Clones share what is known. Without `std` nothing is
    /// kept, so all cells are read.
    #[doc(alias = "checksum")]
    #[must_use]
    pub fn content_hash(&self) -> u64 {
        let mut hash = Hasher64::new(u64::from_le_bytes(*b"tile map"));
        let ((columns, rows), (w, h)) = (self.size, self.cell);
        hash.words([columns, rows, w, h].mapped(u64::from));
        hash.word(self.set.content_hash());
        for (x, y, chunk) in self.cells.within(0..columns.div_ceil(SIDE), 0..rows.div_ceil(SIDE)) {
            hash.words([u64::from(x) << 32 | u64::from(y), chunk.content_hash()]);
        }
        hash.finish()
    }
}

impl Chunk {
    fn content_hash(&self) -> u64 {
        self.hash.with(
            || {
                let mut hash = Hasher64::default();
                hash.words(self.all().iter().map(|cell| cell.0.into()));
                hash.finish()
            },
            |&hash| hash,
        )
    }
}
