//! Saved worlds of a few bytes whose next step would take minutes, and what the reader says about them.

use hitmask::World;
use serde::{Deserialize, Serialize};

use crate::pictures::Pictures;
use crate::pictures::unhex;
use crate::question::Question;
use crate::shape::{Forms, Shape};

/// A saved world that is refused.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Saved {
    /// In hex.
    bytes: String,
    /// The key of a shape is its place in this list.
    shapes: Vec<Shape>,
}

impl Question for Saved {
    /// The sentence.
    type Answer = String;
    const FILE: &'static str = "saved";

    fn ask(&self, pictures: &Pictures) -> String {
        let shape = |key: u64| Some(self.shapes.get(key as usize)?.build(pictures));
        let read = World::from_bytes(&unhex(&self.bytes), shape, |_| None);
        read.expect_err("the world is refused").to_string()
    }

    /// There is no second implementation of a refusal.
    fn check(&self, _: &Pictures, _: &String) {}
}
