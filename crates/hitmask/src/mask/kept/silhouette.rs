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
    /// How much of the outer disc the hull fills: all of it for a disc, 0.64 for a square, little for a bar. Rounded: no answer depends on it.
    pub(crate) roundness: f32,
    /// Contains the squares of all solid pixels.
    pub(crate) outer: Disc,
    /// Without its rim, it meets no square of a clear pixel. Pixels outside the mask are clear.
    pub(crate) inner: Disc,
}

impl Silhouette {
    pub(crate) fn memory_bytes(&self) -> usize {
        self.hull.memory_bytes() + size_of::<Silhouette>()
    }
}
