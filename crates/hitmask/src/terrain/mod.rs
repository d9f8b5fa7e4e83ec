//! Terrain: a mask as large as a world, which is carved and drawn every frame.

mod brush;
mod cast;
mod codec;
mod delta;
mod edit;
mod islands;
mod snapshot;

pub use edit::Change;
pub use islands::{IslandOptions, TerrainEdges};

pub use crate::tiles::Terrain;

use crate::geom::{Point, Rect};
use crate::mask::Mask;

impl Terrain {
    /// A terrain with every pixel solid.
    ///
    /// # Panics
    /// As [`Terrain::new`].
    #[must_use]
    pub fn filled(w: u32, h: u32) -> Terrain {
        let mut terrain = Terrain::new(w, h);
        terrain.draw(Rect::new(0, 0, w, h), Point::ZERO);
        terrain
    }

    /// A terrain with the size and the pixels of a mask.
    ///
    /// ```
    /// use hitmask::{Mask, Rect, Terrain};
    /// let mask = Mask::from_fn(300, 100, |x, y| x / 7 + y / 5 & 1 == 0);
    /// assert_eq!(Terrain::from_mask(&mask).crop(Rect::new(0, 0, 300, 100)), mask);
    /// ```
    #[must_use]
    pub fn from_mask(mask: &Mask) -> Terrain {
        let mut terrain = Terrain::new(mask.width(), mask.height());
        terrain.draw(mask, Point::ZERO);
        terrain
    }
}

impl From<&Mask> for Terrain {
    fn from(mask: &Mask) -> Terrain {
        Terrain::from_mask(mask)
    }
}
