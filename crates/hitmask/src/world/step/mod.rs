//! A step: find pairs of boxes, draw the pictures that are out of date, compare pixels, make events.

pub(crate) mod candidates;
pub(crate) mod events;
pub(crate) mod first;
pub(crate) mod history;
pub(crate) mod judge;
pub(crate) mod merge;
pub(crate) mod peaks;
pub(crate) mod removed_data;
pub(crate) mod state;
pub(crate) mod swept;
pub(crate) mod way;
