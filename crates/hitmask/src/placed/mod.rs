//! A shape and where it lies: what it covers, in which form its pixels can be read, and how to draw it into a window.
//!
//! [`ShapeRef`] names every kind of shape. [`Placed`] puts one into the world by a pose. [`Footprint`] says where its pixels are and in
//! which form they can be read. [`Plain`] is a shape at a whole pixel, which the overlap verbs can ask. Buffer, terrain, mover and world
//! all use these.

mod draw;
mod footprint;
mod plain;
mod shape;
mod tile;

pub(crate) use draw::{bake, image, reach, wide_image};
pub(crate) use footprint::{Footprint, Form, LARGE, turned_corner};
pub(crate) use plain::Plain;
pub use shape::{Shape, ShapeRef};
pub(crate) use shape::{labels_of, of};

use crate::geom::{Extent, Offset, PointQ16, Pose};
use crate::mask::Mask;

/// A shape with a position or a pose. A [`CollisionBuffer`](crate::CollisionBuffer) draws and tests placed shapes, and a
/// [`Terrain`](crate::Terrain) can be carved and drawn with one.
///
/// It is made from whatever a [`ShapeRef`] is made from: a reference to any [`Shape`], or an [`AlphaLevel`](crate::AlphaLevel), a
/// [`TileView`](crate::TileView), a [`Circle`](crate::Circle) or a [`Rect`](crate::Rect) by value. At first it lies where its own coordinates say: a mask with its corner on
/// pixel (0, 0). [`Placed::at`] and [`Placed::posed`] put it elsewhere. It covers pixels by
/// [`PixelRule::Raster`](crate::PixelRule::Raster). Only pixels whose coordinates fit `i32` exist.
///
/// ```
/// use hitmask::{BufferMode, CollisionBuffer, Mask, Placed, Pose, Rect};
/// let mut buffer = CollisionBuffer::new(BufferMode::Owners, Rect::new(0, 0, 64, 64))?;
/// let bar = Mask::filled(8, 2);
/// buffer.draw(&bar, 1);                                        // at (0, 0)
/// buffer.draw(Placed::from(&bar).at((20, 10)), 2);
/// let turned = Pose::from_matrix([0.0, -1.0, 1.0, 0.0, 42.0, 8.0])?;     // (40, 8), 2 wide and 8 high
/// buffer.draw(Placed::from(&bar).posed(&turned), 3);
/// let ids: Vec<u32> = buffer.test(Rect::new(0, 0, 64, 12)).iter().map(|met| met.id).collect();
/// assert_eq!(ids, [1, 2, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "Stamp")]
#[doc(alias = "transformed shape")]
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    shape: ShapeRef<'a>,
    pose: Pose,
}

impl<'a> Placed<'a> {
    #[inline]
    pub(crate) fn new(shape: ShapeRef<'a>, pose: Pose) -> Placed<'a> {
        Placed { shape, pose }
    }

    /// The same shape with its origin at a position: a [`Point`](crate::Point), a pair of whole pixels, or parts of a pixel. Rotation,
    /// scale and shear of an earlier pose stay.
    ///
    /// # Panics
    /// If a coordinate is beyond [`PointQ16::LIMIT`]: [`PointQ16::checked`] finds out.
    #[must_use]
    pub fn at(self, position: impl Into<PointQ16>) -> Placed<'a> {
        Placed { pose: self.pose.placed(position), ..self }
    }

    /// The same shape under a pose. The pose maps the shape's own coordinates to the world. It replaces an earlier position or pose.
    #[must_use]
    pub fn posed(self, pose: &Pose) -> Placed<'a> {
        Placed { pose: *pose, ..self }
    }

    /// The same, moved by whole pixels. The result may lie where no pixels exist.
    #[inline]
    pub(crate) fn moved(self, by: impl Into<Offset>) -> Placed<'a> {
        let Offset { x, y } = by.into();
        self.moved_by_parts(PointQ16::new(x << 16, y << 16))
    }

    /// The same, moved by parts of a pixel. The result may lie where no pixels exist.
    #[inline]
    pub(crate) fn moved_by_parts(self, by: PointQ16) -> Placed<'a> {
        let [tx, ty] = self.pose.translation;
        Placed { pose: Pose { translation: [tx + by.x, ty + by.y], ..self.pose }, ..self }
    }

    #[inline]
    pub(crate) fn shape(&self) -> ShapeRef<'a> {
        self.shape
    }

    #[inline]
    pub(crate) fn pose(&self) -> &Pose {
        &self.pose
    }

    /// A box around the pixels that it covers. Of a circle or a polygon, only those that exist.
    #[inline]
    pub(crate) fn extent(&self) -> Extent {
        draw::extent(self.shape, &self.pose)
    }

    /// A box around the pixels that it covers, including pixels that don't exist.
    pub(crate) fn whole_extent(&self) -> Extent {
        draw::whole_extent(self.shape, &self.pose)
    }

    /// Draws what it covers into a clear mask. The mask's upper left pixel is the world pixel `corner`.
    pub(crate) fn draw(&self, corner: Offset, onto: &mut Mask) {
        draw::draw(self.shape, &self.pose, corner, onto);
    }
}

impl<'a> From<&Placed<'a>> for Placed<'a> {
    #[inline]
    fn from(placed: &Placed<'a>) -> Placed<'a> {
        *placed
    }
}

impl<'a, S: Into<ShapeRef<'a>>> From<S> for Placed<'a> {
    #[inline]
    fn from(shape: S) -> Placed<'a> {
        Placed::new(shape.into().without_labels(), Pose::IDENTITY)
    }
}
