use alloc::vec;
use alloc::vec::Vec;

use super::{BufferMode, CollisionBuffer};

impl CollisionBuffer {
    /// What the region holds, drawn in [colours](CollisionBuffer::colour_of). Where a pixel has several ids, the one drawn last is shown.
    /// The width, the height, and the red, green, blue and alpha of each pixel, row by row. The region is cut to the pixels that exist.
    /// `hitmask_assets::Image::from_rgba8(width, height, rgba)` makes an image of it that can be saved.
    ///
    /// ```
    /// use hitmask::{BufferMode, CollisionBuffer, Rect};
    /// let mut buffer = CollisionBuffer::new(BufferMode::Painter, Rect::new(-1, 0, 2, 1))?;
    /// buffer.draw(Rect::new(0, 0, 1, 1), 7);
    /// let (width, height, rgba) = buffer.to_image();
    /// assert_eq!((width, height), (2, 1));
    /// assert_eq!(rgba, [[0; 4], CollisionBuffer::colour_of(7)].concat());
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    #[must_use]
    pub fn to_image(&self) -> (u32, u32, Vec<u8>) {
        let region = self.region.extent();
        let (width, height) = ((region.x1 - region.x0) as u32, (region.y1 - region.y0) as u32);
        let mut rgba = vec![0; width as usize * height as usize * 4];
        let mut fill = |id: u32, y: i64, x0: i64, x1: i64| {
            let start = ((y - region.y0) * (region.x1 - region.x0) + (x0 - region.x0)) as usize * 4;
            let colour = CollisionBuffer::colour_of(id);
            for pixel in rgba[start..][..(x1 - x0) as usize * 4].chunks_exact_mut(4) {
                pixel.copy_from_slice(&colour);
            }
        };
        match self.mode {
            BufferMode::Painter => {
                for y in region.y0..region.y1 {
                    for x in region.x0..region.x1 {
                        fill(self.plane.get(region, x, y), y, x, x + 1);
                    }
                }
            }
            BufferMode::Owners | BufferMode::Latch => self.owners.each_stretch(fill),
        }
        (width, height, rgba)
    }

    /// The colour of an id in pictures: red, green, blue, alpha. Id 0 is transparent; all others are opaque and bright. The hue is the
    /// upper bits of id · 2³² / φ: the golden ratio puts consecutive ids far apart on the colour wheel. The same on every machine. Two
    /// different ids may have similar colours.
    ///
    /// ```
    /// assert_eq!(hitmask::CollisionBuffer::colour_of(0), [0, 0, 0, 0]);
    /// assert_eq!(hitmask::CollisionBuffer::colour_of(1), [64, 120, 255, 255]);
    /// ```
    #[must_use]
    pub const fn colour_of(id: u32) -> [u8; 4] {
        if id == 0 {
            return [0; 4];
        }
        // The wheel has six sectors of 256 steps each.
        let hue = ((id.wrapping_mul(0x9E37_79B9) as u64 * 1536) >> 32) as u32;
        let (sixth, step) = (hue / 256, hue % 256);
        let (low, high) = (64, 255);
        let up = (low + step * (high - low) / 255) as u8;
        let down = (high - step * (high - low) / 255) as u8;
        let (low, high) = (low as u8, high as u8);
        match sixth {
            0 => [high, up, low, 255],
            1 => [down, high, low, 255],
            2 => [low, high, up, 255],
            3 => [low, down, high, 255],
            4 => [up, low, high, 255],
            _ => [high, low, down, 255],
        }
    }
}
