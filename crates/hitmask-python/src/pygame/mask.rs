//! `hitmask.pygame.Mask`: pygame's class, method by method.

use hitmask::{Connectivity, Mask, Point};
use pyo3::PyClassInitializer;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple, PyType};

use super::draw::draw;
use super::foreign::{mask_of, pygame};
use super::position::{Offset, OptionalPosition, two_ints};
use super::small::Small;
use super::{first_pixel, outline, rules};
use crate::errors::Raise;
use crate::mask::{LONG_BY_PIXEL, LONG_BY_WORD, MaskObject, PyMask};
use crate::numbers::type_name;
use crate::pixels::Pixels;

/// A mask as `pygame.mask.Mask` is one, and a `hitmask.Mask` as well.
///
/// Every method of pygame takes what pygame takes and answers what pygame answers. All other methods of `hitmask.Mask` work, too; where
/// both have a method of one name, this class has pygame's.
#[pyclass(name = "Mask", module = "hitmask.pygame", extends = PyMask, subclass, frozen)]
pub(crate) struct PygameMask;

impl PygameMask {
    /// An object of this very class.
    pub(super) fn plain(py: Python<'_>, mask: Mask) -> PyResult<Bound<'_, PygameMask>> {
        PygameMask::with(py, PyMask::of(mask))
    }

    pub(super) fn with(py: Python<'_>, mask: PyMask) -> PyResult<Bound<'_, PygameMask>> {
        Bound::new(py, PyClassInitializer::from(mask).add_subclass(PygameMask))
    }
}

/// The other mask of a call: ours as it is, or pygame's as ours.
enum Other<'a, 'py> {
    Ours(&'a Bound<'py, PyMask>),
    Theirs(Bound<'py, PyMask>),
}

impl<'a, 'py> Other<'a, 'py> {
    #[inline]
    fn of(value: &'a Bound<'py, PyAny>) -> PyResult<Other<'a, 'py>> {
        if let Ok(ours) = value.cast::<PyMask>() {
            return Ok(Other::Ours(ours));
        }
        let Some(theirs) = mask_of(value)? else {
            let text = format!("argument 1 must be pygame.mask.Mask, not {}", type_name(value));
            return Err(PyTypeError::new_err(text));
        };
        Ok(Other::Theirs(Bound::new(value.py(), PyMask::of(theirs))?))
    }

    #[inline]
    fn get(&self) -> &Bound<'py, PyMask> {
        match self {
            Other::Ours(ours) => ours,
            Other::Theirs(theirs) => theirs,
        }
    }
}

/// What a mask is in a pickle: its width, height and bytes, and the attributes of an object of a subclass.
type State<'py> = (u32, u32, Bound<'py, PyBytes>, Option<Bound<'py, PyAny>>);

/// What a subclass keeps in its objects. None if there is nothing.
fn attributes<'py>(mask: &Bound<'py, PygameMask>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let kept = mask.getattr_opt(intern!(mask.py(), "__dict__"))?;
    Ok(kept.filter(|kept| kept.len().is_ok_and(|len| len > 0)))
}

/// The size of a new mask.
pub(super) fn size(value: &Bound<'_, PyAny>, name: &str, verb: &str) -> PyResult<(u32, u32)> {
    let (w, h) = two_ints(value, name)?;
    let (Ok(w), Ok(h)) = (w.try_into(), h.try_into()) else {
        return Err(PyValueError::new_err(format!("cannot {verb} negative size")));
    };
    Ok((w, h))
}

fn outside(x: i32, y: i32) -> PyErr {
    PyIndexError::new_err(format!("{x}, {y} is out of bounds"))
}

fn is_inside(mask: &Mask, x: i32, y: i32) -> bool {
    // As unsigned numbers, negative ones are larger than any side.
    (x as u32) < mask.width() && (y as u32) < mask.height()
}

#[pymethods]
impl PygameMask {
    fn __repr__(slf: &Bound<'_, Self>) -> String {
        let (w, h) = slf.as_super().read(Mask::size);
        format!("<Mask({w}x{h})>")
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> bool {
        slf.is(other)
    }

    fn __hash__(slf: &Bound<'_, Self>) -> isize {
        // The low bits of an address are always 0.
        (slf.as_ptr() as isize).rotate_right(4)
    }

    /// A copy of the same class. A subclass may override `__copy__`, which makes it.
    fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        if slf.get_type().is(slf.py().get_type::<PygameMask>()) {
            return Self::__copy__(slf);
        }
        slf.call_method0(intern!(slf.py(), "__copy__"))
    }

    /// A copy of the same class, made without its `__init__`.
    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, mask) = (slf.py(), slf.as_super().snapshot());
        let (class, ours) = (slf.get_type(), py.get_type::<PygameMask>());
        if class.is(&ours) {
            return Ok(PygameMask::with(py, PyMask::of_shared(mask))?.into_any());
        }
        let copy = ours.call_method1(intern!(py, "__new__"), (class,))?;
        copy.cast::<PyMask>()?.with_pixels(|pixels| *pixels = Pixels::of_shared(mask));
        Ok(copy)
    }

    /// A copy of the same class, made without its `__init__`, with copies of what a subclass keeps in its objects.
    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, copy) = (slf.py(), Self::__copy__(slf)?);
        if let Some(kept) = attributes(slf)? {
            // First of all, because the attributes may refer to the mask.
            memo.set_item(slf.as_ptr() as usize, &copy)?;
            let kept = py.import("copy")?.call_method1("deepcopy", (kept, memo))?;
            copy.getattr("__dict__")?.call_method1("update", (kept,))?;
        }
        Ok(copy)
    }

    /// The class, and what `__setstate__` takes. pygame's own masks do not pickle.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyType>,), State<'py>)> {
        let (w, h) = slf.as_super().read(Mask::size);
        let new = slf.py().import("copyreg")?.getattr("__newobj__")?;
        Ok((new, (slf.get_type(),), (w, h, PyMask::to_bytes(slf.as_super()), attributes(slf)?)))
    }

    /// Becomes the mask that was pickled.
    fn __setstate__(slf: &Bound<'_, Self>, state: State<'_>) -> PyResult<()> {
        let (w, h, bytes, kept) = state;
        let mask = Mask::from_bytes(w, h, bytes.as_bytes()).raise()?;
        slf.as_super().with_pixels(|pixels| pixels.replace(mask));
        if let Some(kept) = kept {
            slf.getattr("__dict__")?.call_method1("update", (kept,))?;
        }
        Ok(())
    }

    /// 1 if the pixel is set, else 0. Raises IndexError outside the mask.
    #[pyo3(signature = (pos))]
    fn get_at(slf: &Bound<'_, Self>, pos: &Bound<'_, PyAny>) -> PyResult<u8> {
        let (x, y) = two_ints(pos, "pos")?;
        slf.as_super()
            .read(|mask| is_inside(mask, x, y).then(|| mask.get((x, y)).into()))
            .ok_or_else(|| outside(x, y))
    }

    /// Sets the pixel, or clears it if the value is 0. Raises IndexError outside the mask.
    #[pyo3(signature = (pos, value = 1))]
    fn set_at(slf: &Bound<'_, Self>, pos: &Bound<'_, PyAny>, value: i32) -> PyResult<()> {
        let (x, y) = two_ints(pos, "pos")?;
        slf.as_super()
            .edit(|mask| is_inside(mask, x, y).then(|| mask.set((x, y), value != 0)))
            .ok_or_else(|| outside(x, y))
    }

    /// A pixel that is set in both masks, in pygame's order. None if there is none. The offset is where the other mask lies.
    fn overlap(
        slf: &Bound<'_, Self>,
        other: &Bound<'_, PyAny>,
        offset: &Bound<'_, PyAny>,
    ) -> PyResult<Option<(i32, i32)>> {
        let other = Other::of(other)?;
        let offset: Point = two_ints(offset, "offset")?.into();
        Ok(first_pixel::first(slf.as_super(), other.get(), offset).map(|point| (point.x, point.y)))
    }

    /// How many pixels are set in both masks.
    fn overlap_area(
        slf: &Bound<'_, Self>,
        other: &Bound<'_, PyAny>,
        offset: &Bound<'_, PyAny>,
    ) -> PyResult<u64> {
        let other = Other::of(other)?;
        let offset: Point = two_ints(offset, "offset")?.into();
        Ok(slf.as_super().ask_pair(other.get(), LONG_BY_WORD, |a, b| a.overlap_area(b, offset)))
    }

    /// The pixels that are set in both masks, as a mask of this mask's size.
    fn overlap_mask<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
        offset: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PygameMask>> {
        let other = Other::of(other)?;
        let offset: Point = two_ints(offset, "offset")?.into();
        let both = slf.as_super().ask_pair(other.get(), LONG_BY_WORD, |a, b| a.overlap_mask(b, offset));
        PygameMask::plain(slf.py(), both)
    }

    /// The mask in a new size.
    #[pyo3(signature = (scale))]
    fn scale<'py>(slf: &Bound<'py, Self>, scale: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PygameMask>> {
        let (w, h) = size(scale, "scale", "scale mask to")?;
        Mask::check_size(w, h).raise()?;
        let long = if u64::from(w) * u64::from(h) > LONG_BY_PIXEL { 0 } else { LONG_BY_PIXEL };
        PygameMask::plain(slf.py(), slf.as_super().ask(long, |mask| rules::scale(mask, w, h)))
    }

    /// Sets the pixels that are set in the other mask.
    fn draw(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>, offset: &Bound<'_, PyAny>) -> PyResult<()> {
        let other = Other::of(other)?;
        let offset: Point = two_ints(offset, "offset")?.into();
        slf.as_super().edit_by(other.get(), |mask, other| mask.union_with(other, offset));
        Ok(())
    }

    /// Clears the pixels that are set in the other mask.
    fn erase(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>, offset: &Bound<'_, PyAny>) -> PyResult<()> {
        let other = Other::of(other)?;
        let offset: Point = two_ints(offset, "offset")?.into();
        slf.as_super().edit_by(other.get(), |mask, other| mask.difference_with(other, offset));
        Ok(())
    }

    /// The mean position of the set pixels, without fractions. (0, 0) if none is set.
    fn centroid(slf: &Bound<'_, Self>) -> (i32, i32) {
        slf.as_super().ask(LONG_BY_PIXEL, rules::centroid)
    }

    /// The direction of the main axis in degrees, from -90 to 90. 0 if no pixel is set.
    fn angle(slf: &Bound<'_, Self>) -> f64 {
        slf.as_super().ask(LONG_BY_PIXEL, |mask| rules::angle(&mask.moments()))
    }

    /// The pixels of the outline of the first component, clockwise; of these, every so-many-th.
    #[pyo3(signature = (every = 1))]
    fn outline<'py>(slf: &Bound<'py, Self>, every: i32) -> PyResult<Bound<'py, PyList>> {
        outline::asked(slf.as_super(), every)
    }

    /// Every offset at which the masks overlap, as a mask. It is drawn on `output` at the offset if that is given.
    #[pyo3(signature = (other, output = None, offset = Offset(Point::ZERO)))]
    #[pyo3(text_signature = "($self, other, output=None, offset=(0, 0))")]
    fn convolve<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
        output: Option<&Bound<'py, PyAny>>,
        offset: Offset,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (other, offset) = (Other::of(other)?, offset.0);
        let small = slf.as_super().with_two(other.get(), Pixels::take_over, |a, b| {
            Some(Small::of(a.seen())?.overlap_offsets(&Small::of(b.seen())?)?.to_mask())
        });
        let offsets = small.map_or_else(
            || {
                slf.as_super().ask_pair(other.get(), 0, |a, b| {
                    let w = (a.width() + b.width()).saturating_sub(1);
                    let h = (a.height() + b.height()).saturating_sub(1);
                    Mask::check_size(w, h).raise()?;
                    Ok(if a.is_empty() || b.is_empty() {
                        Mask::new(w, h)
                    } else {
                        a.overlap_offsets(b).raise()?
                    })
                })
            },
            Ok::<_, PyErr>,
        )?;
        let Some(output) = output else {
            let drawn = if offset == Point::ZERO {
                offsets
            } else {
                let mut drawn = Mask::new(offsets.width(), offsets.height());
                drawn.union_with(&offsets, offset);
                drawn
            };
            return Ok(PygameMask::plain(slf.py(), drawn)?.into_any());
        };
        match output.cast::<PyMask>() {
            Ok(output) => output.edit(|output| output.union_with(&offsets, offset)),
            // pygame's own mask draws it itself.
            Err(_) if mask_of(output)?.is_some() => {
                let drawn = super::foreign::to_pygame(slf.py(), &offsets)?;
                output.call_method1("draw", (drawn, (offset.x, offset.y)))?;
            }
            Err(_) => {
                let text = format!("argument 2 must be pygame.mask.Mask, not {}", type_name(output));
                return Err(PyTypeError::new_err(text));
            }
        }
        Ok(output.clone())
    }

    /// The largest component, or the one with this pixel, as a mask of this mask's size.
    #[pyo3(signature = (pos = OptionalPosition(None)))]
    #[pyo3(text_signature = "($self, pos=...)")]
    fn connected_component<'py>(
        slf: &Bound<'py, Self>,
        pos: OptionalPosition,
    ) -> PyResult<Bound<'py, PygameMask>> {
        let pos = pos.0;
        let component = slf.as_super().ask(LONG_BY_PIXEL, |mask| {
            if let Some((x, y)) = pos
                && !is_inside(mask, x, y)
            {
                return Err(outside(x, y));
            }
            if let Some(small) = Small::of(mask) {
                let found = match pos {
                    None => small.largest(),
                    Some((x, y)) => small.component_at(x as u32, y as u32),
                };
                let (w, h) = mask.size();
                return Ok(found.map_or_else(|| Mask::new(w, h), |part| part.to_mask()));
            }
            let components = mask.components(Connectivity::Eight);
            let found = pos.map_or_else(|| components.largest(), |pos| components.component_at(pos));
            let (w, h) = mask.size();
            Ok(found.map_or_else(|| Mask::new(w, h), |index| components.mask(index)))
        });
        PygameMask::plain(slf.py(), component?)
    }

    /// The components of at least so many pixels, each as a mask of this mask's size.
    #[pyo3(signature = (minimum = 0))]
    fn connected_components<'py>(slf: &Bound<'py, Self>, minimum: i32) -> PyResult<Bound<'py, PyList>> {
        let minimum = u64::try_from(minimum).unwrap_or(0);
        let masks = slf.as_super().ask(LONG_BY_PIXEL, |mask| {
            if let Some(small) = Small::of(mask) {
                let mut masks = Vec::new();
                small.each_component(|part| masks.extend((part.area() >= minimum).then(|| part.to_mask())));
                return masks;
            }
            let components = mask.components(Connectivity::Eight);
            let large = (0..components.len()).filter(|&index| components[index].area >= minimum);
            large.map(|index| components.mask(index)).collect::<Vec<_>>()
        });
        let list = PyList::empty(slf.py());
        for mask in masks {
            list.append(PygameMask::plain(slf.py(), mask)?)?;
        }
        Ok(list)
    }

    /// The bounding rectangle of each component, as `pygame.Rect`s.
    fn get_bounding_rects<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        let bounds = slf.as_super().ask(LONG_BY_PIXEL, |mask| {
            if let Some(small) = Small::of(mask) {
                let mut bounds = Vec::new();
                small.each_component(|part| bounds.push(part.bounds()));
                return bounds;
            }
            mask.components(Connectivity::Eight).iter().map(|part| part.bounds).collect::<Vec<_>>()
        });
        let pygame = pygame(slf.py())?;
        let list = PyList::empty(slf.py());
        for b in bounds {
            list.append(pygame.new_rect(slf.py(), (b.x, b.y, b.w, b.h))?)?;
        }
        Ok(list)
    }

    /// Draws the mask on a surface, and returns the surface.
    #[pyo3(signature = (*args, **kwargs))]
    fn to_surface<'py>(
        slf: &Bound<'py, Self>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mask = slf.as_super().with_pixels(Pixels::snapshot);
        if kwargs.is_none_or(|kwargs| kwargs.is_empty())
            && let Some(surface) = draw(slf.py(), &mask, args)?
        {
            return Ok(surface);
        }
        // Colours, other surfaces, areas, and surfaces of other formats.
        pygame(slf.py())?.check_surfaces(args, kwargs)?;
        super::foreign::to_pygame(slf.py(), &mask)?.call_method("to_surface", args, kwargs)
    }
}
