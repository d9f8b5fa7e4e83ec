//! How an object of `hitmask.pygame.Mask` is made: `__new__` and `__init__` as plain functions of C.
//!
//! Programs make masks in every frame, and pygame needs 150 ns for one, from the call in Python to the end of the object. What PyO3 does
//! around these two functions takes a quarter of that. PyO3 has no public way to give a class such functions, so this uses what its own
//! macros write. If a later PyO3 changes that, this file does not compile.
#![expect(unsafe_code, reason = "functions that Python calls get pointers")]

use std::ffi::{c_int, c_void};
use std::ptr::null_mut;

use hitmask::Mask;
use pyo3::exceptions::PyTypeError;
use pyo3::impl_::pyclass::{PyClassImpl, PyClassItems};
use pyo3::impl_::pymethods::tp_new_impl;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};
use pyo3::{PyClassInitializer, PyTypeInfo, ffi};

use super::mask::{PygameMask, size};
use super::position::plain_pair;
use super::short::{call, guarded};
use crate::errors::Raise;
use crate::mask::{MaskObject, PyMask};
use crate::pixels::Pixels;

pyo3::inventory::submit! {
    type Inventory = <PygameMask as PyClassImpl>::Inventory;
    Inventory::new(PyClassItems {
        methods: &[],
        slots: &[
            ffi::PyType_Slot { slot: ffi::Py_tp_new, pfunc: new as ffi::newfunc as *mut c_void },
            ffi::PyType_Slot { slot: ffi::Py_tp_init, pfunc: init as ffi::initproc as *mut c_void },
        ],
    })
}

/// `__new__`: an empty mask, whatever the arguments. Those of a subclass need not be those of a mask. For this class itself, and for
/// arguments as most programs write them, it is the mask at once.
unsafe extern "C" fn new(
    class: *mut ffi::PyTypeObject,
    args: *mut ffi::PyObject,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: Python calls this thread with this class or a subclass, a tuple, and a dictionary or null.
    unsafe {
        guarded(null_mut(), |py| {
            if names.is_null() && class == PygameMask::type_object_raw(py) {
                let args = Bound::ref_from_ptr(py, &args);
                // A subclass of tuple, which `pickle` would pass, may have an end of its own: it is not kept.
                if let Ok(args) = args.cast_exact::<PyTuple>()
                    && let Some(mask) = plain(args)
                {
                    let pixels = Pixels::made_of(mask, args.clone().unbind());
                    return Ok(PygameMask::with(py, PyMask::of_pixels(pixels))?.into_ptr());
                }
            }
            let empty = PyClassInitializer::from(PyMask::of(Mask::default())).add_subclass(PygameMask);
            tp_new_impl::<_, PygameMask>(py, empty, class)
        })
    }
}

/// The mask of plain arguments. None if they are others, or wrong.
#[inline]
fn plain(args: &Bound<'_, PyTuple>) -> Option<Mask> {
    let fill = match args.len() {
        1 => false,
        2 => args.get_borrowed_item(1).ok()?.cast::<PyBool>().ok()?.is_true(),
        _ => return None,
    };
    let (w, h) = plain_pair(&*args.get_borrowed_item(0).ok()?)?;
    let mut mask = Mask::try_new(w.try_into().ok()?, h.try_into().ok()?).ok()?;
    if fill {
        mask.fill();
    }
    Some(mask)
}

/// An argument by its place or its name. None if it is not there.
fn argument<'py>(
    args: &Bound<'py, PyTuple>,
    named: Option<&Bound<'py, PyDict>>,
    at: usize,
    name: &Bound<'py, PyString>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    match named {
        _ if at < args.len() => args.get_item(at).map(Some),
        Some(named) => named.get_item(name),
        None => Ok(None),
    }
}

/// `__init__(size, fill=False)`: the mask becomes one of this size. Python calls it after `__new__` with the same arguments.
unsafe extern "C" fn init(
    mask: *mut ffi::PyObject,
    args: *mut ffi::PyObject,
    names: *mut ffi::PyObject,
) -> c_int {
    // SAFETY: Python calls it with an object of this class or of a subclass, a tuple, and a dictionary or null, and keeps these alive. What was
    // given is owned as long as it is used, since other code may change the dictionary.
    unsafe {
        call(-1, mask, |mask| {
            if let Some(made_of) = mask.with_pixels(Pixels::take_made_of) {
                // It is still the tuple that `__new__` got, since nobody has freed that one.
                let made_of = made_of.now();
                let same = names.is_null() && made_of.as_ptr() == args;
                made_of.drop_ref(mask.py());
                if same {
                    return Ok(0);
                }
            }
            let py = mask.py();
            let given = Bound::ref_from_ptr(py, &args).cast_unchecked::<PyTuple>();
            let named = Bound::from_borrowed_ptr_or_opt(py, names);
            let named = named.as_ref().map(|named| named.cast_unchecked::<PyDict>());
            if named.is_some() || !matches!(given.len(), 1..=2) {
                let known = [c"size".as_ptr(), c"fill".as_ptr(), std::ptr::null()];
                let known = known.as_ptr().cast_mut().cast();
                let (format, mut found) = (c"O|O:Mask".as_ptr(), [null_mut::<ffi::PyObject>(); 2]);
                let [size, fill] = found.each_mut().map(|it| &raw mut *it);
                if ffi::PyArg_ParseTupleAndKeywords(args, names, format, known, size, fill) == 0 {
                    return Err(PyErr::fetch(py));
                }
                // It says what is wrong in Python's words. What it has found may be gone by now: a key may be of a class whose `__eq__` runs code.
            }
            let fill = argument(given, named, 1, intern!(py, "fill"))?;
            let given = argument(given, named, 0, intern!(py, "size"))?;
            let given = given.ok_or_else(|| PyTypeError::new_err("Mask() has lost its argument 'size'"))?;
            let (w, h) = size(&given, "size", "create mask with")?;
            let fill = fill.map_or(Ok(false), |fill| fill.is_truthy())?;
            Mask::check_size(w, h).raise()?;
            mask.with_pixels(|pixels| {
                pixels.replace(if fill { Mask::filled(w, h) } else { Mask::new(w, h) });
            });
            Ok(0)
        })
    }
}
