//! The animations that the examples write.

use std::error::Error;
use std::fs::File;

use hitmask::{Mask, Rect};

/// A GIF that is being written. A pixel is an index into a palette.
pub(crate) struct Film {
    encoder: gif::Encoder<File>,
    size: (u32, u32),
    /// The side of a frame's pixel in the picture.
    scale: u32,
    /// The previous frame.
    last: Vec<u8>,
    frames: u32,
}

impl Film {
    /// Begins a file. The palette is used for all frames without a palette of their own.
    pub(crate) fn new(
        path: &str,
        size: (u32, u32),
        scale: u32,
        palette: &[[u8; 3]],
    ) -> Result<Film, Box<dyn Error>> {
        let side = |pixels: u32| u16::try_from(pixels * scale);
        let file = File::create(path)?;
        let mut encoder = gif::Encoder::new(file, side(size.0)?, side(size.1)?, palette.as_flattened())?;
        encoder.set_repeat(gif::Repeat::Infinite)?;
        Ok(Film { encoder, size, scale, last: Vec::new(), frames: 0 })
    }

    /// Adds a frame that is shown for some hundredths of a second. The first frame is written whole; of later frames only the rectangle
    /// that has changed.
    pub(crate) fn frame(
        &mut self,
        pixels: Vec<u8>,
        own_palette: Option<&[[u8; 3]]>,
        delay: u16,
    ) -> Result<(), Box<dyn Error>> {
        let ((w, h), scale) = (self.size, self.scale);
        let changed = Mask::from_fn(w, h, |x, y| {
            let i = (y * w + x) as usize;
            self.last.get(i) != Some(&pixels[i])
        });
        let part = changed.bounds().unwrap_or(Rect::new(0, 0, 1, 1));
        let (x0, y0) = (part.x as u32, part.y as u32);
        let enlarged: Vec<u8> = (0..part.h * scale)
            .flat_map(|y| (0..part.w * scale).map(move |x| (x0 + x / scale, y0 + y / scale)))
            .map(|(x, y)| pixels[(y * w + x) as usize])
            .collect();
        let side = |pixels: u32| u16::try_from(pixels * scale);
        let (width, height) = (side(part.w)?, side(part.h)?);
        let mut frame = match own_palette {
            Some(palette) => {
                gif::Frame::from_palette_pixels(width, height, enlarged, palette.as_flattened(), None)
            }
            None => gif::Frame::from_indexed_pixels(width, height, enlarged, None),
        };
        (frame.left, frame.top, frame.delay) = (side(x0)?, side(y0)?, delay);
        self.encoder.write_frame(&frame)?;
        self.last = pixels;
        self.frames += 1;
        Ok(())
    }

    /// How many frames there are.
    pub(crate) fn frames(&self) -> u32 {
        self.frames
    }
}
