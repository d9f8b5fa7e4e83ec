//! All pairs of masks of twelve pixels, by number, at all offsets at which their bounds meet or touch. The truth is counted in rows of bits.

use std::sync::LazyLock;

use hitmask::{Mask, Point, Rect};

use crate::common::Blame;

/// Widths and heights.
const SIZES: [(i32, i32); 6] = [(4, 3), (3, 4), (6, 2), (2, 6), (12, 1), (1, 12)];
/// So many numbers stand for different pairs.
pub(crate) const PAIRS: u64 = (SIZES.len() * SIZES.len()) as u64 * (1 << 24);

/// Twelve pixels, row by row, the lowest bit first.
#[derive(Debug, Clone, Copy)]
struct Tiny {
    size: (i32, i32),
    bits: u32,
}

impl Tiny {
    fn row(self, y: i32) -> u64 {
        let (w, h) = self.size;
        if (0..h).contains(&y) { u64::from(self.bits >> (y * w)) & ((1 << w) - 1) } else { 0 }
    }

    fn mask(self) -> Mask {
        let (w, h) = self.size;
        Mask::from_fn(w as u32, h as u32, |x, y| self.row(y as i32) >> x & 1 == 1)
    }

    /// The pixels of a row that are solid in both.
    fn shared(self, other: Tiny, (dx, dy): (i32, i32), y: i32) -> u64 {
        let row = other.row(y - dy);
        // Neither side is longer than 12, so nothing that counts leaves the word.
        self.row(y) & if dx < 0 { row >> -dx.max(-63) } else { row << dx.min(40) }
    }

    fn area(self, other: Tiny, offset: (i32, i32)) -> i32 {
        (0..self.size.1).map(|y| self.shared(other, offset, y).count_ones() as i32).sum()
    }
}

/// Changes of an offset, the preferred ones first.
static WAYS: LazyLock<Vec<(i32, i32)>> = LazyLock::new(|| {
    let mut all: Vec<_> =
        (-13..=13).flat_map(|dy| (-13..=13).map(move |dx| (dx * dx + dy * dy, dy, dx))).collect();
    all.sort_unstable();
    all.into_iter().map(|(_, dy, dx)| (dx, dy)).collect()
});

/// Tests the pair of a number. Returns the number of offsets.
pub(crate) fn run(number: u64) -> u64 {
    let (sizes, bits) = (number % 36, number / 36);
    // Numbers that follow each other are not alike. The factor is odd, so no pair comes twice.
    let bits = (bits as u32).wrapping_mul(0x9E37_79B1) & 0xFF_FFFF;
    let a = Tiny { size: SIZES[sizes as usize / 6], bits: bits & 0xFFF };
    let b = Tiny { size: SIZES[sizes as usize % 6], bits: bits >> 12 };
    let _blame = Blame(&(number, a, b));
    let (left, right) = (a.mask(), b.mask());
    let ((aw, ah), (bw, bh)) = (a.size, b.size);
    let mut count = 0;
    for dy in -bh..=ah {
        for dx in -bw..=aw {
            let offset = (dx, dy);
            let rows = (0..ah).map(|y| (y, a.shared(b, offset, y))).filter(|&(_, row)| row != 0);
            let first = rows.clone().next().map(|(y, row)| Point::new(row.trailing_zeros() as i32, y));
            let area = a.area(b, offset);
            assert_eq!(left.overlaps(&right, offset), area > 0, "overlaps at {offset:?}");
            assert_eq!(left.overlap_area(&right, offset), area as u64, "area at {offset:?}");
            assert_eq!(left.first_overlap(&right, offset), first, "first at {offset:?}");
            let bounds = first.map(|first| {
                let columns = rows.clone().fold(0, |all, (_, row)| all | row);
                let (x, last) =
                    (columns.trailing_zeros() as i32, rows.clone().next_back().expect("there is one").0);
                let w = u64::BITS - columns.leading_zeros() - x as u32;
                Rect::new(x, first.y, w, (last - first.y + 1) as u32)
            });
            assert_eq!(left.overlap_bounds(&right, offset), bounds, "bounds at {offset:?}");
            let at = |x: i32, y: i32| a.area(b, (dx + x, dy + y));
            let normal = Point::new(at(-1, 0) - at(1, 0), at(0, -1) - at(0, 1));
            assert_eq!(left.normal(&right, offset), normal, "normal at {offset:?}");
            let free = WAYS.iter().find(|&&(x, y)| at(x, y) == 0).expect("they end somewhere");
            assert_eq!(
                left.separation(&right, offset),
                Point::new(free.0, free.1),
                "separation at {offset:?}"
            );
            count += 1;
        }
    }
    count
}
