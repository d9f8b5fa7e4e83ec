//! The fuzz targets, as plain functions that any compiler builds.
//!
//! ```text
//! cargo +nightly fuzz run png        search for inputs that fail
//! cargo test                         every file of corpus/ through its target
//! ```
//!
//! To add a target, write a function here, a line in [`TARGETS`], a two-line file in `fuzz_targets/`, a `[[bin]]` in `Cargo.toml` and a
//! folder in `corpus/`. An input that has failed once belongs into the corpus.

#[path = "../../crates/hitmask-assets/tests/common/allocations.rs"]
mod allocations;
mod bytes;
mod c_calls;
mod edits;
mod layers;
mod posed;
mod runs;
mod sprites;
mod terrain;
mod world;

pub use c_calls::c_calls;
pub use edits::edit_script;
pub use posed::posed_pair;
pub use runs::{rle8, rle16};
pub use sprites::{aseprite, atlas_json, atlas_libgdx, gif, png, webp};
pub use terrain::{terrain, terrain_delta};
pub use world::world;

/// Counts the memory that the decoders hold.
#[global_allocator]
static COUNTING: allocations::Counting = allocations::Counting;

/// Every target with its name.
pub const TARGETS: &[(&str, fn(&[u8]))] = &[
    ("png", png),
    ("gif", gif),
    ("webp", webp),
    ("atlas_json", atlas_json),
    ("atlas_libgdx", atlas_libgdx),
    ("aseprite", aseprite),
    ("rle8", rle8),
    ("rle16", rle16),
    ("edit_script", edit_script),
    ("posed_pair", posed_pair),
    ("terrain", terrain),
    ("terrain_delta", terrain_delta),
    ("world", world),
    ("c_calls", c_calls),
];

/// The program of a target. If `cargo fuzz` builds it, libFuzzer drives it; otherwise it takes files as arguments.
#[macro_export]
macro_rules! target {
    ($name:ident) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|bytes: &[u8]| $crate::$name(bytes));

        #[cfg(not(fuzzing))]
        fn main() -> std::io::Result<()> {
            std::env::args_os()
                .skip(1)
                .try_for_each(|file| std::fs::read(file).map(|bytes| $crate::$name(&bytes)))
        }
    };
}
