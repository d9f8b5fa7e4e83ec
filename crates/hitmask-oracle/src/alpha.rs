//! Pictures with an alpha byte a pixel.

use crate::{Grid, Overlap};

/// A rectangle of alpha bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlphaGrid {
    /// Width in pixels.
    pub w: usize,
    /// Height in pixels.
    pub h: usize,
    /// `w * h` bytes, row by row; 0 is clear and 255 opaque.
    pub alpha: Vec<u8>,
}

impl AlphaGrid {
    /// The alpha at (x, y), 0 outside.
    #[must_use]
    pub fn get(&self, x: i64, y: i64) -> u8 {
        let inside = x >= 0 && y >= 0 && x < self.w as i64 && y < self.h as i64;
        if inside { self.alpha[y as usize * self.w + x as usize] } else { 0 }
    }

    /// Solid where the alpha reaches the level.
    #[must_use]
    pub fn at_level(&self, level: u8) -> Grid {
        Grid::from_alpha(self.w, self.h, &self.alpha, level)
    }
}

/// The pixels at which both alphas are above 0 and add up to 255 or more.
#[must_use]
pub fn sum_overlap(a: &AlphaGrid, b: &AlphaGrid, (dx, dy): (i32, i32)) -> Overlap {
    let mut points = Vec::new();
    for y in 0..a.h as i64 {
        for x in 0..a.w as i64 {
            let own = u16::from(a.get(x, y));
            let there = u16::from(b.get(x - i64::from(dx), y - i64::from(dy)));
            if own > 0 && there > 0 && own + there >= 255 {
                points.push((x, y));
            }
        }
    }
    Overlap { points }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alphas_add_up() {
        let a = AlphaGrid { w: 5, h: 1, alpha: vec![255, 255, 128, 127, 0] };
        let b = AlphaGrid { w: 5, h: 1, alpha: vec![0, 1, 127, 127, 255] };
        assert_eq!(sum_overlap(&a, &b, (0, 0)).points, [(1, 0), (2, 0)]);
        assert_eq!(sum_overlap(&a, &b, (-4, 0)).points, [(0, 0)]);
        assert_eq!(a.at_level(128), Grid::draw("###.."));
    }
}
