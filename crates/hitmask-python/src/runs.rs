//! `hitmask.RunMask`.

use crate::mask::analysis::PyComponents;
use crate::prelude::*;

/// A mask that stores the solid runs of each row: small for large simple shapes. It cannot be edited; make a Mask of it with `to_mask`.
#[pyclass(name = "RunMask", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyRunMask {
    pub(crate) runs: Arc<RunMask>,
}

impl PyRunMask {
    pub(crate) fn of(runs: RunMask) -> PyRunMask {
        PyRunMask { runs: Arc::new(runs) }
    }
}

#[pymethods]
impl PyRunMask {
    /// `RunMask(width, height, rows)`: each row is a list of runs (start, end), the end not included.
    ///
    /// Raises ValueError if a run is empty, lies outside, or starts before the end of the one before.
    #[new]
    fn new(
        width: &Bound<'_, PyAny>,
        height: &Bound<'_, PyAny>,
        rows: All<All<(u16, u16)>>,
    ) -> PyResult<PyRunMask> {
        let rows: Vec<Vec<Run>> = rows
            .into_iter()
            .map(|row| row.into_iter().map(|(start, end)| Run::new(start, end)).collect())
            .collect();
        Ok(PyRunMask::of(
            RunMask::from_runs(length(width, "the width")?, length(height, "the height")?, &rows).raise()?,
        ))
    }

    /// The runs (start, end) of a row, the end not included. Empty if there is no such row.
    fn runs(&self, row: u32) -> Vec<(u16, u16)> {
        self.runs.runs(row).iter().map(|run| (run.start, run.end)).collect()
    }

    /// The connected components, as `Mask.components`.
    #[pyo3(signature = (connectivity = 8))]
    fn components(&self, py: Python<'_>, connectivity: u8) -> PyResult<PyComponents> {
        let (kind, mask) = (crate::terrain::connectivity(connectivity)?, Arc::new(self.runs.to_mask()));
        let components = py.detach(|| self.runs.components(kind));
        Ok(PyComponents { components, mask, connectivity })
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(width: u32, height: u32, data: &[u8]) -> PyResult<PyRunMask> {
        Ok(PyRunMask::of(RunMask::from_mask(&Mask::from_bytes(width, height, data).raise()?)))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (u32, u32, Bound<'py, PyBytes>))> {
        let (w, h) = self.runs.size();
        let restore = py.get_type::<PyRunMask>().getattr("_restore")?;
        Ok((restore, (w, h, PyBytes::new(py, &self.runs.to_mask().to_bytes()))))
    }
}

shape_methods!(PyRunMask);
