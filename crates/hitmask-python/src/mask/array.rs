//! Masks from arrays and pictures, and arrays and pictures of masks.

use hitmask_assets::Image;

use super::{MaskObject, PyMask};
use crate::array::as_asked;
use crate::prelude::*;

/// A mask of the pixels of an array. Other Python threads run meanwhile.
fn of_pixels(
    array: &Bound<'_, PyAny>,
    channels: usize,
    make: impl FnOnce((u32, u32), &[u8]) -> Result<Mask, InvalidArgument> + Send,
) -> PyResult<PyMask> {
    let pixels = pixels_of(array, channels)?;
    Ok(PyMask::of(array.py().detach(|| make((pixels.w, pixels.h), &pixels.bytes)).raise()?))
}

#[pymethods]
impl PyMask {
    /// Solid where alpha is at least the threshold. The array has the shape (height, width) and one byte a pixel.
    ///
    /// Any array with the buffer protocol will do, with any strides. A threshold of 0 makes every pixel solid.
    #[staticmethod]
    #[pyo3(signature = (array, threshold = 128))]
    fn from_alpha(array: &Bound<'_, PyAny>, threshold: u8) -> PyResult<PyMask> {
        of_pixels(array, 1, |(w, h), bytes| Mask::from_alpha(w, h, bytes, threshold))
    }

    /// Solid where alpha is at least the threshold. The array has the shape (height, width, 4) and one byte a channel.
    #[staticmethod]
    #[pyo3(signature = (array, threshold = 128))]
    fn from_rgba(array: &Bound<'_, PyAny>, threshold: u8) -> PyResult<PyMask> {
        of_pixels(array, 4, |(w, h), bytes| Mask::from_rgba8(w, h, bytes, threshold))
    }

    /// Solid where the array is not 0: bools or bytes of the shape (height, width).
    #[staticmethod]
    fn from_array(array: &Bound<'_, PyAny>) -> PyResult<PyMask> {
        of_pixels(array, 1, |(w, h), bytes| Mask::from_alpha(w, h, bytes, 1))
    }

    /// Solid unless the palette index is the transparent one. The array has the shape (height, width) and one byte a pixel.
    #[staticmethod]
    #[pyo3(signature = (array, transparent = 0))]
    fn from_indexed(array: &Bound<'_, PyAny>, transparent: u8) -> PyResult<PyMask> {
        of_pixels(array, 1, |(w, h), bytes| Mask::from_indexed(w, h, bytes, transparent))
    }

    /// Solid unless every channel of the colour differs from the key's by at most the tolerance. The array has the shape
    /// (height, width, 4); its alpha is ignored.
    #[staticmethod]
    #[pyo3(signature = (array, key, tolerance = 0))]
    fn from_color_key(array: &Bound<'_, PyAny>, key: (u8, u8, u8), tolerance: u8) -> PyResult<PyMask> {
        of_pixels(array, 4, |(w, h), bytes| Mask::from_color_key(w, h, bytes, key.into(), tolerance))
    }

    /// Solid where the alpha of a Pillow image is at least the threshold. Without transparency every pixel is solid.
    #[staticmethod]
    #[pyo3(signature = (image, threshold = 128))]
    fn from_image(py: Python<'_>, image: &Bound<'_, PyAny>, threshold: u8) -> PyResult<PyMask> {
        let rgba = image.call_method1(intern!(py, "convert"), ("RGBA",))?;
        let (w, h): (u32, u32) = rgba.getattr(intern!(py, "size"))?.extract()?;
        let alpha =
            rgba.call_method1(intern!(py, "getchannel"), ("A",))?.call_method0(intern!(py, "tobytes"))?;
        let alpha = alpha.cast::<PyBytes>()?.as_bytes();
        Ok(PyMask::of(Mask::from_alpha(w, h, alpha, threshold).raise()?))
    }

    /// The mask as a NumPy array of bools of the shape (height, width). It is a copy.
    fn to_array<'py>(slf: &Bound<'py, PyMask>) -> PyResult<Bound<'py, PyAny>> {
        let (bytes, w, h) = bytes(&slf.snapshot(), slf.py());
        array_of(slf.py(), &bytes, "bool", &[h as usize, w as usize])
    }

    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        slf: &Bound<'py, PyMask>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        as_asked(PyMask::to_array(slf)?, dtype, copy)
    }

    /// The mask as a PNG for notebooks: solid pixels are opaque. Small masks are enlarged.
    fn _repr_png_<'py>(slf: &Bound<'py, PyMask>) -> PyResult<Bound<'py, PyBytes>> {
        let mask = slf.snapshot();
        let png = slf.py().detach(|| {
            let (w, h) = mask.size();
            let zoom = (256 / w.max(h).max(1)).clamp(1, 8);
            let mut rgba = Vec::with_capacity(4 * (w * zoom * h * zoom) as usize);
            for y in 0..h * zoom {
                for x in 0..w * zoom {
                    let solid = mask.get(((x / zoom) as i32, (y / zoom) as i32));
                    rgba.extend_from_slice(if solid { &[40, 90, 160, 255] } else { &[128, 128, 128, 48] });
                }
            }
            Image::from_rgba8(w * zoom, h * zoom, rgba).map(|image| hitmask_assets::encode_png(&image))
        });
        Ok(PyBytes::new(slf.py(), &png.raise()?))
    }
}

/// One byte a pixel: 1 if it is solid.
fn bytes(mask: &Mask, py: Python<'_>) -> (Vec<u8>, u32, u32) {
    let (w, h) = mask.size();
    let bytes = py.detach(|| {
        let packed = mask.to_bytes();
        let in_row = w.div_ceil(8) as usize;
        let mut bytes = Vec::with_capacity(w as usize * h as usize);
        for row in packed.chunks_exact(in_row.max(1)) {
            bytes.extend((0..w as usize).map(|x| row[x / 8] >> (7 - x % 8) & 1));
        }
        bytes
    });
    (bytes, w, h)
}
