//! Sprites out of files.

#[path = "../common/mod.rs"]
mod common;

mod animation;
mod aseprite;
mod atlas;
mod collision;
mod labels;
mod libgdx;
mod other_atlases;
mod pack;
mod pictures;
mod playing;
mod png;
mod selection;
mod shapes;
mod shipped;
mod work;
