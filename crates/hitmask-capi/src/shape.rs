//! Shapes
//!
//! A hitmask_shape is a value that names any shape: an object such as a mask, or a rectangle or circle. It borrows the object: keep it
//! alive until the call that takes the shape has returned. Worlds and animations that keep a shape share the object's pixels, or a copy, so
//! you may free or change your object afterwards; what they hold stays as it was.

use std::ptr;

use hitmask::{AlphaRule, TileKinds};

use crate::convex::hitmask_polygon;
use crate::geom::hitmask_circle;
use crate::prelude::*;

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
    /// A hitmask_kept_shape: the shape of a collider, of any kind. That of an animation or by alpha sum is only for colliders of a world.
    HITMASK_SHAPE_KEPT = 10,
    /// A hitmask_label_mask: solid where its label is not 0.
    HITMASK_SHAPE_LABELS = 11,
    /// The tiles of some kinds of a hitmask_tile_map.
    HITMASK_SHAPE_TILES = 12,
}

/// Any shape. Make it with a hitmask_shape function, such as hitmask_shape_mask.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hitmask_shape {
    /// A hitmask_shape_kind.
    pub kind: i32,
    /// The level of HITMASK_SHAPE_LEVEL, the kinds of HITMASK_SHAPE_TILES.
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

verbs! {
    /// The shape of a mask.
    fn hitmask_shape_mask(mask: *const hitmask_mask) -> hitmask_shape = of_object(hitmask_shape_kind::HITMASK_SHAPE_MASK, mask);

    /// The shape of a run mask.
    fn hitmask_shape_runs(runs: *const hitmask_run_mask) -> hitmask_shape = of_object(hitmask_shape_kind::HITMASK_SHAPE_RUNS, runs);

    /// The shape of the pixels of an alpha mask whose alpha is at least the level.
    fn hitmask_shape_level(alpha: *const hitmask_alpha_mask, level: u8) -> hitmask_shape =
        hitmask_shape { level, ..of_object(hitmask_shape_kind::HITMASK_SHAPE_LEVEL, alpha) };

    /// The shape of an alpha mask that meets others by alpha sum. Only for colliders of a world.
    fn hitmask_shape_alpha_sum(alpha: *const hitmask_alpha_mask) -> hitmask_shape = of_object(hitmask_shape_kind::HITMASK_SHAPE_ALPHA_SUM, alpha);

    /// The shape of a rectangle.
    fn hitmask_shape_rect(rect: hitmask_rect) -> hitmask_shape = hitmask_shape { kind: hitmask_shape_kind::HITMASK_SHAPE_RECT as i32, rect, ..NONE };

    /// The shape of a circle.
    fn hitmask_shape_circle(circle: hitmask_circle) -> hitmask_shape =
        hitmask_shape { kind: hitmask_shape_kind::HITMASK_SHAPE_CIRCLE as i32, circle, ..NONE };

    /// The shape of a polygon.
    fn hitmask_shape_polygon(polygon: *const hitmask_polygon) -> hitmask_shape = of_object(hitmask_shape_kind::HITMASK_SHAPE_POLYGON, polygon);

    /// The shape of a terrain.
    fn hitmask_shape_terrain(terrain: *const hitmask_terrain) -> hitmask_shape = of_object(hitmask_shape_kind::HITMASK_SHAPE_TERRAIN, terrain);
}

/// The shape of the tiles of some kinds of a map. With HITMASK_TILE_ALL it is that of all its tiles.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_shape_tiles(map: *const hitmask_tile_map, kinds: u32) -> hitmask_shape {
    // Kinds that there are not stay such.
    let level = u8::try_from(kinds).unwrap_or(u8::MAX);
    hitmask_shape { level, ..of_object(hitmask_shape_kind::HITMASK_SHAPE_TILES, map) }
}

verbs! {
    /// The shape of an animation, of which one frame is shown at a time. Only for colliders of a world.
    fn hitmask_shape_frames(frames: *const hitmask_frames) -> hitmask_shape = of_object(hitmask_shape_kind::HITMASK_SHAPE_FRAMES, frames);

    /// The shape that a collider of a world had.
    fn hitmask_shape_kept(kept: *const hitmask_kept_shape) -> hitmask_shape = of_object(hitmask_shape_kind::HITMASK_SHAPE_KEPT, kept);

    /// Frees it. NULL does nothing.
    free fn hitmask_kept_shape_free(kept: *mut hitmask_kept_shape);
}

/// The object of a shape.
#[inline]
unsafe fn of<'a, T>(shape: &hitmask_shape) -> Checked<&'a T> {
    object(shape.object.cast())
}

/// The kinds of shapes. Of each: how it is lent to the library for the time of a call, without the counting of shares; how a share of it is
/// held, which lives on when the caller changes or frees the object; and what the library calls it.
macro_rules! kinds {
    ($shape:ident; $($library:pat => $kind:ident, $lent:expr, $held:expr;)*) => {
        impl hitmask_shape {
            /// A share of the shape, which lives on when the caller changes or frees the object.
            ///
            /// # Safety
            /// The pointer keeps the contract of the crate: it points to an object of the kind.
            pub(crate) unsafe fn hold(&self) -> Checked<ColliderShape> {
                let $shape = self;
                $(if $shape.kind == hitmask_shape_kind::$kind as i32 {
                    return Ok($held.into());
                })*
                if $shape.kind == hitmask_shape_kind::HITMASK_SHAPE_KEPT as i32 {
                    return Ok(of::<hitmask_kept_shape>($shape)?.shape.clone());
                }
                Err(HITMASK_UNKNOWN_CONSTANT)
            }

            /// The shape for the time of a call.
            ///
            /// # Safety
            /// The pointer keeps the contract of the crate: it points to an object of the kind, which lives and does not change as long as
            /// the result is used.
            #[inline]
            pub(crate) unsafe fn lend<'a>(&self) -> Checked<ShapeRef<'a>> {
                let $shape = self;
                $(if $shape.kind == hitmask_shape_kind::$kind as i32 {
                    return Ok($lent.into());
                })*
                if $shape.kind == hitmask_shape_kind::HITMASK_SHAPE_KEPT as i32 {
                    return of::<hitmask_kept_shape>($shape)?.shape.as_shape().ok_or(HITMASK_WRONG_SHAPE);
                }
                Err(HITMASK_UNKNOWN_CONSTANT)
            }
        }

        /// The kind of a shape of the library. 0 for one that a later library adds.
        fn kind_of(shape: &ColliderShape) -> i32 {
            use ColliderShape::*;
            match shape {
                $($library => hitmask_shape_kind::$kind as i32,)*
                _ => 0,
            }
        }
    };
}
kinds! {
    shape;
    Mask(_) => HITMASK_SHAPE_MASK, &of::<hitmask_mask>(shape)?.mask, of::<hitmask_mask>(shape)?.share();
    Runs(_) => HITMASK_SHAPE_RUNS, &*of::<hitmask_run_mask>(shape)?.shared, &of::<hitmask_run_mask>(shape)?.shared;
    Alpha(_, AlphaRule::AtLeast(_)) => HITMASK_SHAPE_LEVEL,
        of::<hitmask_alpha_mask>(shape)?.shared.at_level(shape.level), alpha(shape, AlphaRule::AtLeast(shape.level))?;
    Labels(_) => HITMASK_SHAPE_LABELS, &*of::<hitmask_label_mask>(shape)?.shared, &of::<hitmask_label_mask>(shape)?.shared;
    Rect(_) => HITMASK_SHAPE_RECT, Rect::from(shape.rect), Rect::from(shape.rect);
    Circle(_) => HITMASK_SHAPE_CIRCLE, shape.circle.library()?, shape.circle.library()?;
    Polygon(_) => HITMASK_SHAPE_POLYGON, &*of::<hitmask_polygon>(shape)?.shared, &of::<hitmask_polygon>(shape)?.shared;
    Terrain(_) => HITMASK_SHAPE_TERRAIN, &*of::<hitmask_terrain>(shape)?.shared, &of::<hitmask_terrain>(shape)?.shared;
    Tiles(..) => HITMASK_SHAPE_TILES,
        of::<hitmask_tile_map>(shape)?.shared.only(tile_kinds(shape.level.into())?), tiles(shape)?;
    Alpha(_, AlphaRule::Sum) => HITMASK_SHAPE_ALPHA_SUM, no_pixels()?, alpha(shape, AlphaRule::Sum)?;
    Frames(_) => HITMASK_SHAPE_FRAMES, no_pixels()?, of::<hitmask_frames>(shape)?.frames.clone();
}

unsafe fn alpha(shape: &hitmask_shape, rule: AlphaRule) -> Checked<ColliderShape> {
    Ok(ColliderShape::Alpha(of::<hitmask_alpha_mask>(shape)?.shared.clone(), rule))
}

unsafe fn tiles(shape: &hitmask_shape) -> Checked<ColliderShape> {
    Ok(ColliderShape::Tiles(of::<hitmask_tile_map>(shape)?.shared.clone(), tile_kinds(shape.level.into())?))
}

/// The kinds of tiles that have pixels.
const TILE_KINDS: [TileKind; 6] = [
    TileKind::Body,
    TileKind::OneWay,
    TileKind::Sensor,
    TileKind::OneWayRight,
    TileKind::OneWayDown,
    TileKind::OneWayLeft,
];

/// The kinds that a number means.
pub(crate) fn tile_kinds(number: u32) -> Checked<TileKinds> {
    let all: u32 = TILE_KINDS.iter().map(|kind| kind.number().unsigned_abs()).sum();
    if number > all {
        return Err(HITMASK_UNKNOWN_CONSTANT);
    }
    let meant = TILE_KINDS.into_iter().filter(|&kind| number & kind.number().unsigned_abs() != 0);
    Ok(meant.fold(TileKinds::from([]), |all, kind| all | kind))
}

/// The number of some kinds.
fn number_of_tile_kinds(kinds: TileKinds) -> u8 {
    TILE_KINDS.into_iter().filter(|&kind| kinds.contains(kind)).map(|kind| kind.number() as u8).sum()
}

/// Refuses a kind that only worlds take.
fn no_pixels() -> Checked<ShapeRef<'static>> {
    Err(HITMASK_WRONG_SHAPE)
}

impl hitmask_shape {
    pub(crate) fn of_object<T>(kind: hitmask_shape_kind, object: *const T) -> hitmask_shape {
        of_object(kind, object)
    }

    /// Calls `f` with the shape, for an edit of an object. The shape may be that object itself: then `f` gets a share of it, and the edit
    /// copies it.
    ///
    /// # Safety
    /// As [`hitmask_shape::lend`].
    pub(crate) unsafe fn beside<T>(
        &self,
        edited: *const T,
        f: impl FnOnce(ShapeRef<'_>) -> Checked,
    ) -> Checked {
        if ptr::eq(self.object, edited.cast()) {
            f(self.hold()?.as_shape().ok_or(HITMASK_WRONG_SHAPE)?)
        } else {
            f(self.lend()?)
        }
    }
}

impl hitmask_placed {
    /// The placed shape for the time of a call.
    ///
    /// # Safety
    /// As [`hitmask_shape::lend`].
    pub(crate) unsafe fn lend<'a>(&self) -> Checked<Placed<'a>> {
        let pose = self.pose.library()?;
        Ok(Placed::from(self.shape.lend()?).posed(&pose))
    }
}

/// The shape without its object, which is not the caller's.
impl From<&ColliderShape> for hitmask_shape {
    fn from(shape: &ColliderShape) -> hitmask_shape {
        let kind = kind_of(shape);
        match shape {
            ColliderShape::Alpha(_, AlphaRule::AtLeast(level)) => {
                hitmask_shape { kind, level: *level, ..NONE }
            }
            ColliderShape::Tiles(_, kinds) => {
                hitmask_shape { kind, level: number_of_tile_kinds(*kinds), ..NONE }
            }
            ColliderShape::Rect(rect) => hitmask_shape_rect((*rect).into()),
            ColliderShape::Circle(circle) => hitmask_shape_circle(circle.into()),
            _ => hitmask_shape { kind, ..NONE },
        }
    }
}
