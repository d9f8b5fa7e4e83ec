//! pygame's outline: the pixels of the first component's border, clockwise, from pixel to one of its eight neighbours. A pixel may be
//! visited several times.

use std::convert::Infallible;

use hitmask::Mask;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyTuple};

use crate::late::Late;
use crate::mask::{LONG_BY_PIXEL, LONG_BY_WORD, MaskObject, PyMask};
use crate::numbers::couple;
use crate::pixels::KeptOutline;

/// Right, then clockwise (y points down).
const AROUND: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// For each direction and the 3 x 3 pixels around a pixel (rows from the top, pixels from the left, from the lowest bit): the first
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
                if pixels >> (3 * (y + 1) + x + 1) & 1 != 0 {
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
            KeptOutline::Known(points) if every == 1 => (Some(points.get().clone_ref(py)), true, edits),
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
    if step != 1 {
        // Most of the time goes into points that are left out, so other threads may run meanwhile.
        let points = mask.ask(LONG_BY_PIXEL, |mask| every_so_many(&Padded::of(mask), step));
        return PyList::new(py, points);
    }
    let rows = mask.ask(LONG_BY_WORD, Padded::of);
    // Most sprites are about as wide as high, and their outlines about as long as the border of the mask.
    let mut points = Vec::with_capacity(4 * rows.height);
    let mut tuples = Tuples::new(py)?;
    // Each tuple is made when its point is found: the processor then searches for the next points meanwhile.
    walk(&rows, |point| {
        points.push(tuples.tuple(point)?);
        PyResult::Ok(())
    })?;
    if !asked || points.len() > KEPT {
        return PyList::new(py, points);
    }
    let kept = PyTuple::new(py, points)?;
    let list = kept.to_list();
    mask.with_pixels(|pixels| {
        // Meanwhile another thread may have edited the mask.
        if pixels.edits() == edits {
            *pixels.outline() = KeptOutline::Known(Late::new(kept.unbind()));
        }
    });
    Ok(list)
}

/// Every `step`th point of the outline.
fn every_so_many(rows: &Padded, step: usize) -> Vec<(i32, i32)> {
    let (mut points, mut until_next) = (Vec::new(), 0);
    let Ok(()) = walk(rows, |point| {
        if until_next == 0 {
            points.push(point);
            until_next = step;
        }
        until_next -= 1;
        Ok::<(), Infallible>(())
    });
    points
}

/// Visits the points of the outline, which begins and ends at the first pixel of the mask.
#[inline(always)]
fn walk<E>(rows: &Padded, mut visit: impl FnMut((i32, i32)) -> Result<(), E>) -> Result<(), E> {
    let moved = |(x, y): (i32, i32), d: u8| (x + AROUND[d as usize].0, y + AROUND[d as usize].1);
    let Some(first) = rows.first else { return Ok(()) };
    visit(first)?;
    let around = rows.around(first);
    if around & !MIDDLE == 0 {
        return Ok(());
    }
    // From two before down: from the right on.
    let begin = NEXT[2][around];
    let second = moved(first, begin);
    let (mut at, mut direction) = (second, begin);
    loop {
        visit(at)?;
        // Search from just after the way back, clockwise. The pixel that it came from is solid, so there is one.
        direction = NEXT[direction as usize][rows.around(at)];
        let then = moved(at, direction);
        if at == first && then == second {
            return Ok(());
        }
        at = then;
    }
}

/// The bit of the pixel itself among the 3 x 3.
const MIDDLE: usize = 1 << 4;

/// The words of a mask, column by column from the left, each from the top down, with clear pixels on all sides. The leftmost pixel of a
/// word is the lowest bit.
struct Padded {
    words: Vec<u64>,
    /// Words of a column: those of the mask, with a clear one above and one below. There is one more clear column on each side.
    height: usize,
    /// The first pixel of the mask.
    first: Option<(i32, i32)>,
}

impl Padded {
    fn of(mask: &Mask) -> Padded {
        let (columns, rows) = (mask.width().div_ceil(64), mask.height() as usize);
        let height = rows + 2;
        let mut words = vec![0; height * (columns as usize + 2)];
        for (column, words) in (0..columns).zip(words[height..].chunks_exact_mut(height)) {
            mask.__copy_column64(column, &mut words[1..=rows]);
        }
        Padded { words, height, first: mask.points().next().map(|point| (point.x, point.y)) }
    }

    /// The 3 x 3 pixels around a pixel of the mask, as the index of [`NEXT`].
    #[inline(always)]
    fn around(&self, (x, y): (i32, i32)) -> usize {
        // The pixel to the left, counted from the clear column.
        let left = x as usize + 63;
        let (column, bit) = (left / 64, left % 64);
        let near = &self.words[column * self.height + y as usize..][..self.height + 3];
        let three =
            |row: usize| ((near[row] >> bit | near[self.height + row] << 1 << (63 - bit)) & 7) as usize;
        three(0) | three(1) << 3 | three(2) << 6
    }
}

/// Makes tuples of points. Most points share a coordinate with the one before, so they share its number, too.
struct Tuples<'py> {
    x: (i32, Bound<'py, PyInt>),
    y: (i32, Bound<'py, PyInt>),
}

impl<'py> Tuples<'py> {
    fn new(py: Python<'py>) -> PyResult<Tuples<'py>> {
        let zero = 0i32.into_pyobject(py)?;
        Ok(Tuples { x: (0, zero.clone()), y: (0, zero) })
    }

    #[inline(always)]
    fn tuple(&mut self, (x, y): (i32, i32)) -> PyResult<Bound<'py, PyTuple>> {
        let py = self.x.1.py();
        if x != self.x.0 {
            self.x = (x, x.into_pyobject(py)?);
        }
        if y != self.y.0 {
            self.y = (y, y.into_pyobject(py)?);
        }
        couple(&self.x.1, &self.y.1)
    }
}
