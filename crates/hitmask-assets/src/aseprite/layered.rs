//! The canvas that layers are merged on: a part of the picture, which knows where it lies.

use crate::Image;
use crate::blend::{self, Mode};
use crate::error::ErrorKind;
use crate::limits::{self, Budget, Work};

/// A rectangle in the document's pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Area {
    pub(super) fn pixels(self) -> u64 {
        limits::area(self.width, self.height)
    }

    /// Left, top, right and bottom edge.
    fn edges(self) -> [i64; 4] {
        let [x, y] = [self.x, self.y].map(i64::from);
        [x, y, x + i64::from(self.width), y + i64::from(self.height)]
    }

    /// What lies between two edges each way, both within `i32`; nothing if they have changed places.
    fn between([left, top, right, bottom]: [i64; 4]) -> Area {
        if left >= right || top >= bottom {
            return Area::default();
        }
        Area { x: left as i32, y: top as i32, width: (right - left) as u32, height: (bottom - top) as u32 }
    }

    /// The part that lies in both.
    pub(super) fn intersection(self, other: Area) -> Area {
        let ([l, t, r, b], [left, top, right, bottom]) = (self.edges(), other.edges());
        Area::between([l.max(left), t.max(top), r.min(right), b.min(bottom)])
    }

    /// The smallest area around both. An area without pixels counts for nothing.
    pub(super) fn hull(self, other: Area) -> Area {
        if self.pixels() == 0 {
            return other;
        }
        if other.pixels() == 0 {
            return self;
        }
        let ([l, t, r, b], [left, top, right, bottom]) = (self.edges(), other.edges());
        Area::between([l.min(left), t.min(top), r.max(right), b.max(bottom)])
    }
}

/// A picture of a part of the document.
pub(super) struct Canvas {
    pub(super) image: Image,
    area: Area,
}

impl Canvas {
    /// A clear canvas. The caller takes its memory off the budget.
    pub(super) fn clear(area: Area, budget: &Budget) -> Result<Self, ErrorKind> {
        budget.work(area.pixels(), Work::Draw)?;
        Ok(Canvas { image: Image::clear(area.width, area.height)?, area })
    }

    /// Blends pixels onto the part of the canvas that lies in `area`; `pixel` counts from the area's own corner.
    pub(super) fn draw(
        &mut self,
        area: Area,
        mode: Mode,
        opacity: u8,
        budget: &Budget,
        pixel: impl Fn(u32, u32) -> [u8; 4],
    ) -> Result<(), ErrorKind> {
        let part = self.area.intersection(area);
        budget.work(part.pixels(), work_of(mode))?;
        // The part lies in both, so neither difference is below zero.
        let from = |at: i32, origin: i32| (i64::from(at) - i64::from(origin)) as u32;
        let (x0, y0) = (from(part.x, area.x), from(part.y, area.y));
        for (y, row) in (y0..).zip(self.rows_mut(part)) {
            for (x, to) in (x0..).zip(row.chunks_exact_mut(4)) {
                let [r, g, b, a] = pixel(x, y);
                let front = [r, g, b, blend::mul(a, opacity)];
                to.copy_from_slice(&blend::blend(mode, [to[0], to[1], to[2], to[3]], front));
            }
        }
        Ok(())
    }

    /// Makes `area` more translucent: as if it had been drawn on a clear canvas with this opacity.
    pub(super) fn fade(&mut self, area: Area, opacity: u8) {
        for row in self.rows_mut(self.area.intersection(area)) {
            for pixel in row.chunks_exact_mut(4) {
                pixel[3] = blend::mul(pixel[3], opacity);
                if pixel[3] == 0 {
                    pixel.fill(0);
                }
            }
        }
    }

    /// The bytes of each row of a part that lies in the canvas.
    fn rows_mut(&mut self, part: Area) -> impl Iterator<Item = &mut [u8]> {
        let from = |at: i32, origin: i32| (i64::from(at) - i64::from(origin)) as usize;
        let (left, top) = (from(part.x, self.area.x), from(part.y, self.area.y));
        let (row_len, width) = (4 * self.area.width as usize, part.width as usize);
        let rows =
            self.image.bytes_mut().chunks_exact_mut(row_len.max(1)).skip(top).take(part.height as usize);
        rows.map(move |row| &mut row[4 * left..4 * (left + width)])
    }
}

/// What drawing a pixel in a mode costs.
fn work_of(mode: Mode) -> Work {
    match mode {
        Mode::Normal => Work::Draw,
        Mode::SoftLight | Mode::Hue | Mode::Saturation | Mode::Color | Mode::Luminosity => Work::BlendColors,
        _ => Work::Blend,
    }
}
