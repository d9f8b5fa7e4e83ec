//! Points, sizes, rectangles and words that Python gives and takes.

use std::ops::Deref;

use crate::prelude::*;
use hitmask::Margins;
use pyo3::ffi;
use pyo3::types::{PyFloat, PyInt};

/// A whole pixel: anything with two whole numbers, such as `(3, -4)`, a list, a NumPy array or a vector of a game library.
#[derive(Clone, Copy)]
pub(crate) struct Pixel(pub(crate) Point);

/// A position or a motion that may lie between pixels: anything with two numbers.
#[derive(Clone, Copy)]
pub(crate) struct Position(pub(crate) f64, pub(crate) f64);

/// A rectangle: anything with four whole numbers x, y, width and height.
#[derive(Clone, Copy)]
pub(crate) struct Box4(pub(crate) Rect);

/// The margins of nine slices: anything with four whole numbers left, top, right and bottom.
#[derive(Clone, Copy)]
pub(crate) struct SliceMargins(pub(crate) Margins);

impl<'py> FromPyObject<'_, 'py> for SliceMargins {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<SliceMargins> {
        let [left, top, right, bottom]: [Bound<'_, PyAny>; 4] = value.extract().map_err(|_| {
            PyTypeError::new_err("the margins must be four whole numbers: left, top, right and bottom")
        })?;
        let side = |value: &Bound<'_, PyAny>, what| length(value, what);
        Ok(SliceMargins(Margins {
            left: side(&left, "the left margin")?,
            top: side(&top, "the upper margin")?,
            right: side(&right, "the right margin")?,
            bottom: side(&bottom, "the lower margin")?,
        }))
    }
}

/// The items of a sequence. The `Vec` of PyO3 believes what an object says of its length, and asks for as much memory: if that is not there,
/// the program ends.
pub(crate) struct All<T>(pub(crate) Vec<T>);

impl<T> Default for All<T> {
    fn default() -> All<T> {
        All(Vec::new())
    }
}

impl<T> Deref for All<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> IntoIterator for All<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> std::vec::IntoIter<T> {
        self.0.into_iter()
    }
}

/// The items of a dict as they are now. Numbers may run code, which may change the dict while its items are read.
pub(crate) struct Items<K, V>(pub(crate) Vec<(K, V)>);

/// What a point is in Python.
pub(crate) type Xy = (i32, i32);
/// What a rectangle is in Python: x, y, width, height.
pub(crate) type Xywh = (i32, i32, u32, u32);

/// A position in pixels.
pub(crate) fn pixels(position: PointQ16) -> (f64, f64) {
    position.to_f64().into()
}

pub(crate) fn xy(point: Point) -> Xy {
    (point.x, point.y)
}

/// A list of so many points.
pub(crate) fn points_of(area: u64, points: impl Iterator<Item = Point>) -> PyResult<Vec<Xy>> {
    if area > Mask::MAX_PIXELS / 8 {
        return Err(PyMemoryError::new_err(format!(
            "a list of {area} points is too long; ask for overlap_mask"
        )));
    }
    Ok(points.map(xy).collect())
}

/// A tuple of two objects.
#[inline]
#[expect(unsafe_code, reason = "PyO3 calls Python three times to make it, and some methods do little else")]
pub(crate) fn couple<'py, T>(a: &Bound<'py, T>, b: &Bound<'py, T>) -> PyResult<Bound<'py, PyTuple>> {
    // SAFETY: two objects are packed, as the number says. The answer is a new tuple, or null with an exception.
    unsafe {
        let tuple = ffi::PyTuple_Pack(2, a.as_ptr(), b.as_ptr());
        Ok(Bound::from_owned_ptr_or_err(a.py(), tuple)?.cast_into_unchecked())
    }
}

pub(crate) fn xywh(rect: Rect) -> Xywh {
    (rect.x, rect.y, rect.w, rect.h)
}

/// A whole number. A float counts if it is whole.
pub(crate) fn whole(value: &Bound<'_, PyAny>, what: &str) -> PyResult<i64> {
    if let Ok(number) = value.extract::<i64>() {
        return Ok(number);
    }
    // Not an integer, or one that is too large.
    if let Ok(number) = value.cast::<PyFloat>() {
        let number = number.value();
        if number.fract() == 0.0 && number.abs() < 9e15 {
            return Ok(number as i64);
        }
        return Err(PyValueError::new_err(format!("{what} must be a whole number, not {number}")));
    }
    match value.extract::<i64>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            Err(PyOverflowError::new_err(format!("{what} does not fit 64 bits")))
        }
        _ => match value.call_method0("__index__").or_else(|_| value.call_method0("__float__")) {
            Ok(number) if !number.is(value) && number.get_type().is(value.py().get_type::<PyFloat>()) => {
                whole(&number, what)
            }
            _ => {
                Err(PyTypeError::new_err(format!("{what} must be a whole number, not {}", type_name(value))))
            }
        },
    }
}

/// A whole number that fits i32.
pub(crate) fn whole32(value: &Bound<'_, PyAny>, what: &str) -> PyResult<i32> {
    let number = whole(value, what)?;
    i32::try_from(number)
        .map_err(|_| PyOverflowError::new_err(format!("{what} is {number}, which does not fit 32 bits")))
}

/// A number of pixels.
pub(crate) fn length(value: &Bound<'_, PyAny>, what: &str) -> PyResult<u32> {
    let number = whole(value, what)?;
    if number < 0 {
        return Err(PyValueError::new_err(format!("{what} is {number}, but must not be negative")));
    }
    u32::try_from(number)
        .map_err(|_| PyOverflowError::new_err(format!("{what} is {number}, which does not fit 32 bits")))
}

/// An index as Python counts: negative from the end.
pub(crate) fn index(index: isize, len: usize, what: &str) -> PyResult<usize> {
    let from_start = if index < 0 { index + len as isize } else { index };
    usize::try_from(from_start)
        .ok()
        .filter(|&index| index < len)
        .ok_or_else(|| PyIndexError::new_err(format!("{what} {index} does not exist: there are {len}")))
}

/// A word of several parts with hyphens between them, as the words of all surfaces are written. Underscores mean the same.
pub(crate) fn hyphened(word: &str) -> String {
    word.replace('_', "-")
}

pub(crate) fn type_name(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "an object".to_owned(), |name| name.to_string())
}

/// All that an object of the caller gives. It may never end: where the memory does, this is a `MemoryError`, not the end of the program.
pub(crate) fn collected<T>(items: impl Iterator<Item = PyResult<T>>) -> PyResult<Vec<T>> {
    let mut all = Vec::new();
    for item in items {
        let item = item?;
        all.try_reserve(1)
            .map_err(|_| PyMemoryError::new_err(format!("no memory for more than {} items", all.len())))?;
        all.push(item);
    }
    Ok(all)
}

/// The N items of a sequence.
fn items<'py, const N: usize>(value: &Bound<'py, PyAny>, what: &str) -> PyResult<[Bound<'py, PyAny>; N]> {
    let wrong = || PyTypeError::new_err(format!("{what}, not {}", type_name(value)));
    if let Ok(tuple) = value.cast::<PyTuple>()
        && tuple.len() == N
    {
        let mut items = tuple.iter_borrowed();
        return Ok(std::array::from_fn(|_| items.next().expect("the length was checked").to_owned()));
    }
    if value.len().map_err(|_| wrong())? != N {
        return Err(PyTypeError::new_err(format!("{what}, not {}", value.repr()?)));
    }
    let all: Vec<_> = value.try_iter().map_err(|_| wrong())?.take(N + 1).collect::<PyResult<_>>()?;
    all.try_into().map_err(|_| wrong())
}

/// A number. Of an integer Python itself would make a float first, as an object.
#[inline]
fn number(value: &Bound<'_, PyAny>) -> PyResult<f64> {
    match value.is_exact_instance_of::<PyInt>().then(|| value.extract::<i64>()) {
        Some(Ok(whole)) => Ok(whole as f64),
        _ => value.extract(),
    }
}

/// A position and a motion, unless one is too far away.
pub(crate) fn path(position: Position, motion: Position) -> PyResult<(PointQ16, PointQ16)> {
    let path = PointQ16::from(position).checked("position");
    path.and_then(|position| Ok((position, PointQ16::from(motion).checked("motion")?))).raise()
}

/// Rounded to 65 536ths. What is too far away is refused by the verb that takes it.
impl From<Position> for PointQ16 {
    fn from(Position(x, y): Position) -> PointQ16 {
        (x, y).into()
    }
}

impl From<Position> for [f64; 2] {
    fn from(Position(x, y): Position) -> [f64; 2] {
        [x, y]
    }
}

impl<'py, T: FromPyObjectOwned<'py>> FromPyObject<'_, 'py> for All<T> {
    type Error = PyErr;

    #[expect(unsafe_code, reason = "PyO3 has no other way to ask what its own `Vec` asks")]
    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<All<T>> {
        // Python's own sequences say the truth.
        if value.is_exact_instance_of::<PyList>() || value.is_exact_instance_of::<PyTuple>() {
            return value.extract().map(All);
        }
        // SAFETY: an object, of which only the class is looked at.
        let is_sequence = unsafe { ffi::PySequence_Check(value.as_ptr()) } != 0;
        if !is_sequence || value.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err(format!("expected a sequence, not {}", type_name(&value))));
        }
        collected(value.try_iter()?.map(|item| item?.extract().map_err(Into::into))).map(All)
    }
}

impl<'py, K: FromPyObjectOwned<'py>, V: FromPyObjectOwned<'py>> FromPyObject<'_, 'py> for Items<K, V> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Items<K, V>> {
        Ok(Items(value.cast::<PyDict>()?.items().extract()?))
    }
}

impl<'py> FromPyObject<'_, 'py> for Pixel {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Pixel> {
        let value = &*value;
        if let Ok(tuple) = value.cast::<PyTuple>()
            && tuple.len() == 2
            && let (Ok(x), Ok(y)) =
                (tuple.get_borrowed_item(0)?.extract(), tuple.get_borrowed_item(1)?.extract())
        {
            return Ok(Pixel(Point::new(x, y)));
        }
        let [x, y] = items(value, "a point must be two numbers")?;
        Ok(Pixel(Point::new(whole32(&x, "x")?, whole32(&y, "y")?)))
    }
}

impl<'py> FromPyObject<'_, 'py> for Position {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Position> {
        let value = &*value;
        if let Ok(tuple) = value.cast::<PyTuple>()
            && tuple.len() == 2
        {
            return Ok(Position(
                number(&*tuple.get_borrowed_item(0)?)?,
                number(&*tuple.get_borrowed_item(1)?)?,
            ));
        }
        let [x, y] = items(value, "a position must be two numbers")?;
        Ok(Position(x.extract()?, y.extract()?))
    }
}

impl<'py> FromPyObject<'_, 'py> for Box4 {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Box4> {
        let [x, y, w, h] = items(&value, "a rectangle must be four numbers (x, y, width, height)")?;
        Ok(Box4(Rect::new(
            whole32(&x, "x")?,
            whole32(&y, "y")?,
            length(&w, "the width")?,
            length(&h, "the height")?,
        )))
    }
}
