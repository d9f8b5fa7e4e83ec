//! Apps without a window and without a renderer: what the plugin does, compared with the library, the program, and Bevy itself.

mod app;
mod geometry;
mod scene;
mod touches;
