//! The Python package `hitmask`: the library's own words, converted and checked. What decides is the library.
#![allow(clippy::too_many_arguments, reason = "most are keywords of Python")]

mod alpha;
mod array;
mod assets;
mod batch;
mod cast;
mod collision_buffer;
mod contact;
mod convex;
mod errors;
mod kept;
mod labels;
mod late;
mod levels;
mod mask;
mod memory;
mod mover;
mod numbers;
mod pack;
mod pixels;
mod pose;
mod pose_cache;
mod prelude;
mod pygame;
mod runs;
mod shape;
mod table;
mod terrain;
mod tiles;
mod value;
mod verbs;
mod words;
mod world;

use pyo3::prelude::*;

/// Adds classes, then functions.
macro_rules! add {
    ($module:ident: $($class:path),*; $($($function:ident)::+),*) => {
        $($module.add_class::<$class>()?;)*
        $($module.add_function(wrap_pyfunction!($($function)::+, $module)?)?;)*
    };
}

/// What the Python modules of the package import.
#[pymodule(gil_used = false)]
#[pyo3(name = "_hitmask")]
fn python_module(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add! {
        module:
        mask::PyMask, mask::analysis::PyComponents, mask::analysis::PyOutline, mask::analysis::PyRing, runs::PyRunMask,
        alpha::PyAlphaMask, alpha::PyAlphaLevel, labels::PyLabelMask, convex::PyCircle, convex::PyConvexPolygon, pose::PyPose, cast::PyCast, contact::PyClosest,
        terrain::PyTerrain, terrain::PyIsland, tiles::PyTileSet, tiles::PyTileMap, tiles::PyTileView,
        collision_buffer::PyCollisionBuffer, pose_cache::PyPoseCache, mover::PyObstacle, mover::PyMoved, assets::PySprite,
        assets::PyFrame, pack::PyPack, pack::PyPackEntry, pack::PyPackTag, world::PyWorld, world::PyCollider, world::filter::PyQueryFilter,
        world::functions::PyMember, world::shape::PyFrames, world::r#move::PyPathSegment, world::save::PyWorldSnapshot;
        mover::move_and_slide, mover::ray_cast_obstacles, assets::load, assets::load_labels, assets::load_tile_map,
        levels::level_objects, levels::tile_properties, batch::overlaps_batch, batch::overlap_areas_batch, batch::first_overlaps_batch,
        batch::overlaps_posed_batch
    }
    table::add(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    pygame::add(module)?;
    Ok(())
}
