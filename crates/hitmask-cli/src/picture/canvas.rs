//! An opaque picture to draw on. Drawing outside is allowed and has no effect, so callers need not clip.

use std::convert::Infallible;

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point as At, Size};
use embedded_graphics::mono_font::iso_8859_1::{FONT_9X18, FONT_9X18_BOLD};
use embedded_graphics::mono_font::{MonoFont, MonoTextStyle};
use embedded_graphics::pixelcolor::{Rgb888, RgbColor as _};
use embedded_graphics::primitives::{Circle, Primitive as _, PrimitiveStyle};
use embedded_graphics::text::{Baseline, Text};
use embedded_graphics::{Drawable as _, Pixel};
use hitmask::Rect;
use hitmask_assets::Image;

/// Red, green, blue.
pub(crate) type Rgb = [u8; 3];

/// The height of a line of text.
pub(crate) const LINE: i32 = 18;
/// The width of a letter.
const LETTER: i32 = 9;

/// How heavy text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    Plain,
    Bold,
}

#[derive(Debug)]
pub(crate) struct PictureCanvas {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

impl PictureCanvas {
    pub(crate) fn new(width: u32, height: u32, color: Rgb) -> Self {
        let [r, g, b] = color;
        let pixels = width as usize * height as usize;
        PictureCanvas { width, height, rgba: [r, g, b, 255].repeat(pixels) }
    }

    /// Lays a colour over a rectangle. Alpha 255 replaces what is there.
    pub(crate) fn fill(&mut self, rect: Rect, color: Rgb, alpha: u8) {
        let Some(rect) = rect.intersection(&Rect::new(0, 0, self.width, self.height)) else { return };
        // The intersection lies in the picture.
        let (x, y) = (rect.x as usize, rect.y as usize);
        for row in y..y + rect.h as usize {
            let start = 4 * (row * self.width as usize + x);
            let (pixels, _) = self.rgba[start..start + 4 * rect.w as usize].as_chunks_mut();
            if alpha == 255 {
                pixels.fill([color[0], color[1], color[2], 255]);
                continue;
            }
            for [r, g, b, _] in pixels {
                *r = mix(*r, color[0], alpha);
                *g = mix(*g, color[1], alpha);
                *b = mix(*b, color[2], alpha);
            }
        }
    }

    /// The edge of a rectangle, drawn inside it.
    pub(crate) fn frame(&mut self, rect: Rect, thickness: u32, color: Rgb, alpha: u8) {
        let Rect { x, y, w, h } = rect;
        let t = thickness.min(w.div_ceil(2)).min(h.div_ceil(2));
        let inner = h - 2 * t.min(h / 2);
        let side = t as i32;
        self.fill(Rect::new(x, y, w, t), color, alpha);
        self.fill(Rect::new(x, y + (h - t) as i32, w, t), color, alpha);
        self.fill(Rect::new(x, y + side, t, inner), color, alpha);
        self.fill(Rect::new(x + w as i32 - side, y + side, t, inner), color, alpha);
    }

    /// The edge of a rectangle in dashes, drawn inside it.
    pub(crate) fn dashed_frame(&mut self, rect: Rect, thickness: u32, color: Rgb) {
        const DASH: i32 = 8;
        let Rect { x, y, w, h } = rect;
        let (w, h, t) = (w as i32, h as i32, thickness as i32);
        let dash = |from: i32, length: i32| (DASH.min(length - from)) as u32;
        for from in (0..w).step_by(2 * DASH as usize) {
            self.fill(Rect::new(x + from, y, dash(from, w), thickness), color, 255);
            self.fill(Rect::new(x + from, y + h - t, dash(from, w), thickness), color, 255);
        }
        for from in (0..h).step_by(2 * DASH as usize) {
            self.fill(Rect::new(x, y + from, thickness, dash(from, h)), color, 255);
            self.fill(Rect::new(x + w - t, y + from, thickness, dash(from, h)), color, 255);
        }
    }

    /// A ring around a point.
    pub(crate) fn ring(&mut self, x: i32, y: i32, radius: u32, thickness: u32, color: Rgb) {
        let circle = Circle::with_center(At::new(x, y), 2 * radius + 1);
        ok(circle.into_styled(PrimitiveStyle::with_stroke(rgb(color), thickness)).draw(self));
    }

    /// A line of text with its upper left corner at (x, y).
    pub(crate) fn text(&mut self, x: i32, y: i32, text: &str, weight: Weight, color: Rgb) {
        let style = MonoTextStyle::new(font(weight), rgb(color));
        ok(Text::with_baseline(&printable(text), At::new(x, y), style, Baseline::Top).draw(self).map(drop));
    }

    /// A line of text on a dark plate, whose upper left corner lies at (x, y).
    pub(crate) fn label(&mut self, x: i32, y: i32, text: &str, weight: Weight, color: Rgb) {
        let (w, h) = label_size(text);
        self.fill(Rect::new(x, y, w as u32, h as u32), [10, 11, 18], 225);
        self.text(x + PLATE, y + PLATE / 2, text, weight, color);
    }

    /// Lays an image over what is there. Each of its pixels becomes a square of `scale` pixels a side.
    pub(crate) fn image(&mut self, image: &Image, x: i32, y: i32, scale: u32) {
        let (mut px, mut py) = (0, 0);
        for [r, g, b, alpha] in image.pixels() {
            if alpha > 0 {
                let place = Rect::new(x + (px * scale) as i32, y + (py * scale) as i32, scale, scale);
                self.fill(place, [r, g, b], alpha);
            }
            px += 1;
            if px == image.width() {
                (px, py) = (0, py + 1);
            }
        }
    }

    pub(crate) fn width(&self) -> u32 {
        self.width
    }

    pub(crate) fn height(&self) -> u32 {
        self.height
    }

    /// The colours, row by row.
    pub(crate) fn colors(&self) -> impl ExactSizeIterator<Item = Rgb> + '_ {
        self.rgba.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2]])
    }

    /// Lays another canvas over this one, its upper left corner at (x, y).
    pub(crate) fn paste(&mut self, other: &PictureCanvas, x: i32, y: i32) {
        for (row, colors) in (y..).zip(other.rgba.chunks_exact(4 * other.width.max(1) as usize)) {
            for (column, pixel) in (x..).zip(colors.chunks_exact(4)) {
                self.fill(Rect::new(column, row, 1, 1), [pixel[0], pixel[1], pixel[2]], 255);
            }
        }
    }

    /// The bytes of a PNG file.
    pub(crate) fn into_png(self) -> Vec<u8> {
        let image =
            Image::from_rgba8(self.width, self.height, self.rgba).expect("a canvas has four bytes a pixel");
        hitmask_assets::encode_png(&image)
    }
}

/// The distance from the text of a label to the edge of its plate.
const PLATE: i32 = 5;

/// The width of a line of text.
pub(crate) fn text_width(text: &str) -> i32 {
    LETTER * i32::try_from(text.chars().count()).unwrap_or(i32::MAX / LETTER)
}

/// Width and height of a label.
pub(crate) fn label_size(text: &str) -> (i32, i32) {
    (text_width(text) + 2 * PLATE, LINE + PLATE)
}

/// Shortens a text that is wider than `width`: it loses its middle.
pub(crate) fn fit(text: &str, width: i32) -> String {
    let letters: Vec<char> = text.chars().collect();
    let room = (width / LETTER).max(0) as usize;
    if letters.len() <= room {
        return text.to_owned();
    }
    let kept = room.saturating_sub(3);
    let (head, tail) = (kept.div_ceil(2), kept / 2);
    letters[..head].iter().chain(&['.'; 3]).chain(&letters[letters.len() - tail..]).collect()
}

/// `to` with `from` laid over it.
pub(crate) fn mix(to: u8, from: u8, alpha: u8) -> u8 {
    let (to, from, alpha) = (u32::from(to), u32::from(from), u32::from(alpha));
    ((to * (255 - alpha) + from * alpha + 127) / 255) as u8
}

fn font(weight: Weight) -> &'static MonoFont<'static> {
    match weight {
        Weight::Plain => &FONT_9X18,
        Weight::Bold => &FONT_9X18_BOLD,
    }
}

/// Replaces letters that the font does not have, and line breaks.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() || u32::from(c) > 0xFF { '?' } else { c }).collect()
}

fn rgb([r, g, b]: Rgb) -> Rgb888 {
    Rgb888::new(r, g, b)
}

fn ok(drawn: Result<(), Infallible>) {
    let Ok(()) = drawn;
}

impl OriginDimensions for PictureCanvas {
    fn size(&self) -> Size {
        Size::new(self.width, self.height)
    }
}

impl DrawTarget for PictureCanvas {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb888>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        for Pixel(at, color) in pixels {
            self.fill(Rect::new(at.x, at.y, 1, 1), [color.r(), color.g(), color.b()], 255);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{PictureCanvas, fit, mix, text_width};
    use hitmask::Rect;

    #[test]
    fn mixing_is_exact_at_both_ends() {
        for to in [0, 1, 127, 254, 255] {
            assert_eq!((mix(to, 77, 0), mix(to, 77, 255)), (to, 77));
        }
    }

    #[test]
    fn long_texts_keep_both_ends() {
        assert_eq!(fit("abcdefghijkl", text_width("1234567")), "ab...kl");
        assert_eq!(fit("abc", text_width("abc")), "abc");
        assert_eq!(fit("abcdef", 0), "...");
    }

    #[test]
    fn drawing_outside_is_left_out() {
        let mut canvas = PictureCanvas::new(4, 3, [0; 3]);
        canvas.fill(Rect::new(-5, -5, 6, 6), [9; 3], 255);
        canvas.frame(Rect::new(3, 2, 9, 9), 2, [1; 3], 255);
        canvas.text(-100, 2, "outside, Ω and \n", super::Weight::Bold, [1; 3]);
        assert_eq!(canvas.rgba[..4], [9, 9, 9, 255]);
        assert_eq!(canvas.rgba[4..8], [0, 0, 0, 255]);
    }
}
