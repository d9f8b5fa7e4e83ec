//! Many pairs in one call: NumPy arrays in, NumPy arrays out, without Python's lock, on as many threads as are asked for.
//!
//! Arrays are read where they are, by the threads that ask the pairs. Copies of them would be new memory in every call, and the first touch
//! of new memory takes as long as asking.

use std::ops::Range;
use std::sync::atomic::{AtomicI32, AtomicU32};
use std::thread;

use pyo3::buffer::{Element, PyBuffer};

use crate::array::array_by;
use crate::prelude::*;

/// Pairs of a round, which are looked up and then asked together.
const ROUND: usize = 256;

/// An array of whole numbers of the shape (n, 2), row by row without gaps.
enum TwoColumns {
    U32(PyBuffer<u32>),
    I32(PyBuffer<i32>),
    I64(PyBuffer<i64>),
}

impl TwoColumns {
    fn of(array: &Bound<'_, PyAny>, what: &str) -> PyResult<TwoColumns> {
        let py = array.py();
        let numpy = py.import(intern!(py, "numpy"))?;
        let array = numpy.call_method1(intern!(py, "asarray"), (array,))?;
        let shape: Vec<usize> = array.getattr(intern!(py, "shape"))?.extract()?;
        if shape != [0] && (shape.len() != 2 || shape[1] != 2) {
            return Err(PyValueError::new_err(format!("{what} must have the shape (n, 2), not {shape:?}")));
        }
        let dtype = array.getattr(intern!(py, "dtype"))?;
        let kind: String = dtype.getattr(intern!(py, "kind"))?.extract()?;
        // An empty list is an array of floats for NumPy.
        if kind != "i" && kind != "u" && shape != [0] {
            return Err(PyTypeError::new_err(format!("{what} must hold whole numbers")));
        }
        // The usual types are read as they are. An error means that it is an array of another type, or one with unaligned numbers.
        let native = dtype.call_method1(intern!(py, "newbyteorder"), ("=",))?;
        let array = numpy.call_method1(intern!(py, "ascontiguousarray"), (array, native))?;
        if let Some(numbers) = PyBuffer::get(&array).ok().filter(is_in_rows) {
            return Ok(TwoColumns::U32(numbers));
        }
        if let Some(numbers) = PyBuffer::get(&array).ok().filter(is_in_rows) {
            return Ok(TwoColumns::I32(numbers));
        }
        if let Some(numbers) = PyBuffer::get(&array).ok().filter(is_in_rows) {
            return Ok(TwoColumns::I64(numbers));
        }
        let array = numpy.call_method1(intern!(py, "array"), (array, "int64"))?;
        let numbers = Some(PyBuffer::get(&array)?).filter(is_in_rows);
        numbers.map(TwoColumns::I64).ok_or_else(|| {
            PyValueError::new_err(format!("{what} must be row by row, without gaps, and aligned in memory"))
        })
    }

    fn rows(&self) -> usize {
        let numbers = match self {
            TwoColumns::U32(numbers) => numbers.item_count(),
            TwoColumns::I32(numbers) => numbers.item_count(),
            TwoColumns::I64(numbers) => numbers.item_count(),
        };
        numbers / 2
    }

    /// Calls `f` with the two numbers of each of these rows.
    #[inline]
    fn each(&self, rows: Range<usize>, f: impl FnMut([i64; 2])) {
        match self {
            TwoColumns::U32(numbers) => each_row(numbers, rows, f),
            TwoColumns::I32(numbers) => each_row(numbers, rows, f),
            TwoColumns::I64(numbers) => each_row(numbers, rows, f),
        }
    }
}

/// A type of whole numbers that can be read while another thread writes them.
#[expect(unsafe_code, reason = "the buffer protocol passes pointers")]
trait Number: Element {
    /// Reads a number. The caller need not hold Python's lock, so another thread may write the number meanwhile: then this is the old or the
    /// new one.
    ///
    /// # Safety
    /// The pointer is valid for reads, and its address is a multiple of the number's size.
    unsafe fn read(at: *mut Self) -> i64;
}

#[expect(unsafe_code, reason = "the buffer protocol passes pointers")]
impl Number for u32 {
    #[inline]
    unsafe fn read(at: *mut u32) -> i64 {
        // SAFETY: the caller's promise. The alignment of an atomic number of 32 bits is that of the number.
        unsafe { AtomicU32::from_ptr(at) }.load(Ordering::Relaxed).into()
    }
}

#[expect(unsafe_code, reason = "the buffer protocol passes pointers")]
impl Number for i32 {
    #[inline]
    unsafe fn read(at: *mut i32) -> i64 {
        // SAFETY: as above.
        unsafe { AtomicI32::from_ptr(at) }.load(Ordering::Relaxed).into()
    }
}

#[expect(unsafe_code, reason = "the buffer protocol passes pointers")]
impl Number for i64 {
    #[inline]
    #[cfg(target_has_atomic = "64")]
    unsafe fn read(at: *mut i64) -> i64 {
        // SAFETY: the caller's promise. An atomic number of 64 bits is aligned to its size.
        unsafe { std::sync::atomic::AtomicI64::from_ptr(at) }.load(Ordering::Relaxed)
    }

    /// Here each half is the old or the new one.
    #[inline]
    #[cfg(not(target_has_atomic = "64"))]
    unsafe fn read(at: *mut i64) -> i64 {
        // SAFETY: the caller's promise. Both halves lie inside of the number.
        let half = |i| unsafe { AtomicU32::from_ptr(at.cast::<u32>().add(i)) }.load(Ordering::Relaxed);
        let (low, high) =
            if cfg!(target_endian = "little") { (half(0), half(1)) } else { (half(1), half(0)) };
        (u64::from(high) << 32 | u64::from(low)).cast_signed()
    }
}

/// Whether the numbers lie side by side and can be read by [`Number::read`].
fn is_in_rows<T: Number>(numbers: &PyBuffer<T>) -> bool {
    numbers.is_c_contiguous() && numbers.buf_ptr().addr().is_multiple_of(size_of::<T>())
}

/// Calls `f` with the two numbers of each of these rows. The numbers must be as [`is_in_rows`] says.
#[inline]
#[expect(unsafe_code, reason = "the buffer protocol passes pointers")]
fn each_row<T: Number>(numbers: &PyBuffer<T>, rows: Range<usize>, mut f: impl FnMut([i64; 2])) {
    assert!(rows.end <= numbers.item_count() / 2);
    for row in rows {
        // SAFETY: the buffer is held, and the row is one of its rows of two numbers, which lie side by side and are aligned.
        f([0, 1].map(|i| unsafe { T::read(numbers.buf_ptr().cast::<T>().add(2 * row + i)) }));
    }
}

impl TwoColumns {
    /// The first of these rows that `wrong` finds a number in. The numbers may have been changed since it was known that there is one.
    #[cold]
    fn find(&self, rows: Range<usize>, wrong: impl Fn([i64; 2]) -> Option<i64>) -> At {
        let (mut pair, mut found) = (rows.start, None);
        self.each(rows.clone(), |row| {
            found = found.or_else(|| wrong(row).map(|number| At { pair, number }));
            pair += 1;
        });
        found.unwrap_or(At { pair: rows.start, number: -1 })
    }
}

/// A pair and one of its numbers.
#[derive(Clone, Copy)]
struct At {
    pair: usize,
    number: i64,
}

/// What is wrong with a row of an array.
#[derive(Clone, Copy)]
enum Wrong {
    /// There is no mask with this index.
    Index(At),
    /// An offset does not fit.
    Offset(At),
}

/// Pairs of indices, as an array gives them.
struct Pairs {
    array: TwoColumns,
    /// How many masks there are.
    masks: usize,
}

impl Pairs {
    fn new(array: &Bound<'_, PyAny>, masks: usize) -> PyResult<Pairs> {
        Ok(Pairs { array: TwoColumns::of(array, "pairs")?, masks })
    }

    /// The indices of the pairs from `first` on, checked.
    #[inline]
    fn read(&self, first: usize, into: &mut [[usize; 2]]) -> Result<(), Wrong> {
        let exists = |index: i64| (index as u64) < self.masks as u64;
        let (rows, mut rest, mut all) = (first..first + into.len(), into.iter_mut(), true);
        self.array.each(rows.clone(), |[a, b]| {
            all &= exists(a) & exists(b);
            if let Some(row) = rest.next() {
                *row = [a as usize, b as usize];
            }
        });
        if all {
            return Ok(());
        }
        Err(Wrong::Index(self.array.find(rows, |[a, b]| [a, b].into_iter().find(|&index| !exists(index)))))
    }

    fn raise(&self, wrong: &Wrong) -> PyErr {
        match wrong {
            Wrong::Index(At { pair, number }) => PyIndexError::new_err(format!(
                "pair {pair} asks for mask {number}, but there are {} masks",
                self.masks
            )),
            Wrong::Offset(At { pair, number }) => PyOverflowError::new_err(format!(
                "the offset of pair {pair} has {number}, which does not fit 32 bits"
            )),
        }
    }
}

/// The masks of a sequence.
fn masks_of(masks: &Bound<'_, PyAny>) -> PyResult<Vec<Arc<Mask>>> {
    collected(masks.try_iter()?.map(|mask| {
        Ok(mask?.cast::<PyMask>().map_err(|error| PyTypeError::new_err(error.to_string()))?.snapshot())
    }))
}

/// Checked arguments: masks, and pairs of indices with an offset each.
struct Batch {
    masks: Vec<Arc<Mask>>,
    pairs: Pairs,
    offsets: TwoColumns,
}

impl Batch {
    fn new(
        masks: &Bound<'_, PyAny>,
        pairs: &Bound<'_, PyAny>,
        offsets: &Bound<'_, PyAny>,
    ) -> PyResult<Batch> {
        let masks = masks_of(masks)?;
        let pairs = Pairs::new(pairs, masks.len())?;
        let offsets = TwoColumns::of(offsets, "offsets")?;
        if offsets.rows() != pairs.array.rows() {
            let text = format!(
                "there must be as many offsets as pairs, but there are {} and {}",
                offsets.rows(),
                pairs.array.rows()
            );
            return Err(PyValueError::new_err(text));
        }
        Ok(Batch { masks, pairs, offsets })
    }

    fn len(&self) -> usize {
        self.pairs.array.rows()
    }

    /// Asks all pairs, on so many threads.
    fn ask<T: Send>(
        &self,
        threads: usize,
        answers: &mut [T],
        ask: impl Fn(&Mask, &Mask, Point) -> T + Sync,
    ) -> Result<(), Wrong> {
        let masks: Vec<&Mask> = self.masks.iter().map(|mask| &**mask).collect();
        spread(threads, answers, |first, answers| {
            let (mut indices, mut offsets) = ([[0; 2]; ROUND], [Point::ZERO; ROUND]);
            for (round, answers) in answers.chunks_mut(ROUND).enumerate() {
                let first = first + round * ROUND;
                let (indices, offsets) = (&mut indices[..answers.len()], &mut offsets[..answers.len()]);
                self.pairs.read(first, indices)?;
                self.read_offsets(first, offsets)?;
                for ((&mut [a, b], &mut offset), answer) in indices.iter_mut().zip(offsets).zip(answers) {
                    *answer = ask(masks[a], masks[b], offset);
                }
            }
            Ok(())
        })
    }

    /// The offsets of the pairs from `first` on, checked.
    #[inline]
    fn read_offsets(&self, first: usize, into: &mut [Point]) -> Result<(), Wrong> {
        let fits = |number: i64| i64::from(number as i32) == number;
        let (rows, mut rest, mut all) = (first..first + into.len(), into.iter_mut(), true);
        self.offsets.each(rows.clone(), |[x, y]| {
            all &= fits(x) & fits(y);
            if let Some(offset) = rest.next() {
                *offset = Point::new(x as i32, y as i32);
            }
        });
        if all {
            return Ok(());
        }
        let wrong = self.offsets.find(rows, |[x, y]| [x, y].into_iter().find(|&number| !fits(number)));
        Err(Wrong::Offset(wrong))
    }
}

/// Fills the answers on so many threads. `fill` gets the number of the first answer of its part. The first error counts.
fn spread<T: Send>(
    threads: usize,
    answers: &mut [T],
    fill: impl Fn(usize, &mut [T]) -> Result<(), Wrong> + Sync,
) -> Result<(), Wrong> {
    let part = answers.len().div_ceil(threads.max(1)).max(1);
    if part >= answers.len() {
        return fill(0, answers);
    }
    let (mine, others) = answers.split_at_mut(part);
    thread::scope(|scope| {
        let fill = &fill;
        let parts = others.chunks_mut(part).zip(1..);
        let others: Vec<_> =
            parts.map(|(answers, number)| scope.spawn(move || fill(number * part, answers))).collect();
        let joined = |other: thread::ScopedJoinHandle<'_, _>| {
            other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        others.into_iter().map(joined).fold(fill(0, mine), |all, other| all.and(other))
    })
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
#[pyo3(signature = (masks, pairs, offsets, *, threads = Some(1)), text_signature = "(masks, pairs, offsets, *, threads=1)")]
pub(crate) fn overlaps_batch<'py>(
    py: Python<'py>,
    masks: &Bound<'py, PyAny>,
    pairs: &Bound<'py, PyAny>,
    offsets: &Bound<'py, PyAny>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let (batch, threads) = (Batch::new(masks, pairs, offsets)?, thread_count(threads)?);
    array_by(py, "bool", batch.len(), |answers| {
        py.detach(|| batch.ask(threads, answers, |a, b, offset| [a.overlaps(b, offset).into()]))
            .map_err(|wrong| batch.pairs.raise(&wrong))
    })
}

/// How many pixels overlap in each pair of masks: a NumPy array of uint64. The arguments are those of `overlaps_batch`.
#[pyfunction]
#[pyo3(signature = (masks, pairs, offsets, *, threads = Some(1)), text_signature = "(masks, pairs, offsets, *, threads=1)")]
pub(crate) fn overlap_areas_batch<'py>(
    py: Python<'py>,
    masks: &Bound<'py, PyAny>,
    pairs: &Bound<'py, PyAny>,
    offsets: &Bound<'py, PyAny>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let (batch, threads) = (Batch::new(masks, pairs, offsets)?, thread_count(threads)?);
    array_by(py, "uint64", batch.len(), |answers| {
        py.detach(|| batch.ask(threads, answers, |a, b, offset| a.overlap_area(b, offset).to_ne_bytes()))
            .map_err(|wrong| batch.pairs.raise(&wrong))
    })
}

/// The first pixel that is solid in both masks of each pair: a NumPy array of bools that says which pairs overlap, and one of int32 of the
/// shape (n, 2) with the pixels, (0, 0) where there is none. The arguments are those of `overlaps_batch`.
#[pyfunction]
#[pyo3(signature = (masks, pairs, offsets, *, threads = Some(1)), text_signature = "(masks, pairs, offsets, *, threads=1)")]
pub(crate) fn first_overlaps_batch<'py>(
    py: Python<'py>,
    masks: &Bound<'py, PyAny>,
    pairs: &Bound<'py, PyAny>,
    offsets: &Bound<'py, PyAny>,
    threads: Option<usize>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let (batch, threads) = (Batch::new(masks, pairs, offsets)?, thread_count(threads)?);
    let mut answers = vec![None::<Point>; batch.len()];
    py.detach(|| batch.ask(threads, &mut answers, |a, b, offset| a.first_overlap(b, offset)))
        .map_err(|wrong| batch.pairs.raise(&wrong))?;
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
#[pyo3(signature = (masks, poses, pairs, *, rule = None, threads = Some(1)), text_signature = "(masks, poses, pairs, *, rule='raster', threads=1)")]
pub(crate) fn overlaps_posed_batch<'py>(
    py: Python<'py>,
    masks: &Bound<'py, PyAny>,
    poses: All<PyRef<'py, PyPose>>,
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
    let pairs = Pairs::new(pairs, masks.len())?;
    array_by(py, "bool", pairs.array.rows(), |answers| {
        py.detach(|| {
            spread(threads, answers, |first, answers| {
                let mut indices = [[0; 2]; ROUND];
                for (round, answers) in answers.chunks_mut(ROUND).enumerate() {
                    let indices = &mut indices[..answers.len()];
                    pairs.read(first + round * ROUND, indices)?;
                    for (&mut [a, b], answer) in indices.iter_mut().zip(answers) {
                        *answer = [masks[a].overlaps_posed(&poses[a], &masks[b], &poses[b], rule).into()];
                    }
                }
                Ok(())
            })
        })
        .map_err(|wrong| pairs.raise(&wrong))
    })
}
