//! The byte and word forms of a grid.

use crate::Grid;

/// Where and why a stream of run codes is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunError {
    /// A code byte of zero, at this byte.
    Zero(usize),
    /// The run that begins at this byte is longer than the rest of its row.
    PastRow(usize),
    /// The stream ends before the last row is full, or inside a run's pixels.
    Short,
    /// The stream goes on after the last row, from this byte on.
    Trailing(usize),
}

impl Grid {
    /// Groups of `n` pixels of a row, with the first pixel in the highest bit. The last group is filled up with zeros.
    fn groups(&self, n: usize) -> Vec<u64> {
        let mut groups = Vec::new();
        for y in 0..self.h {
            for start in (0..self.w).step_by(n) {
                let mut group = 0_u64;
                for i in 0..n {
                    group = group * 2 + u64::from(self.get((start + i) as i64, y as i64));
                }
                groups.push(group);
            }
        }
        groups
    }

    /// Inverse of [`Grid::groups`].
    fn from_groups(w: usize, h: usize, n: usize, group: impl Fn(usize) -> u64) -> Grid {
        let a_row = w.div_ceil(n);
        Grid::from_fn(w, h, |x, y| {
            let bit = n - 1 - x % n;
            group(y * a_row + x / n) >> bit & 1 == 1
        })
    }

    /// One bit a pixel, rows padded to bytes, most significant bit leftmost.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.groups(8).into_iter().map(|g| g as u8).collect()
    }

    /// Inverse of [`Grid::to_bytes`]. Padding bits are ignored.
    #[must_use]
    pub fn from_bytes(w: usize, h: usize, bytes: &[u8]) -> Grid {
        Grid::from_groups(w, h, 8, |i| u64::from(bytes[i]))
    }

    /// One 32-bit word a row and word column, row by row, most significant bit leftmost.
    #[must_use]
    pub fn to_row_words32(&self) -> Vec<u32> {
        self.groups(32).into_iter().map(|g| g as u32).collect()
    }

    /// Inverse of [`Grid::to_row_words32`].
    #[must_use]
    pub fn from_row_words32(w: usize, h: usize, words: &[u32]) -> Grid {
        Grid::from_groups(w, h, 32, |i| u64::from(words[i]))
    }

    /// One 64-bit word a row and word column, row by row, most significant bit leftmost.
    #[must_use]
    pub fn to_row_words64(&self) -> Vec<u64> {
        self.groups(64)
    }

    /// Inverse of [`Grid::to_row_words64`].
    #[must_use]
    pub fn from_row_words64(w: usize, h: usize, words: &[u64]) -> Grid {
        Grid::from_groups(w, h, 64, |i| words[i])
    }

    /// Reads run codes: a signed byte n, then n bytes of pixels if n > 0 (solid), nothing if n < 0 (|n| clear).
    /// Runs fill each row exactly.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn from_run_codes(w: usize, h: usize, bytes: &[u8]) -> Result<Grid, RunError> {
        let mut grid = Grid::new(w, h);
        let mut at = 0;
        for y in 0..h {
            let mut x = 0;
            while x < w {
                let code = i32::from(*bytes.get(at).ok_or(RunError::Short)? as i8);
                let n = code.unsigned_abs() as usize;
                if code == 0 {
                    return Err(RunError::Zero(at));
                }
                if x + n > w {
                    return Err(RunError::PastRow(at));
                }
                at += 1;
                if code > 0 {
                    for i in 0..n {
                        grid.set(x + i, y, true);
                    }
                    at += n;
                }
                x += n;
            }
        }
        match at.cmp(&bytes.len()) {
            std::cmp::Ordering::Equal => Ok(grid),
            std::cmp::Ordering::Less => Err(RunError::Trailing(at)),
            std::cmp::Ordering::Greater => Err(RunError::Short),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_article_s_row() {
        let row = [0, 0, 0, 1, 23, 42, 0, 1, 56, 0, 0, 0, 0, 0];
        let grid = Grid::from_indexed(14, 1, &row, 0);
        assert_eq!(grid.to_bytes(), [0x1D, 0x80]);
        assert_eq!(grid.to_row_words32(), [0x1D80_0000]);
        assert_eq!(grid.to_row_words64(), [0x1D80_0000_0000_0000]);
        assert_eq!(Grid::from_bytes(14, 1, &[0x1D, 0x83]), grid);
        assert_eq!(Grid::from_row_words32(14, 1, &[0x1D80_0000]), grid);
    }

    #[test]
    fn run_codes() {
        let bytes = [2, 7, 7, (-1_i8) as u8, (-3_i8) as u8];
        assert_eq!(Grid::from_run_codes(3, 2, &bytes), Ok(Grid::draw("##.\n...")));
        assert_eq!(Grid::from_run_codes(3, 1, &[0]), Err(RunError::Zero(0)));
        assert_eq!(Grid::from_run_codes(3, 1, &[1, 9, 0xFD]), Err(RunError::PastRow(2)));
        assert_eq!(Grid::from_run_codes(3, 1, &[3, 9, 9]), Err(RunError::Short));
        assert_eq!(Grid::from_run_codes(3, 1, &[0xFD, 1]), Err(RunError::Trailing(1)));
    }
}
