//! What [`World`](crate::World) offers, by topic. Each verb is documented here and calls into a folder of the world.

mod ask;
mod change;
mod checked;
mod r#move;
mod parts;
mod save;
mod step;
pub(crate) mod tiles;
mod transforms;

// Without `std` nothing is kept for questions, so there is no grid of moved rows.
#[cfg(all(test, feature = "std"))]
mod questions_after_moves;
