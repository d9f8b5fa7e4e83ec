//! What terrains are carved and drawn with.

use core::ops::Range;

use crate::geom::Extent;
use crate::placed::Shape;
use crate::placed::stencil::{Placed, span};
use crate::placed::{self, ShapeRef};
use crate::shape::{self, Circle, ConvexPolygon};
use crate::tiles::tile::{Rows, SIDE};

/// What a [`Terrain`](crate::Terrain) can be carved and drawn with: any [`Shape`], or a [`Circle`] or a [`ConvexPolygon`], whose own
/// coordinates the offset is added to. Sealed.
///
/// A crater that is needed often is cheaper as a mask that was made once: [`Circle::to_mask`].
pub trait Brush: sealed::Sealed {}

pub(super) mod sealed {
    /// Gives the representation that an edit looks at.
    pub trait Sealed {
        /// The representation.
        fn brush(&self) -> super::BrushRef<'_>;
    }
}

/// The representations of a brush.
pub enum BrushRef<'a> {
    /// Something with pixels.
    Shape(ShapeRef<'a>),
    /// Something with an outline.
    Convex(Outlined<'a>),
}

/// A circle or a convex polygon.
pub struct Outlined<'a>(shape::Placed<'a>);

impl<S: Shape + ?Sized> sealed::Sealed for S {
    fn brush(&self) -> BrushRef<'_> {
        BrushRef::Shape(placed::of(self))
    }
}
impl<S: Shape + ?Sized> Brush for S {}

impl sealed::Sealed for Circle {
    fn brush(&self) -> BrushRef<'_> {
        BrushRef::Convex(Outlined(self.placed(None)))
    }
}
impl Brush for Circle {}

impl sealed::Sealed for ConvexPolygon {
    fn brush(&self) -> BrushRef<'_> {
        BrushRef::Convex(Outlined(self.placed(None)))
    }
}
impl Brush for ConvexPolygon {}

/// A brush where it is set down. Goes through the terrain by rows of tiles.
#[expect(clippy::large_enum_variant, reason = "there is one, on the stack, for an edit")]
pub(super) enum Stamp<'a> {
    Shape(Placed<'a>),
    Convex {
        shape: shape::Placed<'a>,
        at: (i64, i64),
        /// The solid pixels of the rows of the present row of tiles, from the first to before the last.
        spans: [(i64, i64); SIDE as usize],
    },
}

impl<'a> Stamp<'a> {
    pub(super) fn new(brush: BrushRef<'a>, at: (i64, i64)) -> Stamp<'a> {
        match brush {
            BrushRef::Shape(shape) => Stamp::Shape(Placed { shape, at }),
            BrushRef::Convex(Outlined(shape)) => Stamp::Convex { shape, at, spans: [(0, 0); SIDE as usize] },
        }
    }

    /// A box around it in the terrain's pixels.
    pub(super) fn extent(&self) -> Extent {
        match self {
            Stamp::Shape(shape) => shape.extent(),
            Stamp::Convex { shape, at, .. } => moved(shape.extent(), *at),
        }
    }

    /// Prepares for the tiles in a box as high as a tile, which lie in the terrain.
    pub(super) fn begin(&mut self, row: Extent) {
        if let Stamp::Convex { shape, at: (x, y), spans } = self {
            *spans = [(0, 0); SIDE as usize];
            let window = moved(row, (-*x, -*y));
            shape.each_span(window, |at, start, end| {
                spans[(at - window.y0) as usize] = (start + *x, end + *x);
            });
        }
    }

    /// Whether it is known to be solid all over a box of any size before [`Stamp::begin`]. No is not an answer.
    pub(super) fn fills(&self, square: Extent) -> bool {
        match self {
            Stamp::Shape(shape) => shape.fills(square),
            Stamp::Convex { .. } => false,
        }
    }

    /// Whether it is known to be solid all over a tile of the present row. No is not an answer.
    pub(super) fn fills_tile(&self, square: Extent) -> bool {
        match self {
            Stamp::Shape(shape) => shape.fills(square),
            Stamp::Convex { spans, .. } => {
                spans.iter().all(|&(start, end)| start <= square.x0 && square.x1 <= end)
            }
        }
    }

    /// Its pixels under a tile of the present row, into rows that are clear; the rows that were written.
    pub(super) fn draw(&self, square: Extent, out: &mut Rows) -> Range<usize> {
        match self {
            Stamp::Shape(shape) => shape.draw(square, out),
            Stamp::Convex { spans, .. } => {
                for (row, &(start, end)) in out.iter_mut().zip(spans) {
                    *row = span(start, end, square.x0);
                }
                0..spans.len()
            }
        }
    }
}

fn moved(e: Extent, (x, y): (i64, i64)) -> Extent {
    Extent { x0: e.x0 + x, y0: e.y0 + y, x1: e.x1 + x, y1: e.y1 + y }
}
