//! The pixels of a surface of 32 bits a pixel, where they lie.
//!
//! pygame's headers say what a Surface object holds, and SDL 2's what a surface is; both are public, and other extension modules rely on
//! them. Reading them takes a few nanoseconds; asking the Surface by calls of Python takes longer than a small mask. They are only read if
//! they were as expected for a surface of known contents, when pygame was bound, and never in a free-threaded Python, where another thread
//! could free a surface meanwhile.
//!
//! Two things are as unsafe as in pygame itself. The Surface of a `pygame.Window` points to freed memory after `pygame.quit()`, for pygame's
//! own functions, too; the one of `pygame.display` does not. And functions of `pygame.transform` let other threads run while they write to a
//! Surface: who reads it at that time, by pygame or by this module, may get pixels of both states.

use std::ffi::{c_int, c_void};

use pyo3::buffer::PyUntypedBuffer;
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;

/// Which bits of a pixel hold the red, the green, the blue and the alpha. 0 for what a surface does not have.
pub(super) type ColorMasks = (u32, u32, u32, u32);

/// The beginning of a `pygame.Surface`, as in pygame's header `_pygame.h`.
#[repr(C)]
struct SurfaceObject {
    head: ffi::PyObject,
    surface: *mut SdlSurface,
    owner: c_int,
    /// Not null for a subsurface.
    parent: *mut c_void,
}

/// The beginning of SDL 2's `SDL_Surface`.
#[repr(C)]
struct SdlSurface {
    flags: u32,
    format: *mut SdlFormat,
    w: c_int,
    h: c_int,
    pitch: c_int,
    pixels: *mut c_void,
}

/// The beginning of SDL 2's `SDL_PixelFormat`.
#[repr(C)]
struct SdlFormat {
    format: u32,
    palette: *mut c_void,
    bits: u8,
    bytes: u8,
    padding: [u8; 2],
    r: u32,
    g: u32,
    b: u32,
    a: u32,
}

/// `SDL_RLEACCEL`: the pixels are packed while the surface is not locked.
const PACKED: u32 = 2;

/// The pixels of a surface of 32 bits a pixel, which lie row by row.
pub(super) struct Pixels32 {
    pub(super) w: usize,
    pub(super) h: usize,
    pub(super) masks: ColorMasks,
    /// The first pixel of the first row, and the bytes from row to row.
    start: *mut u32,
    pitch: isize,
    /// The surface stays locked as long as this exists.
    _lock: Option<PyUntypedBuffer>,
}

impl Pixels32 {
    /// Looks at the surface itself. None for subsurfaces and for surfaces that must be locked, too. The object must be a `pygame.Surface`,
    /// and those must be as this module thinks.
    #[expect(unsafe_code, reason = "reads structures of C")]
    pub(super) fn direct(surface: &Bound<'_, PyAny>) -> Option<Pixels32> {
        // SAFETY: the object is a surface, so it begins like this. Its pointers are null or point to what their types say. They stay valid
        // while Python's lock is held: whoever frees a surface holds it, and no Python code runs as long as the result is used. The window of
        // a program that has called `pygame.quit()` is the exception, see above: pygame keeps a pointer that dangles.
        let (surface, format) = unsafe {
            let object = &*surface.as_ptr().cast::<SurfaceObject>();
            if !object.parent.is_null() {
                return None;
            }
            let surface = object.surface.as_ref()?;
            (surface, surface.format.as_ref()?)
        };
        let (w, h) = (usize::try_from(surface.w).ok()?, usize::try_from(surface.h).ok()?);
        let (pitch, start) = (surface.pitch as isize, surface.pixels.cast::<u32>());
        let fits = (format.bits, format.bytes) == (32, 4)
            && surface.flags & PACKED == 0
            && pitch % 4 == 0
            && pitch >= 4 * w as isize
            && !start.is_null()
            && start.is_aligned();
        let masks = (format.r, format.g, format.b, format.a);
        fits.then_some(Pixels32 { w, h, masks, start, pitch, _lock: None })
    }

    /// Asks the surface by these methods, which are those of the class `pygame.Surface` itself: a subclass may override them.
    pub(super) fn by_view<'py>(
        surface: &Bound<'py, PyAny>,
        get_masks: &Bound<'py, PyAny>,
        get_view: &Bound<'py, PyAny>,
    ) -> Option<Pixels32> {
        let masks = get_masks.call1((surface,)).ok()?.extract().ok()?;
        let view = get_view.call1((surface, intern!(surface.py(), "2"))).ok()?;
        let buffer = PyUntypedBuffer::get(&view).ok()?;
        let (&[w, h], &[dx, pitch]) = (buffer.shape(), buffer.strides()) else { return None };
        let start = buffer.buf_ptr().cast::<u32>();
        let fits = buffer.item_size() == 4 && dx == 4 && pitch % 4 == 0 && start.is_aligned();
        fits.then_some(Pixels32 { w, h, masks, start, pitch, _lock: Some(buffer) })
    }

    /// The pixels of a row. The row must be one of the surface's, and the surface must not be changed meanwhile.
    #[expect(unsafe_code, reason = "the pixels belong to SDL")]
    pub(super) fn row(&self, y: usize) -> &[u32] {
        // SAFETY: a row has w pixels of four bytes side by side, which are aligned. They are read at once, with Python's lock held, as
        // pygame's own functions read them. Those of `pygame.transform` may write them meanwhile, see above.
        unsafe { std::slice::from_raw_parts(self.row_start(y), self.w) }
    }

    /// The same, to be written.
    #[expect(unsafe_code, reason = "the pixels belong to SDL")]
    pub(super) fn row_mut(&mut self, y: usize) -> &mut [u32] {
        // SAFETY: as above, and `self` is borrowed, so this is the only slice of them here.
        unsafe { std::slice::from_raw_parts_mut(self.row_start(y), self.w) }
    }

    #[expect(unsafe_code, reason = "the pixels belong to SDL")]
    fn row_start(&self, y: usize) -> *mut u32 {
        assert!(y < self.h);
        // SAFETY: the surface has h rows, which lie `pitch` bytes apart.
        unsafe { self.start.byte_offset(y as isize * self.pitch) }
    }
}

/// Whether surfaces are as this module thinks. `with_alpha` is a surface of 1 x 1 pixels of 32 bits, `version` is SDL's.
pub(super) fn is_known(with_alpha: &Bound<'_, PyAny>, masks: ColorMasks, version: (u32, u32, u32)) -> bool {
    // Without a lock of Python, another thread may free a surface at any time. In SDL 3 surfaces are different.
    let has_lock = !Python::version_str().contains("free-threading");
    has_lock
        && version.0 == 2
        && Pixels32::direct(with_alpha)
            .is_some_and(|pixels| (pixels.w, pixels.h, pixels.masks) == (1, 1, masks))
}
