//! The body of a mover, and its pixels: one mask at a whole-pixel offset from the mover's position, whatever its shape and pose are.

use alloc::borrow::Cow;

use crate::bits::column::Edit;
use crate::geom::{Direction, Extent, Offset};
use crate::invalid_argument::InvalidArgument;
use crate::mask::{Mask, fits_mask};
use crate::placed::{Placed, Plain, ShapeRef};

/// What [`move_and_slide`](crate::move_and_slide) moves: a reference to any [`Shape`](crate::Shape), or a [`Placed`] with its pose, and where up is for it.
///
/// ```
/// use hitmask::{Body, Direction, Mask, MoveOptions, Obstacle, move_and_slide};
/// let (hero, ceiling) = (Mask::filled(8, 16), Mask::filled(100, 10));
/// let level = [Obstacle::solid(&ceiling, (0, 0))];
/// // For who falls upwards, the ceiling is the floor.
/// let body = Body::new(&hero).with_up(Direction::Down);
/// let moved = move_and_slide(body, (20, 50), (0, -100), &level, &MoveOptions::default());
/// assert_eq!((moved.position, moved.floor.unwrap().index), ((20, 10).into(), 0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Body<'a> {
    pub(super) placed: Placed<'a>,
    /// Where up is: see [`ColliderProps::up`](crate::ColliderProps::up). [`Direction::Up`] by default.
    pub up: Option<Direction>,
}

impl<'a> Body<'a> {
    /// A body for which up is [`Direction::Up`].
    #[must_use]
    pub fn new(shape: impl Into<Placed<'a>>) -> Body<'a> {
        Body { placed: shape.into(), up: Some(Direction::Up) }
    }

    /// The same body with another up.
    #[must_use]
    pub fn with_up(self, up: impl Into<Option<Direction>>) -> Body<'a> {
        Body { up: up.into(), ..self }
    }

    /// The same body in a game that is seen from above: there is no floor, no ledge, and all that stops it is a wall.
    #[must_use]
    pub fn seen_from_above(self) -> Body<'a> {
        self.with_up(None)
    }
}

impl<'a, S: Into<Placed<'a>>> From<S> for Body<'a> {
    fn from(shape: S) -> Body<'a> {
        Body::new(shape)
    }
}

/// The pixels of a mover while its position is (0, 0).
pub(crate) struct BodyPixels<'a> {
    mask: Cow<'a, Mask>,
    /// The pixel of the mask's origin.
    corner: Offset,
    /// Whether it was drawn for its pose: what is kept with such a mask is lost when it turns.
    is_drawn: bool,
}

impl<'a> BodyPixels<'a> {
    /// A mover without pixels.
    pub(crate) fn nothing() -> BodyPixels<'a> {
        BodyPixels { mask: Cow::Owned(Mask::new(0, 0)), corner: Offset::ZERO, is_drawn: true }
    }

    /// Draws the shape unless it is a mask, or a turned copy of one. Refuses what must be drawn and is larger than a mask may be.
    pub(crate) fn of(placed: Placed<'a>) -> Result<BodyPixels<'a>, InvalidArgument> {
        let footprint = placed.footprint();
        match footprint.plain(placed.shape()) {
            Some(plain) => BodyPixels::of_plain(plain),
            None => BodyPixels::drawn(&placed, footprint.extent),
        }
    }

    /// As [`BodyPixels::of`], for a shape at a whole pixel.
    pub(crate) fn of_plain(plain: Plain<'a>) -> Result<BodyPixels<'a>, InvalidArgument> {
        if let Plain { shape: ShapeRef::Mask(mask), corner } = plain {
            return Ok(BodyPixels { mask: Cow::Borrowed(mask), corner, is_drawn: false });
        }
        let extent = plain.extent();
        let (w, h) = checked_size(extent)?;
        let mask = if let ShapeRef::Rect(_) = plain.shape {
            Mask::filled(w, h)
        } else {
            let mut mask = Mask::new(w, h);
            mask.edit(plain.shape, (plain.corner - extent.corner()).as_pixel(), Edit::Union);
            mask
        };
        Ok(BodyPixels { mask: Cow::Owned(mask), corner: extent.corner(), is_drawn: true })
    }

    /// As [`BodyPixels::of`], for a shape that must be drawn and covers no pixel outside an extent.
    pub(crate) fn drawn(placed: &Placed<'_>, extent: Extent) -> Result<BodyPixels<'a>, InvalidArgument> {
        let extent = extent.intersection(Extent::WORLD);
        let (w, h) = checked_size(extent)?;
        let mut mask = Mask::new(w, h);
        placed.draw(extent.corner(), &mut mask);
        Ok(BodyPixels { mask: Cow::Owned(mask), corner: extent.corner(), is_drawn: true })
    }

    /// The same pixels, of a mover that was drawn for its pose.
    pub(crate) fn of_a_drawing(self) -> BodyPixels<'a> {
        BodyPixels { is_drawn: true, ..self }
    }

    /// Whether it was drawn for its pose.
    pub(super) fn is_drawn(&self) -> bool {
        self.is_drawn
    }

    /// The same pixels, moved.
    pub(crate) fn moved(self, by: Offset) -> BodyPixels<'a> {
        BodyPixels { corner: self.corner + by, ..self }
    }

    pub(crate) fn mask(&self) -> &Mask {
        &self.mask
    }

    pub(crate) fn corner(&self) -> Offset {
        self.corner
    }

    /// A box around the pixels.
    pub(crate) fn extent(&self) -> Extent {
        self.mask.extent().shifted(self.corner)
    }
}

/// The size of a box that a mask can have.
fn checked_size(extent: Extent) -> Result<(u32, u32), InvalidArgument> {
    if extent.is_empty() {
        return Ok((0, 0));
    }
    let side = |pixels: i64| u32::try_from(pixels).unwrap_or(u32::MAX);
    let size = (side(extent.x1 - extent.x0), side(extent.y1 - extent.y0));
    fits_mask("mover", size)?;
    Ok(size)
}
