//! What most files of this crate need.
#![cfg_attr(not(feature = "full"), allow(unused_imports, reason = "the core needs fewer of them"))]

pub(crate) use alloc::{boxed::Box, string::String, sync::Arc, vec, vec::Vec};
pub(crate) use core::cell::{Cell, RefCell};

pub(crate) use hitmask::{
    InvalidArgument, Mask, Placed, Point, PointQ16, Pose, PoseCache, PoseParts, Rect, TimeOfImpact,
};

pub(crate) use crate::desk::{
    Fault, Floats, NONE, SOME, get, give_all, give_bytes, give_numbers, halves, lay, option, pair, put,
    reply, room, some, taken_bytes, taken_numbers, whole,
};
pub(crate) use crate::export::export;
pub(crate) use crate::global::Global;
pub(crate) use crate::place::{angle, pose_on_desk};
pub(crate) use crate::shape::lent;
pub(crate) use crate::store::{
    Object, change_shape, keep, keep_shape, shape, with_mask, with_shape, with_shapes,
};
#[cfg(feature = "full")]
pub(crate) use full::*;

#[cfg(feature = "full")]
mod full {
    pub(crate) use hitmask::{Collider, Frames, Handle, QueryFilter, Terrain, World};

    pub(crate) use crate::desk::{Choice, numbered};
    pub(crate) use crate::place::{PLACE, q16, transform};
    pub(crate) use crate::store::{change_world, keep_alpha, with_terrain, with_world};
    pub(crate) use crate::table::{QUERY_FILTER, move_options};
    pub(crate) use crate::terrain::pose_if;
    pub(crate) use crate::world::handle;
}
