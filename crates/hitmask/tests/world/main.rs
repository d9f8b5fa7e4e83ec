//! Worlds.

#[path = "../common/mod.rs"]
mod common;

mod carried;
mod cast;
mod churn;
mod climbers;
mod convoys;
mod costly;
mod crowd;
mod foreign;
mod kept_small;
mod labels;
mod large;
mod long_lived;
mod mover_laws;
mod movers;
mod moving_laws;
mod parts;
mod queries;
mod rays;
mod recovery;
mod refused;
mod rules;
mod saved;
mod scripts;
mod seam;
mod second_edition;
mod staged;
mod swept;
mod swept_far;
mod tiles;
mod torus;
mod turned;
mod turning;
mod wrap;
