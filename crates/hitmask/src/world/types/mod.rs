//! What goes into a world and comes out of it: handles, colliders, events, options, custom tests.

pub(crate) mod collider;
pub(crate) mod event;
pub(crate) mod handle;
pub(crate) mod options;
pub(crate) mod shape;
