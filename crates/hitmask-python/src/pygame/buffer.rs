//! The words of a mask as a writable buffer, as pygame's masks give them: format `L`, columns by rows.

use std::sync::Arc;

use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;

use super::mask::PygameMask;
use crate::mask::MaskObject;
use crate::pixels::{Pixels, Word, Words};

#[expect(unsafe_code, reason = "the buffer protocol passes pointers")]
#[pymethods]
impl PygameMask {
    unsafe fn __getbuffer__(
        slf: Bound<'_, Self>,
        view: *mut ffi::Py_buffer,
        flags: std::ffi::c_int,
    ) -> PyResult<()> {
        if view.is_null() {
            return Err(PyBufferError::new_err("the view is missing"));
        }
        let words = slf.as_super().with_pixels(Pixels::share);
        // A view by strides is the only way to see columns by rows, unless there is only one.
        let wants = |flag| flags & flag == flag;
        if !wants(ffi::PyBUF_ND) && words.shape[0] > 1 {
            return Err(PyBufferError::new_err("a mask's buffer has two dimensions"));
        }
        // SAFETY: Python passes a pointer to a view that it owns. The pointers point into `words`, which the view keeps alive: its
        // `internal` holds the reference that `into_raw` gave up, until `__releasebuffer__`.
        unsafe {
            (*view).obj = slf.clone().into_any().into_ptr();
            (*view).buf = words.start().cast();
            (*view).len = words.bytes();
            (*view).readonly = 0;
            (*view).itemsize = size_of::<Word>() as isize;
            (*view).format =
                if wants(ffi::PyBUF_FORMAT) { c"L".as_ptr().cast_mut() } else { std::ptr::null_mut() };
            (*view).ndim = 2;
            (*view).shape = words.shape.as_ptr().cast_mut();
            (*view).strides = words.strides.as_ptr().cast_mut();
            (*view).suboffsets = std::ptr::null_mut();
            (*view).internal = Arc::into_raw(words).cast_mut().cast();
        }
        Ok(())
    }

    unsafe fn __releasebuffer__(slf: Bound<'_, Self>, view: *mut ffi::Py_buffer) {
        // What was written must be taken over while the words are still known.
        slf.as_super().with_pixels(Pixels::take_over);
        // SAFETY: `__getbuffer__` put the reference there, and a view is released once.
        drop(unsafe { Arc::from_raw((*view).internal.cast::<Words>()) });
    }
}
