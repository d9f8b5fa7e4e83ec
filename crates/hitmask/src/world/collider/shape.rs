//! The shapes that colliders can have.

use alloc::sync::Arc;
use core::fmt;

use crate::geom::Rect;
use crate::mask::{AlphaMask, LabelMask, Mask, RunMask};
use crate::placed::ShapeRef;
use crate::shape::{Circle, ConvexPolygon};
use crate::tile_map::{TileKinds, TileMap};
use crate::tiles::Terrain;
use crate::world::collider::frames::Frames;

/// The shapes that a collider can have: a shape of any kind that owns its pixels, or shares them. [`ColliderShape::as_shape`] lends it
/// to the verbs of shapes. Each covers world pixels by [`PixelRule::Raster`](crate::PixelRule::Raster), under any pose.
///
/// Two are equal if they are of the same kind and have the same pixels.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColliderShape {
    /// One bit a pixel. The fastest.
    Mask(Arc<Mask>),
    /// Solid runs, row by row.
    Runs(Arc<RunMask>),
    /// One label a pixel, solid where it is not 0. As fast as a mask; events tell which labels met if
    /// [`EventDetail::labels`](crate::EventDetail::labels) is set.
    Labels(Arc<LabelMask>),
    /// An alpha for each pixel, and the rule by which a pixel counts.
    Alpha(Arc<AlphaMask>, AlphaRule),
    /// Terrain: large, and carved while the world runs with [`World::edit_terrain`](crate::World::edit_terrain). It is fast while it is not
    /// turned or scaled; under other poses it is read texel by texel.
    Terrain(Arc<Terrain>),
    /// The tiles of a map, of some kinds. Nearly as fast as terrain; under a pose that turns or scales it is read texel by texel.
    Tiles(Arc<TileMap>, TileKinds),
    /// All pixels of a rectangle. Its x and y are in the collider's own coordinates, and any rectangle will do.
    Rect(Rect),
    /// The pixels whose centres lie in a circle.
    Circle(Circle),
    /// The pixels whose centres lie in a convex polygon.
    Polygon(Arc<ConvexPolygon>),
    /// The current frame of an animation.
    Frames(Frames),
}

/// Each collider has one, so its size counts.
#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<ColliderShape>() == 24);

/// When a pixel of an [`AlphaMask`] counts as solid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum AlphaRule {
    /// If its alpha is at least this. 0 makes every pixel solid.
    AtLeast(u8),
    /// If its alpha and the other shape's alpha add up to 255 or more and both are above 0. If one collider of a pair has this rule, it
    /// holds for both. A shape without alphas counts as 255 where it is solid.
    Sum,
}

impl AlphaRule {
    /// The pixels that count against a shape without alphas.
    #[inline]
    pub(crate) fn solid(self, alpha: &AlphaMask) -> ShapeRef<'_> {
        match self {
            AlphaRule::AtLeast(level) => ShapeRef::Level(alpha.at_level(level)),
            AlphaRule::Sum => ShapeRef::Mask(alpha.visible()),
        }
    }
}

macro_rules! shape_from {
    ($($from:ty, $value:ident => $shape:expr;)*) => {$(
        impl From<$from> for ColliderShape {
            fn from($value: $from) -> ColliderShape {
                $shape
            }
        }
    )*};
}
shape_from! {
    Arc<Mask>, mask => ColliderShape::Mask(mask);
    &Arc<Mask>, mask => ColliderShape::Mask(Arc::clone(mask));
    Mask, mask => ColliderShape::Mask(Arc::new(mask));
    Arc<LabelMask>, labels => ColliderShape::Labels(labels);
    &Arc<LabelMask>, labels => ColliderShape::Labels(Arc::clone(labels));
    LabelMask, labels => ColliderShape::Labels(Arc::new(labels));
    Arc<RunMask>, runs => ColliderShape::Runs(runs);
    &Arc<RunMask>, runs => ColliderShape::Runs(Arc::clone(runs));
    RunMask, runs => ColliderShape::Runs(Arc::new(runs));
    Arc<Terrain>, terrain => ColliderShape::Terrain(terrain);
    &Arc<Terrain>, terrain => ColliderShape::Terrain(Arc::clone(terrain));
    Terrain, terrain => ColliderShape::Terrain(Arc::new(terrain));
    Arc<TileMap>, map => ColliderShape::Tiles(map, TileKinds::ALL);
    &Arc<TileMap>, map => ColliderShape::Tiles(Arc::clone(map), TileKinds::ALL);
    TileMap, map => ColliderShape::Tiles(Arc::new(map), TileKinds::ALL);
    Rect, rect => ColliderShape::Rect(rect);
    Circle, circle => ColliderShape::Circle(circle);
    Arc<ConvexPolygon>, polygon => ColliderShape::Polygon(polygon);
    &Arc<ConvexPolygon>, polygon => ColliderShape::Polygon(Arc::clone(polygon));
    ConvexPolygon, polygon => ColliderShape::Polygon(Arc::new(polygon));
    Frames, frames => ColliderShape::Frames(frames);
}

/// Names the kind and the size. Pixels are too many to print.
impl fmt::Debug for ColliderShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sized = |f: &mut fmt::Formatter<'_>, name, (w, h)| write!(f, "{name}({w} x {h})");
        match self {
            ColliderShape::Mask(mask) => sized(f, "Mask", mask.size()),
            ColliderShape::Runs(runs) => sized(f, "Runs", runs.size()),
            ColliderShape::Labels(labels) => sized(f, "Labels", labels.size()),
            ColliderShape::Alpha(alpha, rule) => {
                let (w, h) = alpha.size();
                write!(f, "Alpha({w} x {h}, {rule:?})")
            }
            ColliderShape::Terrain(terrain) => sized(f, "Terrain", terrain.size()),
            ColliderShape::Tiles(map, kinds) => write!(f, "{:?}", map.only(*kinds)),
            ColliderShape::Rect(rect) => write!(f, "{rect:?}"),
            ColliderShape::Circle(circle) => write!(f, "{circle:?}"),
            ColliderShape::Polygon(polygon) => write!(f, "{polygon:?}"),
            ColliderShape::Frames(frames) => {
                write!(f, "Frames({} of {})", frames.current(), frames.all().len())
            }
        }
    }
}

impl ColliderShape {
    /// The shape for the time of a call, for the verbs that all shapes have. None if it has no solid pixels of its own: alphas by
    /// [`AlphaRule::Sum`], whose pixels depend on the other shape, and animations.
    ///
    /// ```
    /// use hitmask::{AlphaMask, AlphaRule, ColliderShape, Mask};
    /// let ship = ColliderShape::from(Mask::filled(8, 8));
    /// assert_eq!(ship.as_shape().unwrap().count(), 64);
    /// let glass = AlphaMask::from_alpha(2, 1, &[100, 200])?;
    /// let at_level = ColliderShape::Alpha(glass.into(), AlphaRule::AtLeast(150));
    /// assert!(at_level.as_shape().unwrap().overlaps(&Mask::filled(1, 1), (1, 0)));
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    #[must_use]
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub fn as_shape(&self) -> Option<ShapeRef<'_>> {
        Some(match self {
            ColliderShape::Mask(mask) => ShapeRef::Mask(mask),
            ColliderShape::Runs(runs) => ShapeRef::Runs(runs),
            ColliderShape::Labels(labels) => ShapeRef::LabelMask(labels),
            ColliderShape::Alpha(alpha, AlphaRule::AtLeast(level)) => ShapeRef::Level(alpha.at_level(*level)),
            ColliderShape::Terrain(terrain) => ShapeRef::Terrain(terrain),
            ColliderShape::Tiles(map, kinds) => ShapeRef::Tiles(map.only(*kinds)),
            ColliderShape::Rect(rect) => ShapeRef::Rect(*rect),
            ColliderShape::Circle(circle) => ShapeRef::Circle(*circle),
            ColliderShape::Polygon(polygon) => ShapeRef::Polygon(polygon),
            ColliderShape::Alpha(_, AlphaRule::Sum) | ColliderShape::Frames(_) => return None,
        })
    }

    /// The memory of its pixels, in bytes, with what is kept of them for later questions. 0 for shapes without pixels of their own.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        match self {
            ColliderShape::Mask(mask) => mask.memory_bytes(),
            ColliderShape::Runs(runs) => runs.memory_bytes(),
            ColliderShape::Labels(labels) => labels.memory_bytes(),
            ColliderShape::Alpha(alpha, _) => alpha.memory_bytes(),
            ColliderShape::Terrain(terrain) => terrain.memory_bytes(),
            ColliderShape::Tiles(map, _) => map.memory_bytes(),
            ColliderShape::Frames(frames) => match frames.all_labels() {
                [] => frames.all().iter().map(|(mask, _)| mask.memory_bytes()).sum(),
                labels => labels.iter().map(|labels| labels.memory_bytes()).sum(),
            },
            ColliderShape::Rect(_) | ColliderShape::Circle(_) | ColliderShape::Polygon(_) => 0,
        }
    }

    /// The label mask, if it is one, or that of the frame which is shown.
    #[must_use]
    pub fn labels(&self) -> Option<&Arc<LabelMask>> {
        match self {
            ColliderShape::Labels(labels) => Some(labels),
            ColliderShape::Frames(frames) => frames.labels(),
            _ => None,
        }
    }

    /// Whether both are the same value, or share the same pixels in memory.
    pub(crate) fn is_same(&self, other: &ColliderShape) -> bool {
        match (self, other) {
            (ColliderShape::Mask(a), ColliderShape::Mask(b)) => Arc::ptr_eq(a, b),
            (ColliderShape::Runs(a), ColliderShape::Runs(b)) => Arc::ptr_eq(a, b),
            (ColliderShape::Labels(a), ColliderShape::Labels(b)) => Arc::ptr_eq(a, b),
            (ColliderShape::Alpha(a, rule), ColliderShape::Alpha(b, other)) => {
                Arc::ptr_eq(a, b) && rule == other
            }
            (ColliderShape::Terrain(a), ColliderShape::Terrain(b)) => Arc::ptr_eq(a, b),
            (ColliderShape::Tiles(a, kinds), ColliderShape::Tiles(b, other)) => {
                Arc::ptr_eq(a, b) && kinds == other
            }
            (ColliderShape::Rect(a), ColliderShape::Rect(b)) => a == b,
            (ColliderShape::Circle(a), ColliderShape::Circle(b)) => a == b,
            (ColliderShape::Polygon(a), ColliderShape::Polygon(b)) => Arc::ptr_eq(a, b),
            (ColliderShape::Frames(a), ColliderShape::Frames(b)) => a.is_same(b),
            _ => false,
        }
    }
}
