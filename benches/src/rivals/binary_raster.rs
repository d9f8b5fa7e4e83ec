//! The crate [`binary_raster`]: rows of words.
//!
//! It has no negative positions. So the first mask is in a raster with enough space for the second one on every side. A game would use it
//! in the same way: a sprite in a level.

use ::binary_raster::BinaryRaster;
use hitmask::{Mask, Point};

/// A mask as the first or the second of a pair.
pub struct Raster {
    sprite: BinaryRaster,
    level: BinaryRaster,
    margin: i32,
}

impl Raster {
    /// The mask's pixels, alone and with a margin. The margin is for masks of at most `margin` pixels per side.
    #[must_use]
    pub fn new(mask: &Mask, margin: u32) -> Raster {
        let draw = |margin: u32| {
            let (w, h) = (mask.width() + 2 * margin, mask.height() + 2 * margin);
            let inside = |x, y| mask.get((x as i32 - margin as i32, y as i32 - margin as i32));
            let pixels: Vec<u8> = (0..h).flat_map(|y| (0..w).map(move |x| u8::from(inside(x, y)))).collect();
            BinaryRaster::from_raster(&pixels, w as usize)
        };
        Raster { sprite: draw(0), level: draw(margin), margin: margin as i32 }
    }
}

/// Whether the two have a solid pixel in common.
#[must_use]
pub fn overlaps(a: &Raster, b: &Raster, offset: Point) -> bool {
    let (x, y) = (offset.x + a.margin, offset.y + a.margin);
    a.level.collision_check_at(&b.sprite, (x as usize, y as usize))
}
