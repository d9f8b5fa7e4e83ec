//! pygame's own objects: its classes and functions as they were when `hitmask.pygame` was imported, and its masks as ours.

use std::sync::Arc;

use hitmask::Mask;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::pixels::{Word, for_each_word, from_columns};

/// pygame's names, which `install` may replace in pygame's modules.
pub(super) struct Pygame {
    /// `pygame.mask.Mask`
    pub(super) mask: Py<PyType>,
    /// `pygame.Rect`
    pub(super) rect: Py<PyType>,
    /// `pygame.Surface`
    pub(super) surface: Py<PyType>,
    /// `pygame.Surface.get_colorkey`
    pub(super) get_colorkey: Py<PyAny>,
    /// `pygame.Surface.get_masks`
    pub(super) get_masks: Py<PyAny>,
    /// `pygame.Surface.get_view`
    pub(super) get_view: Py<PyAny>,
    /// `pygame.mask.from_surface`
    pub(super) from_surface: Py<PyAny>,
    /// `pygame.mask.from_threshold`
    pub(super) from_threshold: Py<PyAny>,
}

static PYGAME: PyOnceLock<Pygame> = PyOnceLock::new();

/// Tells this module of pygame. The first call counts.
#[pyfunction]
pub(super) fn bind_pygame(
    mask: &Bound<'_, PyType>,
    rect: Py<PyType>,
    surface: &Bound<'_, PyType>,
    from_surface: Py<PyAny>,
    from_threshold: Py<PyAny>,
) -> PyResult<()> {
    let names = Pygame {
        mask: mask.clone().unbind(),
        rect,
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

/// A mask of pygame's own class. None for any other object.
pub(crate) fn mask_of(value: &Bound<'_, PyAny>) -> PyResult<Option<Arc<Mask>>> {
    let py = value.py();
    let Some(pygame) = PYGAME.get(py) else { return Ok(None) };
    if !value.is_instance(pygame.mask.bind(py))? {
        return Ok(None);
    }
    let (w, h): (u32, u32) = value.call_method0("get_size")?.extract()?;
    crate::array::check_size(w, h)?;
    if w == 0 || h == 0 {
        return Ok(Some(Arc::new(Mask::new(w, h))));
    }
    let words = PyBuffer::<Word>::get(value)?.to_vec(py)?;
    Ok(Some(Arc::new(from_columns(w, h, |column, y| words[column * h as usize + y]))))
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
