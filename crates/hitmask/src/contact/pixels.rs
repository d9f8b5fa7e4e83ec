//! The pixels of one of two shapes, in a plane that both share: read as they are where that is possible, drawn in parts where not.

use crate::bits::column::Edit;
use crate::geom::inverse::Inverse;
use crate::geom::{Extent, Mapped, Offset, Point};
use crate::mask::Mask;
use crate::overlap::answer::Meeting;
use crate::overlap::{self, ConvexMeeting, PlacedSpans, UnderSpans};
use crate::placed::{Placed, Plain, ShapeRef};
use crate::shape::ConvexImage;

impl<'a> Source<'a> {
    /// The shape, if it is convex and not plain. It then needs no drawing, because its spans are known.
    pub(crate) fn convex(&self) -> Option<Placed<'a>> {
        match *self {
            Source::Undrawn(placed) if placed.shape().has_convex_image() => Some(placed),
            _ => None,
        }
    }

    /// Whether its rows are known without drawing.
    pub(super) fn has_rows(&self) -> bool {
        self.convex().is_some() || matches!(self, Source::Plain(_))
    }
}

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

    /// Whether they are those of a circle or a polygon, or of a turned rectangle.
    pub(crate) fn is_convex(&self) -> bool {
        self.source.convex().is_some()
            || matches!(self.source, Source::Plain(plain) if plain.shape.is_convex())
    }

    /// Whether nothing is known to be covered in a window.
    pub(crate) fn is_clear(&self, window: Extent) -> bool {
        if window.is_empty() {
            return true;
        }
        match self.source {
            Source::Undrawn(placed) => is_clear_under(&placed, window),
            Source::Plain(Plain { shape, corner }) => match shape.spans() {
                Some(image) => is_beside(PlacedSpans { image, at: corner }, window),
                None => {
                    let inside = window.intersection(shape.extent().shifted(corner)).shifted(-corner);
                    inside
                        .to_rect()
                        .is_none_or(|rect| !overlap::overlaps(shape, ShapeRef::Rect(rect), Offset::ZERO))
                }
            },
        }
    }

    /// Whether two shapes overlap, if that can be told without drawing.
    pub(super) fn overlaps_undrawn(&self, other: &CoveredPixels<'_>) -> Option<bool> {
        if let (Some(one), Some(other)) = (self.as_plain(), other.as_plain()) {
            return Some(overlap::overlaps(one.shape, other.shape, other.corner - one.corner));
        }
        let window = self.extent.intersection(other.extent);
        for (one, other) in [(self, other), (other, self)] {
            if let Some(convex) = one.source.convex().filter(|_| other.source.has_rows()) {
                return Some(with_meeting(convex, other.source, window, |meeting| meeting.overlaps()));
            }
        }
        None
    }

    /// The pixels in a window, as a mask of the window's size. Unless the shape is a rectangle, the window must lie inside the extent.
    pub(crate) fn part(&self, window: Extent) -> Mask {
        let (w, h) = window.size();
        #[cfg(test)]
        crate::work::add(window.area() / 64);
        let mut part = Mask::new(w, h);
        match self.source {
            Source::Undrawn(placed)
                if matches!(placed.shape(), ShapeRef::Terrain(_) | ShapeRef::Tiles(_))
                    && self.is_clear(window) => {}
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

/// Calls `f` with the spans of a convex shape.
pub(crate) fn with_spans<R>(convex: Placed<'_>, f: impl FnOnce(PlacedSpans<'_>) -> R) -> R {
    let spans = |image: &ConvexImage<'_>| f(PlacedSpans { image: *image, at: Offset::ZERO });
    convex.shape().with_convex_image(convex.pose(), spans).expect("the shape is convex")
}

/// Calls `f` with what a convex shape and another one share in a window. The other one is convex, too, or lies at a whole pixel.
pub(crate) fn with_meeting<R>(
    convex: Placed<'_>,
    other: Source<'_>,
    window: Extent,
    f: impl FnOnce(ConvexMeeting<'_>) -> R,
) -> R {
    with_spans(convex, |spans| match other {
        Source::Plain(plain) => f(ConvexMeeting { spans, other: UnderSpans::plain(plain), window }),
        Source::Undrawn(other) => {
            with_spans(other, |other| f(ConvexMeeting { spans, other: UnderSpans::Spans(other), window }))
        }
    })
}

/// Whether a shape is known to cover nothing in a window. The pose is affine, so the texels under the corners of the window are the outermost
/// ones. Of a large terrain or a large mask a box of texels tells at once what drawing would find out pixel by pixel.
fn is_clear_under(placed: &Placed<'_>, window: Extent) -> bool {
    let (shape, pose) = (placed.shape(), placed.pose());
    if shape.has_convex_image() {
        return with_spans(*placed, |spans| is_beside(spans, window));
    }
    let inverse = Inverse::new(pose, window);
    let (right, bottom) = (window.x1 - window.x0 - 1, window.y1 - window.y0 - 1);
    let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)].mapped(|(x, y)| inverse.texel(x, y));
    let under = corners.iter().fold(Extent::EMPTY, |all, &(x, y)| all.around(Extent::of_pixel(x, y)));
    let under = under.intersection(shape.extent()).to_rect();
    under.is_none_or(|rect| !overlap::overlaps(shape, ShapeRef::Rect(rect), Offset::ZERO))
}

/// Whether a convex shape has no pixel in a window.
fn is_beside(spans: PlacedSpans<'_>, window: Extent) -> bool {
    !ConvexMeeting { spans, other: UnderSpans::All, window }.overlaps()
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
}
