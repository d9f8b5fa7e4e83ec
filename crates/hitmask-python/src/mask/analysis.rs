//! What is found out about one mask: components, outline, pieces, distances, moments.

use hitmask::{Components, DistanceField, Outline, Pieces, Simplify};

use super::{MaskObject, PyMask};
use crate::prelude::*;
use crate::table::PyComponent;
use crate::terrain::connectivity;

/// The connected components of a mask, numbered in the order of their first pixels.
#[pyclass(name = "Components", module = "hitmask", frozen, eq)]
pub(crate) struct PyComponents {
    pub(crate) components: Components,
    /// What they were made of. A pickle has this, and finds them again.
    pub(crate) mask: Arc<Mask>,
    pub(crate) connectivity: u8,
}

impl PartialEq for PyComponents {
    fn eq(&self, other: &PyComponents) -> bool {
        self.components == other.components
    }
}

/// The outline of a mask: all edges between solid and clear pixels, as closed polygons, holes included.
#[pyclass(name = "Outline", module = "hitmask", frozen)]
pub(crate) struct PyOutline {
    pub(crate) outline: Outline,
}

impl PyOutline {
    pub(crate) fn of(outline: Outline) -> PyOutline {
        PyOutline { outline }
    }
}

/// One closed polygon of an outline.
#[pyclass(name = "Ring", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyRing {
    points: Vec<Xy>,
    /// 'outer' or 'hole'.
    #[pyo3(get)]
    kind: &'static str,
    /// The index of the ring around it. None for an outer ring that lies in no hole.
    #[pyo3(get)]
    parent: Option<usize>,
}

pickles!(PyRing { points: Vec<Xy>, kind: &'static str, parent: Option<usize> });

#[pymethods]
impl PyMask {
    /// The connected components. connectivity: 8 if pixels that share a corner are connected, else 4.
    ///
    /// The answer is about the mask as it is now, and keeps these pixels. While it lives, the next edit of the mask copies them.
    #[pyo3(signature = (connectivity = 8))]
    fn components(slf: &Bound<'_, PyMask>, connectivity: u8) -> PyResult<PyComponents> {
        let (kind, mask) = (self::connectivity(connectivity)?, slf.snapshot());
        let components = slf.py().detach(|| mask.components(kind));
        Ok(PyComponents { components, mask, connectivity })
    }

    /// The outline, with holes. connectivity: 8 if pixels that share a corner belong to one ring, else 4.
    #[pyo3(signature = (connectivity = 4))]
    fn outline(slf: &Bound<'_, PyMask>, connectivity: u8) -> PyResult<PyOutline> {
        let connectivity = self::connectivity(connectivity)?;
        Ok(PyOutline { outline: slf.ask(0, |mask| mask.outline(connectivity)) })
    }

    /// The mask cut into convex polygons for a physics engine: a list of lists of corners (x, y). max_corners: the most corners that one may have,
    /// at least 3; Box2D takes 8.
    #[pyo3(signature = (max_corners = None))]
    fn convex_pieces(slf: &Bound<'_, PyMask>, max_corners: Option<usize>) -> PyResult<Vec<Vec<Xy>>> {
        limited(slf.ask(0, Mask::convex_pieces), max_corners)
    }

    /// The squared distance of each pixel to the nearest clear one: a NumPy array of uint32.
    ///
    /// outside: 'clear' if all pixels outside the mask are clear, 'ignored' if they don't count. None if there is no clear pixel.
    #[pyo3(signature = (outside = "clear"))]
    fn distance_to_clear<'py>(
        slf: &Bound<'py, PyMask>,
        outside: &str,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let outside = choice(outside, "outside")?;
        distances(slf.py(), &slf.ask(0, |mask| mask.distance_to_clear(outside)))
    }

    /// The squared distance of each pixel to the nearest solid one: a NumPy array of uint32. None if there is no solid pixel.
    fn distance_to_solid<'py>(slf: &Bound<'py, PyMask>) -> PyResult<Option<Bound<'py, PyAny>>> {
        distances(slf.py(), &slf.ask(0, Mask::distance_to_solid))
    }
}

fn distances<'py>(py: Python<'py>, field: &DistanceField) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(squared) = field.squared() else { return Ok(None) };
    let (w, h) = field.size();
    array_of(py, &bytes_of(squared, u32::to_ne_bytes), "uint32", &[h as usize, w as usize]).map(Some)
}

fn limited(pieces: Pieces, max_corners: Option<usize>) -> PyResult<Vec<Vec<Xy>>> {
    let pieces = match max_corners {
        Some(most) => pieces.with_max_corners(most).raise()?,
        None => pieces,
    };
    Ok(lists(&pieces))
}

fn lists(pieces: &Pieces) -> Vec<Vec<Xy>> {
    pieces.iter().map(|piece| piece.iter().copied().map(xy).collect()).collect()
}

#[pymethods]
impl PyComponents {
    fn __getitem__(&self, index: isize) -> PyResult<PyComponent> {
        let part = self.components[numbers::index(index, self.components.len(), "component")?];
        Ok(part.into())
    }

    /// A NumPy array of uint32, height x width: 0 for clear pixels, else the number of the component plus one.
    fn labels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (w, h) = self.mask.size();
        let labels = py.detach(|| bytes_of(&self.components.labels(), u32::to_ne_bytes));
        array_of(py, &labels, "uint32", &[h as usize, w as usize])
    }

    /// A component as a mask of the whole mask's size.
    fn mask(&self, index: isize) -> PyResult<PyMask> {
        Ok(PyMask::of(self.components.mask(numbers::index(index, self.components.len(), "component")?)))
    }

    /// A component as a mask of its own size.
    fn cut_out(&self, index: isize) -> PyResult<PyMask> {
        Ok(PyMask::of(self.components.cut_out(numbers::index(index, self.components.len(), "component")?)))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyMask>, u8))> {
        let find = py.get_type::<PyMask>().getattr(intern!(py, "components"))?;
        Ok((find, (Bound::new(py, PyMask::of_shared(Arc::clone(&self.mask)))?, self.connectivity)))
    }
}

#[pymethods]
impl PyOutline {
    fn __getitem__(&self, index: isize) -> PyResult<PyRing> {
        let ring = self.outline.ring(numbers::index(index, self.outline.len(), "ring")?);
        Ok(PyRing {
            points: ring.points.iter().copied().map(xy).collect(),
            kind: if ring.is_hole { "hole" } else { "outer" },
            parent: ring.parent,
        })
    }

    /// An outline with fewer corners.
    ///
    /// promise: 'outer' contains every solid pixel, 'inner' no part of a clear one, 'within' may lie on either side. tolerance: the
    /// largest distance from the exact outline, in pixels. Raises ValueError if more than `max_points` corners are needed.
    #[pyo3(signature = (promise = None, tolerance = 1.0, max_points = None))]
    #[pyo3(text_signature = "($self, promise='outer', tolerance=1.0, max_points=None)")]
    fn simplify(
        &self,
        py: Python<'_>,
        promise: Option<&Bound<'_, PyAny>>,
        tolerance: f64,
        max_points: Option<usize>,
    ) -> PyResult<PyOutline> {
        let promise: Cow<'_, str> = match promise {
            None => "outer".into(),
            Some(promise) => promise.extract().map_err(|_| {
                let given = type_name(promise);
                PyTypeError::new_err(format!(
                    "promise must be 'outer', 'inner' or 'within', not {given}: a tolerance is named, as in simplify(tolerance=1)"
                ))
            })?,
        };
        let promise = choice(&promise, "promise")?;
        let wish = Simplify { promise, tolerance, max_points: max_points.unwrap_or(usize::MAX) };
        Ok(PyOutline { outline: py.detach(|| self.outline.simplify(&wish)).raise()? })
    }

    /// The inside cut into convex polygons: a list of lists of corners (x, y). max_corners: the most corners that one may have, at least 3;
    /// Box2D takes 8.
    #[pyo3(signature = (max_corners = None))]
    fn convex_pieces(&self, py: Python<'_>, max_corners: Option<usize>) -> PyResult<Vec<Vec<Xy>>> {
        limited(py.detach(|| self.outline.convex_pieces()), max_corners)
    }
}

#[pymethods]
impl PyRing {
    /// The corners (x, y). (x, y) is the upper left corner of pixel (x, y). Solid is on the right in the direction of travel.
    #[getter]
    fn points(&self) -> Vec<Xy> {
        self.points.clone()
    }

    /// The corners as a NumPy array of int32 of the shape (n, 2).
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let flat: Vec<i32> = self.points.iter().flat_map(|&(x, y)| [x, y]).collect();
        let array = array_of(py, &bytes_of(&flat, i32::to_ne_bytes), "int32", &[self.points.len(), 2])?;
        crate::array::as_asked(array, dtype, copy)
    }

    fn __len__(&self) -> usize {
        self.points.len()
    }

    fn __repr__(&self) -> String {
        format!("<hitmask.Ring, {}, {} corners>", self.kind, self.points.len())
    }
}
