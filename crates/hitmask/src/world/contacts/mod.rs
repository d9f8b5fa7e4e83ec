//! The order of a step's phases, and its events: what changed since the step before.

mod events;
pub(crate) mod merge;
mod step;
