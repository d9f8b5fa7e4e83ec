//! The order of a step's phases, and its events: what changed since the step before.

mod events;
mod first;
pub(crate) mod merge;
mod removed_data;
mod step;
