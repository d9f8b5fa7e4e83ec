//! Animations: canvases as a GIF file.

use std::collections::HashMap;

use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::canvas::{Canvas, Color};

/// Colours that a GIF file has room for, less one that is clear.
const COLORS: usize = 255;
/// Stands for a pixel that is as it was.
const CLEAR: u8 = 255;

/// Canvases of one size, one after the other.
pub(crate) struct Gif {
    encoder: Encoder<Vec<u8>>,
    palette: Vec<Color>,
    /// The number in the palette of each colour that was met.
    known: HashMap<Color, u8>,
    size: [u16; 2],
    /// The picture before, as numbers.
    last: Vec<u8>,
    /// Hundredths of a second.
    delay: u16,
}

impl Gif {
    /// An animation that plays for ever. `kept` are colours that must be exact; the others are chosen to be like those of the
    /// first canvas and of `samples`.
    pub(crate) fn new(first: &Canvas, kept: &[Color], samples: &[Color], delay: u16) -> Self {
        let size =
            [first.width(), first.height()].map(|side| u16::try_from(side).expect("canvases are small"));
        let mut palette = kept.to_vec();
        let rgba: Vec<u8> =
            first.colors().chain(samples.iter().copied()).flat_map(|[r, g, b]| [r, g, b, 255]).collect();
        // Every tenth pixel is enough to learn from, and fast.
        let learnt = NeuQuant::new(10, COLORS - kept.len(), &rgba).color_map_rgb();
        palette.extend(learnt.chunks_exact(3).map(|c| [c[0], c[1], c[2]]));
        palette.resize(COLORS + 1, [0; 3]);
        let mut encoder =
            Encoder::new(Vec::new(), size[0], size[1], palette.as_flattened()).expect("memory is written");
        encoder.set_repeat(Repeat::Infinite).expect("memory is written");
        palette.truncate(COLORS);
        Gif { encoder, palette, known: HashMap::new(), size, last: Vec::new(), delay }
    }

    /// Adds a canvas, of the first one's size.
    pub(crate) fn push(&mut self, canvas: &Canvas) {
        let pixels: Vec<u8> = canvas.colors().map(|color| self.number(color)).collect();
        let width = usize::from(self.size[0]);
        // Only the rows that changed are written, and in them what did not change is clear.
        let (mut top, mut rows) = (0, pixels.chunks(width).collect::<Vec<_>>());
        if !self.last.is_empty() {
            let changed: Vec<usize> =
                (0..rows.len()).filter(|&y| rows[y] != &self.last[y * width..(y + 1) * width]).collect();
            top = changed.first().copied().unwrap_or(0);
            let end = changed.last().map_or(1, |last| last + 1);
            rows = rows[top..end].to_vec();
        }
        let start = top * width;
        let written: Vec<u8> = rows.concat();
        let buffer = written.iter().enumerate();
        let buffer =
            buffer.map(|(i, &pixel)| if self.last.get(start + i) == Some(&pixel) { CLEAR } else { pixel });
        let frame = Frame {
            delay: self.delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(CLEAR),
            top: top as u16,
            width: self.size[0],
            height: rows.len() as u16,
            buffer: buffer.collect::<Vec<u8>>().into(),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).expect("memory is written");
        self.last = pixels;
    }

    /// The bytes of the file.
    pub(crate) fn finish(self) -> Vec<u8> {
        self.encoder.into_inner().expect("memory is written")
    }

    fn number(&mut self, color: Color) -> u8 {
        let Gif { palette, known, .. } = self;
        *known.entry(color).or_insert_with(|| {
            let distance = |other: &Color| -> u32 {
                other.iter().zip(color).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
            };
            let nearest = (0..palette.len()).min_by_key(|&i| distance(&palette[i]));
            nearest.unwrap_or(0) as u8
        })
    }
}
