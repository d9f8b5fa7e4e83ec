//! The forms of a shape of a question for hitmask and the oracle.

use hitmask::{AlphaMask, Circle, ConvexPolygon, Mask, PointQ16, Rect, RunMask, Terrain};
use hitmask_oracle::Grid;
pub(crate) use hitmask_oracle::world::Shape;

use crate::Pictures;

/// The shape in hitmask's form.
pub(crate) enum Built {
    Bits(Mask),
    Runs(RunMask),
    Terrain(Terrain),
    Level(AlphaMask, u8),
    Alpha(AlphaMask),
    Rect(Rect),
    Circle(Circle),
    Polygon(ConvexPolygon),
}

/// Calls a generic function with a shape that has the overlap verbs.
macro_rules! with_shape {
    ($built:expr, $shape:ident => $body:expr) => {
        match $built {
            $crate::shape::Built::Bits($shape) => $body,
            $crate::shape::Built::Runs($shape) => $body,
            $crate::shape::Built::Terrain($shape) => $body,
            $crate::shape::Built::Level(alpha, level) => {
                let $shape = &alpha.at_level(*level);
                $body
            }
            $crate::shape::Built::Rect($shape) => $body,
            $crate::shape::Built::Alpha(_)
            | $crate::shape::Built::Circle(_)
            | $crate::shape::Built::Polygon(_) => panic!("this question takes no such shape"),
        }
    };
}
pub(crate) use with_shape;

/// The forms of a shape.
pub(crate) trait Forms {
    /// The shape in hitmask's form.
    fn build(&self, pictures: &Pictures) -> Built;
    /// The pixels of a mask in the form of the oracle's grid.
    fn grid(&self, pictures: &Pictures) -> Grid;
    /// The mask itself.
    fn mask<'p>(&self, pictures: &'p Pictures) -> &'p Mask;
}

impl Forms for Shape {
    fn build(&self, pictures: &Pictures) -> Built {
        match *self {
            Shape::Bits(number) => Built::Bits(pictures.mask(number).clone()),
            Shape::Runs(number) => Built::Runs(RunMask::from_mask(pictures.mask(number))),
            Shape::Terrain(number) => Built::Terrain(Terrain::from_mask(pictures.mask(number))),
            Shape::Level(number, level) => Built::Level(pictures.alpha(number).clone(), level),
            Shape::Alpha(number) => Built::Alpha(pictures.alpha(number).clone()),
            Shape::Rect(x, y, w, h) => Built::Rect(Rect::new(x, y, w, h)),
            Shape::Circle(x, y, radius) => {
                Built::Circle(Circle::new(PointQ16::new(x, y), radius).expect("the circle is legal"))
            }
            Shape::Polygon(ref corners) => {
                let corners = corners.iter().map(|&[x, y]| PointQ16::new(x, y));
                Built::Polygon(ConvexPolygon::new(corners).expect("the polygon is convex"))
            }
        }
    }

    fn grid(&self, pictures: &Pictures) -> Grid {
        match *self {
            Shape::Bits(number) => pictures.grid(number),
            _ => panic!("this question takes bits"),
        }
    }

    fn mask<'p>(&self, pictures: &'p Pictures) -> &'p Mask {
        match *self {
            Shape::Bits(number) => pictures.mask(number),
            _ => panic!("this question takes bits"),
        }
    }
}
