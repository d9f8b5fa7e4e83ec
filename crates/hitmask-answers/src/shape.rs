//! The forms of a shape of a question for hitmask and the oracle.

use hitmask::{ColliderShape, Mask, Placed, Pose, ShapeRef};
use hitmask_oracle::Grid;
pub(crate) use hitmask_oracle::world::Shape;

use crate::pictures::Pictures;

/// The forms of a shape.
pub(crate) trait Forms {
    /// The shape in hitmask's form.
    fn build(&self, pictures: &Pictures) -> ColliderShape;
    /// The pixels of a mask in the form of the oracle's grid.
    fn grid(&self, pictures: &Pictures) -> Grid;
    /// The mask itself.
    fn mask<'p>(&self, pictures: &'p Pictures) -> &'p Mask;
}

impl Forms for Shape {
    fn build(&self, pictures: &Pictures) -> ColliderShape {
        hitmask_model::shape_of(self, &pictures.book)
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

/// The shape for the verbs of shapes.
///
/// # Panics
/// If it goes by alpha sum: then the question takes no such shape.
pub(crate) fn lent(built: &ColliderShape) -> ShapeRef<'_> {
    built.as_shape().unwrap_or_else(|| panic!("this question takes no {built:?}"))
}

/// The shape in a pose.
pub(crate) fn placed(built: &ColliderShape, pose: [i64; 6]) -> Placed<'_> {
    Placed::from(lent(built)).posed(&Pose::from_q16(pose).expect("a legal pose"))
}
