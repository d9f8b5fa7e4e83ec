//! The program, run as users run it.

#[path = "../common/mod.rs"]
mod common;

mod answers;
mod batch;
mod committed_events;
mod contact;
mod errors;
#[cfg(unix)]
mod files;
mod inspect;
mod labels;
mod levels;
mod many;
// macOS makes no file whose name is no text.
#[cfg(all(unix, not(target_vendor = "apple")))]
mod names;
mod outputs;
mod pack;
mod pictures;
mod posed;
mod scene;
mod shapes;
mod tour;
#[cfg(windows)]
mod windows;
#[cfg(unix)]
mod within;
