//! `hitmask.pygame`: pygame's mask module, with the library's answers. What pygame decides in a way of its own is here and nowhere else:
//! how it reads numbers (`position`), which shared pixel comes first (`first_pixel`), and its formulas (`rules`, `outline`).
//! The methods are in `mask`, the shortest of them in `short`; how an object is made is in `made` and `freed`, and what is made in another way for
//! small masks in `small`. `surface`, `draw` and `sdl` read and draw pictures.

mod buffer;
mod draw;
mod first_pixel;
mod foreign;
#[cfg(feature = "abi3")]
mod freed;
mod made;
mod mask;
mod outline;
mod position;
mod rules;
mod sdl;
mod short;
mod small;
mod surface;

pub(crate) use foreign::mask_of;
use pyo3::prelude::*;

/// Adds the classes and functions.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let class = module.py().get_type::<mask::PygameMask>();
    short::add(&class)?;
    module.add("PygameMask", class)?;
    module.add_function(wrap_pyfunction!(surface::from_surface, module)?)?;
    module.add_function(wrap_pyfunction!(surface::from_threshold, module)?)?;
    module.add_function(wrap_pyfunction!(foreign::bind_pygame, module)?)?;
    Ok(())
}
