//! Grids made from pictures.

use crate::Grid;

impl Grid {
    /// Solid where `alpha >= threshold`.
    #[must_use]
    pub fn from_alpha(w: usize, h: usize, alpha: &[u8], threshold: u8) -> Grid {
        Grid::from_fn(w, h, |x, y| alpha[y * w + x] >= threshold)
    }

    /// Solid where the fourth byte of the pixel is `threshold` or more.
    #[must_use]
    pub fn from_rgba8(w: usize, h: usize, rgba: &[u8], threshold: u8) -> Grid {
        Grid::from_fn(w, h, |x, y| rgba[4 * (y * w + x) + 3] >= threshold)
    }

    /// Solid where the palette index differs from `transparent`.
    #[must_use]
    pub fn from_indexed(w: usize, h: usize, indices: &[u8], transparent: u8) -> Grid {
        Grid::from_fn(w, h, |x, y| indices[y * w + x] != transparent)
    }

    /// Clear where every channel differs from the key's by at most `tolerance`. The alpha byte is ignored.
    #[must_use]
    pub fn from_color_key(w: usize, h: usize, rgba: &[u8], key: [u8; 3], tolerance: u8) -> Grid {
        Grid::from_fn(w, h, |x, y| {
            let pixel = 4 * (y * w + x);
            let differs =
                |c: usize| i32::from(rgba[pixel + c]).abs_diff(i32::from(key[c])) > u32::from(tolerance);
            differs(0) || differs(1) || differs(2)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_source_by_hand() {
        assert_eq!(Grid::from_alpha(3, 1, &[0, 127, 128], 128), Grid::draw("..#"));
        assert_eq!(Grid::from_alpha(2, 1, &[0, 1], 0), Grid::draw("##"));
        assert_eq!(Grid::from_rgba8(2, 1, &[255, 255, 255, 9, 0, 0, 0, 10], 10), Grid::draw(".#"));
        assert_eq!(Grid::from_indexed(3, 1, &[0, 7, 0], 0), Grid::draw(".#."));
        let rgba = [10, 20, 30, 0, 12, 20, 30, 255, 13, 20, 30, 255];
        assert_eq!(Grid::from_color_key(3, 1, &rgba, [10, 20, 30], 0), Grid::draw(".##"));
        assert_eq!(Grid::from_color_key(3, 1, &rgba, [10, 20, 30], 2), Grid::draw("..#"));
    }
}
