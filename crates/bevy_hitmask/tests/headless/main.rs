//! Apps without a window and without a renderer: what the plugin does, compared with the library, the program, and Bevy itself.

mod app;
mod characters;
mod geometry;
mod images;
mod kinds;
mod levels;
mod objects;
#[cfg(feature = "picking")]
mod picking;
mod scene;
mod scripts;
mod terrain;
mod touches;
