//! Making masks, and what every mask knows about itself.

use super::{LONG_BY_PIXEL, MaskObject, PyMask};
use crate::prelude::*;

#[pymethods]
impl PyMask {
    #[new]
    #[pyo3(signature = (width, height))]
    fn new(width: &Bound<'_, PyAny>, height: &Bound<'_, PyAny>) -> PyResult<PyMask> {
        Ok(PyMask::of(Mask::try_new(length(width, "the width")?, length(height, "the height")?).raise()?))
    }

    /// A mask whose pixels are all solid.
    #[staticmethod]
    fn filled(width: &Bound<'_, PyAny>, height: &Bound<'_, PyAny>) -> PyResult<PyMask> {
        let mut mask = Mask::try_new(length(width, "the width")?, length(height, "the height")?).raise()?;
        mask.fill();
        Ok(PyMask::of(mask))
    }

    /// Reads what `to_bytes` wrote: one bit a pixel, rows from the top, each padded to a whole byte, the leftmost pixel in the highest bit.
    ///
    /// Raises ValueError if there are not height * ((width + 7) // 8) bytes.
    #[staticmethod]
    fn from_bytes(width: &Bound<'_, PyAny>, height: &Bound<'_, PyAny>, data: &[u8]) -> PyResult<PyMask> {
        Ok(PyMask::of(
            Mask::from_bytes(length(width, "the width")?, length(height, "the height")?, data).raise()?,
        ))
    }

    /// The pixels whose centres lie in polygons. A polygon is a list of corners (x, y), whole numbers, or an array of the shape (n, 2).
    ///
    /// Corner (x, y) is the upper left corner of pixel (x, y); corners may lie outside the mask. A centre on an edge belongs to what lies to
    /// the right of it. rule: 'non-zero', where polygons that turn the other way are holes, or 'even-odd', where any polygon inside another
    /// is one. The rings of an outline make its mask again.
    ///
    /// >>> triangle = [(0, 0), (4, 0), (0, 4)]
    /// >>> hitmask.Mask.from_polygons(4, 4, [triangle]).count()
    /// 6
    #[staticmethod]
    #[pyo3(signature = (width, height, polygons, rule = "non-zero"))]
    fn from_polygons(
        py: Python<'_>,
        width: &Bound<'_, PyAny>,
        height: &Bound<'_, PyAny>,
        polygons: All<All<Pixel>>,
        rule: &str,
    ) -> PyResult<PyMask> {
        let (w, h) = (length(width, "the width")?, length(height, "the height")?);
        let rule = choice(rule, "rule")?;
        let corners = |polygon: &All<Pixel>| polygon.iter().map(|corner| corner.0).collect::<Vec<_>>();
        let polygons: Vec<Vec<Point>> = polygons.iter().map(corners).collect();
        Ok(PyMask::of(py.detach(|| Mask::try_from_polygons(w, h, polygons, rule)).raise()?))
    }

    /// The pixels as bytes: one bit a pixel, rows from the top, each padded to a whole byte, the leftmost pixel in the highest bit.
    pub(crate) fn to_bytes<'py>(slf: &Bound<'py, PyMask>) -> Bound<'py, PyBytes> {
        let bytes = slf.ask(LONG_BY_PIXEL, Mask::to_bytes);
        PyBytes::new(slf.py(), &bytes)
    }

    /// Makes the pixel solid or clear. Takes constant time, but forgets the data that earlier queries kept with the mask. Raises IndexError
    /// if it lies outside.
    #[pyo3(signature = (pixel, solid = true))]
    fn set(slf: &Bound<'_, PyMask>, pixel: Pixel, solid: bool) -> PyResult<()> {
        slf.edit(|mask| pixel.0.checked_in("point", mask.size()).map(|at| mask.set(at, solid))).raise()
    }

    /// Scaled to a new size: each pixel takes the pixel of this mask under its centre.
    fn scale_nearest(
        slf: &Bound<'_, PyMask>,
        width: &Bound<'_, PyAny>,
        height: &Bound<'_, PyAny>,
    ) -> PyResult<PyMask> {
        let (w, h) = (length(width, "the width")?, length(height, "the height")?);
        Mask::check_size(w, h).raise()?;
        Ok(PyMask::of(slf.ask(0, |mask| mask.scale_nearest(w, h))))
    }

    /// A copy.
    fn copy(slf: &Bound<'_, PyMask>) -> PyMask {
        PyMask::of_shared(slf.snapshot())
    }

    fn __copy__(slf: &Bound<'_, PyMask>) -> PyMask {
        PyMask::of_shared(slf.snapshot())
    }

    fn __deepcopy__(slf: &Bound<'_, PyMask>, _memo: &Bound<'_, PyAny>) -> PyMask {
        PyMask::of_shared(slf.snapshot())
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, PyMask>,
    ) -> PyResult<(Bound<'py, PyAny>, (u32, u32, Bound<'py, PyBytes>))> {
        let (w, h) = slf.read(Mask::size);
        let class = slf.py().get_type::<PyMask>();
        Ok((class.getattr("from_bytes")?, (w, h, PyMask::to_bytes(slf))))
    }

    fn __eq__(slf: &Bound<'_, PyMask>, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyMask>().is_ok_and(|other| slf.ask_pair(other, u64::MAX, |a, b| a == b))
    }
}
