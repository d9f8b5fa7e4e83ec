//! The shapes that colliders can have.

use alloc::sync::Arc;
use core::fmt;

use crate::geom::{Point, Rect};
use crate::mask::{AlphaMask, Mask, RunMask};
use crate::placed::ShapeRef;
use crate::refused::{OrPanic, Refused, RefusedReason};
use crate::shape::{Circle, ConvexPolygon};
use crate::tiles::Terrain;

/// The shapes that a collider can have. Each covers world pixels by [`PixelRule::Raster`](crate::PixelRule::Raster), under any pose.
#[derive(Clone)]
#[non_exhaustive]
pub enum ColliderShape {
    /// One bit a pixel. The fastest.
    Mask(Arc<Mask>),
    /// Solid runs, row by row.
    Runs(Arc<RunMask>),
    /// An alpha for each pixel, and the rule by which a pixel counts.
    Alpha(Arc<AlphaMask>, AlphaRule),
    /// Terrain: large, and carved while the world runs with [`World::edit_terrain`](crate::World::edit_terrain). It is fast while it is not
    /// turned or scaled; under other poses it is read texel by texel.
    Terrain(Arc<Terrain>),
    /// All pixels of a rectangle. Its x and y are in the collider's own coordinates, and any rectangle will do.
    Rect(Rect),
    /// The pixels whose centres lie in a circle.
    Circle(Circle),
    /// The pixels whose centres lie in a convex polygon.
    Polygon(Arc<ConvexPolygon>),
    /// The current frame of an animation.
    Frames(Frames),
}

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
            AlphaRule::Sum => ShapeRef::Bits(alpha.visible()),
        }
    }
}

/// The frames of an animation, shared, and which of them is shown. Collect it from masks, or from [`ColliderFrame`]s if they were
/// trimmed:
///
/// ```
/// use hitmask::{Collider, Frames, Mask, World};
/// let walk: Frames = [Mask::filled(8, 16), Mask::filled(9, 16)].into_iter().collect();
/// let mut world = World::new();
/// let hero = world.insert(Collider::new(walk));
/// world.set_frame(hero, 1).unwrap();                          // None would mean that the handle is stale
/// assert_eq!(world.bounds(hero).unwrap().w, 9);
/// ```
#[derive(Clone, Debug)]
pub struct Frames {
    frames: Arc<[ColliderFrame]>,
    current: usize,
}

/// One frame of an animation.
#[derive(Clone, Debug)]
pub struct ColliderFrame {
    /// The solid pixels.
    pub mask: Arc<Mask>,
    /// Where the mask's upper left corner lies in the whole picture. Not (0, 0) if the frame was trimmed.
    pub offset: Point,
}

impl Frames {
    /// An animation that shows its first frame.
    ///
    /// # Panics
    /// If there are no frames.
    #[must_use]
    pub fn new(frames: impl Into<Arc<[ColliderFrame]>>) -> Frames {
        Frames::try_new(frames).or_panic()
    }

    /// The checked form of [`Frames::new`].
    ///
    /// # Errors
    /// [`Refused`], if there are no frames.
    pub fn try_new(frames: impl Into<Arc<[ColliderFrame]>>) -> Result<Frames, Refused> {
        let frames = frames.into();
        if frames.is_empty() {
            return Err(Refused::new("frames", RefusedReason::Empty));
        }
        Ok(Frames { frames, current: 0 })
    }

    /// All frames.
    #[must_use]
    pub fn all(&self) -> &[ColliderFrame] {
        &self.frames
    }

    /// The number of the frame that is shown, from 0.
    #[must_use]
    pub fn current(&self) -> usize {
        self.current
    }

    /// Shows another frame, counted from 0.
    ///
    /// # Panics
    /// If the number is not below the number of frames.
    pub fn show(&mut self, frame: usize) {
        self.try_show(frame).or_panic();
    }

    /// The checked form of [`Frames::show`].
    ///
    /// # Errors
    /// [`Refused`], if the number is not below the number of frames.
    pub fn try_show(&mut self, frame: usize) -> Result<(), Refused> {
        self.check(frame)?;
        self.current = frame;
        Ok(())
    }

    /// Refuses a number that no frame has.
    pub(crate) fn check(&self, frame: usize) -> Result<(), Refused> {
        let count = self.frames.len();
        let none = RefusedReason::NoSuchIndex { index: frame, count };
        if frame < count { Ok(()) } else { Err(Refused::new("frame", none)) }
    }

    /// Whether both are the same animation in memory and show the same frame.
    pub(crate) fn is_same(&self, other: &Frames) -> bool {
        Arc::ptr_eq(&self.frames, &other.frames) && self.current == other.current
    }

    /// The frame that is shown.
    #[must_use]
    #[inline]
    pub fn shown(&self) -> &ColliderFrame {
        &self.frames[self.current]
    }
}

/// A frame that was not trimmed.
impl From<Arc<Mask>> for ColliderFrame {
    fn from(mask: Arc<Mask>) -> ColliderFrame {
        ColliderFrame { mask, offset: Point::ZERO }
    }
}

/// A frame that was not trimmed.
impl From<&Arc<Mask>> for ColliderFrame {
    fn from(mask: &Arc<Mask>) -> ColliderFrame {
        Arc::clone(mask).into()
    }
}

/// A frame that was not trimmed.
impl From<Mask> for ColliderFrame {
    fn from(mask: Mask) -> ColliderFrame {
        Arc::new(mask).into()
    }
}

/// An animation that shows its first frame. The frames may be masks.
///
/// # Panics
/// If there are no frames.
impl<F: Into<ColliderFrame>> FromIterator<F> for Frames {
    fn from_iter<I: IntoIterator<Item = F>>(frames: I) -> Frames {
        Frames::new(frames.into_iter().map(Into::into).collect::<Arc<[ColliderFrame]>>())
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

/// Names the kind and the size. Pixels are too many to print.
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

impl ColliderShape {
    /// Whether both are the same value, or share the same pixels in memory.
    pub(crate) fn is_same(&self, other: &ColliderShape) -> bool {
        match (self, other) {
            (ColliderShape::Mask(a), ColliderShape::Mask(b)) => Arc::ptr_eq(a, b),
            (ColliderShape::Runs(a), ColliderShape::Runs(b)) => Arc::ptr_eq(a, b),
            (ColliderShape::Alpha(a, rule), ColliderShape::Alpha(b, other)) => {
                Arc::ptr_eq(a, b) && rule == other
            }
            (ColliderShape::Terrain(a), ColliderShape::Terrain(b)) => Arc::ptr_eq(a, b),
            (ColliderShape::Rect(a), ColliderShape::Rect(b)) => a == b,
            (ColliderShape::Circle(a), ColliderShape::Circle(b)) => a == b,
            (ColliderShape::Polygon(a), ColliderShape::Polygon(b)) => Arc::ptr_eq(a, b),
            (ColliderShape::Frames(a), ColliderShape::Frames(b)) => a.is_same(b),
            _ => false,
        }
    }
}
