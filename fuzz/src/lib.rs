//! The fuzz targets, as plain functions that any compiler builds. All are in one program, and `HITMASK_FUZZ` names the one to run.
//!
//! ```text
//! cargo xtask fuzz --minutes 60                     all targets, for an hour in all
//! HITMASK_FUZZ=png cargo +nightly fuzz run any      one target, until it fails
//! HITMASK_FUZZ=png cargo run -- FILE                one input again; prints the whole case if it fails
//! cargo test                                        every file of corpus/ through its target
//! ```
//!
//! To add a target, write a function, a line in [`TARGETS`] and a folder in `corpus/`. An input that has failed once belongs into the
//! corpus.

#[path = "../../crates/hitmask-assets/tests/common/allocations.rs"]
mod allocations;
mod bytes;
mod c_calls;
mod cases;
#[path = "../../crates/hitmask/tests/common/mod.rs"]
mod common;
mod label_mask;
mod layers;
mod levels;
mod pack;
mod posed;
mod program;
mod runs;
mod sprites;
mod terrain;
mod tile_map;
mod world;

use std::sync::OnceLock;

/// Counts the memory that the targets hold.
#[global_allocator]
static COUNTING: allocations::Counting = allocations::Counting;

/// A function that takes the bytes of an input, and panics if it finds a fault.
pub type Target = fn(&[u8]);

/// Every target with its name.
pub const TARGETS: &[(&str, Target)] = &[
    // Files and other bytes.
    ("png", sprites::png),
    ("gif", sprites::gif),
    ("webp", sprites::webp),
    ("atlas_json", sprites::atlas_json),
    ("atlas_libgdx", sprites::atlas_libgdx),
    ("atlas_polygons", sprites::atlas_polygons),
    ("atlas_xml", sprites::atlas_xml),
    ("jpeg", sprites::jpeg),
    ("bitmaps", sprites::bitmaps),
    ("aseprite", sprites::aseprite),
    ("level_tiled", levels::tiled),
    ("level_ldtk", levels::ldtk),
    ("selector", sprites::selector),
    ("rle8", runs::rle8),
    ("rle16", runs::rle16),
    ("pack", pack::pack),
    ("terrain", terrain::terrain),
    ("terrain_delta", terrain::terrain_delta),
    ("tile_map", tile_map::tile_map),
    ("label_mask", label_mask::label_mask),
    ("world", world::world),
    // What a user of the program writes.
    ("command_line", program::command_line),
    ("value", program::value),
    ("batch_line", program::batch_line),
    ("scene", program::scene),
    // Shapes and questions.
    ("posed_pair", posed::posed_pair),
    ("overlaps", cases::overlaps),
    ("convex_overlaps", cases::convex_overlaps),
    ("convex_pixels", cases::convex_pixels),
    ("polygons", cases::polygons),
    ("edit_script", cases::edit_script),
    ("pose_parts", cases::pose_parts),
    ("pose_cache", cases::pose_cache),
    ("casts", cases::casts),
    ("cast_posed", cases::cast_posed),
    ("mover", cases::mover),
    ("components", cases::components),
    ("outline", cases::outline),
    ("simplify", cases::simplify),
    ("pieces", cases::pieces),
    // Scripts of what keeps a state.
    ("terrain_script", cases::terrain_script),
    ("tile_script", cases::tile_script),
    ("buffer_script", cases::buffer_script),
    ("broad_phase", cases::broad_phase),
    ("world_story", cases::world_story),
    ("world_torus", cases::world_torus),
    ("world_swept", cases::world_swept),
    ("world_cast", cases::world_cast),
    ("world_turning", cases::world_turning),
    ("world_queries", cases::world_queries),
    ("world_parts", cases::world_parts),
    ("world_churn", cases::world_churn),
    // Calls from another language.
    ("c_calls", c_calls::c_calls),
];

/// The most bytes that a target may hold, unless it has a stricter limit of its own.
const MOST_MEMORY: usize = 64 << 20;

static CHOSEN: OnceLock<Target> = OnceLock::new();

/// Chooses the target that `HITMASK_FUZZ` names. If it names none, this prints all names and ends the program.
pub fn choose() {
    let name = std::env::var("HITMASK_FUZZ").unwrap_or_default();
    let Some((_, target)) = TARGETS.iter().find(|(other, _)| *other == name) else {
        TARGETS.iter().for_each(|(name, _)| println!("{name}"));
        std::process::exit(if name.is_empty() { 0 } else { 2 });
    };
    CHOSEN.set(*target).expect("it is chosen once");
    choose_no_threads();
}

/// Makes the library use no thread but this one. So the same input always takes the same way.
pub fn choose_no_threads() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().expect("the pool was not used yet");
}

/// Runs the chosen target.
pub fn run_chosen(bytes: &[u8]) {
    run(*CHOSEN.get().expect("a target was chosen"), bytes);
}

/// Runs a target, and checks how much memory it holds.
pub fn run(target: Target, bytes: &[u8]) {
    let ((), held) = allocations::peak(|| target(bytes));
    assert!(held <= MOST_MEMORY, "{held} bytes were held at a time");
}
