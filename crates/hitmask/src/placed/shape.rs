//! Every kind of shape in one borrowed form. A new kind of shape is one more variant here, and a file of its own.

use core::fmt;

use crate::bits::{KEEPS, span_bits};
use crate::geom::{Extent, Point, Pose, Rect, Turn};
use crate::mask::{AlphaLevel, LabelMask, LabelView, Mask, RunMask};
use crate::shape::{Circle, ConvexImage, ConvexPolygon, corners_of};
use crate::tile_map::{TileMap, TileView};
use crate::tiles::Terrain;

/// A shape with solid pixels: a [`Mask`], a [`RunMask`], a [`Rect`], a [`Terrain`], a [`TileMap`], a [`Circle`], a [`ConvexPolygon`],
/// a [`LabelMask`], or an [`AlphaMask`](crate::AlphaMask) at a level ([`AlphaLevel`]). Any two of them can be tested against each other.
///
/// The overlap verbs (`overlaps`, `overlap_area`, `first_overlap`, ...) are methods of the types themselves. This trait is the bound of
/// their argument. It is sealed. A [`ShapeRef`] and a `&dyn Shape`, whose kinds are known only at run time, have the verbs, too:
///
/// ```
/// use hitmask::{Mask, Rect, Shape};
/// let shapes: [&dyn Shape; 2] = [&Mask::filled(8, 8), &Rect::new(4, 4, 8, 8)];
/// assert_eq!(shapes[0].overlap_area(shapes[1], (0, 0)), 16);
/// ```
pub trait Shape: sealed::Sealed {}

pub(crate) mod sealed {
    /// Gives the borrowed form on which the verbs dispatch.
    pub trait Sealed {
        /// The borrowed form.
        fn shape(&self) -> super::ShapeRef<'_>;
        /// The labels of its pixels, if it has any.
        /// The borrowed form with its labels, if it has any.
        fn with_labels(&self) -> super::ShapeRef<'_> {
            self.shape()
        }
    }
}

/// A reference to a shape of any kind: what a program takes that learns only at run time which kind of shape it has, such as an editor, a
/// script language or a binding for another language. It has the verbs that all shapes have, and is itself a [`Shape`].
///
/// It is made from a reference to any [`Shape`], or from a [`Rect`], a [`Circle`], an [`AlphaLevel`] or a [`TileView`]
/// by value. It is `Copy` and owns
/// nothing. [`ColliderShape`](crate::ColliderShape) is the form that owns its pixels; its
/// [`as_shape`](crate::ColliderShape::as_shape) lends a `ShapeRef`.
///
/// ```
/// use hitmask::{Circle, ColliderShape, Mask, Point, PointQ16, Rect, ShapeRef};
/// let ship = Mask::filled(8, 8);
/// let shapes: [ShapeRef<'_>; 2] = [(&ship).into(), Rect::new(4, 4, 8, 8).into()];
/// assert_eq!(shapes[0].overlap_area(&shapes[1], (0, 0)), 16);
/// assert_eq!(shapes[1].first_overlap(&ship, (9, 0)), Some(Point::new(9, 4)));
///
/// let owned: Vec<ColliderShape> = vec![ship.into(), Circle::new(PointQ16::ZERO, 3 << 16)?.into()];
/// let lent: Vec<ShapeRef<'_>> = owned.iter().filter_map(ColliderShape::as_shape).collect();
/// assert!(lent[0].overlaps(&lent[1], (0, 0)));
/// # Ok::<(), hitmask::InvalidArgument>(())
/// ```
///
/// # Complexity
/// One match more than the verb of the type itself: a nanosecond.
#[doc(alias = "any shape")]
#[doc(alias = "dynamic shape")]
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum ShapeRef<'a> {
    /// One bit a pixel.
    Mask(&'a Mask),
    /// Solid runs.
    Runs(&'a RunMask),
    /// Alphas at a level.
    Level(AlphaLevel<'a>),
    /// One label a pixel.
    LabelMask(&'a LabelMask),
    /// Some labels of a label mask.
    Labels(&'a LabelView<'a>),
    /// All pixels of a rectangle.
    Rect(Rect),
    /// Tiles of bits.
    Terrain(&'a Terrain),
    /// The tiles of a map, of some kinds.
    Tiles(TileView<'a>),
    /// The pixels whose centres lie in a circle.
    Circle(Circle),
    /// The pixels whose centres lie in a convex polygon.
    Polygon(&'a ConvexPolygon),
}

impl<'a> ShapeRef<'a> {
    /// The same pixels without labels: of a label mask, its [`mask`](LabelMask::mask). Other shapes stay as they are.
    ///
    /// ```
    /// use hitmask::{LabelMask, ShapeRef};
    /// let hero = LabelMask::from_labels(2, 1, &[1, 2])?;
    /// assert!(matches!(ShapeRef::from(&hero), ShapeRef::LabelMask(_)));
    /// assert!(matches!(ShapeRef::from(&hero).without_labels(), ShapeRef::Mask(_)));
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn without_labels(self) -> ShapeRef<'a> {
        match self {
            ShapeRef::LabelMask(labels) => ShapeRef::Mask(labels.mask()),
            shape => shape,
        }
    }

    /// A box that holds every solid pixel.
    #[inline]
    pub(crate) fn extent(self) -> Extent {
        match self {
            ShapeRef::Mask(mask) => mask.extent(),
            ShapeRef::Runs(mask) => mask.extent(),
            ShapeRef::Level(level) => level.extent(),
            ShapeRef::LabelMask(labels) => labels.mask().extent(),
            ShapeRef::Labels(view) => view.extent(),
            ShapeRef::Rect(rect) => rect.extent(),
            ShapeRef::Terrain(terrain) => terrain.extent(),
            ShapeRef::Tiles(tiles) => tiles.extent(),
            ShapeRef::Circle(circle) => circle.image(None).extent(),
            ShapeRef::Polygon(polygon) => polygon.image(None).extent(),
        }
    }

    /// Whether [`ShapeRef::extent`] is the smallest box that holds every solid pixel.
    pub(crate) fn is_tight(self) -> bool {
        match self {
            ShapeRef::Mask(mask) => mask.is_tight(),
            ShapeRef::LabelMask(labels) => labels.mask().is_tight(),
            ShapeRef::Level(_) | ShapeRef::Labels(_) | ShapeRef::Tiles(_) => false,
            ShapeRef::Circle(_) | ShapeRef::Polygon(_) => false,
            ShapeRef::Runs(_) | ShapeRef::Rect(_) | ShapeRef::Terrain(_) => true,
        }
    }

    /// The 64 pixels from (x, y) to the right, the first in the lowest bit.
    pub(crate) fn window(self, x: i64, y: i64) -> u64 {
        match self {
            ShapeRef::Mask(mask) => mask.window(x, y),
            ShapeRef::Runs(mask) => mask.window(x, y),
            ShapeRef::Level(level) => level.window(x, y),
            ShapeRef::LabelMask(labels) => labels.mask().window(x, y),
            ShapeRef::Labels(view) => view.window(x, y),
            ShapeRef::Rect(rect) => rect_window(rect, x, y),
            ShapeRef::Terrain(terrain) => terrain.window(x, y),
            ShapeRef::Tiles(tiles) => tiles.window(x, y),
            ShapeRef::Circle(circle) => circle.image(None).window(x, y),
            ShapeRef::Polygon(polygon) => polygon.image(None).window(x, y),
        }
    }

    /// The 64 columns of pixels from (x, y) on, as rows: a window each. Of a terrain, each tile is looked for once.
    pub(crate) fn copy_rows(self, x: i64, y: i64, rows: &mut [u64]) {
        if let ShapeRef::Terrain(terrain) = self {
            return terrain.copy_rows(x, y, rows);
        }
        rows.iter_mut().zip(y..).for_each(|(row, y)| *row = self.window(x, y));
    }

    /// Whether a pixel is solid. False outside.
    #[must_use]
    #[inline]
    pub fn contains(&self, pixel: impl Into<Point>) -> bool {
        let Point { x, y } = pixel.into();
        self.has(x.into(), y.into())
    }

    /// Whether the pixel (or texel) (x, y) is solid.
    #[inline]
    pub(crate) fn has(self, x: i64, y: i64) -> bool {
        self.window(x, y) & 1 != 0
    }

    /// The run of solid pixels of row y that contains x, half-open. The pixel must be solid.
    pub(crate) fn run_around(self, x: i64, y: i64) -> (i64, i64) {
        if let ShapeRef::Rect(rect) = self {
            let e = rect.extent();
            return (e.x0, e.x1);
        }
        if let Some(span) = self.spans().and_then(|image| image.span(y)) {
            return span;
        }
        let (mut start, mut end) = (x, x + 1);
        loop {
            let solid = self.window(start - 64, y).leading_ones();
            start -= i64::from(solid);
            if solid < 64 {
                break;
            }
        }
        loop {
            let solid = self.window(end, y).trailing_ones();
            end += i64::from(solid);
            if solid < 64 {
                break;
            }
        }
        (start, end)
    }

    /// Width and height of the whole picture. (0, 0) for shapes without a picture: rectangles, circles and polygons, which
    /// may lie anywhere, and tile maps, whose pictures may reach over their cells.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        match self {
            ShapeRef::Mask(mask) => mask.size(),
            ShapeRef::Runs(runs) => runs.size(),
            ShapeRef::Level(level) => level.size(),
            ShapeRef::LabelMask(labels) => labels.mask().size(),
            ShapeRef::Labels(view) => view.size(),
            ShapeRef::Terrain(terrain) => terrain.size(),
            ShapeRef::Rect(_) | ShapeRef::Tiles(_) | ShapeRef::Circle(_) | ShapeRef::Polygon(_) => (0, 0),
        }
    }

    /// Whether [`ShapeRef::spans`] gives spans.
    #[inline]
    pub(crate) fn is_convex(self) -> bool {
        matches!(self, ShapeRef::Circle(_) | ShapeRef::Polygon(_))
    }

    /// Whether [`ShapeRef::with_convex_image`] has an image.
    #[inline]
    pub(crate) fn has_convex_image(self) -> bool {
        matches!(self, ShapeRef::Rect(_) | ShapeRef::Circle(_) | ShapeRef::Polygon(_))
    }

    /// A circle or a convex polygon as spans, one a row. None for other shapes: rectangles, and shapes with pixels of their own.
    #[inline]
    pub(crate) fn spans(self) -> Option<ConvexImage<'a>> {
        match self {
            ShapeRef::Circle(circle) => Some(circle.image(None)),
            ShapeRef::Polygon(polygon) => Some(polygon.image(None)),
            _ => None,
        }
    }

    /// Calls `f` with the image of a convex shape under a pose. None if the shape has pixels of its own.
    #[inline]
    pub(crate) fn with_convex_image<R>(
        self,
        pose: &Pose,
        f: impl FnOnce(&ConvexImage<'_>) -> R,
    ) -> Option<R> {
        let corners;
        let image = match self {
            ShapeRef::Rect(rect) => {
                corners = corners_of(rect);
                ConvexImage::of_corners(&corners, pose)
            }
            ShapeRef::Circle(circle) => circle.image(Some(pose)),
            ShapeRef::Polygon(polygon) => polygon.image(Some(pose)),
            ShapeRef::Mask(_)
            | ShapeRef::Runs(_)
            | ShapeRef::Level(_)
            | ShapeRef::LabelMask(_)
            | ShapeRef::Labels(_)
            | ShapeRef::Terrain(_)
            | ShapeRef::Tiles(_) => return None,
        };
        Some(f(&image))
    }

    /// The turned copy of the shape, if turned copies are kept with it. None otherwise.
    pub(super) fn kept_turned(self, turn: Turn) -> Option<ShapeRef<'a>> {
        match self {
            ShapeRef::Mask(mask) => mask.kept_turned(turn).map(ShapeRef::Mask),
            ShapeRef::Level(level) => {
                let turned = level.alpha().kept_turned(turn)?;
                Some(ShapeRef::Level(turned.at_level(level.level())))
            }
            _ => None,
        }
    }

    /// Whether [`ShapeRef::kept_turned`] gives turned copies.
    pub(super) fn keeps_turns(self) -> bool {
        KEEPS && matches!(self, ShapeRef::Mask(_) | ShapeRef::Level(_))
    }
}

/// A shape's borrowed form.
#[inline]
pub(crate) fn of<S: Shape + ?Sized>(shape: &S) -> ShapeRef<'_> {
    shape.shape()
}

/// The labels of a shape's pixels, if it has any.
pub(crate) fn labels_of<S: Shape + ?Sized>(shape: &S) -> Option<&LabelMask> {
    match shape.with_labels() {
        ShapeRef::LabelMask(labels) => Some(labels),
        ShapeRef::Labels(view) => Some(view.behind()),
        _ => None,
    }
}

/// Prints what the shape's own type prints.
impl fmt::Debug for ShapeRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapeRef::Mask(mask) => mask.fmt(f),
            ShapeRef::Runs(runs) => runs.fmt(f),
            ShapeRef::Level(level) => level.fmt(f),
            ShapeRef::LabelMask(labels) => labels.fmt(f),
            ShapeRef::Labels(view) => view.fmt(f),
            ShapeRef::Rect(rect) => rect.fmt(f),
            ShapeRef::Terrain(terrain) => terrain.fmt(f),
            ShapeRef::Tiles(tiles) => tiles.fmt(f),
            ShapeRef::Circle(circle) => circle.fmt(f),
            ShapeRef::Polygon(polygon) => polygon.fmt(f),
        }
    }
}

/// 64 pixels of a row of a rectangle, from x on.
fn rect_window(rect: Rect, x: i64, y: i64) -> u64 {
    let e = rect.extent();
    if y < e.y0 || y >= e.y1 { 0 } else { span_bits(e.x0, e.x1, x) }
}

impl<'a, S: Shape + ?Sized> From<&'a S> for ShapeRef<'a> {
    #[inline]
    fn from(shape: &'a S) -> ShapeRef<'a> {
        shape.with_labels()
    }
}

/// Makes a type a shape: how it is lent.
macro_rules! shapes {
    ($($shape:ty: $self:ident => $lent:expr;)*) => {$(
        impl sealed::Sealed for $shape {
            #[inline]
            fn shape(&$self) -> ShapeRef<'_> {
                $lent
            }
        }
        impl Shape for $shape {}
    )*};
}
shapes! {
    Mask: self => ShapeRef::Mask(self);
    RunMask: self => ShapeRef::Runs(self);
    AlphaLevel<'_>: self => ShapeRef::Level(*self);
    Rect: self => ShapeRef::Rect(*self);
    Terrain: self => ShapeRef::Terrain(self);
    TileMap: self => ShapeRef::Tiles(self.all());
    TileView<'_>: self => ShapeRef::Tiles(*self);
    Circle: self => ShapeRef::Circle(*self);
    ConvexPolygon: self => ShapeRef::Polygon(self);
}

/// Makes a type a shape whose pixels may have labels.
macro_rules! labelled_shapes {
    ($($shape:ty: $self:ident => $lent:expr, $with_labels:expr;)*) => {$(
        impl sealed::Sealed for $shape {
            #[inline]
            fn shape(&$self) -> ShapeRef<'_> {
                $lent
            }
            #[inline]
            fn with_labels(&$self) -> ShapeRef<'_> {
                $with_labels
            }
        }
        impl Shape for $shape {}
    )*};
}
labelled_shapes! {
    LabelMask: self => ShapeRef::Mask(self.mask()), ShapeRef::LabelMask(self);
    LabelView<'_>: self => ShapeRef::Labels(self), ShapeRef::Labels(self);
    ShapeRef<'_>: self => self.without_labels(), *self;
}

/// Small shapes are lent by value, too.
macro_rules! by_value {
    ($($shape:ty => $kind:ident;)*) => {$(
        impl<'a> From<$shape> for ShapeRef<'a> {
            #[inline]
            fn from(shape: $shape) -> ShapeRef<'a> {
                ShapeRef::$kind(shape)
            }
        }
    )*};
}
by_value! {
    AlphaLevel<'a> => Level;
    TileView<'a> => Tiles;
    Rect => Rect;
    Circle => Circle;
}
