//! The order of a step's phases, and its events: what changed since the step before.

pub(crate) mod events;
mod step;
