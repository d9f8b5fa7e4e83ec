//! What is asked of posed masks: the masks, and by which rule.

use crate::geom::Pose;
use crate::mask::Mask;

/// Which of two exact rules decides whether posed sprites overlap.
///
/// If two sprites overlap by `Raster`, they overlap by `Geometry`. The converse does not hold: they may share slivers between the centres
/// of pixels, or be so thin that they contain no centre. Of the posed methods, only [`Mask::overlaps_posed`](crate::Mask::overlaps_posed) lets you choose. The others
/// return pixels, so they use `Raster`. [`Mask::cast`](crate::Mask::cast) and the mover use `Geometry`. The repository's docs/pixels.md has pictures of both.
///
/// Alpha sum is not a rule for masks but the question that two [`AlphaMask`](crate::AlphaMask)s answer:
/// [`AlphaMask::overlaps`](crate::AlphaMask::overlaps) and [`AlphaMask::overlaps_posed`](crate::AlphaMask::overlaps_posed). Colliders
/// choose it with [`AlphaRule::Sum`](crate::AlphaRule::Sum).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum PixelRule {
    /// What you see. A sprite covers a world pixel if the texel under the pixel's centre is solid, as nearest-neighbour sampling draws it.
    /// Two sprites overlap if both cover some pixel. A centre on the edge between two texels counts as shifted to the right by an
    /// infinitesimal and down by an even smaller one, in every pose. Something thinner than a pixel may cover no pixel.
    #[default]
    Raster,
    /// What it is. Solid texels are parallelograms in the world. Two sprites overlap if two of these share an area, however small. Nothing
    /// is too thin, and the position of the pixel grid does not matter. Shapes that only share an edge don't overlap.
    Geometry,
}

/// A mask and its pose.
pub(crate) type Posed<'a> = (&'a Mask, &'a Pose);
