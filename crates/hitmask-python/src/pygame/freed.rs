//! Objects of `hitmask.pygame.Mask` that were freed, for the next ones. Programs make masks and drop them in every frame, and to ask Python for
//! the memory of an object takes a tenth of the time of making one.
//!
//! Python's global lock guards the list. So it needs no lock of its own, as PyO3's `freelist` does. A Python without that lock cannot load a
//! module of the stable interface.
#![expect(unsafe_code, reason = "functions that Python calls get pointers")]

use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::ptr::null_mut;

use pyo3::impl_::pyclass::{PyClassImpl, PyClassItems};
use pyo3::prelude::*;
use pyo3::{PyTypeInfo, ffi};

use super::mask::PygameMask;

pyo3::inventory::submit! {
    type Inventory = <PygameMask as PyClassImpl>::Inventory;
    Inventory::new(PyClassItems {
        methods: &[],
        slots: &[
            ffi::PyType_Slot { slot: ffi::Py_tp_alloc, pfunc: alloc as ffi::allocfunc as *mut c_void },
            ffi::PyType_Slot { slot: ffi::Py_tp_free, pfunc: free as ffi::freefunc as *mut c_void },
        ],
    })
}

/// How many objects are kept, of some 250 bytes.
const MOST: usize = 64;

/// The memory of objects of this very class, which Python's garbage collector does not look at.
struct Freed {
    objects: [*mut ffi::PyObject; MOST],
    count: usize,
}

/// The list, which only a thread with Python's global lock reaches.
struct Guarded(UnsafeCell<Freed>);

// SAFETY: `take` and `put` below are the only ways to the list. Python calls `alloc` and `free`, which call them, with its global lock held. They
// call nothing of Python, so the lock stays, and neither is called while the other one runs.
unsafe impl Sync for Guarded {}

static FREED: Guarded = Guarded(UnsafeCell::new(Freed { objects: [null_mut(); MOST], count: 0 }));

/// Memory from the list.
///
/// # Safety
/// Python's global lock is held.
unsafe fn take() -> Option<*mut ffi::PyObject> {
    // SAFETY: nobody else has the list, see `Guarded`.
    let freed = unsafe { &mut *FREED.0.get() };
    freed.count = freed.count.checked_sub(1)?;
    Some(freed.objects[freed.count])
}

/// Memory for the list. False if it is full.
///
/// # Safety
/// Python's global lock is held, and nobody else has the memory.
unsafe fn put(object: *mut ffi::PyObject) -> bool {
    // SAFETY: as above.
    let freed = unsafe { &mut *FREED.0.get() };
    let Some(place) = freed.objects.get_mut(freed.count) else { return false };
    *place = object;
    freed.count += 1;
    true
}

/// Whether a class is this one and no subclass, whose objects are larger.
fn is_ours(class: *mut ffi::PyTypeObject) -> bool {
    // SAFETY: Python calls this thread.
    class == PygameMask::type_object_raw(unsafe { Python::assume_attached() })
}

unsafe extern "C" fn alloc(class: *mut ffi::PyTypeObject, items: ffi::Py_ssize_t) -> *mut ffi::PyObject {
    // SAFETY: the lock is held. A kept object is memory for one of this class, and has the header that the garbage collector wants. PyO3
    // writes all behind the head of the object that is made here.
    unsafe {
        match if is_ours(class) { take() } else { None } {
            Some(object) => ffi::PyObject_Init(object, class),
            // This may collect garbage, which frees masks.
            None => ffi::PyType_GenericAlloc(class, items),
        }
    }
}

unsafe extern "C" fn free(object: *mut c_void) {
    // SAFETY: the lock is held. PyO3 gives the object at its end: its contents are dropped, the garbage collector has let go of it, and it still
    // has its class.
    unsafe {
        if !is_ours(ffi::Py_TYPE(object.cast())) || !put(object.cast()) {
            ffi::PyObject_GC_Del(object);
        }
    }
}
