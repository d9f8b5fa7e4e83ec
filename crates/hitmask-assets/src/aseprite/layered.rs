//! The canvas on which layers are merged: a picture of a part of the document, with its position.

use crate::Image;
use crate::blend::{self, BlendMode};
use crate::error::ErrorKind;
use crate::limits::{self, Budget, Work};

/// A rectangle in the document's pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LayerArea {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl LayerArea {
    pub(super) fn pixels(self) -> u64 {
        limits::area(self.width, self.height)
    }

    /// Left, top, right and bottom edge.
    fn edges(self) -> [i64; 4] {
        let [x, y] = [self.x, self.y].map(i64::from);
        [x, y, x + i64::from(self.width), y + i64::from(self.height)]
    }

    /// The area between these edges, which must fit `i32`. Empty if an edge is beyond its opposite.
    fn between([left, top, right, bottom]: [i64; 4]) -> LayerArea {
        if left >= right || top >= bottom {
            return LayerArea::default();
        }
        LayerArea {
            x: left as i32,
            y: top as i32,
            width: (right - left) as u32,
            height: (bottom - top) as u32,
        }
    }

    /// The area that lies in both.
    pub(super) fn intersection(self, other: LayerArea) -> LayerArea {
        let ([l, t, r, b], [left, top, right, bottom]) = (self.edges(), other.edges());
        LayerArea::between([l.max(left), t.max(top), r.min(right), b.min(bottom)])
    }

    /// The smallest area that contains both. An empty area is ignored.
    pub(super) fn hull(self, other: LayerArea) -> LayerArea {
        if self.pixels() == 0 {
            return other;
        }
        if other.pixels() == 0 {
            return self;
        }
        let ([l, t, r, b], [left, top, right, bottom]) = (self.edges(), other.edges());
        LayerArea::between([l.min(left), t.min(top), r.max(right), b.max(bottom)])
    }
}

/// A picture of a part of the document.
pub(super) struct LayerCanvas {
    pub(super) image: Image,
    area: LayerArea,
}

impl LayerCanvas {
    /// A clear canvas. The caller takes its memory off the budget.
    pub(super) fn clear(area: LayerArea, budget: &Budget) -> Result<Self, ErrorKind> {
        budget.work(area.pixels(), Work::Draw)?;
        Ok(LayerCanvas { image: Image::clear(area.width, area.height)?, area })
    }

    /// Takes the work of drawing the visible part of `area` off the budget.
    pub(super) fn charge(&self, area: LayerArea, mode: BlendMode, budget: &Budget) -> Result<(), ErrorKind> {
        budget.work(self.area.intersection(area).pixels(), work_of(mode))
    }

    /// Blends row `y` of `area` onto the canvas. Pixels beyond the canvas are ignored. `pixel` and `y` count from the area's corner.
    pub(super) fn draw_row(
        &mut self,
        area: LayerArea,
        y: u32,
        mode: BlendMode,
        opacity: u8,
        pixel: impl Fn(u32) -> [u8; 4],
    ) {
        let part = self.area.intersection(area);
        let [_, top, _, bottom] = part.edges();
        let at = i64::from(area.y) + i64::from(y);
        if at < top || at >= bottom {
            return;
        }
        // The part lies in both areas, so no difference is negative.
        let [x, inner] = [self.area.x, area.x].map(|origin| (i64::from(part.x) - i64::from(origin)) as u32);
        let row = self.image.row_mut(x, (at - i64::from(self.area.y)) as u32, part.width);
        for (to, x) in row.chunks_exact_mut(4).zip(inner..) {
            let [r, g, b, a] = pixel(x);
            let front = [r, g, b, blend::mul(a, opacity)];
            to.copy_from_slice(&blend::blend(mode, [to[0], to[1], to[2], to[3]], front));
        }
    }

    /// Makes `area` more translucent, as if it had been drawn with this opacity on a clear canvas. It must lie on the canvas.
    pub(super) fn fade(&mut self, area: LayerArea, opacity: u8) {
        let [x, y] = [(area.x, self.area.x), (area.y, self.area.y)].map(|(at, origin)| (at - origin) as u32);
        for row in y..y + area.height {
            for pixel in self.image.row_mut(x, row, area.width).chunks_exact_mut(4) {
                pixel[3] = blend::mul(pixel[3], opacity);
                if pixel[3] == 0 {
                    pixel.fill(0);
                }
            }
        }
    }
}

/// The kind of work that drawing a pixel in a mode is.
fn work_of(mode: BlendMode) -> Work {
    match mode {
        BlendMode::Normal => Work::Draw,
        BlendMode::SoftLight
        | BlendMode::Hue
        | BlendMode::Saturation
        | BlendMode::Color
        | BlendMode::Luminosity => Work::BlendColors,
        _ => Work::Blend,
    }
}
