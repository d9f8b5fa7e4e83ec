//! The shapes that terrains are carved and drawn with.

use core::ops::Range;

use crate::bits::TileRows;
use crate::bits::span_bits;
use crate::geom::{Extent, Offset};
use crate::mask::Mask;
use crate::placed::{Placed, Plain, ShapeRef};
use crate::tiles::tile::SIDE;

/// One use of a brush. It goes through the terrain one row of tiles after the other.
pub(super) struct Stroke<'a> {
    placed: Placed<'a>,
    /// A box around its pixels, in the terrain's pixels.
    extent: Extent,
    tip: Tip<'a>,
}

/// Where the pixels under a row of tiles come from.
#[expect(clippy::large_enum_variant, reason = "there is one, on the stack, for an edit")]
enum Tip<'a> {
    /// They are read from the shape.
    Plain(Plain<'a>),
    /// A convex shape: the solid pixels of each row, as half-open ranges.
    Spans([(i64, i64); SIDE as usize]),
    /// They are drawn here. The offset is the drawing's corner.
    Drawn(Mask, Offset),
}

impl<'a> Stroke<'a> {
    /// The extent is empty if the brush covers nothing.
    #[inline]
    pub(super) fn new(placed: Placed<'a>) -> Stroke<'a> {
        let footprint = placed.footprint();
        let extent = footprint.extent;
        // Each arm makes a whole stroke: a tip that is moved into one would be copied with room for the spans.
        match (footprint.plain(placed.shape()), placed.shape()) {
            (Some(plain), _) => Stroke { placed, extent, tip: Tip::Plain(plain) },
            (None, ShapeRef::Rect(_) | ShapeRef::Circle(_) | ShapeRef::Polygon(_)) => {
                Stroke { placed, extent, tip: Tip::Spans([(0, 0); SIDE as usize]) }
            }
            (None, _) => Stroke { placed, extent, tip: Tip::Drawn(Mask::default(), Offset::ZERO) },
        }
    }

    /// A box around it in the terrain's pixels.
    pub(super) fn extent(&self) -> Extent {
        self.extent
    }

    /// The brush as a mask, and the pixel of the terrain at which its origin lies. None if it is none, or has to be turned first.
    #[inline]
    pub(super) fn mask(&self) -> Option<(&'a Mask, Offset)> {
        match self.tip {
            Tip::Plain(Plain { shape: ShapeRef::Mask(mask), corner }) => Some((mask, corner)),
            _ => None,
        }
    }

    /// Prepares for the tiles in a box that is one tile high and lies in the terrain.
    pub(super) fn begin(&mut self, row: Extent) {
        match &mut self.tip {
            Tip::Plain(_) => {}
            Tip::Spans(spans) => {
                *spans = [(0, 0); SIDE as usize];
                self.placed.shape().with_convex_image(self.placed.pose(), |image| {
                    image.each_span(row, |y, start, end| spans[(y - row.y0) as usize] = (start, end));
                });
            }
            Tip::Drawn(drawing, corner) => {
                let window = self.extent.intersection(row);
                let (w, h) = if window.is_empty() { (0, 0) } else { window.size() };
                drawing.reset(w, h);
                *corner = window.corner();
                self.placed.draw(*corner, drawing);
            }
        }
    }

    /// Whether it is known to be solid all over a box of any size, before [`Stroke::begin`]. False means that it is not known.
    pub(super) fn fills(&self, square: Extent) -> bool {
        matches!(&self.tip, Tip::Plain(plain) if plain.fills(square))
    }

    /// Whether it is known to be solid all over a tile of the current row. False means that it is not known.
    pub(super) fn fills_tile(&self, square: Extent) -> bool {
        match &self.tip {
            Tip::Plain(plain) => plain.fills(square),
            Tip::Spans(spans) => spans.iter().all(|&(start, end)| start <= square.x0 && square.x1 <= end),
            Tip::Drawn(..) => false,
        }
    }

    /// Draws its pixels in a tile of the current row into rows that are clear. Returns the range of rows that were written.
    #[inline]
    pub(super) fn draw(&self, square: Extent, out: &mut TileRows) -> Range<usize> {
        match &self.tip {
            Tip::Plain(plain) => plain.draw_tile(square, out),
            Tip::Spans(spans) => {
                for (row, &(start, end)) in out.iter_mut().zip(spans) {
                    *row = span_bits(start, end, square.x0);
                }
                0..spans.len()
            }
            Tip::Drawn(drawing, corner) => {
                Plain { shape: ShapeRef::Mask(drawing), corner: *corner }.draw_tile(square, out)
            }
        }
    }
}
