//! Editing masks, and masks by operators.

use super::{MaskObject, PyMask};
use crate::prelude::*;

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
}
