//! Masks as COCO run lengths, as `pycocotools` reads and writes them: columns from the left, each from the top, clear and solid in turn.

use pyo3::types::PyMapping;

use super::{LONG_BY_PIXEL, MaskObject, PyMask};
use crate::numbers::whole;
use crate::prelude::*;

#[pymethods]
impl PyMask {
    /// Reads COCO run lengths: a dict with 'size' as [height, width] and 'counts', as `pycocotools.mask` and COCO's files have them.
    ///
    /// counts: a list of numbers, or the compressed form as bytes or str. They go down the columns, from the left: first how many pixels are
    /// clear, then how many are solid, and so on. Raises ValueError, with the place, if they are damaged or do not fill the size exactly. An
    /// annotation whose segmentation is a list has polygons: see `from_polygons`.
    ///
    /// >>> hitmask.Mask.from_coco({'size': [2, 3], 'counts': [1, 2, 3]}).overlap_points((0, 0, 3, 2), (0, 0))
    /// [(1, 0), (0, 1)]
    #[staticmethod]
    fn from_coco(rle: &Bound<'_, PyAny>) -> PyResult<PyMask> {
        let py = rle.py();
        let Ok(rle) = rle.cast::<PyMapping>() else {
            let hint = if rle.is_instance_of::<PyList>() {
                ": for polygons there is Mask.from_polygons"
            } else {
                ""
            };
            let found = type_name(rle);
            return Err(PyTypeError::new_err(format!(
                "run lengths must be a dict with 'size' and 'counts', not {found}{hint}"
            )));
        };
        let part = |name: &str| {
            rle.get_item(name).map_err(|_| PyValueError::new_err(format!("the run lengths have no '{name}'")))
        };
        let size = part("size")?;
        let sides =
            size.try_iter().and_then(|sides| sides.take(3).collect::<PyResult<Vec<_>>>()).unwrap_or_default();
        let [h, w] = &sides[..] else {
            return Err(PyValueError::new_err(format!(
                "'size' must be [height, width], not {}",
                size.repr()?
            )));
        };
        let (w, h) = (length(w, "the width")?, length(h, "the height")?);
        Mask::check_size(w, h).raise()?;
        let counts = part("counts")?;
        let counts = if let Ok(bytes) = counts.cast::<PyBytes>() {
            decompressed(bytes.as_bytes())?
        } else if let Ok(text) = counts.cast::<PyString>() {
            decompressed(text.to_string().as_bytes())?
        } else if let Ok(counts) = counts.try_iter() {
            let count = |(i, count): (usize, PyResult<_>)| whole(&count?, &format!("counts[{i}]"));
            collected(counts.enumerate().map(count))?
        } else {
            let found = type_name(&counts);
            return Err(PyTypeError::new_err(format!("'counts' must be a list, bytes or str, not {found}")));
        };
        let columns = columns(&counts, w, h)?;
        let mask = py.detach(|| RunMask::from_runs(h, w, &columns).map(|runs| transposed(&runs.to_mask())));
        Ok(PyMask::of(mask.raise()?))
    }

    /// The mask as COCO run lengths, which `pycocotools.mask` takes: a dict with 'size' as [height, width] and 'counts'.
    ///
    /// counts: the compressed form as bytes; for JSON, decode it: `rle['counts'].decode()`. With compressed=False it is a list of numbers.
    ///
    /// >>> hitmask.Mask.filled(3, 2).to_coco()
    /// {'size': [2, 3], 'counts': b'06'}
    #[pyo3(signature = (*, compressed = true))]
    fn to_coco<'py>(slf: &Bound<'py, PyMask>, compressed: bool) -> PyResult<Bound<'py, PyDict>> {
        let (w, h) = slf.read(Mask::size);
        let counts = slf.ask(LONG_BY_PIXEL, |mask| counts(&RunMask::from_mask(&transposed(mask))));
        let rle = PyDict::new(slf.py());
        rle.set_item("size", vec![h, w])?;
        if compressed {
            rle.set_item("counts", PyBytes::new(slf.py(), &self::compressed(&counts)))?;
        } else {
            rle.set_item("counts", counts)?;
        }
        Ok(rle)
    }
}

/// Rows and columns exchanged.
fn transposed(mask: &Mask) -> Mask {
    mask.rotate90().flip_h()
}

/// The solid runs of each column.
fn columns(counts: &[i64], w: u32, h: u32) -> PyResult<Vec<Vec<Run>>> {
    let all = u64::from(w) * u64::from(h);
    let mut end = 0_u64;
    let mut columns = vec![Vec::new(); w as usize];
    for (i, &count) in counts.iter().enumerate() {
        let Ok(count) = u64::try_from(count) else {
            return Err(PyValueError::new_err(format!("counts[{i}] is {count}, but must not be negative")));
        };
        let mut place = end;
        end = end.saturating_add(count);
        if end > all {
            return Err(PyValueError::new_err(format!(
                "counts[{i}] goes beyond the last of {all} pixels: the counts before it take {place}, it is {count}"
            )));
        }
        while i % 2 == 1 && place < end {
            let (column, top) = (place / u64::from(h), place % u64::from(h));
            let bottom = u64::from(h).min(top + end - place);
            // Sides fit 16 bits.
            columns[column as usize].push(Run::new(top as u16, bottom as u16));
            place += bottom - top;
        }
    }
    if end < all {
        return Err(PyValueError::new_err(format!(
            "the {} counts take {end} pixels, but a mask of {w} x {h} has {all}",
            counts.len()
        )));
    }
    Ok(columns)
}

/// How many pixels are clear, then solid, and so on, row by row.
fn counts(rows: &RunMask) -> Vec<u64> {
    let (w, h) = rows.size();
    let (mut counts, mut end) = (Vec::new(), 0);
    for y in 0..h {
        let before = u64::from(y) * u64::from(w);
        for run in rows.runs(y) {
            let (start, length) = (before + u64::from(run.start), u64::from(run.end - run.start));
            match counts.last_mut() {
                // It goes on with the run at the end of the row above.
                Some(last) if start == end => *last += length,
                _ => counts.extend([start - end, length]),
            }
            end = start + length;
        }
    }
    let all = u64::from(w) * u64::from(h);
    if end < all || counts.is_empty() {
        counts.push(all - end);
    }
    counts
}

/// COCO's text for numbers: each as what it differs from the one two places before, from the fourth number on. Five bits a character, the
/// lowest first; the sixth bit says that more follow. The last character's highest bit is the sign.
fn compressed(counts: &[u64]) -> Vec<u8> {
    let mut text = Vec::new();
    for (i, &count) in counts.iter().enumerate() {
        // A mask has fewer than 2^32 pixels.
        let mut rest = count as i64 - if i > 2 { counts[i - 2] as i64 } else { 0 };
        loop {
            let bits = rest & 31;
            rest >>= 5;
            let ends = rest == if bits & 16 == 0 { 0 } else { -1 };
            text.push(48 + bits as u8 + if ends { 0 } else { 32 });
            if ends {
                break;
            }
        }
    }
    text
}

fn decompressed(text: &[u8]) -> PyResult<Vec<i64>> {
    let mut counts: Vec<i64> = Vec::new();
    let (mut number, mut shift) = (0_i64, 0);
    for (i, &byte) in text.iter().enumerate() {
        let Some(bits) = byte.checked_sub(48).filter(|bits| *bits < 64).map(i64::from) else {
            return Err(PyValueError::new_err(format!(
                "byte {i} of the counts is {byte}, but must be from 48 ('0') to 111 ('o')"
            )));
        };
        // Seven characters hold every difference of two counts.
        if shift > 30 {
            let start = i - shift / 5;
            return Err(PyValueError::new_err(format!(
                "the number at byte {start} of the counts is too long"
            )));
        }
        number |= (bits & 31) << shift;
        shift += 5;
        if bits & 32 == 0 {
            let sign = if bits & 16 == 0 { 0 } else { -1 << shift };
            let before = if counts.len() > 2 { counts[counts.len() - 2] } else { 0 };
            counts.push(before + (number | sign));
            (number, shift) = (0, 0);
        }
    }
    if shift > 0 {
        return Err(PyValueError::new_err("the counts end in the middle of a number"));
    }
    Ok(counts)
}
