//! The pixels of one of two shapes, in a plane that both share: read as they are where that is possible, drawn in parts where not.

use crate::bits::column::Edit;
use crate::geom::inverse::Inverse;
use crate::geom::{Extent, Offset, Point};
use crate::mask::Mask;
use crate::overlap;
use crate::placed::{Placed, Plain, ShapeRef};

/// The pixels that a shape covers.
#[derive(Clone, Copy)]
pub(crate) struct CoveredPixels<'a> {
    pub(crate) source: Source<'a>,
    /// A box around them. Of what lies outside, nothing counts.
    pub(crate) extent: Extent,
}

/// Where the pixels come from.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    /// A shape at a whole pixel.
    Plain(Plain<'a>),
    /// A shape that must be drawn where it meets something.
    Undrawn(Placed<'a>),
}

impl<'a> From<Plain<'a>> for CoveredPixels<'a> {
    fn from(plain: Plain<'a>) -> CoveredPixels<'a> {
        CoveredPixels { source: Source::Plain(plain), extent: plain.extent() }
    }
}

/// Only the pixels that exist.
impl<'a> From<Placed<'a>> for CoveredPixels<'a> {
    fn from(placed: Placed<'a>) -> CoveredPixels<'a> {
        let footprint = placed.footprint();
        let source = footprint.plain(placed.shape()).map_or(Source::Undrawn(placed), Source::Plain);
        CoveredPixels { source, extent: footprint.extent.intersection(Extent::WORLD) }
    }
}

impl<'a> CoveredPixels<'a> {
    /// The shape at a whole pixel that has exactly these pixels. None if they must be drawn.
    pub(crate) fn as_plain(&self) -> Option<Plain<'a>> {
        match self.source {
            Source::Plain(plain) if plain.extent().intersection(self.extent) == plain.extent() => Some(plain),
            _ => None,
        }
    }

    /// The pixels in a window, as a mask of the window's size. Unless the shape is a rectangle, the window must lie inside the extent.
    pub(crate) fn part(&self, window: Extent) -> Mask {
        let (w, h) = window.size();
        let mut part = Mask::new(w, h);
        match self.source {
            Source::Undrawn(placed) if is_clear_under(&placed, window) => {}
            Source::Undrawn(placed) => placed.draw(window.corner(), &mut part),
            Source::Plain(Plain { shape: ShapeRef::Rect(_), .. }) => {
                // The rectangle may start too far away for an offset. The part of it inside the window never does.
                let inside = self.extent.intersection(window).shifted(-window.corner());
                if let Some(rect) = inside.to_rect() {
                    part.edit(ShapeRef::Rect(rect), Point::ZERO, Edit::Union);
                }
            }
            Source::Plain(plain) => match (plain.corner - window.corner()).to_point() {
                Some(offset) => part.edit(plain.shape, offset, Edit::Union),
                // Coordinates of a circle or a polygon may reach far beyond the window.
                None => {
                    let Offset { x, y } = window.corner();
                    part.redraw_by(w, h, |u, v| plain.window(x + i64::from(u), y + i64::from(v)) & 1 != 0);
                }
            },
        }
        part
    }
}

/// Whether a terrain is known to be clear under a window. Most of a large terrain is air or rock, which a box tells at once; drawing it looks
/// at each pixel. The pose is affine, so the texels under the corners of the window are the outermost ones.
fn is_clear_under(placed: &Placed<'_>, window: Extent) -> bool {
    let terrain @ ShapeRef::Terrain(_) = placed.shape() else { return false };
    let (w, h) = window.size();
    if w == 0 || h == 0 {
        return true;
    }
    let inverse = Inverse::new(placed.pose(), window);
    let (right, bottom) = (i64::from(w) - 1, i64::from(h) - 1);
    let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)].map(|(x, y)| inverse.texel(x, y));
    let under = corners
        .iter()
        .fold(Extent::EMPTY, |all, &(x0, y0)| all.around(Extent { x0, y0, x1: x0 + 1, y1: y0 + 1 }));
    let under = under.intersection(terrain.extent()).to_rect();
    under.is_none_or(|rect| !overlap::overlaps(terrain, ShapeRef::Rect(rect), Offset::ZERO))
}

/// A mask that was drawn, and the pixel of its corner.
pub(super) struct Drawn {
    pub(super) mask: Mask,
    pub(super) corner: Offset,
}

impl Drawn {
    pub(super) fn new(pixels: &CoveredPixels<'_>, window: Extent) -> Drawn {
        Drawn { mask: pixels.part(window), corner: window.corner() }
    }

    /// A box around the solid pixels.
    pub(super) fn extent(&self) -> Extent {
        self.mask.extent().shifted(self.corner)
    }
}
