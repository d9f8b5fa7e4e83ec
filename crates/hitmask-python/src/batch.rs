//! Many pairs in one call: NumPy arrays in, NumPy arrays out, without Python's lock, on as many threads as are asked for.

use std::sync::Arc;
use std::thread;

use hitmask::{Mask, PixelRule, Point, Pose};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;

use crate::array::{array_of, bytes_of};
use crate::mask::{MaskObject, PyMask};
use crate::pose::{PyPose, pixel_rule};

/// Pairs of a round, which are looked up and then asked together.
const ROUND: usize = 1024;

/// Checked arguments: masks, and pairs of indices with an offset each.
struct Batch {
    masks: Vec<Arc<Mask>>,
    pairs: Vec<[u32; 2]>,
    offsets: Vec<Point>,
}

/// What `row` makes of each row of an array of whole numbers of the shape (n, 2). It gets the number of the row and its two numbers.
fn two_columns<R>(
    array: &Bound<'_, PyAny>,
    what: &str,
    row: impl Fn(usize, [i64; 2]) -> PyResult<R>,
) -> PyResult<Vec<R>> {
    let py = array.py();
    let numpy = py.import(intern!(py, "numpy"))?;
    let array = numpy.call_method1(intern!(py, "asarray"), (array,))?;
    let shape: Vec<usize> = array.getattr(intern!(py, "shape"))?.extract()?;
    if shape == [0] {
        return Ok(Vec::new());
    }
    if shape.len() != 2 || shape[1] != 2 {
        return Err(PyValueError::new_err(format!("{what} must have the shape (n, 2), not {shape:?}")));
    }
    let kind: String = array.getattr(intern!(py, "dtype"))?.getattr(intern!(py, "kind"))?.extract()?;
    if kind != "i" && kind != "u" {
        return Err(PyTypeError::new_err(format!("{what} must hold whole numbers")));
    }
    // The usual types are read as they are.
    if let Ok(numbers) = PyBuffer::<u32>::get(&array) {
        return rows(&numbers.to_vec(py)?, row);
    }
    if let Ok(numbers) = PyBuffer::<i32>::get(&array) {
        return rows(&numbers.to_vec(py)?, row);
    }
    let array = numpy.call_method1(intern!(py, "ascontiguousarray"), (array, "int64"))?;
    rows(&PyBuffer::<i64>::get(&array)?.to_vec(py)?, row)
}

fn rows<T: Element + Into<i64>, R>(
    numbers: &[T],
    row: impl Fn(usize, [i64; 2]) -> PyResult<R>,
) -> PyResult<Vec<R>> {
    let mut rows = Vec::with_capacity(numbers.len() / 2);
    for (i, &[x, y]) in numbers.as_chunks().0.iter().enumerate() {
        rows.push(row(i, [x.into(), y.into()])?);
    }
    Ok(rows)
}

/// The masks of a sequence.
fn masks_of(masks: &Bound<'_, PyAny>) -> PyResult<Vec<Arc<Mask>>> {
    masks
        .try_iter()?
        .map(|mask| {
            Ok(mask?.cast::<PyMask>().map_err(|error| PyTypeError::new_err(error.to_string()))?.snapshot())
        })
        .collect()
}

/// Two indices of masks for each pair.
fn indices(pairs: &Bound<'_, PyAny>, masks: usize) -> PyResult<Vec<[u32; 2]>> {
    two_columns(pairs, "pairs", |pair, indices| {
        let exists = |index: i64| (index as u64) < masks as u64;
        match indices {
            [a, b] if exists(a) && exists(b) => Ok([a as u32, b as u32]),
            [a, b] => {
                let index = if exists(a) { b } else { a };
                Err(PyIndexError::new_err(format!(
                    "pair {pair} asks for mask {index}, but there are {masks} masks"
                )))
            }
        }
    })
}

impl Batch {
    fn new(
        masks: &Bound<'_, PyAny>,
        pairs: &Bound<'_, PyAny>,
        offsets: &Bound<'_, PyAny>,
    ) -> PyResult<Batch> {
        let masks = masks_of(masks)?;
        let pairs = indices(pairs, masks.len())?;
        let offsets = two_columns(offsets, "offsets", |pair, [x, y]| {
            let number = |x: i64| {
                i32::try_from(x).map_err(|_| {
                    PyOverflowError::new_err(format!(
                        "the offset of pair {pair} has {x}, which does not fit 32 bits"
                    ))
                })
            };
            Ok(Point::new(number(x)?, number(y)?))
        })?;
        if offsets.len() != pairs.len() {
            let text = format!(
                "there must be as many offsets as pairs, but there are {} and {}",
                offsets.len(),
                pairs.len()
            );
            return Err(PyValueError::new_err(text));
        }
        Ok(Batch { masks, pairs, offsets })
    }

    fn pair(&self, i: usize) -> (&Mask, &Mask, Point) {
        let [a, b] = self.pairs[i];
        (&self.masks[a as usize], &self.masks[b as usize], self.offsets[i])
    }
}

/// Fills the answers on so many threads. `fill` gets the number of the first answer of its part.
fn spread<T: Send + Clone>(threads: usize, answers: &mut [T], fill: impl Fn(usize, &mut [T]) + Sync) {
    let part = answers.len().div_ceil(threads.max(1)).max(1);
    if part >= answers.len() {
        return fill(0, answers);
    }
    thread::scope(|scope| {
        let fill = &fill;
        for (number, answers) in answers.chunks_mut(part).enumerate() {
            scope.spawn(move || fill(number * part, answers));
        }
    });
}

/// How many threads: as many as are asked for, or one for each core.
fn thread_count(threads: Option<usize>) -> PyResult<usize> {
    match threads {
        Some(0) => Err(PyValueError::new_err("threads must be at least 1, or None for one thread a core")),
        Some(threads) => Ok(threads.min(1024)),
        None => Ok(thread::available_parallelism().map_or(1, usize::from)),
    }
}

/// Whether each pair of masks overlaps: a NumPy array of bools.
///
/// masks: a sequence of masks. pairs: whole numbers of the shape (n, 2), two indices into masks for each pair. offsets: whole numbers of
/// the shape (n, 2), the second mask's corner minus the first one's. threads: how many threads work, None for one a core.
///
/// Raises IndexError if there is no such mask. Other Python threads run meanwhile.
#[pyfunction]
#[pyo3(signature = (masks, pairs, offsets, *, threads = Some(1)))]
#[pyo3(text_signature = "(masks, pairs, offsets, *, threads=1)")]
pub(crate) fn overlaps_batch<'py>(
    py: Python<'py>,
    masks: &Bound<'py, PyAny>,
    pairs: &Bound<'py, PyAny>,
    offsets: &Bound<'py, PyAny>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let (batch, threads) = (Batch::new(masks, pairs, offsets)?, thread_count(threads)?);
    let mut answers = vec![false; batch.pairs.len()];
    py.detach(|| {
        spread(threads, &mut answers, |first, answers| {
            for (round, answers) in answers.chunks_mut(ROUND).enumerate() {
                let begin = first + round * ROUND;
                let pairs: Vec<_> = (begin..begin + answers.len()).map(|i| batch.pair(i)).collect();
                hitmask::overlaps_batch(&pairs, answers);
            }
        });
    });
    array_of(py, &bytes_of(&answers, |answer| [u8::from(answer)]), "bool", &[answers.len()])
}

/// How many pixels overlap in each pair of masks: a NumPy array of uint64. The arguments are those of `overlaps_batch`.
#[pyfunction]
#[pyo3(signature = (masks, pairs, offsets, *, threads = Some(1)))]
#[pyo3(text_signature = "(masks, pairs, offsets, *, threads=1)")]
pub(crate) fn overlap_areas_batch<'py>(
    py: Python<'py>,
    masks: &Bound<'py, PyAny>,
    pairs: &Bound<'py, PyAny>,
    offsets: &Bound<'py, PyAny>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let (batch, threads) = (Batch::new(masks, pairs, offsets)?, thread_count(threads)?);
    let mut answers = vec![0u64; batch.pairs.len()];
    py.detach(|| {
        spread(threads, &mut answers, |first, answers| {
            for (i, answer) in answers.iter_mut().enumerate() {
                let (a, b, offset) = batch.pair(first + i);
                *answer = a.overlap_area(b, offset);
            }
        });
    });
    array_of(py, &bytes_of(&answers, u64::to_ne_bytes), "uint64", &[answers.len()])
}

/// The first pixel that is solid in both masks of each pair: a NumPy array of bools that says which pairs overlap, and one of int32 of the
/// shape (n, 2) with the pixels, (0, 0) where there is none. The arguments are those of `overlaps_batch`.
#[pyfunction]
#[pyo3(signature = (masks, pairs, offsets, *, threads = Some(1)))]
#[pyo3(text_signature = "(masks, pairs, offsets, *, threads=1)")]
pub(crate) fn first_overlaps_batch<'py>(
    py: Python<'py>,
    masks: &Bound<'py, PyAny>,
    pairs: &Bound<'py, PyAny>,
    offsets: &Bound<'py, PyAny>,
    threads: Option<usize>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let (batch, threads) = (Batch::new(masks, pairs, offsets)?, thread_count(threads)?);
    let mut answers = vec![None::<Point>; batch.pairs.len()];
    py.detach(|| {
        spread(threads, &mut answers, |first, answers| {
            for (i, answer) in answers.iter_mut().enumerate() {
                let (a, b, offset) = batch.pair(first + i);
                *answer = a.first_overlap(b, offset);
            }
        });
    });
    let found = bytes_of(&answers, |answer| [u8::from(answer.is_some())]);
    let flat: Vec<i32> =
        answers.iter().flat_map(|answer| answer.map_or([0, 0], |point| [point.x, point.y])).collect();
    let n = answers.len();
    Ok((
        array_of(py, &found, "bool", &[n])?,
        array_of(py, &bytes_of(&flat, i32::to_ne_bytes), "int32", &[n, 2])?,
    ))
}

/// Whether each pair of posed masks overlaps: a NumPy array of bools.
///
/// masks and poses: sequences of the same length, the sprites. pairs: whole numbers of the shape (n, 2), two indices into them for each
/// pair. rule: 'raster' or 'geometry'. threads: how many threads work, None for one a core.
#[pyfunction]
#[pyo3(signature = (masks, poses, pairs, *, rule = None, threads = Some(1)))]
#[pyo3(text_signature = "(masks, poses, pairs, *, rule='raster', threads=1)")]
pub(crate) fn overlaps_posed_batch<'py>(
    py: Python<'py>,
    masks: &Bound<'py, PyAny>,
    poses: Vec<PyRef<'py, PyPose>>,
    pairs: &Bound<'py, PyAny>,
    rule: Option<&Bound<'py, PyAny>>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let (masks, threads) = (masks_of(masks)?, thread_count(threads)?);
    let rule: PixelRule = pixel_rule(rule)?;
    let poses: Vec<Pose> = poses.into_iter().map(|pose| pose.pose).collect();
    if poses.len() != masks.len() {
        let text = format!(
            "there must be as many poses as masks, but there are {} and {}",
            poses.len(),
            masks.len()
        );
        return Err(PyValueError::new_err(text));
    }
    let pairs = indices(pairs, masks.len())?;
    let mut answers = vec![false; pairs.len()];
    py.detach(|| {
        spread(threads, &mut answers, |first, answers| {
            for (i, answer) in answers.iter_mut().enumerate() {
                let [a, b] = pairs[first + i].map(|index| index as usize);
                *answer = masks[a].overlaps_posed(&poses[a], &masks[b], &poses[b], rule);
            }
        });
    });
    array_of(py, &bytes_of(&answers, |answer| [u8::from(answer)]), "bool", &[answers.len()])
}
