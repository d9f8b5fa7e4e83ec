//! A world of colliders. In every step every pair is compared pixel by pixel.

mod ask;
mod companions;
mod glide;
mod script;
mod shape;
mod step;
mod truth;
mod walk;

pub use glide::{Gliding, Look, first_bent_glide, first_glide, glide_covers};
pub use script::{
    Area, Attempt, Caster, Closest, Command, Contact, Edit, Event, Filter, Fitting, Given, Happening, Impact,
    Kind, Met, Nearest, Newcomer, Own, Place, Probe, Rotation, Script, Setting, Side, Stop, Struck, Touching,
    pixels,
};
pub use shape::{Book, Figure, Picture, Pixel, Q16, Shape};
pub use step::{fill, own_verdict};
pub use truth::{Key, Rule, Truth, UNKNOWN, edit_grid};
