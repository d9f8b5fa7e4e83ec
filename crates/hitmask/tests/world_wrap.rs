//! Wrapped worlds: touches, queries, casts and moves across the seams, against brute force on a small torus.

mod common;

use common::{cases, world_story};

#[test]
fn stories_on_a_torus_are_those_of_the_oracle() {
    cases(90_000, 2_500, world_story::run_wrapped);
}
