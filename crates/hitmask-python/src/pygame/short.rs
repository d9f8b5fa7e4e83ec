//! The shortest methods of `hitmask.pygame.Mask`, as plain functions of C.
//!
//! pygame needs 15 to 35 ns for each of these. What PyO3 does around a method (it counts the nesting of calls, checks the class again, and
//! unpacks arguments) would take as long as the method itself.
#![expect(unsafe_code, reason = "functions that Python calls get pointers")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;

use hitmask::Mask;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::foreign::pygame;
use crate::late::Late;
use crate::mask::{MaskObject, PyMask};
use crate::numbers::couple;

/// Adds the methods to the class.
pub(super) fn add(class: &Bound<'_, PyAny>) -> PyResult<()> {
    let plain = |name, doc, function| {
        (name, doc, ffi::PyMethodDefPointer { PyCFunction: function }, ffi::METH_NOARGS)
    };
    let methods = [
        plain(c"get_size", c"get_size($self, /)\n--\n\nThe width and the height.", get_size),
        plain(c"count", c"count($self, /)\n--\n\nHow many pixels are set.", count),
        plain(c"fill", c"fill($self, /)\n--\n\nSets all pixels.", fill),
        plain(c"clear", c"clear($self, /)\n--\n\nClears all pixels.", clear),
        plain(c"invert", c"invert($self, /)\n--\n\nSets the clear pixels and clears the set ones.", invert),
        (
            c"get_rect",
            c"get_rect($self, /, **kwargs)\n--\n\nA `pygame.Rect` of the mask's size at (0, 0), changed by the keywords, which are attributes of a Rect.",
            ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: get_rect },
            ffi::METH_FASTCALL | ffi::METH_KEYWORDS,
        ),
    ];
    for (name, doc, ml_meth, ml_flags) in methods {
        // Python keeps a pointer to it for as long as it runs.
        let method = Box::leak(Box::new(ffi::PyMethodDef {
            ml_name: name.as_ptr(),
            ml_meth,
            ml_flags,
            ml_doc: doc.as_ptr(),
        }));
        // SAFETY: the first argument is a class, whose objects are masks: the functions rely on that, and the descriptor checks it at
        // every call. The second one is never freed.
        let descriptor = unsafe {
            Bound::from_owned_ptr_or_err(class.py(), ffi::PyDescr_NewMethod(class.as_ptr().cast(), method))?
        };
        class.setattr(&*name.to_string_lossy(), descriptor)?;
    }
    Ok(())
}

/// Calls `f` with the mask. An error or a panic becomes an exception, and `failed` the answer.
///
/// # Safety
/// Python calls this thread, and `mask` is an object of the class `PyMask` or of a subclass.
#[inline(always)]
pub(super) unsafe fn call<'py, R>(
    failed: R,
    mask: *mut ffi::PyObject,
    f: impl FnOnce(&Bound<'py, PyMask>) -> PyResult<R>,
) -> R {
    // SAFETY: the caller's promise. Python keeps the object alive during the call.
    unsafe { guarded(failed, |py| f(Bound::ref_from_ptr(py, &mask).cast_unchecked::<PyMask>())) }
}

/// The same for a function that needs no mask.
///
/// # Safety
/// Python calls this thread.
#[inline(always)]
pub(super) unsafe fn guarded<'py, R>(failed: R, f: impl FnOnce(Python<'py>) -> PyResult<R>) -> R {
    // SAFETY: the caller's promise.
    let py = unsafe { Python::assume_attached() };
    // A panic must not reach Python. After a panic only the mask is used again. It may be half edited, but it is still a valid mask.
    let result = catch_unwind(AssertUnwindSafe(|| f(py)))
        .unwrap_or_else(|_| Err(PyRuntimeError::new_err("a fault in hitmask: please report it")));
    result.unwrap_or_else(|error| {
        error.restore(py);
        failed
    })
}

/// What Python's `None` is as an answer.
fn none(mask: &Bound<'_, PyMask>) -> *mut ffi::PyObject {
    mask.py().None().into_ptr()
}

unsafe extern "C" fn get_size(mask: *mut ffi::PyObject, _: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: Python calls it as the method of a mask. So it is for the functions below.
    unsafe {
        call(null_mut(), mask, |mask| {
            let py = mask.py();
            let kept = mask.with_pixels(|pixels| pixels.size().as_ref().map(|size| size.get().clone_ref(py)));
            kept.map_or_else(|| new_size(mask), Ok).map(Py::into_ptr)
        })
    }
}

/// The size as a new tuple, which is kept.
#[cold]
fn new_size(mask: &Bound<'_, PyMask>) -> PyResult<Py<PyTuple>> {
    let py = mask.py();
    let (w, h) = mask.read(Mask::size);
    let size = couple(&w.into_pyobject(py)?, &h.into_pyobject(py)?)?.unbind();
    let kept = Late::new(size.clone_ref(py));
    let before = mask.with_pixels(|pixels| {
        // Meanwhile another thread may have made it a mask of another size.
        if pixels.mask().size() == (w, h) { pixels.size().replace(kept) } else { Some(kept) }
    });
    drop(before.map(Late::now));
    Ok(size)
}

unsafe extern "C" fn count(mask: *mut ffi::PyObject, _: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: as above.
    unsafe { call(null_mut(), mask, |mask| Ok(mask.read(Mask::count).into_pyobject(mask.py())?.into_ptr())) }
}

unsafe extern "C" fn fill(mask: *mut ffi::PyObject, _: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: as above.
    unsafe {
        call(null_mut(), mask, |mask| {
            mask.edit(Mask::fill);
            Ok(none(mask))
        })
    }
}

unsafe extern "C" fn clear(mask: *mut ffi::PyObject, _: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: as above.
    unsafe {
        call(null_mut(), mask, |mask| {
            mask.edit(Mask::clear);
            Ok(none(mask))
        })
    }
}

unsafe extern "C" fn invert(mask: *mut ffi::PyObject, _: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: as above.
    unsafe {
        call(null_mut(), mask, |mask| {
            mask.edit(Mask::invert);
            Ok(none(mask))
        })
    }
}

unsafe extern "C" fn get_rect(
    mask: *mut ffi::PyObject,
    args: *const *mut ffi::PyObject,
    positional: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: as above. `names` is null or a tuple of strings, and `args` has as many values.
    unsafe {
        call(null_mut(), mask, |mask| {
            let py = mask.py();
            if positional != 0 {
                return Err(PyTypeError::new_err("get_rect only supports keyword arguments"));
            }
            let (w, h) = mask.read(Mask::size);
            let rect = pygame(py)?.new_rect(py, (0, 0, w, h))?;
            if !names.is_null() {
                let names = Bound::ref_from_ptr(py, &names).cast_unchecked::<PyTuple>();
                for (i, name) in names.iter_borrowed().enumerate() {
                    if ffi::PyObject_SetAttr(rect.as_ptr(), name.as_ptr(), *args.add(i)) != 0 {
                        return Err(PyErr::fetch(py));
                    }
                }
            }
            Ok(rect.into_ptr())
        })
    }
}
