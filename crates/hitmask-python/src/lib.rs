//! The Python package `hitmask`: the library's own words, converted and checked. What decides is the library.

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
mod world;

use pyo3::prelude::*;

/// What the Python modules of the package import.
#[pymodule(gil_used = false)]
#[pyo3(name = "_hitmask")]
fn python_module(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<mask::PyMask>()?;
    module.add_class::<mask::PyComponents>()?;
    module.add_class::<mask::PyOutline>()?;
    module.add_class::<mask::PyRing>()?;
    module.add_class::<runs::PyRunMask>()?;
    module.add_class::<alpha::PyAlphaMask>()?;
    module.add_class::<alpha::PyAlphaLevel>()?;
    module.add_class::<labels::PyLabelMask>()?;
    module.add_class::<convex::PyCircle>()?;
    module.add_class::<convex::PyConvexPolygon>()?;
    module.add_class::<pose::PyPose>()?;
    module.add_class::<cast::PyCast>()?;
    module.add_class::<contact::PyClosest>()?;
    module.add_class::<terrain::PyTerrain>()?;
    module.add_class::<terrain::PyIsland>()?;
    module.add_class::<tiles::PyTileSet>()?;
    module.add_class::<tiles::PyTileMap>()?;
    module.add_class::<tiles::PyTileView>()?;
    module.add_class::<tiles::PyTileMet>()?;
    module.add_class::<collision_buffer::PyCollisionBuffer>()?;
    world::add(module)?;
    table::add(module)?;
    module.add_class::<pose_cache::PyPoseCache>()?;
    module.add_class::<mover::PyObstacle>()?;
    module.add_class::<mover::PyMoved>()?;
    module.add_function(wrap_pyfunction!(mover::move_and_slide, module)?)?;
    module.add_function(wrap_pyfunction!(mover::ray_cast_obstacles, module)?)?;
    module.add_class::<assets::PySprite>()?;
    module.add_class::<assets::PyFrame>()?;
    module.add_class::<pack::PyPack>()?;
    module.add_class::<pack::PyPackEntry>()?;
    module.add_class::<pack::PyPackTag>()?;
    module.add_function(wrap_pyfunction!(assets::load, module)?)?;
    module.add_function(wrap_pyfunction!(assets::load_labels, module)?)?;
    module.add_function(wrap_pyfunction!(assets::load_tile_map, module)?)?;
    module.add_function(wrap_pyfunction!(levels::level_objects, module)?)?;
    module.add_function(wrap_pyfunction!(levels::tile_properties, module)?)?;
    module.add_function(wrap_pyfunction!(batch::overlaps_batch, module)?)?;
    module.add_function(wrap_pyfunction!(batch::overlap_areas_batch, module)?)?;
    module.add_function(wrap_pyfunction!(batch::first_overlaps_batch, module)?)?;
    module.add_function(wrap_pyfunction!(batch::overlaps_posed_batch, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    pygame::add(module)?;
    Ok(())
}
