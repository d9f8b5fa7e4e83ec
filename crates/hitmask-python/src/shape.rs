//! Any shape that a method takes, and the verbs that every shape has.

use hitmask::ShapeRef;

use crate::alpha::PyAlphaLevel;
use crate::mask::LONG_BY_WORD;
use crate::numbers::points_of;

/// A shape as it was when it was given. Later edits of the object do not change it. It has pixels of its own: it can be lent.
#[derive(Clone)]
pub(crate) struct AnyShape(pub(crate) ColliderShape);

/// An object that is a shape.
pub(crate) trait ShapeObject {
    fn any_shape(&self) -> AnyShape;
}

/// The classes that are shapes, and how a shape is made of one.
macro_rules! shape_objects {
    ($($class:ty: $object:ident => $shape:expr;)*) => {
        $(impl ShapeObject for Bound<'_, $class> {
            #[inline]
            fn any_shape(&self) -> AnyShape {
                let $object = self;
                AnyShape($shape.into())
            }
        })*

        /// The shape of an object of one of the classes.
        fn shape_of(value: &Bound<'_, PyAny>) -> Option<AnyShape> {
            $(if let Ok(object) = value.cast::<$class>() {
                return Some(object.any_shape());
            })*
            None
        }
    };
}
shape_objects! {
    PyMask: object => object.snapshot();
    PyRunMask: object => &object.get().runs;
    PyAlphaLevel: object => object.get().shape();
    PyLabelMask: object => &object.get().labels;
    PyTerrain: object => PyTerrain::snapshot_of(object);
    PyTileMap: object => object.shape();
    PyTileView: object => object.shape();
    PyCircle: object => object.get().circle;
    PyConvexPolygon: object => &object.get().polygon;
}

impl<'py> FromPyObject<'_, 'py> for AnyShape {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<AnyShape> {
        let value = &*value;
        if let Some(shape) = shape_of(value) {
            return Ok(shape);
        }
        if let Some(mask) = crate::pygame::mask_of(value)? {
            return Ok(AnyShape(mask.into()));
        }
        if let Ok(rect) = value.extract::<Box4>() {
            return Ok(AnyShape(rect.0.into()));
        }
        Err(PyTypeError::new_err(format!(
            "a shape must be a Mask, RunMask, AlphaLevel, LabelMask, Terrain, TileMap, Circle, ConvexPolygon or a rectangle (x, y, width, height), not {}",
            type_name(value)
        )))
    }
}

impl AnyShape {
    pub(crate) fn get(&self) -> ShapeRef<'_> {
        self.0.as_shape().expect("no class of shapes is without pixels of its own")
    }
}

/// The width and height of a shape's picture, or of its pixels if it has no picture.
pub(crate) fn size(shape: ShapeRef<'_>) -> (u32, u32) {
    match shape.size() {
        (0, 0) => shape.bounds().map_or((0, 0), |bounds| (bounds.w, bounds.h)),
        size => size,
    }
}

/// About how many pixels a question about it reads.
fn pixels(shape: ShapeRef<'_>) -> u64 {
    let (w, h) = size(shape);
    u64::from(w) * u64::from(h)
}

/// Answers a question about two shapes. If both are large, other Python threads run meanwhile.
pub(crate) fn ask<'py, T, R: Send>(
    a: &Bound<'py, T>,
    b: &AnyShape,
    question: impl FnOnce(ShapeRef<'_>, ShapeRef<'_>) -> R + Send,
) -> R
where
    Bound<'py, T>: ShapeObject,
{
    let a_shape = a.any_shape();
    let (one, other) = (a_shape.get(), b.get());
    if pixels(one).min(pixels(other)) <= LONG_BY_WORD {
        question(one, other)
    } else {
        a.py().detach(|| question(one, other))
    }
}

/// The same for a question that takes long: other Python threads always run meanwhile.
pub(crate) fn ask_long<'py, T, R: Send>(
    a: &Bound<'py, T>,
    b: &AnyShape,
    question: impl FnOnce(ShapeRef<'_>, ShapeRef<'_>) -> R + Send,
) -> R
where
    Bound<'py, T>: ShapeObject,
{
    let a_shape = a.any_shape();
    a.py().detach(|| question(a_shape.get(), b.get()))
}

/// Raises MemoryError instead of running out of memory.
pub(crate) fn overlap_points(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point) -> PyResult<Vec<(i32, i32)>> {
    points_of(a.overlap_area(&b, offset), a.overlap_points(&b, offset))
}

/// A mask, and the place of its upper left corner.
pub(crate) fn placed(made: Result<(Mask, Point), InvalidArgument>) -> PyResult<(PyMask, Xy)> {
    let (mask, corner) = made.raise()?;
    Ok((PyMask::of(mask), xy(corner)))
}

/// Writes the verbs that every shape has as methods of a Python class.
macro_rules! shape_methods {
    ($class:ident) => {
        const _: () = {
            use $crate::contact::PyClosest;
            use $crate::mask::PyMask;
            use $crate::numbers::{Pixel, Xy, Xywh, xy, xywh};
            use $crate::shape::{AnyShape, ask, ask_long, overlap_points, placed};

            #[pyo3::pymethods]
            impl $class {
                /// Whether some pixel is solid in both shapes.
                ///
                /// other: a Mask, RunMask, AlphaLevel, LabelMask, Terrain, TileMap, Circle, ConvexPolygon, or a rectangle (x, y, width, height).
                /// offset: the other's upper left corner minus this one's, in pixels. Every offset is legal.
                ///
                /// Shapes that only touch at an edge or at a corner do not overlap. Stops at the first hit.
                ///
                /// >>> ship = hitmask.Mask.filled(8, 8)
                /// >>> ship.overlaps(hitmask.Mask.filled(3, 3), (7, 7))
                /// True
                /// >>> ship.overlaps(hitmask.Mask.filled(3, 3), (8, 0))
                /// False
                fn overlaps(slf: &Bound<'_, Self>, other: AnyShape, offset: Pixel) -> bool {
                    ask(slf, &other, |a, b| a.overlaps(&b, offset.0))
                }

                /// The number of pixels that are solid in both shapes. 0 if they do not overlap.
                fn overlap_area(slf: &Bound<'_, Self>, other: AnyShape, offset: Pixel) -> u64 {
                    ask(slf, &other, |a, b| a.overlap_area(&b, offset.0))
                }

                /// The first pixel (x, y) that is solid in both shapes: the topmost, and of these the leftmost. None if they do not overlap.
                ///
                /// It is one of this shape's pixels; subtract the offset to have it in the other's.
                fn first_overlap(slf: &Bound<'_, Self>, other: AnyShape, offset: Pixel) -> Option<Xy> {
                    ask(slf, &other, |a, b| a.first_overlap(&b, offset.0)).map(xy)
                }

                /// The first pixel that is solid in both shapes, in another order: 'top-left', 'bottom-left', 'right-top', ... The first word
                /// says which pixels come first; the second word says which of these come first. None if the shapes do not overlap.
                #[pyo3(signature = (other, offset, order = "top-left"))]
                fn extreme_overlap(
                    slf: &Bound<'_, Self>,
                    other: AnyShape,
                    offset: Pixel,
                    order: &str,
                ) -> PyResult<Option<Xy>> {
                    let order = $crate::value::choice(order, "order")?;
                    Ok(ask(slf, &other, |a, b| a.extreme_overlap(&b, offset.0, order)).map(xy))
                }

                /// The smallest rectangle (x, y, width, height) that contains all pixels that are solid in both shapes, in this shape's
                /// pixels. None if they do not overlap.
                fn overlap_bounds(slf: &Bound<'_, Self>, other: AnyShape, offset: Pixel) -> Option<Xywh> {
                    ask(slf, &other, |a, b| a.overlap_bounds(&b, offset.0)).map(xywh)
                }

                /// All pixels that are solid in both shapes, row by row from the top, as a list of (x, y).
                fn overlap_points(
                    slf: &Bound<'_, Self>,
                    other: AnyShape,
                    offset: Pixel,
                ) -> PyResult<Vec<Xy>> {
                    ask_long(slf, &other, |a, b| overlap_points(a, b, offset.0))
                }

                /// The pixels that are solid in both shapes, as a mask, and the place (x, y) of the mask's upper left corner: (0, 0) and this
                /// shape's size, except for shapes that are no pictures.
                fn overlap_placed(
                    slf: &Bound<'_, Self>,
                    other: AnyShape,
                    offset: Pixel,
                ) -> PyResult<(PyMask, Xy)> {
                    placed(ask_long(slf, &other, |a, b| a.try_overlap_mask(&b, offset.0)))
                }

                /// The direction from this shape to the other one, from the change of the overlap area. (0, 0) if there is none.
                fn normal(slf: &Bound<'_, Self>, other: AnyShape, offset: Pixel) -> Xy {
                    xy(ask_long(slf, &other, |a, b| a.normal(&b, offset.0)))
                }

                /// The shortest motion (x, y) of the other shape after which the two do not overlap. (0, 0) if they do not overlap now.
                fn separation(slf: &Bound<'_, Self>, other: AnyShape, offset: Pixel) -> Xy {
                    xy(ask_long(slf, &other, |a, b| a.separation(&b, offset.0)))
                }

                /// The shortest motion of the other shape along a direction after which the two do not overlap. None if the direction is (0, 0).
                fn separation_along(
                    slf: &Bound<'_, Self>,
                    other: AnyShape,
                    offset: Pixel,
                    direction: Pixel,
                ) -> Option<Xy> {
                    ask_long(slf, &other, |a, b| a.separation_along(&b, offset.0, direction.0)).map(xy)
                }

                /// The shortest motion of the other shape along the x axis, and the one along the y axis, each of which separates the two.
                fn separation_by_axis(slf: &Bound<'_, Self>, other: AnyShape, offset: Pixel) -> (i32, i32) {
                    ask_long(slf, &other, |a, b| a.separation_by_axis(&b, offset.0)).into()
                }

                /// How near the shapes are: a `Closest`. None if one of them has no solid pixel.
                fn closest(slf: &Bound<'_, Self>, other: AnyShape, offset: Pixel) -> Option<PyClosest> {
                    ask_long(slf, &other, |a, b| a.closest(&b, offset.0)).map(Into::into)
                }
            }
        };
    };
}
use crate::prelude::*;
pub(crate) use shape_methods;
