//! The shapes of a script in hitmask's form.

use std::cell::RefCell;
use std::collections::BTreeMap;

use hitmask::{
    AlphaMask, AlphaRule, Angle, Circle, ColliderShape, ConvexPolygon, Frames, Mask, Point, PointQ16, Pose,
    PoseParts, Rect, RunMask, Terrain, Transform,
};
use hitmask_oracle::world::{Book, Figure, Place, Rotation, Shape, pixels};
use hitmask_oracle::{Affine, AlphaGrid, Grid};

/// The mask of a picture.
#[must_use]
pub fn mask_of(grid: &Grid) -> Mask {
    Mask::from_fn(grid.w as u32, grid.h as u32, |x, y| grid.get(x.into(), y.into()))
}

/// The alphas of a picture.
#[must_use]
pub fn alpha_of(grid: &AlphaGrid) -> AlphaMask {
    AlphaMask::from_alpha(grid.w as u32, grid.h as u32, &grid.alpha).expect("an alpha for each pixel")
}

/// The pose with these numbers.
#[must_use]
pub fn pose_of(affine: Affine) -> Pose {
    Pose::from_q16(affine).unwrap_or_else(|error| panic!("{affine:?}: {error}"))
}

/// The shape in the form that a collider takes. Alphas collide by alpha sum.
#[must_use]
pub fn shape_of(shape: &Shape, book: &Book) -> ColliderShape {
    match *shape {
        Shape::Bits(number) => mask_of(book.grid(number)).into(),
        Shape::Runs(number) => RunMask::from_mask(&mask_of(book.grid(number))).into(),
        Shape::Terrain(number) => Terrain::from_mask(&mask_of(book.grid(number))).into(),
        Shape::Level(number, level) => {
            ColliderShape::Alpha(alpha_of(book.alpha(number)).into(), AlphaRule::AtLeast(level))
        }
        Shape::Alpha(number) => ColliderShape::Alpha(alpha_of(book.alpha(number)).into(), AlphaRule::Sum),
        Shape::Rect(x, y, w, h) => Rect::new(x, y, w, h).into(),
        Shape::Circle(x, y, radius) => {
            Circle::new(PointQ16::new(x, y), radius).expect("a legal circle").into()
        }
        Shape::Polygon(ref corners) => {
            let corners = corners.iter().map(|&[x, y]| PointQ16::new(x, y));
            ConvexPolygon::new(corners).expect("a convex polygon").into()
        }
    }
}

/// The figure in the form that a collider takes.
#[must_use]
pub fn figure_of(figure: &Figure, book: &Book) -> ColliderShape {
    match figure {
        Figure::Shape(shape) => shape_of(shape, book),
        Figure::Frames(frames) => {
            let frame =
                |&(number, [x, y]): &(usize, [i32; 2])| (mask_of(book.grid(number)), Point::new(x, y));
            Frames::new(frames.iter().map(frame)).into()
        }
    }
}

/// Shapes that are made once and shared by all colliders.
#[derive(Debug)]
pub struct Shapes<'a> {
    book: &'a Book,
    made: RefCell<BTreeMap<Figure, ColliderShape>>,
}

impl<'a> Shapes<'a> {
    /// Nothing is made yet.
    #[must_use]
    pub fn new(book: &'a Book) -> Shapes<'a> {
        Shapes { book, made: RefCell::default() }
    }

    /// The shape of a figure.
    #[must_use]
    pub fn of(&self, figure: &Figure) -> ColliderShape {
        let mut made = self.made.borrow_mut();
        made.entry(figure.clone()).or_insert_with(|| figure_of(figure, self.book)).clone()
    }
}

/// A turn in hitmask's form.
#[must_use]
pub fn angle_of(rotation: Rotation) -> Angle {
    match rotation {
        Rotation::Degrees(degrees) => Angle::Degrees(degrees),
        Rotation::Radians(radians) => Angle::Radians(radians),
        Rotation::Steps(step, of) => Angle::Steps { step, of },
    }
}

/// A place in hitmask's form.
#[must_use]
pub fn transform_of(place: &Place) -> Transform {
    match *place {
        Place::Pose(pose) => pose_of(pose).into(),
        Place::Nowhere => Transform::from(None),
        Place::Led { .. } => panic!("a script does not say where a part is led"),
        Place::Parts { position, rotation, scale, flip, pivot } => {
            let (position, rotation) = (position.map(pixels), angle_of(rotation));
            let parts = PoseParts { position, rotation, scale, flip, pivot, ..PoseParts::default() };
            Transform::new(&parts).expect("legal parts")
        }
    }
}
