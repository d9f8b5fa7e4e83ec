//! What lives in a world: a shape, where it is, and whom it may meet.

use alloc::sync::Arc;
use core::fmt;

use super::custom::CustomTest;
use crate::geom::{Point, PointQ16, Pose, Rect};
use crate::mask::{AlphaMask, Mask, RunMask};
use crate::shape::{Circle, ConvexPolygon};
use crate::tiles::Terrain;

/// Something that may be touched. Fill in what you need and leave the rest to the default, or chain the methods:
///
/// ```
/// use std::sync::Arc;
/// use hitmask::{Collider, Layers, Mask, World};
/// const PLAYERS: u32 = 1 << 0;
/// const ROCKS: u32 = 1 << 1;
/// let picture = Arc::new(Mask::filled(16, 16));
/// let mut world = World::new();
/// let ship = world.insert(Collider::new(&picture).at((100, 40)).on(Layers::new(PLAYERS, ROCKS)).with_data(7));
/// assert_eq!(world.get(ship).unwrap().data, 7);
/// ```
#[derive(Clone, Debug)]
pub struct Collider {
    /// Its solid pixels. Shared: a thousand rocks hold one mask.
    pub shape: ColliderShape,
    /// How the shape's pixels lie in the world; None covers nothing, as a sprite does whose scale shrank to 0
    /// (`Pose::new(&parts).ok()`). By default the shape's upper left corner lies on the world's pixel (0, 0).
    pub pose: Option<Pose>,
    /// Whom it may meet.
    pub layers: Layers,
    /// The map, room or sector that it is in. Colliders of different spaces never meet, and don't even cost each other time.
    pub space: u32,
    /// Whether it is a body or a sensor.
    pub kind: ColliderKind,
    /// A collider that is not enabled meets nothing and is found by no query. Its contacts end.
    pub enabled: bool,
    /// Yours: an index into your own arrays, an entity's bits. Events carry it. A plain number rather than a type parameter, so that a
    /// world has one type, events are plain values, and other languages can hold them.
    pub data: u64,
    /// A test of its own that comes before the pixels.
    pub custom: Option<Arc<dyn CustomTest>>,
}

impl Collider {
    /// A body that meets everything, at (0, 0), in space 0.
    #[must_use]
    pub fn new(shape: impl Into<ColliderShape>) -> Collider {
        Collider {
            shape: shape.into(),
            pose: Some(Pose::IDENTITY),
            layers: Layers::default(),
            space: 0,
            kind: ColliderKind::Body,
            enabled: true,
            data: 0,
            custom: None,
        }
    }

    /// The same, moved so that the shape's origin lies there: a [`Point`] or pair of whole pixels, or parts of a pixel.
    ///
    /// # Panics
    /// Beyond [`PointQ16::LIMIT`].
    #[must_use]
    pub fn at(mut self, position: impl Into<PointQ16>) -> Collider {
        self.pose = self.pose.map(|pose| pose.placed(position.into()));
        self
    }

    /// The same with a pose. `Pose::new(&parts).ok()` will do, too.
    #[must_use]
    pub fn posed(mut self, pose: impl Into<Option<Pose>>) -> Collider {
        self.pose = pose.into();
        self
    }

    /// The same on layers.
    #[must_use]
    pub fn on(mut self, layers: Layers) -> Collider {
        self.layers = layers;
        self
    }

    /// The same in a space.
    #[must_use]
    pub fn in_space(mut self, space: u32) -> Collider {
        self.space = space;
        self
    }

    /// The same as a sensor.
    #[must_use]
    pub fn sensor(mut self) -> Collider {
        self.kind = ColliderKind::Sensor;
        self
    }

    /// The same with data.
    #[must_use]
    pub fn with_data(mut self, data: u64) -> Collider {
        self.data = data;
        self
    }

    /// The same with a test of its own.
    #[must_use]
    pub fn with_test(mut self, test: Arc<dyn CustomTest>) -> Collider {
        self.custom = Some(test);
        self
    }
}

/// Whether a collider is a thing or a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum ColliderKind {
    /// A thing.
    #[default]
    Body,
    /// A thing that movers may jump through from below and land on: see [`World::move_and_slide`](crate::World::move_and_slide). For
    /// everything else a body.
    OneWay,
    /// A place that notices who is in it: a trigger, a pick-up's reach. It has events with bodies; two sensors never meet.
    /// Queries pass it by unless they ask for it.
    Sensor,
}

/// On which of 32 layers a collider is, and whom it may meet there. Two meet only if each is on a layer that the other meets.
///
/// ```
/// # use hitmask::Layers;
/// let (shots, ships) = (Layers::new(0b01, 0b10), Layers::new(0b10, 0b11));
/// assert!(shots.agree(ships) && ships.agree(ships) && !shots.agree(shots));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct Layers {
    /// A bit for each layer that it is on.
    pub belongs_to: u32,
    /// A bit for each layer whose colliders it may meet.
    pub collides_with: u32,
}

impl Layers {
    /// On these layers, meeting those.
    #[must_use]
    pub const fn new(belongs_to: u32, collides_with: u32) -> Layers {
        Layers { belongs_to, collides_with }
    }

    /// Whether two may meet: both sides must agree.
    #[must_use]
    #[inline]
    pub const fn agree(self, other: Layers) -> bool {
        self.belongs_to & other.collides_with != 0 && other.belongs_to & self.collides_with != 0
    }
}

/// On the first layer, meeting all.
impl Default for Layers {
    fn default() -> Layers {
        Layers { belongs_to: 1, collides_with: u32::MAX }
    }
}

/// The shapes that a collider may have. All cover world pixels by [`PixelRule::Raster`](crate::PixelRule::Raster), in any pose.
#[derive(Clone)]
#[non_exhaustive]
pub enum ColliderShape {
    /// Bits: the fastest.
    Mask(Arc<Mask>),
    /// Runs.
    Runs(Arc<RunMask>),
    /// Alphas, and when they count.
    Alpha(Arc<AlphaMask>, AlphaRule),
    /// Terrain: large, and carved while the world runs with [`World::edit_terrain`](crate::World::edit_terrain). Fast as it is; turned or
    /// scaled it is looked at texel by texel.
    Terrain(Arc<Terrain>),
    /// All of a rectangle; its corner is where it says, in the collider's own pixels. Any rectangle, not only a picture's.
    Rect(Rect),
    /// The pixels whose middles lie in a circle.
    Circle(Circle),
    /// The pixels whose middles lie in a convex polygon.
    Polygon(Arc<ConvexPolygon>),
    /// One picture of an animation.
    Frames(Frames),
}

/// When a pixel of an [`AlphaMask`] counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum AlphaRule {
    /// When its alpha is at least this; 0 makes every pixel solid.
    AtLeast(u8),
    /// When its alpha and the other one's add up to 255 or more, both above 0. If either side of a pair asks for this it holds for both;
    /// what has no alphas counts as 255 where it is solid.
    Sum,
}

/// The pictures of an animation, shared, and which of them is shown.
#[derive(Clone, Debug)]
pub struct Frames {
    frames: Arc<[Frame]>,
    current: usize,
}

/// One picture of an animation.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Its solid pixels.
    pub mask: Arc<Mask>,
    /// Where the mask's upper left corner lies in the whole picture: not (0, 0) for frames that were trimmed.
    pub offset: Point,
}

impl Frames {
    /// Shows the first.
    ///
    /// # Panics
    /// Without any frame.
    #[must_use]
    pub fn new(frames: impl Into<Arc<[Frame]>>) -> Frames {
        let frames = frames.into();
        assert!(!frames.is_empty(), "an animation has at least one frame");
        Frames { frames, current: 0 }
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[Frame] {
        &self.frames
    }

    /// The number of the one that is shown.
    #[must_use]
    pub fn current(&self) -> usize {
        self.current
    }

    /// Shows another.
    ///
    /// # Panics
    /// When there is none of that number.
    pub fn show(&mut self, frame: usize) {
        assert!(frame < self.frames.len(), "frame {frame} of {}", self.frames.len());
        self.current = frame;
    }

    /// The one that is shown.
    #[inline]
    pub(super) fn shown(&self) -> &Frame {
        &self.frames[self.current]
    }
}

impl From<&Arc<Mask>> for Frame {
    /// Not trimmed.
    fn from(mask: &Arc<Mask>) -> Frame {
        Frame { mask: Arc::clone(mask), offset: Point::ZERO }
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
    Arc<RunMask>, runs => ColliderShape::Runs(runs);
    &Arc<RunMask>, runs => ColliderShape::Runs(Arc::clone(runs));
    RunMask, runs => ColliderShape::Runs(Arc::new(runs));
    Arc<Terrain>, terrain => ColliderShape::Terrain(terrain);
    &Arc<Terrain>, terrain => ColliderShape::Terrain(Arc::clone(terrain));
    Terrain, terrain => ColliderShape::Terrain(Arc::new(terrain));
    Rect, rect => ColliderShape::Rect(rect);
    Circle, circle => ColliderShape::Circle(circle);
    Arc<ConvexPolygon>, polygon => ColliderShape::Polygon(polygon);
    &Arc<ConvexPolygon>, polygon => ColliderShape::Polygon(Arc::clone(polygon));
    ConvexPolygon, polygon => ColliderShape::Polygon(Arc::new(polygon));
    Frames, frames => ColliderShape::Frames(frames);
}

/// Names the kind; masks are too large to print.
impl fmt::Debug for ColliderShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sized = |f: &mut fmt::Formatter<'_>, name, (w, h)| write!(f, "{name}({w} x {h})");
        match self {
            ColliderShape::Mask(mask) => sized(f, "Mask", mask.size()),
            ColliderShape::Runs(runs) => sized(f, "Runs", runs.size()),
            ColliderShape::Alpha(alpha, rule) => {
                let (w, h) = alpha.size();
                write!(f, "Alpha({w} x {h}, {rule:?})")
            }
            ColliderShape::Terrain(terrain) => sized(f, "Terrain", terrain.size()),
            ColliderShape::Rect(rect) => write!(f, "{rect:?}"),
            ColliderShape::Circle(circle) => write!(f, "{circle:?}"),
            ColliderShape::Polygon(polygon) => write!(f, "{polygon:?}"),
            ColliderShape::Frames(frames) => {
                write!(f, "Frames({} of {})", frames.current, frames.frames.len())
            }
        }
    }
}
