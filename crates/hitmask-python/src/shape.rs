//! Any shape that a method takes, and the verbs that every shape has.

use std::sync::Arc;

use hitmask::{
    AlphaMask, Circle, Closest, ConvexPolygon, Mask, Placed, Point, Rect, RunMask, ScanOrder, Terrain,
};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::alpha::PyAlphaLevel;
use crate::convex::{PyCircle, PyConvexPolygon};
use crate::mask::{LONG_BY_WORD, MaskObject, PyMask};
use crate::numbers::{Box4, hyphened, type_name};
use crate::runs::PyRunMask;
use crate::terrain::PyTerrain;

/// A shape as it was when it was given. Later edits of the object do not change it.
#[derive(Clone)]
pub(crate) enum AnyShape {
    Mask(Arc<Mask>),
    Runs(Arc<RunMask>),
    Level(Arc<AlphaMask>, u8),
    Rect(Rect),
    Terrain(Arc<Terrain>),
    Circle(Circle),
    Polygon(Arc<ConvexPolygon>),
}

/// Evaluates an expression with the shape inside, whatever its type is.
macro_rules! with_shape {
    ($any:expr, $shape:ident => $then:expr) => {
        match $any {
            $crate::shape::AnyShape::Mask($shape) => {
                let $shape = &**$shape;
                $then
            }
            $crate::shape::AnyShape::Runs($shape) => {
                let $shape = &**$shape;
                $then
            }
            $crate::shape::AnyShape::Level(alpha, level) => {
                let $shape = &alpha.at_level(*level);
                $then
            }
            $crate::shape::AnyShape::Rect($shape) => $then,
            $crate::shape::AnyShape::Terrain($shape) => {
                let $shape = &**$shape;
                $then
            }
            $crate::shape::AnyShape::Circle($shape) => $then,
            $crate::shape::AnyShape::Polygon($shape) => {
                let $shape = &**$shape;
                $then
            }
        }
    };
}
pub(crate) use with_shape;

/// An object that is a shape.
pub(crate) trait ShapeObject {
    fn any_shape(&self) -> AnyShape;
}

impl ShapeObject for Bound<'_, PyMask> {
    #[inline]
    fn any_shape(&self) -> AnyShape {
        AnyShape::Mask(self.snapshot())
    }
}

impl<'py> FromPyObject<'_, 'py> for AnyShape {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<AnyShape> {
        let value = &*value;
        if let Ok(mask) = value.cast::<PyMask>() {
            return Ok(mask.any_shape());
        }
        if let Ok(runs) = value.cast::<PyRunMask>() {
            return Ok(runs.any_shape());
        }
        if let Ok(level) = value.cast::<PyAlphaLevel>() {
            return Ok(level.any_shape());
        }
        if let Ok(terrain) = value.cast::<PyTerrain>() {
            return Ok(terrain.any_shape());
        }
        if let Ok(circle) = value.cast::<PyCircle>() {
            return Ok(circle.any_shape());
        }
        if let Ok(polygon) = value.cast::<PyConvexPolygon>() {
            return Ok(polygon.any_shape());
        }
        if let Some(mask) = crate::pygame::mask_of(value)? {
            return Ok(AnyShape::Mask(mask.into()));
        }
        if let Ok(rect) = value.extract::<Box4>() {
            return Ok(AnyShape::Rect(rect.0));
        }
        Err(PyTypeError::new_err(format!(
            "a shape must be a Mask, RunMask, AlphaLevel, Terrain, Circle, ConvexPolygon or a rectangle (x, y, width, height), not {}",
            type_name(value)
        )))
    }
}

impl AnyShape {
    /// Its width and height.
    pub(crate) fn size(&self) -> (u32, u32) {
        let of = |bounds: Option<Rect>| bounds.map_or((0, 0), |bounds| (bounds.w, bounds.h));
        match self {
            AnyShape::Mask(mask) => mask.size(),
            AnyShape::Runs(mask) => mask.size(),
            AnyShape::Level(alpha, _) => alpha.size(),
            AnyShape::Rect(rect) => (rect.w, rect.h),
            AnyShape::Terrain(terrain) => terrain.size(),
            AnyShape::Circle(circle) => of(circle.bounds()),
            AnyShape::Polygon(polygon) => of(polygon.bounds()),
        }
    }

    /// About how many pixels a question about it reads.
    fn pixels(&self) -> u64 {
        let (w, h) = self.size();
        u64::from(w) * u64::from(h)
    }

    /// The shape without a pose.
    pub(crate) fn placed(&self) -> Placed<'_> {
        match self {
            AnyShape::Mask(mask) => Placed::from(&**mask),
            AnyShape::Runs(mask) => Placed::from(&**mask),
            AnyShape::Level(alpha, level) => Placed::from(alpha.at_level(*level)),
            AnyShape::Rect(rect) => Placed::from(*rect),
            AnyShape::Terrain(terrain) => Placed::from(&**terrain),
            AnyShape::Circle(circle) => Placed::from(*circle),
            AnyShape::Polygon(polygon) => Placed::from(&**polygon),
        }
    }

    pub(crate) fn contains(&self, pixel: Point) -> bool {
        with_shape!(self, shape => shape.contains(pixel))
    }

    pub(crate) fn overlaps(&self, other: &AnyShape, offset: Point) -> bool {
        with_shape!(self, a => with_shape!(other, b => a.overlaps(b, offset)))
    }

    pub(crate) fn overlap_area(&self, other: &AnyShape, offset: Point) -> u64 {
        with_shape!(self, a => with_shape!(other, b => a.overlap_area(b, offset)))
    }

    pub(crate) fn first_overlap(&self, other: &AnyShape, offset: Point) -> Option<Point> {
        with_shape!(self, a => with_shape!(other, b => a.first_overlap(b, offset)))
    }

    pub(crate) fn overlap_bounds(&self, other: &AnyShape, offset: Point) -> Option<Rect> {
        with_shape!(self, a => with_shape!(other, b => a.overlap_bounds(b, offset)))
    }

    pub(crate) fn extreme_overlap(&self, other: &AnyShape, offset: Point, order: ScanOrder) -> Option<Point> {
        with_shape!(self, a => with_shape!(other, b => a.extreme_overlap(b, offset, order)))
    }

    /// Raises MemoryError instead of running out of memory.
    pub(crate) fn overlap_points(&self, other: &AnyShape, offset: Point) -> PyResult<Vec<(i32, i32)>> {
        let points = self.overlap_area(other, offset);
        if points > Mask::MAX_PIXELS / 8 {
            return Err(PyMemoryError::new_err(format!(
                "a list of {points} points is too long; ask for overlap_mask"
            )));
        }
        Ok(
            with_shape!(self, a => with_shape!(other, b => a.overlap_points(b, offset).map(crate::numbers::xy).collect())),
        )
    }

    pub(crate) fn normal(&self, other: &AnyShape, offset: Point) -> Point {
        with_shape!(self, a => with_shape!(other, b => a.normal(b, offset)))
    }

    pub(crate) fn separation(&self, other: &AnyShape, offset: Point) -> Point {
        with_shape!(self, a => with_shape!(other, b => a.separation(b, offset)))
    }

    pub(crate) fn separation_along(
        &self,
        other: &AnyShape,
        offset: Point,
        direction: Point,
    ) -> Option<Point> {
        with_shape!(self, a => with_shape!(other, b => a.separation_along(b, offset, direction)))
    }

    pub(crate) fn separation_by_axis(&self, other: &AnyShape, offset: Point) -> [i32; 2] {
        with_shape!(self, a => with_shape!(other, b => a.separation_by_axis(b, offset)))
    }

    pub(crate) fn closest(&self, other: &AnyShape, offset: Point) -> Option<Closest> {
        with_shape!(self, a => with_shape!(other, b => a.closest(b, offset)))
    }
}

/// Answers a question about two shapes. If both are large, other Python threads run meanwhile.
pub(crate) fn ask<R: Send>(
    py: Python<'_>,
    a: &AnyShape,
    b: &AnyShape,
    question: impl FnOnce(&AnyShape, &AnyShape) -> R + Send,
) -> R {
    if a.pixels().min(b.pixels()) <= LONG_BY_WORD { question(a, b) } else { py.detach(|| question(a, b)) }
}

/// A scan order by its name.
pub(crate) fn scan_order(name: &str) -> PyResult<ScanOrder> {
    Ok(match &*hyphened(name) {
        "top-left" => ScanOrder::TopLeft,
        "top-right" => ScanOrder::TopRight,
        "bottom-left" => ScanOrder::BottomLeft,
        "bottom-right" => ScanOrder::BottomRight,
        "left-top" => ScanOrder::LeftTop,
        "left-bottom" => ScanOrder::LeftBottom,
        "right-top" => ScanOrder::RightTop,
        "right-bottom" => ScanOrder::RightBottom,
        _ => {
            return Err(PyValueError::new_err(format!(
                "order must be 'top-left', 'top-right', 'bottom-left', 'bottom-right', 'left-top', 'left-bottom', 'right-top' or \
                 'right-bottom', not '{name}'"
            )));
        }
    })
}

/// Writes the verbs that every shape has as methods of a Python class.
macro_rules! shape_methods {
    ($class:ident) => {
        #[pyo3::pymethods]
        impl $class {
            /// Whether some pixel is solid in both shapes.
            ///
            /// other: a Mask, RunMask, AlphaLevel, Terrain, Circle, ConvexPolygon, or a rectangle (x, y, width, height).
            /// offset: the other's upper left corner minus this one's, in pixels. Every offset is legal.
            ///
            /// Shapes that only touch at an edge or at a corner do not overlap. Stops at the first hit.
            ///
            /// >>> ship = hitmask.Mask.filled(8, 8)
            /// >>> ship.overlaps(hitmask.Mask.filled(3, 3), (7, 7))
            /// True
            /// >>> ship.overlaps(hitmask.Mask.filled(3, 3), (8, 0))
            /// False
            fn overlaps(
                slf: &Bound<'_, Self>,
                other: $crate::shape::AnyShape,
                offset: $crate::numbers::Pixel,
            ) -> bool {
                let shape = $crate::shape::ShapeObject::any_shape(slf);
                $crate::shape::ask(slf.py(), &shape, &other, |a, b| a.overlaps(b, offset.0))
            }

            /// The number of pixels that are solid in both shapes. 0 if they do not overlap.
            fn overlap_area(
                slf: &Bound<'_, Self>,
                other: $crate::shape::AnyShape,
                offset: $crate::numbers::Pixel,
            ) -> u64 {
                let shape = $crate::shape::ShapeObject::any_shape(slf);
                $crate::shape::ask(slf.py(), &shape, &other, |a, b| a.overlap_area(b, offset.0))
            }

            /// The first pixel (x, y) that is solid in both shapes: the topmost, and of these the leftmost. None if they do not overlap.
            ///
            /// It is one of this shape's pixels; subtract the offset to have it in the other's.
            fn first_overlap(
                slf: &Bound<'_, Self>,
                other: $crate::shape::AnyShape,
                offset: $crate::numbers::Pixel,
            ) -> Option<$crate::numbers::Xy> {
                let shape = $crate::shape::ShapeObject::any_shape(slf);
                $crate::shape::ask(slf.py(), &shape, &other, |a, b| a.first_overlap(b, offset.0))
                    .map($crate::numbers::xy)
            }

            /// The first pixel that is solid in both shapes, in another order: 'top-left', 'bottom-left', 'right-top', ... The first word
            /// says which pixels come first; the second word says which of these come first. None if the shapes do not overlap.
            #[pyo3(signature = (other, offset, order = "top-left"))]
            fn extreme_overlap(
                slf: &Bound<'_, Self>,
                other: $crate::shape::AnyShape,
                offset: $crate::numbers::Pixel,
                order: &str,
            ) -> PyResult<Option<$crate::numbers::Xy>> {
                let order = $crate::shape::scan_order(order)?;
                let shape = $crate::shape::ShapeObject::any_shape(slf);
                let first = $crate::shape::ask(slf.py(), &shape, &other, |a, b| {
                    a.extreme_overlap(b, offset.0, order)
                });
                Ok(first.map($crate::numbers::xy))
            }

            /// The smallest rectangle (x, y, width, height) that contains all pixels that are solid in both shapes, in this shape's
            /// pixels. None if they do not overlap.
            fn overlap_bounds(
                slf: &Bound<'_, Self>,
                other: $crate::shape::AnyShape,
                offset: $crate::numbers::Pixel,
            ) -> Option<$crate::numbers::Xywh> {
                let shape = $crate::shape::ShapeObject::any_shape(slf);
                $crate::shape::ask(slf.py(), &shape, &other, |a, b| a.overlap_bounds(b, offset.0))
                    .map($crate::numbers::xywh)
            }

            /// All pixels that are solid in both shapes, row by row from the top, as a list of (x, y).
            fn overlap_points(
                slf: &Bound<'_, Self>,
                other: $crate::shape::AnyShape,
                offset: $crate::numbers::Pixel,
            ) -> PyResult<Vec<$crate::numbers::Xy>> {
                let shape = $crate::shape::ShapeObject::any_shape(slf);
                slf.py().detach(|| shape.overlap_points(&other, offset.0))
            }

            /// The direction from this shape to the other one, from the change of the overlap area. (0, 0) if there is none.
            fn normal(
                slf: &Bound<'_, Self>,
                other: $crate::shape::AnyShape,
                offset: $crate::numbers::Pixel,
            ) -> $crate::numbers::Xy {
                let shape = $crate::shape::ShapeObject::any_shape(slf);
                $crate::numbers::xy(slf.py().detach(|| shape.normal(&other, offset.0)))
            }

            /// The shortest motion (x, y) of the other shape after which the two do not overlap. (0, 0) if they do not overlap now.
            fn separation(
                slf: &Bound<'_, Self>,
                other: $crate::shape::AnyShape,
                offset: $crate::numbers::Pixel,
            ) -> $crate::numbers::Xy {
                let shape = $crate::shape::ShapeObject::any_shape(slf);
                $crate::numbers::xy(slf.py().detach(|| shape.separation(&other, offset.0)))
            }

            /// The shortest motion of the other shape along a direction after which the two do not overlap. None if the direction is (0, 0).
            fn separation_along(
                slf: &Bound<'_, Self>,
                other: $crate::shape::AnyShape,
                offset: $crate::numbers::Pixel,
                direction: $crate::numbers::Pixel,
            ) -> Option<$crate::numbers::Xy> {
                let shape = $crate::shape::ShapeObject::any_shape(slf);
                slf.py()
                    .detach(|| shape.separation_along(&other, offset.0, direction.0))
                    .map($crate::numbers::xy)
            }

            /// The shortest motion of the other shape along the x axis, and the one along the y axis, each of which separates the two.
            fn separation_by_axis(
                slf: &Bound<'_, Self>,
                other: $crate::shape::AnyShape,
                offset: $crate::numbers::Pixel,
            ) -> (i32, i32) {
                let shape = $crate::shape::ShapeObject::any_shape(slf);
                slf.py().detach(|| shape.separation_by_axis(&other, offset.0)).into()
            }

            /// How near the shapes are: a `Closest`. None if one of them has no solid pixel.
            fn closest(
                slf: &Bound<'_, Self>,
                other: $crate::shape::AnyShape,
                offset: $crate::numbers::Pixel,
            ) -> Option<$crate::contact::PyClosest> {
                let shape = $crate::shape::ShapeObject::any_shape(slf);
                slf.py().detach(|| shape.closest(&other, offset.0)).map(Into::into)
            }
        }
    };
}
pub(crate) use shape_methods;
