//! `hitmask.CollisionBuffer`.

use hitmask::CollisionBuffer;

use crate::prelude::*;
use crate::table::PyBufferOverlap;

/// A region of the world into which shapes are drawn with ids. Testing another shape against it gives the ids that the shape meets.
///
/// `CollisionBuffer(mode, (x, y, width, height))`. mode: 'owners' keeps every id of a pixel, 'painter' the last one, 'latch' every id
/// and which ids have touched any other.
#[pyclass(name = "CollisionBuffer", module = "hitmask")]
pub(crate) struct PyCollisionBuffer {
    buffer: CollisionBuffer,
}

/// Evaluates an expression with the shape where it lies: at whole pixels, or in a pose.
macro_rules! placed {
    ($shape:expr, $at:expr, $pose:expr, $placed:ident => $then:expr) => {{
        let $placed = Placed::from($shape.get());
        let $placed = match $pose {
            Some(pose) => $placed.posed(&pose.pose),
            None => $placed.at($at.0),
        };
        $then
    }};
}

impl PyCollisionBuffer {
    pub(crate) fn with<R>(slf: &Bound<'_, Self>, f: impl FnOnce(&mut CollisionBuffer) -> R) -> R {
        edit(slf, |it| f(&mut it.buffer))
    }
}

#[pymethods]
impl PyCollisionBuffer {
    #[new]
    fn new(mode: &str, region: Box4) -> PyResult<PyCollisionBuffer> {
        Ok(PyCollisionBuffer { buffer: CollisionBuffer::new(choice(mode, "mode")?, region.0).raise()? })
    }

    /// Draws a shape with an id. at: the world pixel of its corner. With a pose, the pose places it.
    #[pyo3(signature = (shape, id, at = Pixel(Point::ZERO), *, pose = None), text_signature = "($self, shape, id, at=(0, 0), *, pose=None)")]
    fn draw(slf: &Bound<'_, Self>, shape: AnyShape, id: u32, at: Pixel, pose: Option<&PyPose>) {
        Self::with(slf, |buffer| placed!(shape, at, pose, placed => buffer.draw(placed, id)));
    }

    /// The ids that a shape meets, sorted.
    #[pyo3(signature = (shape, at = Pixel(Point::ZERO), *, pose = None), text_signature = "($self, shape, at=(0, 0), *, pose=None)")]
    fn test(
        slf: &Bound<'_, Self>,
        shape: AnyShape,
        at: Pixel,
        pose: Option<&PyPose>,
    ) -> Vec<PyBufferOverlap> {
        let met = Self::with(slf, |buffer| placed!(shape, at, pose, placed => buffer.test(placed)));
        met.into_iter().map(Into::into).collect()
    }

    /// Whether a shape meets any id.
    #[pyo3(signature = (shape, at = Pixel(Point::ZERO), *, pose = None), text_signature = "($self, shape, at=(0, 0), *, pose=None)")]
    fn touches(slf: &Bound<'_, Self>, shape: AnyShape, at: Pixel, pose: Option<&PyPose>) -> bool {
        Self::with(slf, |buffer| placed!(shape, at, pose, placed => buffer.touches(placed)))
    }

    /// The ids that a shape meets, sorted; then the shape is drawn with its own id.
    #[pyo3(signature = (shape, id, at = Pixel(Point::ZERO), *, pose = None), text_signature = "($self, shape, id, at=(0, 0), *, pose=None)")]
    fn test_and_draw(
        slf: &Bound<'_, Self>,
        shape: AnyShape,
        id: u32,
        at: Pixel,
        pose: Option<&PyPose>,
    ) -> Vec<PyBufferOverlap> {
        let met =
            Self::with(slf, |buffer| placed!(shape, at, pose, placed => buffer.test_and_draw(placed, id)));
        met.into_iter().map(Into::into).collect()
    }

    /// A picture of the buffer: a NumPy array of bytes, height x width x 4. Each pixel has the colour of the id that was drawn last there.
    fn to_image<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (width, height, rgba) = Self::with(slf, |buffer| buffer.to_image());
        array_of(slf.py(), &rgba, "uint8", &[height as usize, width as usize, 4])
    }

    /// The colour (red, green, blue, alpha) of an id in `to_image`.
    #[staticmethod]
    fn colour_of(id: u32) -> (u8, u8, u8, u8) {
        CollisionBuffer::colour_of(id).into()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        Self::with(slf, |buffer| format!("<hitmask.CollisionBuffer {:?}>", xywh(buffer.region())))
    }
}
