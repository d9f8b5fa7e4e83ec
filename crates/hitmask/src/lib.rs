//! Do these two sprites touch where they are solid? hitmask answers pixel for pixel, in integers, at any
//! signed 32-bit offset, and fast enough for a hundred thousand sprites a frame.
//!
//! ```
//! use hitmask::{Mask, Point};
//!
//! let ship = Mask::from_fn(16, 16, |x, y| x >= y);             // the upper right triangle
//! let rock = Mask::from_fn(16, 16, |x, y| x + y < 8);          // a corner of a diamond
//! assert!(ship.overlaps(&rock, (3, 2)));                       // the rock's corner 3 right, 2 down of the ship's
//! assert_eq!(ship.first_overlap(&rock, (3, 2)), Some(Point::new(3, 2)));
//! assert!(!ship.overlaps(&rock, (0, 12)));                     // the pictures overlap, the pixels don't
//! ```
//!
//! # The types
//! | type | holds | choose it when |
//! |---|---|---|
//! | [`Mask`] | one bit a pixel | almost always: the fastest |
//! | [`RunMask`] | solid runs a row | storage, huge simple shapes |
//! | [`AlphaMask`] | one alpha byte a pixel | the level is chosen at query time, or two translucent sprites must add up |
//! | [`Rect`] | a rectangle | hit boxes, windows |
//! | [`Terrain`] | tiles of bits, up to 65 536 × 65 536 pixels | a world that is carved and drawn to every frame |
//!
//! All of them answer the same verbs: `overlaps`, `overlap_area`, `first_overlap`, `overlap_bounds`, `overlap_mask`
//! and `overlap_points`, each against any other. [`mask`] draws what an offset means.
//!
//! # Shapes
//! What a mask is besides its pixels: [`Mask::outline`] with holes, [simpler](Outline::simplify) ones that keep a promise,
//! [`Mask::convex_pieces`] and [`Mask::rectangles`] for physics engines, [`Mask::components`],
//! [distances](Mask::distance_to_clear), [`Mask::moments`], [`Mask::convex_hull`]; [`Mask::grow`] and [`Mask::shrink`]. A [`Circle`]
//! and a [`ConvexPolygon`] cover pixels too, exactly, under any pose.
//!
//! Two masks also say how they part ([`Mask::separation`], [`Mask::normal`]), how near they are ([`Mask::closest`]), and when a
//! motion hits ([`Mask::cast`], [`Mask::ray_cast`]); [`move_and_slide`] is the mover of a platform game.
//!
//! # Poses
//! A [`Pose`] turns, scales, mirrors, shears and moves a sprite by parts of a pixel. [`Mask::overlaps_posed`] and its siblings answer
//! exactly, by the [rule](PixelRule) of what you see or of what it is; [`Mask::bake`] draws such a sprite as a plain mask, a
//! [`PoseCache`] keeps it, and [`Mask::cast_posed`] follows one that turns as it moves.
//!
//! # The collision buffer
//! A [`CollisionBuffer`] holds a part of the world into which shapes are drawn with an id, or a colour that says what they are, and
//! tells which ids another shape meets: every owner of a pixel, the last painter, or as the sprite chips' collision register did.
//!
//! # Terrain
//! A [`Terrain`] is dug into with [`Terrain::carve`] and [`Terrain::draw`], which tell exactly what changed; [`Terrain::snapshot`] and
//! [`Terrain::restore`] cost next to nothing; [`Terrain::islands`] finds the pieces that nothing holds any more, and
//! [`Terrain::take_island`] lifts one out as a mask.
//!
//! # Features
//! `std` (default): choose the widest instruction set while running, and keep with a mask what posed questions and casts find out
//! about it, so that the next ones are fast.
//! Without it the crate is `no_std` and needs `alloc` only: the same answers, but that the bracket of [`Mask::cast_posed`] may be
//! another, proven as well.
//!
//! `parallel`: worlds and broad phases of many sprites use the threads of rayon's current pool: the same answers. rayon is the only
//! dependency there is, and only then.
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod broad_phase;
mod buffer;
pub mod geom;
mod kernel;
pub mod mask;
mod mover;
mod narrow_phase;
pub mod rle;
mod shape;
mod terrain;
mod world;

pub use buffer::{BufferError, BufferImage, BufferMode, CollisionBuffer, Met, Stamp};
pub use geom::{Angle, Point, PointQ16, Pose, PoseError, PoseParts, Rect};
pub use mask::{AlphaLevel, AlphaMask, Mask, MaskError, Run, RunFault, RunMask};
pub use mover::ray::ray_cast_obstacles;
pub use mover::{MoveOptions, Moved, Obstacle, ObstacleKind, ObstacleShape, move_and_slide};
pub use narrow_phase::area_map::AreaMap;
pub use narrow_phase::batch::overlaps_batch;
pub use narrow_phase::contact::closest::Closest;
pub use narrow_phase::overlap::Shape;
pub use narrow_phase::overlap::extreme::ScanOrder;
pub use narrow_phase::sweep::cast::Cast;
pub use narrow_phase::sweep::posed::{PosedCast, PosedMotion};
pub use narrow_phase::sweep::steps::StepCast;
pub use narrow_phase::sweep::time::Time;
pub use narrow_phase::transformed::{Baked, CacheStats, PixelRule, PoseCache};
pub use shape::components::{Component, Components, Connectivity};
pub use shape::convex::{Circle, ConvexError, ConvexPolygon};
pub use shape::distance::{DistanceField, Outside};
pub use shape::fill::FillRule;
pub use shape::moments::Moments;
pub use shape::morphology::StructuringElement;
pub use shape::outline::{Outline, Ring, RingKind};
pub use shape::pieces::Pieces;
pub use shape::simplify::{Promise, Simplify, SimplifyError, Tolerance};
pub use terrain::{
    Brush, Change, Edges, Island, IslandOptions, Snapshot, Terrain, TerrainError, TerrainLimits,
};
pub use world::{
    AlphaRule, Collider, ColliderKind, ColliderShape, Contact, CustomTest, Event, EventDetail, EventKind,
    Frame, Frames, Handle, Layers, LineHit, Member, Nearest, PhaseTimes, Probe, Query, QueryFilter, RayHit,
    Slid, Touch, Verdict, World, WorldOptions, WorldStats,
};

#[doc(hidden)]
pub use kernel::backend;

/// The example of the package's README is a test. `hitmask-pages` tests those of the repository's other pages.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
