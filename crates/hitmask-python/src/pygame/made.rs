//! How an object of `hitmask.pygame.Mask` is made: `__new__` and `__init__` as plain functions of C.
//!
//! Programs make masks in every frame, and pygame needs 150 ns for one, from the call in Python to the end of the object. What PyO3 does
//! around these two functions takes a quarter of that. PyO3 has no public way to give a class such functions, so this uses what its own
//! macros write. If a later PyO3 changes that, this file does not compile.
#![expect(unsafe_code, reason = "functions that Python calls get pointers")]

use std::ffi::{c_int, c_void};
use std::ptr::null_mut;

use hitmask::Mask;
use pyo3::impl_::pyclass::{PyClassImpl, PyClassItems};
use pyo3::impl_::pymethods::tp_new_impl;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple};
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

/// `__init__(size, fill=False)`: the mask becomes one of this size. Python calls it after `__new__` with the same arguments.
unsafe extern "C" fn init(
    mask: *mut ffi::PyObject,
    args: *mut ffi::PyObject,
    names: *mut ffi::PyObject,
) -> c_int {
    // SAFETY: Python calls it with an object of this class or of a subclass, a tuple, and a dictionary or null, and keeps these alive. What was
    // given lives in them. It is owned below before other code runs, which could change the dictionary.
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
            let (mut given, mut fill) = (null_mut(), null_mut());
            if names.is_null() && matches!(ffi::PyTuple_Size(args), 1..=2) {
                given = ffi::PyTuple_GetItem(args, 0);
                fill = if ffi::PyTuple_Size(args) == 2 { ffi::PyTuple_GetItem(args, 1) } else { fill };
            } else {
                let known = [c"size".as_ptr(), c"fill".as_ptr(), std::ptr::null()];
                let known = known.as_ptr().cast_mut().cast();
                let format = c"O|O:Mask".as_ptr();
                if ffi::PyArg_ParseTupleAndKeywords(args, names, format, known, &raw mut given, &raw mut fill)
                    == 0
                {
                    return Err(PyErr::fetch(mask.py()));
                }
            }
            let given = Bound::from_borrowed_ptr(mask.py(), given);
            let fill = Bound::from_borrowed_ptr_or_opt(mask.py(), fill);
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
