//! pygame's own objects: its classes and functions as they were when `hitmask.pygame` was imported, and its masks as ours.

use std::ffi::c_int;

use hitmask::Mask;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::sdl::{self, ColorMasks, Pixels32};
use crate::errors::Raise;
use crate::pixels::{Word, for_each_word, from_columns};

/// pygame's names, which `install` may replace in pygame's modules.
pub(super) struct Pygame {
    /// `pygame.mask.Mask`
    pub(super) mask: Py<PyType>,
    /// `pygame.mask.Mask.get_size`
    get_size: Py<PyAny>,
    /// `pygame.Rect`
    rect: Py<PyType>,
    /// The function of pygame's C interface that makes a `pygame.Rect`.
    new_rect: Option<NewRect>,
    /// `pygame.Surface`
    pub(super) surface: Py<PyType>,
    /// `pygame.Surface.get_colorkey`
    get_colorkey: Py<PyAny>,
    /// `pygame.Surface.get_masks`
    get_masks: Py<PyAny>,
    /// Whether surfaces are as `sdl` thinks.
    sdl_is_known: bool,
    /// `pygame.Surface.get_view`
    get_view: Py<PyAny>,
    /// `pygame.mask.from_surface`
    pub(super) from_surface: Py<PyAny>,
    /// `pygame.mask.from_threshold`
    pub(super) from_threshold: Py<PyAny>,
}

type NewRect = unsafe extern "C" fn(c_int, c_int, c_int, c_int) -> *mut ffi::PyObject;

/// `pygame.SRCALPHA`
pub(super) const SRCALPHA: u32 = 0x0001_0000;

static PYGAME: PyOnceLock<Pygame> = PyOnceLock::new();

impl Pygame {
    /// Whether the object is a `pygame.Surface`, or one of a subclass.
    #[inline]
    pub(super) fn is_surface(&self, value: &Bound<'_, PyAny>) -> bool {
        is_of_class(value, &self.surface)
    }

    /// The pixels of a surface. None if they do not have 32 bits each, and for what is no `pygame.Surface`.
    pub(super) fn pixels(&self, surface: &Bound<'_, PyAny>) -> Option<Pixels32> {
        if !self.is_surface(surface) {
            return None;
        }
        let py = surface.py();
        let direct = if self.sdl_is_known { Pixels32::direct(surface) } else { None };
        direct.or_else(|| Pixels32::by_view(surface, self.get_masks.bind(py), self.get_view.bind(py)))
    }

    /// What `get_colorkey` of the class `pygame.Surface` says. A subclass may override it.
    #[expect(unsafe_code, reason = "`call1` makes a tuple of the argument, which takes as long as the call")]
    pub(super) fn colorkey<'py>(&self, surface: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let null = std::ptr::null_mut::<ffi::PyObject>();
        // SAFETY: two objects and the null that ends them. The result is a new object, or null with an exception.
        unsafe {
            let made = ffi::PyObject_CallFunctionObjArgs(self.get_colorkey.as_ptr(), surface.as_ptr(), null);
            Bound::from_owned_ptr_or_err(surface.py(), made)
        }
    }

    /// Raises what `get_colorkey` raises if one of the arguments is a Surface whose `__init__` was never called, or only says that its class
    /// is Surface: pygame's own functions crash with these.
    pub(super) fn check_surfaces<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<()> {
        let named = kwargs.into_iter().flat_map(|kwargs| kwargs.values());
        for value in args.iter().chain(named) {
            // As pygame asks it. `get_colorkey` then checks the class itself.
            if value.is_instance(self.surface.bind(value.py()))? {
                self.colorkey(&value)?;
            }
        }
        Ok(())
    }

    /// A new `pygame.Rect`.
    #[inline]
    #[expect(unsafe_code, reason = "calls a function of C")]
    pub(super) fn new_rect<'py>(
        &self,
        py: Python<'py>,
        (x, y, w, h): (i32, i32, u32, u32),
    ) -> PyResult<Bound<'py, PyAny>> {
        match self.new_rect {
            // SAFETY: the function takes four numbers, and returns a new object or null with an exception. Python's lock is held.
            Some(new) => unsafe { Bound::from_owned_ptr_or_err(py, new(x, y, w as c_int, h as c_int)) },
            None => self.rect.bind(py).call1((x, y, w, h)),
        }
    }
}

/// The function `pgRect_New4` of pygame's C interface, which other extension modules use. None if it is not where it was in all
/// versions of pygame so far.
#[expect(unsafe_code, reason = "the interface is an array of pointers")]
fn rect_maker(interface: &Bound<'_, PyAny>, rect: &Bound<'_, PyType>) -> Option<NewRect> {
    const NAME: &std::ffi::CStr = c"pygame.rect._PYGAME_C_API";
    // SAFETY: any object and any name may be asked for.
    if unsafe { ffi::PyCapsule_IsValid(interface.as_ptr(), NAME.as_ptr()) } == 0 {
        return None;
    }
    // SAFETY: the capsule is valid. It points to at least these entries: the class, two functions that make rectangles, and more.
    // The interface is constant, and the module that it belongs to is never unloaded.
    unsafe {
        let entries = ffi::PyCapsule_GetPointer(interface.as_ptr(), NAME.as_ptr()).cast::<*mut ()>();
        let is_known = !entries.is_null() && *entries == rect.as_ptr().cast() && !(*entries.add(2)).is_null();
        is_known.then(|| std::mem::transmute::<*mut (), NewRect>(*entries.add(2)))
    }
}

/// Tells this module of pygame. The first call counts.
#[pyfunction]
pub(super) fn bind_pygame(
    mask: &Bound<'_, PyType>,
    rect: &Bound<'_, PyType>,
    rect_interface: &Bound<'_, PyAny>,
    surface: &Bound<'_, PyType>,
    sdl_version: (u32, u32, u32),
    from_surface: Py<PyAny>,
    from_threshold: Py<PyAny>,
) -> PyResult<()> {
    let with_alpha = surface.call1(((1, 1), SRCALPHA, 32))?;
    let masks: ColorMasks = with_alpha.call_method0("get_masks")?.extract()?;
    let names = Pygame {
        mask: mask.clone().unbind(),
        get_size: mask.getattr("get_size")?.unbind(),
        rect: rect.clone().unbind(),
        new_rect: rect_maker(rect_interface, rect),
        sdl_is_known: sdl::is_known(&with_alpha, masks, sdl_version),
        surface: surface.clone().unbind(),
        get_colorkey: surface.getattr("get_colorkey")?.unbind(),
        get_masks: surface.getattr("get_masks")?.unbind(),
        get_view: surface.getattr("get_view")?.unbind(),
        from_surface,
        from_threshold,
    };
    PYGAME.get_or_init(mask.py(), || names);
    Ok(())
}

pub(super) fn pygame(py: Python<'_>) -> PyResult<&Pygame> {
    PYGAME.get(py).ok_or_else(|| PyRuntimeError::new_err("import hitmask.pygame first"))
}

/// Whether the object is one of the class, or of a subclass. `isinstance` believes what an object says of its class; this does not.
#[inline]
#[expect(unsafe_code, reason = "PyO3 has no other way to ask for the class itself in one call")]
fn is_of_class(value: &Bound<'_, PyAny>, class: &Py<PyType>) -> bool {
    // SAFETY: an object and a class, which are only read.
    unsafe { ffi::PyObject_TypeCheck(value.as_ptr(), class.as_ptr().cast()) != 0 }
}

/// A mask of pygame's own class. None for any other object.
pub(crate) fn mask_of(value: &Bound<'_, PyAny>) -> PyResult<Option<Mask>> {
    let py = value.py();
    let Some(pygame) = PYGAME.get(py) else { return Ok(None) };
    if !is_of_class(value, &pygame.mask) {
        return Ok(None);
    }
    // A subclass may override the method, so this is that of the class itself.
    let (w, h): (u32, u32) = pygame.get_size.bind(py).call1((value,))?.extract()?;
    Mask::check_size(w, h).raise()?;
    if w == 0 || h == 0 {
        return Ok(Some(Mask::new(w, h)));
    }
    // From Python 3.12 on, a subclass may have a buffer of its own.
    let words = PyBuffer::<Word>::get(value)?.to_vec(py)?;
    let needed = w.div_ceil(Word::BITS) as usize * h as usize;
    if words.len() != needed {
        let text = format!("the mask of {w} x {h} pixels shows {} words, but it needs {needed}", words.len());
        return Err(PyValueError::new_err(text));
    }
    Ok(Some(from_columns(w, h, |column, y| words[column * h as usize + y])))
}

/// Our mask as one of pygame's own class.
pub(super) fn to_pygame<'py>(py: Python<'py>, mask: &Mask) -> PyResult<Bound<'py, PyAny>> {
    let (w, h) = mask.size();
    let made = pygame(py)?.mask.bind(py).call1(((w, h),))?;
    if w == 0 || h == 0 {
        return Ok(made);
    }
    let view = PyBuffer::<Word>::get(&made)?;
    let mut words = vec![0; w.div_ceil(Word::BITS) as usize * h as usize];
    for_each_word(mask, |column, y, word| words[column * h as usize + y] = word);
    view.copy_from_slice(py, &words)?;
    Ok(made)
}
