//! The Python package `hitmask`: the library's own words, converted and checked. What decides is the library.

mod errors;
mod kept;
mod mask;
mod numbers;
mod pixels;
mod pygame;

use pyo3::prelude::*;

/// What the Python modules of the package import.
#[pymodule(gil_used = false)]
#[pyo3(name = "_hitmask")]
fn python_module(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<mask::PyMask>()?;
    pygame::add(module)?;
    Ok(())
}
