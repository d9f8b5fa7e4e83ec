//! A game for ggez: fly between rocks, and break them with the mouse. What is drawn is what collides.

// What a page shows makes no warning where it is copied.
#![doc(test(attr(deny(unused_must_use))))]

pub mod game;
pub mod glue;

/// The examples of the page compile.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/hosts/ggez.md")]
pub struct Page;
