//! What most files of this crate need.

pub(crate) use crate::border::{
    Checked, Choice, array, check, check_list, choice, give, give_found, give_list, give_object, object,
    object_mut, value,
};
pub(crate) use crate::bytes::hitmask_bytes;
pub(crate) use crate::event::{handle, hitmask_handle};
pub(crate) use crate::fault::{OrTell, limits};
pub(crate) use crate::geom::{
    hitmask_flag, hitmask_point, hitmask_point_q16, hitmask_pose, hitmask_rect, hitmask_transform,
    hitmask_vector,
};
pub(crate) use crate::hitmask_status::*;
pub(crate) use crate::in_use::{Quiet, State, change, hitmask_world, look};
pub(crate) use crate::mask::{give_placed, rows};
pub(crate) use crate::objects::{
    hitmask_alpha_mask, hitmask_frames, hitmask_label_mask, hitmask_mask, hitmask_run_mask, hitmask_terrain,
    hitmask_tile_map, holding,
};
pub(crate) use crate::pack::hitmask_text;
pub(crate) use crate::shape::{hitmask_placed, hitmask_shape};
pub(crate) use crate::status::hitmask_error;
pub(crate) use crate::table::{
    hitmask_change, hitmask_collider, hitmask_component, hitmask_event, hitmask_move_options,
    hitmask_query_filter,
};
pub(crate) use hitmask::{
    AlphaMask, Blocker, ColliderRef, ColliderShape, CustomTest, DecodeError, Frames, Handle, InvalidArgument,
    LabelMask, Mask, Member, Placed, Point, PointQ16, Rect, RunMask, ShapeRef, Terrain, TileKind, TileMap,
    TileSet, TimeOfImpact, TooManyPairs, Transform, World,
};
pub(crate) use std::borrow::Cow;
pub(crate) use std::ffi::{CStr, c_char, c_void};
pub(crate) use std::sync::Arc;
