//! `hitmask.LabelMask`: which part of a sprite each pixel belongs to.

use std::collections::BTreeMap;
use std::sync::Arc;

use hitmask::{LabelMask, LabelNames, Labels};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::array::{array_of, pixels_of};
use crate::errors::Raise;
use crate::mask::PyMask;
use crate::numbers::{All, Box4, Items, Pixel, SliceMargins, Xy, length, xy};
use crate::pose::PyPose;
use crate::shape::{AnyShape, shape_methods};
use crate::table::{PyLabelHit, PyLabelsMet};
use crate::value::choice;

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
    #[pyo3(signature = (array, names = Items(Vec::new())))]
    #[pyo3(text_signature = "(array, names={})")]
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

    /// One label wherever the mask is solid.
    #[staticmethod]
    #[pyo3(signature = (mask, label = 1))]
    fn from_mask(mask: &Bound<'_, PyMask>, label: u8) -> PyLabelMask {
        PyLabelMask::of(LabelMask::from_mask(&crate::mask::MaskObject::snapshot(mask), label))
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

    /// The width and the height in pixels.
    #[getter]
    fn size(&self) -> (u32, u32) {
        self.labels.size()
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

    /// The label of a pixel. 0 outside.
    fn label(&self, pixel: Pixel) -> u8 {
        self.labels.label(pixel.0)
    }

    /// Whether the pixel has a label. False outside.
    fn contains(&self, pixel: Pixel) -> bool {
        self.labels.contains(pixel.0)
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

    /// Which labels meet: for each pair of labels in how many pixels, and the first of these. Sorted by the labels. A shape without labels
    /// counts as label 0.
    fn labels_met(&self, other: AnyShape, offset: Pixel) -> Vec<PyLabelsMet> {
        let met = self.labels.labels_met(&other.get(), offset.0);
        met.into_iter().map(Into::into).collect()
    }

    /// The first pixel that both share, and the labels there. None if they do not overlap.
    fn label_hit(&self, other: AnyShape, offset: Pixel) -> Option<PyLabelHit> {
        self.labels.label_hit(&other.get(), offset.0).map(Into::into)
    }

    /// `labels_met` of posed sprites, by the raster rule, in world pixels.
    fn labels_met_posed(&self, pose: &PyPose, other: AnyShape, other_pose: &PyPose) -> Vec<PyLabelsMet> {
        let met = self.labels.labels_met_posed(&pose.pose, &other.get(), &other_pose.pose);
        met.into_iter().map(Into::into).collect()
    }

    /// `label_hit` of posed sprites, by the raster rule, in world pixels.
    fn label_hit_posed(&self, pose: &PyPose, other: AnyShape, other_pose: &PyPose) -> Option<PyLabelHit> {
        self.labels.label_hit_posed(&pose.pose, &other.get(), &other_pose.pose).map(Into::into)
    }

    /// The pixels inside a rectangle (x, y, width, height).
    fn crop(&self, rect: Box4) -> PyResult<PyLabelMask> {
        Ok(PyLabelMask::of(self.labels.crop(rect.0.checked("rect").raise()?)))
    }

    /// Cut into nine slices and put together in another size: see `Mask.nine_slice`. Names and numbers of labels stay.
    #[pyo3(signature = (margins, width, height, fill = "stretch"))]
    fn nine_slice(
        &self,
        margins: SliceMargins,
        width: &Bound<'_, PyAny>,
        height: &Bound<'_, PyAny>,
        fill: &str,
    ) -> PyResult<PyLabelMask> {
        let size = (length(width, "the width")?, length(height, "the height")?);
        Ok(PyLabelMask::of(self.labels.nine_slice(margins.0, size, choice(fill, "fill")?).raise()?))
    }

    /// Mirrored: left becomes right.
    fn flip_h(&self) -> PyLabelMask {
        PyLabelMask::of(self.labels.flip_h())
    }

    /// Mirrored: top becomes bottom.
    fn flip_v(&self) -> PyLabelMask {
        PyLabelMask::of(self.labels.flip_v())
    }

    /// Turned by 90 degrees clockwise.
    fn rotate90(&self) -> PyLabelMask {
        PyLabelMask::of(self.labels.rotate90())
    }

    /// The posed sprite as plain labels, and the world pixel (x, y) of its upper left corner.
    fn bake(&self, pose: &PyPose) -> PyResult<(PyLabelMask, Xy)> {
        let (labels, corner) = self.labels.bake(&pose.pose).raise()?;
        Ok((PyLabelMask::of(labels), xy(corner)))
    }

    /// One number for the size, the labels, names and numbers: the same on every machine.
    fn state_hash(&self) -> u64 {
        self.labels.state_hash()
    }

    /// The label mask as bytes with a checksum. `LabelMask.from_bytes` reads them.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.labels.to_bytes())
    }

    /// Reads what `to_bytes` wrote. Raises ValueError if the bytes are damaged.
    #[staticmethod]
    fn from_bytes(data: &[u8]) -> PyResult<PyLabelMask> {
        Ok(PyLabelMask::of(LabelMask::from_bytes(data).raise()?))
    }

    /// The memory that it uses, in bytes.
    fn memory_bytes(&self) -> usize {
        self.labels.memory_bytes()
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

    fn __repr__(&self) -> String {
        let (w, h) = self.labels.size();
        format!("<hitmask.LabelMask {w} x {h}, {} labels>", self.labels.labels().len())
    }
}

shape_methods!(PyLabelMask);
