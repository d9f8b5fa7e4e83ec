//! `hitmask.Mask`: the class, and how its pixels are reached.

pub(crate) mod analysis;
mod array;
mod coco;
mod edit;
mod make;
mod overlap;

use crate::kept::Kept;
use crate::pixels::Pixels;
use crate::prelude::*;

/// Which pixels of a sprite are solid: one bit a pixel.
///
/// `Mask(width, height)` is clear everywhere. Make masks of pictures with `Mask.from_alpha`, `from_rgba`, `from_array` or `from_image`,
/// and of files with `hitmask.load`.
///
/// y points down. An offset is the other's upper left corner minus this one's, in pixels; every offset is legal. Masks that only touch at
/// an edge do not overlap.
///
/// Masks can be edited, so they have no hash. They may be shared between threads: an edit happens before or after a question, never
/// during it.
#[pyclass(name = "Mask", module = "hitmask", subclass, frozen, weakref)]
pub(crate) struct PyMask {
    pixels: Kept<Pixels>,
}

impl Drop for PyMask {
    #[inline]
    fn drop(&mut self) {
        self.pixels.get_mut().end();
    }
}

/// How many pixels a question may read before it lets other Python threads run: for questions that read 64 pixels at a time.
pub(crate) const LONG_BY_WORD: u64 = 1 << 20;
/// The same for questions that visit pixels or runs.
pub(crate) const LONG_BY_PIXEL: u64 = 1 << 13;

impl PyMask {
    pub(crate) fn of(mask: Mask) -> PyMask {
        PyMask::of_pixels(Pixels::new(mask))
    }

    #[inline]
    pub(crate) fn of_pixels(pixels: Pixels) -> PyMask {
        PyMask { pixels: Kept::new(pixels) }
    }

    pub(crate) fn of_shared(mask: Arc<Mask>) -> PyMask {
        PyMask { pixels: Kept::new(Pixels::of_shared(mask)) }
    }
}

/// How the rest of the package reaches the pixels of a mask object.
pub(crate) trait MaskObject {
    /// Calls `f` with the mask and its views.
    fn with_pixels<R>(&self, f: impl FnOnce(&mut Pixels) -> R) -> R;

    /// Answers a question that is always short.
    #[inline]
    fn read<R>(&self, f: impl FnOnce(&Mask) -> R) -> R {
        self.with_pixels(|pixels| f(pixels.mask()))
    }

    #[inline]
    fn edit<R>(&self, f: impl FnOnce(&mut Mask) -> R) -> R {
        self.with_pixels(|pixels| pixels.edit(f))
    }

    /// The mask as it is now. Later edits do not change it.
    fn snapshot(&self) -> Arc<Mask> {
        self.with_pixels(Pixels::snapshot)
    }

    /// Answers a question about one mask. If the mask has more pixels than `long`, other Python threads run meanwhile.
    fn ask<R: Send>(&self, long: u64, f: impl FnOnce(&Mask) -> R + Send) -> R;

    /// Answers a question about two masks. If both have more pixels than `long`, other Python threads run meanwhile.
    fn ask_pair<R: Send>(
        &self,
        other: &Bound<'_, PyMask>,
        long: u64,
        f: impl FnOnce(&Mask, &Mask) -> R + Send,
    ) -> R;

    /// Answers a short question about two masks at one moment. `prepare` is called with each of them before. It must take over what was
    /// written through views, as all that need `&mut Pixels` do.
    fn with_two<R>(
        &self,
        other: &Bound<'_, PyMask>,
        prepare: impl Fn(&mut Pixels),
        f: impl FnOnce(&Pixels, &Pixels) -> R,
    ) -> R;

    /// Two masks as they are at one moment. Later edits do not change them.
    fn snapshots(&self, other: &Bound<'_, PyMask>) -> (Arc<Mask>, Arc<Mask>) {
        let prepare = |pixels: &mut Pixels| drop(pixels.snapshot());
        self.with_two(other, prepare, |a, b| (a.last_snapshot(), b.last_snapshot()))
    }

    /// Edits the mask by another one, which may be the same object.
    fn edit_by(&self, other: &Bound<'_, PyMask>, f: impl FnOnce(&mut Mask, &Mask));
}

impl MaskObject for Bound<'_, PyMask> {
    #[inline]
    fn with_pixels<R>(&self, f: impl FnOnce(&mut Pixels) -> R) -> R {
        self.get().pixels.edit(self.as_any(), f)
    }

    #[inline]
    fn ask<R: Send>(&self, long: u64, f: impl FnOnce(&Mask) -> R + Send) -> R {
        let mut f = Some(f);
        let mut call = |mask: &Mask| (f.take().expect("called once"))(mask);
        let answered = self.with_pixels(|pixels| {
            pixels.take_over();
            if pixels.is_longer(long) { Err(pixels.snapshot()) } else { Ok(call(pixels.seen())) }
        });
        answered.unwrap_or_else(|mask| self.py().detach(|| call(&mask)))
    }

    #[inline]
    fn ask_pair<R: Send>(
        &self,
        other: &Bound<'_, PyMask>,
        long: u64,
        f: impl FnOnce(&Mask, &Mask) -> R + Send,
    ) -> R {
        let mut f = Some(f);
        let mut call = |a: &Mask, b: &Mask| (f.take().expect("called once"))(a, b);
        let answered = self.with_two(other, Pixels::take_over, |a, b| {
            let short = !(a.is_longer(long) && b.is_longer(long));
            short.then(|| call(a.seen(), b.seen()))
        });
        answered.unwrap_or_else(|| {
            let (a, b) = self.snapshots(other);
            self.py().detach(|| call(&a, &b))
        })
    }

    #[inline]
    fn with_two<R>(
        &self,
        other: &Bound<'_, PyMask>,
        prepare: impl Fn(&mut Pixels),
        f: impl FnOnce(&Pixels, &Pixels) -> R,
    ) -> R {
        let (mine, theirs) = (&self.get().pixels, &other.get().pixels);
        mine.read2(self.as_any(), theirs, other.as_any(), prepare, f)
    }

    fn edit_by(&self, other: &Bound<'_, PyMask>, f: impl FnOnce(&mut Mask, &Mask)) {
        if self.is(other) {
            let copy = self.snapshot();
            return self.edit(|mask| f(mask, &copy));
        }
        let (mine, theirs) = (&self.get().pixels, &other.get().pixels);
        let _ =
            mine.edit_from(self.as_any(), theirs, other.as_any(), |a, b| a.edit(|mask| f(mask, b.mask())));
    }
}
