//! One shape: how it is made, read, changed and measured.

#[path = "../common/mod.rs"]
mod common;

mod auto_traits;
mod build;
mod components;
mod convex;
mod distance;
mod drawings;
mod edit;
mod labels;
mod moments;
mod morphology;
mod not_a_number;
mod outline;
mod pieces;
mod rle;
mod runs;
mod simplify;
mod transform;
