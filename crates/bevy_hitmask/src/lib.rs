//! Pixel-exact collision for sprites in [Bevy](https://bevy.org): what you see is what you hit.
//!
//! Add [`HitmaskPlugin`] to the app and [`Hitmask`] to entities with a `Sprite`. [`TouchBegan`] and [`TouchEnded`] then arrive as messages, and as events on
//! both entities:
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_ecs::prelude::*;
//! use bevy_hitmask::prelude::*;
//! use bevy_sprite::Sprite;
//!
//! fn spawn(mut commands: Commands) {
//!     // With an asset server: Sprite::from_image(assets.load("ship.png")).
//!     commands.spawn((Sprite::sized((16.0, 16.0).into()), Hitmask::default())).observe(
//!         |touch: On<TouchBegan>, mut commands: Commands| {
//!             println!("hit at {} by {} pixels", touch.pixels.point, touch.pixels.area);
//!             commands.entity(touch.other).despawn();
//!         },
//!     );
//! }
//!
//! let mut app = App::new();
//! app.add_plugins(HitmaskPlugin::default()).add_systems(Startup, spawn);
//! app.update();
//! ```
//!
//! # Where to look
//! | for | see |
//! |---|---|
//! | what is solid, layers, sensors, swept shots | [`Hitmask`], [`HitmaskShape`] |
//! | when the plugin works, pixels per unit | [`HitmaskPlugin`], [`HitmaskSystems`] |
//! | questions: points, rays, neighbours | [`HitmaskWorld`] |
//! | platform games | [`CharacterMover`] |
//! | ground to dig | [`HitmaskTerrain`] |
//! | levels made of tiles, and their objects | [`HitmaskTileMap`] |
//! | a sword in a hand, a weak point | [`HitmaskPart`], [`HitmaskShape::Labels`] |
//! | compressed images, loading screens | [`HitmaskMasks`] |
//! | why something does not collide | [`HitmaskProblem`], and the log |
//!
//! # Features
//! None is on by default.
//! - `picking`: `HitmaskPickingPlugin`, a backend for `bevy_picking`.
//! - `serde`: `Hitmask` can be saved and loaded.
//! - `gizmos`: `HitmaskGizmosPlugin` draws outlines, boxes and contacts.
//! - `ecs_tilemap`: `HitmaskEcsTilemap` makes tilemaps of `bevy_ecs_tilemap` collide, and so those of `bevy_ecs_tiled`.
//! - `gpu`: `HitmaskGpuPlugin` asks about entities on the device that Bevy renders with: `hitmask_gpu`.
//! - `avian2d`, `rapier2d`: `HitmaskAvianPlugin` and `HitmaskRapierPlugin` make colliders with holes, and let bodies touch only where pixels do.

// What the guide shows makes no warning where it is copied.
#![doc(test(attr(deny(unused_must_use))))]

mod alpha;
mod component;
#[cfg(feature = "ecs_tilemap")]
mod ecs_tilemap;
mod geometry;
#[cfg(feature = "gizmos")]
mod gizmos;
#[cfg(feature = "gpu")]
mod gpu;
mod level;
mod masks;
mod mover;
mod part;
#[cfg(any(feature = "avian2d", feature = "rapier2d"))]
mod physics;
#[cfg(feature = "picking")]
mod picking;
mod plugin;
mod problem;
mod record;
mod sync;
mod terrain;
mod tiles;
mod touch;
mod world;

pub use component::{Hitmask, HitmaskDirection, HitmaskKind, HitmaskRule, HitmaskShape, LabelsRef, MaskRef};
#[cfg(feature = "ecs_tilemap")]
pub use ecs_tilemap::HitmaskEcsTilemap;
#[cfg(feature = "gizmos")]
pub use gizmos::{HitmaskGizmos, HitmaskGizmosPlugin};
#[cfg(feature = "gpu")]
pub use gpu::{HitmaskGpu, HitmaskGpuPlugin};
pub use hitmask;
#[cfg(feature = "gpu")]
pub use hitmask_gpu;
pub use masks::{HitmaskMasks, MaskProgress};
pub use mover::{CharacterMover, Slide, SlideBlocker, SolidMove};
pub use part::HitmaskPart;
#[cfg(feature = "avian2d")]
pub use physics::avian::{HitmaskAvianContacts, HitmaskAvianPlugin};
#[cfg(feature = "rapier2d")]
pub use physics::rapier::{HitmaskRapierContacts, HitmaskRapierPlugin};
#[cfg(any(feature = "avian2d", feature = "rapier2d"))]
pub use physics::{HitmaskCollider, PixelContacts};
#[cfg(feature = "picking")]
pub use picking::HitmaskPickingPlugin;
pub use plugin::{HitmaskPlugin, HitmaskSystems};
pub use problem::{HitmaskProblem, ProblemKind};
pub use sync::sync_hitmasks;
pub use terrain::HitmaskTerrain;
pub use tiles::{HitmaskTileMap, TouchTile};
pub use touch::{TouchBegan, TouchEnded, TouchPassed, TouchPixels};
pub use world::{HitmaskWorld, RayTouch};

/// What nearly every game needs.
pub mod prelude {
    pub use crate::{
        Hitmask, HitmaskDirection, HitmaskKind, HitmaskPlugin, HitmaskShape, HitmaskSystems, HitmaskWorld,
        TouchBegan, TouchEnded, TouchPassed,
    };
    pub use hitmask::QueryFilter;
}

/// Makes a test of the example in the package's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// The same for the guide. Two of its examples need features.
#[cfg(all(doctest, feature = "avian2d", feature = "picking"))]
#[doc = include_str!("../../../docs/bevy.md")]
pub struct Guide;
