//! States to come back to.

use crate::tiles::Terrain;

/// A state of a terrain: see [`Terrain::snapshot`].
#[derive(Clone, Debug)]
pub struct Snapshot(Terrain);

impl Terrain {
    /// The terrain as it is now, to come back to: for rollback, undo, replays. Both share their tiles until one of them changes, so that a
    /// snapshot costs the list of pages (one for each 1024 × 1024 pixels) and the bit that each tile has in the index; tiles
    /// and pages that are edited later are copied then.
    ///
    /// ```
    /// use hitmask::{Rect, Terrain};
    /// let mut ground = Terrain::filled(16_384, 16_384);
    /// let before = ground.snapshot();
    /// let _ = ground.carve(&Rect::new(100, 100, 5000, 5000), (0, 0));
    /// ground.restore(&before);
    /// assert_eq!(ground, Terrain::filled(16_384, 16_384));
    /// ```
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot(self.clone())
    }

    /// Makes the terrain what it was when the snapshot was taken, exactly; even another terrain's snapshot, size included. The snapshot
    /// can be restored again.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.clone_from(&snapshot.0);
    }
}

impl Snapshot {
    /// The terrain as it was.
    #[must_use]
    pub fn terrain(&self) -> &Terrain {
        &self.0
    }
}
