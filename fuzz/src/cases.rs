//! The random cases of the library's tests, each with the oracle or a law inside. The first four bytes of an input are the seed. The
//! others take the place of random numbers.

use hitmask::broad_phase::{AnyBroadPhase, BroadPhaseKind};

use crate::common::mover_case::Case;
use crate::common::pictures::Scale;
use crate::common::{
    Rng, buffer_case, edit_case, motion_case, overlap_case, small_picture, terrain_case, tile_case,
    world_story,
};

#[path = "../../crates/hitmask/tests/cases/broad_phase.rs"]
mod broad_phase_case;
#[path = "../../crates/hitmask/tests/cases/cast_posed.rs"]
mod cast_posed_case;
#[path = "../../crates/hitmask/tests/cases/components.rs"]
mod components_case;
#[path = "../../crates/hitmask/tests/cases/convex.rs"]
#[allow(dead_code, reason = "the tests of the library use more of it")]
mod convex_case;
#[path = "../../crates/hitmask/tests/cases/outline.rs"]
mod outline_case;
#[path = "../../crates/hitmask/tests/cases/pieces.rs"]
mod pieces_case;
#[path = "../../crates/hitmask/tests/cases/pose_cache.rs"]
mod pose_cache_case;
#[path = "../../crates/hitmask/tests/cases/pose_parts.rs"]
mod pose_parts_case;
#[path = "../../crates/hitmask/tests/cases/simplify.rs"]
mod simplify_case;
#[path = "../../crates/hitmask/tests/cases/world_turning.rs"]
mod world_turning_case;

/// Runs a case that the bytes lead.
fn lead<T>(bytes: &[u8], run: impl FnOnce(u64) -> T) {
    let Some((seed, script)) = bytes.split_first_chunk() else { return };
    hitmask_oracle::lead(script);
    run(u32::from_le_bytes(*seed).into());
}

/// Defines targets by name, each with its case.
macro_rules! targets {
    ($($(#[$doc:meta])* $name:ident: $case:expr;)*) => {$(
        $(#[$doc])*
        pub(crate) fn $name(bytes: &[u8]) {
            lead(bytes, $case);
        }
    )*};
}

targets! {
    /// Pairs of shapes of every representation.
    overlaps: overlap_case::run_small;
    /// Circles and polygons beside any other shape.
    convex_overlaps: overlap_case::run_convex;
    /// The pixels of circles and polygons.
    convex_pixels: |seed| {
        convex_case::posed(seed, if seed % 2 == 0 { convex_case::circle } else { convex_case::hull })
    };
    polygons: outline_case::run_polygons;
    edit_script: edit_case::run_small;
    pose_parts: pose_parts_case::run;
    pose_cache: |seed| pose_cache_case::run(seed, 12);
    /// Casts, rays, separations and distances.
    casts: motion_case::run;
    cast_posed: |seed| cast_posed_case::run(seed, 12);
    mover: |seed| Case::random(&mut Rng::new(seed), (0, 0)).compare(seed);
    components: |seed| small_picture(seed, components_case::check);
    outline: |seed| small_picture(seed, outline_case::check);
    simplify: |seed| simplify_case::run(seed, Scale::Dot);
    pieces: |seed| small_picture(seed, |grid, _| pieces_case::check(grid));
    terrain_script: terrain_case::run_small;
    tile_script: tile_case::run;
    buffer_script: buffer_case::run;
    broad_phase: |seed| {
        broad_phase_case::run(seed, 20, &mut BroadPhaseKind::ALL.map(|kind| AnyBroadPhase::new(kind, usize::MAX)))
    };
    /// Changes and steps of a world beside the oracle's.
    world_story: |seed| world_story::play_short(seed, "stories");
    /// The same in a wrapped world.
    world_torus: |seed| world_story::play_short(seed, "stories on a torus");
    world_swept: |seed| world_story::play_short(seed, if seed % 3 == 0 { "sweeps on a torus" } else { "sweeps" });
    world_cast: |seed| world_story::play_short(seed, if seed % 3 == 0 { "casts on a torus" } else { "casts" });
    world_turning: |seed| world_turning_case::story(seed, seed % 3 == 0);
    world_queries: |seed| world_story::play_short(seed, if seed % 3 == 0 { "questions on a torus" } else { "questions" });
    /// Colliders that become parts of others.
    world_parts: |seed| world_story::play_short(seed, if seed % 3 == 0 { "parts on a torus" } else { "parts" });
    /// Wilder changes of two worlds, with movers, snapshots and bytes.
    world_churn: |seed| world_story::play_short(seed, "crowds");
}
