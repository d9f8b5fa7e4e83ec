//! Where a placed shape's pixels are. This follows from its pose and its bounds; no pixel is read.

use super::{Placed, Plain, ShapeRef, draw};
use crate::geom::{Extent, Mapped, Offset, Pose, Rect, Turn, nearest_pixel};
use crate::mask::Mask;

/// In which form a placed shape's pixels can be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// It covers nothing.
    Nothing,
    /// The shape as it is.
    Plain,
    /// A turned copy, which is kept with the shape.
    Turned(Turn),
    /// All pixels of the extent.
    Box,
    /// Drawn whole.
    Drawn,
    /// Too large to be drawn whole. It is drawn in parts, where it meets something.
    Large,
}

/// Images of more pixels than this are drawn in parts.
pub(crate) const LARGE: u64 = 1 << 24;

/// Where a placed shape's pixels are, and in which form they can be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Footprint {
    pub(crate) form: Form,
    /// For plain and turned shapes, the world pixel of the origin. For other forms, the upper left pixel of the extent.
    pub(crate) corner: Offset,
    /// The pixels that it may cover, including pixels that don't exist. Of shapes that are given by numbers, only those that exist.
    pub(crate) extent: Extent,
}

impl Placed<'_> {
    /// Where its pixels are, and in which form they can be read. Looks at no pixel.
    #[inline]
    pub(crate) fn footprint(&self) -> Footprint {
        Footprint::of(self.shape, &self.pose)
    }
}

impl Footprint {
    pub(crate) const NOTHING: Footprint =
        Footprint { form: Form::Nothing, corner: Offset::ZERO, extent: Extent::EMPTY };

    #[inline]
    pub(super) fn of(shape: ShapeRef<'_>, pose: &Pose) -> Footprint {
        // The fast way for an unturned shape with pixels of its own: no multiplication.
        if pose.is_translation() && !shape.has_convex_image() {
            return Footprint::moved(shape.extent(), pose);
        }
        let turn = pose.turn();
        let extent = draw::extent(shape, pose);
        if extent.intersection(Extent::WORLD).is_empty() {
            return Footprint::NOTHING;
        }
        let (form, corner) = match (shape, turn) {
            (ShapeRef::Rect(_), _) if is_upright(pose) => {
                // The world is one pixel wider than the widest rectangle.
                let Extent { x0, y0, x1, y1 } = extent.intersection(Extent::WORLD);
                let most = i64::from(u32::MAX);
                let extent = Extent { x0, y0, x1: x1.min(x0 + most), y1: y1.min(y0 + most) };
                return Footprint { form: Form::Box, corner: extent.corner(), extent };
            }
            (_, Some(turn)) if shape.keeps_turns() => (Form::Turned(turn), turned_corner(shape.size(), pose)),
            _ => {
                let longest = (extent.x1 - extent.x0).max(extent.y1 - extent.y0);
                // Terrain and maps are large and change often, so they are never drawn whole.
                let is_large = matches!(shape, ShapeRef::Terrain(_) | ShapeRef::Tiles(_))
                    || longest > i64::from(Mask::MAX_SIDE)
                    || extent.area() > LARGE;
                (if is_large { Form::Large } else { Form::Drawn }, extent.corner())
            }
        };
        Footprint { form, corner, extent }
    }

    /// Of a shape with pixels of its own, which are in this extent, under a pose that is a translation.
    #[inline]
    pub(crate) fn moved(extent: Extent, pose: &Pose) -> Footprint {
        if extent.is_empty() {
            return Footprint::NOTHING;
        }
        let [x, y] = pose.translation.mapped(nearest_pixel);
        let corner = Offset::new(x, y);
        Footprint { form: Form::Plain, corner, extent: extent.shifted(corner) }
    }

    /// Whether pixels that don't exist may be missing: nothing of it exists, or it is given by numbers and comes to the end of the world.
    pub(crate) fn may_be_cut(&self, shape: ShapeRef<'_>) -> bool {
        self.form == Form::Nothing || (shape.has_convex_image() && self.extent.reaches_the_end())
    }

    /// The shape with this footprint, as a shape at a whole pixel. None if it would have to be drawn.
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub(crate) fn plain<'a>(&self, shape: ShapeRef<'a>) -> Option<Plain<'a>> {
        match self.form {
            Form::Plain => Some(Plain { shape, corner: self.corner }),
            _ => self.plain_of_any(shape),
        }
    }

    /// The same for every form.
    #[inline]
    fn plain_of_any<'a>(&self, shape: ShapeRef<'a>) -> Option<Plain<'a>> {
        let shape = match self.form {
            Form::Plain => shape,
            Form::Turned(turn) => shape.kept_turned(turn)?,
            Form::Box => return Some(rect_of(self.extent)),
            Form::Nothing | Form::Drawn | Form::Large => return None,
        };
        Some(Plain { shape, corner: self.corner })
    }
}

/// The world pixel of the upper left corner of a picture under a pose that turns it by right angles or flips it.
#[inline]
pub(crate) fn turned_corner((w, h): (u32, u32), pose: &Pose) -> Offset {
    let (one, other) = (pose.corner(0, 0), pose.corner(w.into(), h.into()));
    let [x, y] = [0, 1].mapped(|i| nearest_pixel(one[i].min(other[i])));
    Offset::new(x, y)
}

/// A rectangle of any size as a shape at a whole pixel. Each side must be shorter than 2³² pixels.
fn rect_of(extent: Extent) -> Plain<'static> {
    // It fits i32 if it begins at the least coordinate.
    let (w, h) = extent.size();
    let least = i64::from(i32::MIN);
    let shape = ShapeRef::Rect(Rect::new(i32::MIN, i32::MIN, w, h));
    Plain { shape, corner: extent.corner() - Offset::new(least, least) }
}

impl<'a> Placed<'a> {
    /// The shape as a rectangle at a whole pixel, with the pixels that don't exist; `e` is its whole extent. None if it is none, is turned, or
    /// has a side of 2³² pixels or more.
    pub(crate) fn upright_rect(&self, e: Extent) -> Option<Plain<'a>> {
        let most = i64::from(u32::MAX);
        let is_rect = matches!(self.shape(), ShapeRef::Rect(_)) && is_upright(self.pose());
        (is_rect && e.x1 - e.x0 <= most && e.y1 - e.y0 <= most).then(|| rect_of(e))
    }
}

/// Whether a pose keeps the sides of a rectangle upright.
fn is_upright(pose: &Pose) -> bool {
    matches!(pose.matrix, [_, 0, 0, _] | [0, _, _, 0])
}
