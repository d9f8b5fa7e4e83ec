//! Snapshots: states of a terrain that can be restored.

use crate::tiles::Terrain;

impl Terrain {
    /// The terrain as it is now, for rollback, undo or replays: a clone. Terrain and snapshot share their tiles until one of them changes. So
    /// a snapshot costs the list of pages (one for each 1024 × 1024 pixels) and one bit of the index for each tile. Tiles and pages that
    /// are edited later are copied at that time.
    ///
    /// ```
    /// use hitmask::{Rect, Terrain};
    /// let mut ground = Terrain::filled(16_384, 16_384);
    /// let before = ground.snapshot();
    /// let _ = ground.carve(&Rect::new(100, 100, 5000, 5000), (0, 0));
    /// ground.restore(&before);
    /// assert_eq!(ground, Terrain::filled(16_384, 16_384));
    /// ```
    #[doc(alias = "save state")]
    #[doc(alias = "rollback")]
    #[must_use]
    pub fn snapshot(&self) -> Terrain {
        self.clone()
    }

    /// Makes the terrain exactly what it was when the snapshot was taken. The snapshot may be of another terrain; then the size changes,
    /// too. The snapshot can be restored again.
    #[doc(alias = "rollback")]
    #[doc(alias = "undo")]
    pub fn restore(&mut self, snapshot: &Terrain) {
        self.clone_from(snapshot);
    }
}
