//! What a collider's shape may be in Python, and `hitmask.Frames`.

use crate::prelude::*;
use hitmask::Frames;

/// The frames of an animation, for colliders. `Frames([mask, (mask, (x, y)), ...])`: a frame that was trimmed says where its mask lies in
/// the whole picture. `World.set_frame` shows another one. Masks are kept as they are now.
#[pyclass(name = "Frames", module = "hitmask", frozen)]
pub(crate) struct PyFrames {
    pub(super) frames: Frames,
}

#[derive(FromPyObject)]
enum OneFrame<'py> {
    Whole(Bound<'py, PyMask>),
    Trimmed(Bound<'py, PyMask>, Pixel),
}

#[derive(FromPyObject)]
enum OneLabelFrame<'py> {
    Whole(Bound<'py, PyLabelMask>),
    Trimmed(Bound<'py, PyLabelMask>, Pixel),
}

#[pymethods]
impl PyFrames {
    #[new]
    fn new(frames: All<OneFrame<'_>>) -> PyResult<PyFrames> {
        let frame = |frame| match frame {
            OneFrame::Whole(mask) => (mask.snapshot(), Point::ZERO),
            OneFrame::Trimmed(mask, Pixel(offset)) => (mask.snapshot(), offset),
        };
        Ok(PyFrames { frames: Frames::try_new(frames.into_iter().map(frame)).raise()? })
    }

    /// The frames of an animation of label masks: `Frames.with_labels([labels, (labels, (x, y)), ...])`.
    #[staticmethod]
    fn with_labels(frames: All<OneLabelFrame<'_>>) -> PyResult<PyFrames> {
        let frame = |frame| match frame {
            OneLabelFrame::Whole(labels) => (Arc::clone(&labels.get().labels), Point::ZERO),
            OneLabelFrame::Trimmed(labels, Pixel(offset)) => (Arc::clone(&labels.get().labels), offset),
        };
        Ok(PyFrames { frames: Frames::try_with_labels(frames.into_iter().map(frame)).raise()? })
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(frames: All<OneLabelFrame<'_>>) -> PyResult<PyFrames> {
        PyFrames::with_labels(frames)
    }

    fn __len__(&self) -> usize {
        self.frames.all().len()
    }

    /// A frame: its mask, and where the mask's upper left corner lies in the whole picture.
    fn __getitem__(&self, index: usize) -> PyResult<(PyMask, Xy)> {
        let frame = self.frames.all().get(index);
        let (mask, offset) = frame.ok_or_else(|| PyIndexError::new_err("no such frame"))?;
        Ok((PyMask::of_shared(Arc::clone(mask)), xy(*offset)))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let (class, all) = (py.get_type::<PyFrames>(), self.frames.all());
        if self.frames.all_labels().is_empty() {
            let frame = |(mask, offset): &(_, Point)| (PyMask::of_shared(Arc::clone(mask)), xy(*offset));
            let frames = all.iter().map(frame).collect::<Vec<_>>().into_pyobject(py)?;
            return Ok((class.into_any(), (frames,)));
        }
        let frame = |(labels, (_, offset)): (&Arc<LabelMask>, &(_, Point))| {
            (PyLabelMask { labels: Arc::clone(labels) }, xy(*offset))
        };
        let frames =
            self.frames.all_labels().iter().zip(all).map(frame).collect::<Vec<_>>().into_pyobject(py)?;
        Ok((class.getattr("_restore")?, (frames,)))
    }

    fn __repr__(&self) -> String {
        format!("<hitmask.Frames of {} masks>", self.__len__())
    }
}

/// Any shape that a collider can have.
pub(crate) struct AnyCollider(pub(crate) ColliderShape);

impl<'py> FromPyObject<'_, 'py> for AnyCollider {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<AnyCollider> {
        if let Ok(frames) = value.cast::<PyFrames>() {
            return Ok(AnyCollider(ColliderShape::Frames(frames.get().frames.clone())));
        }
        if let Ok(alpha) = value.cast::<PyAlphaMask>() {
            return Ok(AnyCollider(ColliderShape::Alpha(Arc::clone(&alpha.get().alpha), AlphaRule::Sum)));
        }
        Ok(AnyCollider(value.extract::<AnyShape>()?.0))
    }
}
