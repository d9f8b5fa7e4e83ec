//! Shapes as SVG pictures, to look at: the sprite, and the shapes over it.

use std::fmt::Write as _;

use hitmask::{BorderMode, Connectivity, DistanceField, Mask, Outline, Point, Rect};
use hitmask_assets::Image;

use super::canvas::Rgb;
use super::{BACKGROUND, BOARD, NO_TOUCH, TOUCH, WHITE};

/// The greatest length of the longer side on a screen. Each pixel gets a whole number of screen pixels.
const SIDE: u32 = 640;
/// The distance field has at most about this many bands.
const BANDS: u32 = 24;
/// Colours that are easy to tell apart, above all neighbours in the list.
const PALETTE: [Rgb; 8] = [
    [255, 176, 59],
    [86, 180, 233],
    [230, 97, 146],
    [112, 214, 140],
    [240, 228, 90],
    [140, 130, 255],
    [255, 120, 80],
    [80, 220, 215],
];

/// A picture that is being written. Its unit of length is a pixel of the sprite.
pub(crate) struct Svg {
    text: String,
    /// The size of a screen pixel. It makes lines equally thin on small and large sprites.
    thin: f64,
}

impl Svg {
    /// Starts a picture with the sprite drawn pale, and a margin of two pixels around it.
    pub(crate) fn new(title: &str, sprite: &Image) -> Self {
        let (w, h) = (sprite.width(), sprite.height());
        let (full_w, full_h) = (w + 4, h + 4);
        let scale = (SIDE / full_w.max(full_h)).max(1);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"-2 -2 {full_w} {full_h}\">\n\
             <title>{}</title>\n\
             <rect x=\"-2\" y=\"-2\" width=\"{full_w}\" height=\"{full_h}\" fill=\"{}\"/>\n\
             <rect width=\"{w}\" height=\"{h}\" fill=\"{}\"/>\n",
            full_w * scale,
            full_h * scale,
            escaped(title),
            hex(BACKGROUND),
            hex(BOARD[0]),
        );
        if w > 0 && h > 0 {
            let _ = writeln!(
                text,
                "<image width=\"{w}\" height=\"{h}\" opacity=\"0.55\" style=\"image-rendering:pixelated\" \
                 href=\"data:image/png;base64,{}\"/>",
                base64(&hitmask_assets::encode_png(sprite))
            );
        }
        Svg { text, thin: 1.0 / f64::from(scale) }
    }

    /// Draws how deep inside each solid pixel lies, and how far outside each clear one, in bands of colour.
    pub(crate) fn distances(&mut self, mask: &Mask) {
        let outside = mask.distance_to_solid();
        let inside = mask.distance_to_clear(BorderMode::Clear);
        let greatest = |field: &DistanceField| field.farthest().map_or(0, |(_, squared)| squared.isqrt());
        let step = greatest(&outside).max(greatest(&inside)).div_ceil(BANDS).max(1);
        self.text += "<g fill-rule=\"evenodd\" opacity=\"0.9\">\n";
        for band in (1..=greatest(&outside) / step + 1).rev() {
            // The farthest band comes first. It covers everything, and nearer bands are drawn over it.
            let near = outside.within((band * step).saturating_pow(2));
            self.area(&near, shade([24, 44, 92], [76, 150, 214], band, BANDS));
        }
        if mask.is_empty() {
            self.text += "</g>\n";
            return;
        }
        for band in 0..=greatest(&inside) / step {
            let mut deep = inside.within((band * step).saturating_pow(2));
            deep.invert();
            self.area(&deep, shade([255, 232, 140], [176, 40, 60], band, BANDS));
        }
        self.text += "</g>\n";
    }

    /// Draws the solid pixels of a mask in one colour.
    fn area(&mut self, mask: &Mask, color: Rgb) {
        let mut path = String::new();
        for ring in mask.outline(Connectivity::Four).rings() {
            path += &closed(ring.points);
        }
        if !path.is_empty() {
            let _ = writeln!(self.text, "<path fill=\"{}\" d=\"{path}\"/>", hex(color));
        }
    }

    /// Draws polygons in changing colours.
    pub(crate) fn polygons<'a>(&mut self, polygons: impl Iterator<Item = &'a [Point]>) {
        for (i, points) in polygons.enumerate() {
            let _ = writeln!(
                self.text,
                "<path fill=\"{}\" fill-opacity=\"0.6\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" \
                 d=\"{}\"/>",
                hex(PALETTE[i % PALETTE.len()]),
                hex(BACKGROUND),
                1.5 * self.thin,
                closed(points)
            );
        }
    }

    /// Draws rectangles in changing colours.
    pub(crate) fn rectangles(&mut self, rects: &[Rect]) {
        let corners: Vec<[Point; 4]> = rects.iter().map(corners).collect();
        self.polygons(corners.iter().map(<[Point; 4]>::as_slice));
    }

    /// Draws masks in changing colours, each with the rectangle around it.
    pub(crate) fn parts(&mut self, parts: impl Iterator<Item = (Outline, Rect)>) {
        for (i, (outline, bounds)) in parts.enumerate() {
            let color = hex(PALETTE[i % PALETTE.len()]);
            let path: String = outline.rings().map(|ring| closed(ring.points)).collect();
            let _ = writeln!(
                self.text,
                "<path fill=\"{color}\" fill-opacity=\"0.75\" fill-rule=\"evenodd\" d=\"{path}\"/>\n\
                 <path fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\" stroke-dasharray=\"{1} {1}\" d=\"{2}\"/>",
                self.thin,
                4.0 * self.thin,
                closed(&corners(&bounds))
            );
        }
    }

    /// Draws rings as lines with dots at their corners.
    pub(crate) fn outline(&mut self, outline: &Outline) {
        // Dots are drawn only if they are sixteen screen pixels apart on average.
        let length = |points: &[Point]| -> f64 {
            let next = points.iter().cycle().skip(1);
            points.iter().zip(next).map(|(p, q)| f64::from(p.x - q.x).hypot(f64::from(p.y - q.y))).sum()
        };
        let total: f64 = outline.rings().map(|ring| length(ring.points)).sum();
        let dots = outline.point_count() as f64 * 16.0 * self.thin < total;
        for ring in outline.rings() {
            let color = hex(if ring.is_hole { NO_TOUCH } else { TOUCH });
            let path = closed(ring.points);
            for (color, width) in [(hex(BACKGROUND), 4.0), (color, 2.0)] {
                let _ = writeln!(
                    self.text,
                    "<path fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\" stroke-linejoin=\"round\" d=\"{path}\"/>",
                    width * self.thin
                );
            }
            if dots {
                // A line of length 0 with round ends is a dot.
                let dots: String = ring.points.iter().map(|p| format!("M{} {}h0", p.x, p.y)).collect();
                let _ = writeln!(
                    self.text,
                    "<path stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" d=\"{dots}\"/>",
                    hex(WHITE),
                    4.5 * self.thin
                );
            }
        }
    }

    /// The text of the file.
    pub(crate) fn finish(mut self) -> String {
        self.text += "</svg>\n";
        self.text
    }
}

fn corners(rect: &Rect) -> [Point; 4] {
    let (left, top) = (rect.x, rect.y);
    let (right, bottom) = (left + rect.w as i32, top + rect.h as i32);
    [(left, top), (right, top), (right, bottom), (left, bottom)].map(Point::from)
}

/// The path data of a closed polygon. It uses relative steps, which are shorter than positions.
fn closed(points: &[Point]) -> String {
    let mut path = String::new();
    let mut at = Point::ZERO;
    for (i, &p) in points.iter().enumerate() {
        let (dx, dy) = (p.x - at.x, p.y - at.y);
        let _ = match (i, dx, dy) {
            (0, ..) => write!(path, "M{} {}", p.x, p.y),
            (_, dx, 0) => write!(path, "h{dx}"),
            (_, 0, dy) => write!(path, "v{dy}"),
            _ => write!(path, "l{dx} {dy}"),
        };
        at = p;
    }
    path.push('z');
    path
}

/// A colour between two others: step `step` of `steps`.
fn shade(from: Rgb, to: Rgb, step: u32, steps: u32) -> Rgb {
    let step = step.min(steps);
    let mix = |a: u8, b: u8| ((u32::from(a) * (steps - step) + u32::from(b) * step) / steps) as u8;
    [mix(from[0], to[0]), mix(from[1], to[1]), mix(from[2], to[2])]
}

fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// A name as XML text. Characters that XML does not allow are replaced.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Bytes in Base64 (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits =
            group.iter().enumerate().fold(0, |bits, (i, &byte)| bits | u32::from(byte) << (16 - 8 * i));
        for i in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * i)) as usize & 63];
            text.push(if i <= group.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{base64, escaped};

    #[test]
    fn base64_is_that_of_the_standard() {
        for (bytes, letters) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), letters);
        }
    }

    #[test]
    fn names_cannot_break_out() {
        assert_eq!(escaped("a<b>&\u{7}"), "a&lt;b&gt;&amp;\u{fffd}");
    }
}
