//! Two shapes: whether, where and when they meet.

#[path = "../common/mod.rs"]
mod common;

mod cast_posed;
mod contact;
mod contact_shapes;
mod labels;
mod laws;
mod offsets;
mod overlap;
mod pose_cache;
mod posed;
mod regression;
mod sweep;
mod wide;
