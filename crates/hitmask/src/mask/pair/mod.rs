//! Loops over two masks: [`shared`] says where they intersect, and [`mod@edit`] changes one of them.

mod edit;
mod shared;

pub(crate) use edit::{carve_tile, edit, meet, meet_into};
pub(crate) use shared::{
    Any, AnyOfFew, Area, Bounds, First, LaneRows, Loop, Question, RowRange, Shared, Widened,
};
