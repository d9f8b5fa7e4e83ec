//! Shapes
//!
//! A hitmask_shape is a value that names any shape: an object such as a mask, or a rectangle or circle. It borrows the object: keep it
//! alive until the call that takes the shape has returned. Worlds and animations that keep a shape share the object's pixels, or a copy, so
//! you may free or change your object afterwards; what they hold stays as it was.

use std::ffi::c_void;
use std::ptr;

use hitmask::{
    AlphaLevel, AlphaRule, Circle, ColliderShape, ConvexPolygon, Mask, Placed, Rect, RunMask, Shape, Terrain,
};

use crate::border::{Checked, free, object};
use crate::convex::hitmask_polygon;
use crate::geom::{hitmask_circle, hitmask_pose, hitmask_rect};
use crate::hitmask_status::*;
use crate::objects::{hitmask_alpha_mask, hitmask_frames, hitmask_mask, hitmask_run_mask, hitmask_terrain};

/// What a hitmask_shape is.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_shape_kind {
    /// A hitmask_mask.
    HITMASK_SHAPE_MASK = 1,
    /// A hitmask_run_mask.
    HITMASK_SHAPE_RUNS = 2,
    /// A hitmask_alpha_mask at a level: solid where the alpha is at least that.
    HITMASK_SHAPE_LEVEL = 3,
    /// A hitmask_alpha_mask by alpha sum: two pixels meet if both are visible and their alphas add up to 255 or more. Other shapes count
    /// as 255. Only for colliders of a world.
    HITMASK_SHAPE_ALPHA_SUM = 4,
    /// A rectangle.
    HITMASK_SHAPE_RECT = 5,
    /// A circle: the pixels whose centres lie inside.
    HITMASK_SHAPE_CIRCLE = 6,
    /// A hitmask_polygon: the pixels whose centres lie inside.
    HITMASK_SHAPE_POLYGON = 7,
    /// A hitmask_terrain.
    HITMASK_SHAPE_TERRAIN = 8,
    /// A hitmask_frames, an animation. Only for colliders of a world.
    HITMASK_SHAPE_FRAMES = 9,
    /// A hitmask_kept_shape: the shape of a collider, of any kind.
    HITMASK_SHAPE_KEPT = 10,
}

/// Any shape. Make it with a hitmask_shape function, such as hitmask_shape_mask.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hitmask_shape {
    /// A hitmask_shape_kind.
    pub kind: i32,
    /// The level of HITMASK_SHAPE_LEVEL.
    pub level: u8,
    /// The object of the kinds that have one.
    pub object: *const c_void,
    /// The rectangle of HITMASK_SHAPE_RECT.
    pub rect: hitmask_rect,
    /// The circle of HITMASK_SHAPE_CIRCLE.
    pub circle: hitmask_circle,
}

/// A shape and where it lies. It covers the pixels whose centres lie in solid pixels of the shape.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hitmask_placed {
    /// The shape.
    pub shape: hitmask_shape,
    /// Where it lies.
    pub pose: hitmask_pose,
}

/// The shape of a collider, which hitmask_world_shape gives.
pub struct hitmask_kept_shape {
    pub(crate) shape: ColliderShape,
}

const NONE: hitmask_shape = hitmask_shape {
    kind: 0,
    level: 0,
    object: ptr::null(),
    rect: hitmask_rect { x: 0, y: 0, w: 0, h: 0 },
    circle: hitmask_circle { x: 0, y: 0, radius: 0 },
};

fn of_object<T>(kind: hitmask_shape_kind, object: *const T) -> hitmask_shape {
    hitmask_shape { kind: kind as i32, object: object.cast(), ..NONE }
}

/// The shape of a mask.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_shape_mask(mask: *const hitmask_mask) -> hitmask_shape {
    of_object(hitmask_shape_kind::HITMASK_SHAPE_MASK, mask)
}

/// The shape of a run mask.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_shape_runs(runs: *const hitmask_run_mask) -> hitmask_shape {
    of_object(hitmask_shape_kind::HITMASK_SHAPE_RUNS, runs)
}

/// The shape of the pixels of an alpha mask whose alpha is at least the level.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_shape_level(alpha: *const hitmask_alpha_mask, level: u8) -> hitmask_shape {
    hitmask_shape { level, ..of_object(hitmask_shape_kind::HITMASK_SHAPE_LEVEL, alpha) }
}

/// The shape of an alpha mask that meets others by alpha sum. Only for colliders of a world.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_shape_alpha_sum(alpha: *const hitmask_alpha_mask) -> hitmask_shape {
    of_object(hitmask_shape_kind::HITMASK_SHAPE_ALPHA_SUM, alpha)
}

/// The shape of a rectangle.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_shape_rect(rect: hitmask_rect) -> hitmask_shape {
    hitmask_shape { kind: hitmask_shape_kind::HITMASK_SHAPE_RECT as i32, rect, ..NONE }
}

/// The shape of a circle.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_shape_circle(circle: hitmask_circle) -> hitmask_shape {
    hitmask_shape { kind: hitmask_shape_kind::HITMASK_SHAPE_CIRCLE as i32, circle, ..NONE }
}

/// The shape of a polygon.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_shape_polygon(polygon: *const hitmask_polygon) -> hitmask_shape {
    of_object(hitmask_shape_kind::HITMASK_SHAPE_POLYGON, polygon)
}

/// The shape of a terrain.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_shape_terrain(terrain: *const hitmask_terrain) -> hitmask_shape {
    of_object(hitmask_shape_kind::HITMASK_SHAPE_TERRAIN, terrain)
}

/// The shape of an animation, of which one frame is shown at a time. Only for colliders of a world.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_shape_frames(frames: *const hitmask_frames) -> hitmask_shape {
    of_object(hitmask_shape_kind::HITMASK_SHAPE_FRAMES, frames)
}

/// The shape that a collider of a world had.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_shape_kept(kept: *const hitmask_kept_shape) -> hitmask_shape {
    of_object(hitmask_shape_kind::HITMASK_SHAPE_KEPT, kept)
}

/// Frees it. NULL does nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_kept_shape_free(kept: *mut hitmask_kept_shape) {
    free(kept);
}

/// A shape as the library takes it.
pub(crate) enum Lent<'a> {
    Mask(&'a Mask),
    Runs(&'a RunMask),
    Level(AlphaLevel<'a>),
    Rect(Rect),
    Circle(Circle),
    Polygon(&'a ConvexPolygon),
    Terrain(&'a Terrain),
}

/// Evaluates an expression with the shape inside, whatever its type is.
macro_rules! with_lent {
    ($lent:expr, $shape:ident => $then:expr) => {
        match $lent {
            $crate::shape::Lent::Mask($shape) => $then,
            $crate::shape::Lent::Runs($shape) => $then,
            $crate::shape::Lent::Level($shape) => $then,
            $crate::shape::Lent::Rect($shape) => $then,
            $crate::shape::Lent::Circle($shape) => $then,
            $crate::shape::Lent::Polygon($shape) => $then,
            $crate::shape::Lent::Terrain($shape) => $then,
        }
    };
}
pub(crate) use with_lent;

impl<'a> Lent<'a> {
    /// A shape that is held.
    pub(crate) fn of(held: &'a ColliderShape) -> Checked<Lent<'a>> {
        Ok(match held {
            ColliderShape::Mask(mask) => Lent::Mask(mask),
            ColliderShape::Runs(runs) => Lent::Runs(runs),
            ColliderShape::Alpha(alpha, AlphaRule::AtLeast(level)) => Lent::Level(alpha.at_level(*level)),
            ColliderShape::Rect(rect) => Lent::Rect(*rect),
            ColliderShape::Circle(circle) => Lent::Circle(*circle),
            ColliderShape::Polygon(polygon) => Lent::Polygon(polygon),
            ColliderShape::Terrain(terrain) => Lent::Terrain(terrain),
            _ => return Err(HITMASK_WRONG_SHAPE),
        })
    }

    pub(crate) fn shape(&self) -> &dyn Shape {
        match self {
            Lent::Mask(mask) => *mask,
            Lent::Runs(runs) => *runs,
            Lent::Level(level) => level,
            Lent::Rect(rect) => rect,
            Lent::Circle(circle) => circle,
            Lent::Polygon(polygon) => *polygon,
            Lent::Terrain(terrain) => *terrain,
        }
    }
}

impl hitmask_shape {
    /// A share of the shape, which lives on when the caller changes or frees the object.
    ///
    /// # Safety
    /// The pointer keeps the contract of the crate: it points to an object of the kind.
    pub(crate) unsafe fn hold(&self) -> Checked<ColliderShape> {
        use hitmask_shape_kind::*;
        let kind = self.kind;
        Ok(if kind == HITMASK_SHAPE_MASK as i32 {
            ColliderShape::Mask(object(self.object.cast::<hitmask_mask>())?.share())
        } else if kind == HITMASK_SHAPE_RUNS as i32 {
            ColliderShape::Runs(object(self.object.cast::<hitmask_run_mask>())?.shared.clone())
        } else if kind == HITMASK_SHAPE_LEVEL as i32 {
            let alpha = object(self.object.cast::<hitmask_alpha_mask>())?.shared.clone();
            ColliderShape::Alpha(alpha, AlphaRule::AtLeast(self.level))
        } else if kind == HITMASK_SHAPE_ALPHA_SUM as i32 {
            ColliderShape::Alpha(
                object(self.object.cast::<hitmask_alpha_mask>())?.shared.clone(),
                AlphaRule::Sum,
            )
        } else if kind == HITMASK_SHAPE_RECT as i32 {
            ColliderShape::Rect(self.rect.into())
        } else if kind == HITMASK_SHAPE_CIRCLE as i32 {
            ColliderShape::Circle(self.circle.library()?)
        } else if kind == HITMASK_SHAPE_POLYGON as i32 {
            ColliderShape::Polygon(object(self.object.cast::<hitmask_polygon>())?.shared.clone())
        } else if kind == HITMASK_SHAPE_TERRAIN as i32 {
            ColliderShape::Terrain(object(self.object.cast::<hitmask_terrain>())?.shared.clone())
        } else if kind == HITMASK_SHAPE_FRAMES as i32 {
            ColliderShape::Frames(object(self.object.cast::<hitmask_frames>())?.frames.clone())
        } else if kind == HITMASK_SHAPE_KEPT as i32 {
            object(self.object.cast::<hitmask_kept_shape>())?.shape.clone()
        } else {
            return Err(HITMASK_UNKNOWN_CONSTANT);
        })
    }

    /// The shape for the time of a call. Without the counting of shares.
    ///
    /// # Safety
    /// The pointer keeps the contract of the crate: it points to an object of the kind, which lives and does not change as long as the
    /// result is used.
    #[inline]
    pub(crate) unsafe fn lend<'a>(&self) -> Checked<Lent<'a>> {
        use hitmask_shape_kind::*;
        let kind = self.kind;
        Ok(if kind == HITMASK_SHAPE_MASK as i32 {
            Lent::Mask(&object(self.object.cast::<hitmask_mask>())?.mask)
        } else if kind == HITMASK_SHAPE_RUNS as i32 {
            Lent::Runs(&object(self.object.cast::<hitmask_run_mask>())?.shared)
        } else if kind == HITMASK_SHAPE_LEVEL as i32 {
            Lent::Level(object(self.object.cast::<hitmask_alpha_mask>())?.shared.at_level(self.level))
        } else if kind == HITMASK_SHAPE_RECT as i32 {
            Lent::Rect(self.rect.into())
        } else if kind == HITMASK_SHAPE_CIRCLE as i32 {
            Lent::Circle(self.circle.library()?)
        } else if kind == HITMASK_SHAPE_POLYGON as i32 {
            Lent::Polygon(&object(self.object.cast::<hitmask_polygon>())?.shared)
        } else if kind == HITMASK_SHAPE_TERRAIN as i32 {
            Lent::Terrain(&object(self.object.cast::<hitmask_terrain>())?.shared)
        } else if kind == HITMASK_SHAPE_KEPT as i32 {
            Lent::of(&object(self.object.cast::<hitmask_kept_shape>())?.shape)?
        } else if kind == HITMASK_SHAPE_ALPHA_SUM as i32 || kind == HITMASK_SHAPE_FRAMES as i32 {
            return Err(HITMASK_WRONG_SHAPE);
        } else {
            return Err(HITMASK_UNKNOWN_CONSTANT);
        })
    }
}

impl hitmask_shape {
    /// Calls `f` with the shape, for an edit of an object. The shape may be that object itself: then `f` gets a share of it, and the edit
    /// copies it.
    ///
    /// # Safety
    /// As [`hitmask_shape::lend`].
    pub(crate) unsafe fn beside<T>(&self, edited: *const T, f: impl FnOnce(&Lent<'_>) -> Checked) -> Checked {
        if ptr::eq(self.object, edited.cast()) {
            let held = self.hold()?;
            f(&Lent::of(&held)?)
        } else {
            f(&self.lend()?)
        }
    }
}

impl hitmask_placed {
    /// The placed shape for the time of a call. The shape is lent into a place of the caller's, because a level and a rectangle are values.
    ///
    /// # Safety
    /// As [`hitmask_shape::lend`].
    pub(crate) unsafe fn lend<'a, 'b: 'a>(&self, lent: &'a mut Option<Lent<'b>>) -> Checked<Placed<'a>> {
        let pose = self.pose.library()?;
        Ok(Placed::from(lent.insert(self.shape.lend()?).shape()).posed(&pose))
    }
}

/// The shape without its object, which is not the caller's.
impl From<&ColliderShape> for hitmask_shape {
    fn from(shape: &ColliderShape) -> hitmask_shape {
        use hitmask_shape_kind::*;
        let none = ptr::null::<c_void>();
        match shape {
            ColliderShape::Mask(_) => of_object(HITMASK_SHAPE_MASK, none),
            ColliderShape::Runs(_) => of_object(HITMASK_SHAPE_RUNS, none),
            ColliderShape::Alpha(_, AlphaRule::AtLeast(level)) => {
                hitmask_shape { level: *level, ..of_object(HITMASK_SHAPE_LEVEL, none) }
            }
            ColliderShape::Alpha(..) => of_object(HITMASK_SHAPE_ALPHA_SUM, none),
            ColliderShape::Rect(rect) => hitmask_shape_rect((*rect).into()),
            ColliderShape::Circle(circle) => hitmask_shape_circle(circle.into()),
            ColliderShape::Polygon(_) => of_object(HITMASK_SHAPE_POLYGON, none),
            ColliderShape::Terrain(_) => of_object(HITMASK_SHAPE_TERRAIN, none),
            ColliderShape::Frames(_) => of_object(HITMASK_SHAPE_FRAMES, none),
            // A kind that a later library adds.
            _ => NONE,
        }
    }
}
