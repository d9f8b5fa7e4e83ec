//! The forms in which values are saved. They must not change, and reading them must check everything that constructors check.

mod forms;
mod refused;
mod worlds;
