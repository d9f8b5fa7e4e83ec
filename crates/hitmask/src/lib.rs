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
//! `parallel`: worlds and broad phases of many sprites use the threads of rayon's current pool: the same answers.
//!
//! `serde`: masks, terrains, geometry and options are saved and loaded with serde, and checked on the way in. [`serialized`] has
//! the forms.
//!
//! `mint`: a `mint::Point2` or `mint::Vector2` of `i32` becomes a [`Point`] and back, one of `f32` or `f64` a [`PointQ16`] and back. So
//! the vectors of glam, nalgebra, cgmath and others are taken wherever a position is.
//!
//! Without these features there is no dependency: each adds the crate that it names, `parallel` adds rayon.
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

// In the order of knowing: each module uses only those above it.
pub mod geom;

mod bits;

pub mod mask;

mod shape;

mod analysis;

mod tiles;

mod placed;

mod overlap;

mod posed;

mod contact;

mod sweep;

mod terrain;

mod mover;

mod buffer;

pub mod broad_phase;

mod world;

pub mod rle;

pub mod serialized;

pub use analysis::components::{Component, Components, Connectivity};
pub use analysis::distance::{DistanceField, Outside};
pub use analysis::fill::FillRule;
pub use analysis::moments::Moments;
pub use analysis::morphology::StructuringElement;
pub use analysis::outline::{Outline, Ring, RingKind};
pub use analysis::pieces::Pieces;
pub use analysis::simplify::{Promise, Simplify, SimplifyError, Tolerance};
pub use buffer::{BufferError, BufferImage, BufferMode, CollisionBuffer, Met};
pub use contact::closest::Closest;
pub use geom::{Angle, Point, PointQ16, Pose, PoseError, PoseParts, Rect};
pub use mask::{AlphaLevel, AlphaMask, Mask, MaskError, Run, RunFault, RunMask};
pub use mover::ray::ray_cast_obstacles;
pub use mover::{MoveOptions, Moved, Obstacle, ObstacleKind, move_and_slide};
pub use overlap::AreaMap;
pub use overlap::ScanOrder;
pub use overlap::overlaps_batch;
pub use placed::{Placed, Shape};
pub use posed::{Baked, CacheStats, PixelRule, PoseCache};
pub use shape::{Circle, ConvexError, ConvexPolygon};
pub use sweep::cast::Cast;
pub use sweep::posed::{PosedCast, PosedMotion};
pub use sweep::steps::StepCast;
pub use sweep::time::TimeOfImpact;
pub use terrain::{
    Brush, Change, Edges, Island, IslandOptions, Snapshot, Terrain, TerrainError, TerrainLimits,
};
pub use world::{
    AlphaRule, Collider, ColliderKind, ColliderShape, Contact, CustomTest, Event, EventDetail, EventKind,
    Frame, Frames, Handle, Layers, LineHit, Member, Nearest, PhaseTimes, Probe, Query, QueryFilter, RayHit,
    Slid, Touch, Verdict, World, WorldOptions, WorldStats,
};

/// For this project's own tests and benchmarks; no part of the interface.
#[cfg(feature = "__backend")]
#[doc(hidden)]
pub use bits::force as backend;

/// The example of the package's README is a test. `hitmask-pages` tests those of the repository's other pages.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
