//! Questions between steps.

pub(crate) mod between;
pub(crate) mod cast;
pub(crate) mod line;
pub(crate) mod nearest;
pub(crate) mod pick;
pub(crate) mod query;
pub(crate) mod ray;
pub(crate) mod turning;

// Without `std` nothing is kept for questions, so there is no grid of moved rows.
#[cfg(all(test, feature = "std"))]
mod questions_after_moves;
