//! The world: many colliders, and which of them touch.
//!
//! The rooms stand in order of dependency: each uses only those above it in this list. A verb of [`World`] lives in the room that does its work.
//!
//! - `threads` divides work, `grow` makes lists longer, `plane` knows the seams of a torus.
//! - `collider`: one collider, as callers give it, as it is stored, and in which form its pixels can be read.
//! - `broad_phase`: the boxes of each space, and which of them meet.
//! - `store`: [`World`], and all that it keeps: arrays with an entry for each slot, the spaces, the last step's contacts, a step's lists.
//! - `narrow_phase`: whether two colliders share a pixel, and where.
//! - `sweep`: what they meet along their paths.
//! - `contacts`: the order of a step's phases, and its events.
//! - `queries`: questions between steps.
//! - `mover`: characters, lifts, and what must fit.
//! - `save`: snapshots, hashes, bytes.

mod threads;

mod grow;

mod plane;

mod collider;

mod broad_phase;

mod store;

mod narrow_phase;

mod sweep;

mod contacts;

mod queries;

mod mover;

mod save;

pub use self::collider::event::{Contact, Event, EventDetail, EventKind, Touch};
pub use self::collider::frames::Frames;
pub use self::collider::handle::Handle;
pub use self::collider::options::{WorldOptions, WorldStats};
pub use self::collider::shape::{AlphaRule, ColliderShape};
pub use self::collider::{
    Collider, ColliderKind, ColliderProps, ColliderRef, CustomTest, Layers, Member, Verdict,
};
#[doc(hidden)]
pub use self::contacts::events::merge as __merge;
pub use self::mover::fit::Fit;
pub use self::mover::moving_solid::SolidMoved;
pub use self::mover::slide::{Blocker, Slid};
pub use self::mover::slope::Slope;
pub use self::queries::cast::{CastHit, Caster};
pub use self::queries::line::LineHit;
pub use self::queries::nearest::Nearest;
pub use self::queries::query::{Probe, Query, QueryFilter};
pub use self::queries::ray::RayHit;
pub use self::queries::turning::TurningHit;
#[cfg(feature = "serde")]
pub use self::save::saved::SavedWorld;
pub use self::save::snapshot::WorldSnapshot;
pub use self::store::tiles::TileColliders;
pub use self::store::world::World;
pub use self::sweep::way::PathSegment;
