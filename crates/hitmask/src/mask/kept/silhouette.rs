//! The rough form of a mask: its convex hull, a disc around all solid pixels, and a disc inside them.

use super::Hull;

/// A disc among the texels of a mask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Disc {
    /// In halves of a texel.
    pub(crate) centre: [i32; 2],
    /// In 1/256 texel.
    pub(crate) radius: u32,
}

/// The rough form of a mask's solid pixels. A mask without any has no hull, and two discs of radius 0.
pub(crate) struct Silhouette {
    pub(crate) hull: Hull,
    /// Whether the hull fills at least half of the outer disc: a square does, a bar does not.
    pub(crate) is_round: bool,
    /// Contains the squares of all solid pixels.
    pub(crate) outer: Disc,
    /// Without its rim, it meets no square of a clear pixel. Pixels outside the mask are clear.
    pub(crate) inner: Disc,
}

impl Silhouette {
    pub(super) fn memory_bytes(&self) -> usize {
        self.hull.memory_bytes() + size_of::<Silhouette>()
    }
}
