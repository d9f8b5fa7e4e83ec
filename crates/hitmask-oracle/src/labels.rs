//! Pictures with a label a pixel, and which labels meet: every shared pixel is looked at and counted.

use std::collections::BTreeMap;

use crate::{Affine, Grid, Overlap, texel_at};

/// A rectangle of labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelGrid {
    /// Width in pixels.
    pub w: usize,
    /// Height in pixels.
    pub h: usize,
    /// `w * h` labels, row by row; 0 is clear.
    pub labels: Vec<u8>,
}

impl LabelGrid {
    /// The label at (x, y), 0 outside.
    #[must_use]
    pub fn get(&self, x: i64, y: i64) -> u8 {
        let inside = x >= 0 && y >= 0 && x < self.w as i64 && y < self.h as i64;
        if inside { self.labels[y as usize * self.w + x as usize] } else { 0 }
    }

    /// Solid where the label is not 0.
    #[must_use]
    pub fn solid(&self) -> Grid {
        self.only(&|_| true)
    }

    /// Solid where the label is not 0 and is wanted.
    #[must_use]
    pub fn only(&self, wanted: &dyn Fn(u8) -> bool) -> Grid {
        Grid::from_fn(self.w, self.h, |x, y| {
            let label = self.get(x as i64, y as i64);
            label != 0 && wanted(label)
        })
    }

    /// The label that a pose shows at a world pixel.
    #[must_use]
    pub fn posed(&self, pose: Affine, x: i64, y: i64) -> u8 {
        let (u, v) = texel_at(pose, x, y);
        self.get(u, v)
    }
}

/// For each pair of labels: how many of the pixels have it, and the first of these.
pub type LabelCounts = Vec<((u8, u8), u64, (i64, i64))>;

/// Counts pixels by two labels, which two functions tell.
#[must_use]
pub fn count_labels(shared: &Overlap, a: &dyn Fn(i64, i64) -> u8, b: &dyn Fn(i64, i64) -> u8) -> LabelCounts {
    let mut pixels: BTreeMap<(u8, u8), Vec<(i64, i64)>> = BTreeMap::new();
    for &(x, y) in &shared.points {
        pixels.entry((a(x, y), b(x, y))).or_default().push((y, x));
    }
    let first = |pixels: &Vec<(i64, i64)>| {
        let &(y, x) = pixels.iter().min().expect("a pair of labels has a pixel");
        (x, y)
    };
    pixels.iter().map(|(&labels, pixels)| (labels, pixels.len() as u64, first(pixels))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlap;

    #[test]
    fn labels_are_counted() {
        let a = LabelGrid { w: 3, h: 2, labels: vec![1, 1, 2, 0, 3, 3] };
        let b = LabelGrid { w: 2, h: 2, labels: vec![9, 9, 0, 8] };
        let shared = overlap(&a.solid(), &b.solid(), (1, 0));
        let counts = count_labels(&shared, &|x, y| a.get(x, y), &|x, y| b.get(x - 1, y));
        assert_eq!(counts, [((1, 9), 1, (1, 0)), ((2, 9), 1, (2, 0)), ((3, 8), 1, (2, 1))]);
        assert_eq!(a.only(&|label| label == 3), Grid::draw("...\n.##"));
    }
}
