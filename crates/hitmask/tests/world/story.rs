//! Whole stories of worlds. Every event equals the oracle's, with every broad phase and any number of threads.

use crate::common::{cases, world_story};

#[test]
fn stories_are_those_of_the_oracle() {
    cases(40_000, 2_500, world_story::run);
}
