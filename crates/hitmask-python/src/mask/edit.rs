//! Editing masks, and masks by operators.

use hitmask::{Mask, Point};
use pyo3::prelude::*;

use super::{LONG_BY_PIXEL, MaskObject, PyMask};
use crate::errors::Raise;
use crate::numbers::{Pixel, Xy, xy};
use crate::shape::AnyShape;
use crate::value::choice;

/// Edits a mask by any shape.
macro_rules! edit_by_shape {
    ($slf:expr, $other:expr, $offset:expr, $verb:ident) => {{
        let (other, offset): (AnyShape, Point) = ($other, $offset.0);
        $slf.edit(|mask| mask.$verb(&other.get(), offset))
    }};
}

/// A new mask from this one and another of any size, whose corners lie on each other.
macro_rules! operator {
    ($slf:expr, $other:expr, $verb:ident) => {{
        let other: AnyShape = $other;
        let mut mask = Mask::clone(&$slf.snapshot());
        mask.$verb(&other.get(), (0, 0));
        PyMask::of(mask)
    }};
}

#[pymethods]
impl PyMask {
    /// Makes all pixels solid.
    fn fill(slf: &Bound<'_, PyMask>) {
        slf.edit(Mask::fill);
    }

    /// Makes all pixels clear.
    fn clear(slf: &Bound<'_, PyMask>) {
        slf.edit(Mask::clear);
    }

    /// Makes the clear pixels solid and the solid ones clear.
    fn invert(slf: &Bound<'_, PyMask>) {
        slf.edit(Mask::invert);
    }

    /// Makes every clear pixel solid that is enclosed by solid ones.
    fn fill_holes(slf: &Bound<'_, PyMask>) {
        slf.edit(Mask::fill_holes);
    }

    /// Makes every pixel solid that is solid in the other shape.
    #[pyo3(signature = (other, offset = Pixel(Point::ZERO)))]
    #[pyo3(text_signature = "($self, other, offset=(0, 0))")]
    fn union_with(slf: &Bound<'_, PyMask>, other: AnyShape, offset: Pixel) {
        edit_by_shape!(slf, other, offset, union_with);
    }

    /// Clears every pixel that is not solid in the other shape.
    #[pyo3(signature = (other, offset = Pixel(Point::ZERO)))]
    #[pyo3(text_signature = "($self, other, offset=(0, 0))")]
    fn intersect_with(slf: &Bound<'_, PyMask>, other: AnyShape, offset: Pixel) {
        edit_by_shape!(slf, other, offset, intersect_with);
    }

    /// Clears every pixel that is solid in the other shape.
    #[pyo3(signature = (other, offset = Pixel(Point::ZERO)))]
    #[pyo3(text_signature = "($self, other, offset=(0, 0))")]
    fn difference_with(slf: &Bound<'_, PyMask>, other: AnyShape, offset: Pixel) {
        edit_by_shape!(slf, other, offset, difference_with);
    }

    /// Toggles every pixel that is solid in the other shape.
    #[pyo3(signature = (other, offset = Pixel(Point::ZERO)))]
    #[pyo3(text_signature = "($self, other, offset=(0, 0))")]
    fn symmetric_difference_with(slf: &Bound<'_, PyMask>, other: AnyShape, offset: Pixel) {
        edit_by_shape!(slf, other, offset, symmetric_difference_with);
    }

    fn __and__(slf: &Bound<'_, PyMask>, other: AnyShape) -> PyMask {
        operator!(slf, other, intersect_with)
    }

    fn __or__(slf: &Bound<'_, PyMask>, other: AnyShape) -> PyMask {
        operator!(slf, other, union_with)
    }

    fn __xor__(slf: &Bound<'_, PyMask>, other: AnyShape) -> PyMask {
        operator!(slf, other, symmetric_difference_with)
    }

    fn __sub__(slf: &Bound<'_, PyMask>, other: AnyShape) -> PyMask {
        operator!(slf, other, difference_with)
    }

    fn __invert__(slf: &Bound<'_, PyMask>) -> PyMask {
        let mut mask = Mask::clone(&slf.snapshot());
        mask.invert();
        PyMask::of(mask)
    }

    /// All pixels at most `n` pixels away, as a larger mask, and the place (x, y) of its corner in this mask's pixels.
    ///
    /// element: 'disc', 'box' or 'diamond'. Raises ValueError if the result would be too large.
    #[pyo3(signature = (n, element = "disc"))]
    fn grow(slf: &Bound<'_, PyMask>, n: u32, element: &str) -> PyResult<(PyMask, Xy)> {
        let element = choice(element, "element")?;
        let (mask, corner) = slf.ask(LONG_BY_PIXEL, |mask| mask.try_grow(n, element)).raise()?;
        Ok((PyMask::of(mask), xy(corner)))
    }

    /// All pixels that are more than `n` pixels away from every clear pixel, and the place (x, y) of the result's corner.
    #[pyo3(signature = (n, element = "disc"))]
    fn shrink(slf: &Bound<'_, PyMask>, n: u32, element: &str) -> PyResult<(PyMask, Xy)> {
        let element = choice(element, "element")?;
        let (mask, corner) = slf.ask(LONG_BY_PIXEL, |mask| mask.shrink(n, element));
        Ok((PyMask::of(mask), xy(corner)))
    }
}
