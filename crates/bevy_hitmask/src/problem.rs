//! What goes wrong, said once.

use std::fmt;

use bevy_ecs::prelude::*;

/// Something about an entity that cannot be honoured. It is written to the log as a warning, too. Each entity says the same thing once, and each image
/// once for all entities that show it.
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub struct HitmaskProblem {
    /// The entity. None if the problem is about all of them.
    pub entity: Option<Entity>,
    /// What is wrong.
    pub kind: ProblemKind,
}

/// What is wrong with an entity. Its `Display` says what to do.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ProblemKind {
    /// The pixels of the image cannot be read, and no pack has them. The entity has no collider.
    UnreadableImage {
        /// The path or the id of the image.
        image: String,
    },
    /// The sprite is cut in slices, tiled, or fitted to another ratio. The entity has no collider.
    UnsupportedImageMode,
    /// The labels of a [`HitmaskShape::Labels`](crate::HitmaskShape::Labels) have not the size of the part that the sprite shows, or there
    /// are none. The entity has no collider.
    LabelsSize,
    /// The entity has a [`HitmaskPart`](crate::HitmaskPart), but none above it has a [`Hitmask`](crate::Hitmask). It has no collider.
    NoRoot,
    /// The tiles of a tilemap of `bevy_ecs_tilemap` have no pixels that a tile map can hold: it is not made of squares, the sizes of its
    /// cells or tiles are no whole numbers of pixels, or its texture is a container. It has no collider.
    UnsupportedTilemap,
    /// The image of a [`HitmaskShape::Image`](crate::HitmaskShape::Image) has neither the size of the sprite's image nor that of the part which is
    /// shown. The entity has no collider.
    MaskImageSize,
    /// An own shape cannot be made: a number is not finite or too large, or a polygon is not convex. The entity has no collider.
    BadShape,
    /// The entity has neither a sprite nor a [`HitmaskShape`](crate::HitmaskShape), a terrain or a tile map. It has no collider.
    NoShape,
    /// The entity lies beyond 2³¹ pixels, its transform is not finite, or it is stretched so much that its mask would have more than 65 535 pixels on
    /// a side. It covers nothing.
    OutOfRange,
    /// More pairs of boxes meet than [`max_pairs`](hitmask::WorldOptions::max_pairs) allows. The step was left out.
    TooManyPairs,
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemKind::UnreadableImage { image } => write!(
                f,
                "the pixels of the image {image} cannot be read, because it is compressed or kept by the graphics card alone; load it with \
                 RenderAssetUsages::MAIN_WORLD, or make a pack with `hitmask pack` and give it to HitmaskMasks::add_pack"
            ),
            ProblemKind::UnsupportedImageMode => f.write_str(
                "sliced, tiled and fitted sprites have no pixels of their own; use SpriteImageMode::Auto, or add a HitmaskShape",
            ),
            ProblemKind::MaskImageSize => f.write_str(
                "the image of its HitmaskShape::Image must have the size of the sprite's image, or of the part that the sprite shows",
            ),
            ProblemKind::LabelsSize => {
                f.write_str("each label mask of its HitmaskShape::Labels must have the size of the part that the sprite shows")
            }
            ProblemKind::NoRoot => f.write_str("it has a HitmaskPart, but no entity above it has a Hitmask; add one, or remove the part"),
            ProblemKind::UnsupportedTilemap => f.write_str(
                "only square tilemaps collide, with cells and tiles of whole pixels, and with one image or an image for each tile",
            ),
            ProblemKind::BadShape => f.write_str(
                "its HitmaskShape cannot be made: all numbers must be finite, sizes must not be negative, and polygons must be convex",
            ),
            ProblemKind::NoShape => f.write_str("it has a Hitmask, but neither a Sprite nor a HitmaskShape; add one of them"),
            ProblemKind::OutOfRange => {
                f.write_str("it covers nothing, because its transform is not finite, too far from the origin, or stretches it too much")
            }
            ProblemKind::TooManyPairs => {
                f.write_str("too many boxes meet in one step; spread the entities, use layers, or raise WorldOptions::max_pairs")
            }
        }
    }
}

impl fmt::Display for HitmaskProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.entity {
            Some(entity) => write!(f, "entity {entity}: {}", self.kind),
            None => self.kind.fmt(f),
        }
    }
}
