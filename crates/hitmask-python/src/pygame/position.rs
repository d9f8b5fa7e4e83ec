//! How pygame reads two numbers: floats lose their fraction, integers their upper bits, and a tuple may be wrapped in tuples.

use hitmask::Point;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyTuple};

/// Two numbers as pygame reads them, or a TypeError that names the argument.
#[inline]
pub(super) fn two_ints(value: &Bound<'_, PyAny>, name: &str) -> PyResult<(i32, i32)> {
    pair(value).ok_or_else(|| PyTypeError::new_err(format!("{name} must be two numbers")))
}

/// An offset that may be left out. `None` is not the same as leaving it out: it is an error.
pub(super) struct Offset(pub(super) Point);

/// A position that may be left out. `None` is an error here, too.
pub(super) struct OptionalPosition(pub(super) Option<(i32, i32)>);

impl<'py> FromPyObject<'_, 'py> for Offset {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Offset> {
        Ok(Offset(two_ints(&value, "offset")?.into()))
    }
}

impl<'py> FromPyObject<'_, 'py> for OptionalPosition {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<OptionalPosition> {
        Ok(OptionalPosition(Some(two_ints(&value, "pos")?)))
    }
}

fn pair(value: &Bound<'_, PyAny>) -> Option<(i32, i32)> {
    if let Ok(tuple) = value.cast::<PyTuple>() {
        return match tuple.len() {
            2 => Some((int(&*tuple.get_borrowed_item(0).ok()?)?, int(&*tuple.get_borrowed_item(1).ok()?)?)),
            1 => pair(&*tuple.get_borrowed_item(0).ok()?),
            _ => None,
        };
    }
    if value.is_instance_of::<PyDict>() || value.len().ok()? != 2 {
        return None;
    }
    Some((int(&value.get_item(0).ok()?)?, int(&value.get_item(1).ok()?)?))
}

/// Two plain integers in a plain tuple, as most programs write them. To read them runs no Python code.
#[inline]
pub(super) fn plain_pair(value: &Bound<'_, PyAny>) -> Option<(i32, i32)> {
    let tuple = value.cast_exact::<PyTuple>().ok().filter(|tuple| tuple.len() == 2)?;
    let plain = |at| tuple.get_borrowed_item(at).ok().filter(|number| number.is_exact_instance_of::<PyInt>());
    Some((int(&*plain(0)?)?, int(&*plain(1)?)?))
}

/// A number as a C program on a 64-bit PC converts it to `int`.
#[inline]
fn int(value: &Bound<'_, PyAny>) -> Option<i32> {
    // Most numbers are plain integers, and this is the fastest of the three questions.
    if !value.is_exact_instance_of::<PyInt>()
        && let Ok(number) = value.cast::<PyFloat>()
    {
        let number = number.value().trunc();
        let fits = number >= f64::from(i32::MIN) && number <= f64::from(i32::MAX);
        return Some(if fits { number as i32 } else { i32::MIN });
    }
    // The upper bits are lost, as in C.
    value.extract::<i64>().ok().map(|number| number as i32)
}
