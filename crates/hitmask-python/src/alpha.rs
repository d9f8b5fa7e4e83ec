//! `hitmask.AlphaMask` and `hitmask.AlphaLevel`.

use hitmask::{AlphaLevel, AlphaMask};

use crate::numbers::points_of;
use crate::prelude::*;

/// The alpha of every pixel of a sprite.
///
/// Two of them overlap by alpha sum: at pixels where both alphas are above 0 and add up to 255 or more. `at_level(160)` is the shape of
/// all pixels with an alpha of at least 160.
#[pyclass(name = "AlphaMask", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyAlphaMask {
    pub(crate) alpha: Arc<AlphaMask>,
}

/// The pixels of an AlphaMask whose alpha is at least a level.
#[pyclass(name = "AlphaLevel", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyAlphaLevel {
    alpha: Arc<AlphaMask>,
    level: u8,
}

impl PyAlphaLevel {
    pub(crate) fn shape(&self) -> ColliderShape {
        ColliderShape::Alpha(Arc::clone(&self.alpha), AlphaRule::AtLeast(self.level))
    }

    pub(crate) fn view(&self) -> AlphaLevel<'_> {
        self.alpha.at_level(self.level)
    }
}

impl PyAlphaMask {
    pub(crate) fn of(alpha: AlphaMask) -> PyAlphaMask {
        PyAlphaMask { alpha: Arc::new(alpha) }
    }
}

#[pymethods]
impl PyAlphaMask {
    /// From an array of alphas: height x width, one byte each.
    #[staticmethod]
    fn from_alpha(array: &Bound<'_, PyAny>) -> PyResult<PyAlphaMask> {
        let pixels = pixels_of(array, 1)?;
        Ok(PyAlphaMask::of(AlphaMask::from_alpha(pixels.w, pixels.h, &pixels.bytes).raise()?))
    }

    /// From an array of pixels: height x width x 4, one byte each.
    #[staticmethod]
    fn from_rgba(array: &Bound<'_, PyAny>) -> PyResult<PyAlphaMask> {
        let pixels = pixels_of(array, 4)?;
        Ok(PyAlphaMask::of(AlphaMask::from_rgba8(pixels.w, pixels.h, &pixels.bytes).raise()?))
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(width: u32, height: u32, data: &[u8]) -> PyResult<PyAlphaMask> {
        Ok(PyAlphaMask::of(AlphaMask::from_alpha(width, height, data).raise()?))
    }

    /// The shape of all pixels with an alpha of at least `level`.
    pub(crate) fn at_level(&self, level: u8) -> PyAlphaLevel {
        PyAlphaLevel { alpha: Arc::clone(&self.alpha), level }
    }

    /// All such pixels, row by row from the top, as a list of (x, y).
    fn overlap_points(&self, py: Python<'_>, other: &PyAlphaMask, offset: Pixel) -> PyResult<Vec<Xy>> {
        py.detach(|| {
            let area = self.alpha.overlap_area(&other.alpha, offset.0);
            points_of(area, self.alpha.overlap_points(&other.alpha, offset.0))
        })
    }

    /// The alphas as a NumPy array: height x width, one byte each.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (w, h) = self.alpha.size();
        crate::array::as_asked(
            array_of(py, self.alpha.as_bytes(), "uint8", &[h as usize, w as usize])?,
            dtype,
            copy,
        )
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (u32, u32, Bound<'py, PyBytes>))> {
        let (w, h) = self.alpha.size();
        let restore = py.get_type::<PyAlphaMask>().getattr("_restore")?;
        Ok((restore, (w, h, PyBytes::new(py, self.alpha.as_bytes()))))
    }
}

#[pymethods]
impl PyAlphaLevel {
    /// The level.
    #[getter]
    fn level(&self) -> u8 {
        self.level
    }

    /// The same pixels as a mask.
    fn to_mask(&self) -> PyMask {
        PyMask::of(self.alpha.to_mask(self.level))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (PyAlphaMask, u8))> {
        let alpha = PyAlphaMask { alpha: Arc::clone(&self.alpha) };
        Ok((py.get_type::<PyAlphaMask>().getattr("at_level")?, (alpha, self.level)))
    }

    fn __repr__(&self) -> String {
        let (w, h) = self.alpha.size();
        format!("<hitmask.AlphaLevel {w} x {h}, alpha from {} up>", self.level)
    }
}

shape_methods!(PyAlphaLevel);
