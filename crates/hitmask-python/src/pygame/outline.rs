//! pygame's outline: the pixels of the first component's border, clockwise, from pixel to one of its eight neighbours. A pixel may be
//! visited several times.

use std::ffi::c_int;

use hitmask::Mask;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::mask::{LONG_BY_PIXEL, MaskObject, PyMask};
use crate::pixels::KeptOutline;

/// Right, then clockwise (y points down).
const AROUND: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// For each direction and the 3 x 3 pixels around a pixel (rows from the top, pixels from the right, from the lowest bit): the first
/// direction with a solid neighbour, from two before that direction on, clockwise.
static NEXT: [[u8; 512]; 8] = next_directions();

const fn next_directions() -> [[u8; 512]; 8] {
    let mut next = [[0; 512]; 8];
    let mut direction = 0;
    while direction < 8 {
        let mut pixels = 0;
        while pixels < 512 {
            let mut turned = 0;
            while turned < 8 {
                let d = (direction + 6 + turned) % 8;
                let (x, y) = AROUND[d];
                if pixels >> (3 * (y + 1) + 1 - x) & 1 != 0 {
                    next[direction][pixels] = d as u8;
                    break;
                }
                turned += 1;
            }
            pixels += 1;
        }
        direction += 1;
    }
    next
}

/// The longest outline that is kept, in points of about 70 bytes.
const KEPT: usize = 1 << 14;

/// The outline as a list of tuples, every so-many-th point of it. The one with all points is kept from the second question on.
pub(super) fn asked<'py>(mask: &Bound<'py, PyMask>, every: i32) -> PyResult<Bound<'py, PyList>> {
    let py = mask.py();
    let (known, asked, edits) = mask.with_pixels(|pixels| {
        let edits = pixels.edits();
        let kept = pixels.outline();
        match kept {
            KeptOutline::Known(points) if every == 1 => (Some(points.clone_ref(py)), true, edits),
            KeptOutline::Unknown if every == 1 => {
                *kept = KeptOutline::Asked;
                (None, false, edits)
            }
            _ => (None, true, edits),
        }
    });
    if let Some(points) = known {
        return Ok(points.bind(py).to_list());
    }
    let step = usize::try_from(every).ok().filter(|&every| every > 0).unwrap_or(usize::MAX);
    let points = mask.ask(LONG_BY_PIXEL, |mask| {
        let first = mask.bounds().and_then(|bounds| mask.first_overlap(&bounds, (0, 0)))?;
        let room = 2 * (mask.width() + mask.height()) as usize / step.min(1 << 16);
        Some(outline(&Rows::of(mask), (first.x, first.y), step, room))
    });
    let Some(points) = points else { return Ok(PyList::empty(py)) };
    if every != 1 || !asked || points.len() > KEPT {
        return Ok(filled(py, &points, ffi::PyList_New, ffi::PyList_SetItem)?.cast_into()?);
    }
    let kept: Bound<'_, PyTuple> =
        filled(py, &points, ffi::PyTuple_New, ffi::PyTuple_SetItem)?.cast_into()?;
    let list = kept.to_list();
    mask.with_pixels(|pixels| {
        // Meanwhile another thread may have edited the mask.
        if pixels.edits() == edits {
            *pixels.outline() = KeptOutline::Known(kept.unbind());
        }
    });
    Ok(list)
}

/// Every `step`th pixel of the outline, which begins and ends at the first pixel of the mask.
fn outline(rows: &Rows, first: (i32, i32), step: usize, room: usize) -> Vec<(i32, i32)> {
    let moved = |(x, y): (i32, i32), d: u8| (x + AROUND[d as usize].0, y + AROUND[d as usize].1);
    // Most outlines are about as long as the border of the mask.
    let mut points = Vec::with_capacity(room);
    points.push(first);
    let around = rows.around(first);
    if around & !MIDDLE == 0 {
        return points;
    }
    // From two before down: from the right on.
    let begin = NEXT[2][around];
    let second = moved(first, begin);
    let (mut at, mut direction) = (second, begin);
    let mut until_next = step - 1;
    loop {
        if until_next == 0 {
            points.push(at);
            until_next = step;
        }
        until_next -= 1;
        // Search from just after the way back, clockwise. The pixel that it came from is solid, so there is one.
        direction = NEXT[direction as usize][rows.around(at)];
        let then = moved(at, direction);
        if at == first && then == second {
            return points;
        }
        at = then;
    }
}

/// The bit of the pixel itself among the 3 x 3.
const MIDDLE: usize = 1 << 4;

/// The words of a mask, row by row, with clear pixels on all sides. The leftmost pixel is the highest bit.
struct Rows {
    words: Vec<u64>,
    /// Words of a row: one clear word, those of the mask, and one more clear word. A clear row comes first, and another one last.
    stride: usize,
}

impl Rows {
    fn of(mask: &Mask) -> Rows {
        let columns = mask.width().div_ceil(64) as usize;
        let stride = columns + 2;
        let mut words = vec![0; stride * (mask.height() as usize + 2)];
        let rows = words[stride..].chunks_exact_mut(stride);
        for (row, of_mask) in rows.zip(mask.to_row_words64().chunks_exact(columns.max(1))) {
            row[1..=columns].copy_from_slice(of_mask);
        }
        Rows { words, stride }
    }

    /// The 3 x 3 pixels around a pixel of the mask, as the index of [`NEXT`].
    #[inline(always)]
    fn around(&self, (x, y): (i32, i32)) -> usize {
        // The pixel to the left, counted from the clear word.
        let left = x as usize + 63;
        let (column, bit) = (left / 64, left % 64);
        let words = &self.words[y as usize * self.stride + column..];
        let three = |words: &[u64]| ((words[0] << bit | words[1] >> 1 >> (63 - bit)) >> 61) as usize;
        three(words) | three(&words[self.stride..]) << 3 | three(&words[2 * self.stride..]) << 6
    }
}

/// The points as tuples, in a new list or a new tuple: `new` makes it, and `set` fills a place of it. At least one point is needed.
#[inline]
#[expect(
    unsafe_code,
    reason = "PyO3's own way takes twice as many calls, and they are most of the time of an outline"
)]
fn filled<'py>(
    py: Python<'py>,
    points: &[(i32, i32)],
    new: unsafe extern "C" fn(ffi::Py_ssize_t) -> *mut ffi::PyObject,
    set: unsafe extern "C" fn(*mut ffi::PyObject, ffi::Py_ssize_t, *mut ffi::PyObject) -> c_int,
) -> PyResult<Bound<'py, PyAny>> {
    // Most points share a coordinate with the one before, so they share its number, too.
    let number = |x: i32| x.into_pyobject(py);
    let (mut x, mut y) = (points[0].0, points[0].1);
    let (mut x_number, mut y_number) = (number(x)?, number(y)?);
    // SAFETY: a new object, or null with an exception.
    let made = unsafe { Bound::from_owned_ptr_or_err(py, new(points.len() as isize))? };
    for (i, &point) in points.iter().enumerate() {
        if point.0 != x {
            x = point.0;
            x_number = number(x)?;
        }
        if point.1 != y {
            y = point.1;
            y_number = number(y)?;
        }
        // SAFETY: two objects are packed, as the number says. The new object checks the place, and takes over the tuple.
        unsafe {
            let tuple = ffi::PyTuple_Pack(2, x_number.as_ptr(), y_number.as_ptr());
            if tuple.is_null() || set(made.as_ptr(), i as isize, tuple) != 0 {
                return Err(PyErr::fetch(py));
            }
        }
    }
    Ok(made)
}
