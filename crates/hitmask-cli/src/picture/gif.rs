//! Animations: GIF files.

use std::collections::HashMap;

use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::canvas::{PictureCanvas, Rgb};

/// The colours of a GIF file. One more number is kept for clear pixels.
const COLORS: usize = 255;
/// The number of a pixel that does not change.
const CLEAR: u8 = 255;

/// An animation that is being written. All its pictures have the same size.
pub(crate) struct Gif {
    encoder: Encoder<Vec<u8>>,
    palette: Vec<Rgb>,
    /// The palette number of each colour that was seen so far.
    known: HashMap<Rgb, u8>,
    size: [u16; 2],
    /// The previous picture, as palette numbers.
    last: Vec<u8>,
    /// Hundredths of a second.
    delay: u16,
}

impl Gif {
    /// Starts an animation that repeats without end. The palette contains the colours of `kept`, and others like those of the first canvas
    /// and of `samples`.
    pub(crate) fn new(first: &PictureCanvas, kept: &[Rgb], samples: &[Rgb], delay: u16) -> Self {
        let size =
            [first.width(), first.height()].map(|side| u16::try_from(side).expect("canvases are small"));
        let mut palette = kept.to_vec();
        let rgba: Vec<u8> =
            first.colors().chain(samples.iter().copied()).flat_map(|[r, g, b]| [r, g, b, 255]).collect();
        // To learn from every tenth pixel is fast and good enough.
        let learnt = NeuQuant::new(10, COLORS - kept.len(), &rgba).color_map_rgb();
        palette.extend(learnt.chunks_exact(3).map(|c| [c[0], c[1], c[2]]));
        palette.resize(COLORS + 1, [0; 3]);
        let mut encoder =
            Encoder::new(Vec::new(), size[0], size[1], palette.as_flattened()).expect("memory is written");
        encoder.set_repeat(Repeat::Infinite).expect("memory is written");
        palette.truncate(COLORS);
        Gif { encoder, palette, known: HashMap::new(), size, last: Vec::new(), delay }
    }

    /// Adds a picture. It has the size of the first one.
    pub(crate) fn push(&mut self, canvas: &PictureCanvas) {
        let mut pixels = Vec::with_capacity(canvas.colors().len());
        // Most pixels have the colour of the one before.
        let mut last = None;
        for color in canvas.colors() {
            let number = match last {
                Some((same, number)) if same == color => number,
                _ => self.number(color),
            };
            last = Some((color, number));
            pixels.push(number);
        }
        let width = usize::from(self.size[0]);
        // Only the rows that changed are written. In them, pixels that did not change are clear.
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

    fn number(&mut self, color: Rgb) -> u8 {
        let Gif { palette, known, .. } = self;
        *known.entry(color).or_insert_with(|| {
            let distance = |other: &Rgb| -> u32 {
                other.iter().zip(color).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
            };
            let nearest = (0..palette.len()).min_by_key(|&i| distance(&palette[i]));
            nearest.unwrap_or(0) as u8
        })
    }
}
