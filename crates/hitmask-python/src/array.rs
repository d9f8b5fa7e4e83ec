//! Pixels from and to arrays: anything with the buffer protocol, with any strides, and NumPy.

use crate::prelude::*;
use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::PyBufferError;
use pyo3::types::PyByteArray;

/// Bytes of pixels, row by row.
pub(crate) struct Pixels {
    pub(crate) w: u32,
    pub(crate) h: u32,
    pub(crate) bytes: Vec<u8>,
}

/// The pixels of an array of bytes or bools: height x width for one byte a pixel, else height x width x `channels`.
pub(crate) fn pixels_of(array: &Bound<'_, PyAny>, channels: usize) -> PyResult<Pixels> {
    let buffer = PyUntypedBuffer::get(array).map_err(|error| {
        let py = array.py();
        if !error.is_instance_of::<PyTypeError>(py) && !error.is_instance_of::<PyBufferError>(py) {
            // The exporter's own code has raised it.
            return error;
        }
        PyTypeError::new_err(format!("expected an array, such as a NumPy array, not {}", type_name(array)))
    })?;
    if buffer.item_size() != 1 {
        let text = format!("the array must hold bytes or bools, not items of {} bytes", buffer.item_size());
        return Err(PyTypeError::new_err(text));
    }
    let shape = buffer.shape();
    let fits = match channels {
        1 => shape.len() == 2,
        _ => shape.len() == 3 && shape[2] == channels,
    };
    if !fits {
        let wanted =
            if channels == 1 { "(height, width)".to_owned() } else { format!("(height, width, {channels})") };
        return Err(PyValueError::new_err(format!("the array must have the shape {wanted}, not {shape:?}")));
    }
    let side = |n: usize| {
        u32::try_from(n).map_err(|_| PyValueError::new_err(format!("a side of {n} pixels is too long")))
    };
    let (w, h) = (side(shape[1])?, side(shape[0])?);
    // Before memory is allocated.
    Mask::check_size(w, h).raise()?;
    Ok(Pixels { w, h, bytes: copy_out(&buffer) })
}

/// Copies the bytes of a buffer of single bytes with two or three dimensions, in the order of its indices.
#[expect(unsafe_code, reason = "the buffer protocol passes pointers")]
fn copy_out(buffer: &PyUntypedBuffer) -> Vec<u8> {
    let (shape, strides) = (buffer.shape(), buffer.strides());
    let (h, w, n) = (shape[0], shape[1], shape.get(2).copied().unwrap_or(1));
    let mut bytes = Vec::with_capacity(w * h * n);
    if w * h * n == 0 {
        return bytes;
    }
    if buffer.suboffsets().is_some_and(|all| all.iter().any(|&suboffset| suboffset >= 0)) {
        for index in 0..h * w * n {
            let at = [index / (w * n), index / n % w, index % n];
            let byte = buffer.get_ptr(&at[..shape.len()]).cast::<u8>();
            // SAFETY: Python follows the exporter's pointers to an item whose indices lie inside of its shape. The exporter keeps it as long as the
            // buffer is held.
            bytes.push(unsafe { byte.read() });
        }
        return bytes;
    }
    let (dy, dx, dn) = (strides[0], strides[1], strides.get(2).copied().unwrap_or(1));
    let start = buffer.buf_ptr().cast::<u8>();
    for y in 0..h as isize {
        // SAFETY: no dimension is one of pointers. So, by the buffer protocol, the start plus the indices times the strides lies in memory that the
        // exporter keeps as long as the buffer is held. The bytes are copied at once, into memory that was allocated for them.
        unsafe {
            let row = start.offset(y * dy);
            if dn == 1 && dx == n as isize {
                bytes.as_mut_ptr().add(bytes.len()).copy_from_nonoverlapping(row, w * n);
                bytes.set_len(bytes.len() + w * n);
            } else if n == 1 {
                bytes.extend((0..w as isize).map(|x| row.offset(x * dx).read()));
            } else {
                let pixel = |x: isize| (0..n as isize).map(move |i| row.offset(x * dx + i * dn).read());
                bytes.extend((0..w as isize).flat_map(pixel));
            }
        }
    }
    bytes
}

/// A new NumPy array of these bytes.
pub(crate) fn array_of<'py>(
    py: Python<'py>,
    bytes: &[u8],
    dtype: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    flat(PyByteArray::new(py, bytes), dtype)?.call_method1(intern!(py, "reshape"), (shape.to_vec(),))
}

/// A new NumPy array of n numbers of N bytes each, which `fill` writes in this machine's order.
pub(crate) fn array_by<'py, const N: usize>(
    py: Python<'py>,
    dtype: &str,
    n: usize,
    fill: impl FnOnce(&mut [[u8; N]]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyAny>> {
    flat(PyByteArray::new_with(py, n * N, |bytes| fill(bytes.as_chunks_mut().0))?, dtype)
}

/// The bytes as an array of one dimension.
fn flat<'py>(bytes: Bound<'py, PyByteArray>, dtype: &str) -> PyResult<Bound<'py, PyAny>> {
    let py = bytes.py();
    py.import(intern!(py, "numpy"))?.call_method1(intern!(py, "frombuffer"), (bytes, dtype))
}

/// The same array with the type that NumPy asks for in `__array__`.
pub(crate) fn as_asked<'py>(
    array: Bound<'py, PyAny>,
    dtype: Option<&Bound<'py, PyAny>>,
    copy: Option<bool>,
) -> PyResult<Bound<'py, PyAny>> {
    if copy == Some(false) {
        return Err(PyValueError::new_err(
            "the pixels are stored in another form, so an array of them is always a copy",
        ));
    }
    match dtype {
        Some(dtype) => array.call_method1("astype", (dtype,)),
        None => Ok(array),
    }
}

/// The bytes of numbers, in this machine's order.
pub(crate) fn bytes_of<T: Copy, const N: usize>(numbers: &[T], to_bytes: impl Fn(T) -> [u8; N]) -> Vec<u8> {
    numbers.iter().flat_map(|&number| to_bytes(number)).collect()
}
