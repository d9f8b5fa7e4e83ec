//! Do these two sprites touch where they are solid? And if so, where, and by how much? hitmask answers exactly, pixel for pixel, in
//! integers, at any signed 32-bit offset. It is fast enough for a hundred thousand sprites a frame.
//!
//! ```
//! use hitmask::{Mask, Point};
//!
//! let ship = Mask::from_fn(16, 16, |x, y| x >= y);             // the upper right triangle
//! let rock = Mask::from_fn(16, 16, |x, y| x + y < 8);          // a triangle in the upper left corner
//! assert!(ship.overlaps(&rock, (3, 2)));                       // the rock's corner lies 3 right and 2 down of the ship's
//! assert_eq!(ship.first_overlap(&rock, (3, 2)), Some(Point::new(3, 2)));
//! assert!(!ship.overlaps(&rock, (0, 12)));                     // the pictures overlap, the solid pixels don't
//! ```
//!
//! # Worlds
//! A [`World`] holds thousands of colliders: masks, alphas, rectangles, circles, polygons and terrains, moved and turned. It reports once a
//! frame which pairs began to touch and which ceased to, in the same order on any number of threads:
//!
//! ```
//! use hitmask::{Collider, EventKind, Mask, World};
//!
//! let mut world = World::new();
//! let ship = world.insert(Collider::new(Mask::filled(16, 16)));
//! let rock = world.insert(Collider::new(Mask::filled(16, 16)).at((9, 4)));
//! let event = world.step()?[0];
//! assert_eq!((event.kind, event.a, event.b), (EventKind::Begin, ship, rock));
//! # Ok::<(), hitmask::TooManyPairs>(())
//! ```
//!
//! Between steps a world answers [`World::collide_one`], [`World::query`] (a pixel, a shape, a line), [`World::ray_cast`],
//! [`World::nearest`] and [`World::move_and_slide`]. It has layers, sensors (triggers), one-way platforms, animations, and tests of your
//! own.
//!
//! # Shapes
//! | shape | holds | choose it when |
//! |---|---|---|
//! | [`Mask`] | one bit for each pixel | almost always: it is the fastest |
//! | [`RunMask`] | the solid runs of each row | you store huge simple shapes |
//! | [`AlphaLevel`] | an [`AlphaMask`] with the alpha from which on a pixel is solid | you choose the level with each question |
//! | [`LabelMask`] | a label for each pixel, solid where it is not 0 | you ask which part of a sprite was hit |
//! | [`Rect`] | a rectangle | hit boxes, windows |
//! | [`Terrain`] | tiles of bits, up to 65 536 × 65 536 pixels | you carve it and draw to it in every frame |
//! | [`TileMap`], [`TileView`] | cells with tiles of a [`TileSet`] | your level is made of tiles |
//! | [`Circle`], [`ConvexPolygon`] | the pixels whose centres lie inside | hit areas without a picture |
//!
//! Each of them is a [`Shape`], and the overlap verbs are methods of each: `overlaps`, `overlap_area`, `first_overlap`,
//! `overlap_bounds`, `overlap_points`, `overlap_mask`, `extreme_overlap`. They take any other shape, and all answers agree. `contains`
//! says on every shape whether one pixel is solid. [`ShapeRef`] is any of them, where only the running program knows which. Two
//! [`AlphaMask`]s also overlap by [alpha sum](AlphaMask::overlaps): where both are visible and opaque together. [`mask`] draws what an
//! offset means.
//!
//! # Which type has which verb
//! | verbs | types that have them | the other side |
//! |---|---|---|
//! | `overlaps`, `overlap_area`, `first_overlap`, `overlap_bounds`, `overlap_points`, `overlap_mask`, `extreme_overlap` | every shape | any shape |
//! | the same, by alpha sum | [`AlphaMask`] | an `AlphaMask` |
//! | `contains` | every shape | a pixel |
//! | `overlap_labels`, `label_hit`, and with poses | [`LabelMask`], its view [`LabelMask::only`] | any shape |
//! | `union_with`, `intersect_with`, `difference_with`, `symmetric_difference_with` | `Mask`, `RunMask` | any shape |
//! | [`carve`](Terrain::carve), [`draw`](Terrain::draw) | `Terrain` | any shape, or a [`Placed`] one |
//! | `overlaps_posed`, `overlap_area_posed`, `first_overlap_posed`, `overlap_bounds_posed` | `Mask`, `AlphaLevel`, `AlphaMask` | the same type |
//! | `bake` | `Mask`, `AlphaLevel`, `AlphaMask`, `LabelMask`, `Circle`, `ConvexPolygon` | a [`Pose`] |
//! | `cast`, `cast_pixels` | `Mask`, `Terrain`, `TileMap` | a `Mask` |
//! | `ray_cast` | `Mask`, `Terrain`, `TileMap` | a point and a motion |
//! | `separation`, `normal`, `closest` | every shape, and [`Placed`] ones | any shape |
//! | `cast_posed`, `overlap_offsets`, `overlap_area_map` | `Mask` | a `Mask` |
//! | `components`, `moments` | `Mask`, `RunMask` | |
//! | outlines, pieces, distances, `convex_hull`, `grow`, `shrink`, `fill_holes` | `Mask` | |
//!
//! If a type lacks a verb, make a mask of it: [`RunMask::to_mask`], [`AlphaLevel::to_mask`], [`Terrain::crop`], [`Circle::to_mask`],
//! [`Mask::filled`].
//!
//! # About one mask
//! [`Mask::outline`] with holes; [simpler outlines](Outline::simplify) that keep a promise; [`Mask::convex_pieces`] and
//! [`Mask::rectangles`] for physics engines; [`Mask::components`]; [distances](Mask::distance_to_clear); [`Mask::moments`];
//! [`Mask::convex_hull`]; [`Mask::grow`] and [`Mask::shrink`].
//!
//! # Contact and motion
//! [`Mask::separation`] is the shortest move that ends an overlap, [`Mask::normal`] the direction of the contact, [`Mask::closest`] the
//! distance; every shape has them. [`Mask::cast`] gives the exact time at which a moving mask hits, [`Mask::ray_cast`] that of a moving
//! point; a [`Terrain`] has both, too. [`move_and_slide`] moves the character of a platform game; its [`Obstacle`]s may be any [`Shape`].
//!
//! # Poses
//! A [`Pose`] rotates, scales, mirrors, shears and moves a sprite, by fractions of a pixel. [`Mask::overlaps_posed`] and its siblings
//! answer exactly, by one of two [rules](PixelRule): which screen pixels are covered, or whether the rotated pixel squares share area.
//! [`Mask::bake`] draws a posed sprite as a plain mask, a [`PoseCache`] keeps such masks, and [`Mask::cast_posed`] follows a sprite that
//! turns as it moves. [`Placed`] is any shape with a position or a pose; collision buffers and terrain brushes take it.
//!
//! # The collision buffer
//! A [`CollisionBuffer`] covers a region of the world. Draw shapes into it with an id or a colour, and ask which ids another shape meets:
//! every owner of a pixel, the last painter, or only which ids have touched, like the collision register of a sprite chip.
//!
//! # A whole game
//! A [`World`] has what a game needs around its steps: characters ([`World::move_and_slide`]), lifts ([`World::move_solid`]), fast shots
//! whose whole path is tested ([`Collider::swept`](method@Collider::swept)), casts ([`World::cast`], [`World::cast_turning`]), picking
//! ([`World::pick`]), transforms that read back ([`Transform`]), rollback ([`World::snapshot`]), hashes for netcode ([`World::state_hash`])
//! and saved games ([`World::to_bytes`]). The repository's `docs/sprite-to-world.md` is the shortest way from a picture to a world;
//! `docs/world.md` and the pages after it lead through all of this, with pictures and with examples that run.
//!
//! # Terrain
//! [`Terrain::carve`] and [`Terrain::draw`] change a [`Terrain`] and say exactly what changed. [`Terrain::snapshot`] and
//! [`Terrain::restore`] are cheap. [`Terrain::islands`] finds the pieces that nothing holds any more, and [`Terrain::take_island`] lifts
//! one out as a mask.
//!
//! # Features
//! - `std` (default): chooses the widest instruction set at run time, and caches with a mask what posed queries and casts compute about it,
//!   so that the next ones are fast. Without it the crate is `no_std` and needs only `alloc`. The answers are the same, with one exception:
//!   the brackets of [`Mask::cast_posed`] and [`World::cast_turning`] may differ, and are proven as well. On WebAssembly without threads
//!   there is that cache without `std`, too.
//! - `parallel`: worlds and broad phases with many sprites use the threads of rayon's current pool. The answers are the same.
//! - `serde`: saves and loads masks, terrains, geometry, options and worlds with serde, and checks them on loading. [`serialized`] documents the
//!   forms.
//! - `mint`: converts between [`Point`] and `mint::Point2<i32>` or `mint::Vector2<i32>`, and between [`PointQ16`] and those of `f32` or
//!   `f64`. So every method that takes a position takes the vectors of glam, nalgebra, cgmath and others.
//!
//! Without these features there is no dependency. `serde` and `mint` each add the crate of that name; `parallel` adds rayon.
//!
//! All parts of the library are built by default (the feature `full`). Masks, all other shapes, their overlaps, and the analysis of masks are
//! always there. To build only what you need, in as little as two fifths of the time, name the other parts: `cargo add hitmask
//! --no-default-features --features std,motion`.
//!
//! | feature | what it adds | it brings |
//! |---|---|---|
//! | `motion` | poses, contacts, casts, rays | |
//! | `terrain` | edits, casts, islands and bytes of [`Terrain`] and [`TileMap`] | `motion` |
//! | `world` | [`World`], [`move_and_slide`] | `terrain` |
//! | `buffer` | [`CollisionBuffer`] | |
//! | `pack` | [`Pack`] | `terrain` |
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(
    not(feature = "full"),
    allow(
        dead_code,
        unreachable_pub,
        unused_imports,
        unused_macros,
        reason = "the rooms that are left out use it"
    )
)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

// From low to high: each module uses only modules above it in this list.
mod invalid_argument;
#[cfg(test)]
mod work;

mod heap;

pub mod geom;

mod bits;

mod bytes;

pub mod mask;

mod shape;

mod analysis;

mod tiles;

mod tile_map;

mod placed;

mod overlap;

#[cfg(feature = "motion")]
mod posed;

#[cfg(feature = "motion")]
mod contact;

#[cfg(feature = "motion")]
mod sweep;

#[cfg(feature = "terrain")]
mod terrain;

#[cfg(feature = "terrain")]
mod tile_verbs;

#[cfg(feature = "world")]
mod mover;

#[cfg(feature = "buffer")]
mod buffer;

// Not part of the interface: the Bevy plugin's picking, the tests and the benchmarks use it.
#[cfg(feature = "world")]
#[doc(hidden)]
pub mod broad_phase;

#[cfg(feature = "world")]
mod world;

#[cfg(feature = "pack")]
mod pack;

pub mod rle;

pub mod serialized;

pub use analysis::components::{Component, Components, Connectivity};
pub use analysis::distance::{BorderMode, DistanceField};
pub use analysis::fill::FillRule;
pub use analysis::moments::Moments;
pub use analysis::morphology::StructuringElement;
pub use analysis::outline::{Outline, Ring};
pub use analysis::pieces::Pieces;
pub use analysis::simplify::{OutlineBound, Simplify};
#[cfg(feature = "world")]
pub use broad_phase::{BroadPhaseKind, TooManyPairs};
#[cfg(feature = "buffer")]
pub use buffer::{BufferMode, BufferOverlap, CollisionBuffer};
pub use bytes::{DecodeError, DecodeErrorKind, DecodeLimits};
#[cfg(feature = "motion")]
pub use contact::closest::Closest;
pub use geom::{Angle, Direction, Point, PointQ16, Pose, PoseParts, Rect, Transform};
pub use invalid_argument::{InvalidArgument, InvalidReason};
pub use mask::{
    AlphaLevel, AlphaMask, LabelMask, LabelNames, LabelView, Labels, Margins, Mask, Run, RunMask, SliceFill,
};
#[cfg(feature = "world")]
pub use mover::ray::{ray_cast_obstacles, try_ray_cast_obstacles};
#[cfg(feature = "world")]
pub use mover::{Body, MoveOptions, Moved, Obstacle, Stop, move_and_slide, try_move_and_slide};
pub use overlap::AreaMap;
pub use overlap::ScanOrder;
pub use overlap::overlaps_batch;
pub use overlap::{LabelHit, LabelOverlap};
#[cfg(feature = "pack")]
pub use pack::{
    NewFrame, NewSprite, Pack, PackBuilder, PackEntry, PackError, PackSlice, PackSprite, PackTag, SliceArea,
    TagDirection,
};
pub use placed::{Placed, Shape, ShapeRef};
#[cfg(feature = "motion")]
pub use posed::{CacheStats, PixelRule, PoseCache};
pub use shape::{Circle, ConvexPolygon};
#[cfg(feature = "motion")]
pub use sweep::cast::Cast;
#[cfg(feature = "motion")]
pub use sweep::posed::{PosedCast, TurningMotion};
#[cfg(feature = "motion")]
pub use sweep::steps::StepCast;
#[cfg(feature = "motion")]
pub use sweep::time::TimeOfImpact;
#[cfg(feature = "terrain")]
pub use terrain::{Change, IslandOptions, Terrain, TerrainEdges};
pub use tile_map::{TileCell, TileDef, TileKind, TileKinds, TileMap, TileSet, TileView};
#[cfg(feature = "terrain")]
pub use tile_verbs::TileOverlap;
#[cfg(feature = "world")]
#[doc(hidden)]
pub use world::__merge;
#[cfg(all(feature = "serde", feature = "world"))]
pub use world::SavedWorld;
#[cfg(feature = "world")]
pub use world::{
    AlphaRule, Blocker, CastHit, Caster, Collider, ColliderKind, ColliderProps, ColliderRef, ColliderShape,
    Contact, CustomTest, Event, EventDetail, EventKind, Fit, Frames, Handle, Layers, LineHit, Member,
    Nearest, PathSegment, Probe, Query, QueryFilter, RayHit, Slid, Slope, SolidMoved, TileColliders, Touch,
    TurningHit, Verdict, World, WorldOptions, WorldSnapshot, WorldStats,
};

/// For this project's own tests and benchmarks. Not part of the interface.
#[cfg(feature = "__backend")]
#[doc(hidden)]
pub use bits::force as backend;

/// Makes a test of the example in the package's README. `hitmask-pages` does so for the repository's other pages.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
