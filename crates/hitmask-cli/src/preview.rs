//! A picture in the terminal: half blocks in colour, or dots (braille) without.

use std::fmt::Write as _;

use anstyle::{Ansi256Color, Color, RgbColor, Style};
use hitmask::{Mask, Rect};
use hitmask_assets::Image;

/// How a preview is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    /// Each letter shows which of 2 x 4 blocks are solid, as dots.
    Dots,
    /// Each letter shows the colours of 1 x 2 blocks. Blocks that are visible but not solid are dim. Without `rgb` the terminal has
    /// 256 colours.
    Colors { rgb: bool },
}

/// The most columns and rows of letters that a preview may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PreviewSize {
    pub(crate) columns: u32,
    pub(crate) rows: u32,
}

/// Draws an image and its mask. Large ones are reduced until they fit; small ones are not enlarged.
pub(crate) fn preview(image: &Image, mask: &Mask, size: PreviewSize, ink: Ink, indent: &str) -> String {
    let (across, down) = match ink {
        Ink::Dots => (2, 4),
        Ink::Colors { .. } => (1, 2),
    };
    let blocks = PreviewBlocks::new(image, mask, size.columns * across, size.rows * down);
    let mut text = String::new();
    for y in (0..blocks.rows).step_by(down as usize) {
        text.push_str(indent);
        for x in (0..blocks.columns).step_by(across as usize) {
            match ink {
                Ink::Dots => text.push(blocks.dots(x, y)),
                Ink::Colors { rgb } => blocks.half_blocks(x, y, rgb, &mut text),
            }
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text
}

/// An image that is cut into blocks of nearly equal size.
struct PreviewBlocks<'a> {
    image: &'a Image,
    mask: &'a Mask,
    columns: u32,
    rows: u32,
}

impl<'a> PreviewBlocks<'a> {
    /// One block for each pixel if that fits, else as many as fit, in the proportions of the picture.
    fn new(image: &'a Image, mask: &'a Mask, most_columns: u32, most_rows: u32) -> Self {
        let (w, h) = (u64::from(image.width()), u64::from(image.height()));
        let (most_w, most_h) = (u64::from(most_columns), u64::from(most_rows));
        let (columns, rows) = if w <= most_w && h <= most_h {
            (w, h)
        } else if w * most_h >= h * most_w {
            (most_w, (h * most_w / w).max(1))
        } else {
            ((w * most_h / h).max(1), most_h)
        };
        // Neither is larger than a side of the picture, so both fit.
        PreviewBlocks { image, mask, columns: columns as u32, rows: rows as u32 }
    }

    /// The pixels of a block; `None` outside the picture.
    fn block(&self, x: u32, y: u32) -> Option<Rect> {
        if x >= self.columns || y >= self.rows {
            return None;
        }
        let cut = |i: u32, side: u32, parts: u32| (u64::from(i) * u64::from(side) / u64::from(parts)) as u32;
        let (x0, x1) =
            (cut(x, self.image.width(), self.columns), cut(x + 1, self.image.width(), self.columns));
        let (y0, y1) = (cut(y, self.image.height(), self.rows), cut(y + 1, self.image.height(), self.rows));
        Some(Rect::new(x0 as i32, y0 as i32, x1 - x0, y1 - y0))
    }

    /// Whether a block has any solid pixel. One is enough, so that thin lines stay visible.
    fn solid(&self, x: u32, y: u32) -> bool {
        self.block(x, y).is_some_and(|block| block.overlaps(self.mask, (0, 0)))
    }

    /// A braille letter of eight dots. Braille numbers them 1 2 3 down the left, 4 5 6 down the right, then 7 8.
    fn dots(&self, x: u32, y: u32) -> char {
        const PLACES: [(u32, u32); 8] = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)];
        let solid = |(i, &(dx, dy)): (usize, &(u32, u32))| u32::from(self.solid(x + dx, y + dy)) << i;
        match PLACES.iter().enumerate().map(solid).sum() {
            0 => ' ',
            dots => char::from_u32(0x2800 + dots).unwrap_or(' '),
        }
    }

    /// A letter of two colours, one above the other.
    fn half_blocks(&self, x: u32, y: u32, rgb: bool, text: &mut String) {
        let paint = |[r, g, b]: [u8; 3]| {
            let step = |channel: u8| (u16::from(channel) * 5 + 127) / 255;
            if rgb {
                Color::Rgb(RgbColor(r, g, b))
            } else {
                // Terminals with 256 colours have a cube of 6 x 6 x 6 of them.
                Color::Ansi256(Ansi256Color((16 + 36 * step(r) + 6 * step(g) + step(b)) as u8))
            }
        };
        let (upper, lower) = (self.color(x, y).map(paint), self.color(x, y + 1).map(paint));
        let (letter, style) = match (upper, lower) {
            (None, None) => return text.push(' '),
            (Some(upper), lower) => ('▀', Style::new().fg_color(Some(upper)).bg_color(lower)),
            (None, lower) => ('▄', Style::new().fg_color(lower)),
        };
        // Writing to a string does not fail.
        let _ = write!(text, "{style}{letter}{style:#}");
    }

    /// The mean colour of a block's visible pixels, dimmed if none is solid; `None` if none is visible.
    fn color(&self, x: u32, y: u32) -> Option<[u8; 3]> {
        let block = self.block(x, y)?;
        let solid = self.solid(x, y);
        let (mut sums, mut weight, mut pixels) = ([0u64; 3], 0u64, 0u64);
        for py in block.y as u32..block.y as u32 + block.h {
            for px in block.x as u32..block.x as u32 + block.w {
                let [r, g, b, alpha] = self.image.pixel(px, py)?;
                for (sum, channel) in sums.iter_mut().zip([r, g, b]) {
                    *sum += u64::from(channel) * u64::from(alpha);
                }
                weight += u64::from(alpha);
                pixels += 1;
            }
        }
        match (solid, weight) {
            // With threshold 0, clear pixels are solid, too.
            (true, 0) => Some([96; 3]),
            (true, _) => Some(sums.map(|sum| (sum / weight) as u8)),
            // The block is nearly clear.
            (false, _) if weight < 16 * pixels => None,
            // Mostly grey, since dark colours would vanish on a dark terminal.
            (false, _) => Some(sums.map(|sum| (48 + sum / weight / 4) as u8)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Ink, PreviewSize, preview};
    use hitmask::Mask;
    use hitmask_assets::Image;

    fn solid(w: u32, h: u32) -> (Image, Mask) {
        (Image::from_rgba8(w, h, vec![255; 4 * (w * h) as usize]).unwrap(), Mask::filled(w, h))
    }

    #[test]
    fn dots_are_where_pixels_are() {
        let (image, _) = solid(3, 5);
        let mask = Mask::from_fn(3, 5, |x, y| (x, y) == (0, 0) || (x, y) == (1, 3) || (x, y) == (2, 4));
        let text = preview(&image, &mask, PreviewSize { columns: 80, rows: 20 }, Ink::Dots, " ");
        assert_eq!(text, " ⢁\n  ⠁\n");
    }

    #[test]
    fn large_and_empty_pictures_fit() {
        let size = PreviewSize { columns: 10, rows: 4 };
        for (w, h) in [(1000, 3), (3, 1000), (300, 300), (1, 1), (0, 5), (0, 0)] {
            for ink in [Ink::Dots, Ink::Colors { rgb: true }, Ink::Colors { rgb: false }] {
                let (image, mask) = solid(w, h);
                let text = preview(&image, &mask, size, ink, "");
                let plain = anstream::adapter::strip_str(&text).to_string();
                assert!(plain.lines().count() <= 4, "{w}x{h} {ink:?}\n{plain}");
                assert!(plain.lines().all(|line| line.chars().count() <= 10), "{w}x{h} {ink:?}\n{plain}");
            }
        }
    }
}
