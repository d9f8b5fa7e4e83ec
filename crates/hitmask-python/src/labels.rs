//! `hitmask.LabelMask`: which part of a sprite each pixel belongs to.

use std::collections::BTreeMap;

use crate::prelude::*;
use hitmask::{LabelNames, Labels};

/// A label for each pixel, from 0 (clear) to 255: which part of a sprite it belongs to.
///
/// array: height x width labels, one byte each. names: a dict from labels to names, or to (name, number) with a number of yours.
///
/// As a shape it is solid where its label is not 0. It cannot be changed: change the array, and make another one.
///
/// >>> labels = memoryview(bytes([1, 1, 2, 2])).cast("B", (2, 2))       # or an array of NumPy
/// >>> hero = hitmask.LabelMask(labels, {1: ("head", 100), 2: "body"})
/// >>> hit = hero.label_hit(hitmask.Mask.filled(1, 1), (1, 0))
/// >>> hero.names[hit.labels[0]]
/// 'head'
#[pyclass(name = "LabelMask", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyLabelMask {
    pub(crate) labels: Arc<LabelMask>,
}

pub(crate) fn pair([a, b]: [u8; 2]) -> (u32, u32) {
    (a.into(), b.into())
}

/// A name, or a name and a number.
#[derive(FromPyObject)]
enum Named {
    Name(String),
    Numbered(String, u64),
}

/// Red, green, blue, and alpha, which is 255 if it is not said.
struct Color([u8; 4]);

impl<'py> FromPyObject<'_, 'py> for Color {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Color> {
        if let Ok([r, g, b]) = value.extract::<[u8; 3]>() {
            return Ok(Color([r, g, b, 255]));
        }
        let wrong = |_: PyErr| {
            let shown = value.repr().map_or_else(|_| "it".to_owned(), |shown| shown.to_string());
            PyValueError::new_err(format!("a colour is three or four numbers from 0 to 255, not {shown}"))
        };
        value.extract().map(Color).map_err(wrong)
    }
}

/// A label, or a name that gets one.
#[derive(FromPyObject)]
enum LabelOrName {
    Name(String),
    Label(u8),
}

/// One label, or several.
#[derive(FromPyObject)]
enum Chosen {
    One(u8),
    Several(All<u8>),
}

impl PyLabelMask {
    pub(crate) fn of(labels: LabelMask) -> PyLabelMask {
        PyLabelMask { labels: Arc::new(labels) }
    }
}

#[pymethods]
impl PyLabelMask {
    #[new]
    #[pyo3(signature = (array, names = Items(Vec::new())), text_signature = "(array, names={})")]
    fn new(array: &Bound<'_, PyAny>, names: Items<u8, Named>) -> PyResult<PyLabelMask> {
        let pixels = pixels_of(array, 1)?;
        let labels = LabelMask::from_labels(pixels.w, pixels.h, &pixels.bytes).raise()?;
        let names: LabelNames = names
            .0
            .into_iter()
            .map(|(label, named)| match named {
                Named::Name(name) => (label, name, 0),
                Named::Numbered(name, number) => (label, name, number),
            })
            .collect();
        Ok(PyLabelMask::of(labels.with_names(names)))
    }

    /// The labels of a painted picture, in which each part has a colour of its own. The array has the shape (height, width, 4): red, green,
    /// blue, alpha.
    ///
    /// colors: a dict from colours to labels, or to names, which are labelled 1, 2, 3 ... in the order of the dict. A colour is
    /// (red, green, blue), or with an alpha after it. unlisted: the label of the other colours. Without it they raise ValueError, which says
    /// where. A pixel whose alpha is 0 is clear, if its colour is not listed.
    ///
    /// >>> picture = memoryview(bytes([255, 0, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0])).cast("B", (1, 3, 4))   # or an array of NumPy
    /// >>> hero = hitmask.LabelMask.from_colors(picture, {(255, 0, 0): "head", (0, 0, 255): "body"})
    /// >>> hero.names, hero.label((1, 0)), hero.label((2, 0))
    /// ({1: 'head', 2: 'body'}, 2, 0)
    #[staticmethod]
    #[pyo3(signature = (array, colors, *, unlisted = None))]
    fn from_colors(
        py: Python<'_>,
        array: &Bound<'_, PyAny>,
        colors: Items<Color, LabelOrName>,
        unlisted: Option<u8>,
    ) -> PyResult<PyLabelMask> {
        let pixels = pixels_of(array, 4)?;
        let mut names: Vec<String> = Vec::new();
        let mut listed = Vec::new();
        for (Color(color), label) in colors.0 {
            let label = match label {
                LabelOrName::Label(label) => label,
                LabelOrName::Name(name) => {
                    let number = names.iter().position(|known| *known == name).unwrap_or_else(|| {
                        names.push(name);
                        names.len() - 1
                    });
                    u8::try_from(number + 1).map_err(|_| {
                        PyValueError::new_err("there are more than 255 names, and a label is at most 255")
                    })?
                }
            };
            listed.push((color, label));
        }
        let made = py.detach(|| LabelMask::from_colors(pixels.w, pixels.h, &pixels.bytes, &listed, unlisted));
        let names: LabelNames = (1..=255).zip(names).map(|(label, name)| (label, name, 0)).collect();
        Ok(PyLabelMask::of(made.raise()?.with_names(names)))
    }

    /// The names of the labels that have one.
    #[getter]
    fn names(&self) -> BTreeMap<u8, String> {
        self.labels.names().iter().map(|(label, name, _)| (label, name.to_owned())).collect()
    }

    /// The numbers of the labels that have a name.
    #[getter]
    fn numbers(&self) -> BTreeMap<u8, u64> {
        self.labels.names().iter().map(|(label, _, number)| (label, number)).collect()
    }

    /// The lowest label with a name. None if there is none.
    fn find(&self, name: &str) -> Option<u8> {
        self.labels.names().find(name)
    }

    /// The labels that some pixel has, without 0.
    fn labels(&self) -> Vec<u32> {
        self.labels.labels().iter().map(Into::into).collect()
    }

    /// The pixels with this label, or with one of these labels, as a mask.
    fn only(&self, labels: Chosen) -> PyMask {
        let labels: Labels = match labels {
            Chosen::One(label) => label.into(),
            Chosen::Several(labels) => labels.into_iter().collect(),
        };
        PyMask::of(self.labels.only(labels).to_mask())
    }

    /// All pixels with a label, as a mask.
    fn to_mask(&self) -> PyMask {
        PyMask::of(self.labels.mask().clone())
    }

    /// The labels as a NumPy array: height x width, one byte each.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (w, h) = self.labels.size();
        crate::array::as_asked(
            array_of(py, self.labels.as_bytes(), "uint8", &[h as usize, w as usize])?,
            dtype,
            copy,
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((py.get_type::<PyLabelMask>().getattr("from_bytes")?, (self.to_bytes(py),)))
    }
}

shape_methods!(PyLabelMask);
